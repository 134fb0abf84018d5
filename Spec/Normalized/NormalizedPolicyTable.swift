extension NormalizedSpec {
  /// A query is fetched under a policy, and the server has newer data than the cache.
  ///
  /// - *cached*, before: `.whole`, all data of the query; `.part`, some of its fields; `.nothing`.
  /// - *server*: `.up`, it answers; `.down`, it cannot be reached; `.errors`, it answers with errors and no data.
  /// - *gives*, in order: `.cached`, the cached data; `.server`, the server's; `.error`; `.both`, the cached data, then the
  ///   server's; `.cachedThenError`, the cached data, then the error or, as the document is silent on it, nothing more.
  /// - *requests*: `.nothing`; `.one`, the query once; `.attempts`, the query any number of times: retries after a
  /// failure
  ///   are allowed.
  /// - *cached*, afterwards: `.asBefore`; `.server`, all of the server's data.
  // swift-format-ignore
  static let policyTable: [NormalizedPolicyRow] = [
    //  policy                            cached    server   gives             requests   cached      rule
    .init((.returnCacheDataElseFetch,     .whole,   .up,     .cached,          .nothing,  .asBefore), "normalized.policy.cache-else-fetch"),
    .init((.returnCacheDataElseFetch,     .whole,   .down,   .cached,          .nothing,  .asBefore), "normalized.policy.cache-else-fetch"),
    .init((.returnCacheDataElseFetch,     .whole,   .errors, .cached,          .nothing,  .asBefore), "normalized.policy.cache-else-fetch"),
    .init((.returnCacheDataElseFetch,     .part,    .up,     .server,          .one,      .server),   "normalized.policy.cache-else-fetch"),
    .init((.returnCacheDataElseFetch,     .part,    .down,   .error,           .attempts, .asBefore), "normalized.policy.cache-else-fetch"),
    .init((.returnCacheDataElseFetch,     .part,    .errors, .error,           .attempts, .asBefore), "normalized.policy.cache-else-fetch"),
    .init((.returnCacheDataElseFetch,     .nothing, .up,     .server,          .one,      .server),   "normalized.policy.cache-else-fetch"),
    .init((.returnCacheDataElseFetch,     .nothing, .down,   .error,           .attempts, .asBefore), "normalized.policy.cache-else-fetch"),
    .init((.returnCacheDataElseFetch,     .nothing, .errors, .error,           .attempts, .asBefore), "normalized.policy.cache-else-fetch"),

    .init((.fetchIgnoringCacheData,       .whole,   .up,     .server,          .one,      .server),   "normalized.policy.fetch-ignoring-cache-data"),
    .init((.fetchIgnoringCacheData,       .whole,   .down,   .error,           .attempts, .asBefore), "normalized.policy.fetch-ignoring-cache-data"),
    .init((.fetchIgnoringCacheData,       .whole,   .errors, .error,           .attempts, .asBefore), "normalized.policy.fetch-ignoring-cache-data"),
    .init((.fetchIgnoringCacheData,       .part,    .up,     .server,          .one,      .server),   "normalized.policy.fetch-ignoring-cache-data"),
    .init((.fetchIgnoringCacheData,       .part,    .down,   .error,           .attempts, .asBefore), "normalized.policy.fetch-ignoring-cache-data"),
    .init((.fetchIgnoringCacheData,       .part,    .errors, .error,           .attempts, .asBefore), "normalized.policy.fetch-ignoring-cache-data"),
    .init((.fetchIgnoringCacheData,       .nothing, .up,     .server,          .one,      .server),   "normalized.policy.fetch-ignoring-cache-data"),
    .init((.fetchIgnoringCacheData,       .nothing, .down,   .error,           .attempts, .asBefore), "normalized.policy.fetch-ignoring-cache-data"),
    .init((.fetchIgnoringCacheData,       .nothing, .errors, .error,           .attempts, .asBefore), "normalized.policy.fetch-ignoring-cache-data"),

    .init((.fetchIgnoringCacheCompletely, .whole,   .up,     .server,          .one,      .asBefore), "normalized.policy.fetch-ignoring-cache-completely"),
    .init((.fetchIgnoringCacheCompletely, .whole,   .down,   .error,           .attempts, .asBefore), "normalized.policy.fetch-ignoring-cache-completely"),
    .init((.fetchIgnoringCacheCompletely, .whole,   .errors, .error,           .attempts, .asBefore), "normalized.policy.fetch-ignoring-cache-completely"),
    .init((.fetchIgnoringCacheCompletely, .part,    .up,     .server,          .one,      .asBefore), "normalized.policy.fetch-ignoring-cache-completely"),
    .init((.fetchIgnoringCacheCompletely, .part,    .down,   .error,           .attempts, .asBefore), "normalized.policy.fetch-ignoring-cache-completely"),
    .init((.fetchIgnoringCacheCompletely, .part,    .errors, .error,           .attempts, .asBefore), "normalized.policy.fetch-ignoring-cache-completely"),
    .init((.fetchIgnoringCacheCompletely, .nothing, .up,     .server,          .one,      .asBefore), "normalized.policy.fetch-ignoring-cache-completely"),
    .init((.fetchIgnoringCacheCompletely, .nothing, .down,   .error,           .attempts, .asBefore), "normalized.policy.fetch-ignoring-cache-completely"),
    .init((.fetchIgnoringCacheCompletely, .nothing, .errors, .error,           .attempts, .asBefore), "normalized.policy.fetch-ignoring-cache-completely"),

    .init((.returnCacheDataDontFetch,     .whole,   .up,     .cached,          .nothing,  .asBefore), "normalized.policy.cache-dont-fetch"),
    .init((.returnCacheDataDontFetch,     .whole,   .down,   .cached,          .nothing,  .asBefore), "normalized.policy.cache-dont-fetch"),
    .init((.returnCacheDataDontFetch,     .whole,   .errors, .cached,          .nothing,  .asBefore), "normalized.policy.cache-dont-fetch"),
    .init((.returnCacheDataDontFetch,     .part,    .up,     .error,           .nothing,  .asBefore), "normalized.policy.cache-dont-fetch"),
    .init((.returnCacheDataDontFetch,     .part,    .down,   .error,           .nothing,  .asBefore), "normalized.policy.cache-dont-fetch"),
    .init((.returnCacheDataDontFetch,     .part,    .errors, .error,           .nothing,  .asBefore), "normalized.policy.cache-dont-fetch"),
    .init((.returnCacheDataDontFetch,     .nothing, .up,     .error,           .nothing,  .asBefore), "normalized.policy.cache-dont-fetch"),
    .init((.returnCacheDataDontFetch,     .nothing, .down,   .error,           .nothing,  .asBefore), "normalized.policy.cache-dont-fetch"),
    .init((.returnCacheDataDontFetch,     .nothing, .errors, .error,           .nothing,  .asBefore), "normalized.policy.cache-dont-fetch"),

    .init((.returnCacheDataAndFetch,      .whole,   .up,     .both,            .one,      .server),   "normalized.policy.cache-and-fetch"),
    .init((.returnCacheDataAndFetch,      .whole,   .down,   .cachedThenError, .attempts, .asBefore), "normalized.policy.cache-and-fetch"),
    .init((.returnCacheDataAndFetch,      .whole,   .errors, .cachedThenError, .attempts, .asBefore), "normalized.policy.cache-and-fetch"),
    .init((.returnCacheDataAndFetch,      .part,    .up,     .server,          .one,      .server),   "normalized.policy.cache-and-fetch"),
    .init((.returnCacheDataAndFetch,      .part,    .down,   .error,           .attempts, .asBefore), "normalized.policy.cache-and-fetch"),
    .init((.returnCacheDataAndFetch,      .part,    .errors, .error,           .attempts, .asBefore), "normalized.policy.cache-and-fetch"),
    .init((.returnCacheDataAndFetch,      .nothing, .up,     .server,          .one,      .server),   "normalized.policy.cache-and-fetch"),
    .init((.returnCacheDataAndFetch,      .nothing, .down,   .error,           .attempts, .asBefore), "normalized.policy.cache-and-fetch"),
    .init((.returnCacheDataAndFetch,      .nothing, .errors, .error,           .attempts, .asBefore), "normalized.policy.cache-and-fetch"),
  ]

  /// The rows of `returnCacheDataElseFetch` again, for a fetch without a policy.
  static let unnamedPolicyTable =
    policyTable.filter { $0.cells.policy == .returnCacheDataElseFetch }.map(\.withoutPolicy)

  /// A fetch that asks the server fails, in an app that has chosen the failures after which it shows old data.
  // swift-format-ignore
  static let failureTable: [NormalizedFailureRow] = [
    //  name                      chosen                     failure        cached    gives     rule
    .init(("chosen, cached",      [.noConnection, .timeOut], .timeOut,      .whole,   .cached), "normalized.policy.after-failure"),
    .init(("chosen, not cached",  [.noConnection, .timeOut], .timeOut,      .nothing, .error),  "normalized.policy.after-failure"),
    .init(("chosen, partly cached", [.noConnection, .timeOut], .timeOut,    .part,    .error),  "normalized.policy.after-failure"),
    .init(("not chosen, cached",  [.noConnection, .timeOut], .serverError,  .whole,   .error),  "normalized.policy.after-failure"),
    .init(("none chosen, cached", [],                        .noConnection, .whole,   .error),  "normalized.policy.after-failure"),
  ]

  /// Cached data is returned without waiting for the server's answer.
  static let atOnceScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.policy.cached-data-at-once", "cached", given: .hero().secondResultUnderWay(),
      then: [
        Step(.lookAtResults(of: "fetch"), .answers(.heroName("R2-D2"))),
        Step(.requests(.releaseAll)),
        Step(.finish("fetch"), .answers(.heroName("Artoo"))),
      ]),
    NormalizedScenario(
      "normalized.policy.cached-data-at-once", "twin: not cached", given: .works().secondResultUnderWay(),
      then: [Step(.requests(.releaseAll)), Step(.finish("fetch"), .answers(.heroName("Artoo")))]),
  ]
}
