extension CustomerSpec {
  /// What is read after a restart, whoever the user is and whichever way the data arrived.
  static let restartScenarios: [CustomerScenario] =
    [
      Scenario(
        "customer.info.survives-restart", given: .cached.offline,
        then: [Step(.restart), .reads(.v1), Step(.restart), .reads(.v1, by: .fromCacheOnly)]),
      Scenario(
        "customer.info.survives-restart", "of a user who was made up", given: .anonymous.offline,
        then: [
          Step(.restart), .reads(.v0, of: .anonymous(1)),
          Step(.restart), .reads(.v0, of: .anonymous(1), by: .fromCacheOnly),
        ]),
    ] + waysIn.flatMap { [survives($0), survivesKill($0)] }

  /// A way for version 2 to enter the cache, and the rule that it follows.
  private typealias WayIn = (
    name: String, from: Fixture<CustomerAction>, rule: RuleID, steps: [CustomerStep], line: Int
  )

  private static let waysIn: [WayIn] = [
    (
      "a first read", .unfetched(.v2), "customer.policy.cached-or-fetched", [Step(.call(.customerInfo()), .returns)],
      #line
    ),
    (
      "the refresh behind a stale read", .stale, "customer.policy.stale-served-then-refreshed",
      [Step(.call(.customerInfo()), .returns)], #line
    ),
    (
      "a read that waits", .stale, "customer.policy.not-stale-cached-or-fetched",
      [Step(.call(.customerInfo(.notStaleCachedOrFetched)), .returns)], #line
    ),
    ("a start", .young, "customer.restart.refreshes-though-young", [Step(.restart)], #line),
    ("coming to the foreground", .young, "customer.foreground.refreshes-when-old", CustomerStep.away(.anHour), #line),
    (
      "a day in the background", .young, "customer.background.refreshes-after-a-day",
      [Step(.app(.background))] + CustomerStep.aDay, #line
    ),
    ("a restore", .stale, "customer.restore.refreshes", [Step(.call(.restore))], #line),
  ]

  private static func brought(_ way: WayIn) -> Fixture<CustomerAction> {
    way.from.and(
      "\(way.name) has brought version 2", standingOn: way.rule, way.steps + [.reads(.v2, by: .fromCacheOnly)]
    ).offline
  }

  private static func survives(_ way: WayIn) -> CustomerScenario {
    Scenario(
      "customer.info.survives-restart", "brought by \(way.name)", given: brought(way),
      then: [Step(.restart), .reads(.v2), .reads(.v2, by: .fromCacheOnly)], line: way.line)
  }

  private static func survivesKill(_ way: WayIn) -> CustomerScenario {
    Scenario(
      "customer.info.survives-kill", "brought by \(way.name)", given: brought(way),
      then: [Step(.kill), .reads(.v2), .reads(.v2, by: .fromCacheOnly)], line: way.line)
  }
}
