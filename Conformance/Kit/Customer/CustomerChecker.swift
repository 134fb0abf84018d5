public import CacheConformance
import CustomerRules

extension ChapterImplementation {
  /// A customer cache, tested with the optional parts that it has.
  ///
  /// - Parameter configure: starts the cache on a device with the app's configuration, as an app does when it is
  ///   launched. The place holds what an earlier run left.
  public static func customers<Module: CustomerCacheModule>(
    _ configure: @escaping @Sendable (CustomerSetup, StorePlace, CustomerWorld) async throws -> Module
  ) -> Self {
    let parts: [(Capability, isThere: Bool)] = [
      (.offerings, Module.self is any OfferingsCacheModule.Type),
      (.purchases, Module.self is any PurchasesModule.Type),
      (.identities, Module.self is any IdentitiesModule.Type),
      (.invalidation, Module.self is any InvalidationModule.Type),
      (.customerListener, Module.self is any CustomerListenerModule.Type),
      (.earlierFormat, Module.self is any EarlierFormatModule.Type),
    ]
    let missing = parts.filter { !$0.isThere }.map { ($0.0, "the module has no such part") }
    return Self(
      missing: Dictionary(uniqueKeysWithValues: missing), served: { .customers(in: $0, configure) }
    ) { lacking in
      CustomerChecker(CustomerWorld(lacking[.virtualTime] == nil ? .virtual : .real), configure: configure)
    }
  }
}

/// Performs the customer chapter's actions on an app with a customer cache, on one device or two.
actor CustomerChecker: ChapterChecker {
  typealias Action = CustomerAction
  typealias Configure = @Sendable (CustomerSetup, StorePlace, CustomerWorld) async throws -> any CustomerCacheModule

  private let customerWorld: CustomerWorld
  private let configure: Configure
  private let names = CustomerNames()
  func handOver() -> [String] { names.madeUp }
  func goOn(from handedOver: [String]) { names.madeUp = handedOver }
  private let listeners: CustomerListeners
  private var device = DeviceName.main
  private var setups: [DeviceName: CustomerSetup] = [:]
  private var modules: [DeviceName: any CustomerCacheModule] = [:]
  private let calls = BegunCalls<CustomerAnswer>()

  nonisolated var world: ModuleWorld { customerWorld.world }

  init(_ world: CustomerWorld, configure: @escaping Configure) {
    customerWorld = world
    listeners = CustomerListeners(names)
    self.configure = configure
  }

  func act(_ action: CustomerAction) async throws -> [Fact<CustomerAnswer>]? {
    names.learn(from: action)
    switch action {
    case .world, .searchStorage, .watchLog: break
    case .serve(let content): customerWorld.serve(content)
    case .network(let state): customerWorld.setNetwork(state)
    case .requests(let kind, let holding):
      switch kind {
      case .customerInfo: try await apply(holding, to: customerWorld.customerInfo, calls: calls)
      case .offerings: try await apply(holding, to: customerWorld.offerings, calls: calls)
      }
      try await finishChanges()
    case .app(let event): try await handle(event)
    case .use(let device): self.device = device
    case .callMeanwhile(let call) where call.changesUser, .beginMeanwhile(let call) where call.changesUser:
      return try await changeUser(by: call)
    case .call(let call), .callMeanwhile(let call): return try await perform(call)
    case .callOften(let call, let times, false):
      var facts: [Fact<CustomerAnswer>] = []
      for _ in 0..<times { facts += try await perform(call) }
      return facts.distinct
    case .callOften(let call, let times, true):
      begin(call, times: times)
      return try await calls.finish("call").distinct
    case .callInTurn(let calls):
      var facts: [Fact<CustomerAnswer>] = []
      for call in calls {
        do { facts += try await perform(call) } catch let failure as WorldFailure { throw failure } catch {
          facts.append(.nothing)
        }
      }
      return facts
    case .begin(let call, let times):
      begin(call, times: times)
      // The next step's changes have to happen during these calls, not before them.
      await calls.waitUntilUnderWay()
    case .beginMeanwhile(let call): begin(call, times: 1)
    case .finish: return try await calls.finish("call").distinct
    case .listen(let listening): try await listen(listening)
    }
    return nil
  }

  // MARK: The app

  func start() async throws {
    listeners.callWhenTold(nil)
    let setup = setups[device] ?? CustomerSetup()
    modules[device] = try await configure(setup, world.storage.place(device.rawValue), customerWorld)
  }

  func end() async throws {
    await calls.waitUntilUnderWay()
    try await modules.removeValue(forKey: device)?.close()
  }

  func tearDown() async {
    releaseAll()
    for module in modules.values {
      // An error while the module is being closed is not part of the scenario.
      try? await module.close()
    }
    releaseAll()
    await world.tearDown()
  }

  private func handle(_ event: CustomerAppEvent) async throws {
    switch event {
    case .configure(let setup):
      setups[device] = setup
      try await restart()
    case .foreground: try await module().enterForeground()
    case .foregroundMeanwhile:
      let module = try module()
      calls.begin("foreground") {
        try await module.enterForeground()
        return []
      }
    case .background: try await module().enterBackground()
    case .startAtOnce: try await restart()
    case .upgrade(let version, let user, let entitlements):
      let earlier = try part((any EarlierFormatModule).self, "earlier format")
      try await end()
      try await earlier.storeInEarlierFormat(
        CustomerInfoModel(user, version.text(of: .customerInfo), entitlements: entitlements))
      try await start()
    }
  }

  private func module() throws -> any CustomerCacheModule {
    guard let module = modules[device] else { throw MissingCall(name: "cache: none could be configured") }
    return module
  }

  private func part<Part>(_: Part.Type, _ name: String) throws -> Part {
    guard let part = try module() as? Part else { throw MissingCall(name: "\(name) of the module") }
    return part
  }

  private func listen(_ listening: Listening) async throws {
    let module = try part((any CustomerListenerModule).self, "listener")
    switch listening {
    case .start: try await module.setListener(listeners.listener())
    case .stop: try await module.setListener(nil)
    case .readWhenTold, .invalidateWhenTold, .logOutWhenTold:
      guard let call = listening.callWhenTold else { break }
      listeners.callWhenTold { [self] in try await perform(call) }
    case .second: try await module.setListener(listeners.listener(.second))
    case .replaceWhenTold:
      try await module.setListener(listeners.replacedListener { try await module.setListener($0) })
    }
  }

  // MARK: Calls

  private func perform(_ call: CustomerCall) async throws -> [Fact<CustomerAnswer>] {
    switch call {
    case .appUserID: return [Fact(try await module().appUserID().map { .user(names.user($0)) })]
    case .customerInfo(let policy): return [.value(.owned(names.owned(try await module().customerInfo(policy))))]
    case .offerings:
      return [.value(names.offerings(try await part((any OfferingsCacheModule).self, "offerings").offerings()))]
    case .purchase(let product): try await part((any PurchasesModule).self, "purchases").purchase(product)
    case .restore: try await part((any PurchasesModule).self, "purchases").restorePurchases()
    case .logIn(let user): try await part((any IdentitiesModule).self, "users").logIn(user)
    case .logOut: try await part((any IdentitiesModule).self, "users").logOut()
    case .invalidate: try await part((any InvalidationModule).self, "invalidation").invalidateCustomerInfoCache()
    }
    return []
  }

  /// Logs a user in or out, and waits until the call has returned, the user has changed, or it is plain that the call
  /// waits for what is held. An error that the call throws later is about the new user's data, which no step expects
  /// yet.
  private func changeUser(by call: CustomerCall) async throws -> [Fact<CustomerAnswer>] {
    let module = try module()
    let before = try? await module.appUserID()
    let ended = Recorder<CustomerAnswer>()
    calls.begin(Self.change) { [self] in
      do {
        ended.note((try await perform(call)).first ?? .nothing)
      } catch {
        ended.note(Fact(failure: error))
      }
      return []
    }
    await calls.waitUntilUnderWay()
    // A user who logs in again does not change, so there is no change to wait for.
    let isSame = before.map { call == .logIn($0) } ?? false
    let hasChanged = await Patience.waits {
      if isSame || !ended.isEmpty { return true }
      return (try? await module.appUserID()) != before
    }
    // A call that waits for nothing else has returned by now. If it threw an error, the error is its answer.
    await calls.waitUntilUnderWay()
    listeners.isOfFormerUser = listeners.isOfFormerUser || !hasChanged
    return ended.take().filter { $0 != .nothing }
  }

  /// Waits for the changes of the user that waited for what was held.
  private func finishChanges() async throws {
    guard listeners.isOfFormerUser, !isHolding else { return }
    _ = try await calls.finish(Self.change)
    listeners.isOfFormerUser = false
  }

  private static let change = "change of the user"

  private func begin(_ call: CustomerCall, times: Int) {
    for _ in 0..<times {
      calls.begin("call") { [self] in
        let facts = try await perform(call)
        // A call without an answer has at least returned.
        return facts.isEmpty ? [.nothing] : facts
      }
    }
  }

  // MARK: Observations

  func leaveBehind() async -> @Sendable () async -> Void {
    await calls.leaveBehind()
    customerWorld.leaveBehind()
    let module = modules.removeValue(forKey: device)
    return { [customerWorld] in
      customerWorld.answerWhatWasLeft()
      try? await module?.close()
    }
  }

  func idleWaiter() -> @Sendable () async throws -> Void {
    { [modules, listeners] in
      // What a listener calls when it is told something may cause more work, and more to be told.
      repeat {
        for module in modules.values { try await module.waitUntilIdle() }
      } while await listeners.waitForCalls()
    }
  }

  var isHolding: Bool { customerWorld.isHolding }
  var heldRequestCount: Int { customerWorld.heldRequestCount }

  func takeRequests() -> [Fact<CustomerRequest>] {
    customerWorld.takeRequests().map { .value(CustomerRequest($0.subject, names.user($0.user))) }
  }

  func takeNotifications() -> [Fact<CustomerNotification>]? { listeners.take() }

  func takeLog() -> [Fact<CustomerLogLine>]? { world.log.take().flatMap(CustomerNames.facts) }

  func lookAtStorage(after action: CustomerAction) async throws -> [Fact<AppUserID>]? {
    guard case .searchStorage(let user) = action else { return nil }
    return [try world.storage.contains(Array(user.text.utf8)) ? .value(user) : .nothing]
  }

  func releaseAll() { customerWorld.releaseAll() }
}

extension [Fact<CustomerAnswer>] {
  /// Each fact once, in a fixed order. All errors count as one, whatever they say.
  fileprivate var distinct: Self {
    let error = first(where: \.isFailure)
    return Set(filter { !$0.isFailure }).sorted { $0.description < $1.description } + (error.map { [$0] } ?? [])
  }
}
