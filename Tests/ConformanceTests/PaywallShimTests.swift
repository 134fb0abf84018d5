import CacheConformance
import CacheConformanceTesting
import CacheSpec
import ReferenceModule
import Testing

@Suite("The paywall chapter in a test target")
struct PaywallShimTests {
  @Test("The reference conforms", arguments: PaywallSpec.chapter.scenarios)
  func conforms(_ scenario: PaywallScenario) async throws {
    try await expectConformance(of: .referencePaywalls, to: scenario)
  }
}
