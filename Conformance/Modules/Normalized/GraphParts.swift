import CacheConformance
import CacheSpec
import CacheVocabulary
import ReferenceCache

/// What a client is made of, which a fault changes: all that it leaves alone is sound.
struct GraphParts: Sendable {
  typealias Transacted = [Result<GraphValue, any Error>]

  /// How the app makes the client.
  var configure: @Sendable (inout NormalizedConfiguration) -> Void = { _ in }
  /// How records are kept.
  var records = RecordParts()
  /// Whether a client keeps its records wrongly: it may depend on how the client is made, on what it finds stored, and on
  /// whether its file was there before.
  var keepsWrongly: @Sendable (NormalizedConfiguration, any RecordStore, _ wasThere: Bool) throws -> Bool = {
    _, _, _ in true
  }
  /// A field as the cache sees it. The server is asked for the one that was meant.
  var field: @Sendable (GraphField) -> GraphField = { $0 }
  /// The policy that is taken for a policy.
  var policy: @Sendable (QueryCachePolicy?) -> QueryCachePolicy? = { $0 }
  /// Fetches a query.
  var fetch: @Sendable (FaultyFetch) async throws -> Void = { try await $0.soundly() }
  /// Performs a mutation.
  var perform: @Sendable (GraphOperation, FaultyGraphCache) async throws -> GraphAnswer = {
    try await $1.sound.perform($0)
  }
  /// How often a watcher is told what it should be told once.
  var times: @Sendable (Telling) -> Int = { _ in 1 }
  /// Whether watchers hear of writes that change nothing of theirs.
  var tellsOfEveryWrite = false
  /// Whether a watcher can be cancelled.
  var cancels = true
  /// Runs a transaction.
  var transact: @Sendable ([TransactionStep], FaultyGraphCache) async throws -> Transacted = {
    try await $1.sound.transact($0)
  }

  /// Takes a policy for another.
  mutating func mix(_ policy: QueryCachePolicy?, with other: QueryCachePolicy) {
    self.policy = { $0 == policy ? other : $0 }
  }

  /// Takes a kind of cache for another.
  mutating func mix(_ kind: CacheKind, with other: CacheKind) {
    configure = { if $0.kind == kind { $0.kind = other } }
  }

  /// Gives objects other keys.
  mutating func key(_ change: @escaping @Sendable (_ given: String?, _ object: [String: GraphValue]) -> String?) {
    configure = { configuration in
      let given = configuration.keyOf
      configuration.keyOf = { change(given?($0), $0) }
    }
  }

  /// Does something else, or nothing, in place of a step of a transaction.
  mutating func step(_ change: @escaping @Sendable (TransactionStep, any RecordStore) throws -> [TransactionStep]) {
    transact = { steps, cache in
      try await cache.sound.transact(steps.flatMap { try change($0, cache.records) })
    }
  }

  /// Matches keys with patterns in another way.
  mutating func match(_ matches: @escaping @Sendable (_ key: String, _ pattern: String) -> Bool) {
    step { step, records in
      guard case .removeMatching(let pattern) = step else { return [step] }
      return try records.keys().map(\.text).filter { matches($0, pattern) }.map(TransactionStep.remove)
    }
  }
}

/// A fetch that a fault may change.
struct FaultyFetch: Sendable {
  let query: GraphOperation
  let policy: QueryCachePolicy?
  let deliver: @Sendable (GraphAnswer) -> Void
  let cache: FaultyGraphCache

  /// Fetches soundly.
  func soundly() async throws { try await under(policy) }

  /// Fetches under another policy.
  func under(_ policy: QueryCachePolicy?) async throws {
    try await cache.sound.fetch(query, policy: policy, deliver: deliver)
  }

  /// What is cached of the query, or nil.
  func cached() async -> GraphValue? { await cache.cached(query) }
}

/// A moment at which a watcher is told something.
struct Telling: Sendable {
  /// Whether it is told for the first time.
  let isFirst: Bool
  /// Whether no watcher came after it.
  let isNewest: Bool
  /// Whether a transaction is what it is told of.
  let isOfUpdate: Bool
}

extension Fault {
  /// The reference's client, with parts of it changed. They are changed anew for each client that is made.
  static func graph(
    _ rules: RuleID..., is name: String, seenIn: String? = nil, _ change: @escaping @Sendable (inout GraphParts) -> Void
  ) -> Fault {
    Fault(
      rules, name, seenIn: seenIn,
      .normalizedCaches { configuration, world in
        var parts = GraphParts()
        change(&parts)
        return try FaultyGraphCache(parts, configuration, in: world)
      })
  }
}
