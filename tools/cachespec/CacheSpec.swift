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
      let runs = try await SoundRuns(of: chapter) { tell("told that it is wrong: \($0)") }
      return (runs.text, runs.isWhole)
    case .models:
      let proof = try await ModelProof(of: chapter, named: name, tell: tell)
      return (proof.text, proof.falseAlarms.isEmpty)
    case .finds:
      let proof = try await ExploreProof(of: chapter, named: name, exploring, tell: tell)
      return (proof.text, proof.falseAlarms.isEmpty)
    }
  }

  /// Tells what is known of a proof that takes many minutes, before it is whole.
  @Sendable
  private static func tell(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
}
