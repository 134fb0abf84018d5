/// One thing that a load may try.
enum Move: Sendable {
  /// Answers with what is cached, if it is young enough.
  case young
  /// Answers with what is cached, however old.
  case any
  /// Answers with what is cached, however old, and asks behind the answer.
  case anyThenAskBehind
  /// Delivers what is cached, and goes on.
  case anyFirst
  /// Asks the origins.
  case ask
  /// Asks the origin, and tells caches on the way to do so too.
  case askPastCaches
  /// Asks the origin, and stores nothing.
  case askWithoutStoring
  /// Asks the origin whether what is cached still holds.
  case confirm
  /// Answers with what ships with the app.
  case bundled
}

/// What a policy comes down to: moves, in order, until one of them answers.
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

  /// Makes the moves until one answers. A move that has nothing returns nil; when the last has nothing, or throws, so
  /// does the plan.
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

/// Nothing is cached, and the policy does not let the load ask an origin.
public struct NothingCached: Error, Hashable, Sendable, CustomStringConvertible {
  /// Says so.
  public init() {}

  public var description: String {
    "nothing is cached and the policy allows no request; use a policy that may load"
  }
}
