import NormalizedKit
import CacheSpecChapters

/// A client whose answers are lists in lists, so many that even releasing one takes more stack than there is.
struct DeepAnswers: NormalizedCacheModule {
  static let module = CacheModule(
    "deep-answers", summary: "answers with a hundred thousand lists in each other",
    [.normalizedCaches { _, _ in DeepAnswers() }])

  func fetch(
    _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphAnswer) -> Void
  ) {
    deliver(GraphAnswer((0..<100_000).reduce(into: GraphValue.null) { value, _ in value = [value] }))
  }
  func perform(_ mutation: GraphOperation) -> GraphAnswer { GraphAnswer(.null) }
  func clear() {}
  func waitUntilIdle() {}
  func close() {}
}
