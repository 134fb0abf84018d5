/// The rules of the paywall chapter: a layered cache of remote configuration.
extension PaywallSpec {
  static let together = Citation(.adapty, "How the layers work together")
  private static let layers = Citation(.adapty, "How Adapty's multi-layer caching works")
  private static let reload = Citation(.adapty, ".reloadRevalidatingCacheData")
  private static let elseLoad = Citation(.adapty, ".returnCacheDataElseLoad")
  private static let maxAge = Citation(.adapty, ".returnCacheDataIfNotExpiredElseLoad(maxAge:)")
  static let lifecycle = Citation(.adapty, "Cache persistence and lifecycle")
  // The document's own letters: the first of "complex" is a Cyrillic one there.
  private static let patterns = Citation(.adapty, "Integration with \u{441}omplex app architectures")

  static let priorityRules: [Rule] = [
    Rule(
      "paywall.priority.cdn-first", .must,
      "A load that asks the network asks the CDN first; when the CDN answers, its answer is returned and no other layer is asked.",
      from: together, about: PaywallInput.cdn),
    Rule(
      "paywall.priority.server-after-cdn", .must,
      "When the CDN fails while there is a network, the stand-alone server is asked, and its answer is returned even if a copy is cached.",
      from: together, about: PaywallInput.cdnFailure, PaywallInput.server, PaywallInput.refusal),
    Rule(
      "paywall.priority.cache-after-network", .must,
      "When both remote layers fail, the most recent cached copy is returned.", from: together,
      about: PaywallInput.cached, PaywallInput.cdnFailure, PaywallInput.serverFailure, PaywallInput.network,
      PaywallInput.loss),
    Rule(
      "paywall.priority.fallback-after-cache", .must,
      "When both remote layers fail and nothing is cached, the fallback for that placement is returned.",
      from: together,
      about: PaywallInput.fallback, PaywallInput.serverFailure),
    Rule(
      "paywall.priority.error-when-all-fail", .must,
      "When every layer fails, the call throws an error; it never returns an empty paywall.", from: together,
      about: PaywallInput.uncached, PaywallInput.noFallback, PaywallInput.serverFailure),
    Rule(
      "paywall.priority.kinds-of-failure", .derived,
      "The order of the layers is the same however a remote layer fails: no network, a refused connection, a time-out, a server error, or an answer that cannot be read.",
      from: together,
      because:
        "Follows from paywall.priority.server-after-cdn and paywall.priority.cache-after-network: the document speaks of failure in general and makes no exception for any kind.",
      about: PaywallInput.failure, PaywallInput.refusal, PaywallInput.network, PaywallInput.bytes,
      PaywallInput.cdnFailure),
    Rule(
      "paywall.priority.server-without-network", .open,
      "When the device has no network, a load that has asked the CDN asks the server too, or it does not.",
      from: together, layers,
      because:
        "The document names a CDN that is unreachable, after which the server is asked, and a network that fails, after which the cache answers. It does not say that one request is enough to tell a missing network.",
      since: .v2),
    Rule(
      "paywall.priority.no-shared-limit", .derived,
      "A load asks the network however short a time before it another placement was loaded.", from: together,
      because:
        "Follows from paywall.priority.cdn-first: the order holds for each paywall that is requested, and one limit for the requests of all placements would leave it out.",
      since: .v2, about: PaywallInput.recent),
    Rule(
      "paywall.priority.recovers", .derived,
      "Once the CDN answers again, the next load under the default policy returns the CDN's answer; after a status that tells a client to wait, a load a day later does.",
      from: together,
      because: "Follows from paywall.priority.cdn-first: every load starts at the CDN, whatever failed before it.",
      about: PaywallInput.cdn, PaywallInput.repetition),
  ]

  static let fallbackRules: [Rule] = [
    Rule(
      "paywall.fallback.needs-configuration", .must,
      "If no fallback is configured for a placement, the last layer does not exist and the call throws; a fallback for another placement is not used.",
      from: together, about: PaywallInput.noFallback),
    Rule(
      "paywall.fallback.automatic", .must,
      "The fallback is used automatically: the app makes no call for it at run time.", from: together,
      about: PaywallInput.fallback),
    Rule(
      "paywall.fallback.never-masks-newer-data", .derived,
      "Returning a fallback neither fills the cache nor replaces what it holds: the next successful load and the next read from the cache return remote data.",
      from: together, layers,
      because:
        "Follows from paywall.cache.holds-most-recent: a fallback is old by design, and if it were cached it would be returned in place of newer data.",
      about: PaywallInput.origin),
    Rule(
      "paywall.fallback.older-than-cache", .must,
      "When both remote layers fail and a copy is cached, that copy is returned, even if the fallback file holds a newer version.",
      from: together, since: .v2, about: PaywallInput.cached),
  ]

  static let cacheRules: [Rule] = [
    Rule(
      "paywall.cache.holds-most-recent", .must,
      "When either remote layer answers a load, the answer replaces the cached copy.", from: layers,
      about: PaywallInput.success),
    Rule(
      "paywall.cache.per-placement", .derived,
      "Data of one placement is never returned or cached for another, and a failure for one placement does not affect the others.",
      from: together,
      because:
        "Follows from paywall.priority.cache-after-network: what is returned is a copy of the requested paywall.",
      about: PaywallInput.placement),
    Rule(
      "paywall.cache.failed-load-keeps-copy", .derived, "A failed load leaves the cached copy as it was.",
      from: together, lifecycle,
      because:
        "Follows from paywall.lifecycle.nothing-else-clears: a failure is neither a removal of the app nor a manual clean-up.",
      about: PaywallInput.loss),
    Rule(
      "paywall.cache.opaque", .derived,
      "The content that a remote layer delivered is returned byte for byte, also from the cache and after a restart.",
      from: lifecycle,
      because: "Follows from paywall.lifecycle.survives-restart: a copy that differs is not what was cached.",
      about: PaywallInput.content),
    Rule(
      "paywall.cache.older-answer-does-not-replace", .open,
      "When two loads overlap and the older version arrives last, it replaces the newer one in the cache, or it does not.",
      from: layers,
      because:
        "The document says that the cache stores the most recent data, but not whether the version or the time of arrival decides which is most recent."
    ),
    Rule(
      "paywall.cache.older-version-published", .open,
      "When a remote layer answers a load with an older version than the cached one, that version is returned and replaces the cached copy, or the cached copy is returned, kept, or both.",
      from: layers,
      because:
        "The document says that the cache stores the most recent data, but not whether the version or the time of arrival decides which is most recent."
    ),
  ]

  static let policyRules: [Rule] = [
    Rule(
      "paywall.policy.default-is-reload", .must,
      "A load that names no policy behaves as under `reloadRevalidatingCacheData`, whatever is cached and whichever layers can be reached.",
      from: reload, about: PaywallInput.networkFirst, PaywallInput.anyAge),
    Rule(
      "paywall.policy.reload-asks-network-first", .must,
      "`reloadRevalidatingCacheData` asks the network even if a copy is cached, and returns the fresh data.",
      from: reload, about: PaywallInput.networkFirst, PaywallInput.anyAge),
    Rule(
      "paywall.policy.reload-falls-back-to-cache", .must,
      "`reloadRevalidatingCacheData` returns the cached copy when the network fails.", from: reload,
      about: PaywallInput.cached),
    Rule(
      "paywall.policy.cache-else-load-hit", .must,
      "`returnCacheDataElseLoad` returns a cached copy and makes no request.", from: elseLoad,
      about: PaywallInput.cacheFirst, PaywallInput.cached),
    Rule(
      "paywall.policy.cache-else-load-any-age", .must,
      "`returnCacheDataElseLoad` returns a cached copy however old it is, even if newer data is available.",
      from: elseLoad, about: PaywallInput.cacheFirst, PaywallInput.anyAge),
    Rule(
      "paywall.policy.cache-else-load-miss", .must,
      "When nothing is cached, `returnCacheDataElseLoad` loads from the other layers in the documented order.",
      from: elseLoad, together,
      about: PaywallInput.uncached, PaywallInput.cdn),
    Rule(
      "paywall.policy.max-age-young", .must,
      "`returnCacheDataIfNotExpiredElseLoad` returns a copy younger than `maxAge` and makes no request.",
      from: maxAge, about: PaywallInput.cacheFirst, PaywallInput.age, PaywallInput.maxAge, PaywallInput.cached),
    Rule(
      "paywall.policy.max-age-expired", .must,
      "`returnCacheDataIfNotExpiredElseLoad` loads when the copy is older than `maxAge`.", from: maxAge,
      about: PaywallInput.networkFirst, PaywallInput.age, PaywallInput.maxAge),
    Rule(
      "paywall.policy.max-age-miss", .must,
      "When nothing is cached, `returnCacheDataIfNotExpiredElseLoad` loads from the other layers in the documented order.",
      from: maxAge,
      together, about: PaywallInput.uncached, PaywallInput.cdn),
    Rule(
      "paywall.policy.max-age-boundary", .open,
      "A copy that is exactly `maxAge` old is still returned, or counts as expired.", from: maxAge,
      because: "'Exceeded' suggests that it is still valid; a shipping SDK treats it as expired."),
    Rule(
      "paywall.policy.max-age-expired-offline", .derived,
      "When the copy is older than `maxAge` and the network fails, that copy is returned, not the fallback or an error.",
      from: maxAge, together,
      because:
        "Follows from paywall.priority.cache-after-network: when the network fails, the cache answers before the fallback.",
      about: PaywallInput.cached),
    Rule(
      "paywall.policy.max-age-restarts", .derived,
      "A successful load or background update restarts the age of the cached copy, even if it delivers no newer version. A load or update that fails, or that is of another placement, does not.",
      from: maxAge,
      because:
        "Follows from paywall.policy.max-age-young: age counts from the last answer received; otherwise an unchanged paywall would stay expired for ever.",
      about: PaywallInput.age),
    Rule(
      "paywall.policy.max-age-extremes", .derived,
      "A `maxAge` that is zero, negative, or greater than any age is applied as given, and never crashes the process.",
      from: maxAge,
      because:
        "Follows from paywall.policy.max-age-young and paywall.policy.max-age-expired, which hold for these values too.",
      about: PaywallInput.age, PaywallInput.maxAge),
    Rule(
      "paywall.policy.clock-set-back", .derived,
      "A copy whose date lies in the future, because the clock was set back by far more than `maxAge`, does not stay valid until that date. Once more than `maxAge` has passed, a load goes to the network even before that date.",
      from: maxAge,
      because:
        "Follows from paywall.policy.max-age-expired: a copy expires by the time that has passed, not by the date that the clock shows.",
      about: PaywallInput.age, PaywallInput.clock),
  ]

  static let lifecycleRules: [Rule] = [
    Rule(
      "paywall.background.updates-cache", .must,
      "Every cached placement is updated regularly without a call by the app. After an update, a load that the cache answers returns the new data, also after a restart.",
      from: elseLoad, lifecycle, about: PaywallInput.updates, PaywallInput.several),
    Rule(
      "paywall.background.from-the-server", .open,
      "When the CDN cannot be reached, a background update asks the server, or it asks the CDN alone.",
      from: lifecycle,
      because: "The document gives the order of the layers for a paywall that is requested, and none for updates.",
      since: .v2
    ),
    Rule(
      "paywall.background.repeats", .must,
      "Background updates continue: a second change of the data reaches the cache too.",
      from: lifecycle, about: PaywallInput.updates),
    Rule(
      "paywall.background.failure-keeps-copy", .derived,
      "When a background update of one placement fails, its cached copy stays as it was, the other placements are updated, and the next update runs.",
      from: lifecycle,
      because: "Follows from paywall.lifecycle.nothing-else-clears and paywall.background.repeats.",
      about: PaywallInput.loss, PaywallInput.severalFail),
    Rule(
      "paywall.background.keeps-nothing-waiting", .derived,
      "A background update blocks nothing. While its request is in flight, the app starts at once, and loads that the cache answers and loads of other placements return at once.",
      from: elseLoad, lifecycle,
      because:
        "Follows from paywall.policy.cache-else-load-hit, which returns cached data immediately, and from the document's word 'background'.",
      since: .v2, about: PaywallInput.underWay),
    Rule(
      "paywall.lifecycle.survives-restart", .must,
      "The cached copy is still there after a restart of the app, and after several restarts.", from: lifecycle,
      about: PaywallInput.start),
    Rule(
      "paywall.lifecycle.reinstall-clears", .must, "Removing the app and installing it again clears the cache.",
      from: lifecycle, about: PaywallInput.installation),
    Rule(
      "paywall.lifecycle.manual-cleanup-clears", .must,
      "A manual clean-up clears the cache, and the copy is still gone after a restart.", from: lifecycle,
      about: PaywallInput.clearing),
    Rule(
      "paywall.lifecycle.nothing-else-clears", .must,
      "None of these clears the cache: a year passing, failures, being offline, restarts, or loads of other placements, however many and however large.",
      from: lifecycle, about: PaywallInput.quantity),
    Rule(
      "paywall.lifecycle.age-survives-restart", .derived,
      "After a restart, the age that `maxAge` limits still counts from when the copy was loaded.", from: lifecycle,
      maxAge,
      because:
        "Follows from paywall.lifecycle.survives-restart: a copy whose age restarted with each start of the app would never expire.",
      about: PaywallInput.ageAtStart),
    Rule(
      "paywall.lifecycle.unreadable-copy", .derived,
      "A stored copy that is truncated or overwritten counts as no copy: the load goes on to the next layer, and a later load stores a copy again.",
      from: together, lifecycle,
      because: "Follows from paywall.priority.fallback-after-cache: a copy that cannot be read is no copy.",
      about: PaywallInput.damage),
    Rule(
      "paywall.lifecycle.logout", .must,
      "Logging out does not clear the cache: only removing the app and a manual clean-up do.", from: lifecycle,
      since: .v2, about: PaywallInput.leaving),
  ]

  static let patternRules: [Rule] = [
    Rule(
      "paywall.adaptive.poor-network-prefers-cache", .must,
      "When the caller names no policy, the adaptive service chooses `returnCacheDataElseLoad` while the network quality is below good.",
      from: lifecycle, about: PaywallInput.quality),
    Rule(
      "paywall.adaptive.good-network-reloads", .must,
      "When the caller names no policy, the adaptive service chooses `reloadRevalidatingCacheData` while the network quality is good or better.",
      from: lifecycle, about: PaywallInput.quality),
    Rule(
      "paywall.adaptive.override-wins", .must,
      "A policy that the caller names overrides the choice of the adaptive service, at every network quality.",
      from: lifecycle, about: PaywallInput.override),
    Rule(
      "paywall.refresh.updates-cache", .must,
      "An explicit refresh loads fresh data and stores it in the cache, whatever the network quality.",
      from: lifecycle, about: PaywallInput.refresh),
    Rule(
      "paywall.refresh.follows-the-order", .derived,
      "A refresh that cannot reach the network ends as any load does: with the cached copy, the fallback, or an error.",
      from: lifecycle, together,
      because: "Follows from paywall.refresh.updates-cache: a refresh is a load under `reloadRevalidatingCacheData`.",
      about: PaywallInput.server),
    Rule(
      "paywall.preload.critical-placements", .must,
      "Placements that are named critical are loaded before they are requested.", from: patterns,
      about: PaywallInput.critical, PaywallInput.several),
    Rule(
      "paywall.preload.failure-is-silent", .must,
      "A placement that fails to preload stops neither the others nor the app; a later request for it behaves as if nothing had been preloaded.",
      from: patterns, about: PaywallInput.severalFail),
    Rule(
      "paywall.preload.none-when-empty", .must,
      "With an empty set of critical placements nothing is preloaded: no request is made.",
      from: patterns, about: PaywallInput.critical),
    Rule(
      "paywall.preload.others-unaffected", .must,
      "Placements that are not critical behave as they do without preloading.",
      from: patterns, about: PaywallInput.critical),
    Rule(
      "paywall.preload.newer-data", .open,
      "When a preloaded placement is requested over a good network and newer data is available, the preloaded paywall is returned, or the newer one.",
      from: patterns,
      because: "The document stores preloaded paywalls, and does not say how the app retrieves them."),
  ]
}
