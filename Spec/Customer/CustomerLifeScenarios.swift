extension CustomerSpec {
  /// Restarts, the foreground and the background.
  static let lifeScenarios: [CustomerScenario] =
    restartScenarios + runScenarios + awkward.map(awkwardEntitlement)

  private static let runScenarios: [CustomerScenario] = [
    Scenario(
      "customer.info.age-survives-restart", "old", given: .stale.offline,
      then: [Step(.restart), Step(.network(.up)), .reads(.v2, by: .notStaleCachedOrFetched)]),
    Scenario(
      "customer.info.age-survives-restart", "grown old between two runs", given: .young.offline,
      then: [
        Step(.restart(after: .minutes(5) + .seconds(1))), .reads(.v1, by: .fromCacheOnly), Step(.network(.up)),
        .reads(.v2, by: .notStaleCachedOrFetched),
      ]),
    Scenario(
      "customer.info.age-survives-restart", "grown old in two runs", given: .young.offline,
      then: [
        Step(.advance(.minutes(3))), Step(.restart), .reads(.v1, by: .fromCacheOnly),
        Step(.advance(.minutes(2) + .seconds(1))), Step(.network(.up)), .reads(.v2, by: .notStaleCachedOrFetched),
      ]),
    Scenario(
      "customer.restart.refreshes-though-young", given: .young,
      then: [Step(.restart, .requestsInfo()), .reads(.v2, .requestsNothing)]),
    Scenario(
      "customer.restart.refreshes-though-young", "while the request is held", given: .young,
      then: [Step(.requests(.customerInfo, .hold)), Step(.app(.startAtOnce))] + readWhileHeld),
    Scenario(
      "customer.restart.ended-run-writes-nothing", "the same user", given: .held(.fetchCurrent),
      then: [
        Step(.serve(.customerInfo(.v3))), Step(.restart), .reads(.v3, by: .fetchCurrent),
        Step(.requests(.customerInfo, .releaseAll)), Step(.finish, .returns), .reads(.v3, by: .fromCacheOnly),
        Step(.network(.down)), Step(.restart), .reads(.v3, by: .fromCacheOnly),
      ]),
    Scenario(
      "customer.restart.ended-run-writes-nothing", "another user", given: .held(.fetchCurrent),
      then: [
        Step(.serve(.customerInfo(.v3))), Step(.app(.configure(CustomerSetup(.bob)))),
        .reads(.v3, of: .bob, by: .fetchCurrent),
        Step(.requests(.customerInfo, .releaseAll)), Step(.finish, .returns), .reads(.v3, of: .bob),
        Step(.network(.down)), Step(.restart), .reads(.v3, of: .bob, by: .fromCacheOnly),
      ]),

    Scenario(
      "customer.foreground.refreshes-when-old", given: .young,
      then: [
        Step(.app(.background)), Step(.advance(.minutes(1))), Step(.app(.foreground), .requestsNoInfo),
        Step(.app(.background)), .moreThanFiveMinutes, Step(.app(.foreground), .requestsInfo()),
        .reads(.v2, .requestsNothing),
      ]),
    Scenario(
      "customer.foreground.refreshes-when-old", "while the request is held", given: .young,
      then: CustomerStep.awayThenHeld(.anHour) + readWhileHeld),
    Scenario(
      "customer.foreground.quiet-when-young", given: .young,
      then: [
        Step(.app(.background)), .almostFiveMinutes, Step(.app(.foreground), .requestsNoInfo),
        .reads(.v1, .requestsNothing),
        Step(.app(.background)), .moreThanFiveMinutes, Step(.app(.foreground), .requestsInfo()),
      ]),
    // Neither the cached copy nor the absence is five minutes old, whichever of the two they count from.
    Scenario(
      "customer.foreground.quiet-when-young", "after a purchase", given: .young,
      then: [
        Step(.advance(.minutes(4))), Step(.call(.purchase("pro"))), Step(.app(.background)),
        Step(.advance(.minutes(2))), Step(.app(.foreground), .requestsNoInfo),
      ]),
    Scenario(
      "customer.foreground.counts-from", "a fetch before a short absence", given: .young,
      then: [
        Step(.advance(.minutes(4))), Step(.app(.background)), Step(.advance(.minutes(2))),
        Step(
          .app(.foreground),
          oneOf: [
            Outcome("from the last fetch", .requestsInfo()), Outcome("from going to the background", .requestsNoInfo),
          ]),
      ]),
    Scenario(
      "customer.foreground.counts-from", "a fetch in the background", given: .fetchedInBackground,
      then: [
        Step(.advance(.minutes(4) + .seconds(30))),
        Step(
          .app(.foreground),
          oneOf: [
            Outcome("from the last fetch", .requestsNoInfo), Outcome("from going to the background", .requestsInfo()),
          ]),
      ]),
    Scenario(
      "customer.foreground.exactly-five-minutes", given: .young,
      then: [
        Step(.app(.background)), .fiveMinutes,
        Step(.app(.foreground), oneOf: [Outcome("not yet", .requestsNoInfo), Outcome("refreshes", .requestsInfo())]),
      ]),

    Scenario(
      "customer.background.refreshes-after-a-day", given: .young,
      then: [
        Step(.app(.background)),
        Step(.advance(.days(1) - .seconds(1)), .requestsNothing),
        .byItselfOrNot(after: .hours(1) + .seconds(2)), Step(.call(.customerInfo())),
        .reads(.v2, by: .fromCacheOnly),
        // The second day counts from the first refresh, which came after 24 to 25 hours.
        Step(.advance(.hours(23) - .seconds(2)), .requestsNothing),
        Step(.serve(.customerInfo(.v3))),
        .byItselfOrNot(after: .hours(2) + .seconds(3)), Step(.call(.customerInfo())),
        .reads(.v3, by: .fromCacheOnly),
      ]),
    Scenario(
      "customer.background.refreshes-after-a-day", "and not in the foreground", given: .young,
      then: [
        Step(.app(.background)), Step(.advance(.minutes(1))), Step(.app(.foreground)),
        Step(.advance(.hours(25)), .requestsNothing),
        Step(.app(.background)),
      ] + CustomerStep.aDay + [.reads(.v2, by: .fromCacheOnly)]),
    Scenario(
      "customer.background.refreshes-after-a-day", "after one that failed", given: .young,
      then: [
        Step(.app(.background)), Step(.network(.down)), Step(.advance(.hours(25))), Step(.network(.up)),
      ] + CustomerStep.aDay + [.reads(.v2, by: .fromCacheOnly)]),
    Scenario(
      "customer.background.exactly-a-day", given: .young,
      then: [
        Step(.app(.background)),
        Step(.advance(.days(1) - .seconds(1))),
        Step(
          .advance(.seconds(1)), oneOf: [Outcome("not yet", .requestsNoInfo), Outcome("refreshes", .requestsInfo())]),
      ]),
    Scenario(
      "customer.background.production-only",
      given: .sandbox,
      then: [
        Step(.app(.background)),
        Step(
          .advance(.hours(25)),
          oneOf: [
            Outcome("does not refresh", .requestsNothing), Outcome("refreshes as in production", .requestsInfo()),
            Outcome("refreshes more often", .requestsSomething),
          ]),
      ]),

    Scenario(
      "customer.offline.served-for-ever", "a hundred restarts",
      given: .cached.offline,
      then: (1...100).flatMap { _ in [Step(.advance(.days(365) / 100)), Step(.restart)] }
        + [.reads(.v1), .reads(.v1, by: .fromCacheOnly)]),
    Scenario(
      "customer.offline.served-for-ever", "in one run", given: .cached.offline,
      then: [Step(.advance(.days(365))), .reads(.v1), .reads(.v1)]),
    Scenario(
      "customer.offline.entitlements-readable", given: .entitled().offline,
      then: entitlementsAreRead(.v2, ["pro", "extra"])),
    Scenario(
      "customer.offline.entitlements-readable", "after several restarts", given: .entitled().offline,
      then: [Step(.restart), Step(.restart)] + entitlementsAreRead(.v2, ["pro", "extra"])),
    Scenario(
      "customer.offline.entitlements-readable", "in one run", given: .entitled().offline,
      then: [Step(.advance(.days(365)))] + entitlementsAreRead(.v2, ["pro", "extra"])),
    Scenario(
      "customer.offline.entitlements-readable", "a hundred", given: .entitled(with: hundred).offline,
      then: entitlementsAreRead(.v2, hundred)),
    Scenario(
      "customer.offline.entitlements-readable", "as many as make a hundred kilobytes",
      given: .entitled(with: many).offline, then: entitlementsAreRead(.v2, many)),
    Scenario(
      "customer.offline.entitlements-readable", "when one has ended", given: .entitled(),
      then: ending(leaving: ["extra"])),
    Scenario(
      "customer.offline.entitlements-readable", "when all have ended", given: .entitled(), then: ending(leaving: [])),
  ]

  private static let hundred = (1...100).map { "entitlement \($0)" }
  private static let many = (1...200).map { String(repeating: "entitlement \($0) ", count: 40) }
  /// Names that are confused when a list is stored as one text, or by a careless comparison.
  private static let awkward: [(row: String, entitlement: String)] = [
    ("a comma", "pro,extra"), ("a capital", "Pro"), ("a space before it", " pro"), ("a semicolon", "pro;extra"),
    ("a vertical bar", "pro|extra"), ("a line break", "line\nbreak"), ("quotes", #"it's "quoted""#),
    ("a backslash", #"a\b"#), ("a percent sign", "100 %2C"), ("an umlaut", "größe"), ("other scripts", "日本 🎉"),
    ("5,000 characters", String(repeating: "long ", count: 1000)),
  ]

  private static func awkwardEntitlement(_ row: String, _ entitlement: String) -> CustomerScenario {
    let both = ["pro", entitlement]
    return Scenario(
      "customer.offline.entitlements-readable", "with \(row) in its name", given: .entitled(with: both).offline,
      then: entitlementsAreRead(.v2, both))
  }

  /// What is unlocked can be read in this run, and a year later in the next.
  private static func entitlementsAreRead(_ version: DataVersion, _ entitlements: [String]) -> [CustomerStep] {
    let read = CustomerStep(.call(.customerInfo()), .answers(.info(version, with: entitlements)))
    return [read, Step(.restart), Step(.advance(.days(365))), read]
  }

  /// Something that was unlocked no longer is, and is no longer shown.
  private static func ending(leaving entitlements: [String]) -> [CustomerStep] {
    [
      Step(.serve(.customerInfo(.v3, entitlements: entitlements))),
      Step(.call(.customerInfo(.fetchCurrent)), .answers(.info(.v3, with: entitlements))),
      Step(.network(.down)),
    ] + entitlementsAreRead(.v3, entitlements)
  }

  /// A background refresh: a read meanwhile is answered from the cache at once.
  private static let readWhileHeld: [CustomerStep] = [
    Step(.requests(.customerInfo, .awaitHeld(1))), .reads(.v1, by: .cachedOrFetched), .reads(.v1),
    Step(.requests(.customerInfo, .releaseAll)), .reads(.v2, by: .fromCacheOnly),
  ]
}
