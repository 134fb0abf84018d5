extension CustomerSpec {
  /// Which listener is told of updates.
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
        Step(.requests(.customerInfo, .hold)), Step(.app(.startAtOnce)), Step(.listen(.start)),
        Step(.requests(.customerInfo, .awaitHeld(1))),
        // The document does not say whether a newly set listener is told of what is cached.
        Step(
          .requests(.customerInfo, .releaseAll),
          .notify(.oneOf([[.value(.info(.v2))], [.value(.info(.v1)), .value(.info(.v2))]]))),
      ]),
    Scenario(
      "customer.listener.told-of-background-updates", "entitlements alone", given: .cached,
      then: [
        Step(.listen(.start)), Step(.serve(.customerInfo(.v1, entitlements: ["pro"]))), Step(.app(.background)),
        .anHour,
        Step(.app(.foreground), .notifies(CustomerNotification(OwnedVersion(.v1, of: .alice, with: ["pro"])))),
      ]),
    Scenario(
      "customer.listener.told-of-background-updates", "another user", given: .young.listening,
      then: [
        Step(.call(.logOut)), Step(.call(.logIn(.bob))), .reads(.v2, of: .bob), Step(.serve(.customerInfo(.v3))),
        Step(.app(.background)), .anHour, Step(.app(.foreground), .notifies(.info(.v3, of: .bob))),
      ]),
    Scenario(
      "customer.listener.told-of-background-updates", "a second listener", given: .young.listening,
      then: [
        Step(.listen(.second)), Step(.app(.background)), .anHour,
        Step(.app(.foreground), .notifies(.info(.v2, to: .second))),
      ]),
    Scenario(
      "customer.listener.told-of-background-updates", "a day in the background",
      given: .young,
      then: [
        Step(.listen(.start)), Step(.app(.background)), .aDay(tells: .v2, of: .alice),
      ]),
    Scenario(
      "customer.listener.told-of-background-updates", "stale read", given: .stale,
      then: [Step(.listen(.start)), Step(.call(.customerInfo()), .notifies(.info(.v2)))]),

    Scenario(
      "customer.listener.not-told-twice", "an update that changes nothing",
      given: .cached.listening,
      then: [
        Step(.app(.background)), .anHour,
        Step(.app(.foreground), .requestsInfo(), .notifiesNothing),
        Step(.serve(.customerInfo(.v2))),
        Step(.app(.background)), .anHour,
        Step(.app(.foreground), .notifies(.info(.v2))),
        Step(.app(.background)), .anHour,
        Step(.app(.foreground), .requestsInfo(), .notifiesNothing),
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
        Step(.app(.background)), .anHour,
        Step(.app(.foreground), .requestsInfo(), .notifiesNothing),
      ]),
    Scenario(
      "customer.listener.removed", "and set again", given: .young,
      then: [
        Step(.listen(.start)), Step(.listen(.stop)), Step(.app(.background)), .anHour,
        Step(.app(.foreground), .requestsInfo(), .notifiesNothing),
        Step(.listen(.start)), Step(.serve(.customerInfo(.v3))), Step(.app(.background)), .anHour,
        Step(.app(.foreground), .notifies(.info(.v3))),
      ]),
    Scenario(
      "customer.listener.removed", "while an update is under way",
      given: .notified,
      then: [
        Step(.serve(.customerInfo(.v3))), Step(.app(.background)), .anHour, Step(.requests(.customerInfo, .hold)),
        Step(.app(.foregroundMeanwhile)), Step(.requests(.customerInfo, .awaitHeld(1))),
        Step(.listen(.stop)), Step(.requests(.customerInfo, .releaseAll), .notifiesNothing),
      ]),
    Scenario(
      "customer.listener.removed", "that took another's place", given: .young.listening,
      then: [
        Step(.listen(.second)), Step(.listen(.stop)), Step(.app(.background)), .anHour,
        Step(.app(.foreground), .requestsInfo(), .notifiesNothing),
      ]),
    Scenario(
      "customer.listener.removed", "before a purchase", given: .young.listening,
      then: [
        // The document does not say whether a newly set listener is told of a purchase.
        Step(
          .call(.purchase("extra")),
          oneOf: [
            Outcome("told of a purchase", .notify(.described("something", .something))),
            Outcome("not told of a purchase", .notifiesNothing),
          ]),
        Step(.listen(.stop)), Step(.call(.purchase("pro")), .notifiesNothing),
      ]),
    Scenario(
      "customer.listener.removed", "before another user logs in", given: .young.listening,
      then: [
        Step(.listen(.stop)), Step(.call(.logIn(.bob)), .notifiesNothing), .reads(.v2, of: .bob),
        Step(.serve(.customerInfo(.v3))), Step(.app(.background)), .anHour,
        Step(.app(.foreground), .requestsInfo(of: .bob), .notifiesNothing),
      ]),
    Scenario(
      "customer.listener.replaced-when-told", given: .young,
      then: [
        // The document does not say whether a newly set listener is told at once of what is cached: if it is, it is
        // replaced at once.
        Step(.listen(.replaceWhenTold)),
        Step(.app(.background)), .anHour,
        Step(
          .app(.foreground),
          oneOf: [
            Outcome(
              "the first is told",
              .notify(.oneOf([[.value(.info(.v2))], [.value(.info(.v2)), .value(.info(.v2, to: .second))]]))),
            Outcome("the second, being set already", .notifies(.info(.v2, to: .second))),
          ]),
        Step(.serve(.customerInfo(.v3))),
        Step(.app(.background)), .anHour,
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
      "customer.log.vending-from-cache", "from a request that reads share", given: .young.logged,
      then: [
        Step(.requests(.customerInfo, .hold)),
        Step(.begin(.customerInfo(.fetchCurrent), times: 20), .vendsFromCache(0)),
        Step(.requests(.customerInfo, .awaitHeld(1)), .vendsFromCache(0)),
        Step(.requests(.customerInfo, .releaseAll), .vendsFromCache(0)),
        Step(.finish, .answers(.info(.v2)), .vendsFromCache(0)),
      ]),
    Scenario(
      "customer.log.vending-from-cache", "from the network", given: .unfetched().logged,
      then: [.reads(.v1, .vendsFromCache(0)), .reads(.v1, by: .fetchCurrent, .vendsFromCache(0))]),
  ]

  /// Stored copies that cannot be read.
  static let damageScenarios: [CustomerScenario] =
    Damage.allCases.map { damage in
      damageScenario("stored copies \(damage)", .damage(damage), mayBeRead: damage.mayLeaveACopy)
    } + [
      damageScenario("alice v1 stored in an earlier format", .app(.upgrade(.v1, of: .alice)), mayBeRead: true),
      damageScenario(
        "entitlements stored in an earlier format", .app(.upgrade(.v1, of: .alice, with: ["pro", "extra"])),
        mayBeRead: true, with: ["pro", "extra"]),
    ]

  private static func damageScenario(
    _ row: String, _ damage: CustomerAction, mayBeRead: Bool, with entitlements: [String] = []
  ) -> CustomerScenario {
    let none = Outcome<CustomerAction>("counts as none", .fails)
    let whole = Outcome<CustomerAction>("still readable", .answers(.info(.v1, with: entitlements)))
    // A truncated log still has its beginning.
    let older = Outcome<CustomerAction>("the copy before it", .answers(.info(.v0)))
    return Scenario(
      "customer.info.unreadable-copy", row, given: .young.offline,
      then: [
        Step(damage),
        Step(.call(.customerInfo(.fromCacheOnly)), oneOf: mayBeRead ? [none, whole, older] : [none]),
        Step(.network(.up)),
        .reads(.v2, by: .fetchCurrent),
        Step(.network(.down)),
        Step(.restart),
        .reads(.v2, by: .fromCacheOnly),
      ])
  }
}
