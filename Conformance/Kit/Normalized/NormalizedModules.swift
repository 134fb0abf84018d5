public import CacheSpec
public import CacheVocabulary

/// How a module makes its client: what an app says when it does.
public struct NormalizedConfiguration: Sendable {
  /// The kind of cache.
  public var kind: CacheKind
  /// The path of the file, for a cache that is kept in one. Its folder is there; the file may be.
  public var file: String
  /// Gives objects their keys, from their fields as the answer names them; nil where no function is given.
  public var keyOf: (@Sendable ([String: GraphValue]) -> String?)?
  /// The failures after which the app has a fetch tried again with `returnCacheDataDontFetch`.
  public var oldDataAfter: Set<OriginFailure>
}

/// A client with a normalized cache of what it fetches: what `ApolloClient` is.
///
/// From Apollo's 'Client-side caching'. What a module can do beside is a protocol each: `QueryWatchingModule`,
/// `DirectAccessModule`.
public protocol NormalizedCacheModule: Sendable {
  /// What the module cannot take, each with the reason.
  static var lacking: [Capability: String] { get }

  /// Makes a client. Its file, if it has one, may hold what an earlier one left.
  static func open(_ configuration: NormalizedConfiguration, in world: NormalizedWorld) async throws -> Self

  /// Fetches a query, under a policy or none, and delivers each result in its turn; it returns when there are no more.
  ///
  /// The task that calls it is cancelled to cancel the fetch.
  func fetch(
    _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphAnswer) -> Void
  ) async throws
  /// Performs a mutation.
  func perform(_ mutation: GraphOperation) async throws -> GraphAnswer
  /// Removes everything.
  func clear() async throws

  /// Returns once the module's own background work has come to rest.
  func settle() async throws
  /// Lets go of the file, so that it can be opened again.
  func close() async throws
}

/// A client that tells watchers of changes to the data of their queries.
public protocol QueryWatchingModule: NormalizedCacheModule {
  /// What a watcher is cancelled by.
  associatedtype Watcher: Sendable

  /// Watches a query, under a policy or none. What is delivered is what a fetch delivers, or the error that it throws.
  func watch(
    _ query: GraphOperation, policy: QueryCachePolicy?,
    deliver: @escaping @Sendable (Result<GraphAnswer, any Error>) -> Void
  ) async throws -> Watcher
  /// Cancels a watcher.
  func cancel(_ watcher: Watcher) async throws
}

/// A client whose cache can be read and written by hand.
public protocol DirectAccessModule: NormalizedCacheModule {
  /// Runs a transaction whose body does this, step by step: what each `read` and `readObject` came to, in order.
  ///
  /// What fails in a step that does not read, and `TransactionAbandoned` at `fail`, is thrown by the body.
  func transact(_ steps: [TransactionStep]) async throws -> [Result<GraphValue, any Error>]
}
