public import CacheSpec
import CacheVocabulary
import Synchronization

extension Subject where Action == CustomerAction {
  /// A customer cache, with those of its parts that it has.
  public static func customerCache<Module: CustomerCacheModule>(_ module: Module.Type) -> Self {
    // A part that the module leaves out is a capability that it lacks.
    let parts: [(Capability, Bool)] = [
      (.offerings, module is any OfferingsModule.Type),
      (.purchases, module is any PurchasesModule.Type),
      (.identities, module is any IdentitiesModule.Type),
      (.invalidation, module is any InvalidationModule.Type),
      (.customerListener, module is any CustomerListenerModule.Type),
      (.earlierFormat, module is any EarlierFormatModule.Type),
    ]
    var lacking = Module.lacking
    for (part, isThere) in parts where !isThere && lacking[part] == nil {
      lacking[part] = "the module has no such part"
    }
    return Self(lacking: lacking) { CustomerChecker<Module>() }
  }
}

extension [Suite] {
  /// The chapter that holds for a customer cache.
  public static func customerCache<Module: CustomerCacheModule>(
    _ module: Module.Type, deviations: [KnownDeviation] = []
  ) -> Self {
    [Suite(CustomerSpec.chapter, .customerCache(module).deviating(deviations))]
  }
}

/// Performs the customer chapter's actions on an app with a customer cache, on one device or two.
actor CustomerChecker<Module: CustomerCacheModule>: Checker {
  private let world = CustomerWorld()
  private let told = Told()
  private var names = Names()
  private var device = DeviceName.main
  private var setups: [DeviceName: CustomerSetup] = [:]
  private var modules: [DeviceName: Module] = [:]
  private var begun: [Task<Fact, Never>] = []

  func tearDown() async {
    world.releaseAll()
    for module in modules.values {
      // What a module says while it is let go of is no part of the scenario.
      try? await module.close()
    }
    world.tearDown()
  }

  func perform(_ action: CustomerAction) async throws -> Observation {
    names.learn(from: action)
    var observation = Observation()
    observation[.answer] = try await answers(to: action)
    if case .searchStorage(let text) = action {
      let isThere = try world.world.storage.contains(Array(text.utf8))
      observation[.stored] = [isThere ? .value(text) : .nothing]
    }
    await told.replacementsAreSet()
    // While requests are held the module cannot come to rest, and what it asks meanwhile belongs to a later step.
    if !world.isHolding {
      if let failure = await settle() { observation[.answer] = [failure] }
      observation[.asked] = world.takeRequests().map { Fact(names.naming($0)) }
    }
    observation[.told] = told.take().map { .value($0.listener + names.naming($0.info).description) }
    observation[.logged] = world.world.log.take().map { .value(names.naming(line: $0)) }
    return observation
  }

  /// Performs the action. What the app is answered are facts, an error included; nil where it is answered nothing.
  private func answers(to action: CustomerAction) async throws -> [Fact]? {
    switch action {
    case .serve(let content): world.serve(content)
    case .network(let state): world.setNetwork(state)
    case .requests(let kind, let holding):
      let (tasks, modules) = (begun, Array(modules.values))
      let came = await world.apply(holding, to: kind) {
        for task in tasks { _ = await task.value }
        // A module that cannot come to rest says so when the step ends.
        for module in modules { try? await module.settle() }
      }
      if !came { return [.failure("no such \(kind) came")] }
    case .pass(let seconds):
      return await failure {
        try await world.world.pass(.seconds(seconds)) { [world, modules] in
          if !world.isHolding { for module in modules.values { try await module.settle() } }
        }
      }
    case .setDate(let seconds): world.world.setDate(ahead: Double(seconds))
    case .app(let event): return await failure { try await handle(event) }
    case .use(let device): self.device = device
    case .call(let call): return await answer(call).map { [$0] }
    case .callOften(let call, let times, false):
      var facts: [Fact] = []
      for _ in 0..<times { await answer(call).map { facts.append($0) } }
      return facts.distinct
    case .callOften(let call, let times, true):
      begin(call, times: times)
      return await finish()
    case .begin(let call, let times): begin(call, times: times)
    case .finish: return await finish()
    case .listen(let listening): return await failure { try await listen(listening) }
    case .damage(let damage):
      return await failure {
        try await end()
        try await self.damage(damage)
        try await configure(setups[device] ?? CustomerSetup())
      }
    case .searchStorage, .watchLog: break
    }
    return nil
  }

  // MARK: The app

  private func module() throws -> Module {
    guard let module = modules[device] else { throw MissingPart("there is no cache: none could be configured") }
    return module
  }

  private func configure(_ setup: CustomerSetup) async throws {
    try await end()
    setups[device] = setup
    modules[device] = try await Module.configure(setup, at: world.world.storage.place(device.rawValue), in: world)
  }

  private func end() async throws { try await modules.removeValue(forKey: device)?.close() }

  private func handle(_ event: CustomerAppEvent) async throws {
    switch event {
    case .configure(let setup): try await configure(setup)
    case .foreground: try await module().enterForeground()
    case .background: try await module().enterBackground()
    case .restart: try await configure(setups[device] ?? CustomerSetup())
    }
  }

  private func damage(_ damage: StoredDamage) async throws {
    switch damage {
    case .bytes(let damage): try world.world.storage.damage(damage)
    case .earlierFormat(let info):
      guard let formats = Module.self as? any EarlierFormatModule.Type else { throw MissingPart("an earlier format") }
      try await formats.storeInEarlierFormat(info, at: world.world.storage.place(device.rawValue), in: world)
    }
  }

  private func listen(_ listening: Listening) async throws {
    let module = try part((any CustomerListenerModule).self, "a listener")
    switch listening {
    case .start: try await module.setListener { [told] in told.note($0) }
    case .stop: try await module.setListener(nil)
    case .replaceWhenTold:
      try await module.setListener { [told] info in
        told.note(info)
        told.replace { try? await module.setListener { told.note($0, by: "the other listener: ") } }
      }
    }
  }

  private func settle() async -> Fact? {
    await failure { for module in modules.values { try await module.settle() } }?.first
  }

  // MARK: Calls

  private func answer(_ call: CustomerCall) async -> Fact? {
    do {
      return try await perform(call)
    } catch {
      return Fact(failure: error)
    }
  }

  private func perform(_ call: CustomerCall) async throws -> Fact? {
    switch call {
    case .appUserID: return try await module().appUserID().map { .value(names.name($0)) } ?? .nothing
    case .customerInfo(let policy): return Fact(names.naming(try await module().customerInfo(policy)))
    case .offerings:
      return Fact(names.naming(try await part((any OfferingsModule).self, "offerings").offerings()))
    case .purchase(let product): try await part((any PurchasesModule).self, "purchases").purchase(product)
    case .restore: try await part((any PurchasesModule).self, "purchases").restorePurchases()
    case .logIn(let user): try await part((any IdentitiesModule).self, "users").logIn(user)
    case .logOut: try await part((any IdentitiesModule).self, "users").logOut()
    case .invalidate: try await part((any InvalidationModule).self, "invalidation").invalidateCustomerInfoCache()
    }
    return nil
  }

  private func part<Part>(_: Part.Type, _ name: String) throws -> Part {
    guard let part = try module() as? Part else { throw MissingPart("the module has no \(name)") }
    return part
  }

  private func begin(_ call: CustomerCall, times: Int) {
    for _ in 0..<times { begun.append(Task { await answer(call) ?? .value("done") }) }
  }

  private func finish() async -> [Fact] {
    let tasks = begun
    begun = []
    var facts: [Fact] = []
    for task in tasks { facts.append(await task.value) }
    return facts.distinct
  }

  private func failure(_ work: () async throws -> Void) async -> [Fact]? {
    do {
      try await work()
      return nil
    } catch {
      return [Fact(failure: error)]
    }
  }
}

/// A step asks for something that the module does not have.
private struct MissingPart: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension [Fact] {
  /// Each fact once, in a fixed order.
  fileprivate var distinct: [Fact] { Set(self).sorted { $0.description < $1.description } }
}
