/// What a card may show, when it may be computed, and what it may say of its age.
extension DashboardAgeModel.State {
  typealias Shown = DashboardAgeModel.Shown
  typealias Begun = DashboardAgeModel.Begun
  private typealias Way = Continuation<DashboardAction, Self>
  private typealias Expected = Expectation<DashboardAction>

  static let limit = Duration.hours(2)

  private func isRealTime(_ card: DashboardCard) -> Bool { card == .activeSubscriptions && account == .usual }

  private func rule(_ card: DashboardCard) -> RuleID {
    switch card {
    case .customerList: "dashboard.customer-lists.every-two-hours"
    case .newCustomers, .activeUsers: "dashboard.overview.new-and-active-customers"
    case .activeSubscriptions:
      account == .large ? "dashboard.overview.large-accounts" : "dashboard.overview.real-time"
    }
  }

  /// Whether the list that was shown last is certainly not due.
  var hasYoungList: Bool { list.map { now - $0.first < Self.limit } ?? false }

  /// Whether a view may fail that begins now. The document does not say how soon what may be cached is computed again
  /// after a failure: no later than it would be otherwise.
  func mayFail(_ card: DashboardCard) -> Bool {
    isFailing || !isRealTime(card) && failed.map { now - $0 <= Self.limit } ?? false
  }

  /// The figures that may have been computed between two times.
  private func computed(from first: Duration, to last: Duration) -> [Shown] {
    changes.indices.compactMap { index in
      let end = index + 1 < changes.count ? changes[index + 1].time : last
      let (from, to) = (max(first, changes[index].time), min(last, end))
      return from <= to ? Shown(figure: changes[index].version, first: from, last: to) : nil
    }
  }

  /// The figures that a card may show that is computed when it has to be.
  ///
  /// - Parameters:
  ///   - since: when the view began.
  ///   - changes: how often the data had changed then.
  private func allowed(_ card: DashboardCard, since: Duration, _ changes: Int) -> [Shown] {
    isRealTime(card)
      ? self.changes[(changes - 1)...].map { Shown(figure: $0.version, first: $0.time, last: now) }
      : computed(from: since - Self.limit, to: now)
  }

  /// The figures that a card may show now, if it can be computed. A metric that may be cached may be older than the one
  /// that was shown before, as where two caches are asked in turn.
  private func allowed(_ card: DashboardCard) -> [Shown] {
    let allowed = allowed(card, since: now, changes.count)
    guard card == .customerList, let list else { return allowed }
    let again = computed(from: max(now - Self.limit, list.first + Self.limit), to: now)
    return now - list.last > Self.limit ? again : again + [list]
  }

  func viewing(_ card: DashboardCard) -> [Continuation<DashboardAction, Self>] {
    let isHit = card == .customerList && hasYoungList
    let figures = isHit ? [list].compactMap(\.self) : allowed(card)
    let nothing: [Expected] = isHit ? [.request(.times(0, .value(card))).demanded(by: rule(card))] : []
    return showing(figures, on: card, mayFail: mayFail(card) && !isHit, nothing) { state, shown in
      let isOverlapped = !isHit && state.overlap(card)
      if card == .customerList { state.list = isOverlapped ? nil : shown }
      state.viewed = shown.map { DashboardAgeModel.Viewed(card: card, shown: $0) }
    }
  }

  func finishing(_ name: String) -> [Continuation<DashboardAction, Self>] {
    var rest = self
    guard let view = rest.begun.removeValue(forKey: name) else { return [Way(to: rest)] }
    let young = view.card == .customerList ? view.list.flatMap { now - $0.first < Self.limit ? $0 : nil } : nil
    let figures = young.map { [$0] } ?? allowed(view.card, since: view.since, view.changes)
    return rest.showing(figures, on: view.card, mayFail: view.mayFail && young == nil) { state, shown in
      // Of two that were viewed at once, either may be kept: the document does not say that they are computed once.
      if view.card == .customerList { state.list = state.list == view.list && !view.isOverlapped ? shown : nil }
    }
  }

  /// The ways in which a card shows one of these figures, or, if its computation may fail, an older one or none.
  private func showing(
    _ figures: [Shown], on card: DashboardCard, mayFail: Bool, _ more: [Expected] = [],
    noting: @escaping @Sendable (_ state: inout Self, _ shown: Shown?) -> Void
  ) -> [Continuation<DashboardAction, Self>] {
    let figures = mayFail ? computed(from: .zero, to: now) : figures
    let rule: RuleID = mayFail ? "dashboard.failed-computation" : rule(card)
    let expected = Expected.answers(
      oneOf: Set(figures.map(\.figure)).sorted { $0.number < $1.number }.map { DashboardFigure($0) })
    let shown = Way([expected.demanded(by: rule)] + more) { observation in
      var state = self
      let same = figures.filter { observation.answer == [.value(DashboardFigure($0.figure))] }
      let shown = same.first.map { first in
        same.reduce(first) { sum, one in
          Shown(figure: sum.figure, first: min(sum.first, one.first), last: max(sum.last, one.last))
        }
      }
      noting(&state, shown)
      return state
    }
    var unknown = self
    noting(&unknown, nil)
    let failed = Way(to: unknown, [Expected.fails.demanded(by: rule)] + more)
    return mayFail ? [shown, failed] : [shown]
  }

  // MARK: The time of the last update

  /// The expectation that the time that a metric states is one at which the data had the version that it shows.
  var lastUpdated: [Expectation<DashboardAction>] {
    guard let viewed, viewed.card != .customerList, now - viewed.shown.first < .hours(3) else { return [] }
    let shown = viewed.shown
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
