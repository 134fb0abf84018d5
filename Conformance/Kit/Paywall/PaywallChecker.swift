import CacheSpec
import CacheVocabulary

/// Performs the paywall chapter's actions on a cache, and on the service and the repository over it.
actor PaywallChecker<Cache: PaywallCacheModule>: Checker {
  private let world: PaywallWorld
  private let adaptiveType: (any AdaptivePaywallModule<Cache>.Type)?
  private let preloadingType: (any PaywallPreloadModule<Cache>.Type)?
  private var setup = AppSetup()
  private var cache: Cache?
  private var service: (any AdaptivePaywallModule<Cache>)?
  private var repository: (any PaywallPreloadModule<Cache>)?
  private var calls: [String: BegunCall] = [:]

  private struct BegunCall {
    let placement: Placement
    let answer: Task<Fact, Never>
  }

  init(
    cache: Cache.Type, adaptive: (any AdaptivePaywallModule<Cache>.Type)?,
    preloading: (any PaywallPreloadModule<Cache>.Type)?, time: World.Time
  ) {
    world = PaywallWorld(time: time)
    adaptiveType = adaptive
    preloadingType = preloading
  }

  func tearDown() async {
    // What a module says while it is let go of is no part of the scenario.
    try? await close()
    world.tearDown()
  }

  func perform(_ action: PaywallAction) async throws -> Observation {
    var observation = try await facts(of: action)
    let isHolding = world.origin.isHolding
    do {
      if !isHolding { try await settle() }
    } catch {
      observation[.answer] = [Fact(failure: error)]
    }
    // What was set going while requests are held may ask now or in a moment: it is seen by the next step that waits.
    if !isHolding || action.waits { observation[.asked] = world.origin.takeRequests().map { Fact($0) } }
    return observation
  }

  private func facts(of action: PaywallAction) async throws -> Observation {
    switch action {
    case .start(let setup):
      self.setup = setup
      return try await restart()
    case .app(.restart): return try await restart()
    case .app(.reinstall): return try await restart { $0.world.storage.wipe() }
    case .damage(let damage): return try await restart { try $0.world.storage.damage(damage) }
    case .app(.cleanUp): return await observing { try await opened().cleanUp() }
    case .app(.logOut): return await observing { try await opened().logOut() }
    case .publish(let version, let layers): world.publish(version, on: layers)
    case .remote(let state, let layers): world.set(layers, state)
    case .network(let quality): world.setNetworkQuality(quality)
    case .advance(let duration): try await pass(duration)
    case .setDateBack(let duration): world.world.setDate(ahead: -duration.seconds)
    case .call(let call):
      let answer = try await prepare(call)
      return Observation([.answer: [await answer()], .stored: [await storedFact(call.placement)]])
    case .begin(let call, let name):
      let answer = try await prepare(call)
      calls[name] = BegunCall(placement: call.placement, answer: Task { await answer() })
    case .finish(let name):
      guard let call = calls.removeValue(forKey: name) else { throw MissingCall(name: name) }
      return Observation([.answer: [await call.answer.value], .stored: [await storedFact(call.placement)]])
    case .transit(let transit): return try await perform(transit)
    case .inspect(let placement): return Observation([.stored: [await storedFact(placement)]])
    case .preload(let placements): return await observing { try await preload(placements) }
    }
    return Observation()
  }

  private func perform(_ transit: Transit) async throws -> Observation {
    switch transit {
    case .hold: world.origin.hold()
    case .awaitHeld(let count): return await awaitHeld(count)
    case .awaitBothHeld: return await awaitHeld(2)
    case .timeOut: try await pass(setup.timeOut)
    case .releaseOldest: world.origin.release(1)
    case .releaseNewest: world.origin.releaseNewest()
    case .releaseAll: world.origin.release()
    }
    return Observation()
  }

  /// Waits for requests as long as one can come: until every call that was begun has returned, and the module is at rest.
  private func awaitHeld(_ count: Int) async -> Observation {
    let came = await world.origin.holdsRequests(count) { [calls, cache, repository] in
      for call in calls.values { _ = await call.answer.value }
      // A module that cannot come to rest says so when the step ends.
      try? await repository?.settle()
      try? await cache?.settle()
    }
    return came ? Observation() : Observation([.answer: [.failure("no such request came")]])
  }

  // MARK: Facts

  private func observing(_ work: () async throws -> Void) async -> Observation {
    do {
      try await work()
      return Observation()
    } catch {
      return Observation([.answer: [Fact(failure: error)]])
    }
  }

  private func storedFact(_ placement: Placement) async -> Fact {
    do {
      return try await opened().cachedPaywall(for: placement.name)?.fact ?? .nothing
    } catch {
      return Fact(failure: error)
    }
  }

  // MARK: Calls

  /// The call on the parts that are open now: one that is under way at a restart stays with the app that ended.
  private func prepare(_ call: PaywallCall) async throws -> @Sendable () async -> Fact {
    let load: @Sendable () async throws -> Paywall
    switch call {
    case .load(let placement, let policy):
      let cache = try await opened()
      load = { try await cache.load(placement.name, policy: policy) }
    case .adapt(let placement, let policy):
      let service = try await openedService()
      load = { try await service.load(placement.name, override: policy) }
    case .refresh(let placement):
      let service = try await openedService()
      load = { try await service.refresh(placement.name) }
    case .get(let placement):
      guard let repository else { throw MissingCall(name: "preload") }
      load = { try await repository.paywall(for: placement.name) }
    }
    return {
      do {
        return try await load().fact
      } catch {
        return Fact(failure: error)
      }
    }
  }

  private func openedService() async throws -> any AdaptivePaywallModule<Cache> {
    if let service { return service }
    guard let adaptiveType else { throw MissingCall(name: "adaptive service") }
    let made = try await adaptiveType.init(over: opened(), in: world)
    service = made
    return made
  }

  private func preload(_ placements: [Placement]) async throws {
    guard let preloadingType else { throw MissingCall(name: "repository") }
    repository = try await preloadingType.init(
      preloading: Set(placements.map(\.name)), over: opened(), in: world)
  }

  // MARK: The app

  private func opened() async throws -> Cache {
    if let cache { return cache }
    let configuration = PaywallConfiguration(
      fallback: try world.ship(setup.fallback), timeOut: setup.timeOut, updateInterval: setup.updateInterval)
    let opened = try await Cache.open(configuration, in: world)
    cache = opened
    return opened
  }

  private func close() async throws {
    service = nil
    repository = nil
    let closing = cache
    cache = nil
    try await closing?.close()
  }

  /// Ends the app, does what happens meanwhile, and starts it again.
  private func restart(meanwhile: (PaywallWorld) throws -> Void = { _ in }) async throws -> Observation {
    let closed = await observing { try await close() }
    guard closed == Observation() else { return closed }
    try meanwhile(world)
    return await observing { _ = try await opened() }
  }

  private func settle() async throws {
    try await repository?.settle()
    try await cache?.settle()
  }

  private func pass(_ duration: Duration) async throws {
    try await world.world.pass(duration) { [world, cache, repository] in
      if world.origin.isHolding { return }
      try await repository?.settle()
      try await cache?.settle()
    }
  }
}

extension PaywallAction {
  /// Whether it returns only once something has come about in the module.
  fileprivate var waits: Bool {
    switch self {
    case .call, .finish, .transit(.awaitHeld), .transit(.awaitBothHeld): true
    default: false
    }
  }
}

/// A step asks for something that no step before it began.
private struct MissingCall: Error, CustomStringConvertible {
  let name: String

  var description: String { "there is no \(name); begin it in an earlier step" }
}
