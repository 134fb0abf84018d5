import CacheConformance
import CacheVocabulary
import ReferenceCache
import Synchronization

/// Storage whose values are not to be read by whoever finds them.
struct SecretStorage: Storage {
  let inner: any Storage

  func read(collection: String, key: String) throws(StorageError) -> [UInt8]? {
    try inner.read(collection: collection, key: key).map(Self.turned)
  }

  func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])] {
    try inner.readAll(collection: collection).map { ($0.key, Self.turned($0.value)) }
  }

  func apply(_ changes: [StorageChange]) throws(StorageError) {
    try inner.apply(
      changes.map { change in
        guard case .write(let collection, let key, let value) = change else { return change }
        return .write(collection: collection, key: key, value: Self.turned(value))
      })
  }

  func scrub() throws(StorageError) { try inner.scrub() }
  func close() { inner.close() }

  private static func turned(_ bytes: [UInt8]) -> [UInt8] { bytes.map { $0 ^ 0x5A } }
}

/// Writes that were begun, and are made when somebody waits for them.
final class WritingBehind: Sendable {
  private let store: @Sendable (StoredResponse, RequestMessage) async throws -> Void
  private let begun = Mutex<[(StoredResponse, RequestMessage)]>([])

  init(_ store: StubResponseStore) { self.store = store.store }

  func add(_ response: StoredResponse, _ request: RequestMessage) { begun.withLock { $0.append((response, request)) } }

  func writeAll() async throws {
    let writes = begun.withLock { begun in
      defer { begun = [] }
      return begun
    }
    for (response, request) in writes { try await store(response, request) }
  }
}
