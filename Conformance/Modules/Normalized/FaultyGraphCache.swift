import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation
import ReferenceCache

/// What a client is made of, which a fault changes: all that it leaves alone is sound.
struct GraphParts: Sendable {
  typealias Transacted = [Result<GraphValue, any Error>]

  /// How the app makes the client.
  var configure: @Sendable (inout NormalizedConfiguration) -> Void = { _ in }
  /// How records are kept.
  var records = RecordParts()
  /// Whether they are kept so, or soundly.
  var keepsWrongly: @Sendable (OpenedRecords) throws -> Bool = { _ in true }
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

/// Records as a client opens them.
struct OpenedRecords {
  let sound: any RecordStore
  let configuration: NormalizedConfiguration
  /// Whether there was a file before.
  let wasThere: Bool
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

/// The reference's client with a fault.
struct FaultyGraphCache: QueryWatchingModule, DirectAccessModule {
  private struct State {
    var meant: [GraphOperation: GraphOperation] = [:]
    var watchers: [(query: GraphOperation, deliver: @Sendable (GraphResult) -> Void, told: Int)] = []
    var updates = 0
  }

  let sound: ReferenceGraphCache
  let records: any RecordStore
  let world: NormalizedWorld
  private let parts: GraphParts
  private let state: Remembered<State>

  init(_ parts: GraphParts, _ configuration: NormalizedConfiguration, in world: NormalizedWorld) throws {
    var configuration = configuration
    parts.configure(&configuration)
    let wasThere = FileManager.default.fileExists(atPath: configuration.file)
    let base = try configuration.records(usual: .memory) ?? MemoryRecordStore()
    let opened = OpenedRecords(sound: base, configuration: configuration, wasThere: wasThere)
    records = try parts.keepsWrongly(opened) ? FaultyRecords(base: base, parts: parts.records) : base
    let state = Remembered(State())
    sound = ReferenceGraphCache(configuration, records: records) { operation in
      try await world.send(state.with { $0.meant[operation] } ?? operation)
    }
    (self.world, self.parts, self.state) = (world, parts, state)
  }

  /// What is cached of a query, or nil.
  func cached(_ query: GraphOperation) async -> GraphValue? {
    try? await sound.transact([.read(query)]).first?.get()
  }

  func fetch(
    _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphAnswer) -> Void
  ) async throws {
    let call = FaultyFetch(query: seen(query), policy: parts.policy(policy), deliver: deliver, cache: self)
    guard policy != .returnCacheDataDontFetch else { return try await parts.fetch(call) }
    try await telling { try await parts.fetch(call) }
  }

  func perform(_ mutation: GraphOperation) async throws -> GraphAnswer {
    try await parts.perform(seen(mutation), self)
  }
  func clear() async throws { try await sound.clear() }
  func waitUntilIdle() async { await sound.waitUntilIdle() }
  func close() async { await sound.close() }

  func watch(
    _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphResult) -> Void
  ) async -> Int {
    let (query, parts, state) = (seen(query), parts, state)
    let number = state.with { state in
      state.watchers.append((query, deliver, 0))
      return state.watchers.count - 1
    }
    return await sound.watch(query, policy: parts.policy(policy)) { result in
      let telling = state.with { state in
        state.watchers[number].told += 1
        return Telling(
          isFirst: state.watchers[number].told == 1, isNewest: number == state.watchers.count - 1,
          isOfUpdate: state.updates > 0)
      }
      for _ in 0..<parts.times(telling) { deliver(result) }
    }
  }

  func cancel(_ watcher: Int) async { if parts.cancels { await sound.cancel(watcher) } }

  func transact(_ steps: [TransactionStep]) async throws -> GraphParts.Transacted {
    state.with { $0.updates += 1 }
    defer { state.with { $0.updates -= 1 } }
    return try await telling { try await parts.transact(steps.map { $0.replacingQuery(seen) }, self) }
  }

  /// Does something, and tells the watchers that heard nothing of it what they show, where a fault would have that.
  private func telling<Value>(_ work: () async throws -> Value) async throws -> Value {
    guard parts.tellsOfEveryWrite else { return try await work() }
    let before = state.with { $0.watchers.map(\.told) }
    let value = try await work()
    for (watcher, told) in zip(state.with(\.watchers), before) where watcher.told == told {
      if let data = await cached(watcher.query) { watcher.deliver(.success(GraphAnswer(data))) }
    }
    return value
  }

  /// The operation as the cache sees it.
  private func seen(_ operation: GraphOperation) -> GraphOperation {
    let seen = GraphOperation(operation.name, operation.fields.map(deeply), kind: operation.kind)
    state.with { $0.meant[seen] = operation }
    return seen
  }

  private func deeply(_ field: GraphField) -> GraphField {
    parts.field(
      GraphField(field.name, as: field.alias, field.arguments, field.fields.map(deeply), fragments: field.fragments))
  }
}

extension TransactionStep {
  /// The step with another query in place of its own.
  fileprivate func replacingQuery(_ replacement: (GraphOperation) -> GraphOperation) -> Self {
    switch self {
    case .read(let query): .read(replacement(query))
    case .update(let query, let change): .update(replacement(query), change)
    default: self
    }
  }
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
