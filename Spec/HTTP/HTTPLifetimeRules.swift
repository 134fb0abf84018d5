extension HTTPSpec {
  static let lifetimeRules: [Rule] = [
    Rule(
      "http.fresh.expires", .must,
      "Without `max-age`, a response is fresh while its age is less than `Expires` minus `Date`; with `max-age`, `Expires` is ignored.",
      from: section("4.2.1"), section("5.3"), since: .v2, about: .responseExpires),
    Rule(
      "http.fresh.expires-invalid", .must,
      "An `Expires` that is not a valid date, `0` in particular, means that the response is already stale.",
      from: section("5.3"),
      since: .v2, about: .responseExpiresDate),
    Rule(
      "http.fresh.date-forms", .must,
      "A date is read in each of HTTP's three formats; a two-digit year that would be more than fifty years in the future means a year in the past.",
      from: Citation(.rfc9110, "5.6.7"), section("4.2"), since: .v2, about: .responseDateForm),
    Rule(
      "http.fresh.s-maxage-ignored", .must, "`s-maxage` has no effect in a private cache.", from: section("5.2.2.10"),
      since: .v2, about: .responseSharedMaxAge),
    Rule(
      "http.fresh.private-cached", .derived,
      "`private` does not keep a private cache from storing and serving a response.",
      from: section("5.2.2.7"),
      because:
        "RFC 9111, 5.2.2.7 lets private caches store it, and by response.policy.use-protocol a response that is stored and fresh is served.",
      since: .v2, about: .responsePrivate),
    Rule(
      "http.fresh.heuristic", .may,
      "A response that does not state how long it is fresh may be served without revalidation for a heuristic lifetime, typically a tenth of the time since its last modification, but not for years.",
      from: section("4.2.2"), since: .v2),
    Rule(
      "http.fresh.heuristic-explicit", .must,
      "A response that states how long it is fresh never counts as fresh or stale because of when it was last modified.",
      from: section("4.2.2"), since: .v2, about: .responseLifetimeSaid),
  ]
}
