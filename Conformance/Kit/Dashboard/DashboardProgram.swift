import DashboardRules
import Foundation

extension DashboardCard: JSONValue {}
extension AccountSize: JSONValue {}

extension DashboardView: JSONValue {
  package init(_ json: JSON, name: String) throws {
    self.init(try json.get("value"), updatedAt: try json.get("updatedAt"))
  }
  package var json: JSON { ["value": value.json, "updatedAt": updatedAt.json] }
}

#if os(macOS) || os(Linux)
  extension ProgramChapter {
    /// Programs with dashboards.
    public static let dashboard = Self("dashboard") { program, _ in .dashboard(of: program) }
  }

  extension ChapterImplementation {
    /// A program's dashboard.
    static func dashboard(of program: Program) -> Self {
      dashboard { size, world in
        let connection = ProgramConnection(program, "dashboard", in: world.world) { [weak world] method, parameters in
          guard let world else { throw CancellationError() }
          guard method == "compute" else { throw UnknownMethod(name: method) }
          return try await world.compute(parameters.get("card")).json
        }
        return ProgramDashboard(object: try await connection.make("open", ["account": size.json]))
      }
    }
  }

  private struct ProgramDashboard: DashboardModule, ProgramModule {
    let object: ProgramObject

    func view(_ card: DashboardCard) async throws -> DashboardView {
      try await object.call("view", ["card": card.json]).whole()
    }
  }
#endif

/// A dashboard that is served to the kit at the other end of a pipe.
struct ServedDashboard: ServedModule {
  private let world: DashboardWorld
  private let open: @Sendable (AccountSize, DashboardWorld) async throws -> any DashboardModule

  init(
    in remoteWorld: RemoteWorld,
    _ open: @escaping @Sendable (AccountSize, DashboardWorld) async throws -> any DashboardModule
  ) {
    world = DashboardWorld(remoteWorld: remoteWorld) { try await remoteWorld.ask("compute", ["card": $0.json]).whole() }
    self.open = open
  }

  func answer(_ method: String, _ parameters: JSON, _ objects: ServedObjects) async throws -> JSON {
    switch method {
    case "open": return objects.made(try await open(parameters.get("account"), world))
    case "view":
      return try await objects.object(of: parameters, as: (any DashboardModule).self).view(parameters.get("card")).json
    default: throw UnknownMethod(name: method)
    }
  }
}
