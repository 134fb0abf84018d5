/// Invalidating customer info, so that the next read fetches it. Written under 'When to use
/// invalidateCustomerInfoCache()?' in RevenueCat's 'Caching'.
extension CustomerSpec {
  static var invalidateTopic: Topic<CustomerAction> {
    Topic("customer.invalidate", premises: invalidatePremises) {
      Rule(
        "forces-fetch", .must,
        "After an invalidation, the next read fetches even if the data was not stale, and never returns the old data.",
        from: faqInvalidate, about: .invalidation
      ).rows {
        Row("four times in a row", given: .young) {
          (2...5).map { DataVersion($0) }.flatMap {
            [Step(.serve(.customerInfo($0))), Step(.call(.invalidate)), .reads($0)]
          }
        }
        Row("ten reads at once", given: .young) {
          Step(.call(.invalidate))
          Step(.callOften(.customerInfo(), times: 10, atOnce: true), .answers(.info(.v2)))
        }
      }
      Rule(
        "offline", .must, "After an invalidation, a read while offline fails.", from: faqOffline, faqInvalidate,
        about: .invalidation)
      Rule(
        "no-request-itself", .open, "Invalidating leaves the fetch to the next read, or fetches by itself.",
        from: faqInvalidate, because: "'To force the SDK to fetch the data again' does not say when it is fetched."
      ).rows {
        Row(given: .young) {
          Step(
            .call(.invalidate),
            oneOf: [Outcome("left to the next read", .requestsNothing), Outcome("fetches already", .requestsInfo())])
          Step.reads(.v2)
        }
      }
      Rule(
        "leaves-the-rest", .derived, "Invalidating customer info keeps the app user id and the offerings.",
        from: faqInvalidate,
        because:
          "Follows from `customer.invalidate.forces-fetch`: customer info is what the call is said to invalidate.",
        about: .invalidatedKind
      ).rows {
        Row("the app user id", given: .loggedIn) {
          Step(.call(.invalidate))
          Step.isUser(.alice)
        }
        Row("cached offerings", given: .youngOfferings) {
          Step(.call(.invalidate))
          // If invalidating fetches by itself, offerings may have been brought up to date at the same time.
          Step(
            .call(.offerings), .answers(oneOf: [.offerings(.v1, for: .alice), .offerings(.v2, for: .alice)]),
            .requestsNothing)
        }
      }
      Rule(
        "survives-restart", .derived, "Invalidated data does not come back after a restart.", from: faqInvalidate,
        because: "Follows from `customer.invalidate.forces-fetch`: the next read may be one in the next run.",
        about: .invalidation
      ).rows {
        Row(given: .cached.offline) {
          Step(.call(.invalidate))
          Step(.restart)
          Step(.call(.customerInfo()), .fails)
          Step(.call(.customerInfo(.fromCacheOnly)), .fails)
        }
      }
      Rule(
        "during-fetch", .derived, "Data whose fetch began before an invalidation does not count as fetched after it.",
        from: faqInvalidate,
        because:
          "Follows from `customer.invalidate.forces-fetch`: such data may be exactly what the app wanted to discard.",
        about: .invalidation
      ).rows {
        Row("during a refresh", given: .held(.staleRead)) {
          Step(.serve(.customerInfo(.v3)))
          Step(.callMeanwhile(.invalidate))
          Step(.requests(.customerInfo, .releaseAll))
          Step.reads(.v3)
        }
      }
      Rule(
        "during-purchase", .open,
        "When customer info is invalidated during a purchase, the answer to the purchase counts as the fetch that must follow, or it does not.",
        from: faqInvalidate,
        because:
          "The answer to the purchase is new data in any case; the document does not mention an invalidation during a purchase."
      ).rows {
        Row(given: .held(.purchase)) {
          Step(.serve(.customerInfo(.v3)))
          Step(.callMeanwhile(.invalidate))
          Step(.requests(.customerInfo, .releaseAll))
          Step(.finish, .returns)
          Step(
            .call(.customerInfo()),
            oneOf: [
              Outcome("fetched anew", .answers(.info(.v3, with: ["pro"]))),
              Outcome("as the purchase was answered", .answers(.info(.v2, with: ["pro"]))),
            ])
        }
      }
    }
  }

  private static var invalidatePremises: [Premise<CustomerAction>] {
    [
      Premise("customer.invalidate.forces-fetch[four times in a row]") { $0.calls { $0 == .invalidate } }
    ]
  }
}
