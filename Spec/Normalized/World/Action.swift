/// A scenario of the normalized chapter.
public typealias NormalizedScenario = Scenario<NormalizedAction>
typealias NormalizedStep = Step<NormalizedAction>
typealias NormalizedFixture = Fixture<NormalizedAction>

/// What can happen in a simulated world: a server that has a graph, and a client that caches what it fetches.
public indirect enum NormalizedAction: WorldAction {
  public typealias Answer = GraphAnswerModel
  public typealias Request = GraphOperation
  public typealias Stored = GraphValue
  public typealias Notification = WatcherNotification

  /// An action that every chapter has.
  case world(WorldEvent)
  /// The client is closed, and a new one is created with this setup. A scenario starts with the usual setup.
  case makeClient(ClientSetup)
  /// From now on the server answers this operation with this data.
  case serve(GraphValue, to: GraphOperation)
  /// From now on the server treats requests this way.
  case server(GraphServerState)

  /// A query is fetched, under a policy or none.
  case fetch(GraphOperation, QueryCachePolicy? = nil)
  /// A fetch, or a mutation, begins, is given a name, and is not waited for.
  case begin(GraphOperation, QueryCachePolicy? = nil, as: String)
  /// The results that a fetch, or a watcher, has delivered since the last check are observed, after a short wait.
  case lookAtResults(of: String)
  /// A mutation is performed.
  case perform(GraphOperation)
  /// A query is watched under a name.
  case watch(GraphOperation, QueryCachePolicy? = nil, as: String)
  /// The fetch or watcher of this name is cancelled.
  case cancel(String)
  /// The next time that this watcher is told, its handler begins this call, which is given a name.
  case whenTold(String, begin: NormalizedAction, as: String)
  /// Whether anything still retains a watcher's handler is checked.
  case lookAtHandler(of: String)

  /// A transaction runs; the answer is what it reads.
  case transact([TransactionStep])
  /// Transactions run one after another, each awaited and none waiting for idleness.
  case transactInTurn([[TransactionStep]])
  /// This many concurrent transactions each make the same change to a query, this many times.
  case updateAtOnce(Int, GraphOperation, GraphChange, times: Int)
  /// The names of the characters with these keys are read by direct access; the answer is those that are found.
  case look(at: [String])
  /// Everything is removed.
  case clear
  /// The stored bytes are searched for a text.
  case searchStorage(String)
  /// The client is closed, something is done with its file, and a client with the same setup is created.
  case file(CacheFileEvent)
  /// These steps run with an in-memory cache and, in a separate world, with a SQLite cache, and their observations are
  /// compared.
  case compareKinds([NormalizedAction])

  public var worldEvent: WorldEvent? { if case .world(let event) = self { event } else { nil } }

  public static var chapters: [Chapter<Self>] { [NormalizedSpec.chapter] }
  public static var draw: (any Draw<Self>)? { NormalizedDraw() }

  public var requires: Set<Capability> {
    switch self {
    case .world(let event): event.requires
    case .makeClient(let setup): setup.requires
    case .watch(let query, let policy, _): query.requires.union([.watching]).union(Self.needed(policy))
    case .lookAtHandler: [.watching]
    case .whenTold(_, let call, _): call.requires.union([.watching])
    case .transact(let steps):
      Set(
        [.directAccess] + (steps.contains(where: \.removesByPattern) ? [.patternRemoval] : [])
          + (steps.contains(.fail) ? [.undoneTransactions] : []))
    case .transactInTurn(let transactions):
      transactions.reduce(into: []) { $0.formUnion(Self.transact($1).requires) }
    case .updateAtOnce, .look: [.directAccess]
    case .searchStorage: [.readableStorage]
    case .file: [.sqliteCache]
    case .compareKinds(let actions):
      actions.reduce(into: [.memoryCache, .sqliteCache]) { needed, action in needed.formUnion(action.requires) }
    case .serve(let data, let query): query.requires.union(data.hasIntegersBeyondDoubles ? [.exactIntegers] : [])
    case .fetch(let query, let policy), .begin(let query, let policy, _): query.requires.union(Self.needed(policy))
    case .server, .lookAtResults, .perform, .cancel, .clear: []
    }
  }

  public var requiresToFail: Set<Capability> {
    // What fails at its only change has nothing to undo.
    if case .transact(let steps) = self, steps.count(where: \.changes) > 1 { [.undoneTransactions] } else { [] }
  }

  private static func needed(_ policy: QueryCachePolicy?) -> Set<Capability> {
    policy.map { [.policy("\($0)")] } ?? []
  }

  /// The cached data of a query is inspected.
  static func peek(_ query: GraphOperation) -> Self { .fetch(query, .returnCacheDataDontFetch) }
  /// One query is read by direct access.
  static func read(_ query: GraphOperation) -> Self { .transact([.read(query)]) }
  /// One fragment is read by direct access.
  static func read(_ fragment: GraphFragment, _ key: String) -> Self { .transact([.readObject(fragment, key: key)]) }
  /// One query is changed by direct access.
  static func update(_ query: GraphOperation, _ change: GraphChange) -> Self { .transact([.update(query, change)]) }
  /// A character is renamed by direct access.
  static func rename(_ key: String, to name: String) -> Self {
    .transact([.updateObject(.characterName, key: key, .set("name", to: .text(name)))])
  }
  /// The hero is renamed by direct access, as the query shows it.
  static func renameHero(_ name: String) -> Self { .update(.heroName, .set("hero.name", to: .text(name))) }
  /// One object is removed.
  static func remove(_ key: String) -> Self { .transact([.remove(key: key)]) }
  /// Objects are removed by a pattern.
  static func remove(matching pattern: String) -> Self { .transact([.removeMatching(pattern)]) }

  public var description: String {
    switch self {
    case .world(let event): "\(event)"
    case .makeClient(let setup): "make a client: \(setup)"
    case .serve(let data, let operation): "the server has \(data) for \(operation)"
    case .server(let state): "the server \(state)"
    case .fetch(let query, let policy): "fetch \(query)" + Self.under(policy)
    case .begin(let operation, let policy, let name):
      "begin to \(operation.kind == .query ? "fetch" : "perform") \(operation)" + Self.under(policy) + " as \(name)"
    case .lookAtResults(let name): "look at what \(name) has given so far"
    case .perform(let mutation): "perform \(mutation)"
    case .watch(let query, let policy, let name): "watch \(query)" + Self.under(policy) + " as \(name)"
    case .cancel(let name): "cancel \(name)"
    case .whenTold(let watcher, let call, let name):
      "let the handler of \(watcher), when it is told next, begin \(name): \(call)"
    case .lookAtHandler(let name): "look at the handler of \(name)"
    case .transact(let steps): steps.map(\.description).joined(separator: ", then ")
    case .transactInTurn(let transactions):
      "one after another: \(transactions.map { "\(Self.transact($0))" }.joined(separator: "; "))"
    case .updateAtOnce(let count, let query, let change, let times):
      "in \(count) transactions at once, \(times) times in each, in \(query) \(change)"
    case .look(let keys): "look for the objects \(keys.map { GraphValue.text($0).description }.joined(separator: ", "))"
    case .clear: "clear the cache"
    case .searchStorage(let text): "search the storage for \(GraphValue.text(text))"
    case .file(let event): "\(event)"
    case .compareKinds(let actions): "in each kind of cache: \(actions.map(\.description).joined(separator: "; "))"
    }
  }

  private static func under(_ policy: QueryCachePolicy?) -> String { policy.map { " with \($0)" } ?? "" }
}

extension NormalizedAction {
  /// The operations that it names.
  var operations: [GraphOperation] {
    switch self {
    case .serve(_, let operation), .fetch(let operation, _), .begin(let operation, _, _), .perform(let operation),
      .watch(let operation, _, _), .updateAtOnce(_, let operation, _, _):
      [operation]
    case .transact(let steps): steps.compactMap(\.query)
    case .transactInTurn(let transactions): transactions.flatMap { $0.compactMap(\.query) }
    case .compareKinds(let actions): actions.flatMap(\.operations)
    case .whenTold(_, let call, _): call.operations
    case .world, .makeClient, .server, .lookAtResults, .cancel, .lookAtHandler, .look, .clear, .searchStorage, .file: []
    }
  }
}

extension NormalizedAction {
  /// The fragments that it reads.
  var fragments: [GraphFragment] {
    switch self {
    case .look: [.characterName]
    case .transact(let steps): steps.compactMap(\.fragment)
    case .transactInTurn(let transactions): transactions.flatMap { $0.compactMap(\.fragment) }
    default: []
    }
  }
}

extension TransactionStep {
  fileprivate var fragment: GraphFragment? {
    switch self {
    case .readObject(let fragment, _), .updateObject(let fragment, _, _): fragment
    default: nil
    }
  }

  fileprivate var query: GraphOperation? {
    switch self {
    case .read(let query), .update(let query, _): query
    default: nil
    }
  }

  var changes: Bool {
    switch self {
    case .update, .updateObject, .remove, .removeMatching: true
    case .read, .readObject, .fail: false
    }
  }

  fileprivate var removesByPattern: Bool { if case .removeMatching = self { true } else { false } }
}
