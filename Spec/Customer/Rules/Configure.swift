/// Starting the cache, for a user whom the app names or not. Written under 'CustomerInfo' and 'Products' in
/// RevenueCat's 'Caching'.
extension CustomerSpec {
  static var configureTopic: Topic<CustomerAction> {
    Topic("customer.configure", premises: configurePremises) {
      Rule(
        "other-user", .derived,
        "When the app configures the cache for a different user than the one whose data is on the device, none of that data is returned.",
        from: customerInfo, because: usersNeverMix, about: .appUser
      ).rows {
        Row("without network", given: .cached.offline) {
          Step.reads(.v1)
          Step(.app(.configure(CustomerSetup(.bob))))
          Step(.call(.customerInfo()), .fails)
          Step(.call(.customerInfo(.fromCacheOnly)), .fails)
          Step(.network(.up))
          Step.reads(.v1, of: .bob)
          Step.isUser(.bob).premise("customer.identity.stable[after logging in]")
        }
        Row("with network", given: .young) {
          Step(.app(.configure(CustomerSetup(.bob))))
          Step.reads(.v2, of: .bob)
          Step.reads(.v2, of: .bob)
        }
      }
      Rule(
        "fetches-customer-info", .must,
        "Configuring the cache fetches and caches customer info without any further call.", from: customerInfo,
        about: .appStart
      ).rows {
        Row {
          Step(.app(.configure(CustomerSetup(.alice))), .requestsInfo())
          Step(.network(.down))
          Step.reads(.v0, .requestsNothing).premise(
            "customer.policy.from-cache-only[unlike `fetchCurrent`]")
        }
      }
      Rule(
        "fetches-offerings", .must, "Configuring the cache fetches and caches offerings without any further call.",
        from: products, about: .appStart
      ).rows {
        Row {
          // Once, or again with a refresh of customer info: the document does not say how often.
          Step(
            .app(.configure(CustomerSetup(.alice))),
            .request(.containing([.value(CustomerRequest(.offerings, .alice))]))
          )
          Step(.network(.down))
          Step.readsOfferings(.v0, .requestsNothing)
        }
      }
    }
  }

  private static var configurePremises: [Premise<CustomerAction>] {
    [
      .last("customer.configure.fetches-customer-info") {
        $0.action.configures && $0.asks == false && !$0.isOffline
      }
      .lessBasic(
        than: "customer.policy.from-cache-only", "customer.policy.fetch-current",
        "customer.policy.default-is-cached-or-fetched"),
      Premise("customer.configure.other-user[without network]", by: \.configuresAnother),
    ]
  }
}
