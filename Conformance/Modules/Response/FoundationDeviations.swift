import CacheConformance

#if canImport(FoundationNetworking)
  private let sources = "https://github.com/swiftlang/swift-corelibs-foundation/blob/main/Sources/FoundationNetworking"
  private let urlCache = "\(sources)/URLCache.swift"
  private let urlSession = "\(sources)/URLSession/HTTP/HTTPURLProtocol.swift"

  /// Where Foundation is known to break the rules on platforms other than Apple's.
  let foundationDeviations: [KnownDeviation] = [
    KnownDeviation.each(
      [
        "response.policy.dont-load-miss", "response.policy.reload-*[policy=*,stored=fresh,*",
        "response.policy.reload-*[policy=*,stored=stale,*", "response.policy.reload-ignoring-remote[origin=up]",
        "response.policy.reload-revalidating[confirmed]", "response.session.policy-inherited",
      ],
      because: "URLSession looks at no request's policy, and at no session's", link: urlSession),
    KnownDeviation.each(
      [
        "response.policy.use-protocol[*,stored=stale,*", "response.policy.default-is-use-protocol[*,stored=stale,*",
        "http.age.*[makes it stale]", "http.directives.invalid[max-age*", "http.revalidate",
        "http.stale.must-revalidate",
      ],
      because: "URLSession serves a stored response however old it is, and never asks whether it still holds",
      link: urlSession),
    KnownDeviation.each(
      [
        "response.load.stores", "response.scheme.http-and-https-cached[http]",
        "response.policy.use-protocol[*,stored=nothing,origin=up]",
        "response.policy.default-is-use-protocol[*,stored=nothing,origin=up]",
        "response.policy.else-load-miss[*,stored=nothing,origin=up]", "response.will-cache.as-proposed",
        "response.will-cache.changed", "response.will-cache.once", "response.will-cache.data-and-upload-only",
      ],
      because: "URLSession stores nothing that it loads, and so asks no delegate", link: urlSession),
    KnownDeviation.each(
      [
        "response.store.key[scheme]", "response.store.key[query]", "response.store.key[no query]",
        "response.store.key[trailing slash]", "response.store.key-method",
      ],
      because: "URLCache's key is the host, the port and the path alone", link: urlCache),
    KnownDeviation.each(
      ["response.store.large-and-odd-keys[8,000 characters]", "response.store.large-and-odd-keys[non-ASCII]"],
      because: "URLCache names a file after the encoded key, which may be too long for one or hold a slash",
      link: urlCache),
    KnownDeviation.each(
      ["response.store.replaces[then evicted]"], .crashed,
      because: "URLCache lists a key twice that was stored twice, and traps when it evicts it the second time",
      link: urlCache),
    KnownDeviation.each(
      ["response.storage.tightened", "response.usage.too-large"],
      because: "URLCache leaves the earlier response in place when the new one may not be kept", link: urlCache),
    KnownDeviation.each(
      ["response.remove.since-precision"],
      because: "URLCache keeps the date of storing in whole seconds", link: urlCache),
  ].flatMap(\.self)
#else
  /// Where Foundation is known to break the rules on Apple's platforms: nothing is on record.
  let foundationDeviations: [KnownDeviation] = []
#endif
