import CacheVocabulary

extension CustomerSpec {
  /// Restarts, the foreground and the background.
  static let lifeScenarios: [CustomerScenario] = [
    Scenario(
      "customer.info.survives-restart", given: .cached.offline,
      then: [Step(.restart), .reads(.v1), Step(.restart), .reads(.v1, by: .fromCacheOnly)]),
    Scenario(
      "customer.restart.refreshes-though-young", given: .young,
      then: [Step(.restart, .refreshes), .reads(.v2, .requestsNothing)]),

    Scenario(
      "customer.foreground.refreshes-when-old", given: .young,
      then: [
        Step(.app(.background)), .moreThanFiveMinutes, Step(.app(.foreground), .refreshes),
        .reads(.v2, .requestsNothing),
      ]),
    Scenario(
      "customer.foreground.quiet-when-young", given: .young,
      then: [
        Step(.app(.background)), .almostFiveMinutes, Step(.app(.foreground), .requestsNothing),
        .reads(.v1, .requestsNothing),
      ]),
    Scenario(
      "customer.foreground.exactly-five-minutes", given: .young,
      then: [
        Step(.app(.background)), .fiveMinutes,
        Step(.app(.foreground), oneOf: [Outcome("not yet", .requestsNothing), Outcome("refreshes", .refreshes)]),
      ]),

    Scenario(
      "customer.background.refreshes-after-a-day", given: .young,
      then: [
        Step(.app(.background)),
        Step(.advance(.days(1) - .seconds(1)), .requestsNothing),
        Step(.advance(.hours(1) + .seconds(1)), .refreshes),
        .reads(.v2, by: .fromCacheOnly),
        // The second day counts from the first refresh, which was between 24 and 25 hours.
        Step(.advance(.hours(23) - .seconds(1)), .requestsNothing),
        Step(.serve(.customerInfo(.v3))),
        Step(.advance(.hours(2) + .seconds(1)), .refreshes),
        .reads(.v3, by: .fromCacheOnly),
      ]),
    Scenario(
      "customer.background.exactly-a-day", given: .young,
      then: [
        Step(.app(.background)),
        Step(.advance(.days(1) - .seconds(1))),
        Step(.advance(.seconds(1)), oneOf: [Outcome("not yet", .requestsNothing), Outcome("refreshes", .refreshes)]),
      ]),
    Scenario(
      "customer.background.production-only",
      given: .sandbox,
      then: [
        Step(.app(.background)),
        Step(
          .advance(.hours(25)),
          oneOf: [
            Outcome("does not refresh", .requestsNothing), Outcome("refreshes as in production", .refreshes),
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
      "customer.offline.entitlements-readable",
      given: .entitled.offline,
      then: [
        Step(.call(.customerInfo()), .answers(.info(.v2, with: ["pro", "extra"]))),
        Step(.restart),
        Step(.advance(.days(365))),
        Step(.call(.customerInfo()), .answers(.info(.v2, with: ["pro", "extra"]))),
      ]),
  ]

  /// Who is told of updates.
  static let listenerScenarios: [CustomerScenario] = [
    Scenario(
      "customer.listener.told-of-background-updates", "foreground",
      given: .young,
      then: [
        Step(.listen(.start)), Step(.app(.background)), .anHour, Step(.app(.foreground), .notifies(.info(.v2))),
      ]),
    Scenario(
      "customer.listener.told-of-background-updates", "restart",
      given: .young,
      then: [
        Step(.requests(.customerInfo, .hold)), Step(.restart), Step(.listen(.start)),
        Step(.requests(.customerInfo, .awaitHeld(1))),
        Step(.requests(.customerInfo, .releaseAll), .notifies(.info(.v2))),
      ]),
    Scenario(
      "customer.listener.told-of-background-updates", "a day in the background",
      given: .young,
      then: [
        Step(.listen(.start)), Step(.app(.background)), Step(.advance(.hours(25)), .notifies(.info(.v2))),
      ]),
    Scenario(
      "customer.listener.told-of-background-updates", "stale read", given: .stale,
      then: [Step(.listen(.start)), Step(.call(.customerInfo()), .notifies(.info(.v2)))]),

    Scenario(
      "customer.listener.not-told-twice", "an update that changes nothing",
      given: .cached.listening,
      then: [
        Step(.app(.background)), .anHour,
        Step(.app(.foreground), .refreshes, .notifiesNothing),
        Step(.serve(.customerInfo(.v2))),
        .anHour,
        Step(.app(.foreground), .notifies(.info(.v2))),
        .anHour,
        Step(.app(.foreground), .refreshes, .notifiesNothing),
      ]),
    Scenario(
      "customer.listener.not-told-twice", "ten reads at once", given: .stale.listening,
      then: [
        Step(.callOften(.customerInfo(), times: 10, atOnce: true), .notifies(.info(.v2))),
        Step(.callOften(.customerInfo(), times: 10, atOnce: true), .notifiesNothing),
      ]),
    Scenario(
      "customer.listener.removed", "between updates", given: .notified,
      then: [
        Step(.listen(.stop)),
        Step(.serve(.customerInfo(.v3))),
        .anHour,
        Step(.app(.foreground), .refreshes, .notifiesNothing),
      ]),
    Scenario(
      "customer.listener.removed", "while an update is under way",
      given: .notified,
      then: [
        Step(.serve(.customerInfo(.v3))), .anHour, Step(.requests(.customerInfo, .hold)),
        Step(.app(.foreground)), Step(.requests(.customerInfo, .awaitHeld(1))),
        Step(.listen(.stop)), Step(.requests(.customerInfo, .releaseAll), .notifiesNothing),
      ]),
    Scenario(
      "customer.listener.replaced-when-told", given: .stale,
      then: [
        Step(.listen(.replaceWhenTold)),
        // Whether a listener that is set is told at once of what is known is not said.
        Step(.app(.foreground), .notify(.times(1, .value(.info(.v2))))),
        Step(.serve(.customerInfo(.v3))),
        .anHour,
        Step(.app(.foreground), .notifies(.info(.v3, to: .second))),
      ]),
  ]

  /// What is logged.
  static let logScenarios: [CustomerScenario] = [
    Scenario(
      "customer.log.vending-from-cache", "young", given: .young.logged,
      then: [.reads(.v1, .vendsFromCache(1)), .reads(.v1, .vendsFromCache(1))]),
    Scenario(
      "customer.log.vending-from-cache", "stale", given: .stale.logged,
      then: [.reads(.v1, .vendsFromCache(1))]),
    Scenario(
      "customer.log.vending-from-cache", "from cache only", given: .young.logged,
      then: [.reads(.v1, by: .fromCacheOnly, .vendsFromCache(1))]),
    Scenario(
      "customer.log.vending-from-cache", "twenty at once", given: .young.logged,
      then: [Step(.callOften(.customerInfo(), times: 20, atOnce: true), .vendsFromCache(20))]),
    Scenario(
      "customer.log.vending-from-cache", "from the network", given: .unfetched().logged,
      then: [.reads(.v1, .vendsFromCache(0)), .reads(.v1, by: .fetchCurrent, .vendsFromCache(0))]),
  ]

  /// Stored copies that cannot be read.
  static let damageScenarios: [CustomerScenario] =
    Damage.allCases.map { damage in
      // A file cut in half may hold the copy in the half that is left.
      damageScenario("stored copies \(damage)", .damage(damage), mayBeRead: damage == .truncated)
    } + [damageScenario("alice v1 stored in an earlier format", .app(.upgrade(.v1, of: .alice)), mayBeRead: true)]

  private static func damageScenario(_ row: String, _ damage: CustomerAction, mayBeRead: Bool) -> CustomerScenario {
    let none = Outcome<CustomerAction>("counts as none", .fails)
    let whole = Outcome<CustomerAction>("still readable", .answers(.info(.v1)))
    return Scenario(
      "customer.info.unreadable-copy", row, given: .young.offline,
      then: [
        Step(damage),
        Step(.call(.customerInfo(.fromCacheOnly)), oneOf: mayBeRead ? [none, whole] : [none]),
        Step(.network(.up)),
        .reads(.v2, by: .fetchCurrent),
        Step(.network(.down)),
        Step(.restart),
        .reads(.v2, by: .fromCacheOnly),
      ])
  }
}
