import CacheConformance
import CacheSpec
import CacheVocabulary

/// A client that fetches nothing and keeps nothing.
struct NullNormalizedCache: QueryWatchingModule, DirectAccessModule {
  static var lacking: [Capability: String] { [:] }
  static func open(_ configuration: NormalizedConfiguration, in world: NormalizedWorld) -> Self { Self() }

  func fetch(
    _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphAnswer) -> Void
  ) {}
  func perform(_ mutation: GraphOperation) -> GraphAnswer { GraphAnswer(nil) }
  func clear() {}
  func settle() {}
  func close() {}

  func watch(
    _ query: GraphOperation, policy: QueryCachePolicy?,
    deliver: @escaping @Sendable (Result<GraphAnswer, any Error>) -> Void
  ) {}
  func cancel(_ watcher: Void) {}
  func transact(_ steps: [TransactionStep]) -> [Result<GraphValue, any Error>] { [] }
}
