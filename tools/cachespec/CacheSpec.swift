import AlwaysHitModule
import CacheConformanceCommand
import FoundationModule
import NullModule
import ReferenceModule

/// `cachespec`: the command line over the modules that ship.
@main
struct CacheSpecTool {
  static func main() async {
    await CacheSpecCommand(modules: [.reference, .foundation, .null, .alwaysHit]).runAndExit()
  }
}
