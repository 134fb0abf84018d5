import CacheConformance
import CacheSpec
import CacheVocabulary
import Synchronization

/// A cache that asks the CDN until it has an answer, and has no other ever after.
final class AlwaysHitPaywallCache: PaywallCacheModule, KeptInMemory {
  static var lacking: [Capability: String] { [:] }
  private let first = Mutex<Paywall?>(nil)
  private let world: PaywallWorld

  init(_ world: PaywallWorld) { self.world = world }

  static func open(_ configuration: PaywallConfiguration, in world: PaywallWorld) -> Self {
    world.world.storage.kept("paywalls") { Self(world) }
  }

  func load(_ placement: String, policy: PaywallFetchPolicy?) async throws -> Paywall {
    if let first = first.withLock(\.self) { return first }
    let bytes = try await world.answer(of: .cdn, for: placement)
    let loaded = Paywall(bytes: bytes) ?? Paywall(placement: placement, version: 0, content: bytes)
    return first.withLock { first in
      first = first ?? loaded
      return first ?? loaded
    }
  }

  func cachedPaywall(for placement: String) -> Paywall? { first.withLock(\.self) }
  func cleanUp() {}
  func logOut() {}
  func settle() {}
  func close() {}

  func storedCopies() -> [[UInt8]] { [] }
  func damage(_ damage: Damage) {}
}

/// A service over it that chooses nothing.
struct AlwaysHitAdaptivePaywalls: AdaptivePaywallModule {
  private let cache: AlwaysHitPaywallCache

  init(over cache: AlwaysHitPaywallCache, in world: PaywallWorld) { self.cache = cache }

  func load(_ placement: String, override policy: PaywallFetchPolicy?) async throws -> Paywall {
    try await cache.load(placement, policy: policy)
  }
  func refresh(_ placement: String) async throws -> Paywall { try await cache.load(placement, policy: nil) }
}

/// A repository over it that preloads nothing.
struct AlwaysHitPaywallRepository: PaywallPreloadModule {
  private let cache: AlwaysHitPaywallCache

  init(preloading placements: Set<String>, over cache: AlwaysHitPaywallCache, in world: PaywallWorld) {
    self.cache = cache
  }

  func paywall(for placement: String) async throws -> Paywall { try await cache.load(placement, policy: nil) }
  func settle() {}
}
