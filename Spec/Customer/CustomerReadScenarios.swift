extension CustomerSpec {
  /// Reading, and what refreshes.
  static let readScenarios: [CustomerScenario] = [
    Scenario(
      "customer.configure.fetches-customer-info",
      then: [
        Step(.app(.configure(CustomerSetup(.alice))), .requestsInfo()),
        Step(.network(.down)),
        .reads(.v0, .requestsNothing),
      ]),
    Scenario(
      "customer.configure.other-user", "without network", given: .cached.offline,
      then: [
        .reads(.v1),
        Step(.app(.configure(CustomerSetup(.bob)))),
        Step(.call(.customerInfo()), .fails), Step(.call(.customerInfo(.fromCacheOnly)), .fails),
        Step(.network(.up)), .reads(.v1, of: .bob), .isUser(.bob),
      ]),
    Scenario(
      "customer.configure.other-user", "with network", given: .young,
      then: [Step(.app(.configure(CustomerSetup(.bob)))), .reads(.v2, of: .bob), .reads(.v2, of: .bob)]),
    Scenario(
      "customer.configure.fetches-offerings",
      then: [
        // Once, or again with a refresh of customer info: the document does not say how often.
        Step(
          .app(.configure(CustomerSetup(.alice))), .request(.containing([.value(CustomerRequest(.offerings, .alice))]))
        ),
        Step(.network(.down)),
        .readsOfferings(.v0, .requestsNothing),
      ]),
    Scenario(
      "customer.get.cached-without-request", given: .young,
      then: [.reads(.v1, .requestsNothing), .almostFiveMinutes, .reads(.v1, .requestsNothing)]),
    Scenario(
      "customer.get.cached-without-request", "but when it is old", given: .young,
      then: [.reads(.v1, .requestsNothing), .anHour, .reads(.v1, .requestsInfo())]),
    Scenario(
      "customer.get.safe-to-repeat", "in a row", given: .young,
      then: [
        Step(
          .callOften(.customerInfo(), times: 1000, atOnce: false), .answers(.info(.v1)), .requestsNothing)
      ]),
    Scenario(
      "customer.get.safe-to-repeat", "at once", given: .young,
      then: [
        Step(.callOften(.customerInfo(), times: 1000, atOnce: true), .answers(.info(.v1)), .requestsNothing)
      ]),
    Scenario(
      "customer.get.safe-to-repeat", "once it is old", given: .young,
      then: [
        .anHour, Step(.callOften(.customerInfo(), times: 1000, atOnce: false), .returns, .requestsSomething),
        .reads(.v2, .requestsNothing),
      ]),
    Scenario(
      "customer.get.refreshes-when-old", "4 min 59 s", given: .young,
      then: [.almostFiveMinutes, .reads(.v1, .requestsNothing), .reads(.v1, .requestsNothing)]),
    Scenario(
      "customer.get.refreshes-when-old", "5 min 1 s", given: .first.serving(.v1),
      then: [
        .moreThanFiveMinutes, Step(.call(.customerInfo()), .requestsInfo()), .reads(.v1, .requestsNothing),
        Step(.serve(.customerInfo(.v2))),
        .moreThanFiveMinutes, Step(.call(.customerInfo()), .requestsInfo()), .reads(.v2, .requestsNothing),
      ]),
    Scenario(
      "customer.get.refreshes-when-old", "read all along", given: .first.serving(.v1),
      then: readAllAlong(.reads(.v0, .requestsNothing)) + [Step(.call(.customerInfo()), .requestsInfo()), .reads(.v1)]),
    Scenario(
      "customer.get.refreshes-when-old", "after a refresh that failed", given: .stale.offline,
      then: [
        .reads(.v1, .requestsSomething), Step(.network(.up)),
        // The document does not say how soon it is retried.
        .anHour, Step(.call(.customerInfo())), .reads(.v2),
      ]),
    Scenario(
      "customer.get.refreshes-when-old", "whatever is done about offerings",
      given: .firstOfferings.serving(.v1),
      then: [.moreThanFiveMinutes, Step(.call(.offerings)), Step(.call(.customerInfo())), .reads(.v1)]),
    Scenario(
      "customer.get.refreshes-when-old", "back in the foreground", given: .young,
      then: [
        Step(.app(.background)), Step(.advance(.minutes(1))), Step(.app(.foreground)), .moreThanFiveMinutes,
        Step(.call(.customerInfo()), .requestsInfo()), .reads(.v2, .requestsNothing),
      ]),
    Scenario(
      "customer.get.in-the-background", given: .young,
      then: [
        Step(.app(.background)), .moreThanFiveMinutes,
        Step(
          .call(.customerInfo()),
          oneOf: [Outcome("refreshes", .requestsInfo()), Outcome("not before a day has passed", .requestsNothing)]),
        Step(.app(.foreground)), .anHour, Step(.call(.customerInfo())), .reads(.v2, by: .fromCacheOnly),
      ]),
    Scenario(
      "customer.get.exactly-five-minutes", given: .young,
      then: [
        .fiveMinutes,
        Step(
          .call(.customerInfo()),
          oneOf: [Outcome("not yet old", .requestsNothing), Outcome("refreshes", .requestsInfo())]),
      ]),
    Scenario(
      "customer.get.only-on-call", "back from the background",
      given: .young.and(
        "the app was in the background for a minute",
        [Step(.app(.background)), Step(.advance(.minutes(1))), Step(.app(.foreground))]),
      then: [
        Step(.advance(.hours(25)), .requestsNothing),
        Step(.call(.customerInfo()), .requestsInfo()).demanded(by: "customer.get.refreshes-when-old"),
      ]),
    Scenario(
      "customer.get.only-on-call", "an hour", given: .young,
      then: [
        Step(.advance(.hours(1)), .requestsNothing),
        Step(.call(.customerInfo()), .requestsInfo()).demanded(by: "customer.get.refreshes-when-old"),
      ]),
    Scenario(
      "customer.get.coalesces", "nothing cached", given: .unfetched(),
      then: [
        Step(.requests(.customerInfo, .hold)),
        Step(.begin(.customerInfo(), times: 20)),
        Step(.requests(.customerInfo, .awaitHeld(1))),
        Step(.requests(.customerInfo, .releaseAll), .requestsInfo()),
        Step(.finish, .answers(.info(.v1)), .requestsNothing),
      ]),
    Scenario(
      "customer.get.coalesces", "a stale copy", given: .stale,
      then: [
        Step(.requests(.customerInfo, .hold)),
        Step(.begin(.customerInfo(), times: 20)),
        Step(.requests(.customerInfo, .awaitHeld(1))),
        Step(.finish, .answers(.info(.v1))),
        Step(.requests(.customerInfo, .releaseAll), .requestsInfo()),
        .reads(.v2, .requestsNothing),
      ]),
    Scenario(
      "customer.get.answer-for-another-user", "nothing cached",
      given: .unfetched().answeringForBob,
      then: [
        Step(.call(.customerInfo()), .fails, .requestsSomething),
        Step(.call(.customerInfo(.fromCacheOnly)), .fails),
        Step(.serve(.answersFor(nil))),
        .reads(.v1, by: .fetchCurrent),
      ]),
    Scenario(
      "customer.get.answer-for-another-user", "cached", given: .stale.answeringForBob,
      then: [
        .reads(.v1, .requestsSomething),
        .reads(.v1, by: .fromCacheOnly),
        Step(.serve(.answersFor(nil))),
        .reads(.v2, by: .fetchCurrent),
      ]),
    Scenario(
      "customer.get.answer-for-another-user", "stored bytes",
      given: .stale.findable.answeringForBob,
      then: [.reads(.v1, .requestsSomething), Step(.searchStorage(.bob), .storesNothing)]),
    Scenario(
      "customer.get.answer-for-another-user", "offerings",
      given: .offerings.answeringForBob,
      then: [
        .anHour, oldOfferingsOrError, oldOfferingsOrError, Step(.serve(.answersFor(nil))),
        .readsOfferings(.v1),
      ]),
    Scenario(
      "customer.get.answer-for-another-user", "purchase", given: .young.answeringForBob,
      then: [
        Step(.call(.purchase("pro")), oneOf: [Outcome("fails", .fails), Outcome("succeeds")]),
        .reads(.v1, by: .fromCacheOnly),
        .isUser(.alice),
      ]),
    Scenario(
      "customer.get.answer-for-another-user", "restore", given: .young.answeringForBob,
      then: [
        Step(.call(.restore), oneOf: [Outcome("fails", .fails), Outcome("succeeds")]),
        .reads(.v1, by: .fromCacheOnly),
        .isUser(.alice),
      ]),
  ]

  /// The document does not say whether a read of old offerings waits for new ones; another user's offerings count as
  /// none.
  private static let oldOfferingsOrError = CustomerStep(
    .call(.offerings),
    oneOf: [Outcome("the old ones", .answers(.offerings(.v1, for: .alice))), Outcome("waits, and fails", .fails)])

  /// Five minutes and a second, with a read every 59 seconds.
  static func readAllAlong(_ read: CustomerStep) -> [CustomerStep] {
    let minute: [CustomerStep] = [Step(.advance(.seconds(59))), read]
    return Array(repeating: minute, count: 5).flatMap(\.self) + [Step(.advance(.seconds(6)))]
  }
}
