import CacheConformance
import CacheConformanceCommand
import CacheConformanceModules
import Toy

/// The command line for hostile toys, to test that none of them falsifies a run, and for caches whose faults show only
/// when their process ends.
@main
struct HostileSpecTool {
  static func main() async {
    await CacheSpecCommand(
      name: "hostilespec",
      modules: HostileToy.all.map(\.module) + KilledPaywalls.all + [DeepAnswers.module, StepwiseGraphs.module],
      programs: ProgramChapter.all
    ).runAndExit()
  }
}
