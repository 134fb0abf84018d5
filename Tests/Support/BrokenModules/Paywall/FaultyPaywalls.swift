/// The kind of work that makes a request or stores a copy. Calls and preloads set it; any other work is an update.
enum PaywallWork: Sendable {
  case call, preload, update

  @TaskLocal static var current = PaywallWork.update
  /// Set to true when a layer fails in a call, for modules that depend on it.
  @TaskLocal static var hasFailed: Memo<Bool>?
}

/// The reference's module with changed parts.
final class FaultyPaywalls: AdaptivePaywallModule, PaywallPreloadModule {
  private let parts: PaywallParts
  private let sound: ReferencePaywalls
  /// Further instances that update placements, each with its own timer.
  private let updaters: [ReferencePaywalls]
  private let starting: Task<Void, Never>

  init(_ parts: PaywallParts) {
    self.parts = parts
    let instances = parts.timers.map { choose in
      var timed = parts
      timed.store {
        $0.lists = { list in
          let chosen = Set(choose(list.map(\.key).sorted()))
          return list.filter { chosen.contains($0.key) }
        }
      }
      return ReferencePaywalls(timed.configuration, over: timed.storage, in: parts.world, now: parts.now)
    }
    sound = instances[0]
    updaters = parts.configuration.updateInterval == nil ? [] : Array(instances.dropFirst())
    starting = Task { [sound] in await parts.atStart(sound) }
  }

  private func call(
    _ placement: String, _ policy: PaywallFetchPolicy? = nil, _ answer: PaywallParts.Load
  ) async throws -> Paywall {
    let load = PaywallLoad(placement: placement, policy: policy, parts: parts, sound: sound)
    return try await PaywallWork.$current.withValue(.call) { try await answer(load) }
  }

  func load(_ placement: String, policy: PaywallFetchPolicy?) async throws -> Paywall {
    try await call(placement, policy, parts.load)
  }
  func loadAdaptively(_ placement: String, override policy: PaywallFetchPolicy?) async throws -> Paywall {
    try await call(placement, policy, parts.loadAdaptively)
  }
  func refresh(_ placement: String) async throws -> Paywall { try await call(placement, nil, parts.refresh) }
  func preload(_ placements: Set<String>) async throws {
    let critical = try parts.critical(placements)
    try await PaywallWork.$current.withValue(.preload) { try await parts.preload(sound, critical) }
  }
  func preloadedPaywall(for placement: String) async throws -> Paywall {
    try await call(placement, nil, parts.preloaded)
  }
  func cachedPaywall(for placement: String) throws -> Paywall? {
    parts.cached(try sound.cachedPaywall(for: placement))
  }
  func cleanUp() async throws { try await parts.cleanUp(sound) }
  func logOut() throws { try parts.logOut(sound) }

  func waitUntilIdle() async {
    await starting.value
    for instance in [sound] + updaters { await instance.waitUntilIdle() }
    await parts.settle()
    if !updaters.isEmpty { await parts.world.world.sleepers(1 + updaters.count) }
  }

  func close() {
    starting.cancel()
    parts.close(sound)
    for updater in updaters { updater.close() }
  }
}
