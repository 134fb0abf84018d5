import CacheConformance
import CacheConformanceModules
import NormalizedKit

/// A client that performs each step of a transaction in a transaction of its own, and says that it undoes none.
struct StepwiseGraphs: DirectAccessModule {
  static let module = CacheModule(
    "step-by-step", summary: "undoes no transaction that fails",
    lacking: [.undoneTransactions: "each step is a transaction of its own"],
    [
      .normalizedCaches { configuration, world in
        let records = try configuration.records(usual: .memory)
        return StepwiseGraphs(
          sound: ReferenceGraphCache(configuration, records: records) { try await world.send($0) })
      }
    ])

  let sound: ReferenceGraphCache

  func fetch(
    _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphAnswer) -> Void
  ) async throws {
    try await sound.fetch(query, policy: policy, deliver: deliver)
  }
  func perform(_ mutation: GraphOperation) async throws -> GraphAnswer { try await sound.perform(mutation) }
  func transact(_ steps: [TransactionStep]) async throws -> [Result<GraphValue, any Error>] {
    var results: [Result<GraphValue, any Error>] = []
    for step in steps { results += try await sound.transact([step]) }
    return results
  }
  func clear() async throws { try await sound.clear() }
  func waitUntilIdle() async { await sound.waitUntilIdle() }
  func close() async { await sound.close() }
}
