public import CacheSpec
public import Foundation

/// How a paywall cache is made.
public struct PaywallConfiguration: Sendable {
  /// The fallback file that the app ships with, or nil for none. It may be missing or unreadable.
  public let fallback: URL?
  /// How long a remote layer is waited for before it counts as failed, by the world's clock.
  public let timeOut: Duration
  /// How often what is cached is updated in the background, by the world's clock, or nil for never: nothing is
  /// then refreshed unasked, not at a log-out either.
  public let updateInterval: Duration?
}

/// A layered cache of paywalls: CDN, server, cache, fallback.
///
/// From Adapty's 'Understand the caching system in Adapty'. The remote layers are asked by `PaywallWorld.ask`. A cache that
/// chooses policies or preloads conforms to `AdaptivePaywallModule` or `PaywallPreloadModule` too.
///
/// A loop that sleeps on the world's clock is idle when it sleeps: `World.sleepers` returns then. Once the cache is closed,
/// calls under way no longer change what is stored.
public protocol PaywallCacheModule: ClosableModule {
  /// Loads the paywall of a placement.
  ///
  /// - Parameters:
  ///   - placement: the placement's name.
  ///   - policy: the policy, or nil for the one that is the default.
  /// - Throws: where no layer has the paywall.
  func load(_ placement: String, policy: PaywallFetchPolicy?) async throws -> Paywall
  /// What is cached for a placement, or nil. No layer is asked, and nothing changes.
  func cachedPaywall(for placement: String) async throws -> Paywall?
  /// Removes all that is cached. It may wait for what is under way, or leave that to go on; a call that fails later brings
  /// nothing back.
  func cleanUp() async throws
  /// Takes note that the user logs out.
  func logOut() async throws
}

/// A paywall cache with a service over it that chooses the policy by `PaywallWorld.networkQuality`.
///
/// From Adapty's 'Understand the caching system in Adapty', heading 'Cache persistence and lifecycle'.
public protocol AdaptivePaywallModule: PaywallCacheModule {
  /// Loads the paywall of a placement by the service.
  ///
  /// - Parameters:
  ///   - placement: the placement's name.
  ///   - policy: the policy that the caller names, or nil to let the service choose.
  /// - Throws: where no layer has the paywall.
  func loadAdaptively(_ placement: String, override policy: PaywallFetchPolicy?) async throws -> Paywall
  /// Loads fresh data for a placement, whatever the network's quality, and caches it.
  ///
  /// - Throws: where no layer has the paywall.
  func refresh(_ placement: String) async throws -> Paywall
}

/// A paywall cache with a repository over it that preloads critical placements.
///
/// From Adapty's 'Understand the caching system in Adapty', heading 'Integration with complex app architectures'.
public protocol PaywallPreloadModule: PaywallCacheModule {
  /// Makes the repository, in place of an earlier one: it begins to preload these placements and does not wait for them.
  ///
  /// `waitUntilIdle` waits for them.
  func preload(_ placements: Set<String>) async throws
  /// The paywall of a placement, by the repository that was made last.
  ///
  /// - Throws: where it was not preloaded and no layer has it.
  func preloadedPaywall(for placement: String) async throws -> Paywall
}

extension ChapterImplementation {
  /// A paywall cache, which may choose policies and preload.
  ///
  /// A cache whose type is no `AdaptivePaywallModule`, or no `PaywallPreloadModule`, is not assessed for what it lacks.
  ///
  /// - Parameter open: opens the cache of an app that starts in a world, whose storage may hold what an earlier start left.
  public static func paywalls<Module: PaywallCacheModule>(
    _ open: @escaping @Sendable (PaywallConfiguration, PaywallWorld) async throws -> Module
  ) -> Self {
    var missing: [Capability: String] = [:]
    if !(Module.self is any AdaptivePaywallModule.Type) {
      missing[.adaptivePolicy] = "the module is a cache without a service that chooses policies"
    }
    if !(Module.self is any PaywallPreloadModule.Type) {
      missing[.preloading] = "the module is a cache without a repository that preloads"
    }
    return Self(missing: missing) { lacking in
      let place = PaywallWorld(time: lacking[.virtualTime] == nil ? .virtual : .real)
      return PaywallChecker(
        app: OneModuleApp(AppSetup(), in: place) { setup, place in
          let configuration = PaywallConfiguration(
            fallback: try place.ship(setup.fallback), timeOut: setup.timeOut, updateInterval: setup.updateInterval)
          return try await open(configuration, place)
        })
    }
  }
}
