import CacheSpec
import CacheVocabulary
import Foundation

/// Performs the response chapter's actions on a store and the sessions over it.
actor ResponseChecker<Store: ResponseStoreModule>: Checker {
  /// What makes sessions and the store that they share.
  struct LoaderFactory: Sendable {
    let make: @Sendable (SessionConfiguration<Store>, ResponseWorld) async throws -> any ResponseLoaderModule<Store>
    let shared: @Sendable (ResponseWorld) async throws -> Store
  }

  private let world: ResponseWorld
  private let loaderFactory: LoaderFactory?
  private var stores: [StoreName: Store] = [:]
  private var sessions: [SessionName: any ResponseLoaderModule<Store>] = [:]
  private var setups: [SessionName: SessionSetup] = [:]
  private var capacity = ByteCounts(memory: 1 << 20, disk: 4 << 20)
  private var lastUsage = ByteCounts(memory: 0, disk: 0)
  private var moment = Date.distantPast
  private var lastRequest: HTTPRequest?
  private var putIntoShared: [HTTPRequest] = []
  private let told = WorldLog()

  init(lacking: [Capability: String], transport: Transport, loader: LoaderFactory?) throws {
    world = try ResponseWorld(time: lacking[.virtualTime] == nil ? .virtual : .real, transport: transport)
    loaderFactory = loader
  }

  func tearDown() async {
    // The shared store may outlive the world.
    for request in putIntoShared { try? await stores[.shared]?.removeResponse(for: request) }
    // What a module says while it is let go of is no part of the scenario.
    try? await closeAll()
    world.tearDown()
  }

  func perform(_ action: ResponseAction) async throws -> Observation {
    switch action {
    case .serve(let representation, let url): try world.serve(representation, at: url)
    case .origin(let state): world.setOrigin(state)
    case .advance(let milliseconds):
      try await world.world.pass(.milliseconds(milliseconds)) { [stores] in
        for store in stores.values { try await store.settle() }
      }
    case .mark: moment = world.now
    case .configure(let name, let setup):
      setups[name] = setup
      return await observing {
        try await sessions.removeValue(forKey: name)?.close()
        _ = try await session(name)
      }
    case .load(let request, let kind, let name): return await load(request, as: kind, by: name)
    case .inspectRequest(let names): return Observation([.answer: lastRequestFacts(names)])
    case .put(let representation, let request, let name):
      return await observing { try await put(representation, for: request, in: name) }
    case .find(let request, let name):
      return await answering { try await find(request, in: name).map { [$0.bodyFact] } ?? [.nothing] }
    case .inspect(let request, let name):
      return await answering { try await find(request, in: name).map(\.facts) ?? [.nothing] }
    case .remove(let removal): return await observing { try await remove(removal) }
    case .reopen(let capacity): return await observing { try await reopen(capacity: capacity) }
    case .damage(let damage):
      let closed = await observing { try await closeAll() }
      guard closed == Observation() else { return closed }
      try world.world.storage.damage(damage)
      return await observing { _ = try await store(.main) }
    case .searchDisk(let text): return try await searchDisk(text)
    case .measureUsage: return await answering { [Fact(try await measureUsage())] }
    case .readCapacity: return await answering { [Fact(try await store(.main).capacity())] }
    case .setCapacity(let capacity):
      return await observing { try await store(.main).setCapacity(capacity) }
    case .fill(let count, let bytes):
      return await answering { [Fact(try await store(.main).fill(count, bytes: bytes, at: world.now))] }
    case .checkCapacity: return await answering { [Fact(try await store(.main).capacityFact())] }
    case .hammer(let count): return await answering { [Fact(try await store(.main).hammer(count, at: world.now))] }
    }
    return Observation()
  }

  // MARK: Facts

  private func answering(_ work: () async throws -> [Fact]) async -> Observation {
    do {
      return Observation([.answer: try await work()])
    } catch {
      return Observation([.answer: [Fact(failure: error)]])
    }
  }

  private func observing(_ work: () async throws -> Void) async -> Observation {
    do {
      try await work()
      return Observation()
    } catch {
      return Observation([.answer: [Fact(failure: error)]])
    }
  }

  private func lastRequestFacts(_ names: [String]) -> [Fact] {
    let facts = names.compactMap { name in lastRequest?.fields[name].map { Fact.value("\(name): \($0)") } }
    return facts.isEmpty ? [.nothing] : facts
  }

  // MARK: Stores

  private func store(_ name: StoreName) async throws -> Store {
    if let store = stores[name] { return store }
    let store: Store
    switch name {
    case .main, .other, .twin:
      let place = world.world.storage.place(name == .other ? "other" : "main")
      store = try await Store.open(at: place, capacity: capacity, in: world)
    case .shared:
      guard let loaderFactory else { throw MissingPart("a loader, for its shared store") }
      store = try await loaderFactory.shared(world)
    case .configured:
      guard let configured = try await session(.main).configuredStore() else {
        throw MissingPart("a store in the session's configuration")
      }
      store = configured
    }
    stores[name] = store
    return store
  }

  private func put(_ representation: Representation, for request: HTTPRequest, in name: StoreName) async throws {
    let request = try world.addressed(request)
    let stored = StoredResponse(
      representation.response(url: request.url, now: world.now), userInfo: representation.userInfo,
      storagePolicy: representation.storagePolicy)
    if name == .shared { putIntoShared.append(request) }
    try await store(name).store(stored, for: request)
    try await store(name).settle()
  }

  private func find(_ request: HTTPRequest, in name: StoreName) async throws -> StoredResponse? {
    try await store(name).storedResponse(for: world.addressed(request))
  }

  private func remove(_ removal: Removal) async throws {
    let store = try await store(.main)
    switch removal {
    case .one(let request): try await store.removeResponse(for: world.addressed(request))
    case .sinceMark: try await store.removeResponses(since: moment)
    case .all: try await store.removeAllResponses()
    }
    try await store.settle()
  }

  private func closeAll() async throws {
    for session in sessions.values { try await session.close() }
    sessions = [:]
    for (name, store) in stores where name != .configured && name != .shared {
      try await store.settle()
      try await store.close()
    }
    stores = [:]
  }

  private func reopen(capacity: ByteCounts?) async throws {
    try await closeAll()
    self.capacity = capacity ?? self.capacity
    _ = try await store(.main)
  }

  private func searchDisk(_ text: String) async throws -> Observation {
    for store in stores.values { try await store.settle() }
    let found = try world.world.storage.contains(Array(text.utf8))
    return Observation([.answer: [.value(found ? "on disk" : "not on disk")]])
  }

  // MARK: Usage

  private func measureUsage() async throws -> UsageChanges {
    let (last, usage) = (lastUsage, try await store(.main).usage())
    lastUsage = usage
    return UsageChanges(
      memory: UsageChange(from: last.memory, to: usage.memory), disk: UsageChange(from: last.disk, to: usage.disk))
  }

  // MARK: Sessions

  private func session(_ name: SessionName) async throws -> any ResponseLoaderModule<Store> {
    if let session = sessions[name] { return session }
    guard let loaderFactory else { throw MissingPart("a loader") }
    let setup = setups[name] ?? SessionSetup()
    var willCache: WillCache?
    if let answer = setup.delegate {
      willCache = { [told] proposal in
        told.write(proposal.response.bodyText)
        return answer.applied(to: proposal)
      }
    }
    var used: Store?
    if let name = setup.store { used = try await store(name) }
    let configuration = SessionConfiguration(
      kind: setup.kind, store: used, policy: setup.policy, willCache: willCache)
    let session = try await loaderFactory.make(configuration, world)
    sessions[name] = session
    return session
  }

  private func load(_ request: HTTPRequest, as kind: TaskKind, by name: SessionName) async -> Observation {
    _ = world.origin.takeRequests()
    _ = told.take()
    var observation = await answering {
      let response = try await session(name).load(world.addressed(request), as: kind)
      return [response.status >= 500 ? .failure("status \(response.status)") : .value(response.bodyText)]
    }
    let requests = world.origin.takeRequests()
    lastRequest = requests.last ?? lastRequest
    observation[.asked] = requests.map { Fact($0.seen) }
    observation[.told] = told.take().map(Fact.value)
    let configured = (setups[name] ?? SessionSetup()).store
    if let configured, let store = try? await store(configured) {
      observation[.stored] = await answering {
        try await store.settle()
        return [try await find(request, in: configured)?.bodyFact ?? .nothing]
      }[.answer]
    }
    return observation
  }
}

/// A step asks for something that the module, or its session, does not have.
private struct MissingPart: Error, CustomStringConvertible {
  let description: String

  init(_ part: String) { description = "there is no \(part)" }
}
