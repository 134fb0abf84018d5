/// Reading offerings, the products on sale, which age as customer info does. Written under 'Products' in RevenueCat's
/// 'Caching'.
extension CustomerSpec {
  static let offeringsTopic = Topic<CustomerAction>(
    rules: offeringsRules, premises: offeringsPremises, scenarios: offeringsRows)

  private static let offeringsRules: [Rule] = [
    Rule(
      "customer.offerings.cached-without-request", .must,
      "A read of offerings that are not yet stale is answered from the cache, with no request.", from: products,
      about: .offeringsAge),
    Rule(
      "customer.offerings.safe-to-repeat", .must,
      "A thousand reads of offerings in a row, and a thousand at once, make no request while the offerings are not yet stale.",
      from: products, about: .offeringsAge),
    Rule(
      "customer.offerings.refreshes-when-old", .derived,
      "After five minutes, a read in the foreground brings offerings up to date; no earlier read does.", from: products,
      because: fiveMinutes, about: .offeringsAge),
    Rule(
      "customer.offerings.exactly-five-minutes", .open,
      "A read of offerings that are exactly five minutes old brings them up to date, or does not.", from: products,
      because: "'After 5 minutes' can be read either way at exactly five minutes."),
    Rule(
      "customer.offerings.stale-answer", .open,
      "A read that brings offerings up to date returns the old offerings, or waits for the new ones.", from: products,
      because: "The document does not say which of the two it returns."),
    Rule(
      "customer.offerings.unchanged", .derived,
      "When nothing has changed on the server, the same offerings stay cached.", from: products, because: fiveMinutes,
      about: .sameOfferings),
    Rule(
      "customer.offerings.not-kept-across-restart", .open,
      "After a restart, a read of offerings while offline either fails, because they were not kept, or returns those that were kept.",
      from: faqOffline,
      because: "The document says that they do not persist 'currently'; the product has kept them since 2023."),
    Rule(
      "customer.offerings.coalesces", .derived,
      "In a module that lets simultaneous reads share a request, many simultaneous reads of offerings with none cached make one request, and all get its answer.",
      from: products,
      because:
        "Follows from `customer.offerings.safe-to-repeat`: requests that should be shared, but are not, burden the server unnoticed.",
      about: .sharedRequest),
  ]

  private static let offeringsPremises: [Premise<CustomerAction>] = [
    .seen("customer.offerings.cached-without-request") {
      $0.readsOfferings && $0.before.offerings?.isYoung == true && $0.asksForOfferings == true
    },
    .seen("customer.offerings.refreshes-when-old[at 5 min 1 s]") {
      $0.readsOfferings && $0.before.offerings?.isYoung != true && $0.asksForOfferings == false
    },
  ]

  private static let offeringsRows: [CustomerScenario] = [
    Scenario(
      "customer.offerings.cached-without-request", given: .youngOfferings,
      then: [.readsOfferings(.v1, .requestsNothing), .almostFiveMinutes, .readsOfferings(.v1, .requestsNothing)]),
    Scenario(
      "customer.offerings.cached-without-request", "requested again after an hour", given: .firstOfferings,
      then: [.readsOfferings(.v0, .requestsNothing), .anHour, Step(.call(.offerings), .requestsOfferings())]),
    Scenario(
      "customer.offerings.safe-to-repeat", "a thousand in a row", given: .youngOfferings,
      then: [
        Step(
          .callOften(.offerings, times: 1000, atOnce: false), .answers(.offerings(.v1, for: .alice)), .requestsNothing)
      ]),
    Scenario(
      "customer.offerings.safe-to-repeat", "a thousand at once", given: .youngOfferings,
      then: [
        Step(
          .callOften(.offerings, times: 1000, atOnce: true), .answers(.offerings(.v1, for: .alice)), .requestsNothing)
      ]),
    Scenario(
      "customer.offerings.safe-to-repeat", "a thousand in a row after an hour",
      given: .firstOfferings.servingOfferings(.v1),
      then: [
        .anHour, Step(.callOften(.offerings, times: 1000, atOnce: false), .returns, .requestsSomething),
        .readsOfferings(.v1, .requestsNothing),
      ]),
    Scenario(
      "customer.offerings.refreshes-when-old", "not at 4 min 59 s", given: .youngOfferings,
      then: [.almostFiveMinutes, .readsOfferings(.v1, .requestsNothing), .readsOfferings(.v1, .requestsNothing)]),
    Scenario(
      "customer.offerings.refreshes-when-old", "at 5 min 1 s", given: .firstOfferings.servingOfferings(.v1),
      then: [
        .moreThanFiveMinutes, Step(.call(.offerings), .requestsOfferings()), .readsOfferings(.v1, .requestsNothing),
        Step(.serve(.offerings(.v2))),
        .moreThanFiveMinutes, Step(.call(.offerings), .requestsOfferings()), .readsOfferings(.v2, .requestsNothing),
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
        Step(.restart),
        Step(
          .call(.offerings), oneOf: [Outcome("gone", .fails), Outcome("kept", .answers(.offerings(.v1, for: .alice)))]),
        Step(.network(.up)), .readsOfferings(.v1),
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
  ]

  private static let fiveMinutes =
    "Follows from `customer.offerings.cached-without-request`, as this suite reads 'cached if nothing has changed … or after 5 minutes': unchanged offerings stay cached, and changes are looked for after five minutes."
}
