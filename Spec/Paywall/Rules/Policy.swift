/// The three fetch policies, and the age by which one of them decides. They are written in Adapty's 'Understand the
/// caching system in Adapty', each under its own name.
extension PaywallSpec {
  static let policyTopic = Topic<PaywallAction>(
    rules: policyRules, premises: policyPremises,
    tables: [
      Table(
        "What each policy does",
        legend: """
          The load names a policy; one that names none has the outcomes of `reloadRevalidatingCacheData`. The `maxAge` of \
          `returnCacheDataIfNotExpiredElseLoad` is 30 minutes. Where nothing is cached, `reloadRevalidatingCacheData` \
          does what the table of layers says. \(legend)
          """, policyTable, isComplete: false)
    ],
    scenarios: policyTable.flatMap(\.scenarios) + policyRows + maxAgeRows + restartedAgeRows)

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
      "A successful load or background update restarts the age of the cached copy, even if it delivers no newer version. A load or update that fails, asks nothing, or is of another placement, does not.",
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
      "When the clock is set back by far more than `maxAge`, a copy that is now dated in the future still expires: once more than `maxAge` has passed, a load goes to the network, although that date has not come.",
      from: maxAge,
      because:
        "Follows from paywall.policy.max-age-expired: a copy expires by the time that has passed, not by the date that the clock shows.",
      about: PaywallInput.age, PaywallInput.clock),
  ]

  private static let policyPremises: [Premise<PaywallAction>] = [
    .last("paywall.policy.reload-asks-network-first[from the CDN]") {
      $0.policy == .reloadRevalidatingCacheData && $0.isAnsweredWithoutNetwork
    },
    .last("paywall.policy.default-is-reload[after loads that name other policies]") {
      if case .load(_, nil)? = $0.call { $0.isAnsweredWithoutNetwork } else { false }
    },
    .last("paywall.policy.cache-else-load-hit[there is a network]") {
      $0.policy == .returnCacheDataElseLoad && $0.lacksCopy
    },
    .last("paywall.policy.cache-else-load-any-age[the copy is a year old]") {
      $0.policy == .returnCacheDataElseLoad && $0.lacksCopy && $0.stored.age > .zero
    },
    .last("paywall.policy.cache-else-load-miss[the next load finds the copy]") {
      $0.policy == .returnCacheDataElseLoad && $0.mustAsk
    },
    .last("paywall.policy.max-age-expired[the copy expired a millisecond ago]") {
      $0.maxAge != nil && $0.isAnsweredWithoutNetwork
    },
    .last("paywall.policy.max-age-young[2 d old, with a maxAge of twice and half that]") {
      $0.maxAge != nil && $0.lacksCopy
    },
    .last("paywall.policy.max-age-miss[the next load finds the copy]") {
      $0.maxAge != nil && $0.stored.copy == nil
    },
    .last("paywall.policy.max-age-restarts[a load brings the same version]") {
      $0.maxAge != nil && $0.stored.isReplacement
    },
  ]
}
