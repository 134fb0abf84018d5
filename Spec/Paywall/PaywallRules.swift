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
      "When the CDN fails, the stand-alone server is asked, and its answer is returned though a copy is cached.",
      from: together, about: PaywallInput.cdn, PaywallInput.server),
    Rule(
      "paywall.priority.cache-after-network", .must,
      "When both remote layers fail, the most recent cached copy is returned.", from: together,
      about: PaywallInput.cached, PaywallInput.server),
    Rule(
      "paywall.priority.fallback-after-cache", .must,
      "When both remote layers fail and nothing is cached, the fallback of that placement is returned.", from: together,
      about: PaywallInput.fallback, PaywallInput.server),
    Rule(
      "paywall.priority.error-when-all-fail", .must,
      "When every layer fails, the call throws an error; it never returns an empty paywall.", from: together,
      about: PaywallInput.cached, PaywallInput.fallback, PaywallInput.server),
    Rule(
      "paywall.priority.kinds-of-failure", .derived,
      "The order is the same for every way in which a remote layer fails: no connection, a time-out, an error of the server, an answer that cannot be read.",
      from: together,
      because:
        "Follows from paywall.priority.server-after-cdn and paywall.priority.cache-after-network: the document speaks of failure and singles out no kind of it.",
      about: PaywallInput.failure, PaywallInput.cdn),
    Rule(
      "paywall.priority.recovers", .derived,
      "Once the CDN is back, the next load under the default policy answers from it again.", from: together,
      because: "Follows from paywall.priority.cdn-first: every load starts at the CDN, whatever failed before.",
      about: PaywallInput.cdn),
  ]

  static let fallbackRules: [Rule] = [
    Rule(
      "paywall.fallback.needs-configuration", .must,
      "Where no fallback is configured for a placement, the last layer does not exist and the call throws; a fallback for another placement does not help.",
      from: together, about: PaywallInput.fallback),
    Rule(
      "paywall.fallback.automatic", .must,
      "The app makes no call at run time to have the fallback used.", from: together, about: PaywallInput.fallback),
    Rule(
      "paywall.fallback.never-masks-newer-data", .derived,
      "An answer from the fallback neither fills nor replaces the cache: the next successful load and the next cached read show remote data.",
      from: together, layers,
      because:
        "Follows from paywall.cache.holds-most-recent: the fallback is old by nature, and as a cached copy it would answer in place of newer data.",
      about: PaywallInput.origin),
    Rule(
      "paywall.fallback.older-than-cache", .must,
      "When both remote layers fail and a copy is cached, that copy is returned, though the fallback file holds a newer version.",
      from: together, since: .v2, about: PaywallInput.fallback, PaywallInput.cached),
  ]

  static let cacheRules: [Rule] = [
    Rule(
      "paywall.cache.holds-most-recent", .must,
      "A load that a remote layer answers, either one, replaces the cached copy.", from: layers,
      about: PaywallInput.success),
    Rule(
      "paywall.cache.per-placement", .derived,
      "Placements never see each other's data, and a failure of one leaves the others alone.", from: together,
      because:
        "Follows from paywall.priority.cache-after-network: what is returned is a copy of the paywall asked for.",
      about: PaywallInput.placement),
    Rule(
      "paywall.cache.failed-load-keeps-copy", .derived, "A failed load leaves the cached copy as it was.",
      from: together, lifecycle,
      because: "Follows from paywall.lifecycle.nothing-else-clears: a failure is neither a removal nor a clean-up.",
      about: PaywallInput.success),
    Rule(
      "paywall.cache.opaque", .derived,
      "What a remote layer delivered comes back byte for byte, from the cache and after a restart.", from: lifecycle,
      because: "Follows from paywall.lifecycle.survives-restart: a copy that differs is not what was cached.",
      about: PaywallInput.content),
    Rule(
      "paywall.cache.older-answer-does-not-replace", .open,
      "Two loads overlap and the older version arrives last: it replaces the newer one, or it does not.", from: layers,
      because: "The document says that the cache stores the most recent data, and not whether by version or by arrival."
    ),
    Rule(
      "paywall.cache.older-version-published", .open,
      "A remote layer answers with an older version than the one cached: it replaces the copy, or it does not.",
      from: layers,
      because: "The document says that the cache stores the most recent data, and not whether by version or by arrival."
    ),
  ]

  static let policyRules: [Rule] = [
    Rule(
      "paywall.policy.default-is-reload", .must,
      "A load that names no policy behaves as under `reloadRevalidatingCacheData`, whatever is cached and whatever can be reached.",
      from: reload, about: PaywallInput.policy),
    Rule(
      "paywall.policy.reload-asks-network-first", .must,
      "`reloadRevalidatingCacheData` asks the network though a copy is cached, and returns the fresh data.",
      from: reload, about: PaywallInput.policy),
    Rule(
      "paywall.policy.reload-falls-back-to-cache", .must,
      "`reloadRevalidatingCacheData` returns the cached copy when the network fails.", from: reload,
      about: PaywallInput.cached, PaywallInput.server),
    Rule(
      "paywall.policy.cache-else-load-hit", .must,
      "`returnCacheDataElseLoad` returns a cached copy and makes no request.", from: elseLoad,
      about: PaywallInput.policy),
    Rule(
      "paywall.policy.cache-else-load-any-age", .must,
      "`returnCacheDataElseLoad` returns a cached copy however old it is, and though newer data is there.",
      from: elseLoad, about: PaywallInput.policy),
    Rule(
      "paywall.policy.cache-else-load-miss", .must,
      "With nothing cached, `returnCacheDataElseLoad` loads, in the documented order.", from: elseLoad, together,
      about: PaywallInput.cached, PaywallInput.cdn),
    Rule(
      "paywall.policy.max-age-young", .must,
      "`returnCacheDataIfNotExpiredElseLoad` returns a copy younger than `maxAge` and makes no request.",
      from: maxAge, about: PaywallInput.policy, PaywallInput.age, PaywallInput.maxAge),
    Rule(
      "paywall.policy.max-age-expired", .must,
      "`returnCacheDataIfNotExpiredElseLoad` loads when the copy is older than `maxAge`.", from: maxAge,
      about: PaywallInput.policy, PaywallInput.age, PaywallInput.maxAge),
    Rule(
      "paywall.policy.max-age-miss", .must,
      "With nothing cached, `returnCacheDataIfNotExpiredElseLoad` loads, in the documented order.", from: maxAge,
      together, about: PaywallInput.cached, PaywallInput.cdn),
    Rule(
      "paywall.policy.max-age-boundary", .open,
      "A copy that is exactly `maxAge` old is still returned, or counts as expired.", from: maxAge,
      because: "'Exceeded' reads as still valid; a shipping SDK treats it as expired."),
    Rule(
      "paywall.policy.max-age-expired-offline", .derived,
      "When the copy is older than `maxAge` and the network fails, that copy is returned, rather than the fallback or an error.",
      from: maxAge, together,
      because:
        "Follows from paywall.priority.cache-after-network: when the network fails, the cache answers before the fallback.",
      about: PaywallInput.age),
    Rule(
      "paywall.policy.max-age-restarts", .derived,
      "A successful load or background update restarts the age of the cached copy, also when it brings no newer version; a failed one does not, and neither does that of another placement.",
      from: maxAge,
      because:
        "Follows from paywall.policy.max-age-young: the age is that of the answer last received, else an unchanged paywall would stay expired for ever.",
      about: PaywallInput.age),
    Rule(
      "paywall.policy.max-age-extremes", .derived,
      "A `maxAge` of zero, below zero, or beyond any age is taken at its word, and never ends the process.",
      from: maxAge,
      because: "Follows from paywall.policy.max-age-young and paywall.policy.max-age-expired for these values.",
      about: PaywallInput.age, PaywallInput.maxAge),
    Rule(
      "paywall.policy.clock-set-back", .derived,
      "A copy whose date lies in the future, because the clock was set back by far more than `maxAge`, does not stay valid until that date: a load before it goes to the network when more than `maxAge` has passed.",
      from: maxAge,
      because: "Follows from paywall.policy.max-age-expired: it is time that counts, not what the calendar shows.",
      about: PaywallInput.age, PaywallInput.clock),
  ]

  static let lifecycleRules: [Rule] = [
    Rule(
      "paywall.background.updates-cache", .must,
      "Every cached placement is updated regularly without a call of the app: after an update, a load that the cache answers returns the new data, after a restart too.",
      from: elseLoad, lifecycle, about: PaywallInput.updates),
    Rule(
      "paywall.background.from-the-server", .open,
      "An update in the background asks the server where the CDN cannot be reached, or the CDN alone.",
      from: lifecycle,
      because: "The order of the layers is that of a paywall that is requested; of updates nothing is said.", since: .v2
    ),
    Rule(
      "paywall.background.repeats", .must,
      "Background updates go on: a second change of the data reaches the cache too.",
      from: lifecycle, about: PaywallInput.updates),
    Rule(
      "paywall.background.failure-keeps-copy", .derived,
      "A background update that fails leaves the cached copy as it was, the other placements are updated, and the next update runs.",
      from: lifecycle,
      because: "Follows from paywall.lifecycle.nothing-else-clears and paywall.background.repeats.",
      about: PaywallInput.success, PaywallInput.several),
    Rule(
      "paywall.background.keeps-nothing-waiting", .derived,
      "An update in the background keeps nothing waiting: while the network owes it an answer, a start of the app and a load that the cache answers return at once, and so do loads of other placements.",
      from: elseLoad, lifecycle,
      because:
        "Follows from paywall.policy.cache-else-load-hit, which returns cached data immediately, and from the word background.",
      since: .v2, about: PaywallInput.underWay),
    Rule(
      "paywall.lifecycle.survives-restart", .must,
      "The cached copy is there after a restart of the app, and after several.", from: lifecycle,
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
      "Neither a year, nor failures, nor being offline, nor restarts, nor loads of other placements, however many and however large, clear the cache.",
      from: lifecycle, about: PaywallInput.quantity),
    Rule(
      "paywall.lifecycle.age-survives-restart", .derived,
      "After a restart, `maxAge` counts from when the copy was loaded.", from: lifecycle, maxAge,
      because:
        "Follows from paywall.lifecycle.survives-restart: a copy whose age starts anew with each start of the app never expires.",
      about: PaywallInput.ageAtStart),
    Rule(
      "paywall.lifecycle.unreadable-copy", .derived,
      "A stored copy that is cut short or overwritten counts as none: the load goes on to the next layer, and a later load stores again.",
      from: together, lifecycle,
      because: "Follows from paywall.priority.fallback-after-cache: a copy that cannot be read is no copy.",
      about: PaywallInput.damage),
    Rule(
      "paywall.lifecycle.logout", .must,
      "A log-out does not clear the cache: only removing the app and a manual clean-up do.", from: lifecycle,
      since: .v2, about: PaywallInput.clearing),
  ]

  static let patternRules: [Rule] = [
    Rule(
      "paywall.adaptive.poor-network-prefers-cache", .must,
      "Where the caller names no policy, the adaptive service chooses `returnCacheDataElseLoad` while the network is below good.",
      from: lifecycle, about: PaywallInput.quality),
    Rule(
      "paywall.adaptive.good-network-reloads", .must,
      "Where the caller names no policy, the adaptive service chooses `reloadRevalidatingCacheData` while the network is good or better.",
      from: lifecycle, about: PaywallInput.quality),
    Rule(
      "paywall.adaptive.override-wins", .must,
      "A policy that the caller of the adaptive service names decides, at every quality of the network.",
      from: lifecycle, about: PaywallInput.override),
    Rule(
      "paywall.refresh.updates-cache", .must,
      "An explicit refresh loads fresh data and leaves it in the cache, whatever the network's quality.",
      from: lifecycle, about: PaywallInput.refresh),
    Rule(
      "paywall.refresh.follows-the-order", .derived,
      "A refresh that cannot reach the network ends as any load does: with the cached copy, the fallback, or an error.",
      from: lifecycle, together,
      because: "Follows from paywall.refresh.updates-cache: a refresh is a load under `reloadRevalidatingCacheData`.",
      about: PaywallInput.server),
    Rule(
      "paywall.preload.critical-placements", .must,
      "The placements named critical are loaded before they are asked for.", from: patterns,
      about: PaywallInput.critical),
    Rule(
      "paywall.preload.failure-is-silent", .must,
      "A placement that fails to preload stops neither the others nor the app; asking for it later behaves as if nothing had been preloaded.",
      from: patterns, about: PaywallInput.several),
    Rule(
      "paywall.preload.none-when-empty", .must,
      "An empty set of critical placements preloads nothing: no request is made.",
      from: patterns, about: PaywallInput.critical),
    Rule(
      "paywall.preload.others-unaffected", .must, "Placements that are not critical behave as without preloading.",
      from: patterns, about: PaywallInput.critical),
    Rule(
      "paywall.preload.newer-data", .open,
      "Newer data is there when a preloaded placement is asked for over a good network: the preloaded paywall is returned, or the newer one.",
      from: patterns,
      because: "The document keeps preloaded paywalls at hand, and does not say how the app gets at them."),
  ]
}
