import CacheConformance
import CacheConformanceCommand
import Foundation
import ShippedModules

/// `cachespec`: the command line for the modules that ship.
@main
struct CacheSpecTool {
  static func main() async {
    let proofs = Proofs { chapter in
      let matrix = try await FaultMatrix(of: chapter, .whole)
      return (matrix.text, matrix.missing.isEmpty)
    } variants: { chapter in
      let runs = try await SoundRuns(of: chapter) { report in
        FileHandle.standardError.write(Data("told that it is wrong: \(report)\n".utf8))
      }
      return (runs.text, runs.isWhole)
    } blame: { chapter, name in
      let blame = try await Blame(of: chapter, named: name)
      return (blame.text, blame.share == 1)
    }
    let modules = CacheModule.reference + [.referenceOverSockets, .foundation, .null, .alwaysHit]
    await CacheSpecCommand(modules: modules, proofs: proofs).runAndExit()
  }
}
