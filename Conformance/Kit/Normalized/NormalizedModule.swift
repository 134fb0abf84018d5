public import CacheConformance
import NormalizedRules

extension ChapterImplementation {
  /// A client with a normalized cache. Its optional parts are the protocols `QueryWatchingModule` and
  /// `DirectAccessModule`; a part to which the module does not conform is not tested.
  ///
  /// - Parameter make: makes a client in a world. Its file, if it has one, may hold what an earlier client left.
  public static func normalizedCaches<Module: NormalizedCacheModule>(
    _ make: @escaping @Sendable (NormalizedConfiguration, NormalizedWorld) async throws -> Module
  ) -> Self {
    var missing: [Capability: String] = [:]
    if !(Module.self is any QueryWatchingModule.Type) { missing[.watching] = "the module is no QueryWatchingModule" }
    if !(Module.self is any DirectAccessModule.Type) { missing[.directAccess] = "the module is no DirectAccessModule" }
    return Self(missing: missing, served: { .normalizedCaches(in: $0, make) }) { (_) in
      NormalizedChecker<Module>(
        app: OneModuleApp(ClientSetup(), in: NormalizedWorld()) { setup, place in
          let configuration = NormalizedConfiguration(
            kind: setup.kind, path: { try place.path(of: setup.file) }, identity: setup.identity,
            oldDataAfter: Set(setup.oldDataAfter))
          return try await make(configuration, place)
        })
    }
  }
}

/// The configuration that an app gives to the client that a module makes.
public struct NormalizedConfiguration: Sendable {
  /// The kind of cache. Rows that name a kind run with every module that can be made with this kind. If a product is
  /// checked as two modules, one for each kind, one of them declines `memoryCache` and `sqliteCache`, so that these
  /// rows run once.
  public var kind: CacheKind
  /// The path of the file, for a cache that is kept in one. Its folder exists, and the file may exist. Files next to it
  /// whose names begin with its name belong to it, and are removed and copied with it.
  ///
  /// - Throws: An error of the machine, if the folder cannot be made.
  public var file: String { get throws { try path() } }
  /// Returns the path of the file, and makes its folder.
  package var path: @Sendable () throws -> String
  /// Returns the key of an object from its fields, named as in the answer; nil if the app gives no such function.
  public var keyOf: (@Sendable ([String: GraphValue]) -> String?)?
  /// The failures after which the app retries a fetch with `returnCacheDataDontFetch`.
  public var oldDataAfter: Set<OriginFailure>
  /// The field that is the key of an object, or nil for none. It is for a program, which cannot be given a function.
  let keyField: String?

  init(
    kind: CacheKind, path: @escaping @Sendable () throws -> String, identity: ObjectIdentity,
    oldDataAfter: Set<OriginFailure>
  ) {
    (self.kind, self.path, self.oldDataAfter) = (kind, path, oldDataAfter)
    keyOf = identity.keyFunction
    keyField = identity == .path ? nil : identity.rawValue
  }
}

extension ObjectIdentity {
  /// The function by which the app makes cache keys, or nil for none.
  fileprivate var keyFunction: (@Sendable ([String: GraphValue]) -> String?)? {
    let field = rawValue
    return switch self {
    case .path: nil
    case .id, .name: { object in if case .text(let key) = object[field] { key } else { nil } }
    }
  }
}

/// A client with a normalized cache of what it fetches, such as `ApolloClient`.
///
/// From Apollo's 'Client-side caching'. The optional parts are protocols: `QueryWatchingModule`, `DirectAccessModule`.
/// A client that needs generated code generates it from `NormalizedSpec.schema`, `operations` and `fragments`.
///
/// The server answers with data, with errors, or with both, or fails with an `OriginFailure` of any kind: it cannot be
/// reached, times out, has a server error, or sends what cannot be decoded. `close` ends all fetches and watchers, and
/// whatever sleeps on the world's clock.
public protocol NormalizedCacheModule: ClosableModule {
  /// Fetches a query and delivers its results one by one. The call returns when there are no more.
  ///
  /// The fetch is cancelled by cancelling the task that calls it. Nothing is delivered or stored after that. An answer
  /// with errors and no data may be delivered, or thrown as an error. What the fetch stores can be read once the call
  /// returns.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - policy: the policy that the fetch names, or nil if it names none.
  ///   - deliver: called with each result.
  func fetch(
    _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphAnswer) -> Void
  ) async throws
  /// Performs a mutation. Errors in the server's answer are thrown or returned with the answer, as for a fetch.
  func perform(_ mutation: GraphOperation) async throws -> GraphAnswer
  /// Removes everything that is cached.
  func clear() async throws
}

/// A client that notifies watchers of changes to the data of their queries.
///
/// From Apollo's 'Client-side caching', heading 'Watching queries'.
public protocol QueryWatchingModule: NormalizedCacheModule {
  /// The token that cancels a watcher.
  associatedtype Watcher: Sendable

  /// Watches a query, and delivers each result of its fetches, or the error that a fetch throws. The call returns
  /// without waiting for the first result, because the server's answer may be held.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - policy: the policy that the watcher names for its first result, or nil if it names none.
  ///   - deliver: called with each result. The app may begin calls to the client in it.
  func watch(
    _ query: GraphOperation, policy: QueryCachePolicy?,
    deliver: @escaping @Sendable (Result<GraphAnswer, any Error>) -> Void
  ) async throws -> Watcher
  /// Cancels a watcher.
  func cancel(_ watcher: Watcher) async throws
}

/// A client whose cache can be read and written directly.
///
/// From Apollo's 'Client-side caching', heading 'Direct cache access'.
///
/// Keys are those that the app's function for cache keys returned. A client that stores other keys (with the type's
/// name as a prefix, for example) maps them both ways. Patterns are matched with the key that the function returned, so
/// that `droid` does not match an object because of such a prefix. Whether an object without a key can be reached by
/// its path is left open.
public protocol DirectAccessModule: NormalizedCacheModule {
  /// Runs a transaction whose body performs these steps, and returns each result of `read` and `readObject`, in order.
  ///
  /// - Throws: The error of a step that does not read, or `TransactionAbandoned` at `fail`, as the transaction's body
  ///   throws it.
  func transact(_ steps: [TransactionStep]) async throws -> [Result<GraphValue, any Error>]
}
