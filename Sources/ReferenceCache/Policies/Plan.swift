public import CacheVocabulary
/// One step that a load may try.
enum Move: Sendable {
  /// Answers with the cached value if it is young enough.
  case young
  /// Answers with the cached value, however old it is.
  case any
  /// Answers with the cached value, however old it is, and asks the origin in the background.
  case anyThenAskBehind
  /// Delivers the cached value, and goes on.
  case anyFirst
  /// Asks the origins.
  case ask
  /// Asks the origin, and tells intermediate caches not to answer.
  case askPastCaches
  /// Asks the origin, and stores nothing.
  case askWithoutStoring
  /// Asks the origin whether the cached value is still valid.
  case confirm
  /// Answers with the data that the app ships with.
  case bundled
}

/// A policy as a list of moves, tried in order until one of them answers.
struct Plan: Sendable {
  let moves: [Move]

  init(_ moves: Move...) { self.moves = moves }

  // swift-format-ignore
  init(_ policy: RequestPolicy) {
    self = switch policy {
    case .useProtocolCachePolicy:                Plan(.young, .confirm)
    case .reloadIgnoringLocalCacheData:          Plan(.ask)
    case .reloadIgnoringLocalAndRemoteCacheData: Plan(.askPastCaches)
    case .returnCacheDataElseLoad:               Plan(.any, .ask)
    case .returnCacheDataDontLoad:               Plan(.any)
    case .reloadRevalidatingCacheData:           Plan(.confirm)
    }
  }

  // swift-format-ignore
  init(_ policy: PaywallFetchPolicy) {
    self = switch policy {
    case .reloadRevalidatingCacheData:           Plan(.ask, .any, .bundled)
    // Another load may have cached a copy while this one asked.
    case .returnCacheDataElseLoad:               Plan(.any, .ask, .any, .bundled)
    case .returnCacheDataIfNotExpiredElseLoad:   Plan(.young, .ask, .any, .bundled)
    }
  }

  // swift-format-ignore
  init(_ policy: CustomerFetchPolicy) {
    self = switch policy {
    case .cachedOrFetched:                       Plan(.young, .anyThenAskBehind, .ask)
    case .fetchCurrent:                          Plan(.ask)
    case .fromCacheOnly:                         Plan(.any)
    case .notStaleCachedOrFetched:               Plan(.young, .ask)
    }
  }

  // swift-format-ignore
  init(_ policy: QueryCachePolicy) {
    self = switch policy {
    case .returnCacheDataElseFetch:              Plan(.any, .ask)
    case .fetchIgnoringCacheData:                Plan(.ask)
    case .fetchIgnoringCacheCompletely:          Plan(.askWithoutStoring)
    case .returnCacheDataDontFetch:              Plan(.any)
    case .returnCacheDataAndFetch:               Plan(.anyFirst, .ask)
    }
  }

  /// Makes the moves in order until one returns a value. A move that has none returns nil.
  ///
  /// - Throws: the last error of a move, or `NothingCached` if none threw.
  nonisolated(nonsending) func follow<Value>(_ make: (Move) async throws -> Value?) async throws -> Value {
    var failure: any Error = NothingCached()
    for move in moves {
      do {
        if let value = try await make(move) { return value }
      } catch {
        failure = error
      }
    }
    throw failure
  }
}

/// Nothing is cached, and the policy does not allow a request.
public struct NothingCached: DescribedError, Hashable {
  /// Makes the error.
  public init() {}

  public var description: String {
    "nothing is cached and the policy allows no request; use a policy that may load"
  }
}
