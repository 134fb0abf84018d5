import CacheConformance
import CacheSpec
import CacheVocabulary

/// A cache that answers with an empty paywall.
struct NullPaywallCache: PaywallCacheModule {
  static var lacking: [Capability: String] { [:] }
  static func open(_ configuration: PaywallConfiguration, in world: PaywallWorld) -> Self { Self() }

  func load(_ placement: String, policy: PaywallFetchPolicy?) -> Paywall {
    Paywall(placement: placement, version: 0, content: [])
  }
  func cachedPaywall(for placement: String) -> Paywall? { nil }
  func cleanUp() {}
  func logOut() {}
  func settle() {}
  func close() {}
}

/// A service over it that chooses nothing.
struct NullAdaptivePaywalls: AdaptivePaywallModule {
  private let cache: NullPaywallCache

  init(over cache: NullPaywallCache, in world: PaywallWorld) { self.cache = cache }

  func load(_ placement: String, override policy: PaywallFetchPolicy?) -> Paywall {
    cache.load(placement, policy: policy)
  }
  func refresh(_ placement: String) -> Paywall { cache.load(placement, policy: nil) }
}

/// A repository over it that preloads nothing.
struct NullPaywallRepository: PaywallPreloadModule {
  private let cache: NullPaywallCache

  init(preloading placements: Set<String>, over cache: NullPaywallCache, in world: PaywallWorld) { self.cache = cache }

  func paywall(for placement: String) -> Paywall { cache.load(placement, policy: nil) }
  func settle() {}
}
