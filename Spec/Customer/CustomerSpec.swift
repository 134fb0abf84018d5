/// The customer chapter, from RevenueCat's 'Caching'.
public enum CustomerSpec {
  typealias Row = CacheSpec.Row<CustomerAction>
  typealias Step = CacheSpec.Step<CustomerAction>

  /// The chapter.
  package static let chapter: Chapter<CustomerAction> = Chapter(
    name: "customer", title: "Who the user is and what they own", story: story,
    topics: [
      identityTopic, configureTopic, getTopic, purchaseTopic, restoreTopic, policyTopic, infoTopic, restartTopic,
      foregroundTopic, backgroundTopic, listenerTopic, offlineTopic, logTopic, logoutTopic, loginTopic, invalidateTopic,
      offeringsTopic,
    ],
    models: [
      AnyModel(CustomerUserModel()), AnyModel(CustomerFreshnessModel()), AnyModel(CustomerOfferingsModel()),
      AnyModel(CustomerEntitlementsModel()), AnyModel(CustomerListenerModel()), AnyModel(CustomerSharedRequestModel()),
    ])

  /// Every rule, topic by topic.
  public static var rules: [Rule] { chapter.rules }

  /// Every scenario, rule by rule.
  public static var scenarios: [CustomerScenario] { chapter.scenarios }
}

/// The headings that rules cite, and a reason that several rules share.
extension CustomerSpec {
  static let appUserIDs = Citation(.revenueCat, "App User Id")
  static let customerInfo = Citation(.revenueCat, "CustomerInfo")
  static let products = Citation(.revenueCat, "Products")
  static let debugLogs = Citation(.revenueCat, "Debug Logs")
  static let faqLaunches = Citation(.revenueCat, "Does data cache between app launches?")
  static let faqOffline = Citation(.revenueCat, "How does the cache work if the user is offline?")
  static let faqBackground = Citation(
    .revenueCat, "What happens if the user leaves the app open in the background?")
  static let faqInvalidate = Citation(.revenueCat, "When to use invalidateCustomerInfoCache()?")
  /// Only the source of the document has the links to the fetch policies.
  static let customerInfoSource = Citation(.revenueCatSource, "CustomerInfo")
  static let policyPage = Citation(.revenueCatFetchPolicy, "CacheFetchPolicy")
  static let usersNeverMix =
    "Follows from `customer.logout.clears-customer-info`: if another user can see the data, it was not cleared."
}
