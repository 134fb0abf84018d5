import CacheConformance
import CacheConformanceCommand
import CacheConformanceModules

/// `cachespec`: the command line for the modules that ship.
@main
struct CacheSpecTool {
  static func main() async {
    let modules = CacheModule.reference + [.referenceOverSockets, .foundation, .null, .alwaysHit]
    await CacheSpecCommand(modules: modules, programs: ProgramChapter.all, questions: Questions.all).runAndExit()
  }
}
