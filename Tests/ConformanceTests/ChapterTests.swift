import CacheConformance
import CacheConformanceTesting
import CacheSpec
import ReferenceModule
import Testing

/// The reference in memory, chapter by chapter: what a user of the package writes for a module of their own.
///
/// `ModuleTests` holds both of its backends against all chapters at once.
@Suite("The reference conforms")
struct ChapterTests {
  @Test("to the response and HTTP chapters", arguments: ResponseSpec.scenarios + HTTPSpec.scenarios)
  func responses(_ scenario: ResponseScenario) async throws {
    try await expectConformance(of: .responseLoader(ReferenceResponseLoader<MemoryBackend>.self), to: scenario)
  }

  @Test("to the paywall chapter", arguments: PaywallSpec.scenarios)
  func paywalls(_ scenario: PaywallScenario) async throws {
    try await expectConformance(of: .referencePaywalls, to: scenario)
  }

  @Test("to the customer chapter", arguments: CustomerSpec.scenarios)
  func customers(_ scenario: CustomerScenario) async throws {
    try await expectConformance(of: .customerCache(ReferenceCustomerCache<MemoryBackend>.self), to: scenario)
  }

  @Test("to the dashboard chapter", arguments: DashboardSpec.scenarios)
  func dashboard(_ scenario: DashboardScenario) async throws {
    try await expectConformance(of: .dashboard(ReferenceDashboard.self), to: scenario)
  }

  @Test("to the normalized chapter", arguments: NormalizedSpec.scenarios)
  func records(_ scenario: NormalizedScenario) async throws {
    try await expectConformance(of: .normalizedCache(ReferenceNormalizedCache<MemoryBackend>.self), to: scenario)
  }
}
