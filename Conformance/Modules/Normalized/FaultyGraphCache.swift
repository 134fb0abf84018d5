import CacheConformance
import CacheVocabulary
import Foundation
import ReferenceCache

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
    let isFaulty = try parts.keepsWrongly(configuration, base, wasThere)
    records = isFaulty ? FaultyRecords(base: base, parts: parts.records) : base
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
