extension Questions {
  /// Questions that the standard for HTTP caches leaves open for a private cache.
  static let http = [
    Question(
      "Does a response to a request with credentials answer a later one?",
      http: "shared caches are kept from it, private ones are not",
      decided: "either, and recorded", by: "http.store.authorization"),
    Question(
      "Does what answered a POST answer a GET?",
      http: "it may, with freshness and its own location as Content-Location",
      decided: "with both, either and recorded; else never", by: "http.store.post-kept", "http.store.methods"),
    Question(
      "How many variants of one resource are kept?", http: "it speaks of several, and asks for none",
      decided: "either, and recorded; whatever is kept answers its own requests only", by: "http.vary.several",
      "http.vary.matches"),
    Question(
      "Does a cache follow what a request asks of it?",
      apple: "a policy is asked for, and header fields are not spoken of", http: "it is advice",
      decided: "either, and recorded; `max-stale` never widens what must be checked",
      by: "http.request.no-cache", "http.request.max-age", "http.request.min-fresh", "http.request.max-stale",
      "http.request.only-if-cached"),
    Question(
      "Is a stale response served when its check fails?", http: "it may be, unless it says `must-revalidate`",
      decided: "either, and recorded", by: "http.revalidate.server-error",
      "http.revalidate.server-error-must-revalidate"),
    Question(
      "What does a change at the origin invalidate?",
      http: "its own URL after a success, and maybe what the answer names",
      decided: "the URL must go; after a failure, and for other URLs of the origin, either and recorded",
      by: "http.invalidate.unsafe-method", "http.invalidate.failed-method", "http.invalidate.location"),
    Question(
      "Is a fresh response that never changes checked on a reload?",
      apple: "a policy to reload with a check has it checked",
      http: "clients are asked not to, by an extension, RFC 8246", decided: "either, and recorded",
      by: "http.immutable.reload", "http.immutable", "response.policy.reload-revalidating"),
    Question(
      "What is stored of answers that overtake each other, a change, or a removal?",
      http: "of several stored responses the most recent is used; what is on its way is not spoken of",
      decided: "either, and recorded; no answer is given to a load that it may not answer",
      by: "http.overlap.late-answer", "http.overlap.changed-meanwhile", "http.overlap.removed-meanwhile",
      "http.overlap.reusable"),
    Question(
      "How many redirects are followed?", http: "a circle should be ended, and some follow five",
      decided: "either, and recorded; a circle ends", by: "http.redirect.limit"),
    Question(
      "How old is a response whose `Date` is older than its `Age`?",
      http: "as old as `Age` and the way here say; a careful cache goes by `Date` too",
      decided: "by both; a module that goes by `Age` alone says so", by: "http.age.date", "http.age.delay"),
    Question(
      "What is made of a message that is not as it has to be?",
      http: "what is not complete is not served as the whole; RFC 9110 has the message refused or mended",
      decided: "either, and recorded: who reads it need not be the cache", by: "http.message.invalid"),
    Question(
      "Are header fields stored that are for a connection?",
      http: "they have to go before a message is forwarded, which a cache may do before it stores",
      decided: "either, and recorded: a client forwards nothing", by: "http.headers.connection", "http.headers.stored"),
    Question(
      "Does a weak entity tag in a 304 speak of a stored response with the strong one?",
      http: "the same strong tag does, and a weak one that corresponds", decided: "either, and recorded",
      by: "http.revalidate.tag-form"),
    Question(
      "What becomes of a stored response that a 304 with `no-store` confirms?",
      http: "a 304 updates what is stored, and `no-store` keeps any part of it from being stored",
      decided: "left, updated or removed, and recorded", by: "http.revalidate.no-store"),
    Question(
      "Which header fields follow a redirect?",
      http: "RFC 9110 has those of a content left out that is not sent again, and credentials at a risk",
      decided: "either, and recorded", by: "http.redirect.fields"),
  ]
}
