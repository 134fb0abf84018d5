extension HTTPSpec {
  /// A section of RFC 9111.
  static func section(_ number: String) -> Citation { Citation(.rfc9111, number) }

  static let freshnessRules: [Rule] = [
    Rule(
      "http.fresh.max-age", .must,
      "A response is fresh while its age is below `max-age`, and then served without a request; at `max-age` it no longer is.",
      from: section("4.2"), section("5.2.2.1"), about: .responseMaxAge),
    Rule(
      "http.age.header", .must, "An `Age` header field counts towards the age.", from: section("4.2.3"),
      about: .responseAgeField),
    Rule(
      "http.age.date", .must,
      "A `Date` in the past counts towards the age. A module that leaves this to `Age`, as the section allows, lacks `.apparentAge`.",
      from: section("4.2.3"), about: .responseDate),
    Rule(
      "http.age.delay", .must, "The time from a request to its answer counts towards the answer's age.",
      from: section("4.2.3"), about: .responseDelay),
    Rule(
      "http.age.resident", .must, "The time in the cache counts towards the age, across a restart too.",
      from: section("4.2.3"), about: .responseResidence),
  ]

  static let storingRules: [Rule] = [
    Rule(
      "http.store.no-store", .must,
      "`no-store` in the response, or in the request, keeps the response from being stored.",
      from: section("5.2.1.5"), section("5.2.2.5"), about: .responseNoStoreDirective),
    Rule(
      "http.store.no-cache", .must,
      "A response with `no-cache` is never served without a successful check.", from: section("5.2.2.4"),
      about: .responseNoCache),
    Rule(
      "http.directives.syntax", .must,
      "The names of header fields, and the directives of `Cache-Control`, are read in any case; these with quoted values and white space, from several header lines, and beside unknown ones.",
      from: section("5.2"), Citation(.rfc9110, "5.1"), Citation(.rfc9110, "5.3"), about: .responseLetterCase,
      .responseQuotes),
    Rule(
      "http.directives.invalid", .derived,
      "A response with a negative or non-numeric `max-age` is stale; an enormous `max-age` is no trap; a negative `Age` is ignored.",
      from: section("4.2.1"), section("5.1"),
      because:
        "RFC 9111, 4.2.1 encourages taking invalid freshness for stale, and 5.1 ignoring an invalid `Age`; 1.2.2 says what to do with an overflow.",
      about: .responseNumber),
  ]

  static let revalidationRules: [Rule] = [
    Rule(
      "http.revalidate.etag", .must, "A stale response with an `ETag` is checked with `If-None-Match`.",
      from: section("4.3.1"), about: .responseEtag),
    Rule(
      "http.revalidate.last-modified", .derived,
      "A stale response with `Last-Modified` alone is checked with `If-Modified-Since`, and that date.",
      from: section("4.3.1"),
      because: "RFC 9111, 4.3.1 has it as a SHOULD.", about: .responseLastModified),
    Rule(
      "http.revalidate.not-modified", .must,
      "When a check is answered with 304, the stored body is served, its stored header fields are updated, and the response is fresh again.",
      from: section("4.3.3"), section("4.3.4"), about: .responseNotModified),
    Rule(
      "http.revalidate.other-tag", .must,
      "A 304 that names another entity tag than a stored response has says nothing of that response: it is not fresh again.",
      from: section("4.3.4"), about: .responseConfirmed),
    Rule(
      "http.revalidate.tag-form", .open,
      "A 304 that names the tag of a stored response in its other form, weak or strong, updates it, or is no word about it.",
      from: section("4.3.4"), Citation(.rfc9110, "8.8.3.2"),
      because:
        "The same strong tag has to be named to update by it, and a weak one has to correspond: to what is not said.",
      since: .v2),
    Rule(
      "http.revalidate.no-store", .open,
      "A stored response that a 304 with `no-store` confirms is left as it is, updated, or removed.",
      from: section("4.3.4"), section("5.2.2.5"),
      because: "A 304 updates what is stored, and `no-store` keeps any part of it from being stored.", since: .v2),
    Rule(
      "http.revalidate.changed", .must,
      "When a check is answered with 200, the new response is served and replaces the stored one.",
      from: section("4.3.3"), about: .responseModified),
    Rule(
      "http.revalidate.no-validator", .must,
      "A stale response without a validator is loaded by a plain request, or checked by `If-Modified-Since` with its `Date` or the time when it was received, and by no other condition.",
      from: section("4.3.1"), Citation(.rfc9110, "13.1.3"), about: .responseNoValidator),
    Rule(
      "http.stale.must-revalidate", .must,
      "A stale response with `must-revalidate` is never served without a check: when the origin cannot be reached there is an error.",
      from: section("5.2.2.2"), about: .responseMustRevalidate),
    Rule(
      "http.stale.disconnected", .open, "What is served of a stale response when the origin cannot be reached.",
      from: section("4.2.4"), because: "RFC 9111, 4.2.4 permits a stale response to a disconnected cache."),
  ]
}
