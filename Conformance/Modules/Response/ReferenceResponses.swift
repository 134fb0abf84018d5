package import Foundation
import ReferenceCacheTransport
import Synchronization

extension ResponseAction: ShippedModules {
  package static func reference(on backend: Backend) -> ChapterImplementation {
    .responses { world in ReferenceResponses(backend: backend, world: world) }
  }

  /// The reference over HTTP on loopback, on SQLite, in real time.
  package static var overSockets: ChapterImplementation {
    .responses(over: .loopback) { world in
      let network = URLSessionTransport()
      return ReferenceResponses(backend: .sqlite, world: world, send: { request, _ in try await network.send(request) })
    }
  }

  package static var null: ChapterImplementation {
    .responses { _ in
      StubResponses(open: { _ in StubResponseStore() }, load: { request, _ in ResponseMessage(url: request.url) })
    }
  }

  package static var alwaysHit: ChapterImplementation {
    .responses { world in
      StubResponses(
        open: { place in StubResponseStore(always: world.world.storage.inMemory(place) { Memo(nil) }) },
        load: { request, store in
          if let first = try await store.find(request) { return first.response }
          let response = try await world.send(request)
          try await store.store(StoredResponse(response), request)
          return response
        })
    }
  }
}

/// The reference as a module.
package struct ReferenceResponses: ResponseSessionFactory {
  package let backend: Backend
  package let world: ResponseWorld
  /// Sends a request to the origin.
  package var send: @Sendable (RequestMessage, ResponseWorld) async throws -> ResponseMessage
  /// The current date for sessions.
  package var sessionDate: @Sendable (ResponseWorld) -> Date = \.now
  /// The storage that a store uses in place of the given one.
  package var storage: @Sendable (any CacheStorage) -> any CacheStorage = { $0 }
  /// How many responses to one URL a store keeps, or nil for its default.
  package var variantLimit: Int?
  /// Changes the configuration of sessions.
  package var configure: @Sendable (inout ResponseSession.Configuration) -> Void = { _ in }

  private let shared = SharedReferenceStore()

  package init(
    backend: Backend, world: ResponseWorld,
    send: @escaping @Sendable (RequestMessage, ResponseWorld) async throws -> ResponseMessage = {
      try await $1.send($0)
    }
  ) { (self.backend, self.world, self.send) = (backend, world, send) }

  package func openStore(at place: StorePlace, capacity: ByteCounts) throws -> ReferenceResponseStore {
    let storage = storage(try backend.open(place.name, in: world.world.storage))
    let now: @Sendable () -> Date = { [world] in world.now }
    let store =
      if let variantLimit {
        try ResponseStore(storage: storage, capacity: capacity, variantLimit: variantLimit, now: now)
      } else {
        try ResponseStore(storage: storage, capacity: capacity, now: now)
      }
    return ReferenceResponseStore(store: store, storage: storage)
  }

  package func sharedStore() throws -> ReferenceResponseStore {
    try shared.opened(in: world.world.run) {
      try openStore(at: world.world.storage.place("shared"), capacity: ByteCounts(memory: 1 << 20, disk: 4 << 20))
    }
  }

  package func makeSession(
    _ configuration: SessionConfiguration<ReferenceResponseStore>
  ) throws -> any ResponseSessionModule<ReferenceResponseStore> { try session(configuration) }

  package func session(_ configuration: SessionConfiguration<ReferenceResponseStore>) throws -> ReferenceResponseSession
  {
    let store = configuration.leavesStore ? try ownStore(of: configuration.kind) : configuration.store
    var made = ResponseSession.Configuration(
      kind: configuration.kind, store: store?.store, policy: configuration.policy ?? .useProtocolCachePolicy,
      willCache: configuration.willCache)
    configure(&made)
    return ReferenceResponseSession(
      store: store,
      session: ResponseSession(
        made, transport: { [send, world] in try await send($0, world) },
        now: { [sessionDate, world] in sessionDate(world) }))
  }

  /// The default store of a kind of session: the shared one or, for an ephemeral session, its own in memory.
  private func ownStore(of kind: SessionKind) throws -> ReferenceResponseStore {
    guard kind == .ephemeral else { return try sharedStore() }
    let storage = MemoryStorage()
    return ReferenceResponseStore(
      store: try ResponseStore(storage: storage, capacity: ByteCounts(memory: 1 << 20, disk: 0)) { [world] in world.now
      },
      storage: storage)
  }
}

/// The store that an app's sessions share. It is one object, because another would lack what is only in memory.
private final class SharedReferenceStore: Sendable {
  private struct Opened {
    var run = 0
    /// Weak, so that the store is closed once the app has ended and its files may be damaged.
    weak var store: ReferenceResponseStore?
  }

  private let last = Mutex(Opened())

  /// Returns the store of this run of the app, and opens it if nobody has it open.
  func opened(in run: Int, _ open: () throws -> ReferenceResponseStore) rethrows -> ReferenceResponseStore {
    try last.withLock { last in
      if last.run == run, let store = last.store { return store }
      let store = try open()
      last = Opened(run: run, store: store)
      return store
    }
  }
}

/// The reference's store of responses.
package final class ReferenceResponseStore: ResponseStoreModule, Sendable {
  package let store: ResponseStore
  fileprivate let storage: any CacheStorage

  fileprivate init(store: ResponseStore, storage: any CacheStorage) { (self.store, self.storage) = (store, storage) }

  package func storedResponse(for request: RequestMessage) throws -> StoredResponse? {
    try store.storedResponse(for: request)
  }
  package func store(_ response: StoredResponse, for request: RequestMessage) throws {
    try store.store(response, for: request)
  }
  package func removeResponse(for request: RequestMessage) throws { try store.removeResponse(for: request) }
  package func removeResponses(since date: Date) throws { try store.removeResponses(since: date) }
  package func removeAllResponses() throws { try store.removeAllResponses() }
  package func usage() -> ByteCounts { store.usage }
  package func capacity() -> ByteCounts { store.capacity }
  package func setCapacity(_ capacity: ByteCounts) throws { try store.setCapacity(capacity) }

  /// Does nothing, because no call leaves work in the background.
  package func waitUntilIdle() {}
  package func close() { storage.close() }
}

/// A session of the reference.
package struct ReferenceResponseSession: ResponseSessionModule {
  fileprivate let store: ReferenceResponseStore?
  fileprivate let session: ResponseSession

  package func configuredStore() -> ReferenceResponseStore? { store }
  package func load(_ request: RequestMessage, as kind: TaskKind) async throws -> ResponseMessage {
    try await session.load(request, as: kind)
  }
  package func waitUntilIdle() async { await session.waitUntilIdle() }
  package func close() { session.close() }
}
