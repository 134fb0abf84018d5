/// How old the figures on a card may be, and whether a list is computed again.
struct DashboardAgeModel: Model {
  /// A version of the data, from a time on.
  struct Change: Hashable {
    let time: Duration
    let version: DataVersion
  }

  /// The figure that a card has shown, and the earliest and the latest time at which it may have been computed.
  struct Shown: Hashable {
    var figure: DataVersion
    var first: Duration
    var last: Duration
  }

  struct State: Hashable {
    var account = AccountSize.usual
    var now = Duration.zero
    /// The versions of the data, the last one current.
    var changes = [Change(time: .zero, version: .v1)]
    var shown: [DashboardCard: Shown] = [:]
    /// The card that was viewed last.
    var viewed: DashboardCard?
    /// Whether the app was restarted, after which it may or may not go on with what it had.
    var isUnknown = false
  }

  var start: State { State() }

  func continuations(of state: State, on action: DashboardAction) -> [Continuation<DashboardAction, State>] {
    var state = state
    switch action {
    case .open(let account):
      // What was computed for an earlier dashboard may be kept, unless it is too old.
      (state.account, state.shown, state.viewed) = (account, [:], nil)
      state.isUnknown = false
    case .change(let version): state.changes.append(.init(time: state.now, version: version))
    case .world(.advance(let time)): state.now += time
    case .world: state.isUnknown = true
    case .view(let card): return state.isUnknown ? [Continuation(to: state)] : [state.viewing(card)]
    case .readLastUpdated: return [Continuation(to: state, state.isUnknown ? [] : state.lastUpdated)]
    }
    return [Continuation(to: state)]
  }
}

extension DashboardAgeModel.State {
  typealias Shown = DashboardAgeModel.Shown
  private typealias Expected = Expectation<DashboardAction>

  private static let limit = Duration.hours(2)

  private func isRealTime(_ card: DashboardCard) -> Bool { card == .activeSubscriptions && account == .usual }

  private func rule(_ card: DashboardCard) -> RuleID {
    switch card {
    case .customerList: "dashboard.customer-lists.every-two-hours"
    case .newCustomers, .activeUsers: "dashboard.overview.new-and-active-customers"
    case .activeSubscriptions:
      account == .large ? "dashboard.overview.large-accounts" : "dashboard.overview.real-time"
    }
  }

  /// The figures that may have been computed between two times.
  private func computed(from first: Duration, to last: Duration) -> [Shown] {
    changes.indices.compactMap { index in
      let end = index + 1 < changes.count ? changes[index + 1].time : last
      let (from, to) = (max(first, changes[index].time), min(last, end))
      return from <= to ? Shown(figure: changes[index].version, first: from, last: to) : nil
    }
  }

  /// The figures that a card may show now, and whether it has to show the same one as before.
  private func allowed(_ card: DashboardCard) -> (figures: [Shown], isHit: Bool) {
    if isRealTime(card) {
      return (changes.last.map { [Shown(figure: $0.version, first: $0.time, last: now)] } ?? [], false)
    }
    let oldest = now - Self.limit
    // A metric that may be cached may be older than the one that was shown before, as where two caches are asked in turn.
    guard card == .customerList, let before = shown[card] else { return (computed(from: oldest, to: now), false) }
    if now - before.first < Self.limit { return ([before], true) }
    let again = computed(from: max(oldest, before.first + Self.limit), to: now)
    return (now - before.last > Self.limit ? again : again + [before], false)
  }

  fileprivate func viewing(_ card: DashboardCard) -> Continuation<DashboardAction, Self> {
    let (figures, isHit) = allowed(card)
    let expected = Expected.answers(
      oneOf: Set(figures.map(\.figure)).sorted { $0.number < $1.number }.map { DashboardFigure($0) })
    let nothing: [Expected] = isHit ? [.request(.times(0, .value(card))).demanded(by: rule(card))] : []
    return Continuation([expected.demanded(by: rule(card))] + nothing) { observation in
      var state = self
      state.viewed = card
      let same = figures.filter { observation.answer == [.value(DashboardFigure($0.figure))] }
      state.shown[card] = same.first.map { first in
        same.reduce(first) { sum, one in
          Shown(figure: sum.figure, first: min(sum.first, one.first), last: max(sum.last, one.last))
        }
      }
      return state
    }
  }

  /// The expectation that the time that a metric states is one at which the data had the version that it shows.
  fileprivate var lastUpdated: [Expectation<DashboardAction>] {
    guard let card = viewed, card != .customerList, let shown = shown[card], now - shown.first < .hours(3) else {
      return []
    }
    // What is observed is the nearest second.
    let half = Duration.milliseconds(500)
    let ages = (now - shown.last).components.seconds...(now - shown.first + half).components.seconds
    let figures = ages.map { DashboardFigure(shown.figure, updated: .seconds($0)) }
    let expected = Expected.answer(
      .described(
        "\(shown.figure), updated \((now - shown.last).inWords) to \((now - shown.first).inWords) ago",
        .oneOf(figures.map { [.value($0)] })))
    return [expected.demanded(by: "dashboard.last-updated")]
  }
}
