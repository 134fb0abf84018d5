import CacheVocabulary

extension CustomerSpec {
  /// Offerings: read like customer info, and kept in memory only.
  static let offeringsScenarios: [CustomerScenario] = [
    CustomerScenario(
      "customer.offerings.cached-without-request", given: changed,
      then: [.offers("o1", .asksNothing), .almostFiveMinutes, .offers("o1", .asksNothing)]),
    CustomerScenario(
      "customer.offerings.safe-to-repeat", "in a row", given: changed,
      then: [
        Step(.callOften(.offerings, times: 1000, atOnce: false), .answers(Offerings(.alice, "o1")), .asksNothing)
      ]),
    CustomerScenario(
      "customer.offerings.safe-to-repeat", "at once", given: changed,
      then: [Step(.callOften(.offerings, times: 1000, atOnce: true), .answers(Offerings(.alice, "o1")), .asksNothing)]),
    CustomerScenario(
      "customer.offerings.refreshes-when-old", "4 min 59 s", given: changed,
      then: [.almostFiveMinutes, .offers("o1", .asksNothing)]),
    CustomerScenario(
      "customer.offerings.refreshes-when-old", "5 min 1 s", given: changed,
      then: [.moreThanFiveMinutes, Step(.call(.offerings), .asksForOfferings), .offers("o2", .asksNothing)]),
    CustomerScenario(
      "customer.offerings.exactly-five-minutes", given: changed,
      then: [
        .fiveMinutes,
        Step(
          .call(.offerings), oneOf: [Outcome("not yet old", .asksNothing), Outcome("refreshes", .asksForOfferings)]),
      ]),
    CustomerScenario(
      "customer.offerings.stale-answer", given: changed,
      then: [
        .anHour,
        Step(
          .call(.offerings),
          oneOf: [
            Outcome("the old ones first", .answers(Offerings(.alice, "o1")), .asksForOfferings),
            Outcome("waits for the new ones", .answers(Offerings(.alice, "o2")), .asksForOfferings),
          ]),
      ]),
    CustomerScenario(
      "customer.offerings.unchanged", given: .configured + .offered,
      then: [
        .anHour,
        .offers("o1", .asksForOfferings),
        .offers("o1", .asksNothing),
        .almostFiveMinutes,
        .offers("o1", .asksNothing),
      ]),
    CustomerScenario(
      "customer.offerings.not-kept-across-restart", given: .configured + .offered + [Step(.network(.down))],
      then: [
        Step(.app(.restart)),
        Step(.call(.offerings), .fails),
        Step(.network(.up)),
        .offers("o1"),
      ]),
    CustomerScenario(
      "customer.offerings.coalesces",
      given: .configured + [
        Step(.network(.down)), Step(.app(.restart)), Step(.network(.up)), Step(.requests(.offerings, .hold)),
      ],
      then: [
        Step(.begin(.offerings, times: 20)),
        Step(.requests(.offerings, .await(1))),
        Step(.requests(.offerings, .release), .asksForOfferings),
        Step(.finish, .answers(Offerings(.alice, "o0")), .asksNothing),
      ]),
  ]

  /// Version 1 is cached, and young; the server has version 2.
  private static let changed: [CustomerStep] = .configured + .offered + [Step(.serve(.offerings("o2")))]
}
