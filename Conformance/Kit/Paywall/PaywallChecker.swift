import CacheSpec
import CacheVocabulary
import Synchronization

/// Performs the paywall chapter's actions on a cache, and on the parts over it.
actor PaywallChecker: ChapterChecker {
  typealias Action = PaywallAction

  private let paywallWorld: PaywallWorld
  private let open: @Sendable (PaywallConfiguration, PaywallWorld) async throws -> any PaywallCacheModule
  private var setup = AppSetup()
  private var module: (any PaywallCacheModule)?
  private let calls = BegunCalls<PaywallModel>()
  /// What each call is about that was begun.
  private var placements: [String: Placement] = [:]

  nonisolated var world: World { paywallWorld.world }

  init(
    open: @escaping @Sendable (PaywallConfiguration, PaywallWorld) async throws -> any PaywallCacheModule,
    time: World.Time
  ) {
    self.open = open
    paywallWorld = PaywallWorld(time: time)
  }

  func act(_ action: PaywallAction) async throws -> Observation<PaywallAction> {
    switch action {
    case .world: break
    case .start(let setup):
      self.setup = setup
      return try await restart()
    case .app(.reinstall): return try await restart { $0.storage.wipe() }
    case .app(.cleanUp):
      let module = try running()
      return await observing { try await module.cleanUp() }
    case .app(.logOut):
      let module = try running()
      return await observing { try await module.logOut() }
    case .publish(let version, let layers): paywallWorld.publish(version, on: layers)
    case .remote(let state, let layers, let placement): paywallWorld.set(layers, state, for: placement)
    case .silence(let layers): paywallWorld.silence(layers)
    case .network(let quality): paywallWorld.setNetworkQuality(quality)
    case .call(let call):
      let answer = try prepare(call)
      return await answering(answer)
    case .begin(let call, let name):
      calls.begin(name, try prepare(call))
      placements[name] = call.placement
    case .finish(let name): return Observation(answer: try await calls.finish(name))
    case .requests(.awaitHeld(let count)): return await awaitHeld(count)
    case .requests(let holding): return await apply(holding, to: paywallWorld.origin, calls: calls)
    case .awaitBothHeld: return await awaitHeld(2)
    case .passTimeOuts: return await passTimeOuts()
    case .inspect: break
    case .preload(let placements):
      guard let module = module as? any PaywallPreloadModule else { throw MissingCall(name: "repository") }
      return await observing { try await module.preload(Set(placements.map(\.name))) }
    }
    return Observation()
  }

  // MARK: The app

  func start() async throws {
    let configuration = PaywallConfiguration(
      fallback: try paywallWorld.ship(setup.fallback), timeOut: setup.timeOut, updateInterval: setup.updateInterval)
    module = try await open(configuration, paywallWorld)
  }

  func end() async throws {
    let closing = module
    module = nil
    try await closing?.close()
  }

  func leaveBehind() -> @Sendable () async -> Void {
    paywallWorld.origin.leaveBehind()
    defer { module = nil }
    return { [module, paywallWorld] in
      paywallWorld.origin.answerWhatWasLeft()
      try? await module?.close()
    }
  }

  func idleWaiter() -> @Sendable () async throws -> Void { { [module] in try await module?.waitUntilIdle() } }

  private func running() throws -> any PaywallCacheModule {
    guard let module else { throw MissingCall(name: "app that runs") }
    return module
  }

  // MARK: Calls

  /// The call on the module that is open now: one that is under way at a restart stays with the app that ended.
  private func prepare(_ call: PaywallCall) throws -> @Sendable () async throws -> [Fact<PaywallModel>] {
    let module = try running()
    let load: @Sendable () async throws -> Paywall
    switch call {
    case .load(let placement, let policy): load = { try await module.load(placement.name, policy: policy) }
    case .adapt(let placement, let policy):
      let module = try adaptive()
      load = { try await module.loadAdaptively(placement.name, override: policy) }
    case .refresh(let placement):
      let module = try adaptive()
      load = { try await module.refresh(placement.name) }
    case .get(let placement):
      guard let module = module as? any PaywallPreloadModule else { throw MissingCall(name: "repository") }
      load = { try await module.preloadedPaywall(for: placement.name) }
    }
    return { [.value(PaywallModel(try await load()))] }
  }

  /// Waits for a request that the call that was begun last makes, or an update where none was begun. The calls before it may
  /// be held themselves: once it has returned, it makes none.
  private func awaitHeld(_ count: Int) async -> Observation<PaywallAction> {
    let wait = idleWaiter()
    let came = await paywallWorld.origin.holdsRequests(count) { [calls] in
      if await calls.waitForLast() { return }
      try? await wait()
    }
    return came ? Observation() : Observation(answer: [.failure("no such request came")])
  }

  /// Lets time-outs pass until every call that was begun has returned. A module may ask a silent layer more than once, by a
  /// request of its own or by waiting once more for the one that is under way: of ten time-outs each is let pass.
  private func passTimeOuts() async -> Observation<PaywallAction> {
    let rest: @Sendable () async -> Void = { [calls] in await calls.waitForAll() }
    for count in 1...10 {
      // Time that passes before a module has begun to wait is nobody's time-out. One that waits once more makes no request:
      // only real time tells.
      let hasReturned = Mutex(false)
      let isHeld = await paywallWorld.origin.holdsRequests(count) {
        let returned: Void? = await withTimeLimit(Patience.moment) { await rest() }
        hasReturned.withLock { $0 = returned != nil }
      }
      if !isHeld, hasReturned.withLock(\.self) { break }
      await world.sleepers(1, before: rest)
      let passed = await pass(setup.timeOut)
      guard passed == Observation() else { return passed }
    }
    return Observation()
  }

  private func adaptive() throws -> any AdaptivePaywallModule {
    guard let module = module as? any AdaptivePaywallModule else { throw MissingCall(name: "adaptive service") }
    return module
  }

  // MARK: Observing

  var isHolding: Bool { paywallWorld.origin.isHolding }

  nonisolated func awaitsModule(_ action: PaywallAction) -> Bool {
    switch action {
    case .call, .finish, .requests(.awaitHeld), .awaitBothHeld: true
    default: false
    }
  }

  func takeRequests() -> [Fact<PaywallRequest>] { paywallWorld.origin.takeRequests().map(Fact.value) }

  func lookAtStorage(after action: PaywallAction) async throws -> [Fact<PaywallModel>]? {
    let placement: Placement? =
      switch action {
      case .call(let call): call.placement
      case .finish(let name): placements[name]
      case .inspect(let placement): placement
      default: nil
      }
    guard let placement else { return nil }
    let module = try running()
    do {
      return [Fact(try await module.cachedPaywall(for: placement.name).map(PaywallModel.init))]
    } catch {
      return [Fact(failure: error)]
    }
  }

  func releaseAll() { paywallWorld.origin.release() }
}
