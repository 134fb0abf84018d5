import BrokenModules
import CacheConformance
import CacheConformanceCommand
import CacheSpecChapters
import Foundation
import CacheConformanceModules
import Testing

@Suite("Modules that ship")
struct ModuleTests {
  /// Options with a long time limit, because other tests use the processors too.
  private static let patient = RunOptions(timeLimit: .seconds(60))

  @Test(
    "The reference passes every rule on both backends, nothing is left out, and the models find no fault",
    arguments: Backend.allCases)
  func referenceConforms(_ backend: Backend) async throws {
    var options = Self.patient
    // One backend is enough, because the models do not depend on the backend.
    options.followsModels = backend == .memory
    let reference = CacheModule(
      "reference", summary: "the reference", Chapters.shipped.map { $0.reference(on: backend) })
    let report = try await reference.run(options)
    #expect(report.count(.passed) == report.results.count, "\(report.text())")
    for result in report.results { #expect(result.observed.judged.breaches == [], "\(result.scenario.id)") }
  }

  @Test("The reference passes the HTTP rules through Foundation's networking, except those that need virtual time")
  func referenceOverSocketsConforms() async throws {
    // CI runs the other half, the chapter of responses, from the command line.
    var options = Self.patient
    options.selection = ScenarioSelection("http")
    let report = try await CacheModule.referenceOverSockets.run(options)
    #expect(report.isClean, "\(report.text())")
    #expect(report.count(.passed) + report.count(.notAssessed) == report.results.count)
    #expect(report.count(.passed) > 200)
  }

  @Test(
    "A module that does nothing, or always answers alike, passes no must rule and violates each rule that blocks it",
    arguments: [CacheModule.null, .alwaysHit])
  func passesNothing(_ module: CacheModule) async throws {
    let report = try await module.run(Self.patient)
    let passed = Dictionary(grouping: report.results, by: \.scenario.rule.id)
      .filter { $0.value.contains { $0.scenario.rule.level == .must } }
      .filter { $0.value.allSatisfy { $0.verdict.kind == .passed } }
    #expect(passed.keys.sorted() == [])
    #expect(report.count(.setupFailed) == 0, "\(report.text())")
    let broken = Set(report.results.filter { $0.verdict.kind == .violated }.map(\.scenario.rule.id))
    for case .blocked(let rule, _) in report.results.map(\.verdict) { #expect(broken.contains(rule)) }
  }
}

@Suite("Chapters are complete")
struct WholeChapterTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let places = ["Spec", "Sources/ReferenceCache", "Conformance/Kit", "Tests/Support/BrokenModules"]
  /// The folders that do not belong to a chapter.
  private static let shared: Set = [
    "Structure", "Vocabulary", "Storage", "Time", "Policies", "Core", "Run", "Report", "World", "Explore", "Questions",
    "Proof", "Program", "CacheConformance.docc",
  ]

  private static func folders(_ place: String) throws -> Set<String> {
    let urls = try FileManager.default.contentsOfDirectory(
      at: root.appendingPathComponent(place), includingPropertiesForKeys: [.isDirectoryKey])
    let folders = try urls.filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
    return Set(folders.map(\.lastPathComponent)).subtracting(shared)
  }

  @Test("Every chapter has a folder in each place, and a line in the list of chapters")
  func foldersAreWhole() throws {
    let listed = Set(Chapters.all.map(\.name))
    let all = try Self.places.map(Self.folders).reduce(Set()) { $0.union($1) }
    for folder in all.sorted() {
      #expect(listed.contains(folder.lowercased()), "\(folder) is not in Chapters.all (Spec/Chapters.swift)")
      for place in Self.places {
        #expect(try Self.folders(place).contains(folder), "\(place)/\(folder) is missing")
      }
    }
    #expect(listed == Set(all.map { $0.lowercased() }))
  }

  @Test("Every chapter has shipped and broken modules", arguments: Chapters.all.map(\.name))
  func shipsModules(_ name: String) {
    let chapter = Chapters.all.first { $0.name == name }
    #expect(chapter?.shipped != nil, "the actions of '\(name)' do not conform to ShippedModules")
    #expect(chapter?.shipped is any BrokenModules.Type, "the actions of '\(name)' do not conform to BrokenModules")
    #expect(CacheModule.reference[0].rules.contains { $0.id.chapter == name })
  }
}
