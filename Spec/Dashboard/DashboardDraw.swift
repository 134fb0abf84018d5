/// Runs of a dashboard: data that changes, a source that fails, and cards that are viewed again and again.
struct DashboardDraw: Draw {
  private var isOpen = false
  private var version = 1
  private var hasViewed = false
  private var isFailing = false

  private static let pauses: [Duration] = [
    .minutes(30), .seconds(1), .hours(1), .hours(2) - .seconds(1), .hours(2), .hours(2) + .seconds(1), .hours(25),
  ]

  var choices: [Choice<DashboardAction>] {
    // Not while the source fails: a module may compute figures when it opens.
    let open = Choice("open", 1, AccountSize.allCases) { DashboardAction.open($0) }
    if !isOpen { return [open] }
    let read = Choice("read when it was updated", 3) { DashboardAction.readLastUpdated }
    return ofTheSource + [
      Choice("view", 20, DashboardCard.allCases) { .view($0) },
      Choice("advance", 14, Self.pauses) { .advance($0) },
      Choice("advance oddly", 3, Self.oddTimes) { .advance($0) },
    ] + (hasViewed ? [read] : []) + (isFailing ? [] : [open])
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

  mutating func note(_ action: DashboardAction) {
    switch action {
    case .open: (isOpen, hasViewed) = (true, false)
    case .change(let version): self.version = max(self.version, version.number)
    case .source(let source): isFailing = source != .up
    case .view: hasViewed = true
    case .world, .readLastUpdated: break
    }
  }
}
