import CacheVocabulary

extension CustomerSpec {
  /// Restarts, the foreground and the background.
  static let lifeScenarios: [CustomerScenario] = [
    CustomerScenario(
      "customer.info.survives-restart", given: .configured + [Step(.network(.down))],
      then: [Step(.app(.restart)), .reads("v1"), Step(.app(.restart)), .reads("v1", by: .fromCacheOnly)]),
    CustomerScenario(
      "customer.restart.refreshes-though-young", given: .young,
      then: [Step(.app(.restart), .refreshes), .reads("v2", .asksNothing)]),

    CustomerScenario(
      "customer.foreground.refreshes-when-old", given: .young + [Step(.app(.background)), .moreThanFiveMinutes],
      then: [Step(.app(.foreground), .refreshes), .reads("v2", .asksNothing)]),
    CustomerScenario(
      "customer.foreground.quiet-when-young", given: .young + [Step(.app(.background)), .almostFiveMinutes],
      then: [Step(.app(.foreground), .asksNothing), .reads("v1", .asksNothing)]),
    CustomerScenario(
      "customer.foreground.exactly-five-minutes", given: .young + [Step(.app(.background)), .fiveMinutes],
      then: [
        Step(
          .app(.foreground), oneOf: [Outcome("not yet", .asksNothing), Outcome("refreshes", .refreshes)])
      ]),

    CustomerScenario(
      "customer.background.refreshes-after-a-day", given: .young + [Step(.app(.background))],
      then: [
        Step(.pass(seconds: day - 1), .asksNothing),
        Step(.pass(seconds: hour + 1), .refreshes),
        .reads("v2", by: .fromCacheOnly),
        // The second day counts from the first refresh, which was between 24 and 25 hours.
        Step(.pass(seconds: 2 * day - 1 - (day + hour)), .asksNothing),
        Step(.serve(.customerInfo("v3"))),
        Step(.pass(seconds: 2 * hour + 1), .refreshes),
        .reads("v3", by: .fromCacheOnly),
      ]),
    CustomerScenario(
      "customer.background.exactly-a-day", given: .young + [Step(.app(.background)), Step(.pass(seconds: day - 1))],
      then: [
        Step(
          .pass(seconds: 1), oneOf: [Outcome("not yet", .asksNothing), Outcome("refreshes", .refreshes)])
      ]),
    CustomerScenario(
      "customer.background.production-only",
      given: [
        Step(.app(.configure(CustomerSetup(.alice, environment: .sandbox)))), .reads("v0"), Step(.app(.background)),
      ],
      then: [
        Step(
          .pass(seconds: day + hour),
          oneOf: [
            Outcome("does not refresh", .asksNothing), Outcome("refreshes as in production", .refreshes),
            Outcome("refreshes more often", .asksSomething),
          ])
      ]),

    CustomerScenario(
      "customer.offline.served-for-ever", "a hundred restarts",
      given: .configured + [Step(.network(.down))],
      then: (1...100).flatMap { _ in [Step(.pass(seconds: year / 100)), Step(.app(.restart))] }
        + [.reads("v1"), .reads("v1", by: .fromCacheOnly)]),
    CustomerScenario(
      "customer.offline.served-for-ever", "in one run", given: .configured + [Step(.network(.down))],
      then: [Step(.pass(seconds: year)), .reads("v1"), .reads("v1")]),
    CustomerScenario(
      "customer.offline.entitlements-readable",
      given: .configured + [
        Step(.serve(.customerInfo("v2", entitlements: ["pro", "extra"]))), .anHour,
        Step(.call(.customerInfo())), Step(.network(.down)),
      ],
      then: [
        Step(.call(.customerInfo()), .answers(CustomerInfo(.alice, "v2", entitlements: ["pro", "extra"]))),
        Step(.app(.restart)),
        Step(.pass(seconds: year)),
        Step(.call(.customerInfo()), .answers(CustomerInfo(.alice, "v2", entitlements: ["pro", "extra"]))),
      ]),
  ]

  static let hour = 3600
  static let day = 24 * hour
  private static let year = 365 * day

  /// Who is told of updates.
  static let listenerScenarios: [CustomerScenario] = [
    CustomerScenario(
      "customer.listener.told-of-background-updates", "foreground",
      given: .young + [Step(.listen(.start)), Step(.app(.background)), .anHour],
      then: [Step(.app(.foreground), .tells(CustomerInfo(.alice, "v2")))]),
    CustomerScenario(
      "customer.listener.told-of-background-updates", "restart",
      given: .young + [Step(.requests(.customerInfo, .hold)), Step(.app(.restart)), Step(.listen(.start))],
      then: [
        Step(.requests(.customerInfo, .await(1))),
        Step(.requests(.customerInfo, .release), .tells(CustomerInfo(.alice, "v2"))),
      ]),
    CustomerScenario(
      "customer.listener.told-of-background-updates", "a day in the background",
      given: .young + [Step(.listen(.start)), Step(.app(.background))],
      then: [Step(.pass(seconds: day + hour), .tells(CustomerInfo(.alice, "v2")))]),
    CustomerScenario(
      "customer.listener.told-of-background-updates", "stale read", given: .stale + [Step(.listen(.start))],
      then: [Step(.call(.customerInfo()), .tells(CustomerInfo(.alice, "v2")))]),

    CustomerScenario(
      "customer.listener.not-told-twice", "an update that changes nothing",
      given: .configured + [Step(.listen(.start)), Step(.app(.background)), .anHour],
      then: [
        Step(.app(.foreground), .refreshes, .tellsNothing),
        Step(.serve(.customerInfo("v2"))),
        .anHour,
        Step(.app(.foreground), .tells(CustomerInfo(.alice, "v2"))),
        .anHour,
        Step(.app(.foreground), .refreshes, .tellsNothing),
      ]),
    CustomerScenario(
      "customer.listener.not-told-twice", "ten reads at once", given: .stale + [Step(.listen(.start))],
      then: [
        Step(.callOften(.customerInfo(), times: 10, atOnce: true), .tells(CustomerInfo(.alice, "v2"))),
        Step(.callOften(.customerInfo(), times: 10, atOnce: true), .tellsNothing),
      ]),
    CustomerScenario(
      "customer.listener.removed", "between updates", given: .stale + told,
      then: [
        Step(.listen(.stop)),
        Step(.serve(.customerInfo("v3"))),
        .anHour,
        Step(.app(.foreground), .refreshes, .tellsNothing),
      ]),
    CustomerScenario(
      "customer.listener.removed", "while an update is under way",
      given: .stale + told + [
        Step(.serve(.customerInfo("v3"))), .anHour, Step(.requests(.customerInfo, .hold)),
        Step(.app(.foreground)), Step(.requests(.customerInfo, .await(1))),
      ],
      then: [Step(.listen(.stop)), Step(.requests(.customerInfo, .release), .tellsNothing)]),
    CustomerScenario(
      "customer.listener.replaced-when-told", given: .stale + [Step(.listen(.replaceWhenTold))],
      then: [
        // Whether a listener that is set is told at once of what is known is not said.
        Step(.app(.foreground), Expectation(.told, .times(1, Fact(CustomerInfo(.alice, "v2"))))),
        Step(.serve(.customerInfo("v3"))),
        .anHour,
        Step(.app(.foreground), .tells("the other listener: \(CustomerInfo(.alice, "v3"))")),
      ]),
  ]

  private static let told: [CustomerStep] = [
    Step(.listen(.start)), Step(.app(.foreground), .tells(CustomerInfo(.alice, "v2"))),
  ]

  /// What is logged.
  static let logScenarios: [CustomerScenario] = [
    CustomerScenario(
      "customer.log.vending-from-cache", "young", given: .young + [Step(.watchLog)],
      then: [.reads("v1", .vendsFromCache(1)), .reads("v1", .vendsFromCache(1))]),
    CustomerScenario(
      "customer.log.vending-from-cache", "stale", given: .stale + [Step(.watchLog)],
      then: [.reads("v1", .vendsFromCache(1))]),
    CustomerScenario(
      "customer.log.vending-from-cache", "from cache only", given: .young + [Step(.watchLog)],
      then: [.reads("v1", by: .fromCacheOnly, .vendsFromCache(1))]),
    CustomerScenario(
      "customer.log.vending-from-cache", "twenty at once", given: .young + [Step(.watchLog)],
      then: [Step(.callOften(.customerInfo(), times: 20, atOnce: true), .vendsFromCache(20))]),
    CustomerScenario(
      "customer.log.vending-from-cache", "from the network", given: .unfetched + [Step(.watchLog)],
      then: [.reads("v1", .vendsFromCache(0)), .reads("v1", by: .fetchCurrent, .vendsFromCache(0))]),
  ]

  /// Stored copies that cannot be read.
  static let damageScenarios: [CustomerScenario] =
    (Damage.allCases.map(StoredDamage.bytes) + [.earlierFormat(CustomerInfo(.alice, "v1"))]).map { damage in
      let none = Outcome("counts as none", .fails)
      let whole = Outcome("still readable", .answers(CustomerInfo(.alice, "v1")))
      // A file cut in half may hold the copy in the half that is left, and an earlier format may be understood.
      let mayBeWhole = damage != .bytes(.emptied) && damage != .bytes(.overwritten)
      return CustomerScenario(
        "customer.info.unreadable-copy", "\(damage)", given: .young + [Step(.network(.down))],
        then: [
          Step(.damage(damage)),
          Step(.call(.customerInfo(.fromCacheOnly)), oneOf: mayBeWhole ? [none, whole] : [none]),
          Step(.network(.up)),
          .reads("v2", by: .fetchCurrent),
          Step(.network(.down)),
          Step(.app(.restart)),
          .reads("v2", by: .fromCacheOnly),
        ])
    }
}
