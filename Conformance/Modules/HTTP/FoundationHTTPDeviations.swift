import CacheConformance

#if canImport(FoundationNetworking)
  private let urlSession =
    "https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/FoundationNetworking/URLSession/HTTP/HTTPURLProtocol.swift"

  /// How long sessions take a response for fresh.
  let lifetimeDeviations = [
    KnownDeviation.each(
      [
        "http.fresh.expires[a minute is not]", "http.fresh.expires[younger than its lifetime]",
        "http.fresh.expires-invalid[a date ahead]", "http.fresh.date-forms[*ahead]",
        "http.fresh.date-forms[*Date past]", "http.fresh.date-forms[asctime, one digit for the day]",
        "http.fresh.heuristic-explicit[Expires ahead]",
      ],
      because: "no date is ever parsed: URLSession drops whatever has Expires and no max-age, and loads it anew",
      link: urlSession),
    KnownDeviation.each(
      ["http.fresh.s-maxage-ignored[beside Expires past]"],
      because: "URLSession drops what has Expires only where there is no s-maxage either", link: urlSession),
    KnownDeviation.each(
      ["http.revalidate.server-error*[by Age]", "http.stale.stale-*[*by Age]", "http.immutable[stale by Age]"],
      because: "URLSession does not look at Age", link: urlSession),
    KnownDeviation.each(
      ["http.revalidate.server-error*[by Date]", "http.stale.stale-*[*by Date]", "http.immutable[stale by Date]"],
      because: "no date is ever parsed: URLSession counts the age from the time of storing, whatever Date says",
      link: urlSession),
    KnownDeviation.each(
      ["http.directives.duplicate[first stale]", "http.directives.duplicate[first line stale]"],
      because: "URLSession lets the last max-age of several count", link: urlSession),
    KnownDeviation.each(
      ["http.directives.escapes[a quote in quotes]"],
      because: "URLSession splits Cache-Control at commas within quotes too", link: urlSession),
    KnownDeviation.each(
      ["http.headers.age-sent[at once]", "http.headers.age-sent[with a Date]"],
      because: "URLSession serves what is stored with the Age that it came with, or none", link: urlSession),
    KnownDeviation.each(
      ["http.stale.stale-while-revalidate[then refreshed]"],
      because: "URLSession stores nothing that it loads, and so asks no delegate", link: urlSession),
    KnownDeviation.each(
      ["http.fresh.heuristic[after all of a second]"],
      because: "URLSession serves for ever what says nothing of how long it is fresh", link: urlSession),
  ].flatMap(\.self)
#endif
