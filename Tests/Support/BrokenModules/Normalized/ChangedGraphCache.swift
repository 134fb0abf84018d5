import Foundation

/// The reference's client with some of its parts changed.
struct ChangedGraphCache: QueryWatchingModule, DirectAccessModule {
  private struct State {
    var meant: [GraphOperation: GraphOperation] = [:]
    var watchers: [ChangedWatcher] = []
    var updates = 0
  }

  let sound: ReferenceGraphCache
  let records: any RecordStore
  let background: Background
  /// Asks the server, bypassing the cache.
  let ask: GraphParts.Send
  private let parts: GraphParts
  private let state: Memo<State>
  private let written: Memo<Set<String>>

  init(_ parts: GraphParts, _ configuration: NormalizedConfiguration, in world: NormalizedWorld) throws {
    var configuration = configuration
    try parts.configure(&configuration)
    if let keyOf = configuration.keyOf {
      configuration.keyOf = { [prefix = parts.prefix] in keyOf($0).map { prefix + $0 } }
    }
    let wasThere = FileManager.default.fileExists(atPath: try configuration.file)
    let base = try parts.open { [configuration] in
      try configuration.records(usual: parts.usual) ?? MemoryRecordStore()
    }
    let isChanged = try parts.changesRecords(configuration, base, wasThere)
    let (state, written) = (Memo(State()), Memo<Set<String>>([]))
    records = ChangedRecords(base: base, parts: isChanged ? parts.records : RecordParts()) { keys in
      written.change { $0.formUnion(keys) }
    }
    ask = { operation in
      try await parts.send(state.change { $0.meant[operation] } ?? operation) { try await world.send($0) }
    }
    sound = ReferenceGraphCache(configuration, records: records, matches: parts.matchesShown, send: ask)
    (self.parts, self.state, self.written, background) = (parts, state, written, parts.background)
  }

  /// The cached data of a query, or nil.
  func cached(_ query: GraphOperation) async -> GraphValue? {
    try? await sound.transact([.read(query)]).first?.get()
  }

  func fetch(
    _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphAnswer) -> Void
  ) async throws {
    let call = GraphFetch(query: seen(query), policy: parts.policy(policy), deliver: deliver, cache: self)
    guard policy != .returnCacheDataDontFetch else { return try await parts.fetch(call) }
    try await telling { try await parts.fetch(call) }
  }

  func perform(_ mutation: GraphOperation) async throws -> GraphAnswer {
    try await parts.perform(seen(mutation), self)
  }
  func clear() async throws { try await parts.clear(self) }
  func waitUntilIdle() async {
    await sound.waitUntilIdle()
    await background.waitForAll()
  }
  func close() async {
    await sound.close()
    await background.waitForAll()
  }

  // MARK: Watchers

  func watch(
    _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphResult) -> Void
  ) async -> Int {
    let (query, parts, state) = (seen(query), parts, state)
    let number = state.change { state in
      state.watchers.append(ChangedWatcher(query: query, policy: policy, deliver: deliver))
      return state.watchers.count - 1
    }
    let id = await sound.watch(query, policy: parts.policy(parts.watcherPolicy(policy))) { [self] result in
      let telling = state.change { state in
        defer { state.watchers[number].results.append(result) }
        return Telling(
          result: result, before: state.watchers[number].results, place: number,
          isNewest: number == state.watchers.count - 1, isDuringTransaction: state.updates > 0)
      }
      for _ in 0..<parts.times(telling) {
        parts.tell(
          GraphNews(query: query, result: result, telling: telling, cache: self) { result in
            state.change { $0.watchers[number].deliver }?(result)
          })
      }
    }
    state.change { $0.watchers[number].id = id }
    return number
  }

  func cancel(_ watcher: Int) async { await parts.cancel(watcher, self) }

  /// Cancels a watcher as the reference does.
  func cancelSoundly(_ watcher: Int) async {
    let id = state.change { state in
      if !parts.keepsHandler(state.watchers[watcher]) { state.watchers[watcher].deliver = nil }
      return state.watchers[watcher].id
    }
    if let id { await sound.cancel(id) }
  }

  /// The policy that was passed for a watcher.
  func policy(of watcher: Int) -> QueryCachePolicy? { state.value.watchers[watcher].policy }

  // MARK: Transactions

  func transact(_ steps: [TransactionStep]) async throws -> GraphParts.Transacted {
    state.change { $0.updates += 1 }
    defer { state.change { $0.updates -= 1 } }
    let mapped = try steps.map { try $0.replacingQuery(seen).mapped(parts.prefix, records) }
    return try await telling { try await parts.transact(mapped, self) }
  }

  /// Does some work, and then notifies watchers that were not notified of it, if the parts require that.
  private func telling<Value>(_ work: () async throws -> Value) async throws -> Value {
    let before = state.change { $0.watchers.map(\.results.count) }
    written.value = []
    let value = try await work()
    let written = written.value
    for (watcher, told) in zip(state.value.watchers, before) where watcher.results.count == told {
      guard let deliver = watcher.deliver, parts.tells(GraphWrite(records: written, watcher: watcher)),
        let data = await cached(watcher.query)
      else { continue }
      deliver(.success(GraphAnswer(data)))
    }
    return value
  }

  /// The operation as the parts change it for the cache.
  private func seen(_ operation: GraphOperation) -> GraphOperation {
    let seen = GraphOperation(operation.name, parts.selection(operation.fields).map(deeply), kind: operation.kind)
    state.change { $0.meant[seen] = operation }
    return seen
  }

  private func deeply(_ field: GraphField) -> GraphField {
    parts.field(
      GraphField(field.name, as: field.alias, field.arguments, field.fields.map(deeply), fragments: field.fragments))
  }
}

/// A watcher of a changed client.
struct ChangedWatcher: Sendable {
  let query: GraphOperation
  /// The policy that was passed for its first result.
  let policy: QueryCachePolicy?
  /// The closure that receives the results. Nil once the watcher is cancelled.
  var deliver: (@Sendable (GraphResult) -> Void)?
  /// Its id in the reference.
  var id: Int?
  /// The results for it, including those that were not delivered.
  var results: [GraphResult] = []
}

extension TransactionStep {
  /// The step with its query replaced.
  fileprivate func replacingQuery(_ replacement: (GraphOperation) -> GraphOperation) -> Self {
    switch self {
    case .read(let query): .read(replacement(query))
    case .update(let query, let change): .update(replacement(query), change)
    default: self
    }
  }
}
