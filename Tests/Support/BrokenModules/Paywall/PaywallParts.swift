import Foundation

extension PaywallAction: PartedModules {
  package typealias Parts = PaywallParts
}

/// The parts of a paywall module. By default, every part is sound.
package struct PaywallParts: ModuleParts {
  typealias Load = @Sendable (PaywallLoad) async throws -> Paywall

  let world: PaywallWorld
  var configuration: PaywallCache.Configuration
  var storage: any CacheStorage

  var load: Load = { try await $0.soundly() }
  var loadAdaptively: Load = { try await $0.sound.loadAdaptively($0.placement, override: $0.policy) }
  var refresh: Load = { try await $0.sound.refresh($0.placement) }
  var preloaded: Load = { try await $0.sound.preloadedPaywall(for: $0.placement) }
  /// The placements that are preloaded in place of the given ones.
  var critical: @Sendable (Set<String>) throws -> Set<String> = { $0 }
  var preload: @Sendable (ReferencePaywalls, Set<String>) async throws -> Void = { $0.preload($1) }
  /// The cached paywall as the module shows it.
  var cached: @Sendable (Paywall?) -> Paywall? = { $0 }
  var cleanUp: @Sendable (ReferencePaywalls) async throws -> Void = { try $0.cleanUp() }
  var logOut: @Sendable (ReferencePaywalls) throws -> Void = { $0.logOut() }
  var close: @Sendable (ReferencePaywalls) -> Void = { $0.close() }
  /// Waits for the parts' own work.
  var settle: @Sendable () async -> Void = {}
  /// The date for copies.
  var now: @Sendable () -> Date
  /// Background work when the app starts.
  var atStart: @Sendable (ReferencePaywalls) async -> Void = { _ in }
  /// The placements that each timer updates in the background. By default, one timer updates all.
  var timers: [@Sendable (_ placements: [String]) -> [String]] = [{ $0 }]

  init(_ configuration: PaywallConfiguration, in world: PaywallWorld, on backend: Backend) throws {
    self.world = world
    self.configuration = PaywallCache.Configuration(configuration, in: world)
    now = { world.now }
    storage = try backend.open("paywalls", in: world.world.storage)
  }

  package static func changed(on backend: Backend, _ change: @escaping Change) -> ChapterImplementation {
    changed(on: backend, encoding: .plain, change)
  }

  /// The reference with changed parts, whose answers and fallback file have this encoding.
  static func changed(
    on backend: Backend, encoding: PaywallEncoding, _ change: @escaping Change
  ) -> ChapterImplementation {
    .paywalls(encoding: encoding) { try FaultyPaywalls(Self($0, in: $1, on: backend).changed(by: change)) }
  }

  /// The entry of a placement, or nil if there is none or it cannot be read.
  func entry(for placement: String) throws -> PaywallCacheEntry? {
    try storage.read(collection: PaywallCache.collection, key: placement).flatMap(PaywallCacheEntry.init(bytes:))
  }

  /// The placements with bytes in storage.
  var placements: [String] { get throws { try storage.readAll(collection: PaywallCache.collection).map(\.key) } }

  /// Caches a paywall as if it had been delivered at a date.
  func store(_ paywall: Paywall, for placement: String, loadedAt: Date) throws {
    let bytes = PaywallCacheEntry(paywall, loadedAt: loadedAt).bytes
    try storage.apply([.write(collection: PaywallCache.collection, key: placement, value: bytes)])
  }

  /// The fallback paywalls that the app ships with. Empty if the file cannot be read.
  var fallbacks: [Paywall] {
    configuration.fallback.flatMap { try? Data(contentsOf: $0) }.flatMap { Paywall.list(bytes: [UInt8]($0)) } ?? []
  }

  // MARK: Changes shared by several faults

  /// Wraps the answer to every call of the app.
  mutating func answer(_ answer: @escaping @Sendable (PaywallLoad, Load) async throws -> Paywall) {
    let (load, loadAdaptively, refresh, preloaded) = (load, loadAdaptively, refresh, preloaded)
    self.load = { try await answer($0, load) }
    self.loadAdaptively = { try await answer($0, loadAdaptively) }
    self.refresh = { try await answer($0, refresh) }
    self.preloaded = { try await answer($0, preloaded) }
  }

  /// Wraps the answer to every call. The closure also learns whether a remote layer failed during the call.
  mutating func answer(
    noting remote: PaywallRemote,
    _ answer: @escaping @Sendable (PaywallLoad, Load, _ hasFailed: Memo<Bool>) async throws -> Paywall
  ) {
    ask { asked, placement, reply in
      let hasFailed = PaywallWork.hasFailed
      asked.ask(placement) { answer in
        let isPaywall = (try? answer.get()).flatMap(Paywall.init(bytes:)) != nil
        if asked.name == remote.name, !isPaywall { hasFailed?.value = true }
        reply(answer)
      }
    }
    self.answer { load, soundly in
      let hasFailed = Memo(false)
      return try await PaywallWork.$hasFailed.withValue(hasFailed) { try await answer(load, soundly, hasFailed) }
    }
  }

  /// Replaces the policies of loads.
  mutating func take(_ policy: @escaping @Sendable (PaywallFetchPolicy?) -> PaywallFetchPolicy?) {
    load = { try await $0.under(policy($0.policy)) }
  }

  /// Tries these layers in this order in every load that should try the network first.
  mutating func order(_ layers: PaywallLoad.Layer...) {
    load = { load in
      let isNetworkFirst = load.policy == nil || load.policy == .reloadRevalidatingCacheData
      return isNetworkFirst ? try await load.first(of: layers) : try await load.soundly()
    }
  }

  /// Changes which networks count as good.
  mutating func takeForGood(_ isGood: @escaping @Sendable (NetworkQuality) -> Bool) {
    loadAdaptively = { load in
      let isGood = isGood(load.parts.world.networkQuality)
      return try await load.under(load.policy ?? (isGood ? .reloadRevalidatingCacheData : .returnCacheDataElseLoad))
    }
  }

  /// Wraps how each remote layer is asked.
  mutating func ask(
    _ ask: @escaping @Sendable (PaywallRemote, _ placement: String, @escaping PaywallRemote.Reply) -> Void
  ) {
    configuration.remotes = configuration.remotes.map { remote in
      PaywallRemote(remote.name) { placement, reply in ask(remote, placement, reply) }
    }
  }

  /// Replaces the answers of remote layers.
  mutating func take(
    _ answer: @escaping @Sendable (Result<[UInt8], any Error>, _ placement: String) -> Result<[UInt8], any Error>
  ) {
    ask { remote, placement, reply in remote.ask(placement) { reply(answer($0, placement)) } }
  }

  /// Changes how copies are stored.
  mutating func store(_ change: (inout FaultyPaywallStorage) -> Void) {
    var faulty = FaultyPaywallStorage(base: storage)
    change(&faulty)
    storage = faulty
  }
}

/// A load that a fault may change.
struct PaywallLoad: Sendable {
  /// The layers of a paywall cache.
  enum Layer { case cdn, server, cache, fallback }

  let placement: String
  let policy: PaywallFetchPolicy?
  let parts: PaywallParts
  let sound: ReferencePaywalls

  func soundly() async throws -> Paywall { try await under(policy) }
  func under(_ policy: PaywallFetchPolicy?) async throws -> Paywall { try await sound.load(placement, policy: policy) }

  /// The cached entry of the placement.
  var entry: PaywallCacheEntry? { get throws { try parts.entry(for: placement) } }
  /// A paywall without content, for a fault that returns one in place of an error.
  var emptyPaywall: Paywall { Paywall(placement: placement, version: 0, content: []) }

  /// The `maxAge` of the policy, if it has one.
  var maxAge: Duration? {
    if case .returnCacheDataIfNotExpiredElseLoad(let maxAge) = policy { maxAge } else { nil }
  }

  /// Caches a paywall as if it had been delivered at a date.
  func store(_ paywall: Paywall, loadedAt: Date) throws {
    try parts.store(paywall, for: placement, loadedAt: loadedAt)
  }

  /// The paywall of the first layer that has one. A paywall from a remote layer is cached.
  func first(of layers: [Layer]) async throws -> Paywall {
    for layer in layers {
      if layer == .cache, let entry = try entry { return entry.paywall }
      var alone = parts.configuration
      let place = [Layer.cdn, .server].firstIndex(of: layer)
      // Another fault may have left a layer out.
      alone.remotes = place.map { Array(alone.remotes.dropFirst($0).prefix(1)) } ?? []
      if layer != .fallback { alone.fallback = nil }
      alone.updateInterval = nil
      let only = ReferencePaywalls(alone, over: MemoryStorage(), in: parts.world)
      guard let paywall = try? await only.load(placement, policy: nil) else { continue }
      if layer != .fallback { try store(paywall, loadedAt: parts.world.now) }
      return paywall
    }
    throw NothingCached()
  }
}
