/// What a refresh renews, whatever caused it, and what a second and third refresh do like the first.
extension CustomerSpec {
  static let renewalScenarios: [CustomerScenario] = [
    Scenario(
      "customer.get.cached-without-request", "once fetchCurrent has renewed it", given: .stale,
      then: [
        Step(.call(.customerInfo(.fetchCurrent))), Step(.serve(.customerInfo(.v3))), .reads(.v2, .requestsNothing),
      ]),
    Scenario(
      "customer.get.cached-without-request", "once a start has renewed it", given: .young,
      then: [
        .anHour, Step(.restart), Step(.serve(.customerInfo(.v3))),
        .reads(.v2, by: .fromCacheOnly).demanded(by: "customer.restart.refreshes-though-young"),
        Step(.call(.customerInfo()), .requestsNothing),
      ]),
    Scenario(
      "customer.restart.refreshes-though-young", "the third start", given: .young,
      then: [
        Step(.restart), Step(.serve(.customerInfo(.v3))), Step(.restart), Step(.serve(.customerInfo(DataVersion(4)))),
        Step(.restart, .requestsInfo()), .reads(DataVersion(4), .requestsNothing),
      ]),
    Scenario(
      "customer.logout.clears-customer-info", "of the second who logs out, after a restart", given: .loggedIn,
      then: [
        Step(.call(.logOut)), Step(.call(.logIn(.bob))), Step(.call(.customerInfo(.fetchCurrent))),
        Step(.call(.logOut)), Step(.network(.down)), Step(.restart), .logsInOffline(.bob),
        // Whoever the user is now, whose own data may have been fetched at the log-out.
        .readsAnonymously(.v0, by: .fromCacheOnly),
      ]),
    Scenario(
      "customer.offerings.cached-without-request", "while customer info is fetched", given: .youngOfferings,
      then: [
        Step(.requests(.customerInfo, .hold)), Step(.begin(.customerInfo(.fetchCurrent))),
        Step(.requests(.customerInfo, .awaitHeld(1))), Step(.callMeanwhile(.offerings), .answers(offered)),
        Step(.requests(.customerInfo, .releaseAll)), Step(.finish, .returns),
      ]),
    Scenario(
      "customer.get.cached-without-request", "while offerings are fetched", given: .held(.offeringsStart),
      then: [
        // A start refreshes it whatever its age.
        Step(.callMeanwhile(.customerInfo()), .answers(oneOf: [.info(.v1), .info(.v2)])),
        Step(.requests(.offerings, .releaseAll)),
      ]),
    Scenario(
      "customer.get.answer-for-another-user", "offerings, nothing cached", given: .unfetched().answeringForBob,
      then: [
        Step(.call(.offerings), .fails), Step(.call(.offerings), .fails), Step(.serve(.answersFor(nil))),
        .readsOfferings(.v0),
      ]),
    Scenario(
      "customer.identity.survives-restart", "given by the app, which names nobody the next time", given: .young.offline,
      then: [Step(.app(.configure(CustomerSetup()))), .isUser(.alice)]),
    Scenario(
      "customer.listener.told-of-background-updates", "once the cache was invalidated", given: .notified,
      then: [
        Step(.call(.invalidate)), Step(.call(.customerInfo())), Step(.serve(.customerInfo(.v3))),
        Step(.app(.background)), .anHour,
        Step(.app(.foreground), .notifies(.info(.v3))),
      ]),
    Scenario(
      "customer.listener.not-told-twice", "a fetch of offerings", given: .notified,
      then: [
        Step(.call(.offerings), .notifiesNothing), .anHour, Step(.call(.offerings), .notifiesNothing),
      ]),
    Scenario(
      "customer.listener.not-told-twice", "a purchase", given: .notified,
      then: [
        Step(
          .call(.purchase("pro")),
          oneOf: [
            Outcome("told once", .notifies(CustomerNotification(OwnedVersion(.v2, of: .alice, with: ["pro"])))),
            Outcome("not told", .notifiesNothing),
          ])
      ]),
  ]

  private static let offered = CustomerAnswer.offerings(.v1, for: .alice)
}
