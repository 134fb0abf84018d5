package import CacheConformance
import DashboardRules
import Foundation

extension DashboardCard: JSONValue {}
extension AccountSize: JSONValue {}

extension DashboardView: JSONStructure {
  package static let structure = Structure<Self>(
    "View", Member("value", \.value), Member("updatedAt", \.updatedAt)
  ) { DashboardView($0, updatedAt: $1) }
}

/// The calls of dashboards over a pipe.
enum DashboardCalls {
  static let open = PipeCall("open", Parameter("account", AccountSize.self), answer: ObjectNumber.self)
  static let view = ModuleCall("view", Parameter("card", DashboardCard.self), of: (any DashboardModule).self) {
    try await $0.view($1)
  }
  static let compute = PipeCall("compute", Parameter("card", DashboardCard.self), answer: String.self)

  static let description = PipeDescription(
    "dashboard", "a dashboard over data that is expensive to compute: `DashboardModule`",
    calls: [open.described("makes the dashboard of an account, with nothing cached")],
    ofObjects: [view.described(failing: "it cannot be computed")],
    asked: [
      compute.described("computes what a card shows from the current data", failing: "the source fails, or `cancelled`")
    ])
}

#if os(macOS) || os(Linux)
  extension ProgramChapter {
    /// Programs with dashboards.
    public static let dashboard = Self(DashboardCalls.description) { program, _ in .dashboard(of: program) }
  }

  extension ChapterImplementation {
    /// A program's dashboard.
    static func dashboard(of program: Program) -> Self {
      dashboard { size, world in
        let connection = ProgramConnection(
          program, "dashboard", in: world.world,
          answering: [DashboardCalls.compute.answered(in: world) { world, card in try await world.compute(card) }])
        return ProgramDashboard(object: try await connection.make(DashboardCalls.open, size))
      }
    }
  }

  private struct ProgramDashboard: DashboardModule, ProgramModule {
    let object: ProgramObject

    func view(_ card: DashboardCard) async throws -> DashboardView { try await object.call(DashboardCalls.view, card) }
  }
#endif

extension ServedModule {
  /// A dashboard that is served to the kit at the other end of a pipe.
  static func dashboard(
    in pipedWorld: PipedWorld,
    _ open: @escaping @Sendable (AccountSize, DashboardWorld) async throws -> any DashboardModule
  ) -> Self {
    let world = DashboardWorld(pipedWorld: pipedWorld) { try await pipedWorld.ask(DashboardCalls.compute, $0) }
    return Self(DashboardCalls.description, [DashboardCalls.open.making { _, size in try await open(size, world) }])
  }
}
