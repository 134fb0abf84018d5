/// Runs of a dashboard: data that changes, a source that fails, and cards that are viewed again and again, also by
/// several at once.
struct DashboardDraw: Draw {
  private var isOpen = false
  private var version = 1
  private var hasViewed = false
  private var isFailing = false
  private var isHolding = false
  /// The views that have begun, and how many have begun in all.
  private var begun: [String] = []
  private var count = 0

  private static let pauses: [Duration] = [
    .minutes(30), .seconds(1), .hours(1), .hours(2) - .seconds(1), .hours(2), .hours(2) + .seconds(1), .hours(25),
  ]

  var choices: [Choice<DashboardAction>] {
    // Not while the source fails: a module may compute figures when it opens.
    let open = Choice("open", 1, AccountSize.allCases) { DashboardAction.open($0) }
    if !isOpen { return [open] }
    if isHolding { return ofTheSource + whileHeld }
    let read = Choice("read when it was updated", 3) { DashboardAction.readLastUpdated }
    return ofTheSource + [
      Choice("view", 20, DashboardCard.allCases) { .view($0) },
      Choice("advance", 14, Self.pauses) { .advance($0) },
      Choice("advance oddly", 3, Self.oddTimes) { .advance($0) },
    ] + (hasViewed ? [read] : [])
      + (begun.isEmpty ? [Choice("hold", 4) { .requests(.hold) }] : [Choice("finish", 30, begun) { .finish($0) }])
      + (begun.isEmpty && !isFailing ? [open] : [])
  }

  private var ofTheSource: [Choice<DashboardAction>] {
    let next = DataVersion(version + 1)
    return [
      Choice("change", 6) { .change(next) },
      Choice("change back", 1) { .change(.v1) },
      isFailing
        ? Choice("recover", 6) { .source(.up) }
        : Choice("fail", 2, OriginFailure.allCases) { .source(.failing($0)) },
    ]
  }

  /// The actions while computations are held: none of them waits for one. A computation does not take hours.
  private var whileHeld: [Choice<DashboardAction>] {
    let name = "view \(count)"
    return [
      Choice("begin", 20, DashboardCard.allCases) { .begin($0, as: name) },
      Choice("advance a little", 2, [.seconds(1), .minutes(10)]) { .advance($0) },
      Choice("answer every request", 8) { .requests(.releaseAll) },
      Choice("answer the oldest", 3) { .requests(.releaseOldest) },
    ]
  }

  mutating func note(_ action: DashboardAction) {
    switch action {
    case .open: (isOpen, hasViewed) = (true, false)
    case .change(let version): self.version = max(self.version, version.number)
    case .source(let source): isFailing = source != .up
    case .view: hasViewed = true
    case .begin(_, let name): (begun, count) = (begun + [name], count + 1)
    case .world(.requests(.hold)): isHolding = true
    case .world(.requests(.releaseAll)): isHolding = false
    case .world(.finish(let name)): begun.removeAll { $0 == name }
    case .world, .readLastUpdated: break
    }
  }
}
