public import CacheConformance
import DashboardRules
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
  /// What was viewed last, unless the view failed.
  private var lastView: (card: DashboardCard, view: DashboardView)?
  private var version = DataVersion.v1
  private var source = DashboardSource.up

  init(app: OneModuleApp<DashboardAction, AccountSize, DashboardWorld>) { self.app = app }

  func act(_ action: DashboardAction) async throws -> [Fact<DashboardFigure>]? {
    switch action {
    case .world: break
    case .open(let account): try await start(account)
    case .change(let version):
      self.version = version
      serve()
    case .source(let source):
      self.source = source
      serve()
    case .view(let card):
      lastView = nil
      let view = try await app.module((any DashboardModule).self).view(card)
      lastView = (card, view)
      return [Self.fact(view, of: card)]
    case .begin(let card, let name):
      let module = try app.module((any DashboardModule).self)
      app.calls.begin(name) { [Self.fact(try await module.view(card), of: card)] }
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

  private func serve() {
    app.place.origin.answer { [version, source] card in
      if case .failing(let failure) = source { throw failure }
      return version.text(of: card)
    }
  }

  private static func fact(_ view: DashboardView, of card: DashboardCard) -> Fact<DashboardFigure> {
    .value(DashboardFigure(DataVersion(text: view.value, of: card)))
  }
}
