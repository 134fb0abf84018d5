import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation

extension DashboardAction {
  package static let faults: [Fault] = [
    fault("dashboard.overview.real-time", "takes every account for a large one", account: { _ in .large }),
    fault(
      "dashboard.customer-lists.every-two-hours", "caches no list",
      view: { card, _, world in DashboardView(try await world.compute(card), updatedAt: world.now) }),
    fault(
      "dashboard.last-updated", "says that all was updated just now",
      view: { card, sound, world in DashboardView(try await sound.view(card).value, updatedAt: world.now) }),
  ]

  /// The reference, opened for another account or shown in another way.
  private static func fault(
    _ rule: RuleID, _ name: String, account: @escaping @Sendable (AccountSize) -> AccountSize = { $0 },
    view: @escaping @Sendable (DashboardCard, ReferenceDashboard, DashboardWorld) async throws -> DashboardView = {
      card, sound, _ in try await sound.view(card)
    }
  ) -> Fault {
    Fault(
      [rule], name,
      .dashboard { size, world in
        let sound = ReferenceDashboard(of: account(size), in: world)
        return StubDashboard { try await view($0, sound, world) }
      })
  }
}
