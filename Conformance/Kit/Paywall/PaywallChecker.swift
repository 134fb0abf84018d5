import CacheConformance
import PaywallRules
import Synchronization

/// Performs the paywall chapter's actions on a cache, and on the service and the repository that use it.
actor PaywallChecker: OneModuleChecker {
  private typealias Cache = any PaywallCacheModule
  private typealias Service = any AdaptivePaywallModule
  private typealias Repository = any PaywallPreloadModule

  var app: OneModuleApp<PaywallAction, AppSetup, PaywallWorld>
  /// The placement of each begun call.
  private var placements: [String: Placement] = [:]

  init(app: OneModuleApp<PaywallAction, AppSetup, PaywallWorld>) { self.app = app }

  func act(_ action: PaywallAction) async throws -> [Fact<PaywallModel>]? {
    switch action {
    case .world: break
    case .start(let setup): try await start(setup)
    case .app(.reinstall): try await restart { $0.storage.wipe() }
    case .app(.cleanUp): try await app.module(Cache.self).cleanUp()
    case .app(.logOut): try await app.module(Cache.self).logOut()
    case .app(.travelEast): app.place.changeTimeZone(by: .seconds(9 * 3600))
    case .app(.travelWest): app.place.changeTimeZone(by: .seconds(-9 * 3600))
    case .publish(let version, let layers): app.place.publish(version, on: layers)
    case .remote(let state, let layers, let placement): app.place.set(layers, state, for: placement)
    case .silence(let layers): app.place.silence(layers)
    case .network(let quality): app.place.setNetworkQuality(quality)
    case .call(let call): return try await prepare(call)()
    case .begin(let call, let name):
      app.calls.begin(name, try prepare(call))
      placements[name] = call.placement
    case .awaitBothHeld: try await awaitHeld(2)
    case .awaitTimeOuts(let count):
      // A module with no timer, or with one for several requests, never has this many sleepers, so the wait is limited.
      await world.sleepers(count) { await Patience.pause() }
    case .passTimeOuts: try await passTimeOuts()
    case .inspect: break
    case .preload(let placements): try await app.module(Repository.self).preload(Set(placements.map(\.name)))
    }
    return nil
  }

  // MARK: Calls

  /// Returns the call on the module that is open now. A call in progress at a restart stays with the app that ended.
  private func prepare(_ call: PaywallCall) throws -> @Sendable () async throws -> [Fact<PaywallModel>] {
    let cache = try app.module(Cache.self)
    let load: @Sendable () async throws -> Paywall
    switch call {
    case .load(let placement, let policy): load = { try await cache.load(placement.name, policy: policy) }
    case .adapt(let placement, let policy):
      let service = try app.module(Service.self)
      load = { try await service.loadAdaptively(placement.name, override: policy) }
    case .refresh(let placement):
      let service = try app.module(Service.self)
      load = { try await service.refresh(placement.name) }
    case .get(let placement):
      let repository = try app.module(Repository.self)
      load = { try await repository.preloadedPaywall(for: placement.name) }
    }
    return { [.value(PaywallModel(try await load()))] }
  }

  func apply(_ holding: Holding) async throws {
    if case .awaitHeld(let count) = holding { return try await awaitHeld(count) }
    try await apply(holding, to: app.place.origin, calls: app.calls)
  }

  /// Waits for a request of the most recently begun call, or of an update if no call was begun. Earlier calls may
  /// themselves be held. A call that has returned makes no more requests.
  private func awaitHeld(_ count: Int) async throws {
    let wait = idleWaiter()
    let came = await app.place.origin.holdsRequests(count) { [calls = app.calls] in
      if await calls.waitForLast() { return }
      try? await wait()
    }
    if !came { throw MissingRequest() }
  }

  /// Lets timeouts pass until every begun call has returned. A module may ask a silent layer more than once: with a new
  /// request, or by waiting again for the request in flight, at once or after a pause. One timeout passes for each
  /// request and for each such wait, up to twenty in all.
  private func passTimeOuts() async throws {
    let rest: @Sendable () async -> Void = { [calls = app.calls] in await calls.waitForAll() }
    var (held, answered) = (0, app.place.origin.answeredAtOnce)
    for _ in 1...20 {
      // Time that passes before a module has begun to wait does not count towards its timeout. A module that waits
      // again or pauses makes no request, so only real time can show that. A short time is enough, because a request
      // that comes later gets a timeout of its own.
      let hasReturned = Mutex(false)
      let isHeld = await app.place.origin.holdsRequests(held + 1) {
        let returned: Void? = await withTimeLimit(Patience.moment / 10) { await rest() }
        hasReturned.withLock { $0 = returned != nil }
      }
      if isHeld { held += 1 } else if hasReturned.withLock(\.self) { break }
      await world.sleepers(1, before: rest)
      // A module that was answered meanwhile continues with the answer. On a busy machine, another timeout could make
      // it give up although the answer has arrived.
      if app.place.origin.answeredAtOnce != answered {
        answered = app.place.origin.answeredAtOnce
        if await withTimeLimit(Patience.moment / 2, rest) != nil { break }
      }
      try await pass(app.setup.timeOut)
    }
  }

  // MARK: Observations

  nonisolated var adviceWhereHeld: String? { "a cache that joins equal requests lacks .separateRequests" }

  nonisolated func awaitsModule(_ action: PaywallAction) -> Bool {
    switch action {
    case .call, .world(.finish), .world(.requests(.awaitHeld)), .awaitBothHeld: true
    default: false
    }
  }

  func lookAtStorage(after action: PaywallAction) async throws -> [Fact<PaywallModel>]? {
    let placement: Placement? =
      switch action {
      case .call(let call): call.placement
      case .world(.finish(let name)): placements[name]
      case .inspect(let placement): placement
      default: nil
      }
    guard let placement else { return nil }
    let cache = try app.module(Cache.self)
    do {
      return [Fact(try await cache.cachedPaywall(for: placement.name).map(PaywallModel.init))]
    } catch {
      return [Fact(failure: error)]
    }
  }
}
