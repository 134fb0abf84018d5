import CacheSpec
public import CacheVocabulary
import Foundation

extension ChapterImplementation {
  /// A dashboard.
  ///
  /// - Parameter open: opens the dashboard of an account in a world, with nothing cached.
  public static func dashboard(
    _ open: @escaping @Sendable (AccountSize, DashboardWorld) async throws -> any DashboardModule
  ) -> Self {
    Self { (_) in DashboardChecker(open: open) }
  }
}

/// Performs the dashboard chapter's actions.
actor DashboardChecker: OneModuleChecker {
  typealias Action = DashboardAction

  private let dashboardWorld = DashboardWorld()
  private let open: @Sendable (AccountSize, DashboardWorld) async throws -> any DashboardModule
  private var account = AccountSize.usual
  var running: (any ClosableModule)?
  private var lastView: (card: DashboardCard, view: DashboardView)?

  nonisolated var world: World { dashboardWorld.world }
  nonisolated var origin: Origin<DashboardCard, String> { dashboardWorld.data }

  init(open: @escaping @Sendable (AccountSize, DashboardWorld) async throws -> any DashboardModule) {
    self.open = open
  }

  func act(_ action: DashboardAction) async throws -> Observation<DashboardAction> {
    switch action {
    case .world: return Observation()
    case .open(let account):
      self.account = account
      return try await restart()
    case .change(let version): dashboardWorld.data.answer { card in version.text(of: card) }
    case .view(let card):
      return await answering {
        let view = try await module((any DashboardModule).self).view(card)
        lastView = (card, view)
        return [.value(DashboardFigure(DataVersion(text: view.value, of: card)))]
      }
    case .readLastUpdated:
      return Observation(answer: [
        Fact(
          lastView.map { card, view in
            DashboardFigure(
              DataVersion(text: view.value, of: card),
              updated: .seconds(Int64(dashboardWorld.now.timeIntervalSince(view.updatedAt).rounded())))
          })
      ])
    }
    return Observation()
  }

  func start() async throws { running = try await open(account, dashboardWorld) }
}
