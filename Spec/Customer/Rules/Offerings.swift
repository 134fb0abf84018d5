/// Reading offerings, the products on sale, which age as customer info does. Written under 'Products' in RevenueCat's
/// 'Caching'.
extension CustomerSpec {
  static var offeringsTopic: Topic<CustomerAction> {
    Topic("customer.offerings", premises: offeringsPremises) {
      Rule(
        "cached-without-request", .must,
        "A read of offerings that are not yet stale is answered from the cache, with no request.", from: products,
        about: .offeringsAge
      ).rows {
        Row(given: .youngOfferings) {
          Step.readsOfferings(.v1, .requestsNothing)
          Step.almostFiveMinutes
          Step.readsOfferings(.v1, .requestsNothing)
        }
        Row("requested again after an hour", given: .firstOfferings) {
          Step.readsOfferings(.v0, .requestsNothing)
          Step.anHour
          Step(.call(.offerings), .requestsOfferings())
        }
      }
      Rule(
        "safe-to-repeat", .must,
        "A thousand reads of offerings in a row, and a thousand at once, make no request while the offerings are not yet stale.",
        from: products, about: .offeringsAge
      ).rows {
        Row("a thousand in a row", given: .youngOfferings) {
          Step(
            .callOften(.offerings, times: 1000, atOnce: false), .answers(.offerings(.v1, for: .alice)), .requestsNothing
          )
        }
        Row("a thousand at once", given: .youngOfferings) {
          Step(
            .callOften(.offerings, times: 1000, atOnce: true), .answers(.offerings(.v1, for: .alice)), .requestsNothing)
        }
        Row("a thousand in a row after an hour", given: .firstOfferings.servingOfferings(.v1)) {
          Step.anHour
          Step(.callOften(.offerings, times: 1000, atOnce: false), .returns, .requestsSomething)
          Step.readsOfferings(.v1, .requestsNothing)
        }
      }
      Rule(
        "refreshes-when-old", .derived,
        "After five minutes, a read in the foreground brings offerings up to date; no earlier read does.",
        from: products,
        because: fiveMinutes, about: .offeringsAge
      ).rows {
        Row("not at 4 min 59 s", given: .youngOfferings) {
          Step.almostFiveMinutes
          Step.readsOfferings(.v1, .requestsNothing)
          Step.readsOfferings(.v1, .requestsNothing)
        }
        Row("at 5 min 1 s", given: .firstOfferings.servingOfferings(.v1)) {
          Step.moreThanFiveMinutes
          Step(.call(.offerings), .requestsOfferings())
          Step.readsOfferings(.v1, .requestsNothing)
          Step(.serve(.offerings(.v2)))
          Step.moreThanFiveMinutes
          Step(.call(.offerings), .requestsOfferings())
          Step.readsOfferings(.v2, .requestsNothing)
        }
      }
      Rule(
        "exactly-five-minutes", .open,
        "A read of offerings that are exactly five minutes old brings them up to date, or does not.", from: products,
        because: "'After 5 minutes' can be read either way at exactly five minutes."
      ).rows {
        Row(given: .youngOfferings) {
          Step.fiveMinutes
          Step(
            .call(.offerings),
            oneOf: [Outcome("not yet old", .requestsNothing), Outcome("refreshes", .requestsOfferings())])
        }
      }
      Rule(
        "stale-answer", .open,
        "A read that brings offerings up to date returns the old offerings, or waits for the new ones.", from: products,
        because: "The document does not say which of the two it returns."
      ).rows {
        Row(given: .youngOfferings) {
          Step.anHour
          Step(
            .call(.offerings),
            oneOf: [
              Outcome("the old ones first", .answers(.offerings(.v1, for: .alice)), .requestsOfferings()),
              Outcome("waits for the new ones", .answers(.offerings(.v2, for: .alice)), .requestsOfferings()),
            ])
        }
      }
      Rule(
        "unchanged", .derived, "When nothing has changed on the server, the same offerings stay cached.",
        from: products,
        because: fiveMinutes, about: .sameOfferings
      ).rows {
        Row(given: .offerings) {
          Step.anHour
          Step.readsOfferings(.v1, .requestsOfferings())
          Step.readsOfferings(.v1, .requestsNothing)
          Step.almostFiveMinutes
          Step.readsOfferings(.v1, .requestsNothing)
        }
      }
      Rule(
        "not-kept-across-restart", .open,
        "After a restart, a read of offerings while offline either fails, because they were not kept, or returns those that were kept.",
        from: faqOffline,
        because: "The document says that they do not persist 'currently'; the product has kept them since 2023."
      ).rows {
        Row(given: .offerings.offline) {
          Step(.restart)
          Step(
            .call(.offerings),
            oneOf: [Outcome("gone", .fails), Outcome("kept", .answers(.offerings(.v1, for: .alice)))])
          Step(.network(.up))
          Step.readsOfferings(.v1)
        }
      }
      Rule(
        "coalesces", .derived,
        "In a module that lets simultaneous reads share a request, many simultaneous reads of offerings with none cached make one request, and all get its answer.",
        from: products,
        because:
          "Follows from `customer.offerings.safe-to-repeat`: requests that should be shared, but are not, burden the server unnoticed.",
        about: .sharedRequest
      ).rows {
        Row(given: .started) {
          Step(.requests(.offerings, .hold))
          Step(.begin(.offerings, times: 20))
          Step(.requests(.offerings, .awaitHeld(1)))
          Step(.requests(.offerings, .releaseAll), .requestsOfferings())
          Step(.finish, .answers(.offerings(.v0, for: .alice)), .requestsNothing)
        }
      }
    }
  }

  private static var offeringsPremises: [Premise<CustomerAction>] {
    [
      .broken("customer.offerings.cached-without-request") {
        $0.readsOfferings && $0.before.offerings?.isYoung == true && $0.asksForOfferings == true
      },
      .broken("customer.offerings.refreshes-when-old[at 5 min 1 s]") {
        $0.readsOfferings && $0.before.offerings?.isYoung != true && $0.asksForOfferings == false
      },
    ]
  }

  private static let fiveMinutes =
    "Follows from `customer.offerings.cached-without-request`, as this suite reads 'cached if nothing has changed … or after 5 minutes': unchanged offerings stay cached, and changes are looked for after five minutes."
}
