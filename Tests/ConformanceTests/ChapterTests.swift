import CacheConformance
import CacheConformanceTesting
import CacheSpec
import ReferenceModule
import Testing

/// The reference, chapter by chapter: what a user of the package writes for a module of their own.
@Suite("The reference")
struct ChapterTests {
  @Test("conforms to the response chapter in memory", arguments: ResponseSpec.scenarios + HTTPSpec.scenarios)
  func responsesInMemory(_ scenario: ResponseScenario) async throws {
    try await expectConformance(of: .responseLoader(ReferenceResponseLoader<MemoryBackend>.self), to: scenario)
  }

  @Test("conforms to the response chapter on SQLite", arguments: ResponseSpec.scenarios + HTTPSpec.scenarios)
  func responsesOnSQLite(_ scenario: ResponseScenario) async throws {
    try await expectConformance(of: .responseLoader(ReferenceResponseLoader<SQLiteBackend>.self), to: scenario)
  }
}
