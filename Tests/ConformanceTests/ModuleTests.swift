import AlwaysHitModule
import CacheConformance
import CacheConformanceTesting
import CacheSpec
import NullModule
import ReferenceModule
import Testing

@Suite("Modules that ship")
struct ModuleTests {
  /// Other tests take processors too.
  private static let patient: RunOptions = {
    var options = RunOptions()
    options.timeLimit = .seconds(60)
    return options
  }()

  @Test("The reference passes every rule on both backends, and nothing is left out")
  func referenceConforms() async throws {
    let report = try await Module.reference.run(Self.patient)
    #expect(report.count(.passed) == report.results.count, "\(report.text())")
  }

  @Test(
    "A module that does nothing, or always answers alike, passes no must rule", arguments: [Module.null, .alwaysHit])
  func passesNothing(_ module: Module) async throws {
    let report = try await module.run(Self.patient)
    let passed = Dictionary(grouping: report.results, by: \.scenario.rule)
      .filter { $0.value.contains { $0.scenario.level == .must } }
      .filter { $0.value.allSatisfy { $0.verdict.kind == .passed } }
    #expect(passed.keys.sorted() == [])
  }
}
