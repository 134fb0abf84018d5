import CacheConformance
import CacheConformanceCommand
import Toy

/// The command line over hostile toys, for testing that none makes a run lie, and over caches that the end of their process
/// finds out.
@main
struct HostileSpecTool {
  static func main() async {
    await CacheSpecCommand(name: "hostilespec", modules: HostileToy.all.map(\.module) + KilledPaywalls.all).runAndExit()
  }
}
