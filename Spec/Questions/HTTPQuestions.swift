extension Questions {
  /// Questions that the standard for HTTP caches leaves open for a private cache.
  static let http = [
    Question(
      "Does a response to a request with credentials answer a later one?",
      http: "shared caches are restricted, private ones are not",
      decided: "either, and recorded", by: "http.store.authorization"),
    Question(
      "Does the response to a POST answer a GET?",
      http: "it may, if it states its freshness and has its own URL as Content-Location",
      decided: "if it has both, either, and recorded; otherwise never", by: "http.store.post-kept", "http.store.methods"
    ),
    Question(
      "How many variants of one resource are kept?", http: "it describes several, but requires no number",
      decided: "any number, and recorded; each variant that is kept answers only its own requests",
      by: "http.vary.several",
      "http.vary.matches"),
    Question(
      "Does a cache follow a request's cache directives?",
      apple: "a request has a policy; header fields are not mentioned", http: "it is advice",
      decided: "either, and recorded; `max-stale` never applies to a response that must be revalidated",
      by: "http.request.no-cache", "http.request.max-age", "http.request.min-fresh", "http.request.max-stale",
      "http.request.only-if-cached", "http.request.no-store"),
    Question(
      "Is a stale response served when its revalidation fails?", http: "it may be, unless it says `must-revalidate`",
      decided: "either, and recorded", by: "http.revalidate.server-error",
      "http.revalidate.server-error-must-revalidate"),
    Question(
      "What does a change at the origin invalidate?",
      http: "its own URL after a success, and possibly the URLs that the response names",
      decided: "its own URL is invalidated; after a failure, and for other URLs of the origin, either, and recorded",
      by: "http.invalidate.unsafe-method", "http.invalidate.failed-method", "http.invalidate.location"),
    Question(
      "Is a fresh response with `immutable` revalidated on a reload?",
      apple: "under `reloadRevalidatingCacheData` it is",
      http: "an extension, RFC 8246, asks clients not to", decided: "either, and recorded",
      by: "http.immutable.reload", "http.immutable", "response.policy.reload-revalidating"),
    Question(
      "Which response is stored when one arrives after a newer one, after a change, or after a removal?",
      http: "of several stored responses the most recent is used; requests in flight are not mentioned",
      decided: "either, and recorded; no response is given to a load that it may not answer",
      by: "http.overlap.late-answer", "http.overlap.changed-meanwhile", "http.overlap.removed-meanwhile",
      "http.overlap.reusable"),
    Question(
      "How many redirects are followed?",
      http: "clients should break a redirect loop, and some follow no more than five redirects",
      decided: "any number, and recorded; a loop is broken", by: "http.redirect.limit"),
    Question(
      "How old is a response whose `Date` is older than its `Age`?",
      http: "as old as `Age` and the delay say; a careful cache considers `Date` too",
      decided: "by both; a module that relies on `Age` alone says so", by: "http.age.date", "http.age.delay"),
    Question(
      "What happens to an invalid message?",
      http: "an incomplete message is not served as the whole; RFC 9110 has an invalid one rejected or repaired",
      decided: "either, and recorded: the recipient of the message need not be the cache", by: "http.message.invalid"),
    Question(
      "Are header fields for a connection stored?",
      http: "they have to be removed before a message is forwarded, which may be before it is stored",
      decided: "either, and recorded: a client forwards nothing", by: "http.headers.connection", "http.headers.stored"),
    Question(
      "Does a weak entity tag in a 304 apply to a stored response with the strong form of that tag?",
      http: "the same strong tag does, and so does a weak one that corresponds", decided: "either, and recorded",
      by: "http.revalidate.tag-form"),
    Question(
      "What happens to a stored response that a 304 with `no-store` confirms?",
      http: "a 304 updates a stored response, but `no-store` keeps any part of the 304 from being stored",
      decided: "left, updated or removed, and recorded", by: "http.revalidate.no-store"),
    Question(
      "Which header fields follow a redirect?",
      http:
        "RFC 9110 advises removing those that describe content which is no longer sent, and credentials that are at risk",
      decided: "either, and recorded", by: "http.redirect.fields"),
    Question(
      "Does `no-store` apply beside `must-understand`?",
      http: "a cache that implements `must-understand` should ignore it; any other cache obeys it",
      decided: "either, and recorded", by: "http.store.must-understand"),
    Question(
      "Are header fields that `Vary` names compared after normalization?", http: "they may be",
      decided: "either for `Accept-Language`, and recorded; values of unknown fields are compared as they are",
      by: "http.vary.normalized", "http.vary.matches"),
    Question(
      "How is a malformed value read?",
      http:
        "an invalid `Age` should be ignored, the first member of a list counts; an invalid lifetime should be stale",
      decided: "either, and recorded with what is preferred; `Expires`, and a list in `Age`, are not ignored",
      by: "http.age.invalid", "http.age.list", "http.directives.malformed", "http.fresh.date-variants",
      "http.conditions.malformed"),
    Question(
      "What does `Pragma: no-cache` in a response mean?", http: "its meaning was never specified",
      decided: "either, and recorded", by: "http.directives.pragma"),
    Question(
      "Does a cache answer the app's own conditions?", http: "it should, by 304; the origin may be asked instead",
      decided: "either, and recorded; a 304 is only for a condition that holds", by: "http.conditions.met",
      "http.conditions.own"),
    Question(
      "Does a 304 replace the fields that describe the content?",
      http: "it does, but a cache that has processed the content may leave them", decided: "either, and recorded",
      by: "http.revalidate.content-fields"),
    Question(
      "Does a HEAD update the stored response, or invalidate it if the resource has changed?", http: "it should",
      decided: "either, and recorded",
      by: "http.head.taken-over", "http.head.updates", "http.invalidate.safe-method"),
    Question(
      "By which date does a cache revalidate a response that has no entity tag?",
      http: "it should by its `Last-Modified`",
      decided: "any, or none, and recorded", by: "http.revalidate.last-modified"),
    Question(
      "Which parts of HTTP caching have no rule here?",
      http:
        "a 1xx response is read by the client's library; a request may name the tags of variants that do not match it",
      decided: "any behaviour", by: "http.vary.several"),
  ]
}
