import Foundation

/// What a paywall module is made of, and does: all sound, until a fault changes a part or two.
package struct PaywallParts: ModuleParts {
  typealias Load = @Sendable (PaywallLoad) async throws -> Paywall

  let world: PaywallWorld
  var configuration: PaywallCache.Configuration
  var storage: any Storage

  var load: Load = { try await $0.soundly() }
  var loadAdaptively: Load = { try await $0.sound.loadAdaptively($0.placement, override: $0.policy) }
  var refresh: Load = { try await $0.sound.refresh($0.placement) }
  var preloaded: Load = { try await $0.sound.preloadedPaywall(for: $0.placement) }
  /// The placements that are preloaded in place of those named.
  var critical: @Sendable (Set<String>) throws -> Set<String> = { $0 }
  var preload: @Sendable (ReferencePaywalls, Set<String>) async throws -> Void = { $0.preload($1) }
  /// What is cached, as the module shows it.
  var cached: @Sendable (Paywall?) -> Paywall? = { $0 }
  var cleanUp: @Sendable (ReferencePaywalls) async throws -> Void = { try $0.cleanUp() }
  var logOut: @Sendable (ReferencePaywalls) throws -> Void = { $0.logOut() }
  var close: @Sendable (ReferencePaywalls) -> Void = { $0.close() }
  /// Waits for work of the parts' own.
  var settle: @Sendable () async -> Void = {}
  /// The date that copies are dated by.
  var now: @Sendable () -> Date
  /// What is done in the background at the start of the app.
  var atStart: @Sendable (ReferencePaywalls) async -> Void = { _ in }
  /// The placements that each timer updates in the background: one timer for all, unless there are more.
  var timers: [@Sendable (_ placements: [String]) -> [String]] = [{ $0 }]

  init(_ configuration: PaywallConfiguration, in world: PaywallWorld, on backend: Backend) throws {
    self.world = world
    self.configuration = PaywallCache.Configuration(configuration, in: world)
    now = { world.now }
    storage = try backend.open("paywalls", in: world.world.storage)
  }

  package static func changed(on backend: Backend, _ change: @escaping Change) -> ChapterImplementation {
    .paywalls { try FaultyPaywalls(Self($0, in: $1, on: backend).changed(by: change)) }
  }

  /// What is cached of a placement, or nil. Bytes that cannot be read are none.
  func entry(for placement: String) throws -> PaywallCacheEntry? {
    try storage.read(collection: PaywallCache.collection, key: placement).flatMap(PaywallCacheEntry.init(bytes:))
  }

  /// The placements that have bytes in storage.
  var placements: [String] { get throws { try storage.readAll(collection: PaywallCache.collection).map(\.key) } }

  /// Caches a paywall as if it had been delivered then.
  func store(_ paywall: Paywall, for placement: String, loadedAt: Date) throws {
    let bytes = PaywallCacheEntry(paywall, loadedAt: loadedAt).bytes
    try storage.apply([.write(collection: PaywallCache.collection, key: placement, value: bytes)])
  }

  /// The fallback paywalls that the app ships with; none where the file cannot be read.
  var fallbacks: [Paywall] {
    configuration.fallback.flatMap { try? Data(contentsOf: $0) }.flatMap { Paywall.list(bytes: [UInt8]($0)) } ?? []
  }

  // MARK: What several faults change

  /// Answers every call of the app in another way.
  mutating func answer(_ answer: @escaping @Sendable (PaywallLoad, Load) async throws -> Paywall) {
    let (load, loadAdaptively, refresh, preloaded) = (load, loadAdaptively, refresh, preloaded)
    self.load = { try await answer($0, load) }
    self.loadAdaptively = { try await answer($0, loadAdaptively) }
    self.refresh = { try await answer($0, refresh) }
    self.preloaded = { try await answer($0, preloaded) }
  }

  /// Answers every call in another way, told whether a remote layer has failed it by then.
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

  /// Takes a policy for another.
  mutating func take(_ policy: @escaping @Sendable (PaywallFetchPolicy?) -> PaywallFetchPolicy?) {
    load = { try await $0.under(policy($0.policy)) }
  }

  /// Tries these layers, in this order, in every load that should try the network first.
  mutating func order(_ layers: PaywallLoad.Layer...) {
    load = { load in
      let isNetworkFirst = load.policy == nil || load.policy == .reloadRevalidatingCacheData
      return isNetworkFirst ? try await load.first(of: layers) : try await load.soundly()
    }
  }

  /// Takes another network for a good one.
  mutating func takeForGood(_ isGood: @escaping @Sendable (NetworkQuality) -> Bool) {
    loadAdaptively = { load in
      let isGood = isGood(load.parts.world.networkQuality)
      return try await load.under(load.policy ?? (isGood ? .reloadRevalidatingCacheData : .returnCacheDataElseLoad))
    }
  }

  /// Asks each remote layer in another way.
  mutating func ask(
    _ ask: @escaping @Sendable (PaywallRemote, _ placement: String, @escaping PaywallRemote.Reply) -> Void
  ) {
    configuration.remotes = configuration.remotes.map { remote in
      PaywallRemote(remote.name) { placement, reply in ask(remote, placement, reply) }
    }
  }

  /// The name of the layer that has answered last.
  mutating func noteWhoAnswers() -> Memo<String> {
    let newest = Memo("")
    ask { remote, placement, reply in
      remote.ask(placement) { answer in
        newest.value = remote.name
        reply(answer)
      }
    }
    return newest
  }

  /// Takes an answer of a remote layer for another.
  mutating func take(
    _ answer: @escaping @Sendable (Result<[UInt8], any Error>, _ placement: String) -> Result<[UInt8], any Error>
  ) {
    ask { remote, placement, reply in remote.ask(placement) { reply(answer($0, placement)) } }
  }

  /// Stores in another way.
  mutating func store(_ change: (inout FaultyPaywallStorage) -> Void) {
    var faulty = FaultyPaywallStorage(base: storage)
    change(&faulty)
    storage = faulty
  }
}

/// A load that a fault may answer in another way.
struct PaywallLoad: Sendable {
  /// The layers of a paywall cache.
  enum Layer { case cdn, server, cache, fallback }

  let placement: String
  let policy: PaywallFetchPolicy?
  let parts: PaywallParts
  let sound: ReferencePaywalls

  func soundly() async throws -> Paywall { try await under(policy) }
  func under(_ policy: PaywallFetchPolicy?) async throws -> Paywall { try await sound.load(placement, policy: policy) }

  /// What is cached of the placement.
  var entry: PaywallCacheEntry? { get throws { try parts.entry(for: placement) } }
  /// A paywall without content, in place of none.
  var emptyPaywall: Paywall { Paywall(placement: placement, version: 0, content: []) }

  /// The `maxAge` of the policy, where it has one.
  var maxAge: Duration? {
    if case .returnCacheDataIfNotExpiredElseLoad(let maxAge) = policy { maxAge } else { nil }
  }

  /// Caches a paywall as if it had been delivered then.
  func store(_ paywall: Paywall, loadedAt: Date) throws {
    try parts.store(paywall, for: placement, loadedAt: loadedAt)
  }

  /// The first of some layers that has something. What a remote one delivers is cached.
  func first(of layers: [Layer]) async throws -> Paywall {
    for layer in layers {
      if layer == .cache, let entry = try entry { return entry.paywall }
      var alone = parts.configuration
      alone.remotes = layer == .cdn ? [alone.remotes[0]] : layer == .server ? [alone.remotes[1]] : []
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
