extension HTTPSpec {
  /// A section of RFC 9111.
  static func section(_ number: String) -> Citation { Citation(.rfc9111, number) }

  static let freshnessRules: [Rule] = [
    Rule(
      "http.fresh.max-age", .must,
      "A response is fresh, and is served without a request, while its age is less than its `max-age`; at `max-age` it no longer is.",
      from: section("4.2"), section("5.2.2.1"), about: .responseMaxAge, .responseResidence),
    Rule(
      "http.age.header", .must, "An `Age` header field counts towards a response's age.", from: section("4.2.3"),
      about: .responseAgeField),
    Rule(
      "http.age.date", .must,
      "A `Date` in the past counts towards a response's age. A module that relies on `Age` alone, as the section allows, lacks `.apparentAge`.",
      from: section("4.2.3"), about: .responseDate),
    Rule(
      "http.age.delay", .must, "The time from a request to its response counts towards the response's age.",
      from: section("4.2.3"), about: .responseDelay),
    Rule(
      "http.age.resident", .must,
      "The time that a response spends in the cache counts towards its age, also across a restart.",
      from: section("4.2.3"), about: .responseResidence),
  ]

  static let storingRules: [Rule] = [
    Rule(
      "http.store.no-store", .must,
      "`no-store` in a response keeps it from being stored.",
      from: section("5.2.2.5"), about: .responseNoStoreDirective),
    Rule(
      "http.store.no-cache", .must,
      "A response with `no-cache` is never served without successful revalidation.", from: section("5.2.2.4"),
      about: .responseNoCache),
    Rule(
      "http.directives.syntax", .must,
      "The names of header fields and the directives of `Cache-Control` are read in any letter case. The directives are also read with quoted values and white space, from several header lines, and next to unknown directives.",
      from: section("5.2"), Citation(.rfc9110, "5.1"), Citation(.rfc9110, "5.3"), about: .responseLetterCase,
      .responseQuotes),
    Rule(
      "http.directives.invalid", .derived,
      "A response with a negative or non-numeric `max-age` is stale, an enormous `max-age` does not crash the process, and a negative `Age` is ignored.",
      from: section("4.2.1"), section("5.1"),
      because:
        "RFC 9111, 4.2.1 encourages treating a response with invalid freshness information as stale, and 5.1 ignoring an invalid `Age`; 1.2.2 says what to do with an overflow.",
      about: .responseNumber),
  ]

  static let revalidationRules: [Rule] = [
    Rule(
      "http.revalidate.etag", .must, "A stale response with an `ETag` is revalidated with `If-None-Match`.",
      from: section("4.3.1"), about: .responseEtag),
    Rule(
      "http.revalidate.last-modified", .open,
      "By which date a stale response with `Last-Modified` and no `ETag` is revalidated.",
      from: section("4.3.1"), Citation(.rfc9110, "13.1.3"),
      because: "RFC 9111, 4.3.1 prefers `If-Modified-Since` and that date (SHOULD)."),
    Rule(
      "http.revalidate.not-modified", .must,
      "When a revalidation is answered with 304, the stored body is served, the stored header fields are updated, and the response is fresh again.",
      from: section("4.3.3"), section("4.3.4"), about: .responseNotModified),
    Rule(
      "http.revalidate.other-tag", .must,
      "A 304 with a different entity tag than that of a stored response does not apply to that response, and does not make it fresh again.",
      from: section("4.3.4"), about: .responseConfirmed),
    Rule(
      "http.revalidate.other-date", .derived,
      "A 304 without an entity tag, whose `Last-Modified` is not that of a stored response without one, does not apply to that response, and does not make it fresh again.",
      from: section("4.3.4"),
      because:
        "RFC 9111, 4.3.4 has a 304 update the stored response to which its validators correspond; a body would otherwise be taken for another version.",
      since: .v2, about: .responseConfirmed),
    Rule(
      "http.revalidate.tag-form", .open,
      "A 304 that names the tag of a stored response in its other form, weak or strong, updates that response, or does not apply to it.",
      from: section("4.3.4"), Citation(.rfc9110, "8.8.3.2"),
      because:
        "RFC 9111, 4.3.4 updates by a strong tag only if it is the same, and by a weak one if it corresponds, without saying to what.",
      since: .v2),
    Rule(
      "http.revalidate.no-store", .open,
      "A stored response that a 304 with `no-store` confirms is left as it is, updated, or removed.",
      from: section("4.3.4"), section("5.2.2.5"),
      because: "A 304 updates a stored response, but `no-store` keeps any part of the 304 from being stored.",
      since: .v2),
    Rule(
      "http.revalidate.content-fields", .open,
      "Whether the `Content-Encoding`, `Content-Range` or `Content-Type` of a 304 replaces that of the stored response.",
      from: section("3.2"),
      because:
        "RFC 9111, 3.2 requires it, but lets a cache that stores processed content leave the fields on which that depends (SHOULD limit): taken over is preferred.",
      since: .v2),
    Rule(
      "http.revalidate.changed", .must,
      "When a revalidation is answered with 200, the new response is served and replaces the stored one.",
      from: section("4.3.3"), about: .responseModified),
    Rule(
      "http.revalidate.no-validator", .must,
      "A stale response without a validator is loaded by a plain request, or revalidated with `If-Modified-Since` and its `Date` or the time when it was received, and with no other condition.",
      from: section("4.3.1"), Citation(.rfc9110, "13.1.3"), about: .responseNoValidator),
    Rule(
      "http.stale.must-revalidate", .must,
      "A stale response with `must-revalidate` is never served without revalidation: when the origin cannot be reached, the result is an error.",
      from: section("5.2.2.2"), about: .responseMustRevalidate),
    Rule(
      "http.stale.disconnected", .open,
      "What is served when the stored response is stale and the origin cannot be reached.",
      from: section("4.2.4"), because: "RFC 9111, 4.2.4 permits a disconnected cache to serve a stale response."),
  ]
}
