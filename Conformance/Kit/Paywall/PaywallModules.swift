public import CacheSpec
public import CacheVocabulary
public import Foundation

/// How a paywall cache is made.
public struct PaywallConfiguration: Sendable {
  /// The fallback file that the app ships with, or nil for none. It may be missing or unreadable.
  public let fallback: URL?
  /// How long a remote layer is waited for before it counts as failed, by the world's clock.
  public let timeOut: Duration
  /// How often what is cached is updated in the background, by the world's clock, or nil for never.
  public let updateInterval: Duration?
}

/// A layered cache of paywalls: CDN, server, cache, fallback.
///
/// From Adapty's 'Understand the caching system in Adapty'. The remote layers are asked by `PaywallWorld.ask`.
public protocol PaywallCacheModule: Sendable {
  /// What the module cannot take, each with the reason.
  static var lacking: [Capability: String] { get }

  /// Opens the cache of an app that starts in a world, whose storage may hold what an earlier start left.
  static func open(_ configuration: PaywallConfiguration, in world: PaywallWorld) async throws -> Self

  /// Loads the paywall of a placement, under a policy or, for nil, under the one that is the default.
  func load(_ placement: String, policy: PaywallFetchPolicy?) async throws -> Paywall
  /// What is cached for a placement, or nil. No layer is asked, and nothing changes.
  func cachedPaywall(for placement: String) async throws -> Paywall?
  /// Cleans the cache up by hand.
  func cleanUp() async throws
  /// The user logs out.
  func logOut() async throws

  /// Returns once the module's own background work has come to rest.
  ///
  /// A loop that sleeps on the world's clock is at rest when it sleeps: `World.sleepers` returns then.
  func settle() async throws
  /// Lets go of everything, as the end of the app does: calls under way no longer change what is stored.
  func close() async throws
}

/// A service over a paywall cache that chooses the policy by `PaywallWorld.networkQuality`.
///
/// From the same document, 'Cache persistence and lifecycle'.
public protocol AdaptivePaywallModule<Cache>: Sendable {
  /// The cache beneath.
  associatedtype Cache: PaywallCacheModule

  /// Makes the service.
  init(over cache: Cache, in world: PaywallWorld) async throws

  /// Loads a paywall, under the policy that the caller names, if any.
  func load(_ placement: String, override policy: PaywallFetchPolicy?) async throws -> Paywall
  /// Refreshes what is cached for a placement.
  func refresh(_ placement: String) async throws -> Paywall
}

/// A repository over a paywall cache that preloads critical placements.
///
/// From the same document, 'Integration with complex app architectures'.
public protocol PaywallPreloadModule<Cache>: Sendable {
  /// The cache beneath.
  associatedtype Cache: PaywallCacheModule

  /// Makes the repository, which starts to preload these placements and does not wait for them.
  init(preloading placements: Set<String>, over cache: Cache, in world: PaywallWorld) async throws

  /// The paywall of a placement.
  func paywall(for placement: String) async throws -> Paywall
  /// Returns once nothing is being preloaded.
  func settle() async throws
}

extension Subject where Action == PaywallAction {
  /// A paywall cache, with the service that chooses policies and the repository that preloads where it has them.
  public static func paywallCache<Cache: PaywallCacheModule>(
    _ cache: Cache.Type, adaptive: (any AdaptivePaywallModule<Cache>.Type)? = nil,
    preloading: (any PaywallPreloadModule<Cache>.Type)? = nil
  ) -> Self {
    var lacking = Cache.lacking
    if adaptive == nil { lacking[.adaptivePolicy] = "the module is a cache without a service that chooses policies" }
    if preloading == nil { lacking[.preloading] = "the module is a cache without a repository that preloads" }
    let time: World.Time = lacking[.virtualTime] == nil ? .virtual : .real
    return Self(lacking: lacking) {
      PaywallChecker(cache: cache, adaptive: adaptive, preloading: preloading, time: time)
    }
  }
}

extension [Suite] {
  /// The chapter for a paywall cache, with the service and the repository where the module has them.
  public static func paywallCache<Cache: PaywallCacheModule>(
    _ cache: Cache.Type, adaptive: (any AdaptivePaywallModule<Cache>.Type)? = nil,
    preloading: (any PaywallPreloadModule<Cache>.Type)? = nil, deviations: [KnownDeviation] = []
  ) -> Self {
    let subject = Subject.paywallCache(cache, adaptive: adaptive, preloading: preloading)
    return [Suite(PaywallSpec.chapter, subject.deviating(deviations))]
  }
}
