extension HTTPSpec {
  private static let advisory = "RFC 9111, 5.2.1 calls what a request asks of caches advice."

  static let requestRules: [Rule] = [
    Rule(
      "http.request.no-cache", .open,
      "What a request with `no-cache` in `Cache-Control`, or in `Pragma` alone, gets of a fresh response.",
      from: section("5.2.1.4"), section("5.4"), because: advisory, since: .v2),
    Rule(
      "http.request.max-age", .open, "What a request gets of a fresh response that is older than its `max-age`.",
      from: section("5.2.1.1"), because: advisory, since: .v2),
    Rule(
      "http.request.min-fresh", .open,
      "What a request gets of a response that will be fresh for less than its `min-fresh`.", from: section("5.2.1.3"),
      because: advisory, since: .v2),
    Rule(
      "http.request.max-stale", .may,
      "A request with `max-stale` may be served a response that is stale for no longer than that, unless the response has `must-revalidate` or `no-cache`.",
      from: section("5.2.1.2"), section("4.2.4"), since: .v2),
    Rule(
      "http.request.only-if-cached", .open,
      "What a request with `only-if-cached` gets when nothing that fits is stored: status 504 without a request, or what the origin has.",
      from: section("5.2.1.7"), because: advisory, since: .v2),
  ]

  static let staleRules: [Rule] = [
    Rule(
      "http.revalidate.server-error", .open, "What is served of a stale response when a check is answered with 5xx.",
      from: section("4.3.3"),
      because: "RFC 9111, 4.3.3 lets a cache pass the error on, or do as if the origin could not be reached.",
      since: .v2),
    Rule(
      "http.revalidate.server-error-must-revalidate", .must,
      "A stale response with `must-revalidate` is not served when a check is answered with 5xx: the error is passed on.",
      from: section("5.2.2.2"), since: .v2, about: .responseMustRevalidate),
    Rule(
      "http.stale.stale-while-revalidate", .may,
      "A response with `stale-while-revalidate` may be served while it is stale for no longer than that, and is then refreshed behind the answer.",
      from: Citation(.rfc5861, "3"), since: .v2),
    Rule(
      "http.stale.stale-if-error", .may,
      "A response with `stale-if-error` may be served in place of an error while it is stale for no longer than that; later it is as any other stale response.",
      from: Citation(.rfc5861, "4"), since: .v2),
  ]

  static let invalidationRules: [Rule] = [
    Rule(
      "http.invalidate.unsafe-method", .must,
      "A POST, PUT, PATCH, DELETE or unknown method that is answered with 2xx or 3xx invalidates the stored response to its URL.",
      from: section("4.4"), since: .v2, about: .responseChange),
    Rule(
      "http.invalidate.failed-method", .open, "What is served after a method that was answered with 4xx or 5xx.",
      from: section("4.4"),
      because: "RFC 9111, 4.4 asks for invalidation after a success, and forbids none after a failure.", since: .v2),
    Rule(
      "http.invalidate.location", .open,
      "What is served of a response to a URL of the same origin that the answer to a POST names.",
      from: section("4.4"), because: "RFC 9111, 4.4 permits to invalidate it.", since: .v2),
    Rule(
      "http.invalidate.other-origin", .must,
      "A URL of another origin that the answer to a POST or PUT names is not invalidated.", from: section("4.4"),
      since: .v2, about: .responseOtherOrigin),
    Rule(
      "http.head.updates", .derived,
      "A stored response to GET is not served as fresh once a HEAD has shown that it changed, or is no longer fresh.",
      from: section("4.3.5"), because: "RFC 9111, 4.3.5 has it as a SHOULD: it is updated or invalidated.", since: .v2,
      about: .responseHead),
  ]
}
