import CacheConformance
import CacheConformanceTesting
import CacheSpec
import ReferenceModule
import Testing

@Suite("The customer chapter through the shim")
struct CustomerTests {
  @Test("Customer cache in memory", arguments: CustomerSpec.scenarios)
  func customerCache(_ scenario: CustomerScenario) async throws {
    try await expectConformance(of: .customerCache(ReferenceCustomerCache<MemoryBackend>.self), to: scenario)
  }

  @Test("Dashboard", arguments: DashboardSpec.scenarios)
  func dashboard(_ scenario: DashboardScenario) async throws {
    try await expectConformance(of: .dashboard(ReferenceDashboard.self), to: scenario)
  }
}
