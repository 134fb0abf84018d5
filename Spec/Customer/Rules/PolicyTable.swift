extension CustomerSpec {
  /// Customer info is read under a policy, with this copy cached and the network up or down; the server has version 2.
  ///
  /// - cached: `nothing` was ever fetched; version 1 is `young`, fetched just now, or `stale`, fetched an hour ago;
  ///   version 1 was young, and is `invalidated`;
  /// - answer: the `cached` copy, the `server`'s version, an `error`, or where the documents do not say
  ///   `cachedOrError` or `serverOrError`;
  /// - requests for customer info: `nothing`, `once`, `atLeastOnce` for a server that cannot be reached, where retries
  ///   are allowed, or `onceAtMost` where invalidating may have fetched already;
  /// - afterwards, when all background work has finished, this is cached: `nothing`, the `cached` copy from before, the
  ///   `server`'s version, or `either`, since replacing a young copy is neither required nor forbidden. Where
  ///   invalidating may have fetched already it is `serverOrNothing`.
  // swift-format-ignore
  private static let namedPolicyTable: [CustomerPolicyRow] = [
    //  policy                       cached        network  answer          requests      afterwards   rule
    .init((.cachedOrFetched,         .nothing,     .up,     .server,        .once,        .server),    "customer.policy.cached-or-fetched"),
    .init((.cachedOrFetched,         .nothing,     .down,   .error,         .atLeastOnce, .nothing),   "customer.policy.cached-or-fetched"),
    .init((.cachedOrFetched,         .young,       .up,     .cached,        .nothing,     .cached),    "customer.policy.cached-or-fetched"),
    .init((.cachedOrFetched,         .young,       .down,   .cached,        .nothing,     .cached),    "customer.policy.cached-or-fetched"),
    .init((.cachedOrFetched,         .stale,       .up,     .cached,        .once,        .server),    "customer.policy.stale-served-then-refreshed"),
    .init((.cachedOrFetched,         .stale,       .down,   .cached,        .atLeastOnce, .cached),    "customer.policy.cached-or-fetched"),
    .init((.cachedOrFetched,         .invalidated, .up,     .server,        .onceAtMost,  .server),    "customer.invalidate.forces-fetch"),
    .init((.cachedOrFetched,         .invalidated, .down,   .error,         .atLeastOnce, .nothing),   "customer.invalidate.offline"),
    .init((.fetchCurrent,            .nothing,     .up,     .server,        .once,        .server),    "customer.policy.fetch-current"),
    .init((.fetchCurrent,            .nothing,     .down,   .error,         .atLeastOnce, .nothing),   "customer.policy.fetch-current"),
    .init((.fetchCurrent,            .young,       .up,     .server,        .once,        .either),    "customer.policy.fetch-current"),
    .init((.fetchCurrent,            .young,       .down,   .cachedOrError, .atLeastOnce, .cached),    "customer.policy.fetch-current-offline"),
    .init((.fetchCurrent,            .stale,       .up,     .server,        .once,        .server),    "customer.policy.fetch-current"),
    .init((.fetchCurrent,            .stale,       .down,   .cachedOrError, .atLeastOnce, .cached),    "customer.policy.fetch-current-offline"),
    .init((.fetchCurrent,            .invalidated, .up,     .server,        .once,        .server),    "customer.policy.fetch-current"),
    .init((.fetchCurrent,            .invalidated, .down,   .error,         .atLeastOnce, .nothing),   "customer.policy.fetch-current"),
    .init((.fromCacheOnly,           .nothing,     .up,     .error,         .nothing,     .nothing),   "customer.policy.from-cache-only"),
    .init((.fromCacheOnly,           .nothing,     .down,   .error,         .nothing,     .nothing),   "customer.policy.from-cache-only"),
    .init((.fromCacheOnly,           .young,       .up,     .cached,        .nothing,     .cached),    "customer.policy.from-cache-only"),
    .init((.fromCacheOnly,           .young,       .down,   .cached,        .nothing,     .cached),    "customer.policy.from-cache-only"),
    .init((.fromCacheOnly,           .stale,       .up,     .cached,        .nothing,     .cached),    "customer.policy.from-cache-only"),
    .init((.fromCacheOnly,           .stale,       .down,   .cached,        .nothing,     .cached),    "customer.policy.from-cache-only"),
    .init((.fromCacheOnly,           .invalidated, .up,     .serverOrError, .nothing,     .serverOrNothing), "customer.policy.from-cache-only"),
    .init((.fromCacheOnly,           .invalidated, .down,   .error,         .nothing,     .nothing),   "customer.policy.from-cache-only"),
    .init((.notStaleCachedOrFetched, .nothing,     .up,     .server,        .once,        .server),    "customer.policy.not-stale-cached-or-fetched"),
    .init((.notStaleCachedOrFetched, .nothing,     .down,   .error,         .atLeastOnce, .nothing),   "customer.policy.not-stale-cached-or-fetched"),
    .init((.notStaleCachedOrFetched, .young,       .up,     .cached,        .nothing,     .cached),    "customer.policy.not-stale-cached-or-fetched"),
    .init((.notStaleCachedOrFetched, .young,       .down,   .cached,        .nothing,     .cached),    "customer.policy.not-stale-cached-or-fetched"),
    .init((.notStaleCachedOrFetched, .stale,       .up,     .server,        .once,        .server),    "customer.policy.not-stale-cached-or-fetched"),
    .init((.notStaleCachedOrFetched, .stale,       .down,   .cachedOrError, .atLeastOnce, .cached),    "customer.policy.not-stale-offline"),
    .init((.notStaleCachedOrFetched, .invalidated, .up,     .server,        .onceAtMost,  .server),    "customer.invalidate.forces-fetch"),
    .init((.notStaleCachedOrFetched, .invalidated, .down,   .error,         .atLeastOnce, .nothing),   "customer.invalidate.offline"),
  ]

  /// The table: a read that names no policy behaves as `cachedOrFetched`, row by row.
  static let policyTable =
    namedPolicyTable.filter { $0.cells.policy == .cachedOrFetched }.map(\.namingNoPolicy) + namedPolicyTable

  static let policyLegend = """
    Customer info is read under a policy. The *cached copy* is version 1: *young* when it was fetched just now, *stale* when
    it was fetched an hour ago. The *server's version* is version 2. A request that is made *once* is answered. *At least
    once* is for a server that cannot be reached, where retries are allowed; *once at most* is for a read after an
    invalidation that may have fetched already. Bringing offerings up to date at the same time is allowed as well. What is
    *cached afterwards* is checked once all background work has finished.
    """
}
