import Foundation

extension NormalizedAction: ShippedModules {
  package static func reference(on backend: Backend) -> ChapterImplementation {
    .normalizedCaches { configuration, world in
      try ReferenceGraphCache(configuration, records: configuration.records(usual: backend)) {
        try await world.send($0)
      }
    }
  }

  package static var null: ChapterImplementation {
    .normalizedCaches { _, _ in StubGraphCache(answer: { _ in nil }, cached: { nil }) }
  }

  package static var alwaysHit: ChapterImplementation {
    .normalizedCaches { _, world in
      let first = world.world.storage.inMemory("first answer") { Memo<GraphAnswer?>(nil) }
      return StubGraphCache(
        answer: { operation in try await first.first { try await world.send(operation) } },
        cached: { first.value?.data })
    }
  }
}

extension NormalizedConfiguration {
  /// The records for this configuration, or nil to leave the choice to the cache.
  package func records(usual backend: Backend) throws -> (any RecordStore)? {
    switch (kind, backend) {
    case (.unnamed, _): nil
    case (.memory, _), (.usual, .memory): MemoryRecordStore()
    case (.sqlite, _), (.usual, .sqlite): try SQLiteRecordStore(file: URL(fileURLWithPath: try file))
    }
  }
}

/// The reference's graph cache as a module.
package struct ReferenceGraphCache: QueryWatchingModule, DirectAccessModule {
  /// Returns whether a key matches a removal pattern.
  package typealias Matches = @Sendable (_ key: String, _ pattern: String) -> Bool

  private let cache: GraphCache
  private let matches: Matches?

  /// Makes a client over these records and this server. It matches keys with patterns by `matches`, or as the cache
  /// does.
  package init(
    _ configuration: NormalizedConfiguration, records: (any RecordStore)?, matches: Matches? = nil,
    send: @escaping @Sendable (GraphOperation) async throws -> GraphAnswer
  ) {
    self.matches = matches
    let chosen = configuration.oldDataAfter
    let showsOldData: @Sendable (any Error) -> Bool = { ($0 as? OriginFailure).map(chosen.contains) ?? false }
    cache =
      if let records {
        GraphCache(records: records, keyOf: configuration.keyOf, showsOldData: showsOldData, send: send)
      } else {
        GraphCache(keyOf: configuration.keyOf, showsOldData: showsOldData, send: send)
      }
  }

  package func fetch(
    _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphAnswer) -> Void
  ) async throws {
    if let policy {
      try await cache.fetch(query, policy: policy, deliver: deliver)
    } else {
      try await cache.fetch(query, deliver: deliver)
    }
  }

  package func perform(_ mutation: GraphOperation) async throws -> GraphAnswer { try await cache.perform(mutation) }
  package func clear() async throws { try await cache.clear() }
  package func waitUntilIdle() async { await cache.waitUntilIdle() }
  package func close() async { await cache.close() }

  package func watch(
    _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphResult) -> Void
  ) async -> Int {
    if let policy {
      await cache.watch(query, policy: policy, deliver: deliver)
    } else {
      await cache.watch(query, deliver: deliver)
    }
  }

  package func cancel(_ watcher: Int) async { await cache.cancel(watcher) }

  package func transact(_ steps: [TransactionStep]) async throws -> [Result<GraphValue, any Error>] {
    try await cache.transaction { [matches] transaction in
      var results: [Result<GraphValue, any Error>] = []
      for step in steps {
        switch step {
        case .read(let query): results.append(Result { try transaction.read(query) })
        case .readObject(let fragment, let key):
          results.append(Result { try transaction.read(fragment, key: key) })
        case .update(let query, let change): try transaction.update(query) { $0 = try change.applied(to: $0) }
        case .updateObject(let fragment, let key, let change):
          try transaction.update(fragment, key: key) { $0 = try change.applied(to: $0) }
        case .remove(let key): transaction.removeObject(for: key)
        case .removeMatching(let pattern):
          if let matches {
            try transaction.removeObjects { matches($0.text, pattern) }
          } else {
            try transaction.removeObjects(matching: pattern)
          }
        case .fail: throw TransactionAbandoned()
        }
      }
      return results
    }
  }
}

/// A client with fixed answers: one for every operation, one for every read of its cache.
private struct StubGraphCache: QueryWatchingModule, DirectAccessModule, IdleModule {
  let answer: @Sendable (GraphOperation) async throws -> GraphAnswer?
  let cached: @Sendable () -> GraphValue?

  func fetch(
    _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphAnswer) -> Void
  ) async throws {
    if let answer = try await answer(query) { deliver(answer) }
  }
  func perform(_ mutation: GraphOperation) async throws -> GraphAnswer {
    try await answer(mutation) ?? GraphAnswer(nil)
  }
  func watch(
    _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphResult) -> Void
  ) async throws {
    if let answer = try await answer(query) { deliver(.success(answer)) }
  }
  func cancel(_ watcher: Void) {}
  func transact(_ steps: [TransactionStep]) -> [Result<GraphValue, any Error>] {
    cached().map { data in steps.map { _ in .success(data) } } ?? []
  }
  func clear() {}
}
