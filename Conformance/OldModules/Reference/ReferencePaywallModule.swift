package import CacheConformance
package import CacheSpec
package import CacheVocabulary
package import Foundation
package import ReferenceCache

/// The reference's paywall cache as a module.
package struct ReferencePaywallCache<Backend: ReferenceBackend>: PaywallCacheModule {
  package let cache: PaywallCache
  private let storage: any Storage
  private let isUpdating: Bool
  private let world: PaywallWorld

  package static var lacking: [Capability: String] { [:] }

  package static func open(_ configuration: PaywallConfiguration, in world: PaywallWorld) throws -> Self {
    Self(.sound(configuration, in: world), storage: try Backend.open("paywalls", in: world.world.storage), in: world)
  }

  /// Opens the cache in another configuration, over other storage or by another date than the module's own.
  package init(
    _ configuration: PaywallCache.Configuration, storage: any Storage, in world: PaywallWorld,
    now: (@Sendable () -> Date)? = nil
  ) {
    cache = PaywallCache(configuration, storage: storage, clock: world.clock, now: now ?? { world.now })
    self.storage = storage
    isUpdating = configuration.updateInterval != nil
    self.world = world
  }

  package func load(_ placement: String, policy: PaywallFetchPolicy?) async throws -> Paywall {
    guard let policy else { return try await cache.paywall(for: placement) }
    return try await cache.paywall(for: placement, policy: policy)
  }
  package func cachedPaywall(for placement: String) throws -> Paywall? { try cache.cachedPaywall(for: placement) }
  package func cleanUp() throws { try cache.removeAll() }

  /// Nothing: the document says that only removal and a clean-up clear the cache.
  package func logOut() {}

  package func settle() async {
    await cache.settle()
    if isUpdating { await world.world.sleepers(1) }
  }

  package func close() {
    cache.close()
    storage.close()
  }
}

extension PaywallCache.Configuration {
  /// The configuration that a world asks for.
  package static func sound(_ configuration: PaywallConfiguration, in world: PaywallWorld) -> Self {
    Self(
      remotes: RemoteLayer.allCases.map { layer in
        PaywallRemote("\(layer)") { placement, reply in world.ask(layer, for: placement, reply: reply) }
      },
      fallback: configuration.fallback, timeOut: configuration.timeOut, updateInterval: configuration.updateInterval)
  }
}

/// The reference's service that chooses policies as a module.
package struct ReferenceAdaptivePaywalls<Backend: ReferenceBackend>: AdaptivePaywallModule {
  private let service: AdaptivePaywallService

  package init(over cache: ReferencePaywallCache<Backend>, in world: PaywallWorld) {
    service = AdaptivePaywallService(over: cache.cache) { world.networkQuality }
  }

  package func load(_ placement: String, override policy: PaywallFetchPolicy?) async throws -> Paywall {
    try await service.paywall(for: placement, override: policy)
  }
  package func refresh(_ placement: String) async throws -> Paywall { try await service.refresh(placement) }
}

/// The reference's repository as a module.
package struct ReferencePaywallRepository<Backend: ReferenceBackend>: PaywallPreloadModule {
  private let repository: PaywallRepository

  package init(
    preloading placements: Set<String>, over cache: ReferencePaywallCache<Backend>, in world: PaywallWorld
  ) {
    let service = AdaptivePaywallService(over: cache.cache) { world.networkQuality }
    repository = PaywallRepository(over: service, preloading: placements)
  }

  package func paywall(for placement: String) async throws -> Paywall { try await repository.paywall(for: placement) }
  package func settle() async { await repository.settle() }
}

extension Subject where Action == PaywallAction {
  /// The reference in memory.
  package static let referencePaywalls = Self.paywallCache(
    ReferencePaywallCache<MemoryBackend>.self, adaptive: ReferenceAdaptivePaywalls<MemoryBackend>.self,
    preloading: ReferencePaywallRepository<MemoryBackend>.self)
}

extension [Suite] {
  /// The paywall chapter against the reference.
  static func referencePaywalls<Backend: ReferenceBackend>(_: Backend.Type) -> Self {
    paywallCache(
      ReferencePaywallCache<Backend>.self, adaptive: ReferenceAdaptivePaywalls<Backend>.self,
      preloading: ReferencePaywallRepository<Backend>.self)
  }
}
