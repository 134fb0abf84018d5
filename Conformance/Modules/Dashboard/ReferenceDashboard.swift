package import CacheConformance
package import CacheSpec
import CacheVocabulary
import Foundation
import ReferenceCache

extension DashboardAction: PartedModules {
  package typealias Parts = DashboardParts

  package static var null: ChapterImplementation {
    .dashboard { _, _ in StubDashboard { _ in DashboardView("", updatedAt: .distantPast) } }
  }

  package static var alwaysHit: ChapterImplementation {
    .dashboard { _, world in
      let first = Memo<DashboardView?>(nil)
      return StubDashboard { card in
        try await first.first { DashboardView(try await world.compute(card), updatedAt: world.now) }
      }
    }
  }
}

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

/// A dashboard that shows what it is made with.
struct StubDashboard: DashboardModule, IdleModule {
  let show: @Sendable (DashboardCard) async throws -> DashboardView

  func view(_ card: DashboardCard) async throws -> DashboardView { try await show(card) }
}
