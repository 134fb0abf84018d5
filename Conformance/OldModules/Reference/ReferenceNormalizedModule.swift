package import CacheConformance
package import CacheSpec
package import CacheVocabulary
import Foundation
package import ReferenceCache

/// The reference's normalized cache as a module.
package struct ReferenceNormalizedCache<Usual: ReferenceBackend>: QueryWatchingModule, DirectAccessModule {
  private let cache: NormalizedCache

  package static var lacking: [Capability: String] { [:] }

  package static func open(_ configuration: NormalizedConfiguration, in world: NormalizedWorld) throws -> Self {
    Self(configuration, records: try records(configuration)) { try await world.send($0) }
  }

  /// The records that a configuration names, or nil where it leaves them to the cache.
  package static func records(_ configuration: NormalizedConfiguration) throws -> (any RecordStore)? {
    switch configuration.kind == .usual ? Usual.kind : configuration.kind {
    case .usual, .unnamed: nil
    case .memory: MemoryRecordStore()
    case .sqlite: try SQLiteRecordStore(file: URL(fileURLWithPath: configuration.file))
    }
  }

  /// Makes a client over these records that asks this server.
  package init(
    _ configuration: NormalizedConfiguration, records: (any RecordStore)?,
    send: @escaping @Sendable (GraphOperation) async throws -> GraphAnswer
  ) {
    let chosen = configuration.oldDataAfter
    let showsOldData: @Sendable (any Error) -> Bool = { ($0 as? OriginFailure).map(chosen.contains) ?? false }
    cache =
      if let records {
        NormalizedCache(records: records, keyOf: configuration.keyOf, showsOldData: showsOldData, send: send)
      } else {
        NormalizedCache(keyOf: configuration.keyOf, showsOldData: showsOldData, send: send)
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
  package func settle() async { await cache.settle() }
  package func close() async { await cache.close() }

  package func watch(
    _ query: GraphOperation, policy: QueryCachePolicy?,
    deliver: @escaping @Sendable (Result<GraphAnswer, any Error>) -> Void
  ) async -> Int {
    if let policy {
      await cache.watch(query, policy: policy, deliver: deliver)
    } else {
      await cache.watch(query, deliver: deliver)
    }
  }

  package func cancel(_ watcher: Int) async { await cache.cancel(watcher) }

  package func transact(_ steps: [TransactionStep]) async throws -> [Result<GraphValue, any Error>] {
    try await cache.transaction { transaction in
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
        case .removeMatching(let pattern): try transaction.removeObjects(matching: pattern)
        case .fail: throw TransactionAbandoned()
        }
      }
      return results
    }
  }
}
