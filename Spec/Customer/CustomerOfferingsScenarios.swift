extension CustomerSpec {
  /// After a restart without network, the document's edition decides whether there are offerings.
  static let goneOrKept = CustomerStep(
    .call(.offerings), oneOf: [Outcome("gone", .fails), Outcome("kept", .answers(.offerings(.v1, for: .alice)))])

  /// Offerings are read like customer info.
  static let offeringsScenarios: [CustomerScenario] = [
    Scenario(
      "customer.offerings.cached-without-request", given: .youngOfferings,
      then: [.readsOfferings(.v1, .requestsNothing), .almostFiveMinutes, .readsOfferings(.v1, .requestsNothing)]),
    Scenario(
      "customer.offerings.cached-without-request", "but when they are old", given: .firstOfferings,
      then: [.readsOfferings(.v0, .requestsNothing), .anHour, Step(.call(.offerings), .requestsOfferings())]),
    Scenario(
      "customer.offerings.safe-to-repeat", "once they are old", given: .firstOfferings.servingOfferings(.v1),
      then: [
        .anHour, Step(.callOften(.offerings, times: 1000, atOnce: false), .returns, .requestsSomething),
        .readsOfferings(.v1, .requestsNothing),
      ]),
    Scenario(
      "customer.offerings.safe-to-repeat", "in a row", given: .youngOfferings,
      then: [
        Step(
          .callOften(.offerings, times: 1000, atOnce: false), .answers(.offerings(.v1, for: .alice)), .requestsNothing)
      ]),
    Scenario(
      "customer.offerings.safe-to-repeat", "at once", given: .youngOfferings,
      then: [
        Step(
          .callOften(.offerings, times: 1000, atOnce: true), .answers(.offerings(.v1, for: .alice)), .requestsNothing)
      ]),
    Scenario(
      "customer.offerings.refreshes-when-old", "4 min 59 s", given: .youngOfferings,
      then: [.almostFiveMinutes, .readsOfferings(.v1, .requestsNothing), .readsOfferings(.v1, .requestsNothing)]),
    Scenario(
      "customer.offerings.refreshes-when-old", "5 min 1 s", given: .firstOfferings.servingOfferings(.v1),
      then: [
        .moreThanFiveMinutes, Step(.call(.offerings), .requestsOfferings()), .readsOfferings(.v1, .requestsNothing),
        Step(.serve(.offerings(.v2))),
        .moreThanFiveMinutes, Step(.call(.offerings), .requestsOfferings()), .readsOfferings(.v2, .requestsNothing),
      ]),
    Scenario(
      "customer.offerings.refreshes-when-old", "read all along", given: .firstOfferings.servingOfferings(.v1),
      then: readAllAlong(.readsOfferings(.v0, .requestsNothing)) + [Step(.call(.offerings)), .readsOfferings(.v1)]),
    Scenario(
      "customer.offerings.refreshes-when-old", "whatever is done about customer info",
      given: .firstOfferings.servingOfferings(.v1),
      then: [
        Step(.advance(.minutes(4))), Step(.call(.customerInfo(.fetchCurrent))),
        Step(.advance(.minutes(1) + .seconds(1))), Step(.call(.offerings)), .readsOfferings(.v1),
      ]),
    Scenario(
      "customer.offerings.exactly-five-minutes", given: .youngOfferings,
      then: [
        .fiveMinutes,
        Step(
          .call(.offerings),
          oneOf: [Outcome("not yet old", .requestsNothing), Outcome("refreshes", .requestsOfferings())]),
      ]),
    Scenario(
      "customer.offerings.stale-answer", given: .youngOfferings,
      then: [
        .anHour,
        Step(
          .call(.offerings),
          oneOf: [
            Outcome("the old ones first", .answers(.offerings(.v1, for: .alice)), .requestsOfferings()),
            Outcome("waits for the new ones", .answers(.offerings(.v2, for: .alice)), .requestsOfferings()),
          ]),
      ]),
    Scenario(
      "customer.offerings.unchanged", given: .offerings,
      then: [
        .anHour,
        .readsOfferings(.v1, .requestsOfferings()),
        .readsOfferings(.v1, .requestsNothing),
        .almostFiveMinutes,
        .readsOfferings(.v1, .requestsNothing),
      ]),
    Scenario(
      "customer.offerings.not-kept-across-restart", given: .offerings.offline,
      then: [
        Step(.restart), goneOrKept, Step(.network(.up)), .readsOfferings(.v1),
      ]),
    Scenario(
      "customer.offerings.coalesces",
      given: .started,
      then: [
        Step(.requests(.offerings, .hold)),
        Step(.begin(.offerings, times: 20)),
        Step(.requests(.offerings, .awaitHeld(1))),
        Step(.requests(.offerings, .releaseAll), .requestsOfferings()),
        Step(.finish, .answers(.offerings(.v0, for: .alice)), .requestsNothing),
      ]),
    Scenario(
      "customer.offerings.coalesces", "begun one after the other", given: .started,
      then: [
        Step(.requests(.offerings, .hold)),
        Step(.begin(.offerings)), Step(.requests(.offerings, .awaitHeld(1))),
        Step(.advance(.seconds(1))), Step(.begin(.offerings, times: 20)),
        Step(.advance(.seconds(1))), Step(.begin(.offerings, times: 20)),
        Step(
          .requests(.offerings, .releaseAll),
          oneOf: [
            Outcome("one request", .requestsOfferings()),
            // Time passes: a first refresh that failed may be retried, for offerings too.
            Outcome("another, of a refresh", .requestsOfferings(2)),
          ]),
        Step(.finish, .answers(.offerings(.v0, for: .alice)), .requestsNothing),
      ]),
    Scenario(
      "customer.offerings.coalesces", "after a request that failed", given: .started,
      then: [
        Step(.network(.down)), Step(.call(.offerings), .fails), Step(.network(.up)),
        Step(.requests(.offerings, .hold)),
        Step(.begin(.offerings, times: 1000)),
        Step(.requests(.offerings, .awaitHeld(1))),
        Step(.requests(.offerings, .releaseAll), .requestsOfferings()),
        Step(.finish, .answers(.offerings(.v0, for: .alice)), .requestsNothing),
      ]),
  ]
}
