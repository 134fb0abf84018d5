/// Starting the cache, for a user whom the app names or not. Written under 'CustomerInfo' and 'Products' in
/// RevenueCat's 'Caching'.
extension CustomerSpec {
  static let configureTopic = Topic<CustomerAction>(
    rules: configureRules, premises: configurePremises, scenarios: configureRows)

  private static let configureRules: [Rule] = [
    Rule(
      "customer.configure.other-user", .derived,
      "When the app configures the cache for a different user than the one whose data is on the device, none of that data is returned.",
      from: customerInfo,
      because: usersNeverMix, about: .appUser),
    Rule(
      "customer.configure.fetches-customer-info", .must,
      "Configuring the cache fetches and caches customer info without any further call.", from: customerInfo,
      about: .appStart),
    Rule(
      "customer.configure.fetches-offerings", .must,
      "Configuring the cache fetches and caches offerings without any further call.", from: products, about: .appStart),
  ]

  private static let configurePremises: [Premise<CustomerAction>] = [
    .seen("customer.configure.fetches-customer-info") { $0.action.configures && $0.asks == false && !$0.isOffline }
      .lessBasic(
        than: "customer.policy.from-cache-only", "customer.policy.fetch-current",
        "customer.policy.default-is-cached-or-fetched"),
    Premise("customer.configure.other-user[without network]", by: \.configuresAnother),
  ]

  private static let configureRows: [CustomerScenario] = [
    Scenario(
      "customer.configure.other-user", "without network", given: .cached.offline,
      then: [
        .reads(.v1),
        Step(.app(.configure(CustomerSetup(.bob)))),
        Step(.call(.customerInfo()), .fails), Step(.call(.customerInfo(.fromCacheOnly)), .fails),
        Step(.network(.up)), .reads(.v1, of: .bob),
        .isUser(.bob).resting(on: "customer.identity.stable[after logging in]"),
      ]),
    Scenario(
      "customer.configure.other-user", "with network", given: .young,
      then: [Step(.app(.configure(CustomerSetup(.bob)))), .reads(.v2, of: .bob), .reads(.v2, of: .bob)]),
    Scenario(
      "customer.configure.fetches-customer-info",
      then: [
        Step(.app(.configure(CustomerSetup(.alice))), .requestsInfo()),
        Step(.network(.down)),
        .reads(.v0, .requestsNothing).resting(
          on: "customer.policy.from-cache-only[unlike `fetchCurrent`]"),
      ]),
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
  ]
}
