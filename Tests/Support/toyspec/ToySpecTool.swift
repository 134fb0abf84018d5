import CacheConformance
import CacheConformanceCommand
import Toy

/// The command line over toys, for testing what happens in child processes.
@main
struct ToySpecTool {
  static func main() async { await CacheSpecCommand(name: "toyspec", modules: CacheModule.toys).runAndExit() }
}
