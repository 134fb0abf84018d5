#if os(Linux)
  /// The rules that Foundation is known to break on Linux, with its behaviour and the source of it.
  package let foundationDeviations: [KnownDeviation]? = sessionDeviations + agingDeviations + storingDeviations

  private let sources =
    "https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/FoundationNetworking"
  private let urlCache = "\(sources)/URLCache.swift"
  private let urlSession = "\(sources)/URLSession/HTTP/HTTPURLProtocol.swift"

  /// Deviations in policies, directives, and what sessions load.
  private let sessionDeviations = [
    KnownDeviation.each(
      ["local", "remote"].flatMap { layer in
        ["*fresh by max-age*", "a range, while a fresh response is stored", "If-*, while a fresh response is stored"]
          .map { "response.policy.reload-ignoring-\(layer)[\($0)]" }
      } + [
        "response.policy.dont-load-miss", "response.policy.reload-ignoring-local[the origin *]",
        "response.policy.reload-ignoring-remote[its header *]",
        "response.policy.reload-revalidating[*fresh by max-age*]",
        "response.policy.reload-revalidating[the origin *]",
        "response.policy.reload-revalidating[a range, while a fresh response is stored]",
        "response.policy.reload-revalidating[If-*, while a fresh response is stored]",
        "response.policy.reload-revalidating[fresh without a validator]", "response.session.policy-inherited[re*]",
        "response.session.policy-inherited[fixture*]",
        "response.policy.reload-ignoring-remote[HEAD, while a fresh response is stored]",
        "response.policy.dont-load-hit[HEAD, while a response is stored]",
      ],
      because: "URLSession looks at no request's policy, and at no session's", link: urlSession),
    KnownDeviation.each(
      [
        "response.load.stores", "response.scheme.http-and-https-cached[http]",
        "response.policy.use-protocol[*,stored=nothing,origin=up]",
        "response.policy.default-is-use-protocol[*,stored=nothing,origin=up]",
        "response.policy.else-load-miss[*,stored=nothing,origin=up]", "response.will-cache.as-proposed",
        "response.will-cache.changed[storage policy and user info]",
        "response.will-cache.once", "response.will-cache.data-and-upload-only",
        "http.stale.stale-while-revalidate[requested again after the refresh]",
      ],
      because: "URLSession stores nothing that it loads, and so asks no delegate", link: urlSession),
    KnownDeviation.each(
      ["response.session.ephemeral[the shared store has a response]"],
      because: "the URLCache of an ephemeral configuration reads the directory of the shared one",
      link: "\(sources)/URLSession/URLSessionConfiguration.swift"),
    KnownDeviation.each(
      ["http.directives.invalid[max-age*]", "http.directives.escapes[an escaped 0]"],
      because: "URLSession overlooks a max-age that is no number, or negative, and serves the response as fresh",
      link: urlSession),
    KnownDeviation.each(
      [
        "http.directives.syntax[no-cache inside another*]", "http.directives.escapes[escaped quotes around no-cache]",
        "http.directives.escapes[three backslashes*]",
      ],
      because: "URLSession splits Cache-Control at commas within quotes too", link: urlSession),
    KnownDeviation.each(
      ["http.invalidate.safe-method"],
      because: "URLSession drops what is stored for a URL on any request for it by another method than GET",
      link: urlSession),
    KnownDeviation.each(
      ["http.directives.duplicate[max-age=0*]"],
      because: "URLSession lets the last max-age of several count", link: urlSession),
    KnownDeviation.each(
      ["http.headers.age-sent[at once]", "http.headers.age-sent[a Date*]"],
      because: "URLSession serves what is stored with the Age that it came with, or none", link: urlSession),
  ].flatMap(\.self)

  /// Deviations in what sessions consider fresh, and how they treat stale responses.
  private let agingDeviations = [
    KnownDeviation.each(
      ["use-protocol", "default-is-use-protocol"].flatMap { rule in
        // While the origin is down, reloading is only an attempt, which the default policy allows.
        ["stale by max-age=0", "stale by time in the store"].map { "response.policy.\(rule)[*\($0),origin=up]" }
      } + [
        "response.policy.dont-load-hit[*stale by time in the store*]",
        "response.policy.else-load-hit[*stale by time in the store*]",
        "response.policy.dont-load-hit[stored with no-cache]", "response.policy.else-load-hit[stored with no-cache]",
        "response.store.returns-what-was-stored[a 304 has confirmed it since]",
        "response.policy.reload-revalidating[*stale by time in the store,origin=up]",
        "http.revalidate.etag", "http.revalidate.not-modified",
        "http.revalidate.changed", "http.headers.stored[a 304 has*]",
      ],
      because: "URLSession drops what it takes for stale, whatever the policy, and loads anew without a validator",
      link: urlSession),
    KnownDeviation.each(
      ["use-protocol", "default-is-use-protocol"].flatMap { rule in
        ["response.policy.\(rule)[*fresh by Expires*]", "response.policy.\(rule)[*stale by Expires,origin=up]"]
      } + [
        "http.fresh.expires-invalid[a valid future date]",
        "http.fresh.date-forms[*Expires in the future]", "http.fresh.date-forms[*Date in the past]",
        "http.fresh.date-forms[asctime, a one-digit day]", "http.fresh.date-forms[Expires at noon]",
        "http.fresh.heuristic-explicit[a future Expires*]",
      ],
      because: "no date is ever parsed: URLSession drops whatever has Expires and no max-age, and loads it anew",
      link: urlSession),
    KnownDeviation.each(
      ["http.fresh.s-maxage-ignored[s-maxage beside a past Expires]"],
      because: "URLSession drops what has Expires only where there is no s-maxage either", link: urlSession),
    KnownDeviation.each(
      ["http.fresh.heuristic[Age of ten years]"],
      because: "URLSession serves for ever what says nothing of how long it is fresh", link: urlSession),
    staleBy(
      "Date", "http.age.date[Date 100 s ago, max-age=60]",
      "no date is ever parsed: the age counts from the time of storing, whatever Date says"),
    staleBy("Age", "http.age.header[Age beyond max-age]", "URLSession does not look at Age"),
    KnownDeviation.each(
      [
        "http.age.header[an enormous Age]", "http.age.header[Age: 2147483648]",
        "http.age.header[Age in small letters]",
      ],
      because: "URLSession does not look at Age", link: urlSession),
  ].flatMap(\.self)

  /// The deviations due to a header field that makes a response stale, but is ignored.
  private func staleBy(_ field: String, _ row: String, _ reason: String) -> [KnownDeviation] {
    KnownDeviation.each(
      [
        "response.policy.use-protocol[*stale by \(field)*]",
        "response.policy.default-is-use-protocol[*stale by \(field)*]", row,
        "http.revalidate.server-error-must-revalidate[stale by \(field)]",
        "http.stale.must-revalidate[stale by \(field)]",
        "http.immutable[stale by \(field)]",
      ],
      because: reason, link: urlSession)
  }

  /// Deviations in what stores keep, find and count.
  private let storingDeviations = [
    KnownDeviation.each(
      [
        "response.store.key[scheme]", "response.store.key[query]", "response.store.key[no query]",
        "response.store.key[empty query]", "response.store.key[order of query parameters]", "response.store.key[user]",
        "response.store.key[password]", "response.store.key[plus encoded]", "response.store.key[trailing slash]",
        "response.store.key[slash encoded]", "response.store.key-method[POST]",
      ],
      because: "URLCache's key is the host, the port and the decoded path alone", link: urlCache),
    KnownDeviation.each(
      ["response.store.large-and-odd-keys[8,000 characters]", "response.store.large-and-odd-keys[non-ASCII]"],
      because: "URLCache names a file after the encoded key, which may be too long for one or hold a slash",
      link: urlCache),
    KnownDeviation.each(
      ["http.store.no-cache[no-cache names a field]"],
      because: "URLSession serves a field that no-cache names without a check", link: urlSession),
    KnownDeviation.each(
      ["response.store.replaces[then evicted]"], .crashed,
      because: "URLCache lists a key twice that was stored twice, and traps when it evicts it the second time",
      link: urlCache),
    KnownDeviation.each(
      ["response.storage.tightened", "response.usage.too-large"],
      because: "URLCache leaves the earlier response in place when the new one may not be kept", link: urlCache),
    KnownDeviation.each(
      [
        "response.usage.within-capacity[the capacity on disk is zero]",
        "response.usage.capacity-lowered[opened with capacity zero, then raised]",
      ],
      because: "URLCache evicts nothing when it is opened with less room than what lies there takes", link: urlCache),
    KnownDeviation.each(
      ["response.remove.all[the files of entries were emptied]"],
      because: "URLCache overlooks an empty file of an entry, and removing all leaves it", link: urlCache),
    KnownDeviation.each(
      ["response.remove.since-precision"],
      because: "URLCache keeps the date of storing in whole seconds", link: urlCache),
  ].flatMap(\.self)
#else
  /// The rules that Foundation is known to break on this platform: nil, because nothing is on record. There,
  /// `swift test --filter FoundationTests` prints what to put here.
  package let foundationDeviations: [KnownDeviation]? = nil
#endif
