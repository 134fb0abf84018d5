package import Foundation
import Synchronization

extension PaywallAction: ShippedModules {
  package static func reference(on backend: Backend) -> ChapterImplementation {
    reference { try backend.open("paywalls", in: $0) }
  }

  /// The reference over any kind of storage.
  ///
  /// - Parameter open: opens the storage, in a place that the world keeps across a restart.
  package static func reference(
    over open: @escaping @Sendable (WorldStorage) throws -> any CacheStorage
  ) -> ChapterImplementation {
    .paywalls { configuration, world in
      ReferencePaywalls(
        PaywallCache.Configuration(configuration, in: world), over: try open(world.world.storage), in: world)
    }
  }

  package static var null: ChapterImplementation {
    .paywalls { _, _ in
      StubPaywalls(answer: { Paywall(placement: $0, version: 0, content: []) }, cached: { nil })
    }
  }

  package static var alwaysHit: ChapterImplementation {
    .paywalls { _, world in
      let first = world.world.storage.inMemory("paywalls") { Memo<Paywall?>(nil) }
      return StubPaywalls(
        answer: { placement in
          try await first.first {
            let bytes = try await world.answer(of: .cdn, for: placement)
            return Paywall(bytes: bytes) ?? Paywall(placement: placement, version: 0, content: bytes)
          }
        }, cached: { first.value })
    }
  }
}

/// The reference's paywall cache as a module, with its service and its repository.
package final class ReferencePaywalls: AdaptivePaywallModule, PaywallPreloadModule {
  private let cache: PaywallCache
  private let service: AdaptivePaywallService
  private let repository: Mutex<PaywallRepository>
  private let storage: any CacheStorage
  private let isUpdating: Bool
  private let world: ModuleWorld

  package init(
    _ configuration: PaywallCache.Configuration, over storage: any CacheStorage, in world: PaywallWorld,
    now: (@Sendable () -> Date)? = nil
  ) {
    cache = PaywallCache(configuration, storage: storage, clock: world.clock, now: now ?? { world.now })
    service = AdaptivePaywallService(over: cache) { world.networkQuality }
    repository = Mutex(PaywallRepository(over: service))
    self.storage = storage
    isUpdating = configuration.updateInterval != nil
    self.world = world.world
  }

  package func load(_ placement: String, policy: PaywallFetchPolicy?) async throws -> Paywall {
    guard let policy else { return try await cache.paywall(for: placement) }
    return try await cache.paywall(for: placement, policy: policy)
  }
  package func cachedPaywall(for placement: String) throws -> Paywall? { try cache.cachedPaywall(for: placement) }
  package func cleanUp() throws { try cache.removeAll() }

  /// Does nothing: according to the document, only removal and a clean-up clear the cache.
  package func logOut() {}

  package func loadAdaptively(_ placement: String, override policy: PaywallFetchPolicy?) async throws -> Paywall {
    try await service.paywall(for: placement, override: policy)
  }
  package func refresh(_ placement: String) async throws -> Paywall { try await service.refresh(placement) }

  package func preload(_ placements: Set<String>) {
    repository.withLock { $0 = PaywallRepository(over: service, preloading: placements) }
  }
  package func preloadedPaywall(for placement: String) async throws -> Paywall {
    try await repository.withLock(\.self).paywall(for: placement)
  }

  package func waitUntilIdle() async {
    await repository.withLock(\.self).waitUntilIdle()
    await cache.waitUntilIdle()
    if isUpdating { await world.sleepers(1) }
  }

  package func close() {
    cache.close()
    storage.close()
  }
}

extension PaywallCache.Configuration {
  /// The configuration that a world asks for.
  package init(_ configuration: PaywallConfiguration, in world: PaywallWorld) {
    self.init(
      remotes: RemoteLayer.allCases.map { layer in
        PaywallRemote("\(layer)") { placement, reply in world.ask(layer, for: placement, reply: reply) }
      },
      fallback: configuration.fallback, timeOut: configuration.timeOut, updateInterval: configuration.updateInterval)
  }
}

/// A paywall cache with fixed answers.
package struct StubPaywalls: AdaptivePaywallModule, PaywallPreloadModule, IdleModule {
  package let answer: @Sendable (_ placement: String) async throws -> Paywall
  package let cached: @Sendable () -> Paywall?

  package func load(_ placement: String, policy: PaywallFetchPolicy?) async throws -> Paywall {
    try await answer(placement)
  }
  package func loadAdaptively(_ placement: String, override policy: PaywallFetchPolicy?) async throws -> Paywall {
    try await answer(placement)
  }
  package func refresh(_ placement: String) async throws -> Paywall { try await answer(placement) }
  package func preloadedPaywall(for placement: String) async throws -> Paywall { try await answer(placement) }
  package func cachedPaywall(for placement: String) -> Paywall? { cached() }
  package func preload(_ placements: Set<String>) {}
  package func cleanUp() {}
  package func logOut() {}
}
