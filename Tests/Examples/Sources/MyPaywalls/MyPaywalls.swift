public import PaywallKit

/// A cache of paywalls with a loop that updates it, a time-out for each request, and a queue of writes.
public actor MyPaywalls: PaywallCacheModule {
  private let (configuration, world): (PaywallConfiguration, PaywallWorld)
  private var cached: [String: Paywall] = [:]
  private var writes: Task<Void, Never>?
  private var loop: Task<Void, Never>?
  /// What the loop does at the moment.
  private var round: Task<Void, Never>?

  init(_ configuration: PaywallConfiguration, _ world: PaywallWorld) {
    (self.configuration, self.world) = (configuration, world)
  }

  /// Begins to update, if that is wanted.
  func start() {
    guard let interval = configuration.updateInterval else { return }
    loop = Task { [world] in
      while true {
        do { try await world.clock.sleep(for: interval) } catch { return }
        await self.update()
      }
    }
  }

  private func update() async {
    let round = Task { for placement in self.cached.keys.sorted() { _ = try? await self.load(placement, policy: nil) } }
    self.round = round
    await round.value
    self.round = nil
  }

  public func load(_ placement: String, policy: PaywallFetchPolicy?) async throws -> Paywall {
    if policy == .returnCacheDataElseLoad, let paywall = cached[placement] { return paywall }
    for layer in RemoteLayer.allCases {
      try Task.checkCancellation()
      let bytes = try? await answer(of: layer, for: placement)
      guard let paywall = bytes.flatMap(Paywall.init(bytes:)) else { continue }
      // A change that outlasts the call: the next waits for this one.
      writes = Task { [writes] in
        await writes?.value
        self.cached[placement] = paywall
      }
      return paywall
    }
    guard let paywall = cached[placement] else { throw OriginFailure.noConnection }
    return paywall
  }

  private func answer(of layer: RemoteLayer, for placement: String) async throws -> [UInt8] {
    try await withThrowingTaskGroup(of: [UInt8].self) { [world, configuration] group in
      group.addTask { try await world.answer(of: layer, for: placement) }
      group.addTask {
        try await world.clock.sleep(for: configuration.timeOut)
        throw OriginFailure.timeOut
      }
      // The time-out no longer sleeps once the request has ended.
      defer { group.cancelAll() }
      return try await group.next() ?? []
    }
  }

  public func waitUntilIdle() async {
    if loop != nil {
      await world.world.sleepers(1)
      // A time-out may be what sleeps, while the loop works.
      while let round {
        await round.value
        await world.world.sleepers(1)
      }
    }
    await writes?.value
  }

  public func close() async {
    loop?.cancel()
    round?.cancel()
    // The loop ends once its round has ended, of which no request is left.
    await loop?.value
    loop = nil
    await writes?.value
  }

  public func cachedPaywall(for placement: String) -> Paywall? { cached[placement] }
  public func cleanUp() { cached = [:] }
  public func logOut() {}
}

/// The cache as a module. It forgets all when the app ends.
public let myPaywalls = CacheModule(
  "mypaywalls", summary: "my cache of paywalls", command: "storespec",
  [
    .paywalls { configuration, world in
      let cache = MyPaywalls(configuration, world)
      await cache.start()
      return cache
    }
  ])
