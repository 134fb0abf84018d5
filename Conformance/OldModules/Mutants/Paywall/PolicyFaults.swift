import CacheVocabulary
import ReferenceCache

/// Loads one policy as if it were another.
protocol PaywallPolicyMixUp: PaywallFault {
  static func mixedUp(_ policy: PaywallFetchPolicy?) -> PaywallFetchPolicy?
}

extension PaywallPolicyMixUp {
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall { try await load.under(mixedUp(load.policy)) }
}

enum DefaultReadsTheCache: PaywallPolicyMixUp {
  static func mixedUp(_ policy: PaywallFetchPolicy?) -> PaywallFetchPolicy? { policy ?? .returnCacheDataElseLoad }
}

enum ReloadReadsTheCache: PaywallPolicyMixUp {
  static func mixedUp(_ policy: PaywallFetchPolicy?) -> PaywallFetchPolicy? {
    policy == .reloadRevalidatingCacheData ? .returnCacheDataElseLoad : policy
  }
}

enum ElseLoadReloads: PaywallPolicyMixUp {
  static func mixedUp(_ policy: PaywallFetchPolicy?) -> PaywallFetchPolicy? {
    policy == .returnCacheDataElseLoad ? .reloadRevalidatingCacheData : policy
  }
}

enum ElseLoadExpires: PaywallPolicyMixUp {
  static func mixedUp(_ policy: PaywallFetchPolicy?) -> PaywallFetchPolicy? {
    policy == .returnCacheDataElseLoad ? .returnCacheDataIfNotExpiredElseLoad(maxAge: .seconds(30 * 86_400)) : policy
  }
}

enum MaxAgeIsIgnored: PaywallPolicyMixUp {
  static func mixedUp(_ policy: PaywallFetchPolicy?) -> PaywallFetchPolicy? {
    policy?.maxAge == nil ? policy : .returnCacheDataElseLoad
  }
}

enum MaxAgeBelowZeroIsNoLimit: PaywallPolicyMixUp {
  static func mixedUp(_ policy: PaywallFetchPolicy?) -> PaywallFetchPolicy? {
    (policy?.maxAge ?? .zero) < .zero ? .returnCacheDataElseLoad : policy
  }
}

enum ElseLoadDoesNotLoadPaywalls: PaywallFault {
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall {
    load.policy == .returnCacheDataElseLoad ? try await load.from(.cache) : try await load.soundly()
  }
}

enum MaxAgeNeedsACopy: PaywallFault {
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall {
    if load.policy?.maxAge != nil, try load.cached == nil { throw NothingCached() }
    return try await load.soundly()
  }
}

enum MaxAgeTheWrongWayRound: PaywallFault {
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall {
    guard load.policy?.maxAge != nil else { return try await load.soundly() }
    return try await load.under(load.isYoung ? .reloadRevalidatingCacheData : .returnCacheDataElseLoad)
  }
}

enum ExpiredIsGone: PaywallFault {
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall {
    guard load.policy?.maxAge != nil, await !load.isYoung else { return try await load.soundly() }
    return try await load.first(of: [.cdn, .server, .fallback])
  }
}

/// A response that is not newer leaves the stored time as it was.
enum OnlyNewerRestartsTheAge: PaywallFault {
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall {
    let before = try load.cached
    let bytes = try load.parts.storage.read(collection: PaywallCache.collection, key: load.placement)
    let paywall = try await load.soundly()
    if let before, let bytes, before.version >= paywall.version {
      try load.parts.storage.apply([
        .write(collection: PaywallCache.collection, key: load.placement, value: bytes)
      ])
    }
    return paywall
  }
}

enum TheFutureIsYoung: PaywallFault {
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall {
    guard load.policy?.maxAge != nil, let cached = try load.cached else { return try await load.soundly() }
    // A copy that is older than no maxAge, and not young under the largest one, is of the future.
    var unlimited = load
    unlimited.policy = .returnCacheDataIfNotExpiredElseLoad(maxAge: .seconds(Int64.max))
    return await unlimited.isYoung ? try await load.soundly() : cached
  }
}

extension FaultyPaywallLoad {
  /// Whether the copy is young enough: then no layer is asked for it.
  var isYoung: Bool {
    get async {
      let wasAsked = Flag()
      let remote = PaywallRemote("test") { _, reply in
        wasAsked.set()
        reply(.failure(OriginFailure.noConnection))
      }
      _ = try? await parts.reduced(to: [remote], storage: parts.storage)
        .paywall(for: placement, policy: policy ?? .reloadRevalidatingCacheData)
      return !wasAsked.isSet
    }
  }
}

extension PaywallFetchPolicy {
  var maxAge: Duration? {
    if case .returnCacheDataIfNotExpiredElseLoad(let maxAge) = self { maxAge } else { nil }
  }
}
