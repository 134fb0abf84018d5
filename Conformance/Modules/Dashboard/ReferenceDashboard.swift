package import Foundation

extension DashboardAction: ShippedModules {
  package static func reference(on _: Backend) -> ChapterImplementation {
    .dashboard { size, world in ReferenceDashboard(of: size, in: world) { world.now } }
  }
}

/// The reference's dashboard as a module.
package struct ReferenceDashboard: DashboardModule, IdleModule {
  private let dashboard: DashboardCache

  package init(of account: AccountSize, in world: DashboardWorld, now: @escaping @Sendable () -> Date) {
    dashboard = DashboardCache(account: account, now: now, compute: { try await world.compute($0) })
  }

  package func view(_ card: DashboardCard) async throws -> DashboardView {
    let view = try await dashboard.view(card)
    return DashboardView(view.value, updatedAt: view.updatedAt)
  }
}
