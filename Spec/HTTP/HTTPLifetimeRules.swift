extension HTTPSpec {
  static let lifetimeRules: [Rule] = [
    Rule(
      "http.fresh.expires", .must,
      "Without `max-age`, a response is fresh while its age is below `Expires` less `Date`; with it, `Expires` does not count.",
      from: section("4.2.1"), section("5.3"), since: .v2, about: .responseExpires),
    Rule(
      "http.fresh.expires-invalid", .must,
      "An `Expires` that is no date, `0` above all, means that the response is stale already.", from: section("5.3"),
      since: .v2, about: .responseExpiresDate),
    Rule(
      "http.fresh.date-forms", .must,
      "A date is read in each of HTTP's three forms; two digits for a year that would lie more than fifty years ahead mean one that is past.",
      from: Citation(.rfc9110, "5.6.7"), section("4.2"), since: .v2, about: .responseDateForm),
    Rule(
      "http.fresh.s-maxage-ignored", .must, "`s-maxage` changes nothing in a private cache.", from: section("5.2.2.10"),
      since: .v2, about: .responseSharedMaxAge),
    Rule(
      "http.fresh.private-cached", .derived, "`private` does not keep a private cache from storing and serving.",
      from: section("5.2.2.7"),
      because:
        "RFC 9111, 5.2.2.7 lets private caches store it, and by response.policy.use-protocol what is stored and fresh is served.",
      since: .v2, about: .responsePrivate),
    Rule(
      "http.fresh.heuristic", .may,
      "A response that does not say how long it is fresh may be served unchecked for as long as the cache guesses, as a rule a tenth of the time that it had not changed, and not for years.",
      from: section("4.2.2"), since: .v2),
    Rule(
      "http.fresh.heuristic-explicit", .must,
      "A response that says how long it is fresh is never taken for fresh, or stale, by when it was last modified.",
      from: section("4.2.2"), since: .v2, about: .responseLifetimeSaid),
  ]
}
