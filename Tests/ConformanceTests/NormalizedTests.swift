import CacheConformance
import CacheConformanceTesting
import CacheSpec
import ReferenceModule
import Testing

// One after another: hundreds at once would share two cores, and each has its own time limit.
@Suite("The normalized chapter by the shim", .serialized)
struct NormalizedTests {
  @Test("The reference conforms", arguments: NormalizedSpec.scenarios)
  func conforms(_ scenario: NormalizedScenario) async throws {
    try await expectConformance(of: .normalizedCache(ReferenceNormalizedCache<MemoryBackend>.self), to: scenario)
  }
}
