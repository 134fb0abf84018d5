import CacheConformance
import CacheConformanceCommand
import Foundation
import ShippedModules

/// `cachespec`: the command line for the modules that ship.
@main
struct CacheSpecTool {
  static func main() async {
    let modules = CacheModule.reference + [.referenceOverSockets, .foundation, .null, .alwaysHit]
    await CacheSpecCommand(modules: modules, prove: prove).runAndExit()
  }

  @Sendable
  private static func prove(by proof: Proof, _ chapter: String?, _ name: String?, _ exploring: ExploreOptions)
    async throws -> (String, Bool)
  {
    switch proof {
    case .faults:
      let matrix = try await FaultMatrix(of: chapter, .whole)
      return (matrix.text, matrix.missing.isEmpty)
    case .blame:
      let blame = try await Blame(of: chapter, named: name)
      return (blame.text, blame.share == 1)
    case .variants:
      let runs = try await SoundRuns(of: chapter) { report in
        FileHandle.standardError.write(Data("told that it is wrong: \(report)\n".utf8))
      }
      return (runs.text, runs.isWhole)
    case .models:
      let proof = try await ModelProof(of: chapter, named: name)
      return (proof.text, proof.falseAlarms.isEmpty)
    case .finds:
      let proof = try await ExploreProof(of: chapter, named: name, exploring)
      return (proof.text, proof.falseAlarms.isEmpty)
    }
  }
}
