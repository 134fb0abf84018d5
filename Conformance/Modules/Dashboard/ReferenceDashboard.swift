package import CacheConformance
package import CacheSpec
import CacheVocabulary
import Foundation
import ReferenceCache

extension DashboardAction: ShippedModules, PartedModules {
  typealias Parts = DashboardParts

  package static func reference(on _: Backend) -> ChapterImplementation {
    .dashboard { account, world in ReferenceDashboard(of: account, in: world) }
  }

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
struct ReferenceDashboard: DashboardModule {
  private let dashboard: Dashboard

  init(of account: AccountSize, in world: DashboardWorld, now: (@Sendable () -> Date)? = nil) {
    dashboard = Dashboard(account: account, now: now ?? { world.now }, compute: { try await world.compute($0) })
  }

  func view(_ card: DashboardCard) async throws -> DashboardView {
    let view = try await dashboard.view(card)
    return DashboardView(view.value, updatedAt: view.updatedAt)
  }

  /// Nothing goes on behind a call.
  func waitUntilIdle() {}
  func close() {}
}

/// A dashboard that shows what it is made with.
struct StubDashboard: DashboardModule {
  let show: @Sendable (DashboardCard) async throws -> DashboardView

  func view(_ card: DashboardCard) async throws -> DashboardView { try await show(card) }
  func waitUntilIdle() {}
  func close() {}
}
