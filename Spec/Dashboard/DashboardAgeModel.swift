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
    /// Whether the app was restarted, after which it may or may not go on with what it had.
    var isUnknown = false
  }

  var start: State { State() }

  func continuations(of state: State, on action: DashboardAction) -> [Continuation<DashboardAction, State>] {
    var state = state
    switch action {
    case .open(let account): state.open(account)
    case .change(let version): state.changes.append(.init(time: state.now, version: version))
    case .source(.failing): state.isFailing = true
    case .source(.up): state.recover()
    case .world(.advance(let time)): state.now += time
    case .world: state.isUnknown = true
    case .view(let card): return state.isUnknown ? [Continuation(to: state)] : state.viewing(card)
    case .readLastUpdated: return [Continuation(to: state, state.isUnknown ? [] : state.lastUpdated)]
    }
    return [Continuation(to: state)]
  }
}

// MARK: What happens

extension DashboardAgeModel.State {
  fileprivate mutating func open(_ account: AccountSize) {
    // What was computed for an earlier dashboard may be kept, unless it is too old.
    (self.account, isUnknown, list, viewed) = (account, false, nil, nil)
  }

  fileprivate mutating func recover() {
    if isFailing { failed = now }
    isFailing = false
  }
}
