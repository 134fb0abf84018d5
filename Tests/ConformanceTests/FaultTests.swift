import BrokenModules
import CacheConformance
import CacheConformanceCommand
import CacheSpecChapters
import CacheConformanceModules
import Testing

@Suite("Broken modules")
struct FaultTests {
  @Test(
    "Breaking a premise violates the rule that states it and no other",
    arguments: [
      "asks the server first", "keeps copies in memory only", "keeps customer info in memory only",
      "keeps responses in memory only", "keeps nothing, and writes no file",
    ])
  func isToldOnce(_ name: String) async throws {
    let blame = try await Blame(named: name)
    #expect(!blame.entries.isEmpty)
    #expect(blame.share == 1, "\(blame.text)")
  }

  @Test("Nine in ten broken modules violate exactly the rules that their entries name")
  func areToldByTheirRules() async throws {
    let blame = try await Blame(isSample: true)
    #expect(blame.share >= 0.9, "\(blame.text)")
  }

  @Test(
    "A module with several faults is told each of them, and no other",
    arguments: Chapters.broken.flatMap { $0.composites })
  func hidesNothing(_ composite: Composite) async throws {
    let (module, rules) = try #require(composite.broken)
    // A busy machine must not make the module count as hung.
    let report = try await module.run(RunOptions(timeLimit: .seconds(60)))
    let told = Set(report.results.filter { $0.verdict.kind == .violated }.map(\.rule.id))
    #expect(rules.allSatisfy { !$0.isDisjoint(with: told) }, "\(told)")
    #expect(told.isSubset(of: rules.reduce(into: Set()) { $0.formUnion($1) }), "\(told)")
  }

  @Test(
    "With the first of several faults on record, the others are told",
    arguments: Chapters.broken.flatMap { $0.composites })
  func recordHidesNothing(_ composite: Composite) async throws {
    var (module, rules) = try #require(composite.broken)
    let first = try #require(composite.module(of: composite.faults[0]))
    let alone = try await first.run(RunOptions(timeLimit: .seconds(60)))
    module.deviations = alone.results.filter { $0.verdict.kind == .violated }.map {
      KnownDeviation($0.scenario.id, because: "it is so", link: "https://example.com")
    }
    let report = try await module.run(RunOptions(timeLimit: .seconds(60)))
    let told = Set(report.results.filter { $0.verdict.kind == .violated }.map(\.rule.id))
    #expect(rules.dropFirst().allSatisfy { !$0.isDisjoint(with: told) }, "\(told)")
  }

  /// A few pairs of one chapter: `prove blame --behind` runs many of each.
  @Test("With a broken module on record, another that is put together with it is told")
  func recordHidesNoOther() async throws {
    let pairs = try await BlameBehindRecord(of: "http", count: 2, seed: 1, isSample: true)
    #expect(pairs.holds, "\(pairs.text)")
  }

  @Test("A run that fails fast checks the blocking rule as well")
  func firstFailureIsBlocked() async throws {
    let fault = try #require(Chapters.faults.first { $0.name == "asks the server first" })
    // A busy machine must not make the module count as hung.
    let options = RunOptions(
      selection: ScenarioSelection("paywall.policy"), timeLimit: .seconds(60), width: 1, failsFast: true)
    let report = try await fault.module.run(options)
    #expect(report.results.last?.verdict.kind == .blocked, "\(report.text())")
    #expect(report.count(.violated) == 0)
    #expect(report.incidents.first?.hasPrefix("ended at the first failure") == true)
  }

  @Test("Names of broken modules are unique")
  func namesAreDistinct() {
    let names = Chapters.broken.flatMap { actions in
      let all: [any CustomStringConvertible] = actions.faults + actions.blindModules + actions.soundVariants
      return all.map { "\(actions) \($0)" }
    }
    let twice = Dictionary(grouping: names, by: \.self).filter { $0.value.count > 1 }.keys.sorted()
    #expect(twice == [])
  }

  @Test(
    "Every rule has a broken module, and a few of these, drawn by name, violate their rules",
    arguments: Chapters.all.map(\.name))
  func nothingIsMissing(_ chapter: String) async throws {
    let missing = try await FaultMatrix(of: chapter, .sample).missing
    #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
  }

  /// An eighth of the sound variants, drawn by name: `prove variants` runs all of them.
  private static let variants = Chapters.broken.flatMap { actions in
    actions.soundVariants.withEachChoiceOnce.filter { Blame.ticket("\($0)").isMultiple(of: 8) }
  }

  @Test(
    "A choice that the documents leave open costs no more than one scenario in twenty",
    arguments: Chapters.soundVariants.filter { $0.choices.count == 1 && !$0.module.lacking.isEmpty })
  func choicesCostLittle(_ variant: SoundVariant) {
    let cases = variant.module.implementations.flatMap { $0.cases(of: variant.module) }
    let declined = cases.filter(\.isDeclined)
    #expect(declined.count * 20 <= cases.count, "\(declined.count) of \(cases.count), \(declined)")
  }

  @Test("Sound variants violate nothing", arguments: variants)
  func soundVariantsPass(_ variant: SoundVariant) async throws {
    let report = try await FaultRuns.shared.report(of: variant.module, within: .seconds(60))
    #expect(report.isClean, "\(report.text())")
  }

  @Test(
    "Little is kept of what is loaded, and nothing else is stored",
    arguments: ResponseAction.soundVariants.filter { $0.choices.count == 1 && "\($0)".hasPrefix("keeps no") })
  func onlyLoadsStore(_ variant: SoundVariant) async throws {
    let module = CacheModule(
      "sound", summary: "\(variant)", lacking: [.directStoring: "only what is loaded is stored"],
      variant.module.implementations)
    let report = try await FaultRuns.shared.report(of: module, within: .seconds(60))
    #expect(report.isClean, "\(report.text())")
  }
}
