import Foundation

/// The reference's dashboard as a module.
struct ReferenceDashboard: DashboardModule, IdleModule {
  private let dashboard: Dashboard

  init(of account: AccountSize, in world: DashboardWorld, now: @escaping @Sendable () -> Date) {
    dashboard = Dashboard(account: account, now: now, compute: { try await world.compute($0) })
  }

  func view(_ card: DashboardCard) async throws -> DashboardView {
    let view = try await dashboard.view(card)
    return DashboardView(view.value, updatedAt: view.updatedAt)
  }
}

/// A dashboard that consists of parts.
struct PartedDashboard: DashboardModule, IdleModule {
  let show: @Sendable (DashboardCard) async throws -> DashboardView

  func view(_ card: DashboardCard) async throws -> DashboardView { try await show(card) }
}
