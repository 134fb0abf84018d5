public import CacheSpec

extension ChapterImplementation {
  /// A client with a normalized cache. What it can do beside is a protocol each, and is not tried on a module that does
  /// not conform: `QueryWatchingModule`, `DirectAccessModule`.
  ///
  /// - Parameter make: makes a client in a world; its file, if it has one, may hold what an earlier one left.
  public static func normalizedCaches<Module: NormalizedCacheModule>(
    _ make: @escaping @Sendable (NormalizedConfiguration, NormalizedWorld) async throws -> Module
  ) -> Self {
    var missing: [Capability: String] = [:]
    if !(Module.self is any QueryWatchingModule.Type) { missing[.watching] = "the module is no QueryWatchingModule" }
    if !(Module.self is any DirectAccessModule.Type) { missing[.directAccess] = "the module is no DirectAccessModule" }
    return Self(missing: missing) { (_) in
      NormalizedChecker<Module>(
        app: OneModuleApp(ClientSetup(), in: NormalizedWorld()) { setup, place in
          let configuration = NormalizedConfiguration(
            kind: setup.kind, file: try place.path(of: setup.file), keyOf: setup.identity.keyFunction,
            oldDataAfter: Set(setup.oldDataAfter))
          return try await make(configuration, place)
        })
    }
  }
}

/// How a module makes its client: what an app says when it does.
public struct NormalizedConfiguration: Sendable {
  /// The kind of cache.
  public var kind: CacheKind
  /// The path of the file, for a cache that is kept in one. Its folder is there; the file may be. What lies beside it
  /// under a name that begins with the file's belongs to it, and is removed and copied with it.
  public var file: String
  /// Gives objects their keys, from their fields as the answer names them; nil where no function is given.
  public var keyOf: (@Sendable ([String: GraphValue]) -> String?)?
  /// The failures after which the app has a fetch tried again with `returnCacheDataDontFetch`.
  public var oldDataAfter: Set<OriginFailure>
}

/// A client with a normalized cache of what it fetches: what `ApolloClient` is.
///
/// From Apollo's 'Client-side caching'. What a module can do beside is a protocol each: `QueryWatchingModule`,
/// `DirectAccessModule`. What a client with generated code is generated from is `NormalizedSpec.schema`.
public protocol NormalizedCacheModule: ClosableModule {
  /// Fetches a query and delivers each result in its turn; it returns when there are no more.
  ///
  /// The task that calls it is cancelled to cancel the fetch: nothing is delivered then, nor stored. What the server
  /// answers with errors and no data may be delivered, or thrown. What it stores is there for reads when it returns.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - policy: the policy that the fetch names, or nil where it names none.
  ///   - deliver: takes each result.
  func fetch(
    _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphAnswer) -> Void
  ) async throws
  /// Performs a mutation. Errors that the server answers are thrown, or given with the answer, as for a fetch.
  func perform(_ mutation: GraphOperation) async throws -> GraphAnswer
  /// Removes everything.
  func clear() async throws
}

/// A client that tells watchers of changes to the data of their queries.
///
/// From Apollo's 'Client-side caching', heading 'Watching queries'.
public protocol QueryWatchingModule: NormalizedCacheModule {
  /// What a watcher is cancelled by.
  associatedtype Watcher: Sendable

  /// Watches a query. What is delivered is what a fetch delivers, or the error that it throws. It returns without
  /// waiting for the first result: the server may be held.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - policy: the policy that the watcher names for its first result, or nil where it names none.
  ///   - deliver: takes each result.
  func watch(
    _ query: GraphOperation, policy: QueryCachePolicy?,
    deliver: @escaping @Sendable (Result<GraphAnswer, any Error>) -> Void
  ) async throws -> Watcher
  /// Cancels a watcher.
  func cancel(_ watcher: Watcher) async throws
}

/// A client whose cache can be read and written by hand.
///
/// From Apollo's 'Client-side caching', heading 'Direct cache access'.
///
/// Keys are those that the function for cache keys gave. A client that stores them under others (with the name of a type
/// before each, say) maps them both ways; patterns are matched with what the function gave, so that `droid` matches no
/// object by what the client put before its key. Whether an object without a key is reached by its path is open.
public protocol DirectAccessModule: NormalizedCacheModule {
  /// Runs a transaction whose body does this, step by step: what each `read` and `readObject` came to, in order.
  ///
  /// - Throws: what fails in a step that does not read, and `TransactionAbandoned` at `fail`, as the body throws it.
  func transact(_ steps: [TransactionStep]) async throws -> [Result<GraphValue, any Error>]
}
