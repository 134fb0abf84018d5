public import CacheSpec
public import Foundation

/// The configuration of a paywall cache.
public struct PaywallConfiguration: Sendable {
  /// The fallback file that the app ships with, or nil for none. It may be missing or unreadable. It is in the kit's own
  /// encoding (`Paywall.list(bytes:)`): a cache with another one converts it when the app starts, and takes bytes that are
  /// in neither as they are.
  public let fallback: URL?
  /// How long to wait for a remote layer before it counts as failed, by the world's clock.
  public let timeOut: Duration
  /// How often to update the cache in the background, by the world's clock, or nil for never. Nothing is then refreshed
  /// unasked, not even at a log-out.
  public let updateInterval: Duration?
}

/// The form in which a module reads answers and the fallback file, if it is not that of `Paywall.bytes`.
///
/// The kit damages the bytes that the closures return, so that the module's own decoding is tried and not that of an
/// adapter in front of it.
public struct PaywallEncoding: Sendable {
  /// The form of `Paywall.bytes`.
  public static let plain = Self(answer: \.bytes, fallback: { $0.flatMap(\.bytes) })

  /// Encodes the answer of a remote layer.
  public let answer: @Sendable (Paywall) -> [UInt8]
  /// Encodes the fallback file.
  public let fallback: @Sendable ([Paywall]) -> [UInt8]

  /// Makes an encoding.
  ///
  /// - Parameters:
  ///   - answer: encodes the answer of a remote layer.
  ///   - fallback: encodes the fallback file.
  public init(
    answer: @escaping @Sendable (Paywall) -> [UInt8], fallback: @escaping @Sendable ([Paywall]) -> [UInt8]
  ) {
    self.answer = answer
    self.fallback = fallback
  }
}

/// A layered cache of paywalls: CDN, server, cache, fallback.
///
/// From Adapty's 'Understand the caching system in Adapty'. The cache asks the remote layers by `PaywallWorld.ask`. A
/// cache that chooses policies or preloads also conforms to `AdaptivePaywallModule` or `PaywallPreloadModule`.
///
/// A loop on the world's clock is idle while it sleeps, which `World.sleepers` waits for. `close` ends each such loop and
/// each time-out. Once the cache is closed, calls in progress no longer change what is stored.
///
/// A remote layer answers with bytes in the kit's own encoding (`Paywall.bytes`), which a cache with another one
/// converts, or fails with an `OriginFailure`: it cannot be reached, times out by itself, or has a server error. It may
/// also answer with bytes that cannot be decoded, with none or with half of them, and may answer twice or never.
///
/// The device's time zone is `PaywallWorld.timeZone`, which changes when the user travels: the process keeps its own, so
/// a cache that reads the system's is never seen in another zone.
public protocol PaywallCacheModule: ClosableModule {
  /// Loads the paywall of a placement.
  ///
  /// - Parameters:
  ///   - placement: the placement's name.
  ///   - policy: the policy, or nil for the default.
  /// - Throws: if no layer has the paywall.
  func load(_ placement: String, policy: PaywallFetchPolicy?) async throws -> Paywall
  /// Returns what is cached for a placement, or nil. It asks no layer and changes nothing.
  func cachedPaywall(for placement: String) async throws -> Paywall?
  /// Removes everything that is cached. It may wait for work in progress or let it continue. A call that fails later
  /// brings nothing back.
  func cleanUp() async throws
  /// Called when the user logs out.
  func logOut() async throws
}

/// A paywall cache with a service over it that chooses the policy by `PaywallWorld.networkQuality`.
///
/// From Adapty's 'Understand the caching system in Adapty', heading 'Cache persistence and lifecycle'.
public protocol AdaptivePaywallModule: PaywallCacheModule {
  /// Loads the paywall of a placement through the service.
  ///
  /// - Parameters:
  ///   - placement: the placement's name.
  ///   - policy: the policy that the caller names, or nil to let the service choose.
  /// - Throws: if no layer has the paywall.
  func loadAdaptively(_ placement: String, override policy: PaywallFetchPolicy?) async throws -> Paywall
  /// Loads fresh data for a placement, whatever the network's quality, and caches it.
  ///
  /// - Throws: if no layer has the paywall.
  func refresh(_ placement: String) async throws -> Paywall
}

/// A paywall cache with a repository over it that preloads critical placements.
///
/// From Adapty's 'Understand the caching system in Adapty', heading 'Integration with complex app architectures'.
public protocol PaywallPreloadModule: PaywallCacheModule {
  /// Creates the repository, replacing an earlier one. It starts to preload these placements without waiting for them.
  ///
  /// `waitUntilIdle` waits for them.
  func preload(_ placements: Set<String>) async throws
  /// Returns the paywall of a placement from the most recent repository.
  ///
  /// - Throws: if it was not preloaded and no layer has it.
  func preloadedPaywall(for placement: String) async throws -> Paywall
}

extension ChapterImplementation {
  /// A paywall cache, which may also choose policies and preload.
  ///
  /// A type that is not an `AdaptivePaywallModule`, or not a `PaywallPreloadModule`, is not assessed for what it lacks.
  ///
  /// - Parameters:
  ///   - encoding: the form in which the cache reads answers and the fallback file.
  ///   - open: opens the cache when the app starts in a world, whose storage may hold what an earlier run left.
  public static func paywalls<Module: PaywallCacheModule>(
    encoding: PaywallEncoding = .plain,
    _ open: @escaping @Sendable (PaywallConfiguration, PaywallWorld) async throws -> Module
  ) -> Self {
    var missing: [Capability: String] = [:]
    if !(Module.self is any AdaptivePaywallModule.Type) {
      missing[.adaptivePolicy] = "the module is a cache without a service that chooses policies"
    }
    if !(Module.self is any PaywallPreloadModule.Type) {
      missing[.preloading] = "the module is a cache without a repository that preloads"
    }
    return Self(missing: missing, served: { ServedPaywalls(in: $0, open) }) { lacking in
      let place = PaywallWorld(time: lacking[.virtualTime] == nil ? .virtual : .real, encoding: encoding)
      return PaywallChecker(
        app: OneModuleApp(AppSetup(), in: place) { setup, place in
          let configuration = PaywallConfiguration(
            fallback: try WorldFailure.catching { try place.ship(setup.fallback) }, timeOut: setup.timeOut,
            updateInterval: setup.updateInterval)
          return try await open(configuration, place)
        })
    }
  }
}
