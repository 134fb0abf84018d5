public import CacheSpec
import CacheVocabulary
import Foundation

extension Subject where Action == ResponseAction {
  /// A store alone, held against the rules for stores.
  public static func responseStore<Store: ResponseStoreModule>(_ store: Store.Type) -> Self {
    let lacking = Store.lacking.merging([.loader: "the module is a store alone"]) { own, _ in own }
    return Self(lacking: lacking) {
      try ResponseChecker<Store>(lacking: lacking, transport: .inProcess, loader: nil)
    }
  }

  /// A loader and the store that it uses.
  public static func responseLoader<Loader: ResponseLoaderModule>(_ loader: Loader.Type) -> Self {
    Self(lacking: Loader.Store.lacking) {
      try ResponseChecker<Loader.Store>(
        lacking: Loader.Store.lacking, transport: Loader.transport,
        loader: .init(make: { try await Loader($0, in: $1) }, shared: { try await Loader.sharedStore(in: $0) }))
    }
  }
}

extension [Suite] {
  /// The chapters that hold for a store alone.
  public static func responseStore<Store: ResponseStoreModule>(
    _ store: Store.Type, deviations: [KnownDeviation] = []
  ) -> Self {
    [Suite(ResponseSpec.chapter, .responseStore(store).deviating(deviations))]
  }

  /// The chapters that hold for a loader with its store.
  public static func responseLoader<Loader: ResponseLoaderModule>(
    _ loader: Loader.Type, deviations: [KnownDeviation] = []
  ) -> Self {
    let subject = Subject.responseLoader(loader).deviating(deviations)
    return [Suite(ResponseSpec.chapter, subject), Suite(HTTPSpec.chapter, subject)]
  }
}

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
    case .fill(let count, let bytes): return await answering { [Fact(try await fill(count, bytes: bytes))] }
    case .checkCapacity: return await answering { [Fact(try await capacityFact())] }
    case .hammer(let count): return await answering { [Fact(try await hammer(count))] }
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
      let place = try world.place(name == .other ? "other" : "main")
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

  private func capacityFact() async throws -> String {
    let (usage, capacity) = (try await store(.main).usage(), try await store(.main).capacity())
    let within = usage.memory <= capacity.memory && usage.disk <= capacity.disk
    return within ? "within capacity" : "\(usage), over the capacity of \(capacity)"
  }

  private func fill(_ count: Int, bytes: Int) async throws -> String {
    for number in 1...count {
      let url = "http://origin.test/fill/\(number)"
      try await put(Representation("fill \(number)").padded(to: bytes), for: HTTPRequest(url), in: .main)
      let fact = try await capacityFact()
      if fact != "within capacity" { return "\(fact), after \(number) responses" }
    }
    return "within capacity"
  }

  /// Works on a few keys from many tasks at once, then on each key alone.
  private func hammer(_ count: Int) async throws -> String {
    let store = try await store(.main)
    let keys = try (0..<20).map { try world.addressed(HTTPRequest("http://origin.test/hammer/\($0)")) }
    let now = world.now
    func response(_ key: HTTPRequest) -> StoredResponse {
      StoredResponse(Representation(key.url).padded(to: 200).response(url: key.url, now: now))
    }
    let expected = Dictionary(uniqueKeysWithValues: keys.map { ($0, response($0)) })
    let mixUps = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<count {
        let key = keys[number % keys.count]
        group.addTask {
          if number % 7 == 0 { try await store.removeResponse(for: key) }
          if let stored = expected[key], number % 3 != 0 { try await store.store(stored, for: key) }
          let found = try await store.storedResponse(for: key)
          return found == nil || found?.response.body == expected[key]?.response.body ? 0 : 1
        }
      }
      return try await group.reduce(0, +)
    }
    for key in keys {
      if let stored = expected[key] { try await store.store(stored, for: key) }
      let found = try await store.storedResponse(for: key)
      if found?.response.body != expected[key]?.response.body { return "nothing, or another's, found afterwards" }
    }
    return mixUps == 0 ? "every response found was the one stored" : "\(mixUps) responses of other requests found"
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

extension UsageChange {
  fileprivate init(from last: Int, to usage: Int) {
    self = usage == 0 ? .zero : usage > last ? .grew : usage < last ? .shrank : .unchanged
  }
}

extension DelegateAnswer {
  fileprivate func applied(to proposal: StoredResponse) -> StoredResponse? {
    switch self {
    case .asProposed: proposal
    case .nothing: nil
    case .changed(let policy, let userInfo):
      StoredResponse(proposal.response, userInfo: userInfo, storagePolicy: policy)
    }
  }
}

extension HTTPRequest {
  /// The request as traces show it.
  fileprivate var seen: RequestSeen {
    let conditional = fields["If-None-Match"] != nil || fields["If-Modified-Since"] != nil
    return RequestSeen(ResponseWorld.target(of: url), method: method, conditional: conditional)
  }
}

extension HTTPResponse {
  /// The body as reports show it: its text, and its size where it is padded or long.
  fileprivate var bodyText: String {
    let text = String(decoding: body.prefix(40), as: UTF8.self)
    let version = text.prefix { $0 != "." }
    return body.count <= 40 && version.utf8.count == body.count ? text : "\(version) (\(body.count) B)"
  }
}

extension StoredResponse {
  fileprivate var bodyFact: Fact { .value(response.bodyText) }

  /// All that is kept. `Date` is left out: it is different in every world.
  fileprivate var facts: [Fact] {
    let fields = response.fields.lines.map { "\($0.name.lowercased()): \($0.value)" }.filter { !$0.hasPrefix("date:") }
    let notes = userInfo.map { "noting \($0.key)=\($0.value)" }
    return
      (["status \(response.status)", response.bodyText] + fields.sorted() + notes.sorted() + [storagePolicy.rawValue])
      .map(Fact.value)
  }
}
