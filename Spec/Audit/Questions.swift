/// The questions that the documents leave open, and how each was decided.
package enum Questions {
  /// All questions, by subject.
  package static let all = order + age + users + keeping + loading + graph + http

  private static let order = [
    Question(
      "Which layer is asked first?",
      adapty: "the order begins at the CDN for every load, and yet two of the three policies begin at the cache",
      revenueCat: "by default the cache, stale included",
      apple: "what the policy says; by default the protocol decides",
      apollo: "by default the cache",
      decided: "the policy decides whether the network is asked; whatever asks it keeps to the order from there",
      by: "paywall.priority.cdn-first", "paywall.policy.default-is-reload", "paywall.policy.cache-else-load-hit",
      "paywall.policy.cache-else-load-miss", "customer.policy.default-is-cached-or-fetched",
      "response.policy.default-is-use-protocol", "normalized.policy.default-is-cache-else-fetch"),
    Question(
      "Does an older cached copy come before a newer fallback file?", adapty: "the cache comes before the fallback",
      decided: "the order of the document; a shipping SDK prefers the newer",
      by: "paywall.fallback.older-than-cache", "paywall.fallback.never-masks-newer-data"),
    Question(
      "Is the most recent answer the newest version, or the last to arrive?", adapty: "the most recent data is stored",
      decided: "either; what a module does is recorded",
      by: "paywall.cache.older-answer-does-not-replace", "paywall.cache.older-version-published",
      "normalized.overlap.late-answer"),
    Question(
      "Does a preloaded paywall come before newer data?",
      adapty: "preloaded ones are kept, and no sentence says for what",
      decided: "either; what a module does is recorded", by: "paywall.preload.newer-data"),
    Question(
      "Does old data come before an error, when new data was asked for?",
      adapty: "yes: an error is the last resort", revenueCat: "its page says what is asked, and no more",
      apple: "no: the cache is ignored", apollo: "no: the app may try again with another policy",
      decided: "as each document says; where it says nothing, what a module does is recorded",
      by: "paywall.policy.reload-falls-back-to-cache", "paywall.priority.error-when-all-fail",
      "customer.policy.fetch-current-offline", "response.policy.reload-ignoring-local",
      "normalized.policy.after-failure"),
  ]

  private static let age = [
    Question(
      "Is stale data returned when the network fails?",
      adapty: "the cached copy is; whether one that has expired is not said", revenueCat: "for ever, by default",
      apple: "by policy, whatever its age", http: "it may be, unless it must be checked",
      decided: "it is, unless a policy or a directive asks for data that is not stale",
      by: "paywall.policy.max-age-expired-offline", "customer.offline.served-for-ever",
      "customer.policy.not-stale-offline", "response.policy.dont-load-hit", "http.stale.disconnected",
      "http.stale.must-revalidate"),
    Question(
      "What does a refresh that fails leave?",
      decided: "what was cached, as old as it was; when the next one is tried is recorded",
      by: "paywall.cache.failed-load-keeps-copy", "paywall.background.failure-keeps-copy",
      "paywall.policy.max-age-restarts", "customer.policy.failure-keeps-data", "customer.policy.failure-then-retry"),
    Question(
      "Since when does the time count after which coming to the foreground refreshes?",
      revenueCat: "five minutes, and not since when",
      decided: "since the last fetch, or since the app went to the background; what a module does is recorded",
      by: "customer.foreground.counts-from"),
    Question(
      "When does an invalidation fetch?", revenueCat: "it forces a fetch, and not when",
      decided: "at once, or at the next read; whether the answer to a purchase ends it is recorded too",
      by: "customer.invalidate.no-request-itself", "customer.invalidate.during-purchase"),
    Question(
      "Is data of exactly the greatest age still young?", adapty: "until the age is exceeded",
      revenueCat: "until it is older, and after five minutes: both stand there",
      http: "no: only while the lifetime is greater",
      decided: "either, and recorded; over HTTP it is stale",
      by: "paywall.policy.max-age-boundary", "customer.get.exactly-five-minutes",
      "customer.offerings.exactly-five-minutes", "customer.foreground.exactly-five-minutes",
      "customer.background.exactly-a-day", "dashboard.customer-lists.exactly-two-hours", "http.fresh.max-age"),
    Question(
      "From when does age count?", http: "from when the origin made the response, by three measures",
      decided: "from the last answer, an unchanged one included, and on through a restart",
      by: "paywall.policy.max-age-restarts", "paywall.lifecycle.age-survives-restart", "http.age.header",
      "http.age.date", "http.age.resident"),
    Question(
      "What does a clock that was set do to age?",
      decided: "nothing stays young for ever, and nothing is fetched at each read",
      by: "paywall.policy.clock-set-back", "customer.get.clock-moved-back", "customer.get.clock-moved-forward"),
    Question(
      "When are offerings refreshed, and what does that read return?",
      revenueCat: "a garbled sentence: cached if unchanged, or after five minutes",
      decided: "after five minutes; that read returns the old ones or waits, and is recorded",
      by: "customer.offerings.refreshes-when-old", "customer.offerings.unchanged", "customer.offerings.stale-answer"),
    Question(
      "Does a sandbox build refresh in the background?", revenueCat: "production alone is spoken of",
      decided: "what a module does is recorded", by: "customer.background.production-only"),
    Question(
      "How old may a figure of the dashboard be?",
      revenueCat: "usually current; some an hour or two, and for some accounts all of them",
      decided: "never older than two hours, and only where the page permits it",
      by: "dashboard.overview.real-time", "dashboard.overview.new-and-active-customers",
      "dashboard.overview.large-accounts"),
  ]

  private static let users = [
    Question(
      "What does a log-out clear?", adapty: "nothing: the list of what clears the cache does not have it",
      revenueCat: "the cache, and not which of several",
      decided: "customer info and offerings, on disk too; for paywalls the list stands, and a shipping SDK differs",
      by: "customer.logout.clears-customer-info", "customer.logout.clears-offerings", "customer.logout.stays-cleared",
      "paywall.lifecycle.logout", "paywall.lifecycle.nothing-else-clears"),
    Question(
      "Who is the user after a log-out?", decided: "one made up, or none; never the old one",
      by: "customer.logout.new-identity"),
    Question(
      "What does logging out do when no one is logged in?",
      decided: "it fails and clears nothing, or makes another user",
      by: "customer.logout.anonymous"),
    Question(
      "Does an answer that was under way count after a log-out, an invalidation, a clearing or a restart?",
      decided: "not for another user, nor after an invalidation or a restart; recorded after a clearing, or a return",
      by: "customer.logout.late-answer-discarded", "customer.login.late-answer-discarded",
      "customer.logout.answer-after-return", "customer.invalidate.during-fetch", "paywall.overlap.restart-during-load",
      "normalized.overlap.clear-during-fetch"),
    Question(
      "What becomes of a user's stored copy when another logs in?",
      revenueCat: "logging out clears the cache, and no more is said",
      decided: "nobody else reads it; whether it is removed is recorded",
      by: "customer.login.isolates-users", "customer.login.stored-copy"),
    Question(
      "When does for ever end?", revenueCat: "when something invalidates the cache, and not what",
      decided: "with a call that invalidates, and with a log-out; invalidated and offline, a read fails",
      by: "customer.offline.served-for-ever", "customer.invalidate.offline", "customer.logout.clears-customer-info"),
  ]

  private static let keeping = [
    Question(
      "Do offerings outlive the app?", revenueCat: "not currently; later versions of the product keep them",
      decided: "they do not: this edition's sentence", by: "customer.offerings.not-kept-across-restart"),
    Question(
      "What is a stored copy that cannot be read?", decided: "no copy; and the next answer is stored again",
      by: "paywall.lifecycle.unreadable-copy", "customer.info.unreadable-copy", "response.store.unreadable-entry",
      "normalized.sqlite.unreadable-file"),
    Question(
      "Are two ways to write one URL one request?", apple: "requests are compared, and not how",
      http: "they mean the same, and a cache may overlook it", decided: "either, and recorded",
      by: "response.store.key-spelling", "response.store.key"),
    Question(
      "What do two stores at one place see of each other?", decided: "what a module does is recorded",
      by: "response.store.two-at-one-place"),
    Question(
      "Does storing under a stricter policy take away an earlier copy?",
      apple: "the policy of a response is spoken of, and not what was there before",
      decided: "it does, in memory and on disk", by: "response.storage.tightened", "response.usage.too-large"),
  ]

  private static let loading = [
    Question(
      "Do updates in the background ask the fallback server?",
      adapty: "the order of the layers is that of a requested paywall; of updates none is given",
      decided: "either, and recorded", by: "paywall.background.from-the-server"),
    Question(
      "Do reads at once share a request?", revenueCat: "reading as often as needed is safe",
      decided: "where nothing is cached they do", by: "customer.get.coalesces", "customer.offerings.coalesces"),
    Question(
      "Does a policy on the request win over the session's?",
      apple: "requests inherit the session's, and a request's policy can be changed",
      decided: "it does", by: "response.session.request-overrides", "response.session.policy-inherited"),
    Question(
      "Is the data of an answer stored that has errors too?", decided: "either, and recorded",
      by: "normalized.policy.errors-with-data"),
  ]

  private static let graph = [
    Question(
      "Do objects without ids merge?", apollo: "those with ids are merged; the others are cached by their path alone",
      decided: "either, and recorded", by: "normalized.records.merge-by-path"),
    Question(
      "What does removing an object do to references?",
      apollo: "its own go with it; those to it are not removed, and miss",
      decided: "as the document says; once the object is fetched again they work again",
      by: "normalized.remove.object", "normalized.remove.does-not-cascade",
      "normalized.remove.dangling-reference-misses", "normalized.remove.then-fetched-again"),
    Question(
      "What do wildcards, an empty pattern and letters outside ASCII mean to a removal?",
      apollo: "a key that contains the pattern in memory, and LIKE in SQLite, which differ in all three",
      decided: "either, and recorded by kind of cache",
      by: "normalized.remove.matching-wildcards", "normalized.remove.matching-empty",
      "normalized.remove.matching-case-beyond-ascii"),
    Question(
      "Do removing and clearing tell watchers?",
      apollo: "watchers are told of changes; updates alone are said to tell them",
      decided: "either, and recorded", by: "normalized.watch.after-removal"),
    Question(
      "Does a watcher that never had data hear of a write that completes it?",
      decided: "either, and recorded", by: "normalized.watch.after-miss"),
  ]
}
