/// How old the figures on a card may be, and whether a list is computed again.
struct DashboardAgeModel: Model {
  /// A version of the data, from a time on.
  struct Change: Hashable {
    let time: Duration
    let version: DataVersion
  }

  /// Figures that were shown, and the earliest and the latest time at which they may have been computed.
  struct Shown: Hashable {
    var figure: DataVersion
    var first: Duration
    var last: Duration
  }

  /// What a card showed that was viewed.
  struct Viewed: Hashable {
    let card: DashboardCard
    let shown: Shown
  }

  /// A view that others may overlap.
  struct Begun: Hashable {
    let card: DashboardCard
    let since: Duration
    /// How often the data had changed when it began.
    let changes: Int
    /// The list that was shown last when it began.
    let list: Shown?
    /// Whether its computation may fail.
    var mayFail: Bool
    /// Whether the same card was viewed meanwhile.
    var isOverlapped: Bool
  }

  struct State: Hashable {
    var account = AccountSize.usual
    var now = Duration.zero
    /// The versions of the data, the last one current.
    var changes = [Change(time: .zero, version: .v1)]
    /// Whether the source fails, and when it failed last before it was up again.
    var isFailing = false
    var failed: Duration?
    /// The list that was shown last, unless it could not be computed since.
    var list: Shown?
    /// What was viewed last, unless the view failed.
    var viewed: Viewed?
    /// The views that have begun, by name.
    var begun: [String: Begun] = [:]
    /// Whether the app was restarted, after which it may or may not go on with what it had.
    var isUnknown = false
  }

  var start: State { State() }

  func continuations(of state: State, on action: DashboardAction) -> [Continuation<DashboardAction, State>] {
    var state = state
    switch action {
    case .open(let account): state.open(account)
    case .change(let version): state.changes.append(.init(time: state.now, version: version))
    case .source(.failing): state.fail()
    case .source(.up): state.recover()
    case .world(.advance(let time)): state.now += time
    case .world(.requests): break
    case .world(.finish(let name)): return state.isUnknown ? [Continuation(to: state)] : state.finishing(name)
    case .world: state.isUnknown = true
    case .view(let card): return state.isUnknown ? [Continuation(to: state)] : state.viewing(card)
    case .begin(let card, let name): state.begin(card, as: name)
    case .readLastUpdated: return [Continuation(to: state, state.isUnknown ? [] : state.lastUpdated)]
    }
    return [Continuation(to: state)]
  }
}

// MARK: What happens

extension DashboardAgeModel.State {
  /// Notes that a card is viewed, and returns whether other views of it have begun and not ended.
  mutating func overlap(_ card: DashboardCard) -> Bool {
    let others = begun.filter { $0.value.card == card }.keys
    for name in others { begun[name]?.isOverlapped = true }
    return !others.isEmpty
  }

  fileprivate mutating func open(_ account: AccountSize) {
    // What was computed for an earlier dashboard may be kept, unless it is too old.
    (self.account, isUnknown) = (account, false)
    (list, viewed, begun) = (nil, nil, [:])
  }

  fileprivate mutating func fail() {
    isFailing = true
    for name in begun.keys { begun[name]?.mayFail = true }
  }

  fileprivate mutating func recover() {
    if isFailing { failed = now }
    isFailing = false
  }

  fileprivate mutating func begin(_ card: DashboardCard, as name: String) {
    let isOverlapped = overlap(card)
    begun[name] = Begun(
      card: card, since: now, changes: changes.count, list: list, mayFail: mayFail(card), isOverlapped: isOverlapped)
  }
}
