extension HTTPSpec {
  static let keepingRules: [Rule] = [
    Rule(
      "http.store.methods", .must,
      "What answered another method than GET never answers a GET, but for a POST whose answer says how long it is fresh and that its content is the resource's.",
      from: section("3"), Citation(.rfc9110, "9.3"), since: .v2, about: .responseLoadMethod),
    Rule(
      "http.store.unsafe-forwarded", .must,
      "A method that may change something, one that is not known too, and OPTIONS always reach the origin, whatever is stored.",
      from: section("4"),
      Citation(.rfc9110, "9.3.7"), since: .v2, about: .responseLoadMethod),
    Rule(
      "http.store.post-kept", .open,
      "What a GET gets after a POST whose answer said how long it is fresh and that its content is the resource's.",
      from: Citation(.rfc9110, "9.3.3"),
      because: "RFC 9110, 9.3.3 lets a cache answer the GET with it, and notes that most caches do not.", since: .v2),
    Rule(
      "http.store.status", .must,
      "A response is not served unchecked when it says nothing of how long it is fresh and its status is none that a cache may guess a lifetime for, or when it says `must-understand` and its status has no known meaning; a 304 is never served by itself.",
      from: section("3"), section("4.2.2"), section("5.2.2.3"), Citation(.rfc9110, "15.1"), since: .v2,
      about: .responseGuessedStatus),
    Rule(
      "http.store.status-kept", .may,
      "A response whose status is not 200 may be served unchecked while it is fresh, or taken for so by a guess, and no longer.",
      from: section("3"), section("4.2.2"), since: .v2),
    Rule(
      "http.store.authorization", .open, "Whether a response to a request with `Authorization` answers a later one.",
      from: section("3.5"), because: "RFC 9111, 3.5 restricts shared caches; a private one may store it.", since: .v2),
  ]

  static let varyRules: [Rule] = [
    Rule(
      "http.vary.matches", .must,
      "A stored response answers only requests in which the header fields that its `Vary` names are as they were in the request that it answered.",
      from: section("4.1"), section("4.3.1"), since: .v2, about: .responseVary),
    Rule(
      "http.vary.star", .must, "A stored response whose `Vary` holds `*` answers no request without a check.",
      from: section("4.1"), since: .v2, about: .responseVaryStar),
    Rule(
      "http.vary.most-recent", .must,
      "Of several stored responses that answer a request the most recent by `Date` is used.", from: section("4"),
      since: .v2, about: .responseNewest),
    Rule(
      "http.vary.several", .open, "Whether several variants of one resource are kept.", from: section("4.1"),
      because: "RFC 9111, 4.1 speaks of several stored responses to choose from, and asks no cache to keep them.",
      since: .v2),
  ]
}
