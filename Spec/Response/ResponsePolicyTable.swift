extension ResponseSpec {
  /// A request that names this policy, with this stored for it, and version 2 at the origin.
  ///
  /// - The caller gets the `.stored` version, the one `.loaded` from the origin, an `.error`, or `.storedOrError`: the
  ///   stored version or an error, which HTTP leaves to the cache (RFC 9111, 4.2.4).
  /// - The origin is sent `.nothing`, a `.load` (one plain GET), a `.check` that revalidates what is stored (a plain GET
  ///   counts as one), a `.confirm` (for which it does not), or an `.attempt`: any number of requests, since the origin
  ///   is down.
  /// - Stored afterwards is `.nothing`, `.asBefore` (what was stored), `.loaded`, or `.unsaid`: the documents only say
  ///   where the answer comes from.
  ///
  /// Under `useProtocolCachePolicy`, while the origin is up, a response is `.fresh`, or `.stale`, for each reason in
  /// turn; otherwise by its `max-age`. A request that names no policy has the rows of `useProtocolCachePolicy` while
  /// the origin is up.
  // swift-format-ignore
  static let policyTable: [ResponsePolicyRow] = [
    //  policy                                     stored    origin answer          request   afterwards  rule
    .init((.useProtocolCachePolicy,                .nothing, .up,   .loaded,        .load,    .loaded),   "response.policy.use-protocol"),
    .init((.useProtocolCachePolicy,                .nothing, .down, .error,         .attempt, .nothing),  "response.policy.use-protocol"),
    .init((.useProtocolCachePolicy,                .fresh,   .up,   .stored,        .nothing, .asBefore), "response.policy.use-protocol"),
    .init((.useProtocolCachePolicy,                .fresh,   .down, .stored,        .nothing, .asBefore), "response.policy.use-protocol"),
    .init((.useProtocolCachePolicy,                .stale,   .up,   .loaded,        .check,   .loaded),   "response.policy.use-protocol"),
    .init((.useProtocolCachePolicy,                .stale,   .down, .storedOrError, .attempt, .unsaid),   "response.policy.use-protocol"),
    .init((.reloadIgnoringLocalCacheData,          .nothing, .up,   .loaded,        .load,    .unsaid),   "response.policy.reload-ignoring-local"),
    .init((.reloadIgnoringLocalCacheData,          .nothing, .down, .error,         .attempt, .nothing),  "response.policy.reload-ignoring-local"),
    .init((.reloadIgnoringLocalCacheData,          .fresh,   .up,   .loaded,        .load,    .unsaid),   "response.policy.reload-ignoring-local"),
    .init((.reloadIgnoringLocalCacheData,          .fresh,   .down, .error,         .attempt, .unsaid),   "response.policy.reload-ignoring-local"),
    .init((.reloadIgnoringLocalCacheData,          .stale,   .up,   .loaded,        .load,    .unsaid),   "response.policy.reload-ignoring-local"),
    .init((.reloadIgnoringLocalCacheData,          .stale,   .down, .error,         .attempt, .unsaid),   "response.policy.reload-ignoring-local"),
    .init((.returnCacheDataDontLoad,               .nothing, .up,   .error,         .nothing, .nothing),  "response.policy.dont-load-miss"),
    .init((.returnCacheDataDontLoad,               .nothing, .down, .error,         .nothing, .nothing),  "response.policy.dont-load-miss"),
    .init((.returnCacheDataDontLoad,               .fresh,   .up,   .stored,        .nothing, .asBefore), "response.policy.dont-load-hit"),
    .init((.returnCacheDataDontLoad,               .fresh,   .down, .stored,        .nothing, .asBefore), "response.policy.dont-load-hit"),
    .init((.returnCacheDataDontLoad,               .stale,   .up,   .stored,        .nothing, .asBefore), "response.policy.dont-load-hit"),
    .init((.returnCacheDataDontLoad,               .stale,   .down, .stored,        .nothing, .asBefore), "response.policy.dont-load-hit"),
    .init((.returnCacheDataElseLoad,               .nothing, .up,   .loaded,        .load,    .loaded),   "response.policy.else-load-miss"),
    .init((.returnCacheDataElseLoad,               .nothing, .down, .error,         .attempt, .nothing),  "response.policy.else-load-miss"),
    .init((.returnCacheDataElseLoad,               .fresh,   .up,   .stored,        .nothing, .asBefore), "response.policy.else-load-hit"),
    .init((.returnCacheDataElseLoad,               .fresh,   .down, .stored,        .nothing, .asBefore), "response.policy.else-load-hit"),
    .init((.returnCacheDataElseLoad,               .stale,   .up,   .stored,        .nothing, .asBefore), "response.policy.else-load-hit"),
    .init((.returnCacheDataElseLoad,               .stale,   .down, .stored,        .nothing, .asBefore), "response.policy.else-load-hit"),
    // The page that the article links to has two more.
    .init((.reloadIgnoringLocalAndRemoteCacheData, .nothing, .up,   .loaded,        .load,    .unsaid),   "response.policy.reload-ignoring-remote"),
    .init((.reloadIgnoringLocalAndRemoteCacheData, .nothing, .down, .error,         .attempt, .nothing),  "response.policy.reload-ignoring-remote"),
    .init((.reloadIgnoringLocalAndRemoteCacheData, .fresh,   .up,   .loaded,        .load,    .unsaid),   "response.policy.reload-ignoring-remote"),
    .init((.reloadIgnoringLocalAndRemoteCacheData, .fresh,   .down, .error,         .attempt, .unsaid),   "response.policy.reload-ignoring-remote"),
    .init((.reloadIgnoringLocalAndRemoteCacheData, .stale,   .up,   .loaded,        .load,    .unsaid),   "response.policy.reload-ignoring-remote"),
    .init((.reloadIgnoringLocalAndRemoteCacheData, .stale,   .down, .error,         .attempt, .unsaid),   "response.policy.reload-ignoring-remote"),
    .init((.reloadRevalidatingCacheData,           .nothing, .up,   .loaded,        .load,    .unsaid),   "response.policy.reload-revalidating"),
    .init((.reloadRevalidatingCacheData,           .nothing, .down, .error,         .attempt, .nothing),  "response.policy.reload-revalidating"),
    .init((.reloadRevalidatingCacheData,           .fresh,   .up,   .loaded,        .confirm, .unsaid),   "response.policy.reload-revalidating"),
    .init((.reloadRevalidatingCacheData,           .fresh,   .down, .error,         .attempt, .unsaid),   "response.policy.reload-revalidating"),
    .init((.reloadRevalidatingCacheData,           .stale,   .up,   .loaded,        .confirm, .unsaid),   "response.policy.reload-revalidating"),
    .init((.reloadRevalidatingCacheData,           .stale,   .down, .error,         .attempt, .unsaid),   "response.policy.reload-revalidating"),
  ]
}
