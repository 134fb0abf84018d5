import CacheConformance
import CacheConformanceCommand
import CacheConformanceModules
import Foundation
import TestSupport

/// What tests start: a command line for toys, for hostile ones that must not falsify a run, and for caches whose faults
/// show only when their process ends; and processes that write to the reference's files until they are killed.
@main
struct ToySpecTool {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      switch words.first {
      case "write-responses" where words.count == 2: try ResponseWriter.write(to: words[1])
      case "write-entries" where words.count == 4:
        try ResponseWriter.storeEntries(in: words[1], as: words[2], Int(words[3]) ?? 0)
      case "write-graph" where words.count == 3: try await GraphWriter.write(to: words[1], from: Int(words[2]) ?? 1)
      case "write-graph-unprivileged" where words.count == 2: try await GraphWriter.writeUnprivileged(to: words[1])
      default:
        let hostile = HostileToy.all.map(\.module) + KilledPaywalls.all + [DeepAnswers.module, StepwiseGraphs.module]
        // What is listed are the toys, unless one of the others is named.
        let isHostile = words.contains { word in word == "--exec" || hostile.contains { $0.name == word } }
        let command =
          isHostile
          ? CacheSpecCommand(name: "toyspec", modules: hostile, programs: ProgramChapter.all)
          : CacheSpecCommand(name: "toyspec", modules: CacheModule.toys)
        await command.runAndExit()
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }
}
