/// Adapty's three fetch policies: how a load of a paywall uses the cache.
@nonexhaustive
public enum PaywallFetchPolicy: Hashable, Sendable, CustomStringConvertible {
  /// The network first, then the cached paywall. The default.
  case reloadRevalidatingCacheData
  /// The cached paywall, however old; else the network.
  case returnCacheDataElseLoad
  /// The cached paywall, unless it is older than `maxAge`; else the network.
  case returnCacheDataIfNotExpiredElseLoad(maxAge: Duration)

  public var description: String {
    switch self {
    case .reloadRevalidatingCacheData: "reloadRevalidatingCacheData"
    case .returnCacheDataElseLoad: "returnCacheDataElseLoad"
    case .returnCacheDataIfNotExpiredElseLoad(let maxAge): "returnCacheDataIfNotExpiredElseLoad(maxAge: \(maxAge))"
    }
  }
}

/// Apollo's five cache policies: how a query uses the cache.
@nonexhaustive
public enum QueryCachePolicy: String, Sendable, CaseIterable, DescribedByRawValue {
  /// The cached data, if complete; else the server. The default.
  case returnCacheDataElseFetch
  /// Only the server; its answer is stored.
  case fetchIgnoringCacheData
  /// Only the server; its answer is not stored.
  case fetchIgnoringCacheCompletely
  /// Only the cached data.
  case returnCacheDataDontFetch
  /// The cached data, and then the server too.
  case returnCacheDataAndFetch
}
