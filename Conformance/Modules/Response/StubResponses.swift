import Foundation

/// A store made of closures. By default, it keeps nothing and returns nothing.
struct StubResponseStore: ResponseStoreModule {
  var find: @Sendable (RequestMessage) async throws -> StoredResponse? = { _ in nil }
  var store: @Sendable (StoredResponse, RequestMessage) async throws -> Void = { _, _ in }
  var remove: @Sendable (RequestMessage) async throws -> Void = { _ in }
  var removeSince: @Sendable (Date) async throws -> Void = { _ in }
  var removeAll: @Sendable () async throws -> Void = {}
  var readUsage: @Sendable () -> ByteCounts = { ByteCounts(memory: 0, disk: 0) }
  var readCapacity: @Sendable () -> ByteCounts = { ByteCounts(memory: 0, disk: 0) }
  var changeCapacity: @Sendable (ByteCounts) async throws -> Void = { _ in }
  var settle: @Sendable () async throws -> Void = {}
  var letGo: @Sendable () -> Void = {}
  /// The store that it forwards to, if any.
  private(set) var sound: ReferenceResponseStore?

  init() {}

  /// Forwards everything to a sound store.
  init(_ sound: ReferenceResponseStore) {
    self.sound = sound
    find = { try sound.storedResponse(for: $0) }
    store = { try sound.store($0, for: $1) }
    remove = { try sound.removeResponse(for: $0) }
    removeSince = { try sound.removeResponses(since: $0) }
    removeAll = { try sound.removeAllResponses() }
    readUsage = { sound.usage() }
    readCapacity = { sound.capacity() }
    changeCapacity = { try sound.setCapacity($0) }
    letGo = { sound.close() }
  }

  /// Keeps the first response that it is given, and returns it for every request.
  init(always first: Memo<StoredResponse?>) {
    find = { _ in first.value }
    store = { response, _ in _ = try await first.first { response } }
    readUsage = { ByteCounts(memory: 1, disk: 1) }
    readCapacity = { ByteCounts(memory: 1, disk: 1) }
  }

  /// Returns the response that was stored last, for every request that has one.
  mutating func findWhatWasStoredLast(of sound: ReferenceResponseStore) {
    let last = Memo<StoredResponse?>(nil)
    store = { response, request in
      last.value = response
      try sound.store(response, for: request)
    }
    find = { request in try sound.storedResponse(for: request).map { last.value ?? $0 } }
  }

  func storedResponse(for request: RequestMessage) async throws -> StoredResponse? { try await find(request) }
  func store(_ response: StoredResponse, for request: RequestMessage) async throws {
    try await store(response, request)
  }
  func removeResponse(for request: RequestMessage) async throws { try await remove(request) }
  func removeResponses(since date: Date) async throws { try await removeSince(date) }
  func removeAllResponses() async throws { try await removeAll() }
  func usage() -> ByteCounts { readUsage() }
  func capacity() -> ByteCounts { readCapacity() }
  func setCapacity(_ capacity: ByteCounts) async throws { try await changeCapacity(capacity) }
  func waitUntilIdle() async throws { try await settle() }
  func close() { letGo() }
}

/// A session made of closures.
struct StubResponseSession: ResponseSessionModule {
  let readBack: @Sendable () throws -> StubResponseStore?
  let load: @Sendable (RequestMessage, TaskKind, LoadCall) async throws -> ResponseMessage
  var settle: @Sendable () async throws -> Void = {}
  var letGo: @Sendable () -> Void = {}

  func configuredStore() throws -> StubResponseStore? { try readBack() }
  func load(_ request: RequestMessage, as kind: TaskKind) async throws -> ResponseMessage {
    try await load(request, kind, .delegate)
  }
  func load(
    _ request: RequestMessage, as kind: TaskKind, through call: LoadCall
  ) async throws -> ResponseMessage { try await load(request, kind, call) }
  func waitUntilIdle() async throws { try await settle() }
  func close() { letGo() }
}

/// A cache whose stores and sessions are stubs.
struct StubResponses: ResponseLoadingModule {
  /// Opens the store at the place with a name.
  let open: @Sendable (String) -> StubResponseStore
  let load: @Sendable (RequestMessage, StubResponseStore) async throws -> ResponseMessage

  func openStore(at place: StorePlace, capacity: ByteCounts) -> StubResponseStore { open(place.name) }
  func sharedStore() -> StubResponseStore { open("main") }
  func makeSession(
    _ configuration: SessionConfiguration<StubResponseStore>
  ) -> any ResponseSessionModule<StubResponseStore> {
    let store = configuration.store ?? open("main")
    return StubResponseSession(readBack: { store }, load: { [load] request, _, _ in try await load(request, store) })
  }
}
