extension Document {
  /// Apple's article on the URL cache.
  public static let apple = Document(
    name: "Apple", title: "Accessing cached data",
    link: "https://developer.apple.com/documentation/foundation/accessing-cached-data",
    file: "apple-accessing-cached-data.txt")

  /// The page on request policies that Apple's article links to.
  public static let appleCachePolicy = Document(
    name: "Apple CachePolicy", title: "NSURLRequest.CachePolicy",
    link: "https://developer.apple.com/documentation/foundation/nsurlrequest/cachepolicy-swift.enum")

  /// The page on storage policies that Apple's article links to.
  public static let appleStoragePolicy = Document(
    name: "Apple StoragePolicy", title: "URLCache.StoragePolicy",
    link: "https://developer.apple.com/documentation/foundation/urlcache/storagepolicy")

  /// The standard for HTTP caches.
  public static let rfc9111 = Document(
    name: "RFC 9111", title: "HTTP Caching", link: "https://www.rfc-editor.org/rfc/rfc9111")

  /// The standard for HTTP itself.
  public static let rfc9110 = Document(
    name: "RFC 9110", title: "HTTP Semantics", link: "https://www.rfc-editor.org/rfc/rfc9110")

  /// Two extensions for stale responses.
  public static let rfc5861 = Document(
    name: "RFC 5861", title: "HTTP Cache-Control Extensions for Stale Content",
    link: "https://www.rfc-editor.org/rfc/rfc5861")

  /// The directive for responses that do not change while they are fresh.
  public static let rfc8246 = Document(
    name: "RFC 8246", title: "HTTP Immutable Responses", link: "https://www.rfc-editor.org/rfc/rfc8246")

  /// Adapty's guide to the caching of paywalls.
  public static let adapty = Document(
    name: "Adapty", title: "Understand the caching system in Adapty",
    link: "https://adapty.io/docs", file: "adapty-caching.txt")

  /// Apollo's page on the normalized cache of its client.
  public static let apollo = Document(
    name: "Apollo", title: "Client-side caching",
    link: "https://www.apollographql.com/docs/ios/v0-legacy/caching/client-side-caching",
    file: "apollo-client-side-caching.txt")
}

extension Document {
  /// RevenueCat's page on caching, as published.
  public static let revenueCat = Document(
    name: "RevenueCat", title: "Caching", link: "https://www.revenuecat.com/docs/test-and-launch/debugging/caching",
    file: "revenuecat-caching-web.txt")

  /// The source of the same page. The text is the same, but only the source contains the links to the fetch policies.
  public static let revenueCatSource = Document(
    name: "RevenueCat source", title: "Caching",
    link: "https://github.com/RevenueCat/revenuecat-docs/blob/main/docs/test-and-launch/debugging/caching.mdx",
    file: "revenuecat-caching-source.txt")

  /// The page on fetch policies that the source links to.
  public static let revenueCatFetchPolicy = Document(
    name: "RevenueCat CacheFetchPolicy", title: "CacheFetchPolicy",
    link: "https://revenuecat.github.io/purchases-ios-docs/4.19.0/documentation/revenuecat/cachefetchpolicy/")
}
