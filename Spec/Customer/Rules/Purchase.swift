/// Buying a product, which is in customer info from then on. Written under 'CustomerInfo' in RevenueCat's 'Caching'.
extension CustomerSpec {
  static var purchaseTopic: Topic<CustomerAction> {
    Topic("customer.purchase", premises: purchasePremises) {
      Rule(
        "refreshes", .must,
        "After a purchase, customer info that was older than five minutes is up to date in the cache.",
        from: customerInfo, about: .purchaseAnswer
      ).rows {
        Row("with a stale copy", given: .stale) {
          Step(.call(.purchase("pro")), .request(.times(1, .value(CustomerRequest(.purchase("pro"), .alice)))))
          Step(.call(.customerInfo(.fromCacheOnly)), bought, .requestsNothing)
          Step(.call(.customerInfo()), .requestsNothing)
        }
      }
      Rule(
        "unlocks", .must,
        "After a purchase, every read of customer info contains what was bought, however old the cached copy was: also without a network, and in the next run.",
        from: customerInfo, about: .purchaseAnswer
      ).rows {
        unlocking("with a young copy", given: .young)
        unlocking("with a stale copy", given: .stale)
        // There is no copy to add to or to compare with.
        Row("with nothing cached", given: .unfetched(.v2)) {
          Step(.call(.purchase("pro")))
          Step(.network(.down))
          Step(.call(.customerInfo()), bought)
          Step(.restart)
          Step(.call(.customerInfo()), bought)
        }
        Row("three purchases one after another", given: .young) {
          ["pro", "extra", "more"].map { Step(.call(.purchase($0))) }
          Step(.network(.down))
          Step(.call(.customerInfo()), threeBought)
          Step(.restart)
          Step(.call(.customerInfo()), threeBought)
        }
        Row("two purchases at once, the first answered last", given: .held(.purchase)) {
          Step(.requests(.customerInfo, .hold))
          Step(.begin(.purchase("extra")))
          Step(
            .requests(.customerInfo, .awaitHeldUnlessJoined(2)),
            oneOf: [Outcome("two purchases at once"), Outcome("one after the other", .fails)])
          Step(.requests(.customerInfo, .holdNoMore))
          Step(.requests(.customerInfo, .releaseNewest))
          Step(.requests(.customerInfo, .releaseAll))
          Step(.finish, .returns)
          Step(.network(.down))
          Step(.call(.customerInfo()), bothBought)
          Step(.restart)
          Step(.call(.customerInfo()), bothBought)
        }
        Row("`fetchCurrent` does not join an older request", given: .held(.staleRead)) {
          Step(.callMeanwhile(.purchase("pro")))
          Step(.finish, .returns)
          besideAnother(.customerInfo(.fetchCurrent))
          Step(.requests(.customerInfo, .releaseAll))
          Step(.finish, .answers(.info(.v2, with: ["pro"])))
        }
      }
      Rule(
        "older-answer-discarded", .derived,
        "The answer to a request made before a purchase does not replace what the user owns after it, and no listener is told of that answer.",
        from: customerInfo,
        because:
          "Follows from `customer.purchase.refreshes`: otherwise a slow refresh would take away what was just bought.",
        about: .requestOrder
      ).rows {
        Row(given: .held(.staleRead)) {
          Step(.callMeanwhile(.purchase("pro")))
          Step(.requests(.customerInfo, .releaseAll))
          Step(
            .call(.customerInfo(.fromCacheOnly)), .answers(.info(.v2, with: ["pro"])),
            .requestsNothing)
        }
        Row("`fetchCurrent` reads while the purchase is under way", given: .held(.staleRead)) {
          Step(.finish, .returns)
          Step(.requests(.customerInfo, .hold))
          Step(.beginMeanwhile(.purchase("pro")))
          Step(.requests(.customerInfo, .awaitHeld(2)))
          Step(.begin(.customerInfo(.fetchCurrent)))
          Step(.requests(.customerInfo, .releaseAll))
          Step(.finish, .answer(.inAnyOrder([.nothing, .value(.info(.v2, with: ["pro"]))])))
          Step(.call(.customerInfo(.fromCacheOnly)), bought)
        }
        Row("a listener is not told", given: .held(.staleRead)) {
          Step(.listen(.start))
          Step(.callMeanwhile(.purchase("pro")))
          // The document says neither whether a listener is told of a purchase, nor how soon.
          Step(
            .requests(.customerInfo, .releaseAll),
            .notify(.oneOf([[], [.value(CustomerNotification(OwnedVersion(.v2, of: .alice, with: ["pro"])))]]))
          ).premise("customer.purchase.unlocks[with a young copy]")
        }
      }
      Rule(
        "fetch-under-way", .open,
        "What a `fetchCurrent` returns if its request was made before a purchase: the server's answer, or what the user owns since the purchase.",
        from: customerInfo,
        because: "The document says what is cached after a purchase, and not what a call returns that began before it."
      ).rows {
        Row(given: .held(.fetchCurrent)) {
          Step(.callMeanwhile(.purchase("pro")))
          Step(.requests(.customerInfo, .releaseAll))
          Step(
            .finish,
            oneOf: [
              Outcome("what is owned since", bought), Outcome("the server's answer", .answers(.info(.v2))),
            ])
        }
      }
    }
  }

  private static var purchasePremises: [Premise<CustomerAction>] {
    [
      Premise("customer.purchase.unlocks[with a young copy]") { $0.calls(\.isPurchase) }
    ]
  }

  private static let bought = Expectation<CustomerAction>.answers(.info(.v2, with: ["pro"]))
  private static let bothBought = Expectation<CustomerAction>.answers(
    oneOf: [.info(.v1, with: ["pro", "extra"]), .info(.v2, with: ["pro", "extra"])])
  private static let threeBought = Expectation<CustomerAction>.answers(
    oneOf: [.info(.v1, with: ["pro", "extra", "more"]), .info(.v2, with: ["pro", "extra", "more"])])

  /// What was bought is read, without network and in the next run. The document does not say which version it is added
  /// to.
  private static func unlocking(_ row: String, given: Fixture<CustomerAction>, line: Int = #line) -> Row {
    let found = Expectation<CustomerAction>.answers(oneOf: [.info(.v1, with: ["pro"]), .info(.v2, with: ["pro"])])
    return Row(row, given: given, line: line) {
      Step.reads(.v1, by: .fromCacheOnly)
      Step(.call(.purchase("pro")))
      Step(.network(.down))
      Step(.call(.customerInfo()), found)
      Step(.call(.customerInfo(.fromCacheOnly)), found)
      Step(.restart)
      Step(.call(.customerInfo()), found)
    }
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
