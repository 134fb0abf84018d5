/// What a client is made of: all that is left alone is as in the reference.
struct GraphParts: Sendable {
  typealias Transacted = [Result<GraphValue, any Error>]
  typealias Send = @Sendable (GraphOperation) async throws -> GraphAnswer

  /// How the app makes the client. One that cannot be made so throws.
  var configure: @Sendable (inout NormalizedConfiguration) throws -> Void = { _ in }
  /// Where the records of a client are kept that names no kind of cache.
  var usual = Backend.memory
  /// Opens the records.
  var open: @Sendable (_ sound: @escaping @Sendable () throws -> any RecordStore) throws -> any RecordStore = {
    try $0()
  }
  /// How records are kept.
  var records = RecordParts()
  /// Whether that goes for a client: it may depend on how the client is made, on what it finds stored, and on whether its
  /// file was there before.
  var changesRecords: @Sendable (NormalizedConfiguration, any RecordStore, _ wasThere: Bool) throws -> Bool = {
    _, _, _ in true
  }
  /// A field as the cache sees it. The server is asked for the one that was meant.
  var field: @Sendable (GraphField) -> GraphField = { $0 }
  /// The policy that is taken for a policy.
  var policy: @Sendable (QueryCachePolicy?) -> QueryCachePolicy? = { $0 }
  /// The policy that is taken for a watcher's.
  var watcherPolicy: @Sendable (QueryCachePolicy?) -> QueryCachePolicy? = { $0 }
  /// Asks the server.
  var send: @Sendable (GraphOperation, _ sound: @escaping Send) async throws -> GraphAnswer = { try await $1($0) }
  /// Fetches a query.
  var fetch: @Sendable (GraphFetch) async throws -> Void = { try await $0.soundly() }
  /// Performs a mutation.
  var perform: @Sendable (GraphOperation, ChangedGraphCache) async throws -> GraphAnswer = {
    try await $1.sound.perform($0)
  }
  /// Removes everything.
  var clear: @Sendable (ChangedGraphCache) async throws -> Void = { try await $0.sound.clear() }
  /// How often a watcher is told what it should be told once.
  var times: @Sendable (Telling) -> Int = { _ in 1 }
  /// Tells a watcher.
  var tell: @Sendable (GraphNews) -> Void = { $0.deliver($0.result) }
  /// Whether a watcher that hears nothing of a write is told of it all the same.
  var tells: @Sendable (GraphWrite) -> Bool = { _ in false }
  /// Cancels a watcher.
  var cancel: @Sendable (Int, ChangedGraphCache) async -> Void = { await $1.cancelSoundly($0) }
  /// Whether what a cancelled watcher calls is kept.
  var keepsHandler: @Sendable (ChangedWatcher) -> Bool = { _ in false }
  /// Runs a transaction.
  var transact: @Sendable ([TransactionStep], ChangedGraphCache) async throws -> Transacted = {
    try await $1.sound.transact($0)
  }
  /// How keys are matched with patterns, where the documents leave a choice.
  var pattern = GraphPattern()
  /// How keys are matched with patterns, or nil for a way that is sound.
  var matches: ReferenceGraphCache.Matches?
  /// What stands before each key that is stored, and is not seen outside.
  var prefix = ""
  /// What goes on behind the calls.
  let background = Background()

  /// Takes a policy for another.
  mutating func mix(_ policy: QueryCachePolicy?, with other: QueryCachePolicy) {
    self.policy = { $0 == policy ? other : $0 }
  }

  /// Asks the server in another way.
  mutating func sending(
    _ other: @escaping @Sendable (GraphOperation, _ inner: @escaping Send) async throws -> GraphAnswer
  ) {
    let inner = send
    send = { operation, sound in try await other(operation) { try await inner($0, sound) } }
  }

  /// Fetches in another way.
  mutating func fetching(
    _ other: @escaping @Sendable (GraphFetch, _ inner: @Sendable (GraphFetch) async throws -> Void) async throws -> Void
  ) {
    let inner = fetch
    fetch = { try await other($0, inner) }
  }

  /// Tells watchers in another way.
  mutating func telling(
    _ other: @escaping @Sendable (GraphNews, _ inner: @escaping @Sendable (GraphNews) -> Void) -> Void
  ) {
    let inner = tell
    tell = { other($0, inner) }
  }

  /// Some clients cannot be made.
  mutating func cannotBeMade(_ isSuch: @escaping @Sendable (NormalizedConfiguration) -> Bool) {
    configure = { if isSuch($0) { throw CannotBeMade() } }
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

  /// Takes the alias of a field within an object for its name, where this is true of the two and the fields beside it.
  mutating func aliases(_ isName: @escaping @Sendable (String, GraphField, _ siblings: [GraphField]) -> Bool) {
    field = { field in
      let fields = field.fields.map { inner in
        guard let alias = inner.alias, isName(alias, inner, field.fields) else { return inner }
        return GraphField(alias, inner.arguments, inner.fields, fragments: inner.fragments)
      }
      return GraphField(field.name, as: field.alias, field.arguments, fields, fragments: field.fragments)
    }
  }

  /// Leaves something behind of a transaction that throws.
  mutating func leaveBehind(_ leave: @escaping @Sendable ([TransactionStep], ChangedGraphCache) async throws -> Void) {
    transact = { [transact] steps, cache in
      try await attempt {
        try await transact(steps, cache)
      } onFailure: {
        try await leave(steps, cache)
      }
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

  /// Counts the fetches that are under way, and are no watcher's: all, or those under some policies.
  mutating func fetchesUnderWay(
    _ isCounted: @escaping @Sendable (QueryCachePolicy?) -> Bool = { _ in true }
  ) -> Memo<Int> {
    let (count, inner) = (Memo(0), fetch)
    fetch = { call in
      guard isCounted(call.policy) else { return try await inner(call) }
      try await count.counting { try await inner(call) }
    }
    return count
  }

  /// Counts the requests that are under way.
  mutating func requestsUnderWay() -> Memo<Int> {
    let count = Memo(0)
    sending { operation, send in try await count.counting { try await send(operation) } }
    return count
  }

  /// Remembers what the app said when it made the client.
  mutating func configured() -> Memo<NormalizedConfiguration?> {
    let (said, inner) = (Memo<NormalizedConfiguration?>(nil), configure)
    configure = { configuration in
      said.change { [configuration] in $0 = configuration }
      try inner(&configuration)
    }
    return said
  }

  /// Remembers the keys of what an earlier run stored.
  mutating func keysFound() -> Memo<Set<RecordKey>> {
    let (found, inner) = (Memo<Set<RecordKey>>([]), open)
    open = { sound in
      let records = try inner(sound)
      found.value = Set(try records.keys())
      return records
    }
    return found
  }

  /// Takes the arguments of fields for others.
  mutating func arguments(_ change: @escaping @Sendable ([GraphArgument]) -> [GraphArgument]) {
    field = { field in
      GraphField(
        field.name, as: field.alias, change(field.arguments), field.fields, fragments: field.fragments)
    }
  }

  /// Does something else, or nothing, in place of a step of a transaction.
  mutating func step(_ change: @escaping @Sendable (TransactionStep, any RecordStore) throws -> [TransactionStep]) {
    transact = { steps, cache in
      try await cache.sound.transact(steps.flatMap { try change($0, cache.records) })
    }
  }

  /// How the keys are matched that are seen outside, or nil for the cache's own way.
  var matchesShown: ReferenceGraphCache.Matches? {
    guard matches != nil || !prefix.isEmpty || pattern != GraphPattern() else { return nil }
    let matches = matches ?? pattern.matches
    return { [prefix] key, pattern in
      matches(key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : key, pattern)
    }
  }
}

/// A fetch that may be made in another way.
struct GraphFetch: Sendable {
  let query: GraphOperation
  let policy: QueryCachePolicy?
  let deliver: @Sendable (GraphAnswer) -> Void
  let cache: ChangedGraphCache

  /// The fetch, with another taker of its results.
  func delivering(_ deliver: @escaping @Sendable (GraphAnswer) -> Void) -> Self {
    Self(query: query, policy: policy, deliver: deliver, cache: cache)
  }

  /// Fetches soundly.
  func soundly() async throws { try await under(policy) }

  /// Fetches under another policy.
  func under(_ policy: QueryCachePolicy?) async throws {
    try await cache.sound.fetch(query, policy: policy, deliver: deliver)
  }

  /// What is cached of the query, or nil.
  func cached() async -> GraphValue? { await cache.cached(query) }
}

/// A client cannot be made so.
private struct CannotBeMade: Error {}

/// The reference's client with parts of it changed, as what breaks rules: a fault, and a module blind to an input where one
/// is named.
struct GraphFault: Sendable {
  let fault: Fault
  let blind: BlindModule?

  /// Parts are changed anew for each client that is made.
  static func graph(
    _ rules: RuleID..., is name: String, blindTo input: GraphInput? = nil, seenIn: String? = nil,
    _ change: @escaping @Sendable (inout GraphParts) -> Void
  ) -> Self {
    let implementation = GraphParts.changed(change)
    return Self(
      fault: Fault(rules, name, seenIn: seenIn, implementation),
      blind: input.map { BlindModule(to: .graph($0), name, implementation) })
  }
}

extension GraphParts {
  /// The client that a change of these parts leads to.
  static func changed(_ change: @escaping @Sendable (inout GraphParts) -> Void) -> ChapterImplementation {
    .normalizedCaches { configuration, world in
      var parts = GraphParts()
      change(&parts)
      return try ChangedGraphCache(parts, configuration, in: world)
    }
  }
}
