import CacheConformance
import CacheConformanceCommand
import Toy

/// The command line over hostile toys, for testing that none makes a run lie.
@main
struct HostileSpecTool {
  static func main() async {
    await CacheSpecCommand(name: "hostilespec", modules: HostileToy.all.map(\.module)).runAndExit()
  }
}
