import CacheConformance
import CacheConformanceCommand
import Toy

/// The command line for toys, to test child processes.
@main
struct ToySpecTool {
  static func main() async { await CacheSpecCommand(name: "toyspec", modules: CacheModule.toys).runAndExit() }
}
