extension CustomerSpec {
  /// Policies compared with one another, and the work in the background; the table covers every combination.
  static let policyScenarios: [CustomerScenario] = [
    Scenario(
      "customer.policy.default-is-cached-or-fetched", "beside `notStaleCachedOrFetched`", given: .stale,
      then: [
        .reads(.v1, .requestsInfo()), Step(.serve(.customerInfo(.v3))), .anHour,
        .reads(.v3, by: .notStaleCachedOrFetched, .requestsInfo()),
      ]),
    Scenario(
      "customer.policy.cached-or-fetched", "beside `notStaleCachedOrFetched`", given: .stale,
      then: [.reads(.v2, by: .notStaleCachedOrFetched), .anHour, .reads(.v2, by: .cachedOrFetched)]),
    Scenario(
      "customer.policy.fetch-current", "beside `fromCacheOnly`", given: .young,
      then: [.reads(.v1, by: .fromCacheOnly, .requestsNothing), .reads(.v2, by: .fetchCurrent, .requestsInfo())]),
    Scenario(
      "customer.policy.from-cache-only", "beside `fetchCurrent`", given: .unfetched(),
      then: [
        Step(.call(.customerInfo(.fromCacheOnly)), .fails, .requestsNothing), .reads(.v1, by: .fetchCurrent),
        .reads(.v1, by: .fromCacheOnly, .requestsNothing),
      ]),
    Scenario(
      "customer.policy.not-stale-cached-or-fetched", "young", given: .young,
      then: [.almostFiveMinutes, .reads(.v1, by: .notStaleCachedOrFetched, .requestsNothing)]),
    Scenario(
      "customer.policy.not-stale-cached-or-fetched", "beside `cachedOrFetched`", given: .stale,
      then: [
        .reads(.v1, by: .cachedOrFetched), Step(.serve(.customerInfo(.v3))), .anHour,
        .reads(.v3, by: .notStaleCachedOrFetched),
      ]),

    Scenario(
      "customer.policy.stale-served-then-refreshed", "the first version", given: .first.serving(.v1),
      then: [.anHour, .reads(.v0, by: .cachedOrFetched, .requestsInfo()), .reads(.v1, .requestsNothing)]),
    Scenario(
      "customer.policy.stale-served-then-refreshed", "beside `notStaleCachedOrFetched`", given: .stale,
      then: [
        .reads(.v1, by: .cachedOrFetched), .anHour, Step(.serve(.customerInfo(.v3))),
        .reads(.v3, by: .notStaleCachedOrFetched),
      ]),
    Scenario(
      "customer.policy.stale-served-then-refreshed", "ten reads, while the request is held",
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
      "customer.policy.stale-served-then-refreshed", "listener",
      given: .stale.listening,
      then: [
        Step(.requests(.customerInfo, .hold)),
        .reads(.v1, by: .cachedOrFetched, .notifiesNothing),
        Step(.requests(.customerInfo, .awaitHeld(1)), .notifiesNothing),
        Step(.requests(.customerInfo, .releaseAll), .notifies(.info(.v2))),
      ]),
    Scenario(
      "customer.policy.stale-served-then-refreshed", "a year old", given: .young,
      then: [Step(.advance(.days(365))), Step(.requests(.customerInfo, .hold))] + servedWhileHeld),
    Scenario(
      "customer.policy.stale-served-then-refreshed", "stored by an earlier run", given: .stale,
      then: [Step(.requests(.customerInfo, .hold)), Step(.app(.startAtOnce))] + servedWhileHeld),

    Scenario(
      "customer.policy.failure-keeps-data", given: .stale.offline,
      then: [
        Step(.call(.customerInfo()), .requestsSomething), .reads(.v1, by: .fromCacheOnly),
        Step(.call(.customerInfo(.fetchCurrent)), .returns), .reads(.v1, by: .fromCacheOnly),
        Step(.app(.foreground)), .reads(.v1, by: .fromCacheOnly),
        Step(.restart), .reads(.v1, by: .fromCacheOnly),
      ]),
    Scenario(
      "customer.policy.failure-keeps-data", "offerings", given: .youngOfferings.offline,
      then: [
        Step(.call(.customerInfo(.fetchCurrent)), .returns), .readsOfferings(.v1, .requestsNothing),
        Step(.app(.background)), Step(.app(.foreground)), .readsOfferings(.v1, .requestsNothing),
      ]),
    // Both reads are observed together: a module that waits for new offerings fails both times, any other returns the
    // old ones both times.
    Scenario(
      "customer.policy.failure-keeps-data", "old offerings", given: .youngOfferings.offline,
      then: [
        .anHour, Step(.begin(.offerings)), .anHour, Step(.begin(.offerings)),
        Step(
          .finish,
          oneOf: [
            Outcome("the old ones", .answers(.offerings(.v1, for: .alice))), Outcome("waits, and fails", .fails),
          ]),
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

  /// Reads return stale data while its refresh is in flight, and the refreshed data afterwards.
  private static let servedWhileHeld: [CustomerStep] = [
    .reads(.v1, by: .cachedOrFetched), Step(.requests(.customerInfo, .awaitHeld(1))),
    .reads(.v1, by: .cachedOrFetched), Step(.requests(.customerInfo, .releaseAll)),
    .reads(.v2, by: .cachedOrFetched, .requestsNothing),
  ]
}
