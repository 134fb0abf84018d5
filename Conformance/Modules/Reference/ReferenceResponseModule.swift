import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation
import ReferenceCache

/// The reference's store of responses as a module.
struct ReferenceResponseStore<Backend: ReferenceBackend>: ResponseStoreModule {
  let store: ResponseStore
  private let storage: any Storage

  static var lacking: [Capability: String] { [:] }

  static func open(at place: StorePlace, capacity: ByteCounts, in world: ResponseWorld) throws -> Self {
    let storage = try Backend.open(place.name, in: world.world.storage)
    return Self(storage: storage, store: try ResponseStore(storage: storage, capacity: capacity) { world.now })
  }

  init(storage: any Storage, store: ResponseStore) {
    self.storage = storage
    self.store = store
  }

  func storedResponse(for request: HTTPRequest) throws -> StoredResponse? { try store.storedResponse(for: request) }
  func store(_ response: StoredResponse, for request: HTTPRequest) throws { try store.store(response, for: request) }
  func removeResponse(for request: HTTPRequest) throws { try store.removeResponse(for: request) }
  func removeResponses(since date: Date) throws { try store.removeResponses(since: date) }
  func removeAllResponses() throws { try store.removeAllResponses() }
  func usage() -> ByteCounts { store.usage }
  func capacity() -> ByteCounts { store.capacity }
  func setCapacity(_ capacity: ByteCounts) throws { try store.setCapacity(capacity) }

  /// Nothing goes on behind a call.
  func settle() {}
  func close() { storage.close() }
}

/// The reference's loader as a module.
struct ReferenceResponseLoader<Backend: ReferenceBackend>: ResponseLoaderModule {
  private let session: ResponseSession
  private let store: ReferenceResponseStore<Backend>?

  static var transport: Transport { .inProcess }

  static func sharedStore(in world: ResponseWorld) throws -> ReferenceResponseStore<Backend> {
    try .open(at: world.place("shared"), capacity: ByteCounts(memory: 1 << 20, disk: 4 << 20), in: world)
  }

  init(_ configuration: SessionConfiguration<ReferenceResponseStore<Backend>>, in world: ResponseWorld) {
    store = configuration.store
    session = ResponseSession(
      ResponseSession.Configuration(
        kind: configuration.kind, store: configuration.store?.store,
        policy: configuration.policy ?? .useProtocolCachePolicy, willCache: configuration.willCache),
      transport: { try await world.send($0) }, now: { world.now })
  }

  func configuredStore() -> ReferenceResponseStore<Backend>? { store }
  func load(_ request: HTTPRequest, as kind: TaskKind) async throws -> HTTPResponse {
    try await session.load(request, as: kind)
  }
  func close() {}
}
