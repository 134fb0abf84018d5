/// The four fetch policies, which say whether a read of customer info asks the cache, the network or both. Written
/// under 'CacheFetchPolicy' in its documentation, and under 'CustomerInfo' in the source of RevenueCat's 'Caching'. The
/// table holds every combination of policy, copy and network.
extension CustomerSpec {
  static let policyTopic = Topic<CustomerAction>(
    rules: policyRules, premises: policyPremises,
    tables: [Table("A read of customer info under a policy", legend: policyLegend, policyTable)],
    scenarios: policyTable.map(\.scenario) + policyRows)

  private static let policyRules: [Rule] = [
    Rule(
      "customer.policy.default-is-cached-or-fetched", .must,
      "A read that names no policy behaves as under `cachedOrFetched`.", from: customerInfo, about: .customerPolicy),
    Rule(
      "customer.policy.cached-or-fetched", .must,
      "`cachedOrFetched` returns cached data, even if it is stale; it waits for the network only when nothing is cached.",
      from: customerInfo, linkedPolicies, policyPage, about: .customerPolicy),
    Rule(
      "customer.policy.stale-served-then-refreshed", .must,
      "Under `cachedOrFetched` a read of stale data returns it without waiting, and a refresh follows in the background. The read makes one request, the listener is told, and the next read returns the new data.",
      from: customerInfo, about: .customerPolicy),
    Rule(
      "customer.policy.fetch-current", .must,
      "`fetchCurrent` asks the network even if data is cached; with none cached, it fails when the request fails.",
      from: linkedPolicies, policyPage, about: .customerPolicy),
    Rule(
      "customer.policy.fetch-current-offline", .open,
      "With data cached and no network, `fetchCurrent` fails, or returns the cached data.", from: linkedPolicies,
      policyPage,
      because:
        "The page says that the network is asked, but not what a read does when the fetch fails; a shipping SDK fails."),
    Rule(
      "customer.policy.from-cache-only", .must,
      "`fromCacheOnly` makes no request, however old the data is; with none cached, it fails.", from: linkedPolicies,
      policyPage, about: .customerPolicy),
    Rule(
      "customer.policy.not-stale-cached-or-fetched", .must,
      "`notStaleCachedOrFetched` returns cached data that is not stale; otherwise it asks the network and waits.",
      from: linkedPolicies,
      policyPage, about: .customerPolicy, .infoAge),
    Rule(
      "customer.policy.not-stale-offline", .open,
      "With stale data and no network, `notStaleCachedOrFetched` fails, or returns the stale data.",
      from: linkedPolicies, policyPage,
      because:
        "The page does not say what happens when the fetch fails; a shipping SDK fails rather than return stale data."),
    Rule(
      "customer.policy.failure-keeps-data", .derived, "A refresh that fails leaves the cached data as it was.",
      from: faqOffline,
      because:
        "Follows from `customer.offline.served-for-ever`: otherwise the first refresh attempted without a network would lose the data.",
      about: .failedRequest),
    Rule(
      "customer.policy.failure-then-retry", .open,
      "After a refresh that failed, the next read retries at once, or the module waits before it retries.",
      from: customerInfo,
      because: "The document does not mention retries."),
  ]

  private static let policyPremises: [Premise<CustomerAction>] = [
    .seen("customer.policy.fetch-current[policy=fetchCurrent,cached=nothing,network=up]") {
      $0.reads(by: .fetchCurrent) && $0.asks == false
    },
    .seen("customer.policy.fetch-current[policy=fetchCurrent,cached=young copy,network=up]") {
      $0.reads(by: .fetchCurrent) && $0.asks == false
    },
    .last("customer.policy.fetch-current[policy=fetchCurrent,cached=young copy,network=up]") {
      $0.reads(by: .fetchCurrent) && $0.action == .finish
    },
    .seen("customer.policy.from-cache-only[unlike `fetchCurrent`]") {
      $0.reads(by: .fromCacheOnly) && ($0.asks == true || $0.isAnsweredOtherwise)
    },
    .seen("customer.policy.default-is-cached-or-fetched[policy=none named,cached=nothing,network=up]") {
      $0.reads(by: nil) && $0.copy?.isYoung != true && $0.asks == false
    },
    .seen("customer.policy.default-is-cached-or-fetched[policy=none named,cached=stale copy,network=down]") {
      $0.reads(by: nil) && ($0.isAnsweredOtherwise || $0.copy?.isYoung == true && $0.asks == true)
    }.lessBasic(than: "customer.offline.served-for-ever"),
    .seen("customer.policy.cached-or-fetched[policy=cachedOrFetched,cached=stale copy,network=down]") {
      $0.reads(by: .cachedOrFetched) && $0.isAnsweredOtherwise
    },
    .last("customer.policy.default-is-cached-or-fetched[policy=none named,cached=stale copy,network=down]") {
      $0.reads(by: nil) && $0.asks == true && $0.copy?.isOld != true
    }.lessBasic(than: "customer.offline.served-for-ever"),
    .last("customer.policy.cached-or-fetched[policy=cachedOrFetched,cached=stale copy,network=down]") {
      $0.reads(by: .cachedOrFetched) && $0.asks == true && $0.copy?.isOld != true
    },
    .seen("customer.policy.not-stale-cached-or-fetched[policy=notStaleCachedOrFetched,cached=stale copy,network=up]") {
      $0.reads(by: .notStaleCachedOrFetched) && $0.copy?.isOld == true && !$0.isOffline && !$0.isAnsweredOtherwise
        && $0.before.background == nil
    },
  ]

  private static let policyRows: [CustomerScenario] = [
    Scenario(
      "customer.policy.default-is-cached-or-fetched", "unlike `notStaleCachedOrFetched`", given: .stale,
      then: [
        .reads(.v1, .requestsInfo().demanded(by: "customer.get.refreshes-when-old")),
        Step(.serve(.customerInfo(.v3))), .anHour, .waits(for: .v3),
      ]),
    Scenario(
      "customer.policy.cached-or-fetched", "unlike `notStaleCachedOrFetched`", given: .stale,
      then: [.waits(for: .v2), .anHour, .reads(.v2, by: .cachedOrFetched)]),
    Scenario(
      "customer.policy.stale-served-then-refreshed", "the first refresh", given: .first.serving(.v1),
      then: [.anHour, .reads(.v0, by: .cachedOrFetched, .requestsInfo()), .reads(.v1, .requestsNothing)]),
    Scenario(
      "customer.policy.stale-served-then-refreshed", "unlike `notStaleCachedOrFetched`", given: .stale,
      then: [
        .reads(.v1, by: .cachedOrFetched), .anHour, Step(.serve(.customerInfo(.v3))), .waits(for: .v3),
      ]),
    Scenario(
      "customer.policy.stale-served-then-refreshed", "ten reads during the refresh",
      given: .stale,
      then: [
        Step(.requests(.customerInfo, .hold)),
        Step(
          .callOften(.customerInfo(.cachedOrFetched), times: 10, atOnce: true), .answers(.info(.v1))),
        Step(.requests(.customerInfo, .awaitHeld(1))),
        .reads(.v1, by: .cachedOrFetched),
        Step(.requests(.customerInfo, .releaseAll)),
        .reads(.v2, by: .cachedOrFetched, .requestsNothing),
      ]),
    Scenario(
      "customer.policy.stale-served-then-refreshed", "a listener is told",
      given: .stale.listening,
      then: [
        Step(.requests(.customerInfo, .hold)),
        .reads(.v1, by: .cachedOrFetched, .notifiesNothing),
        Step(.requests(.customerInfo, .awaitHeld(1)), .notifiesNothing),
        Step(.requests(.customerInfo, .releaseAll), .notifies(.info(.v2))),
      ]),
    Scenario(
      "customer.policy.fetch-current", "unlike `fromCacheOnly`", given: .young,
      then: [.reads(.v1, by: .fromCacheOnly, .requestsNothing), .reads(.v2, by: .fetchCurrent, .requestsInfo())]),
    Scenario(
      "customer.policy.from-cache-only", "unlike `fetchCurrent`", given: .unfetched(),
      then: [
        Step(.call(.customerInfo(.fromCacheOnly)), .fails, .requestsNothing), .reads(.v1, by: .fetchCurrent),
        .reads(.v1, by: .fromCacheOnly, .requestsNothing),
      ]),
    Scenario(
      "customer.policy.not-stale-cached-or-fetched", "unlike `cachedOrFetched`", given: .stale,
      then: [
        .reads(.v1, by: .cachedOrFetched), Step(.serve(.customerInfo(.v3))), .anHour,
        .reads(.v3, by: .notStaleCachedOrFetched),
      ]),
    // After a start that reached no server, the module may ask again at a read: the copy is returned without waiting.
    Scenario(
      "customer.policy.not-stale-cached-or-fetched", "fetched again unchanged, and read after a restart",
      given: .cached,
      then: [
        Step(.advance(.minutes(4))), Step(.call(.customerInfo(.fetchCurrent)), .requestsInfo()),
        Step(.advance(.minutes(2))), Step(.network(.down)), Step(.restart),
        .reads(.v1, by: .fromCacheOnly).demanded(by: "customer.info.survives-restart"),
        .reads(.v1, by: .notStaleCachedOrFetched),
      ]),
    Scenario(
      "customer.policy.failure-keeps-data", given: .stale.offline,
      then: [
        Step(.call(.customerInfo()), .requestsSomething), .reads(.v1, by: .fromCacheOnly),
        Step(.call(.customerInfo(.fetchCurrent)), .returns), .reads(.v1, by: .fromCacheOnly),
        Step(.app(.foreground)), .reads(.v1, by: .fromCacheOnly),
        Step(.restart), .reads(.v1, by: .fromCacheOnly),
      ]),
    Scenario(
      "customer.policy.failure-keeps-data", "one refresh fails after another, each in its way", given: .stale,
      then: NetworkState.failures.flatMap { failure in
        [
          Step(.network(failure)), .anHour, Step(.call(.customerInfo(.fetchCurrent)), .returns),
          .reads(.v1, by: .fromCacheOnly), Step(.call(.customerInfo()), .returns), .reads(.v1, by: .fromCacheOnly),
        ]
      } + [Step(.restart), .reads(.v1, by: .fromCacheOnly)]),
    Scenario(
      "customer.policy.failure-keeps-data", "a purchase fails", given: .cached.offline,
      then: [Step(.call(.purchase("pro")), .fails), .reads(.v1), Step(.restart), .reads(.v1)]),
    Scenario(
      "customer.policy.failure-keeps-data", "cached offerings", given: .youngOfferings.offline,
      then: [
        Step(.call(.customerInfo(.fetchCurrent)), .returns), .readsOfferings(.v1, .requestsNothing),
        Step(.app(.background)), Step(.app(.foreground)), .readsOfferings(.v1, .requestsNothing),
      ]),
    Scenario(
      "customer.policy.failure-then-retry", given: .stale.offline,
      then: [
        .reads(.v1),
        Step(
          .call(.customerInfo()),
          oneOf: [Outcome("tries again at once", .requestsSomething), Outcome("waits", .requestsNothing)]),
      ]),
  ]
}
