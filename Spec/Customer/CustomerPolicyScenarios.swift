import CacheVocabulary

extension CustomerSpec {
  /// The policies one by one; the table beside it holds every combination.
  static let policyScenarios: [CustomerScenario] = [
    Scenario(
      "customer.policy.default-is-cached-or-fetched", "none", given: .unfetched(),
      then: [.reads(.v1, .requestsInfo()), .reads(.v1, .requestsNothing)]),
    Scenario(
      "customer.policy.default-is-cached-or-fetched", "young", given: .young, then: [.reads(.v1, .requestsNothing)]),
    Scenario(
      "customer.policy.default-is-cached-or-fetched", "stale", given: .stale,
      then: [.reads(.v1, .requestsInfo()), .reads(.v2, .requestsNothing)]),
    Scenario(
      "customer.policy.cached-or-fetched", "none", given: .unfetched(),
      then: [.reads(.v1, by: .cachedOrFetched, .requestsInfo())]),
    Scenario(
      "customer.policy.cached-or-fetched", "none, network down", given: .unfetched().offline,
      then: [Step(.call(.customerInfo(.cachedOrFetched)), .fails, .requestsSomething)]),
    Scenario(
      "customer.policy.cached-or-fetched", "young", given: .young,
      then: [.reads(.v1, by: .cachedOrFetched, .requestsNothing)]),
    Scenario(
      "customer.policy.cached-or-fetched", "stale", given: .stale, then: [.reads(.v1, by: .cachedOrFetched)]),
    Scenario(
      "customer.policy.cached-or-fetched", "stale, network down", given: .stale.offline,
      then: [.reads(.v1, by: .cachedOrFetched), .reads(.v1, by: .cachedOrFetched)]),

    Scenario(
      "customer.policy.stale-served-then-refreshed", "one read", given: .stale,
      then: [.reads(.v1, by: .cachedOrFetched, .requestsInfo()), .reads(.v2, by: .cachedOrFetched, .requestsNothing)]),
    Scenario(
      "customer.policy.stale-served-then-refreshed", "ten reads, while the request is held",
      given: .stale,
      then: [
        Step(.requests(.customerInfo, .hold)),
        Step(
          .callOften(.customerInfo(.cachedOrFetched), times: 10, atOnce: true), .answers(.info(.v1))),
        Step(.requests(.customerInfo, .awaitHeld(1))),
        .reads(.v1, by: .cachedOrFetched),
        Step(.requests(.customerInfo, .releaseAll), .requestsInfo()),
        .reads(.v2, by: .cachedOrFetched, .requestsNothing),
      ]),
    Scenario(
      "customer.policy.stale-served-then-refreshed", "listener",
      given: .stale.listening,
      then: [
        Step(.requests(.customerInfo, .hold)),
        .reads(.v1, by: .cachedOrFetched, .notifiesNothing),
        Step(.requests(.customerInfo, .awaitHeld(1)), .notifiesNothing),
        Step(.requests(.customerInfo, .releaseAll), .notifies(.info(.v2))),
      ]),

    Scenario(
      "customer.policy.fetch-current", "network up", given: .young,
      then: [.reads(.v2, by: .fetchCurrent, .requestsInfo())]),
    Scenario(
      "customer.policy.fetch-current", "network down", given: .young.offline,
      then: [Step(.call(.customerInfo(.fetchCurrent)), .fails, .requestsSomething)]),
    Scenario(
      "customer.policy.fetch-current", "stale, network down", given: .stale.offline,
      then: [Step(.call(.customerInfo(.fetchCurrent)), .fails, .requestsSomething)]),
    Scenario(
      "customer.policy.from-cache-only", "young", given: .young,
      then: [.reads(.v1, by: .fromCacheOnly, .requestsNothing)]),
    Scenario(
      "customer.policy.from-cache-only", "stale", given: .stale,
      then: [.reads(.v1, by: .fromCacheOnly, .requestsNothing), .reads(.v1, by: .fromCacheOnly, .requestsNothing)]),
    Scenario(
      "customer.policy.from-cache-only", "none", given: .unfetched(),
      then: [Step(.call(.customerInfo(.fromCacheOnly)), .fails, .requestsNothing)]),
    Scenario(
      "customer.policy.not-stale-cached-or-fetched", "young", given: .young,
      then: [.almostFiveMinutes, .reads(.v1, by: .notStaleCachedOrFetched, .requestsNothing)]),
    Scenario(
      "customer.policy.not-stale-cached-or-fetched", "stale", given: .stale,
      then: [.reads(.v2, by: .notStaleCachedOrFetched, .requestsInfo())]),
    Scenario(
      "customer.policy.not-stale-cached-or-fetched", "none", given: .unfetched(),
      then: [.reads(.v1, by: .notStaleCachedOrFetched, .requestsInfo())]),
    Scenario(
      "customer.policy.not-stale-offline", given: .stale.offline,
      then: [
        Step(
          .call(.customerInfo(.notStaleCachedOrFetched)),
          oneOf: [
            Outcome("fails", .fails, .requestsSomething),
            Outcome("stale data served", .answers(.info(.v1)), .requestsSomething),
          ])
      ]),

    Scenario(
      "customer.policy.failure-keeps-data", given: .stale.offline,
      then: [
        Step(.call(.customerInfo()), .requestsSomething), .reads(.v1, by: .fromCacheOnly),
        Step(.call(.customerInfo(.fetchCurrent)), .fails), .reads(.v1, by: .fromCacheOnly),
        Step(.app(.foreground)), .reads(.v1, by: .fromCacheOnly),
        Step(.restart), .reads(.v1, by: .fromCacheOnly),
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
