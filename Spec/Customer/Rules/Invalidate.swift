/// Invalidating customer info, so that the next read fetches it. Written under 'When to use
/// invalidateCustomerInfoCache()?' in RevenueCat's 'Caching'.
extension CustomerSpec {
  static let invalidateTopic = Topic<CustomerAction>(
    rules: invalidateRules, premises: invalidatePremises, scenarios: invalidateRows)

  private static let invalidateRules: [Rule] = [
    Rule(
      "customer.invalidate.forces-fetch", .must,
      "After an invalidation, the next read fetches even if the data was not stale, and never returns the old data.",
      from: faqInvalidate, about: .invalidation),
    Rule(
      "customer.invalidate.offline", .must,
      "After an invalidation, a read while offline fails.", from: faqOffline, faqInvalidate, about: .invalidation),
    Rule(
      "customer.invalidate.no-request-itself", .open,
      "Invalidating leaves the fetch to the next read, or fetches by itself.", from: faqInvalidate,
      because: "'To force the SDK to fetch the data again' does not say when it is fetched."),
    Rule(
      "customer.invalidate.leaves-the-rest", .derived,
      "Invalidating customer info keeps the app user id and the offerings.",
      from: faqInvalidate,
      because: "Follows from `customer.invalidate.forces-fetch`: customer info is what the call is said to invalidate.",
      about: .invalidatedKind),
    Rule(
      "customer.invalidate.survives-restart", .derived, "Invalidated data does not come back after a restart.",
      from: faqInvalidate,
      because: "Follows from `customer.invalidate.forces-fetch`: the next read may be one in the next run.",
      about: .invalidation),
    Rule(
      "customer.invalidate.during-fetch", .derived,
      "Data whose fetch began before an invalidation does not count as fetched after it.", from: faqInvalidate,
      because:
        "Follows from `customer.invalidate.forces-fetch`: such data may be exactly what the app wanted to discard.",
      about: .invalidation),
    Rule(
      "customer.invalidate.during-purchase", .open,
      "When customer info is invalidated during a purchase, the answer to the purchase counts as the fetch that must follow, or it does not.",
      from: faqInvalidate,
      because:
        "The answer to the purchase is new data in any case; the document does not mention an invalidation during a purchase."
    ),
  ]

  private static let invalidatePremises: [Premise<CustomerAction>] = [
    Premise("customer.invalidate.forces-fetch[four times in a row]") { $0.calls { $0 == .invalidate } }
  ]

  private static let invalidateRows: [CustomerScenario] = [
    Scenario(
      "customer.invalidate.forces-fetch", "four times in a row", given: .young,
      then: (2...5).map { DataVersion($0) }.flatMap {
        [Step(.serve(.customerInfo($0))), Step(.call(.invalidate)), .reads($0)]
      }),
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
      "customer.invalidate.leaves-the-rest", "the app user id", given: .loggedIn,
      then: [Step(.call(.invalidate)), .isUser(.alice)]),
    Scenario(
      "customer.invalidate.leaves-the-rest", "cached offerings", given: .youngOfferings,
      then: [
        Step(.call(.invalidate)),
        // If invalidating fetches by itself, offerings may have been brought up to date at the same time.
        Step(
          .call(.offerings), .answers(oneOf: [.offerings(.v1, for: .alice), .offerings(.v2, for: .alice)]),
          .requestsNothing),
      ]),
    Scenario(
      "customer.invalidate.survives-restart", given: .cached.offline,
      then: [
        Step(.call(.invalidate)), Step(.restart), Step(.call(.customerInfo()), .fails),
        Step(.call(.customerInfo(.fromCacheOnly)), .fails),
      ]),
    Scenario(
      "customer.invalidate.during-fetch", "during a refresh",
      given: .held(.staleRead),
      then: [
        Step(.serve(.customerInfo(.v3))), Step(.callMeanwhile(.invalidate)),
        Step(.requests(.customerInfo, .releaseAll)),
        .reads(.v3),
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
  ]
}
