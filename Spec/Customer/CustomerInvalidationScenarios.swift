extension CustomerSpec {
  /// Invalidating.
  static let invalidationScenarios: [CustomerScenario] = [
    Scenario(
      "customer.invalidate.forces-fetch", "ten reads at once", given: .young,
      then: [
        Step(.call(.invalidate)),
        Step(.callOften(.customerInfo(), times: 10, atOnce: true), .answers(.info(.v2))),
      ]),
    Scenario(
      "customer.invalidate.no-request-itself", given: .young,
      then: [
        Step(
          .call(.invalidate),
          oneOf: [Outcome("left to the next read", .requestsNothing), Outcome("fetches already", .requestsInfo())]),
        .reads(.v2),
      ]),
    Scenario(
      "customer.invalidate.leaves-the-rest", "id", given: .loggedIn,
      then: [Step(.call(.invalidate)), .isUser(.alice)]),
    Scenario(
      "customer.invalidate.leaves-the-rest", "offerings", given: .youngOfferings,
      then: [
        Step(.call(.invalidate)),
        // If invalidating fetches by itself, offerings may have been brought up to date at the same time.
        Step(
          .call(.offerings), .answers(oneOf: [.offerings(.v1, for: .alice), .offerings(.v2, for: .alice)]),
          .requestsNothing),
      ]),
    Scenario(
      "customer.invalidate.leaves-the-rest", "a first read of offerings", given: .held(.offeringsFirstRead),
      then: [
        Step(.callMeanwhile(.invalidate)), Step(.requests(.offerings, .releaseAll)),
        Step(.finish, .answers(.offerings(.v0, for: .alice))),
      ]),
    Scenario(
      "customer.invalidate.survives-restart", given: .cached.offline,
      then: [
        Step(.call(.invalidate)), Step(.restart), Step(.call(.customerInfo()), .fails),
        Step(.call(.customerInfo(.fromCacheOnly)), .fails),
      ]),
    Scenario(
      "customer.invalidate.during-purchase",
      given: .held(.purchase),
      then: [
        Step(.serve(.customerInfo(.v3))),
        Step(.callMeanwhile(.invalidate)), Step(.requests(.customerInfo, .releaseAll)),
        Step(.finish, .returns),
        Step(
          .call(.customerInfo()),
          oneOf: [
            Outcome("fetched anew", .answers(.info(.v3, with: ["pro"]))),
            Outcome("as the purchase was answered", .answers(.info(.v2, with: ["pro"]))),
          ]),
      ]),
    Scenario(
      "customer.invalidate.during-fetch", "refresh",
      given: .held(.staleRead),
      then: [
        Step(.serve(.customerInfo(.v3))), Step(.callMeanwhile(.invalidate)),
        Step(.requests(.customerInfo, .releaseAll)),
        .reads(.v3),
      ]),
  ]
}
