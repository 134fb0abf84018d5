extension Document {
  /// Apple's article on the URL cache.
  public static let apple = Document(
    name: "Apple", title: "Accessing cached data",
    link: "https://developer.apple.com/documentation/foundation/accessing-cached-data")

  /// The page on request policies that Apple's article links to.
  public static let appleCachePolicy = Document(
    name: "Apple CachePolicy", title: "NSURLRequest.CachePolicy",
    link: "https://developer.apple.com/documentation/foundation/nsurlrequest/cachepolicy-swift.enum")

  /// The standard for HTTP caches.
  public static let rfc9111 = Document(
    name: "RFC 9111", title: "HTTP Caching", link: "https://www.rfc-editor.org/rfc/rfc9111")

  /// Adapty's guide to the caching of paywalls.
  public static let adapty = Document(
    name: "Adapty", title: "Understand the caching system in Adapty",
    link: "https://adapty.io/docs")

  /// Apollo's page on the normalized cache of its client.
  public static let apollo = Document(
    name: "Apollo", title: "Client-side caching",
    link: "https://www.apollographql.com/docs/ios/v0-legacy/caching/client-side-caching")
}
