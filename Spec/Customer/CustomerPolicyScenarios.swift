import CacheVocabulary

extension CustomerSpec {
  /// The policies one by one; the table beside it holds every combination.
  static let policyScenarios: [CustomerScenario] = [
    CustomerScenario(
      "customer.policy.default-is-cached-or-fetched", "none", given: .unfetched,
      then: [.reads("v1", .asksForInfo()), .reads("v1", .asksNothing)]),
    CustomerScenario(
      "customer.policy.default-is-cached-or-fetched", "young", given: .young, then: [.reads("v1", .asksNothing)]),
    CustomerScenario(
      "customer.policy.default-is-cached-or-fetched", "stale", given: .stale,
      then: [.reads("v1", .asksForInfo()), .reads("v2", .asksNothing)]),
    CustomerScenario(
      "customer.policy.cached-or-fetched", "none", given: .unfetched,
      then: [.reads("v1", by: .cachedOrFetched, .asksForInfo())]),
    CustomerScenario(
      "customer.policy.cached-or-fetched", "none, network down", given: .unfetched + [Step(.network(.down))],
      then: [Step(.call(.customerInfo(.cachedOrFetched)), .fails, .asksSomething)]),
    CustomerScenario(
      "customer.policy.cached-or-fetched", "young", given: .young,
      then: [.reads("v1", by: .cachedOrFetched, .asksNothing)]),
    CustomerScenario(
      "customer.policy.cached-or-fetched", "stale", given: .stale, then: [.reads("v1", by: .cachedOrFetched)]),
    CustomerScenario(
      "customer.policy.cached-or-fetched", "stale, network down", given: .stale + [Step(.network(.down))],
      then: [.reads("v1", by: .cachedOrFetched), .reads("v1", by: .cachedOrFetched)]),

    CustomerScenario(
      "customer.policy.stale-served-then-refreshed", "one read", given: .stale,
      then: [.reads("v1", by: .cachedOrFetched, .asksForInfo()), .reads("v2", by: .cachedOrFetched, .asksNothing)]),
    CustomerScenario(
      "customer.policy.stale-served-then-refreshed", "ten reads, while the request is held",
      given: .stale + [Step(.requests(.customerInfo, .hold))],
      then: [
        Step(
          .callOften(.customerInfo(.cachedOrFetched), times: 10, atOnce: true), .answers(CustomerInfo(.alice, "v1"))),
        Step(.requests(.customerInfo, .await(1))),
        .reads("v1", by: .cachedOrFetched),
        Step(.requests(.customerInfo, .release), .asksForInfo()),
        .reads("v2", by: .cachedOrFetched, .asksNothing),
      ]),
    CustomerScenario(
      "customer.policy.stale-served-then-refreshed", "listener",
      given: .stale + [Step(.listen(.start)), Step(.requests(.customerInfo, .hold))],
      then: [
        .reads("v1", by: .cachedOrFetched, .tellsNothing),
        Step(.requests(.customerInfo, .await(1)), .tellsNothing),
        Step(.requests(.customerInfo, .release), .tells(CustomerInfo(.alice, "v2"))),
      ]),

    CustomerScenario(
      "customer.policy.fetch-current", "network up", given: .young,
      then: [.reads("v2", by: .fetchCurrent, .asksForInfo())]),
    CustomerScenario(
      "customer.policy.fetch-current", "network down", given: .young + [Step(.network(.down))],
      then: [Step(.call(.customerInfo(.fetchCurrent)), .fails, .asksSomething)]),
    CustomerScenario(
      "customer.policy.fetch-current", "stale, network down", given: .stale + [Step(.network(.down))],
      then: [Step(.call(.customerInfo(.fetchCurrent)), .fails, .asksSomething)]),
    CustomerScenario(
      "customer.policy.from-cache-only", "young", given: .young,
      then: [.reads("v1", by: .fromCacheOnly, .asksNothing)]),
    CustomerScenario(
      "customer.policy.from-cache-only", "stale", given: .stale,
      then: [.reads("v1", by: .fromCacheOnly, .asksNothing), .reads("v1", by: .fromCacheOnly, .asksNothing)]),
    CustomerScenario(
      "customer.policy.from-cache-only", "none", given: .unfetched,
      then: [Step(.call(.customerInfo(.fromCacheOnly)), .fails, .asksNothing)]),
    CustomerScenario(
      "customer.policy.not-stale-cached-or-fetched", "young", given: .young,
      then: [.almostFiveMinutes, .reads("v1", by: .notStaleCachedOrFetched, .asksNothing)]),
    CustomerScenario(
      "customer.policy.not-stale-cached-or-fetched", "stale", given: .stale,
      then: [.reads("v2", by: .notStaleCachedOrFetched, .asksForInfo())]),
    CustomerScenario(
      "customer.policy.not-stale-cached-or-fetched", "none", given: .unfetched,
      then: [.reads("v1", by: .notStaleCachedOrFetched, .asksForInfo())]),
    CustomerScenario(
      "customer.policy.not-stale-offline", given: .stale + [Step(.network(.down))],
      then: [
        Step(
          .call(.customerInfo(.notStaleCachedOrFetched)),
          oneOf: [
            Outcome("fails", .fails, .asksSomething),
            Outcome("stale data served", .answers(CustomerInfo(.alice, "v1")), .asksSomething),
          ])
      ]),

    CustomerScenario(
      "customer.policy.failure-keeps-data", given: .stale + [Step(.network(.down))],
      then: [
        Step(.call(.customerInfo()), .asksSomething), .reads("v1", by: .fromCacheOnly),
        Step(.call(.customerInfo(.fetchCurrent)), .fails), .reads("v1", by: .fromCacheOnly),
        Step(.app(.foreground)), .reads("v1", by: .fromCacheOnly),
        Step(.app(.restart)), .reads("v1", by: .fromCacheOnly),
      ]),
    CustomerScenario(
      "customer.policy.failure-then-retry", given: .stale + [Step(.network(.down)), .reads("v1")],
      then: [
        Step(
          .call(.customerInfo()),
          oneOf: [Outcome("tries again at once", .asksSomething), Outcome("waits", .asksNothing)])
      ]),
  ]
}
