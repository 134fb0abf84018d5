/// The parts of a client. By default, every part does what the reference does.
package struct GraphParts: ModuleParts {
  typealias Transacted = [Result<GraphValue, any Error>]
  typealias Send = @Sendable (GraphOperation) async throws -> GraphAnswer

  /// Changes the app's configuration of the client. Throws if such a client cannot be made.
  var configure: @Sendable (inout NormalizedConfiguration) throws -> Void = { _ in }
  /// The backend of a client whose configuration leaves the kind of cache to the module.
  var usual = Backend.memory
  /// Opens the records.
  var open: @Sendable (_ sound: @escaping @Sendable () throws -> any RecordStore) throws -> any RecordStore = {
    try $0()
  }
  /// How records are stored.
  var records = RecordParts()
  /// Whether `records` applies to a client. This may depend on its configuration, on the records that it finds, and on
  /// whether its file existed.
  var changesRecords: @Sendable (NormalizedConfiguration, any RecordStore, _ wasThere: Bool) throws -> Bool = {
    _, _, _ in true
  }
  /// Replaces a field in the cache. The server still receives the original one.
  var field: @Sendable (GraphField) -> GraphField = { $0 }
  /// Replaces what an operation selects in the cache.
  var selection: @Sendable ([GraphField]) -> [GraphField] = { $0 }
  /// Replaces the policy of a fetch or watcher.
  var policy: @Sendable (QueryCachePolicy?) -> QueryCachePolicy? = { $0 }
  /// Replaces the policy of a watcher.
  var watcherPolicy: @Sendable (QueryCachePolicy?) -> QueryCachePolicy? = { $0 }
  /// Sends an operation to the server.
  var send: @Sendable (GraphOperation, _ sound: @escaping Send) async throws -> GraphAnswer = { try await $1($0) }
  /// Fetches a query.
  var fetch: @Sendable (GraphFetch) async throws -> Void = { try await $0.soundly() }
  /// Performs a mutation.
  var perform: @Sendable (GraphOperation, ChangedGraphCache) async throws -> GraphAnswer = {
    try await $1.sound.perform($0)
  }
  /// Removes everything.
  var clear: @Sendable (ChangedGraphCache) async throws -> Void = { try await $0.sound.clear() }
  /// How often a watcher is called with a result that it should receive once.
  var times: @Sendable (Telling) -> Int = { _ in 1 }
  /// Calls a watcher.
  var tell: @Sendable (GraphNews) -> Void = { $0.deliver($0.result) }
  /// Whether a watcher that is not notified of a write is notified all the same.
  var tells: @Sendable (GraphWrite) -> Bool = { _ in false }
  /// Cancels a watcher.
  var cancel: @Sendable (Int, ChangedGraphCache) async -> Void = { await $1.cancelSoundly($0) }
  /// Whether the closure of a cancelled watcher is kept.
  var keepsHandler: @Sendable (ChangedWatcher) -> Bool = { _ in false }
  /// Runs a transaction.
  var transact: @Sendable ([TransactionStep], ChangedGraphCache) async throws -> Transacted = {
    try await $1.sound.transact($0)
  }
  /// How keys are matched with patterns, as far as the documents leave a choice.
  var pattern = GraphPattern()
  /// How keys are matched with patterns, or nil to use `pattern`.
  var matches: ReferenceGraphCache.Matches?
  /// A prefix of each stored key, which is not visible outside.
  var prefix = ""
  /// The work in the background of the calls.
  let background = Background()

  /// Uses one policy in place of another.
  mutating func mix(_ policy: QueryCachePolicy?, with other: QueryCachePolicy) {
    self.policy = { $0 == policy ? other : $0 }
  }

  /// Wraps how operations are sent.
  mutating func sending(
    _ other: @escaping @Sendable (GraphOperation, _ inner: @escaping Send) async throws -> GraphAnswer
  ) {
    let inner = send
    send = { operation, sound in try await other(operation) { try await inner($0, sound) } }
  }

  /// Wraps how queries are fetched.
  mutating func fetching(
    _ other: @escaping @Sendable (GraphFetch, _ inner: @Sendable (GraphFetch) async throws -> Void) async throws -> Void
  ) {
    let inner = fetch
    fetch = { try await other($0, inner) }
  }

  /// Wraps how watchers are called.
  mutating func telling(
    _ other: @escaping @Sendable (GraphNews, _ inner: @escaping @Sendable (GraphNews) -> Void) -> Void
  ) {
    let inner = tell
    tell = { other($0, inner) }
  }

  /// Uses one kind of cache in place of another.
  mutating func mix(_ kind: CacheKind, with other: CacheKind) {
    configure = { if $0.kind == kind { $0.kind = other } }
  }

  /// Changes the keys of objects.
  mutating func key(_ change: @escaping @Sendable (_ given: String?, _ object: [String: GraphValue]) -> String?) {
    configure = { configuration in
      let given = configuration.keyOf
      configuration.keyOf = { change(given?($0), $0) }
    }
  }

  /// Counts the transactions that are under way.
  mutating func transactionsUnderWay() -> Memo<Int> {
    let (count, inner) = (Memo(0), transact)
    transact = { steps, cache in try await count.counting { try await inner(steps, cache) } }
    return count
  }

  /// Counts the mutations that are under way.
  mutating func mutationsUnderWay() -> Memo<Int> {
    let (count, inner) = (Memo(0), perform)
    perform = { mutation, cache in try await count.counting { try await inner(mutation, cache) } }
    return count
  }

  /// Counts the fetches that are under way, other than those of watchers.
  mutating func fetchesUnderWay() -> Memo<Int> {
    let (count, inner) = (Memo(0), fetch)
    fetch = { call in try await count.counting { try await inner(call) } }
    return count
  }

  /// Records the app's configuration of the client.
  mutating func configured() -> Memo<NormalizedConfiguration?> {
    let (said, inner) = (Memo<NormalizedConfiguration?>(nil), configure)
    configure = { configuration in
      said.change { [configuration] in $0 = configuration }
      try inner(&configuration)
    }
    return said
  }

  /// Changes the arguments of fields.
  mutating func arguments(_ change: @escaping @Sendable ([GraphArgument]) -> [GraphArgument]) {
    field = { field in
      GraphField(
        field.name, as: field.alias, change(field.arguments), field.fields, fragments: field.fragments)
    }
  }

  /// Replaces a step of a transaction by others, or by none.
  mutating func step(_ change: @escaping @Sendable (TransactionStep, any RecordStore) throws -> [TransactionStep]) {
    transact = { steps, cache in
      try await cache.sound.transact(steps.flatMap { try change($0, cache.records) })
    }
  }

  /// How the visible keys are matched, or nil to use the cache's own matching.
  var matchesShown: ReferenceGraphCache.Matches? {
    guard matches != nil || !prefix.isEmpty || pattern != GraphPattern() else { return nil }
    let matches = matches ?? pattern.matches
    return { [prefix] key, pattern in
      matches(key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : key, pattern)
    }
  }
}

/// A fetch that may be changed.
struct GraphFetch: Sendable {
  let query: GraphOperation
  let policy: QueryCachePolicy?
  let deliver: @Sendable (GraphAnswer) -> Void
  let cache: ChangedGraphCache

  /// The fetch with another closure for its results.
  func delivering(_ deliver: @escaping @Sendable (GraphAnswer) -> Void) -> Self {
    Self(query: query, policy: policy, deliver: deliver, cache: cache)
  }

  /// Fetches as the reference does.
  func soundly() async throws { try await under(policy) }

  /// Fetches with another policy.
  func under(_ policy: QueryCachePolicy?) async throws {
    try await cache.sound.fetch(query, policy: policy, deliver: deliver)
  }

  /// The cached data of the query, or nil.
  func cached() async -> GraphValue? { await cache.cached(query) }
}

/// The reference's client with some parts changed so that it breaks rules: a fault, a blind module, or both.
struct BrokenGraph: Sendable {
  let fault: Fault?
  let blind: BlindModule?

  /// Makes a blind module.
  static func blind(
    to input: GraphInput, is name: String, _ change: @escaping @Sendable (inout GraphParts) -> Void
  ) -> Self { Self(fault: nil, blind: NormalizedAction.blind(to: .graph(input), name, change)) }

  /// Makes a fault. The parts are changed anew for each client that is made.
  static func graph(
    _ rules: RuleID..., is name: String, blindTo input: GraphInput? = nil, seenIn: String? = nil,
    _ change: @escaping @Sendable (inout GraphParts) -> Void
  ) -> Self { .graph(rules, is: name, blindTo: input, seenIn: seenIn, change) }

  /// Makes a fault of these rules.
  static func graph(
    _ rules: [RuleID], is name: String, blindTo input: GraphInput? = nil, seenIn: String? = nil,
    _ change: @escaping @Sendable (inout GraphParts) -> Void
  ) -> Self {
    Self(
      fault: NormalizedAction.fault(rules, name, seenIn: seenIn, change),
      blind: input.map { NormalizedAction.blind(to: .graph($0), name, change) })
  }
}

extension GraphParts {
  package static func changed(on backend: Backend, _ change: @escaping Change) -> ChapterImplementation {
    .normalizedCaches { configuration, world in
      var parts = GraphParts()
      parts.usual = backend
      try change(&parts)
      return try ChangedGraphCache(parts, configuration, in: world)
    }
  }
}
