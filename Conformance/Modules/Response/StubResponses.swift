package import Foundation

/// A store made of closures. By default, it keeps nothing and returns nothing.
package struct StubResponseStore: ResponseStoreModule {
  package var find: @Sendable (RequestMessage) async throws -> StoredResponse? = { _ in nil }
  package var store: @Sendable (StoredResponse, RequestMessage) async throws -> Void = { _, _ in }
  package var remove: @Sendable (RequestMessage) async throws -> Void = { _ in }
  package var removeSince: @Sendable (Date) async throws -> Void = { _ in }
  package var removeAll: @Sendable () async throws -> Void = {}
  package var readUsage: @Sendable () -> ByteCounts = { ByteCounts(memory: 0, disk: 0) }
  package var readCapacity: @Sendable () -> ByteCounts = { ByteCounts(memory: 0, disk: 0) }
  package var changeCapacity: @Sendable (ByteCounts) async throws -> Void = { _ in }
  package var settle: @Sendable () async throws -> Void = {}
  package var onClose: @Sendable () -> Void = {}
  /// The store that it forwards to, if any.
  package private(set) var sound: ReferenceResponseStore?

  package init() {}

  /// Forwards everything to a sound store.
  package init(_ sound: ReferenceResponseStore) {
    self.sound = sound
    find = { try sound.storedResponse(for: $0) }
    store = { try sound.store($0, for: $1) }
    remove = { try sound.removeResponse(for: $0) }
    removeSince = { try sound.removeResponses(since: $0) }
    removeAll = { try sound.removeAllResponses() }
    readUsage = { sound.usage() }
    readCapacity = { sound.capacity() }
    changeCapacity = { try sound.setCapacity($0) }
    onClose = { sound.close() }
  }

  /// Keeps the first response that it is given, and returns it for every request.
  package init(always first: Memo<StoredResponse?>) {
    find = { _ in first.value }
    store = { response, _ in _ = try await first.first { response } }
    readUsage = { ByteCounts(memory: 1, disk: 1) }
    readCapacity = { ByteCounts(memory: 1, disk: 1) }
  }

  /// Answers every request that has a stored response with the response that was stored last.
  package mutating func findWhatWasStoredLast(of sound: ReferenceResponseStore) {
    let last = Memo<StoredResponse?>(nil)
    store = { response, request in
      last.value = response
      try sound.store(response, for: request)
    }
    find = { request in try sound.storedResponse(for: request).map { last.value ?? $0 } }
  }

  package func storedResponse(for request: RequestMessage) async throws -> StoredResponse? { try await find(request) }
  package func store(_ response: StoredResponse, for request: RequestMessage) async throws {
    try await store(response, request)
  }
  package func removeResponse(for request: RequestMessage) async throws { try await remove(request) }
  package func removeResponses(since date: Date) async throws { try await removeSince(date) }
  package func removeAllResponses() async throws { try await removeAll() }
  package func usage() -> ByteCounts { readUsage() }
  package func capacity() -> ByteCounts { readCapacity() }
  package func setCapacity(_ capacity: ByteCounts) async throws { try await changeCapacity(capacity) }
  package func waitUntilIdle() async throws { try await settle() }
  package func close() { onClose() }
}

/// A session made of closures.
package struct StubResponseSession: ResponseSessionModule {
  package let readBack: @Sendable () throws -> StubResponseStore?
  package let load: @Sendable (RequestMessage, TaskKind, LoadCall) async throws -> ResponseMessage
  package var settle: @Sendable () async throws -> Void = {}
  package var onClose: @Sendable () -> Void = {}

  package init(
    readBack: @escaping @Sendable () throws -> StubResponseStore?,
    load: @escaping @Sendable (RequestMessage, TaskKind, LoadCall) async throws -> ResponseMessage,
    settle: @escaping @Sendable () async throws -> Void = {}, onClose: @escaping @Sendable () -> Void = {}
  ) { (self.readBack, self.load, self.settle, self.onClose) = (readBack, load, settle, onClose) }

  package func configuredStore() throws -> StubResponseStore? { try readBack() }
  package func load(_ request: RequestMessage, as kind: TaskKind) async throws -> ResponseMessage {
    try await load(request, kind, .delegate)
  }
  package func load(
    _ request: RequestMessage, as kind: TaskKind, through call: LoadCall
  ) async throws -> ResponseMessage { try await load(request, kind, call) }
  package func waitUntilIdle() async throws { try await settle() }
  package func close() { onClose() }
}

/// A cache whose stores and sessions are stubs.
package struct StubResponses: ResponseSessionFactory {
  /// Opens the store at the place with a name.
  package let open: @Sendable (String) -> StubResponseStore
  package let load: @Sendable (RequestMessage, StubResponseStore) async throws -> ResponseMessage

  package func openStore(at place: StorePlace, capacity: ByteCounts) -> StubResponseStore { open(place.name) }
  package func sharedStore() -> StubResponseStore { open("main") }
  package func makeSession(
    _ configuration: SessionConfiguration<StubResponseStore>
  ) -> any ResponseSessionModule<StubResponseStore> {
    let store = configuration.store ?? open("main")
    return StubResponseSession(readBack: { store }, load: { [load] request, _, _ in try await load(request, store) })
  }
}
