/// Buying a product, which is in customer info from then on. Written under 'CustomerInfo' in RevenueCat's 'Caching'.
extension CustomerSpec {
  static let purchaseTopic = Topic<CustomerAction>(
    rules: purchaseRules, premises: purchasePremises, scenarios: purchaseRows)

  private static let purchaseRules: [Rule] = [
    Rule(
      "customer.purchase.refreshes", .must,
      "After a purchase, customer info that was older than five minutes is up to date in the cache.",
      from: customerInfo,
      about: .purchaseAnswer),
    Rule(
      "customer.purchase.unlocks", .must,
      "After a purchase, every read of customer info contains what was bought, however old the cached copy was: also without a network, and in the next run.",
      from: customerInfo, about: .purchaseAnswer),
    Rule(
      "customer.purchase.older-answer-discarded", .derived,
      "The answer to a request made before a purchase does not replace what the user owns after it, and no listener is told of that answer.",
      from: customerInfo,
      because:
        "Follows from `customer.purchase.refreshes`: otherwise a slow refresh would take away what was just bought.",
      about: .requestOrder),
    Rule(
      "customer.purchase.fetch-under-way", .open,
      "What the caller of a `fetchCurrent` gets whose request was made before a purchase: the server's answer, or what is owned since.",
      from: customerInfo,
      because: "The document says what is cached after a purchase, and not what a call returns that began before it."),
  ]

  private static let purchasePremises: [Premise<CustomerAction>] = [
    Premise("customer.purchase.unlocks[with a young copy]") { $0.calls(\.isPurchase) }
  ]

  private static let purchaseRows: [CustomerScenario] = [
    Scenario(
      "customer.purchase.refreshes", "with a stale copy", given: .stale,
      then: [
        Step(.call(.purchase("pro")), .request(.times(1, .value(CustomerRequest(.purchase("pro"), .alice))))),
        Step(.call(.customerInfo(.fromCacheOnly)), bought, .requestsNothing),
        Step(.call(.customerInfo()), .requestsNothing),
      ]),
    unlocking("with a young copy", given: .young),
    unlocking("with a stale copy", given: .stale),
    // There is no copy to add to or to compare with.
    Scenario(
      "customer.purchase.unlocks", "with nothing cached", given: .unfetched(.v2),
      then: [
        Step(.call(.purchase("pro"))), Step(.network(.down)), Step(.call(.customerInfo()), bought), Step(.restart),
        Step(.call(.customerInfo()), bought),
      ]),
    Scenario(
      "customer.purchase.unlocks", "three purchases one after another", given: .young,
      then: ["pro", "extra", "more"].map { Step(.call(.purchase($0))) } + [
        Step(.network(.down)), Step(.call(.customerInfo()), threeBought), Step(.restart),
        Step(.call(.customerInfo()), threeBought),
      ]),
    Scenario(
      "customer.purchase.unlocks", "two purchases at once, the first answered last", given: .held(.purchase),
      then: [
        Step(.requests(.customerInfo, .hold)), Step(.begin(.purchase("extra"))),
        Step(
          .requests(.customerInfo, .awaitHeldUnlessJoined(2)),
          oneOf: [Outcome("two purchases at once"), Outcome("one after the other", .fails)]),
        Step(.requests(.customerInfo, .holdNoMore)),
        Step(.requests(.customerInfo, .releaseNewest)), Step(.requests(.customerInfo, .releaseAll)),
        Step(.finish, .returns), Step(.network(.down)), Step(.call(.customerInfo()), bothBought), Step(.restart),
        Step(.call(.customerInfo()), bothBought),
      ]),
    Scenario(
      "customer.purchase.unlocks", "`fetchCurrent` does not join an older request",
      given: .held(.staleRead),
      then: [
        Step(.callMeanwhile(.purchase("pro"))), Step(.finish, .returns),
      ] + besideAnother(.customerInfo(.fetchCurrent)) + [
        Step(.requests(.customerInfo, .releaseAll)), Step(.finish, .answers(.info(.v2, with: ["pro"]))),
      ]),
    Scenario(
      "customer.purchase.fetch-under-way", given: .held(.fetchCurrent),
      then: [
        Step(.callMeanwhile(.purchase("pro"))), Step(.requests(.customerInfo, .releaseAll)),
        Step(
          .finish,
          oneOf: [
            Outcome("what is owned since", bought), Outcome("the server's answer", .answers(.info(.v2))),
          ]),
      ]),
    Scenario(
      "customer.purchase.older-answer-discarded",
      given: .held(.staleRead),
      then: [
        Step(.callMeanwhile(.purchase("pro"))),
        Step(.requests(.customerInfo, .releaseAll)),
        Step(
          .call(.customerInfo(.fromCacheOnly)), .answers(.info(.v2, with: ["pro"])),
          .requestsNothing),
      ]),
    Scenario(
      "customer.purchase.older-answer-discarded", "`fetchCurrent` reads while the purchase is under way",
      given: .held(.staleRead),
      then: [
        Step(.finish, .returns), Step(.requests(.customerInfo, .hold)), Step(.beginMeanwhile(.purchase("pro"))),
        Step(.requests(.customerInfo, .awaitHeld(2))), Step(.begin(.customerInfo(.fetchCurrent))),
        Step(.requests(.customerInfo, .releaseAll)),
        Step(.finish, .answer(.inAnyOrder([.nothing, .value(.info(.v2, with: ["pro"]))]))),
        Step(.call(.customerInfo(.fromCacheOnly)), bought),
      ]),
    Scenario(
      "customer.purchase.older-answer-discarded", "a listener is not told", given: .held(.staleRead),
      then: [
        Step(.listen(.start)), Step(.callMeanwhile(.purchase("pro"))),
        // The document says neither whether a listener is told of a purchase, nor how soon.
        Step(
          .requests(.customerInfo, .releaseAll),
          .notify(.oneOf([[], [.value(CustomerNotification(OwnedVersion(.v2, of: .alice, with: ["pro"])))]]))
        ).resting(on: "customer.purchase.unlocks[with a young copy]"),
      ]),
  ]

  private static let bought = Expectation<CustomerAction>.answers(.info(.v2, with: ["pro"]))
  private static let bothBought = Expectation<CustomerAction>.answers(
    oneOf: [.info(.v1, with: ["pro", "extra"]), .info(.v2, with: ["pro", "extra"])])
  private static let threeBought = Expectation<CustomerAction>.answers(
    oneOf: [.info(.v1, with: ["pro", "extra", "more"]), .info(.v2, with: ["pro", "extra", "more"])])

  /// What was bought is read, without network and in the next run. The document does not say which version it is added
  /// to.
  private static func unlocking(_ row: String, given: Fixture<CustomerAction>, line: Int = #line) -> CustomerScenario {
    let found = Expectation<CustomerAction>.answers(oneOf: [.info(.v1, with: ["pro"]), .info(.v2, with: ["pro"])])
    return Scenario(
      "customer.purchase.unlocks", row, given: given,
      then: [
        .reads(.v1, by: .fromCacheOnly), Step(.call(.purchase("pro"))), Step(.network(.down)),
        Step(.call(.customerInfo()), found), Step(.call(.customerInfo(.fromCacheOnly)), found),
        Step(.restart), Step(.call(.customerInfo()), found),
      ], line: line)
  }

  /// A read begins while a request is held, and has made its own request or joined the held one. Otherwise the held
  /// request might be answered first.
  private static func besideAnother(_ read: CustomerCall) -> [CustomerStep] {
    [
      Step(.requests(.customerInfo, .hold)), Step(.begin(read)),
      Step(
        .requests(.customerInfo, .awaitHeldUnlessJoined(2)),
        oneOf: [Outcome("asks by itself"), Outcome("has asked before, or waits for the other", .fails)]),
    ]
  }
}
