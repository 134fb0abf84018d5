public import DashboardRules
import Foundation

extension ChapterImplementation {
  /// A dashboard.
  ///
  /// - Parameter open: opens an account's dashboard in a world, with nothing cached.
  public static func dashboard(
    _ open: @escaping @Sendable (AccountSize, DashboardWorld) async throws -> any DashboardModule
  ) -> Self {
    Self(missing: [:], served: { .dashboard(in: $0, open) }) { (_) in
      DashboardChecker(app: OneModuleApp(.usual, in: OriginWorld { DataVersion.v1.text(of: $0) }, open))
    }
  }
}

/// Performs the dashboard chapter's actions.
actor DashboardChecker: OneModuleChecker {
  var app: OneModuleApp<DashboardAction, AccountSize, DashboardWorld>
  private var lastView: (card: DashboardCard, view: DashboardView)?

  init(app: OneModuleApp<DashboardAction, AccountSize, DashboardWorld>) { self.app = app }

  func act(_ action: DashboardAction) async throws -> [Fact<DashboardFigure>]? {
    switch action {
    case .world: break
    case .open(let account): try await start(account)
    case .change(let version): app.place.origin.answer { card in version.text(of: card) }
    case .view(let card):
      let view = try await app.module((any DashboardModule).self).view(card)
      lastView = (card, view)
      return [.value(DashboardFigure(DataVersion(text: view.value, of: card)))]
    case .readLastUpdated:
      return [
        Fact(
          lastView.map { card, view in
            DashboardFigure(
              DataVersion(text: view.value, of: card),
              updated: .seconds(Int64(clamping: world.now.timeIntervalSince(view.updatedAt).rounded())))
          })
      ]
    }
    return nil
  }
}
