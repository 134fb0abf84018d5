// The sections are those that rules cite, in the order of the document.

extension Document {
  /// Apple's article on the URL cache.
  public static let apple = Document(
    name: "Apple", title: "Accessing cached data",
    link: "https://developer.apple.com/documentation/foundation/accessing-cached-data",
    file: "apple-accessing-cached-data.txt",
    sections: [
      Section("Overview", anchor: "overview"),
      Section("Set a Cache Policy for Url Requests", anchor: "Set-a-cache-policy-for-URL-requests"),
      Section("Access the Cache Directly", anchor: "Access-the-cache-directly"),
      Section("Manage Caching Programmatically", anchor: "Manage-caching-programmatically"),
    ])

  /// The page on request policies that Apple's article links to.
  public static let appleCachePolicy = Document(
    name: "Apple CachePolicy", title: "NSURLRequest.CachePolicy",
    link: "https://developer.apple.com/documentation/foundation/nsurlrequest/cachepolicy-swift.enum",
    sections: [Section("NSURLRequest.CachePolicy")])

  /// The page on storage policies that Apple's article links to.
  public static let appleStoragePolicy = Document(
    name: "Apple StoragePolicy", title: "URLCache.StoragePolicy",
    link: "https://developer.apple.com/documentation/foundation/urlcache/storagepolicy",
    sections: [Section("URLCache.StoragePolicy")])

  /// Adapty's guide to the caching of paywalls, in the source of Adapty's documentation.
  public static let adapty = Document(
    name: "Adapty", title: "Understand the caching system in Adapty",
    link: "https://github.com/adaptyteam/adapty-docs/blob/890a7acc61b638755ba50d3f2e16d0722e326bc8"
      + "/versioned_docs/version-3.0/ios-caching-system.md", file: "adapty-caching.txt",
    sections: [
      .slug("How Adapty's multi-layer caching works"), .slug("How the layers work together"),
      .slug(".reloadRevalidatingCacheData"), .slug(".returnCacheDataElseLoad"),
      .slug(".returnCacheDataIfNotExpiredElseLoad(maxAge:)"), .slug("Cache persistence and lifecycle"),
      // Spelled as in the document, where the first letter of "complex" is a Cyrillic one.
      Section(
        "Integration with \u{441}omplex app architectures", anchor: "integration-with-%D1%81omplex-app-architectures"),
    ])

  /// Apollo's page on the normalized cache of its client.
  public static let apollo = Document(
    name: "Apollo", title: "Client-side caching",
    link: "https://www.apollographql.com/docs/ios/v0-legacy/caching/client-side-caching",
    file: "apollo-client-side-caching.txt",
    sections: [
      Section("Client-side caching"), .slug("Types of caches"), .slug("Cache Setup"),
      .slug("Controlling normalization"),
      .slug("Cache normalization concepts"), .slug("Specifying a cache policy"), .slug("Watching queries"),
      .slug("Direct cache access"),
    ])
}

extension Document {
  /// RevenueCat's page on caching, as published.
  public static let revenueCat = Document(
    name: "RevenueCat", title: "Caching", link: "https://www.revenuecat.com/docs/test-and-launch/debugging/caching",
    file: "revenuecat-caching-web.txt",
    sections: [
      "Dashboard", "App User Id", "CustomerInfo", "Debug Logs", "Products", "Does data cache between app launches?",
      "How does the cache work if the user is offline?", "When to use invalidateCustomerInfoCache()?",
      "What happens if the user leaves the app open in the background?",
    ].map(Section.slug))

  /// The source of the same page. The text is the same, but only the source contains the links to the fetch policies.
  public static let revenueCatSource = Document(
    name: "RevenueCat source", title: "Caching",
    link: "https://github.com/RevenueCat/revenuecat-docs/blob/main/docs/test-and-launch/debugging/caching.mdx",
    file: "revenuecat-caching-source.txt", sections: [.slug("CustomerInfo")])

  /// The page on fetch policies that the source links to.
  public static let revenueCatFetchPolicy = Document(
    name: "RevenueCat CacheFetchPolicy", title: "CacheFetchPolicy",
    link: "https://revenuecat.github.io/purchases-ios-docs/4.19.0/documentation/revenuecat/cachefetchpolicy/",
    sections: [Section("CacheFetchPolicy")])
}
