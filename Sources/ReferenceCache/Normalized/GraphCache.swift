public import CacheVocabulary
/// The server answered without data.
public struct GraphServerErrors: DescribedError, Hashable {
  /// The server's messages.
  public let errors: [String]

  public var description: String {
    "the server answered without data; its errors: \(errors)"
  }
}

/// A client's cache of an object graph.
///
/// From Apollo's 'Client-side caching'. A transaction and the calls to watchers that follow it run as one turn of the
/// actor, so nothing happens in between. An answer with errors is not stored, not even its data, because a failed field
/// would be read as null from then on.
public actor GraphCache {
  private let records: any RecordStore
  private let keyOf: ObjectKeyFunction?
  private let showsOldData: @Sendable (any Error) -> Bool
  private let send: @Sendable (GraphOperation) async throws -> GraphAnswer
  private var watchers = Watchers()
  private var firstFetches: [Int: Task<Void, Never>] = [:]

  /// Makes a cache over records, in memory by default.
  ///
  /// - Parameters:
  ///   - records: where the records are kept.
  ///   - keyOf: returns the key of an object. Without it, objects are keyed by their paths.
  ///   - showsOldData: returns whether a fetch that failed with an error is tried again with the cache alone.
  ///   - send: sends an operation to the server.
  public init(
    records: any RecordStore = MemoryRecordStore(), keyOf: ObjectKeyFunction? = nil,
    showsOldData: @escaping @Sendable (any Error) -> Bool = { _ in false },
    send: @escaping @Sendable (GraphOperation) async throws -> GraphAnswer
  ) {
    self.records = records
    self.keyOf = keyOf
    self.showsOldData = showsOldData
    self.send = send
  }

  // MARK: Fetching

  /// Fetches a query. Results are delivered in order; after an error there are no more.
  public func fetch(
    _ query: GraphOperation, policy: QueryCachePolicy = .returnCacheDataElseFetch,
    deliver: @escaping @Sendable (GraphAnswer) -> Void
  ) async throws {
    try await follow(policy, query, watcher: nil) { result in
      if case .success(let answer) = result { deliver(answer) }
    }
  }

  /// Performs a mutation, always on the server, and merges its result into the cache.
  public func perform(_ mutation: GraphOperation) async throws -> GraphAnswer {
    let answer = try await ask(mutation)
    try store(answer, Reading(mutation), besides: nil)
    return answer
  }

  private func follow(
    _ policy: QueryCachePolicy, _ query: GraphOperation, watcher: Int?,
    _ deliver: @escaping @Sendable (GraphResult) -> Void
  ) async throws {
    let reading = Reading(query)
    do {
      try await Plan(policy).follow { @Sendable [self] move in
        try await make(move, query, reading, watcher: watcher, deliver)
      }
    } catch {
      guard showsOldData(error), !Task.isCancelled, let old = try? look(reading, watcher: watcher).get() else {
        throw error
      }
      tell(watcher, old, deliver)
    }
  }

  /// Makes a move of a plan. The data that it finds is stored and delivered in one turn.
  private func make(
    _ move: Move, _ query: GraphOperation, _ reading: Reading, watcher: Int?,
    _ deliver: @Sendable (GraphResult) -> Void
  ) async throws -> Void? {
    switch move {
    case .any, .young, .anyThenAskBehind: tell(watcher, try look(reading, watcher: watcher).get(), deliver)
    case .anyFirst:
      if case .success(let cached) = look(reading, watcher: watcher) { tell(watcher, cached, deliver) }
      return nil
    case .ask, .askPastCaches, .confirm:
      let answer = try await ask(query)
      try store(answer, reading, besides: watcher)
      _ = look(reading, watcher: watcher)
      tell(watcher, answer, deliver)
    case .askWithoutStoring:
      let answer = try await ask(query)
      _ = look(reading, watcher: watcher)
      tell(watcher, answer, deliver)
    case .bundled: return nil
    }
    return ()
  }

  private func ask(_ operation: GraphOperation) async throws -> GraphAnswer {
    let answer = try await send(operation)
    // A caller that cancelled wants neither the answer nor an effect of it on the cache.
    try Task.checkCancellation()
    guard answer.data != nil else { throw GraphServerErrors(errors: answer.errors) }
    return answer
  }

  private func store(_ answer: GraphAnswer, _ reading: Reading, besides watcher: Int?) throws {
    guard let data = answer.data, answer.errors.isEmpty else { return }
    let transaction = GraphTransaction(records, keyOf: keyOf)
    try transaction.write(data, reading)
    refresh(watchers.showing(try transaction.commit()).filter { $0 != watcher })
  }

  /// Looks data up, and records which fields a watcher shows.
  private func look(_ reading: Reading, watcher: Int?) -> Result<GraphAnswer, any Error> {
    let result = GraphTransaction(records, keyOf: keyOf).read(reading)
    if let watcher { watchers.show(result.fields, for: watcher) }
    return result.data.map { GraphAnswer($0) }
  }

  private func tell(_ watcher: Int?, _ answer: GraphAnswer, _ deliver: @Sendable (GraphResult) -> Void) {
    if let watcher { watchers.tell(watcher, .success(answer)) } else { deliver(.success(answer)) }
  }

  // MARK: Watching

  /// Watches a query: delivers its first result as `fetch` does, then one for each change to the data that it shows.
  ///
  /// A watcher whose data goes missing receives the miss once, and a result when the data is complete again.
  ///
  /// - Returns: the id to pass to `cancel`.
  public func watch(
    _ query: GraphOperation, policy: QueryCachePolicy = .returnCacheDataElseFetch,
    deliver: @escaping @Sendable (GraphResult) -> Void
  ) -> Int {
    let id = watchers.add(.init(reading: Reading(query), deliver: deliver))
    firstFetches[id] = Task {
      do {
        try await follow(policy, query, watcher: id, deliver)
      } catch {
        if !Task.isCancelled { watchers.tell(id, .failure(error)) }
      }
      firstFetches[id] = nil
    }
    return id
  }

  /// Ends a watcher. It is not called again.
  public func cancel(_ watcher: Int) {
    watchers.remove(watcher)
    firstFetches[watcher]?.cancel()
  }

  /// Reads what watchers show, and calls them with the result. A watcher that already received a miss does not receive
  /// another.
  private func refresh(_ ids: [Int]) {
    for id in ids {
      guard let watcher = watchers[id] else { continue }
      switch look(watcher.reading, watcher: id) {
      case .success(let answer): watchers.tell(id, .success(answer))
      case .failure(let error): if !watcher.isMissing { watchers.tell(id, .failure(error)) }
      }
    }
  }

  // MARK: Direct access

  /// Runs a transaction. Nothing happens between its parts, and if its body throws, nothing of it is kept.
  public func transaction<Result: Sendable>(
    _ body: @Sendable (GraphTransaction) throws -> Result
  ) throws -> Result {
    let transaction = GraphTransaction(records, keyOf: keyOf)
    let result = try body(transaction)
    refresh(watchers.showing(try transaction.commit()))
    return result
  }

  /// Removes everything.
  ///
  /// - Throws: an error if the records cannot be removed, or were removed but remain in the log of a file for now.
  public func clear() throws {
    // Watchers are called about the removed records, whether or not they can be scrubbed.
    defer { refresh(watchers.all) }
    try records.removeAll()
  }

  /// Waits until the first fetch of every watcher has finished.
  public func waitUntilIdle() async {
    while let fetch = firstFetches.values.first { await fetch.value }
  }

  /// Ends every watcher and closes the records. The cache must not be used afterwards.
  public func close() {
    for id in watchers.all { cancel(id) }
    records.close()
  }
}
