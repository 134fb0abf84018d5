extension HTTPSpec {
  private static let advisory = "RFC 9111, 5.2.1 makes a request's directives to caches advisory."

  static let requestRules: [Rule] = [
    Rule(
      "http.request.no-cache", .open,
      "What a request with `no-cache` in `Cache-Control`, or in `Pragma` alone, gets when a fresh response is stored.",
      from: section("5.2.1.4"), section("5.4"), because: advisory, since: .v2),
    Rule(
      "http.request.no-store", .open,
      "Whether the response to a request with `no-store` is stored, and whether the request is served a fresh response that is stored already.",
      from: section("5.2.1.5"),
      because: "\(advisory) RFC 9111, 5.2.1.5 prefers that nothing is stored, and lets a cache serve what is stored.",
      since: .v2),
    Rule(
      "http.request.max-age", .open,
      "What a request gets when the stored response is fresh but older than the request's `max-age`.",
      from: section("5.2.1.1"), because: advisory, since: .v2),
    Rule(
      "http.request.min-fresh", .open,
      "What a request gets when the stored response will stay fresh for less than the request's `min-fresh`.",
      from: section("5.2.1.3"),
      because: advisory, since: .v2),
    Rule(
      "http.request.max-stale", .may,
      "A request with `max-stale` may be served a response that has been stale for no longer than that, unless the response has `must-revalidate` or `no-cache`.",
      from: section("5.2.1.2"), section("4.2.4"), since: .v2),
    Rule(
      "http.request.only-if-cached", .open,
      "What a request with `only-if-cached` gets when no suitable response is stored: status 504 without a request, or the origin's response.",
      from: section("5.2.1.7"), because: advisory, since: .v2),
  ]

  static let staleRules: [Rule] = [
    Rule(
      "http.revalidate.server-error", .open,
      "What is served when the revalidation of a stale response is answered with 5xx.",
      from: section("4.3.3"),
      because: "RFC 9111, 4.3.3 lets a cache pass the error on, or act as if the origin could not be reached.",
      since: .v2),
    Rule(
      "http.revalidate.server-error-must-revalidate", .must,
      "A stale response with `must-revalidate` is not served when its revalidation is answered with 5xx: the error is passed on.",
      from: section("5.2.2.2"), since: .v2, about: .responseMustRevalidate),
    Rule(
      "http.stale.stale-while-revalidate", .may,
      "A response with `stale-while-revalidate` may be served while it has been stale for no longer than that, and is then refreshed in the background.",
      from: Citation(.rfc5861, "3"), since: .v2),
    Rule(
      "http.stale.stale-if-error", .may,
      "A response with `stale-if-error` may be served in place of an error while it has been stale for no longer than that, and not after that.",
      from: Citation(.rfc5861, "4"), since: .v2),
  ]

  static let invalidationRules: [Rule] = [
    Rule(
      "http.invalidate.unsafe-method", .must,
      "A POST, PUT, PATCH, DELETE or unknown method that is answered with 2xx or 3xx invalidates the stored response for its URL.",
      from: section("4.4"), since: .v2, about: .responseChange),
    Rule(
      "http.invalidate.failed-method", .open,
      "What is served after a method that may change something was answered with 4xx or 5xx.",
      from: section("4.4"),
      because: "RFC 9111, 4.4 requires invalidation after a success, and does not forbid it after a failure.",
      since: .v2),
    Rule(
      "http.invalidate.safe-method", .derived,
      "A HEAD that shows no change, an OPTIONS or a TRACE does not keep a stored and fresh response from being served.",
      from: section("4.4"), section("4.3.5"),
      because:
        "RFC 9111, 4.4 invalidates after unsafe methods only, and by response.policy.use-protocol a response that is stored and fresh is served.",
      since: .v2, about: .responseSafeMethod),
    Rule(
      "http.invalidate.location", .open,
      "What is served when a response is stored for a URL of the same origin that the response to a method that may change something names.",
      from: section("4.4"), because: "RFC 9111, 4.4 permits, but does not require, a cache to invalidate it.",
      since: .v2),
    Rule(
      "http.invalidate.other-origin", .must,
      "A stored response for a URL of another origin is not invalidated when the response to a POST or PUT names that URL.",
      from: section("4.4"),
      since: .v2, about: .responseOtherOrigin),
    Rule(
      "http.head.taken-over", .open,
      "Whether the header fields of a HEAD that shows no change replace those of the stored response.",
      from: section("4.3.5"),
      because: "RFC 9111, 4.3.5 prefers that the stored response is updated (SHOULD).", since: .v2),
    Rule(
      "http.head.updates", .open,
      "Whether a stored response to a GET is still served once a HEAD has shown that it has changed or is no longer fresh.",
      from: section("4.3.5"),
      because: "RFC 9111, 4.3.5 prefers that it is updated or invalidated (SHOULD).", since: .v2),
  ]
}
