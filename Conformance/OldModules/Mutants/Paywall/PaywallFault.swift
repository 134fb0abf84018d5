import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation
import ReferenceCache
import ReferenceModule
import Synchronization

/// One way of being wrong: what is done in place of what the sound module does. All that a fault does not mention is sound.
protocol PaywallFault: Sendable {
  /// Changes what the cache is made of, each time it opens.
  static func build(_ parts: inout PaywallParts) throws
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall
  static func read(_ cached: Paywall?) -> Paywall?
  static func cleanUp(_ cache: PaywallCache) throws
  static func close(_ cache: PaywallCache)
  static func adapt(_ load: FaultyPaywallLoad) async throws -> Paywall
  static func refresh(_ load: FaultyPaywallLoad) async throws -> Paywall
  /// Which placements are preloaded in place of those named.
  static func preload(_ placements: Set<String>) -> Set<String>
  static func get(_ load: FaultyPaywallLoad, _ repository: PaywallRepository) async throws -> Paywall
}

/// What a cache is made of.
struct PaywallParts: Sendable {
  var configuration: PaywallCache.Configuration
  var storage: any Storage
  var now: @Sendable () -> Date
  let world: PaywallWorld
  /// When the cache was opened.
  let openedAt: Date
  /// What the fault remembers until the cache is closed.
  let memory = FaultMemory()

  /// A cache of these parts.
  func made() -> PaywallCache {
    PaywallCache(configuration, storage: storage, clock: world.clock, now: now)
  }

  /// A cache that has these remote layers alone, or this fallback alone, over storage of its own or this.
  func reduced(
    to remotes: [PaywallRemote], fallback: URL? = nil, storage: any Storage = MemoryStorage()
  ) -> PaywallCache {
    var parts = self
    parts.configuration = PaywallCache.Configuration(
      remotes: remotes, fallback: fallback, timeOut: configuration.timeOut)
    parts.storage = storage
    return parts.made()
  }
}

/// What calls to one cache share.
final class FaultMemory: Sendable {
  private struct State {
    var isBusy = false
    var seen: [String: Paywall] = [:]
  }

  private let state = Mutex(State())

  /// Begins the only call, or says that there is one.
  func begin() -> Bool {
    state.withLock { state in
      defer { state.isBusy = true }
      return !state.isBusy
    }
  }

  func end() { state.withLock { $0.isBusy = false } }

  /// The first paywall that was ever returned for a placement.
  func first(for placement: String, else load: () async throws -> Paywall) async throws -> Paywall {
    if let seen = state.withLock({ $0.seen[placement] }) { return seen }
    let paywall = try await load()
    state.withLock { $0.seen[placement] = paywall }
    return paywall
  }
}

/// A load that a fault may tamper with.
struct FaultyPaywallLoad: Sendable {
  let placement: String
  var policy: PaywallFetchPolicy?
  let cache: PaywallCache
  let parts: PaywallParts

  /// Loads soundly.
  func soundly() async throws -> Paywall {
    guard let policy else { return try await cache.paywall(for: placement) }
    return try await cache.paywall(for: placement, policy: policy)
  }

  /// Loads under another policy.
  func under(_ policy: PaywallFetchPolicy?) async throws -> Paywall {
    var copy = self
    copy.policy = policy
    return try await copy.soundly()
  }

  /// Loads by the service that chooses policies.
  func adapted() async throws -> Paywall {
    let service = AdaptivePaywallService(over: cache) { parts.world.networkQuality }
    return try await service.paywall(for: placement, override: policy)
  }

  /// What is cached.
  var cached: Paywall? { get throws { try cache.cachedPaywall(for: placement) } }

  /// What one layer alone has. What a remote one delivers is cached.
  func from(_ layer: PaywallLayer) async throws -> Paywall {
    switch layer {
    case .cdn, .server:
      let remote = parts.configuration.remotes[layer == .cdn ? 0 : 1]
      let paywall = try await parts.reduced(to: [remote]).paywall(for: placement)
      try await keep(paywall)
      return paywall
    case .cache:
      guard let cached = try cached else { throw NothingCached() }
      return cached
    case .fallback:
      return try await parts.reduced(to: [], fallback: parts.configuration.fallback).paywall(for: placement)
    }
  }

  /// The first of some layers that has something.
  func first(of layers: [PaywallLayer]) async throws -> Paywall {
    for layer in layers {
      if let paywall = try? await from(layer) { return paywall }
    }
    throw NothingCached()
  }

  /// Caches a paywall as if it had just been delivered.
  func keep(_ paywall: Paywall) async throws {
    let delivering = PaywallRemote("test") { _, reply in reply(.success(paywall.bytes)) }
    _ = try await parts.reduced(to: [delivering], storage: parts.storage).paywall(for: placement)
  }
}

/// The layers of a paywall cache.
enum PaywallLayer: String, Sendable, CaseIterable {
  case cdn, server, cache, fallback
}

extension PaywallFault {
  static func build(_ parts: inout PaywallParts) throws {}
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall { try await load.soundly() }
  static func read(_ cached: Paywall?) -> Paywall? { cached }
  static func cleanUp(_ cache: PaywallCache) throws { try cache.removeAll() }
  static func close(_ cache: PaywallCache) { cache.close() }
  static func adapt(_ load: FaultyPaywallLoad) async throws -> Paywall { try await load.adapted() }
  static func refresh(_ load: FaultyPaywallLoad) async throws -> Paywall {
    try await load.under(.reloadRevalidatingCacheData)
  }
  static func preload(_ placements: Set<String>) -> Set<String> { placements }
  static func get(_ load: FaultyPaywallLoad, _ repository: PaywallRepository) async throws -> Paywall {
    try await repository.paywall(for: load.placement)
  }
}

/// The reference's cache with a fault.
struct FaultyPaywallCache<Fault: PaywallFault>: PaywallCacheModule {
  let cache: PaywallCache
  private let parts: PaywallParts

  static var lacking: [Capability: String] { [:] }

  static func open(_ configuration: PaywallConfiguration, in world: PaywallWorld) throws -> Self {
    var parts = PaywallParts(
      configuration: .sound(configuration, in: world), storage: MemoryBackend.open("paywalls", in: world.world.storage),
      now: { world.now }, world: world, openedAt: world.now)
    try Fault.build(&parts)
    return Self(cache: parts.made(), parts: parts)
  }

  func call(_ placement: String, _ policy: PaywallFetchPolicy? = nil) -> FaultyPaywallLoad {
    FaultyPaywallLoad(placement: placement, policy: policy, cache: cache, parts: parts)
  }

  func load(_ placement: String, policy: PaywallFetchPolicy?) async throws -> Paywall {
    try await Fault.load(call(placement, policy))
  }
  func cachedPaywall(for placement: String) throws -> Paywall? { Fault.read(try cache.cachedPaywall(for: placement)) }
  func cleanUp() throws { try Fault.cleanUp(cache) }
  func logOut() {}
  func settle() async {
    await cache.settle()
    if parts.configuration.updateInterval != nil { await parts.world.world.sleepers(1) }
  }
  func close() { Fault.close(cache) }
}

/// The reference's service with a fault.
struct FaultyAdaptivePaywalls<Fault: PaywallFault>: AdaptivePaywallModule {
  private let cache: FaultyPaywallCache<Fault>

  init(over cache: FaultyPaywallCache<Fault>, in world: PaywallWorld) { self.cache = cache }

  func load(_ placement: String, override policy: PaywallFetchPolicy?) async throws -> Paywall {
    try await Fault.adapt(cache.call(placement, policy))
  }
  func refresh(_ placement: String) async throws -> Paywall { try await Fault.refresh(cache.call(placement)) }
}

/// The reference's repository with a fault.
struct FaultyPaywallRepository<Fault: PaywallFault>: PaywallPreloadModule {
  private let cache: FaultyPaywallCache<Fault>
  private let repository: PaywallRepository

  init(preloading placements: Set<String>, over cache: FaultyPaywallCache<Fault>, in world: PaywallWorld) {
    self.cache = cache
    let service = AdaptivePaywallService(over: cache.cache) { world.networkQuality }
    repository = PaywallRepository(over: service, preloading: Fault.preload(placements))
  }

  func paywall(for placement: String) async throws -> Paywall {
    try await Fault.get(cache.call(placement), repository)
  }
  func settle() async { await repository.settle() }
}

extension Mutant {
  static func paywall<Fault: PaywallFault>(
    _ breaks: RuleID, _ fault: String, seenIn: String? = nil, _: Fault.Type
  ) -> Mutant {
    Mutant(
      breaks, fault, seenIn: seenIn,
      .paywallCache(
        FaultyPaywallCache<Fault>.self, adaptive: FaultyAdaptivePaywalls<Fault>.self,
        preloading: FaultyPaywallRepository<Fault>.self),
      in: PaywallSpec.chapter)
  }
}
