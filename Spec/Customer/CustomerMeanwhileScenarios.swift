extension CustomerSpec {
  /// The result of a request, of any kind, that is in flight when something else happens.
  static let meanwhileScenarios: [CustomerScenario] =
    beforePurchase.map(undoesNoPurchase) + ofEndedRuns.map(endedRun) + tellingScenarios

  private static let beforePurchase: [CustomerUnderWay] = [.start, .firstRead, .fetchCurrent, .foreground, .day]
  private static let ofEndedRuns = CustomerUnderWay.allCases.filter { $0.kind == .customerInfo && $0 != .fetchCurrent }

  private static func finish(_ underWay: CustomerUnderWay) -> [CustomerStep] {
    underWay.isCalledFor ? [Step(.finish, .returns)] : []
  }

  private static func undoesNoPurchase(_ underWay: CustomerUnderWay) -> CustomerScenario {
    let version: DataVersion = underWay == .firstRead ? .v1 : .v2
    let read = CustomerStep(.call(.customerInfo(.fromCacheOnly)), .answers(.info(version, with: ["pro"])))
    return Scenario(
      "customer.purchase.older-answer-discarded", "\(underWay)", given: .held(underWay),
      then: [Step(.callMeanwhile(.purchase("pro"))), Step(.requests(.customerInfo, .releaseAll))] + finish(underWay) + [
        read, Step(.network(.down)), Step(.restart), read,
      ])
  }

  private static func endedRun(_ underWay: CustomerUnderWay) -> CustomerScenario {
    // When a purchase is in flight, the server knows of it already.
    let read = { (policy: CustomerFetchPolicy) in
      CustomerStep(.call(.customerInfo(policy)), .answers(.info(.v3, with: underWay == .purchase ? ["pro"] : [])))
    }
    return Scenario(
      "customer.restart.ended-run-writes-nothing", "\(underWay)", given: .held(underWay),
      then: [
        Step(.serve(.customerInfo(.v3))), Step(.restart), read(.fetchCurrent),
        Step(.requests(.customerInfo, .releaseAll)),
      ] + finish(underWay) + [
        read(.fromCacheOnly), Step(.network(.down)), Step(.restart), read(.fromCacheOnly),
      ])
  }

  private static let tellingScenarios: [CustomerScenario] = [
    Scenario(
      "customer.invalidate.during-fetch", "a read while an older request is under way", given: .held(.staleRead),
      then: [
        Step(.finish, .returns), Step(.serve(.customerInfo(.v3))), Step(.callMeanwhile(.invalidate)),
      ] + CustomerStep.besideAnother(.customerInfo()) + [
        Step(.requests(.customerInfo, .releaseAll)), Step(.finish, .answers(.info(.v3))),
      ]),
    Scenario(
      "customer.purchase.older-answer-discarded", "listener", given: .held(.staleRead),
      then: [
        Step(.listen(.start)), Step(.callMeanwhile(.purchase("pro"))),
        // The document says neither whether a listener is told of a purchase, nor how soon.
        Step(
          .requests(.customerInfo, .releaseAll),
          .notify(.oneOf([[], [.value(CustomerNotification(OwnedVersion(.v2, of: .alice, with: ["pro"])))]]))),
      ]),
    Scenario(
      "customer.listener.told-of-background-updates", "another entitlement in the place of one", given: .cached,
      then: [Step(.listen(.start))]
        + ["pro", "extra"].flatMap { entitlement in
          [
            Step(.serve(.customerInfo(.v1, entitlements: [entitlement]))), Step(.app(.background)), .anHour,
            Step(
              .app(.foreground), .notifies(CustomerNotification(OwnedVersion(.v1, of: .alice, with: [entitlement])))),
          ]
        }),
    Scenario(
      "customer.get.answer-for-another-user", "listener", given: .stale.listening.answeringForBob,
      then: [
        .reads(.v1, .requestsSomething, .notifiesNothing),
        Step(.call(.customerInfo(.fetchCurrent)), .returns, .notifiesNothing),
        notTold(.purchase("pro")), notTold(.restore),
      ]),
    Scenario(
      "customer.log.vending-from-cache", "young, by `notStaleCachedOrFetched`", given: .young.logged,
      then: [.reads(.v1, by: .notStaleCachedOrFetched, .vendsFromCache(1))]),
  ]

  private static func notTold(_ call: CustomerCall) -> CustomerStep {
    Step(.call(call), oneOf: [Outcome("fails", .fails, .notifiesNothing), Outcome("succeeds", .notifiesNothing)])
  }
}
