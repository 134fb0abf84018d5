/// The questions that the documents leave open, and how each was decided.
package enum Questions {
  /// All questions, by subject.
  package static let all = order + age + users + keeping + loading + graph + http

  private static let order = [
    Question(
      "Which layer is asked first?",
      adapty: "the order begins at the CDN for every load, but two of the three policies begin at the cache",
      revenueCat: "by default the cache, even if it is stale",
      apple: "what the policy says; by default the protocol decides",
      apollo: "by default the cache",
      decided: "the policy decides whether the network is asked; a load that asks it follows the order from there",
      by: "paywall.priority.cdn-first", "paywall.policy.default-is-reload", "paywall.policy.cache-else-load-hit",
      "paywall.policy.cache-else-load-miss", "customer.policy.default-is-cached-or-fetched",
      "response.policy.default-is-use-protocol", "normalized.policy.default-is-cache-else-fetch"),
    Question(
      "Does an older cached copy come before a newer fallback file?", adapty: "the cache comes before the fallback",
      decided: "the order of the document; Adapty iOS 3.17.2 returns the newer one after some kinds of failure",
      by: "paywall.fallback.older-than-cache", "paywall.fallback.never-masks-newer-data"),
    Question(
      "After which failures of the CDN is the server asked?",
      adapty: "when the CDN is unreachable; when the network fails, the cache answers",
      decided:
        "after every failure while there is a network; without one, either, and recorded; Adapty iOS 3.17.2 asks it after a time-out or a status of 500 or more, where no copy is cached",
      by: "paywall.priority.server-after-cdn", "paywall.priority.kinds-of-failure",
      "paywall.priority.server-without-network"),
    Question(
      "How long does a load wait for a layer before it asks the next?",
      decided:
        "for as long as its own time-out says, and never without a limit; a client that tries the same layer again after a pause waits longer",
      by: "paywall.input.never-answers", "paywall.input.late-answer"),
    Question(
      "Is the most recent answer the newest version, or the last to arrive?", adapty: "the most recent data is stored",
      decided: "either, and recorded",
      by: "paywall.cache.older-answer-does-not-replace", "paywall.cache.older-version-published",
      "normalized.overlap.late-answer"),
    Question(
      "Does a preloaded paywall come before newer data?",
      adapty: "preloaded paywalls are kept, but how they are used is not said",
      decided: "either, and recorded", by: "paywall.preload.newer-data"),
    Question(
      "Is old data returned rather than an error when new data was asked for?",
      adapty: "yes: an error is the last resort", revenueCat: "the page says that the network is asked, and no more",
      apple: "no: the cache is ignored", apollo: "no: the app may retry with another policy",
      decided: "as each document says; where it says nothing, either, and recorded",
      by: "paywall.policy.reload-falls-back-to-cache", "paywall.priority.error-when-all-fail",
      "customer.policy.fetch-current-offline", "response.policy.reload-ignoring-local",
      "normalized.policy.after-failure"),
  ]

  private static let age = [
    Question(
      "Is stale data returned when the network fails?",
      adapty: "the cached copy is returned; whether an expired one is, is not said", revenueCat: "for ever, by default",
      apple: "by policy, whatever its age", http: "it may be, unless it must be revalidated",
      decided: "it is returned, unless a policy or a directive asks for data that is not stale",
      by: "paywall.policy.max-age-expired-offline", "customer.offline.served-for-ever",
      "customer.policy.not-stale-offline", "response.policy.dont-load-hit", "http.stale.disconnected",
      "http.stale.must-revalidate"),
    Question(
      "What is cached after a refresh that fails?",
      decided: "what was cached before, with the same age; when the next refresh is tried is recorded",
      by: "paywall.cache.failed-load-keeps-copy", "paywall.background.failure-keeps-copy",
      "paywall.policy.max-age-restarts", "customer.policy.failure-keeps-data", "customer.policy.failure-then-retry"),
    Question(
      "From which moment is the time counted after which coming to the foreground refreshes?",
      revenueCat: "five minutes, but not from when",
      decided: "from the last fetch, or from when the app went to the background, and recorded",
      by: "customer.foreground.counts-from"),
    Question(
      "When does an invalidation fetch?", revenueCat: "it forces a fetch, but when is not said",
      decided: "at once, or at the next read; whether the answer to a purchase counts as that fetch is recorded too",
      by: "customer.invalidate.no-request-itself", "customer.invalidate.during-purchase"),
    Question(
      "Is data that is exactly as old as the limit still fresh?", adapty: "until the age is exceeded",
      revenueCat: "both wordings are there: 'older than 5 minutes', and 'after 5 minutes'",
      http: "no: only while the lifetime is greater than the age",
      decided: "either, and recorded; over HTTP it is stale",
      by: "paywall.policy.max-age-boundary", "customer.get.exactly-five-minutes",
      "customer.offerings.exactly-five-minutes", "customer.foreground.exactly-five-minutes",
      "customer.background.exactly-a-day", "dashboard.customer-lists.exactly-two-hours", "http.fresh.max-age"),
    Question(
      "From when does age count?", http: "from when the origin generated the response, by three measures",
      decided: "from the last answer, even an unchanged one, and it keeps counting across a restart",
      by: "paywall.policy.max-age-restarts", "paywall.lifecycle.age-survives-restart", "http.age.header",
      "http.age.date", "http.age.resident"),
    Question(
      "How does setting the clock affect age?",
      http: "the clock is taken to run right",
      decided:
        "no data stays young for ever, and no data is fetched at every read; over HTTP, recorded; Adapty iOS 3.17.2 takes a copy dated in the future for young",
      by: "paywall.policy.clock-set-back", "customer.get.clock-moved-back", "customer.get.clock-moved-forward",
      "http.age.clock-set-back"),
    Question(
      "When are offerings refreshed, and what does that read return?",
      revenueCat: "the sentence is garbled: cached if unchanged, or after five minutes",
      decided: "after five minutes; whether that read returns the old ones or waits is recorded",
      by: "customer.offerings.refreshes-when-old", "customer.offerings.unchanged", "customer.offerings.stale-answer"),
    Question(
      "Does a read refresh in the background?",
      revenueCat: "what is older than five minutes is refreshed by a call; in the background after 24 to 25 hours",
      decided:
        "after a day at the latest, by itself or at a read; whether a read refreshes sooner is recorded; RevenueCat iOS of August 2026 refreshes at a read after 25 hours",
      by: "customer.get.in-the-background", "customer.background.refreshes-after-a-day"),
    Question(
      "Is a listener told of an update that changes the order of the entitlements alone?",
      revenueCat: "a listener is told of updates; whether entitlements have an order is not said",
      decided: "either, and recorded; a read may return them in any order",
      by: "customer.listener.reordered-entitlements"),
    Question(
      "Does a sandbox build refresh in the background?", revenueCat: "only production is mentioned",
      decided: "what a module does is recorded", by: "customer.background.production-only"),
    Question(
      "How old may a dashboard's figures be?",
      revenueCat: "usually current; some may be an hour or two old, and for some accounts all of them",
      decided: "never older than two hours, and only where the page permits it",
      by: "dashboard.overview.real-time", "dashboard.overview.new-and-active-customers",
      "dashboard.overview.large-accounts"),
    Question(
      "What does a dashboard show that it cannot compute?",
      decided: "an error, or what was computed before, with the time of that, and recorded",
      by: "dashboard.failed-computation", "dashboard.last-updated"),
  ]

  private static let users = [
    Question(
      "What does a log-out clear?", adapty: "nothing: logging out is not in the list of what clears the cache",
      revenueCat: "the cache, without saying which of several",
      decided:
        "customer info and offerings, also on disk; for paywalls nothing, as the list says; Adapty iOS 3.17.2 clears them",
      by: "customer.logout.clears-customer-info", "customer.logout.clears-offerings", "customer.logout.stays-cleared",
      "paywall.lifecycle.logout", "paywall.lifecycle.nothing-else-clears"),
    Question(
      "Who is the user after a log-out?", decided: "one with a generated id, or none; never the old user",
      by: "customer.logout.new-identity"),
    Question(
      "What does logging out do when no one is logged in?",
      decided: "it fails and clears nothing, or clears the cache and keeps, replaces or removes the anonymous user",
      by: "customer.logout.anonymous"),
    Question(
      "Does the answer to a request in flight count after a log-out, an invalidation, a clearing or a restart?",
      decided:
        "not for another user, nor after an invalidation or a restart; recorded after a clearing, or when the user returns",
      by: "customer.logout.late-answer-discarded", "customer.login.late-answer-discarded",
      "customer.logout.answer-after-return", "customer.invalidate.during-fetch", "paywall.overlap.cleanup-during-load",
      "paywall.overlap.restart-during-load",
      "paywall.overlap.logout-during-load",
      "normalized.overlap.clear-during-fetch"),
    Question(
      "What happens to a user's stored copy when another user logs in?",
      revenueCat: "logging out clears the cache, and nothing more is said",
      decided: "no other user reads it; whether it is removed is recorded",
      by: "customer.login.isolates-users", "customer.login.stored-copy"),
    Question(
      "When does 'forever' end for data that is cached offline?",
      revenueCat: "when something invalidates the cache, but not what",
      decided: "with a call that invalidates, and with a log-out; after an invalidation, a read while offline fails",
      by: "customer.offline.served-for-ever", "customer.invalidate.offline", "customer.logout.clears-customer-info"),
  ]

  private static let keeping = [
    Question(
      "Do offerings survive a restart?", revenueCat: "not currently",
      decided: "either, and recorded; RevenueCat iOS has kept them since 2023",
      by: "customer.offerings.not-kept-across-restart"),
    Question(
      "What happens to a stored copy that cannot be read?",
      decided: "it counts as no copy, and the next answer is stored again",
      by: "paywall.lifecycle.unreadable-copy", "customer.info.unreadable-copy", "response.store.unreadable-entry",
      "normalized.sqlite.unreadable-file"),
    Question(
      "What is left after a start at which nothing that is stored can be read, as on a locked device?",
      adapty: "what clears the cache is listed, and such a start is not in the list",
      revenueCat: "ids are kept, and nothing is said of a start that cannot read them",
      decided: "the same user and copy as before, or a new user and no copy, and recorded",
      by: "customer.identity.unreadable-start", "paywall.lifecycle.unreadable-start"),
    Question(
      "Is white space around the name of a placement a part of it?", decided: "either, and recorded",
      by: "paywall.input.spaces-around-names", "paywall.input.placement-names"),
    Question(
      "Are two spellings of one URL one request?", apple: "requests are compared, but how is not said",
      http: "they mean the same, but a cache may treat them as different", decided: "either, and recorded",
      by: "response.store.key-spelling", "response.store.key"),
    Question(
      "What do two stores at one place see of each other?", decided: "what a module does is recorded",
      by: "response.store.two-at-one-place"),
    Question(
      "Does storing under a stricter policy remove an earlier copy?",
      apple: "the policy of a response is described, but not its effect on an earlier one",
      decided: "yes, in memory and on disk", by: "response.storage.tightened", "response.usage.too-large"),
  ]

  private static let loading = [
    Question(
      "Do background updates ask the fallback server?",
      adapty: "the order of the layers is given for a requested paywall, but not for updates",
      decided: "either, and recorded", by: "paywall.background.from-the-server"),
    Question(
      "Do simultaneous reads share a request?", revenueCat: "reading as often as needed is safe",
      decided: "they may; where a module lets them, they make one request", by: "customer.get.coalesces",
      "customer.offerings.coalesces"),
    Question(
      "Does a request's policy override the session's?",
      apple: "requests inherit the session's policy, and a request's policy can be changed",
      decided: "yes", by: "response.session.request-overrides", "response.session.policy-inherited"),
    Question(
      "What does a call get whose request was made before a purchase?",
      revenueCat: "after a purchase, the cache is up to date; of a call under way nothing is said",
      decided: "either, and recorded; what is cached, and what is read from then on, has what was bought",
      by: "customer.purchase.fetch-under-way", "customer.purchase.older-answer-discarded"),
    Question(
      "What becomes of an equal call when a call is cancelled?",
      decided: "it is answered as if it had been alone, whether the two shared a request or not",
      by: "paywall.overlap.same-placement", "http.overlap.reusable", "normalized.overlap.cancelled-fetch"),
    Question(
      "Is the data of an answer that also has errors stored?", decided: "either, and recorded",
      by: "normalized.policy.errors-with-data"),
  ]

  private static let graph = [
    Question(
      "By which of its names is the field that keys come from known, where an operation gives it another?",
      apollo: "keys are computed from an object's fields, and of aliases nothing is said",
      decided: "either, and recorded", by: "normalized.keys.aliased"),
    Question(
      "Do objects without ids merge?", apollo: "objects with ids are merged; others are cached by their path alone",
      decided: "either, and recorded", by: "normalized.records.merge-by-path"),
    Question(
      "What does removing an object do to references?",
      apollo: "the object's own references are removed with it; references to it stay, and miss",
      decided: "as the document says; references to it work again once the object is fetched again",
      by: "normalized.remove.object", "normalized.remove.does-not-cascade",
      "normalized.remove.dangling-reference-misses", "normalized.remove.then-fetched-again"),
    Question(
      "What do wildcards, an empty pattern and letters outside ASCII mean when removing by pattern?",
      apollo: "in memory, whether a key contains the pattern; in SQLite, a LIKE query; the two differ in all three",
      decided: "either, and recorded for each kind of cache",
      by: "normalized.remove.matching-wildcards", "normalized.remove.matching-empty",
      "normalized.remove.matching-case-beyond-ascii"),
    Question(
      "Does a pattern remove the root record, where queries start, if the root's key contains the pattern?",
      apollo: "objects are removed whose key contains the pattern; the root is named, but not as an object with a key",
      decided: "either: after such a pattern nothing is expected of the root, and no scenario or drawn run uses one",
      by: "normalized.remove.matching"),
    Question(
      "Are watchers told of removals and of clearing?",
      apollo: "watchers are told of changes, but only updates are said to reach them",
      decided: "either, and recorded", by: "normalized.watch.after-removal"),
    Question(
      "Are two texts the same if they encode the same letters in different forms?",
      decided:
        "for values and watchers either, because to Swift the texts are equal; keys and arguments in two forms are not asked for",
      by: "normalized.values.any", "normalized.watch.told-of-changes"),
    Question(
      "Is a watcher told of each of two changes of one object in one transaction?",
      apollo: "watchers are told of updates",
      decided:
        "of both in their order, or of the last; never of the last twice, which Apollo iOS 1.25.7 and 2.4.0 do",
      by: "normalized.watch.several", "normalized.watch.unchanged"),
    Question(
      "What does an update of an object do when one of its fields is not cached?",
      decided: "it fails and changes nothing, or changes what is cached; the field stays missing",
      by: "normalized.update.object"),
    Question(
      "Is a watcher that never had data told of a write that completes its data?",
      decided: "either, and recorded", by: "normalized.watch.after-miss"),
  ]
}
