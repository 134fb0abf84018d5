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

  let place = DashboardWorld()
  private let open: @Sendable (AccountSize, DashboardWorld) async throws -> any DashboardModule
  private var account = AccountSize.usual
  var running: (any ClosableModule)?
  private var lastView: (card: DashboardCard, view: DashboardView)?

  init(open: @escaping @Sendable (AccountSize, DashboardWorld) async throws -> any DashboardModule) {
    self.open = open
  }

  func act(_ action: DashboardAction) async throws -> [Fact<DashboardFigure>]? {
    switch action {
    case .world: break
    case .open(let account):
      self.account = account
      try await restart()
    case .change(let version): place.origin.answer { card in version.text(of: card) }
    case .view(let card):
      let view = try await module((any DashboardModule).self).view(card)
      lastView = (card, view)
      return [.value(DashboardFigure(DataVersion(text: view.value, of: card)))]
    case .readLastUpdated:
      return [
        Fact(
          lastView.map { card, view in
            DashboardFigure(
              DataVersion(text: view.value, of: card),
              updated: .seconds(Int64(place.now.timeIntervalSince(view.updatedAt).rounded())))
          })
      ]
    }
    return nil
  }

  func start() async throws { running = try await open(account, place) }
}
