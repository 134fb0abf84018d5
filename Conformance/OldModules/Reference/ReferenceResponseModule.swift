package import CacheConformance
package import CacheSpec
package import CacheVocabulary
package import Foundation
package import ReferenceCache

/// The reference's store of responses as a module.
package struct ReferenceResponseStore<Backend: ReferenceBackend>: ResponseStoreModule {
  package let store: ResponseStore
  private let storage: any Storage

  package static var lacking: [Capability: String] { [:] }

  package static func open(at place: StorePlace, capacity: ByteCounts, in world: ResponseWorld) throws -> Self {
    let storage = try Backend.open(place.name, in: world.world.storage)
    return Self(storage: storage, store: try ResponseStore(storage: storage, capacity: capacity) { world.now })
  }

  package init(storage: any Storage, store: ResponseStore) {
    self.storage = storage
    self.store = store
  }

  package func storedResponse(for request: HTTPRequest) throws -> StoredResponse? {
    try store.storedResponse(for: request)
  }
  package func store(_ response: StoredResponse, for request: HTTPRequest) throws {
    try store.store(response, for: request)
  }
  package func removeResponse(for request: HTTPRequest) throws { try store.removeResponse(for: request) }
  package func removeResponses(since date: Date) throws { try store.removeResponses(since: date) }
  package func removeAllResponses() throws { try store.removeAllResponses() }
  package func usage() -> ByteCounts { store.usage }
  package func capacity() -> ByteCounts { store.capacity }
  package func setCapacity(_ capacity: ByteCounts) throws { try store.setCapacity(capacity) }

  /// Nothing goes on behind a call.
  package func settle() {}
  package func close() { storage.close() }
}

/// The reference's loader as a module.
package struct ReferenceResponseLoader<Backend: ReferenceBackend>: ResponseLoaderModule {
  private let session: ResponseSession
  private let store: ReferenceResponseStore<Backend>?

  package static var transport: Transport { .inProcess }

  package static func sharedStore(in world: ResponseWorld) throws -> ReferenceResponseStore<Backend> {
    try .open(at: world.world.storage.place("shared"), capacity: ByteCounts(memory: 1 << 20, disk: 4 << 20), in: world)
  }

  package init(_ configuration: SessionConfiguration<ReferenceResponseStore<Backend>>, in world: ResponseWorld) {
    store = configuration.store
    session = ResponseSession(
      ResponseSession.Configuration(
        kind: configuration.kind, store: configuration.store?.store,
        policy: configuration.policy ?? .useProtocolCachePolicy, willCache: configuration.willCache),
      transport: { try await world.send($0) }, now: { world.now })
  }

  package func configuredStore() -> ReferenceResponseStore<Backend>? { store }
  package func load(_ request: HTTPRequest, as kind: TaskKind) async throws -> HTTPResponse {
    try await session.load(request, as: kind)
  }
  package func close() {}
}
