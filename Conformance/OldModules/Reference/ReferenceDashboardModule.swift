package import CacheConformance
package import CacheSpec
package import CacheVocabulary
package import ReferenceCache

/// The reference's dashboard as a module.
package struct ReferenceDashboard: DashboardModule {
  package let dashboard: Dashboard

  package static var lacking: [Capability: String] { [:] }
  package static func open(for account: AccountSize, in world: DashboardWorld) -> Self {
    Self(
      dashboard: Dashboard(account: account, now: { world.now }, compute: { try await world.compute($0) }))
  }

  package func view(_ card: DashboardCard) async throws -> DashboardView {
    let view = try await dashboard.view(card)
    return DashboardView(view.value, updatedAt: view.updatedAt)
  }

  /// Nothing goes on behind a call.
  package func settle() {}
  package func close() {}
}
