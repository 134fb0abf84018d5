import CacheConformance
import CacheConformanceTesting
import CacheSpec
import ReferenceModule
import Testing

@Suite("The normalized chapter by the shim")
struct NormalizedTests {
  @Test("The reference conforms", arguments: NormalizedSpec.scenarios)
  func conforms(_ scenario: NormalizedScenario) async throws {
    try await expectConformance(of: .normalizedCache(ReferenceNormalizedCache<MemoryBackend>.self), to: scenario)
  }
}
