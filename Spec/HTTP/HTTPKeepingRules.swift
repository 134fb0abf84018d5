extension HTTPSpec {
  static let keepingRules: [Rule] = [
    Rule(
      "http.store.methods", .must,
      "A response to a method other than GET never answers a GET, except a response to a POST that states how long it is fresh and that its content is the resource's.",
      from: section("3"), Citation(.rfc9110, "9.3"), since: .v2, about: .responseLoadMethod),
    Rule(
      "http.store.unsafe-forwarded", .must,
      "A request with a method that may change something, with an unknown method, or with OPTIONS always reaches the origin, whatever is stored.",
      from: section("4"),
      Citation(.rfc9110, "9.3.7"), since: .v2, about: .responseLoadMethod),
    Rule(
      "http.store.post-kept", .open,
      "What a GET gets after a POST whose response stated how long it is fresh and that its content is the resource's.",
      from: Citation(.rfc9110, "9.3.3"),
      because: "RFC 9110, 9.3.3 lets a cache answer the GET with that response, and notes that most caches do not.",
      since: .v2),
    Rule(
      "http.store.status", .must,
      "A response is not served without revalidation when it does not state how long it is fresh and its status allows no heuristic lifetime, or when it has `must-understand` and its status has no known meaning. A 304 is never served on its own.",
      from: section("3"), section("4.2.2"), section("5.2.2.3"), Citation(.rfc9110, "15.1"), since: .v2,
      about: .responseGuessedStatus),
    Rule(
      "http.store.status-kept", .may,
      "A response whose status is not 200 may be served without revalidation while it is fresh, by its stated or a heuristic lifetime, and no longer.",
      from: section("3"), section("4.2.2"), since: .v2),
    Rule(
      "http.store.must-understand", .open,
      "What is served after a response with `must-understand` and `no-store`, whose status has a known meaning.",
      from: section("5.2.2.3"),
      because:
        "RFC 9111, 5.2.2.3 prefers that a cache which implements `must-understand` ignores `no-store` (SHOULD): served. To any other cache, `no-store` applies.",
      since: .v2),
    Rule(
      "http.store.authorization", .open,
      "Whether a response to a request with `Authorization` answers a later request.",
      from: section("3.5"), because: "RFC 9111, 3.5 restricts shared caches; a private cache may store the response.",
      since: .v2),
  ]

  static let varyRules: [Rule] = [
    Rule(
      "http.vary.matches", .must,
      "A stored response answers only requests in which the header fields that its `Vary` names are as they were in the request that it originally answered.",
      from: section("4.1"), section("4.3.1"), since: .v2, about: .responseVary),
    Rule(
      "http.vary.normalized", .open,
      "Whether a stored response answers a request whose `Accept-Language` differs from the original one only in white space, letter case, order or lines, or selects the same variant by its weights.",
      from: section("4.1"),
      because: "RFC 9111, 4.1 permits a cache to normalize the fields that `Vary` names, and does not require it.",
      since: .v2),
    Rule(
      "http.vary.star", .must, "A stored response whose `Vary` contains `*` answers no request without revalidation.",
      from: section("4.1"), since: .v2, about: .responseVaryStar),
    Rule(
      "http.vary.most-recent", .must,
      "Of several stored responses that could answer a request, the most recent by `Date` is used.", from: section("4"),
      since: .v2, about: .responseNewest),
    Rule(
      "http.vary.several", .open, "Whether a cache keeps several variants of one resource.", from: section("4.1"),
      because:
        "RFC 9111, 4.1 describes a choice among several stored responses, and requires no cache to keep several.",
      since: .v2),
  ]
}
