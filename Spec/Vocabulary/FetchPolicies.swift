/// How a load of a paywall uses what is cached: Adapty's three fetch policies.
public enum PaywallFetchPolicy: Hashable, Sendable, CustomStringConvertible {
  /// The network first, then what is cached; the default.
  case reloadRevalidatingCacheData
  /// What is cached, however old; else the network.
  case returnCacheDataElseLoad
  /// What is cached, unless it is older than this; else the network.
  case returnCacheDataIfNotExpiredElseLoad(maxAge: Duration)

  public var description: String {
    switch self {
    case .reloadRevalidatingCacheData: "reloadRevalidatingCacheData"
    case .returnCacheDataElseLoad: "returnCacheDataElseLoad"
    case .returnCacheDataIfNotExpiredElseLoad(let maxAge): "returnCacheDataIfNotExpiredElseLoad(maxAge: \(maxAge))"
    }
  }
}

/// How a query uses what is cached: Apollo's five cache policies.
public enum QueryCachePolicy: String, Sendable, CaseIterable, DescribedByRawValue {
  /// What is cached, when it is whole; else the server. The default.
  case returnCacheDataElseFetch
  /// The server alone; its answer is stored.
  case fetchIgnoringCacheData
  /// The server alone; its answer is not stored.
  case fetchIgnoringCacheCompletely
  /// What is cached, alone.
  case returnCacheDataDontFetch
  /// What is cached, then the server too.
  case returnCacheDataAndFetch
}
