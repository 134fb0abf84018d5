import CacheConformance
import CacheConformanceCommand
import ShippedModules

/// `cachespec`: the command line over the modules that ship.
@main
struct CacheSpecTool {
  static func main() async {
    await CacheSpecCommand(modules: CacheModule.reference + [.foundation, .null, .alwaysHit]) { chapter in
      try await FaultMatrix(of: chapter).text
    }.runAndExit()
  }
}
