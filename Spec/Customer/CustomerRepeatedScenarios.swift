extension CustomerSpec {
  /// Behaviour that holds every time, and after every kind of failure.
  static let repeatedScenarios: [CustomerScenario] =
    failedScenarios + stillOldScenarios + ages.flatMap(oddAge) + againScenarios + renewedScenarios
    + overlappingScenarios + newsScenarios

  private static let versions = (2...5).map { DataVersion($0) }
  private static let oddVersions = [9, 10, 2].map { DataVersion($0) }

  // MARK: Failures

  /// Refreshes that fail and bring no data: what was old is still old.
  private static let failures: [(name: String, given: Fixture<CustomerAction>, steps: [CustomerStep])] =
    failuresOffline.map { ($0, .stale.offline, $1) } + refused.map { ($0, .stale.refusing($0, $1).offline, []) }

  private static let failuresOffline: [(name: String, steps: [CustomerStep])] = [
    ("a read by fetchCurrent", [Step(.call(.customerInfo(.fetchCurrent)), .returns)]),
    ("a read by notStaleCachedOrFetched", [Step(.call(.customerInfo(.notStaleCachedOrFetched)), .returns)]),
    ("a purchase", [.failsOrNot(.purchase("pro"))]),
    ("a restore", [.failsOrNot(.restore)]),
    ("coming to the foreground", CustomerStep.away(.moreThanFiveMinutes)),
    ("a day in the background", [Step(.app(.background)), Step(.advance(.hours(25))), Step(.app(.foreground))]),
    ("ten refreshes", Array(repeating: [.anHour, .reads(.v1)], count: 10).flatMap(\.self)),
    (ofStart, [Step(.restart)]),
  ]

  /// Answers that no module may accept.
  private static let refused: [(name: String, step: CustomerStep)] = [
    ("an answer for another user", Step(.call(.customerInfo(.fetchCurrent)), .returns)),
    ("a refresh answered for another user", .reads(.v1)),
  ]

  /// What is old is still old in the next run.
  private static let (ofStart, stillOld): (String, RuleID) = (
    "the refresh of a start", "customer.info.age-survives-restart"
  )

  private static let failedScenarios = failures.map { name, given, steps in
    // The document does not say how soon it is retried: a module may wait, longer after each failure.
    let pause = name == "ten refreshes" ? CustomerStep(.advance(.days(1))) : .anHour
    return CustomerScenario(
      "customer.get.refreshes-when-old", "after \(name) that failed", given: given,
      then: steps + [
        Step(.network(.up)), pause, Step(.call(.customerInfo())),
        name == ofStart ? .reads(.v2).demanded(by: stillOld) : .reads(.v2),
      ])
  }

  /// A failed refresh makes nothing young, not even when no call follows for minutes. That time is too short to become
  /// old again.
  private static let stillOldScenarios = failures.map { name, given, steps in
    CustomerScenario(
      "customer.policy.not-stale-cached-or-fetched", "after \(name) that failed", given: given,
      then: steps + [
        .almostFiveMinutes, Step(.network(.up)),
        Step(
          .call(.customerInfo(.notStaleCachedOrFetched)),
          oneOf: [
            Outcome("fetched", .answers(.info(.v2))),
            // For a module that waits longer after a failure.
            Outcome("not asked again yet", .fails),
          ]),
      ])
  }

  // MARK: Ages

  /// Ages that seem small by the time of day, by the minute of the hour, or in an integer of few bits.
  private static let ages: [Duration] = [
    .minutes(20), .days(1) + .minutes(1), .seconds(65_596), .days(7) + .minutes(1), .seconds(4_294_967 + 60),
  ]

  private static func oddAge(_ age: Duration) -> [CustomerScenario] {
    let fetched: [CustomerStep] = [
      Step(.advance(.minutes(31))), .reads(.v2, by: .fetchCurrent), Step(.serve(.customerInfo(.v3))),
    ]
    return [
      Scenario(
        "customer.get.refreshes-when-old", "after \(age.inWords), fetched at half past", given: .young,
        then: fetched + [Step(.advance(age)), Step(.call(.customerInfo())), .reads(.v3)]),
      Scenario(
        "customer.info.age-survives-restart", "\(age.inWords), fetched at half past", given: .young,
        then: fetched + [
          Step(.network(.down)), Step(.restart(after: age)), .reads(.v2, by: .fromCacheOnly), Step(.network(.up)),
          .reads(.v3, by: .notStaleCachedOrFetched),
        ]),
    ]
  }

  // MARK: Again

  /// A version is a name: versions have no order.
  private static let renewedScenarios =
    renewed("whichever version follows", oddVersions, after: .anHour)
    + renewed("5 min 1 s after each refresh", versions, after: .moreThanFiveMinutes)

  private static let againScenarios: [CustomerScenario] = [
    Scenario(
      "customer.info.age-survives-restart", "grown old in four runs", given: .young.offline,
      then: Array(repeating: [Step(.advance(.seconds(100))), Step(.restart)], count: 4).flatMap(\.self) + [
        Step(.network(.up)), .reads(.v2, by: .notStaleCachedOrFetched),
      ]),
    Scenario(
      "customer.get.cached-without-request", "once an unchanged answer has come", given: .first,
      then: [
        .anHour, .reads(.v0, .requestsInfo()), .reads(.v0, .requestsNothing), .almostFiveMinutes,
        .reads(.v0, .requestsNothing),
      ]),
    Scenario(
      "customer.invalidate.forces-fetch", "again and again", given: .young,
      then: versions.flatMap { [Step(.serve(.customerInfo($0))), Step(.call(.invalidate)), .reads($0)] }),
    Scenario(
      "customer.foreground.refreshes-when-old", "again and again, after a refresh that failed", given: .stale.offline,
      then: [.reads(.v1), Step(.network(.up))]
        + versions.flatMap { version in
          [Step(.serve(.customerInfo(version)))] + CustomerStep.away(.anHour) + [.reads(version, by: .fromCacheOnly)]
        }),
    Scenario(
      "customer.background.refreshes-after-a-day", "again and again", given: .young,
      then: versions.flatMap { version in
        [Step(.app(.background)), Step(.serve(.customerInfo(version)))] + CustomerStep.aDay
          + [.reads(version, by: .fromCacheOnly), Step(.app(.foreground))]
      }),
    Scenario(
      "customer.offerings.refreshes-when-old", "again and again, each time after a request that failed",
      given: .firstOfferings,
      then: versions.flatMap { version in
        [
          .anHour, Step(.network(.down)), Step(.call(.offerings), .returns),
          Step(.network(.up)), Step(.serve(.offerings(version))),
          // The document does not say how soon it is retried.
          .anHour, Step(.call(.offerings), .returns), .readsOfferings(version),
        ]
      }),
    Scenario(
      "customer.purchase.unlocks", "three in a row", given: .young,
      then: [
        Step(.call(.purchase("pro"))), Step(.call(.purchase("extra"))), Step(.call(.purchase("more"))),
        Step(.network(.down)), readsBought(["pro", "extra", "more"]), Step(.restart),
        readsBought(["pro", "extra", "more"]),
      ]),
  ]

  /// Each version is fetched once the previous one is old.
  private static func renewed(
    _ row: String, _ versions: [DataVersion], after pause: CustomerStep, line: Int = #line
  ) -> [CustomerScenario] {
    let info = versions.map { version -> [CustomerStep] in
      [Step(.serve(.customerInfo(version))), pause, Step(.call(.customerInfo())), .reads(version, by: .fromCacheOnly)]
    }
    let offerings = versions.map { version -> [CustomerStep] in
      [Step(.serve(.offerings(version))), pause, Step(.call(.offerings)), .readsOfferings(version)]
    }
    return [
      Scenario("customer.get.refreshes-when-old", row, given: .first, then: info.flatMap(\.self), line: line),
      Scenario(
        "customer.offerings.refreshes-when-old", row, given: .firstOfferings, then: offerings.flatMap(\.self),
        line: line),
    ]
  }

  private static func readsBought(_ products: [String]) -> CustomerStep {
    Step(.call(.customerInfo()), .answers(oneOf: [.info(.v1, with: products), .info(.v2, with: products)]))
  }

  // MARK: While a request is in flight

  private static let overlappingScenarios: [CustomerScenario] = [
    Scenario(
      "customer.purchase.unlocks", "two at once, the older answered last", given: .held(.purchase),
      then: [
        Step(.requests(.customerInfo, .hold)), Step(.begin(.purchase("extra"))),
        Step(
          .requests(.customerInfo, .awaitHeldUnlessJoined(2)),
          oneOf: [Outcome("two purchases at once"), Outcome("one after the other", .fails)]),
        Step(.requests(.customerInfo, .holdNoMore)),
        Step(.requests(.customerInfo, .releaseNewest)), Step(.requests(.customerInfo, .releaseAll)),
        Step(.finish, .returns), Step(.network(.down)), readsBought(["pro", "extra"]), Step(.restart),
        readsBought(["pro", "extra"]),
      ]),
    Scenario(
      "customer.purchase.unlocks", "read by fetchCurrent while an older request is under way",
      given: .held(.staleRead),
      then: [
        Step(.callMeanwhile(.purchase("pro"))), Step(.finish, .returns),
      ] + CustomerStep.besideAnother(.customerInfo(.fetchCurrent)) + [
        Step(.requests(.customerInfo, .releaseAll)), Step(.finish, .answers(.info(.v2, with: ["pro"]))),
      ]),
    Scenario(
      "customer.restore.refreshes", "an older answer comes after it", given: .held(.staleRead),
      then: [
        Step(.serve(.customerInfo(.v2, entitlements: ["pro"]))), Step(.callMeanwhile(.restore)),
        Step(.requests(.customerInfo, .releaseAll)), Step(.finish, .returns),
        Step(.call(.customerInfo(.fromCacheOnly)), .answers(.info(.v2, with: ["pro"]))),
      ]),
    waits("customer.policy.not-stale-cached-or-fetched", .notStaleCachedOrFetched),
    waits("customer.policy.fetch-current", .fetchCurrent),
    Scenario(
      "customer.get.coalesces", "a request that fails", given: .unfetched().offline,
      then: [
        Step(.requests(.customerInfo, .hold)), Step(.begin(.customerInfo(), times: 20)),
        Step(.requests(.customerInfo, .awaitHeld(1))), Step(.requests(.customerInfo, .releaseAll)),
        Step(.finish, .fails), Step(.network(.up)), .reads(.v1, by: .fetchCurrent),
      ]),
    Scenario(
      "customer.log.vending-from-cache", "when a fetch fails", given: .stale.offline.logged,
      then: [CustomerFetchPolicy.fetchCurrent, .notStaleCachedOrFetched].map { policy in
        Step(
          .call(.customerInfo(policy)),
          oneOf: [
            Outcome("fails", .fails, .vendsFromCache(0)),
            Outcome("what is cached is served", .answers(.info(.v1)), .vendsFromCache(1)),
          ])
      }),
  ]

  /// A read that waits for the server also does so while a refresh is in flight.
  private static func waits(_ rule: RuleID, _ policy: CustomerFetchPolicy, line: Int = #line) -> CustomerScenario {
    Scenario(
      rule, "while a refresh is under way", given: .stale,
      then: [
        Step(.requests(.customerInfo, .hold)), .reads(.v1),
        CustomerStep(.requests(.customerInfo, .awaitHeld(1)))
          .demanded(by: "customer.policy.stale-served-then-refreshed"),
        Step(.begin(.customerInfo(policy))), Step(.requests(.customerInfo, .releaseAll)),
        Step(.finish, .answers(.info(.v2))),
      ], line: line)
  }

  // MARK: Updates

  private static let newsScenarios: [CustomerScenario] = [
    Scenario(
      "customer.listener.told-of-background-updates", "a version that was there before", given: .young.listening,
      then: [DataVersion.v2, .v1, .v2].flatMap { version in
        [
          Step(.serve(.customerInfo(version))), Step(.app(.background)), .anHour,
          Step(.app(.foreground), .notifies(.info(version))),
        ]
      }),
    Scenario(
      "customer.listener.told-of-background-updates", "entitlements that have ended", given: .entitled(),
      then: [
        Step(.listen(.start)), Step(.serve(.customerInfo(.v2))), Step(.app(.background)), .anHour,
        Step(.app(.foreground), .notifies(.info(.v2))),
      ]),
  ]
}

extension Fixture where Action == CustomerAction {
  /// A read was answered for another user, and the answer was not accepted.
  fileprivate func refusing(_ name: String, _ read: CustomerStep) -> Self {
    and(
      "\(name) was not taken", standingOn: "customer.get.answer-for-another-user",
      [Step(.serve(.answersFor(.bob))), read, Step(.serve(.answersFor(nil))), .reads(.v1, by: .fromCacheOnly)])
  }
}
