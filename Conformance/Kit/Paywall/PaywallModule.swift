public import CacheConformance
import PaywallRules
public import Foundation

/// The configuration of a paywall cache.
public struct PaywallConfiguration: Sendable {
  /// The fallback file that the app ships with, or nil for none. The file may be missing or unreadable. It is in the
  /// kit's own encoding (`Paywall.list(bytes:)`): a cache with another encoding converts the file when the app starts,
  /// and passes on unchanged any bytes that are in neither encoding.
  public let fallback: URL?
  /// How long to wait for a remote layer before it counts as failed, by the world's clock.
  public let timeOut: Duration
  /// How often to update the cache in the background, by the world's clock, or nil for never. With nil, nothing is
  /// refreshed without a call, not even at a log-out.
  public let updateInterval: Duration?
}

/// The encoding in which a module reads answers and the fallback file, if it is not that of `Paywall.bytes`.
///
/// The kit damages the bytes that the closures return, so that the damage reaches the module's own decoding and not
/// that of an adapter in front of it.
public struct PaywallEncoding: Sendable {
  /// The encoding of `Paywall.bytes`.
  public static let plain = Self(answer: \.bytes, fallback: { $0.flatMap(\.bytes) })

  /// Encodes the answer of a remote layer.
  public let answer: @Sendable (Paywall) -> [UInt8]
  /// Encodes the fallback file.
  public let fallback: @Sendable ([Paywall]) -> [UInt8]

  /// Creates an encoding.
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
/// From Adapty's 'Understand the caching system in Adapty'. The cache asks the remote layers through
/// `PaywallWorld.ask`. A cache that chooses policies or preloads also conforms to `AdaptivePaywallModule` or
/// `PaywallPreloadModule`.
///
/// A loop on the world's clock is idle while it sleeps; `ModuleWorld.sleepers` waits until it does. `close` ends each such
/// loop and each time-out. Once the cache is closed, calls in progress no longer change what is stored.
///
/// A remote layer answers with bytes in the kit's own encoding (`Paywall.bytes`), which a cache with another encoding
/// converts, or fails with a `RemoteFailure`: it cannot be reached, times out by itself, or has a server error. It may
/// also answer with bytes that cannot be decoded, with no bytes or with half of them, and may answer twice or never.
///
/// The device's time zone is `PaywallWorld.timeZone`, which changes when the user travels. The process keeps its own
/// time zone, so a cache that reads the system's is never tested in another zone.
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
  /// Removes everything that is cached. The call may wait for work in progress or let it continue. A load in progress
  /// that fails later brings nothing back.
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
  /// Creates the repository, in place of an earlier one, which starts to preload these placements. The call does not
  /// wait for them; `waitUntilIdle` does.
  func preload(_ placements: Set<String>) async throws
  /// Returns the paywall of a placement from the most recent repository.
  ///
  /// - Throws: if the paywall was not preloaded and no layer has it.
  func preloadedPaywall(for placement: String) async throws -> Paywall
}

extension ChapterImplementation {
  /// A paywall cache, which may also choose policies and preload.
  ///
  /// Scenarios that need an `AdaptivePaywallModule` or a `PaywallPreloadModule` are not assessed if the type does not
  /// conform to it.
  ///
  /// - Parameters:
  ///   - encoding: the encoding in which the cache reads answers and the fallback file.
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
    return Self(missing: missing, served: { .paywalls(in: $0, open) }) { lacking in
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
