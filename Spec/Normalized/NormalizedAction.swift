public import CacheVocabulary

/// A scenario of the normalized chapter.
public typealias NormalizedScenario = Scenario<NormalizedAction>
/// A step of such a scenario.
public typealias NormalizedStep = Step<NormalizedAction>

/// What happens in a world with a server that has a graph, and a client that caches what it fetches of it.
public enum NormalizedAction: ScenarioAction {
  /// The client is closed, and one made so. A scenario starts with the usual one.
  case setUp(CacheSetup)
  /// From now on the server answers this operation with this data.
  case serve(GraphValue, to: GraphOperation)
  /// From now on the server takes what it is asked so.
  case server(ServerState)
  /// From now on the server holds its answers.
  case hold
  /// That many answers are held.
  case awaitHeld(Int)
  /// The server lets held answers go.
  case release(Release)

  /// A query is fetched, under a policy or none.
  case fetch(GraphOperation, QueryCachePolicy? = nil)
  /// A fetch is begun, and goes on under a name.
  case begin(GraphOperation, QueryCachePolicy? = nil, as: String)
  /// A fetch that was begun is waited for.
  case finish(String)
  /// A mutation is performed.
  case perform(GraphOperation)
  /// A query is watched under a name.
  case watch(GraphOperation, QueryCachePolicy? = nil, as: String)
  /// The fetch or watcher of this name is cancelled.
  case cancel(String)

  /// A transaction runs; the results of what it reads are the answer.
  case transact([TransactionStep])
  /// That many transactions at once each make the same change to a query.
  case updateAtOnce(Int, GraphOperation, GraphChange)
  /// Everything is removed.
  case clear
  /// The client is closed, and one made as before.
  case restart
  /// The client is closed, something is done with its file, and one is made as before.
  case file(FileEvent)

  public static var rules: [Rule] { NormalizedSpec.rules }

  public var requires: Set<Capability> {
    switch self {
    case .setUp(let setup): setup.requires
    case .serve, .server, .hold, .awaitHeld, .release: []
    case .fetch, .begin, .finish, .perform, .cancel, .clear, .restart: []
    case .watch: [.watching]
    case .transact(let steps):
      steps.contains(where: \.removesByPattern) ? [.directAccess, .patternRemoval] : [.directAccess]
    case .updateAtOnce: [.directAccess]
    case .file: [.sqliteCache]
    }
  }

  /// What is cached of a query is looked at.
  static func peek(_ query: GraphOperation) -> Self { .fetch(query, .returnCacheDataDontFetch) }
  /// One query is read by direct access.
  static func read(_ query: GraphOperation) -> Self { .transact([.read(query)]) }
  /// One fragment is read by direct access.
  static func read(_ fragment: GraphFragment, _ key: String) -> Self { .transact([.readObject(fragment, key: key)]) }
  /// These objects' names are read by direct access.
  static func look(at keys: [String]) -> Self { .transact(keys.map { .readObject(.characterName, key: $0) }) }
  /// One object is removed.
  static func remove(_ key: String) -> Self { .transact([.remove(key: key)]) }
  /// Objects are removed by a pattern.
  static func remove(matching pattern: String) -> Self { .transact([.removeMatching(pattern)]) }

  public var description: String {
    switch self {
    case .setUp(let setup): "make a client: \(setup)"
    case .serve(let data, let operation): "server has \(data) for \(operation)"
    case .server(let state): "server \(state)"
    case .hold: "server holds its answers"
    case .awaitHeld(let count): "\(count) held"
    case .release(let release): "server lets \(release) go"
    case .fetch(let query, let policy): "fetch \(query)" + Self.under(policy)
    case .begin(let query, let policy, let name): "begin to fetch \(query)" + Self.under(policy) + " as \(name)"
    case .finish(let name): "wait for \(name)"
    case .perform(let mutation): "perform \(mutation)"
    case .watch(let query, let policy, let name): "watch \(query)" + Self.under(policy) + " as \(name)"
    case .cancel(let name): "cancel \(name)"
    case .transact(let steps): steps.map(\.description).joined(separator: ", then ")
    case .updateAtOnce(let count, let query, let change): "\(count) times at once, in \(query) \(change)"
    case .clear: "clear the cache"
    case .restart: "restart"
    case .file(let event): "\(event)"
    }
  }

  private static func under(_ policy: QueryCachePolicy?) -> String { policy.map { " with \($0)" } ?? "" }
}

extension TransactionStep {
  fileprivate var removesByPattern: Bool { if case .removeMatching = self { true } else { false } }
}
