import Synchronization

/// Pending writes, which are made when a caller waits for them.
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
