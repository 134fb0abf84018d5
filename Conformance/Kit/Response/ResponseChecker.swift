import CacheConformance
import ResponseRules
import Foundation

/// Performs the response chapter's actions on a cache's stores and the sessions over them.
actor ResponseChecker<Module: ResponseStoreFactory>: ChapterChecker {
  typealias Action = ResponseAction
  private typealias Session = any ResponseSessionModule<Module.Store>

  private let responseWorld: ResponseWorld
  private let module: Module
  /// Whether the module's stores have a call that stores a response.
  private let storesDirectly: Bool
  private var stores: [StoreName: Module.Store] = [:]
  private var sessions: [SessionName: Session] = [:]
  private var setups: [SessionName: SessionSetup] = [:]
  private var capacity = ByteCounts(memory: 1 << 20, disk: 4 << 20)
  private var lastUsage = ByteCounts(memory: 0, disk: 0)
  private var lastFiles = 0
  private var moment = Date.distantPast
  private var lastRequest: RequestMessage?
  private var lastAnswer: ResponseMessage?
  private var storedInShared: [RequestMessage] = []
  private let askedDelegates = Recorder<ResponseBody>()
  private let calls = BegunCalls<ResponseAnswer>()

  nonisolated var world: ModuleWorld { responseWorld.world }

  func handOver() -> [String] { responseWorld.ports.map(\.description) }
  func goOn(from handedOver: [String]) throws { try responseWorld.listen(on: handedOver.compactMap { Int($0) }) }

  init(_ module: Module, in world: ResponseWorld, storesDirectly: Bool) {
    self.module = module
    self.storesDirectly = storesDirectly && Module.Store.self is any DirectStoringModule.Type
    responseWorld = world
  }

  func act(_ action: ResponseAction) async throws -> [Fact<ResponseAnswer>]? {
    switch action {
    case .world: break
    case .serve(let representation, let url):
      try WorldFailure.catching { try responseWorld.serve(representation, at: url) }
    case .origin(let state): responseWorld.setOrigin(state)
    case .mark: moment = world.now
    case .configure(let name, let setup):
      setups[name] = setup
      try await sessions.removeValue(forKey: name)?.close()
      _ = try await session(name)
    case .load(let request, let kind, let name, let call):
      return try await answers(to: request, as: kind, by: name, through: call)
    case .begin(let request, let name):
      calls.begin(name) { try await self.answers(to: request, as: .data, by: .main, through: .delegate) }
    case .inspectRequest(let names): return Self.facts(names, lastRequest?.fields)
    case .inspectAnswer(let names): return Self.facts(names, lastAnswer?.fields)
    case .inspectStatus: return [Fact(lastAnswer.map { .status($0.status) })]
    case .inspectPart:
      guard let lastAnswer else { return [.nothing] }
      let part: [Fact<ResponseAnswer>] = [
        .value(.status(lastAnswer.status)), .value(.body(ResponseBody(bytes: lastAnswer.body))),
      ]
      let range = Self.facts(["Content-Range"], lastAnswer.fields)
      return range == [.nothing] ? part : part + range
    case .have(let representation, let request) where storesDirectly,
      .offer(let representation, let request) where storesDirectly:
      try await put(representation, for: request, in: .main)
    case .have(let representation, let request), .offer(let representation, let request):
      try await responseWorld.serving(representation, at: request.url) {
        _ = try await session(.main).load(responseWorld.addressed(request), as: .data)
      }
    case .put(let representation, let request, let name):
      try await put(representation, for: request, in: name)
    case .find(let request, let name):
      return [Fact(try await find(request, in: name).map { .body($0.body) })]
    case .inspect(let request, let name):
      return try await find(request, in: name)?.facts(for: responseWorld.addressed(request).url) ?? [.nothing]
    case .remove(let removal): try await remove(removal)
    case .reopen(let capacity):
      self.capacity = capacity
      try await restart()
    case .searchDisk(let body):
      let isThere = try WorldFailure.catching { try world.storage.contains(Array(body.text.utf8)) }
      return [.value(isThere ? .onDisk : .notOnDisk)]
    case .countFiles:
      let (last, files) = (lastFiles, try WorldFailure.catching { try world.storage.fileCount() })
      lastFiles = files
      return [.value(.files(UsageChange(from: last, to: files)))]
    case .setCapacity(let capacity): try await bounded(store(.main)).setCapacity(capacity)
    case .checkFiles:
      let (capacity, bytes) = (
        try await bounded(store(.main)).capacity(), try WorldFailure.catching { try world.storage.byteCount() }
      )
      let files = ByteCounts(memory: 0, disk: bytes)
      // Divided rather than multiplied, because the capacity is what the module says.
      let third = (bytes + 2) / 3
      return [.value(third <= capacity.disk ? .withinCapacity : .overCapacity(usage: files, capacity: capacity))]
    case .measureUsage, .readCapacity, .fill, .checkCapacity, .hammer: return [.value(try await measure(action))]
    }
    return nil
  }

  // MARK: Common to all chapters

  func start() async throws { _ = try await store(.main) }

  func end() async throws {
    await calls.waitUntilUnderWay()
    for session in sessions.values { try await session.close() }
    sessions = [:]
    for (name, store) in stores where name != .configured && name != .shared && name != .own {
      try await store.waitUntilIdle()
      try await store.close()
    }
    stores = [:]
  }

  func tearDown() async {
    // The shared store may outlive the world.
    for request in storedInShared { try? await stores[.shared]?.removeResponse(for: request) }
    // An error while the module is being closed is not part of the scenario.
    try? await end()
    await responseWorld.tearDown()
  }

  func leaveBehind() async -> @Sendable () async -> Void {
    await calls.leaveBehind()
    responseWorld.origin.leaveBehind()
    let (sessions, stores) = (sessions.values.map(\.self), stores.filter { $0.key != .configured && $0.key != .shared })
    self.sessions = [:]
    self.stores = [:]
    return { [responseWorld] in
      responseWorld.origin.answerWhatWasLeft()
      for session in sessions { try? await session.close() }
      for store in stores.values { try? await store.close() }
    }
  }

  func idleWaiter() -> @Sendable () async throws -> Void {
    { [sessions, stores] in
      for session in sessions.values { try await session.waitUntilIdle() }
      for store in stores.values { try await store.waitUntilIdle() }
    }
  }

  func apply(_ holding: Holding) async throws { try await apply(holding, to: responseWorld.origin, calls: calls) }
  func cancelCall(_ name: String) async {
    await calls.waitUntilUnderWay()
    calls.cancel(name)
  }
  func finish(_ name: String) async throws -> [Fact<ResponseAnswer>]? { try await calls.finish(name) }
  var isHolding: Bool { responseWorld.origin.isHolding }
  var heldRequestCount: Int { responseWorld.origin.heldCount }
  func releaseAll() { responseWorld.origin.release() }
  func takeNotifications() -> [Fact<ResponseBody>]? { askedDelegates.take() }

  func takeRequests() -> [Fact<RequestSeen>] {
    let requests = responseWorld.origin.takeRequests()
    lastRequest = requests.last ?? lastRequest
    return requests.map { .value($0.seen) }
  }

  func lookAtStorage(after action: ResponseAction) async throws -> [Fact<ResponseBody>]? {
    guard case .load(let request, _, let session, _) = action, let name = (setups[session] ?? SessionSetup()).store,
      name != .own, (try? await store(name)) != nil
    else { return nil }
    do {
      return [Fact(try await find(request, in: name)?.body)]
    } catch {
      return [Fact(failure: error)]
    }
  }

  // MARK: Stores

  private func store(_ name: StoreName) async throws -> Module.Store {
    if let store = stores[name] { return store }
    let store: Module.Store
    switch name {
    case .main, .other, .twin:
      store = try await module.openStore(
        at: world.storage.place(name == .other ? "other" : "main"), capacity: capacity)
    case .shared: store = try await loading.sharedStore()
    case .own: throw MissingCall(name: "store that a session comes with, to be opened")
    case .configured:
      guard let configured = try await session(.main).configuredStore() else {
        throw MissingCall(name: "store in the session's configuration")
      }
      store = configured
    }
    stores[name] = store
    return store
  }

  private func put(_ representation: Representation, for request: RequestMessage, in name: StoreName) async throws {
    let request = try responseWorld.addressed(request)
    let stored = StoredResponse(
      representation.response(url: request.url, now: world.now), userInfo: representation.userInfo,
      storagePolicy: representation.storagePolicy)
    if name == .shared { storedInShared.append(request) }
    try await storing(store(name)).store(stored, for: request)
  }

  private func find(_ request: RequestMessage, in name: StoreName) async throws -> StoredResponse? {
    try await store(name).storedResponse(for: responseWorld.addressed(request))
  }

  private func remove(_ removal: Removal) async throws {
    let store = try await store(.main)
    switch removal {
    case .one(let request): try await store.removeResponse(for: responseWorld.addressed(request))
    case .sinceMark:
      guard let store = store as? any DatedRemovalModule else { throw MissingCall(name: "removal since a date") }
      try await store.removeResponses(since: moment)
    case .all:
      guard let store = store as? any RemovalOfAllModule else { throw MissingCall(name: "removal of all") }
      try await store.removeAllResponses()
    }
  }

  private func storing(_ store: Module.Store) throws -> any DirectStoringModule {
    guard let store = store as? any DirectStoringModule else { throw MissingCall(name: "call to store a response") }
    return store
  }

  private func bounded(_ store: Module.Store) throws -> any BoundedStoreModule {
    guard let store = store as? any BoundedStoreModule else { throw MissingCall(name: "capacity of a store") }
    return store
  }

  private func measure(_ action: ResponseAction) async throws -> ResponseAnswer {
    let store = try await store(.main)
    switch action {
    case .measureUsage:
      let (last, usage) = (lastUsage, try await bounded(store).usage())
      lastUsage = usage
      return .usage(UsageChanges(from: last, to: usage))
    case .readCapacity: return .capacity(try await bounded(store).capacity())
    case .fill(let count, let bytes):
      guard let store = store as? any BoundedStoreModule & DirectStoringModule else {
        throw MissingCall(name: "call to store a response, with a capacity")
      }
      return try await store.fill(count, bytes: bytes, in: responseWorld)
    case .hammer(let count): return try await storing(store).hammer(count, in: responseWorld)
    default:
      let answer = try await bounded(store).usageAgainstCapacity()
      guard case .overCapacity(let usage, let capacity) = answer else { return answer }
      // The files of an empty store may count too.
      let empty = try await usageOfNothing(with: capacity)
      let isNothing =
        usage.memory <= max(capacity.memory, empty.memory) && usage.disk <= max(capacity.disk, empty.disk)
      return isNothing ? .withinCapacity : answer
    }
  }

  private func usageOfNothing(with capacity: ByteCounts) async throws -> ByteCounts {
    let store = try await module.openStore(at: world.storage.place("empty"), capacity: capacity)
    let usage = try await bounded(store).usage()
    try await store.waitUntilIdle()
    try await store.close()
    return usage
  }

  // MARK: Sessions

  private var loading: any ResponseSessionFactory<Module.Store> {
    get throws {
      guard let loading = module as? any ResponseSessionFactory<Module.Store> else {
        throw MissingCall(name: "loader")
      }
      return loading
    }
  }

  private func session(_ name: SessionName) async throws -> Session {
    if let session = sessions[name] { return session }
    let setup = setups[name] ?? SessionSetup()
    let willCache = setup.delegate.map { answer in
      { @Sendable [askedDelegates] (proposal: StoredResponse) -> StoredResponse? in
        askedDelegates.note(.value(proposal.body))
        return answer.applied(to: proposal)
      }
    }
    var used: Module.Store?
    if let name = setup.store, name != .own { used = try await store(name) }
    let session = try await loading.makeSession(
      SessionConfiguration(
        kind: setup.kind, store: used, leavesStore: setup.store == .own, policy: setup.policy, willCache: willCache))
    sessions[name] = session
    return session
  }

  private func answers(
    to request: RequestMessage, as kind: TaskKind, by name: SessionName, through call: LoadCall
  ) async throws -> [Fact<ResponseAnswer>] {
    let response = try await session(name).load(responseWorld.addressed(request), as: kind, through: call)
    lastAnswer = response
    if response.status >= 500 { return [.failure("status \(response.status)")] }
    return [.value(.body(ResponseBody(bytes: response.body)))]
  }

  private static func facts(_ names: [String], _ fields: HeaderFields?) -> [Fact<ResponseAnswer>] {
    let facts = names.compactMap { name in fields?[name].map { Fact<ResponseAnswer>.value(.header(name, $0)) } }
    return facts.isEmpty ? [.nothing] : facts
  }
}
