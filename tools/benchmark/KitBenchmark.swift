import CacheConformance
import CacheSpecChapters
import Foundation
import CacheConformanceModules

/// Prints how fast the kit judges the chapters' scenarios and explored steps, with the reference in memory, in this
/// process.
enum KitBenchmark {
  static func run() async throws {
    print("chapter       scenarios   a second   with models   explored steps a second")
    for chapters in [["customer"], ["paywall"], ["dashboard"], ["response", "http"], ["normalized"]] {
      let scenarios = try await scenariosASecond(chapters)
      let explored = try await CacheModule.reference[0].explore(ExploreOptions(chapter: chapters[0]))
      let steps = explored.reduce(0) { $0 + Double($1.steps) / $1.duration.seconds }
      let with = try await scenariosASecond(chapters, followingModels: true).rate
      print(
        chapters[0].padding(toLength: 12, withPad: " ", startingAt: 0),
        String(format: "%10d %10.0f %13.0f %25.0f", scenarios.count, scenarios.rate, with, steps))
    }
  }

  /// How many scenarios there are, and how many are judged a second.
  private static func scenariosASecond(
    _ chapters: [String], followingModels: Bool = false
  ) async throws -> (count: Int, rate: Double) {
    var options = RunOptions(selection: Selection(anyOf: chapters))
    options.followsModels = followingModels
    // The first run makes the tables.
    _ = try await CacheModule.reference[0].run(options)
    let began = ContinuousClock.now
    let report = try await CacheModule.reference[0].run(options)
    return (report.results.count, Double(report.results.count) / (ContinuousClock.now - began).seconds)
  }
}
