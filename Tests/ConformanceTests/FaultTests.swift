import BrokenModules
import CacheConformance
import CacheSpec
import ShippedModules
import Testing

@Suite("Broken modules")
struct FaultTests {
  @Test(
    "What breaks that which the rest of a chapter takes for granted is told of the rule that says it, and of no other",
    arguments: [
      "asks the server first", "keeps copies in memory only", "keeps customer info in memory only",
      "keeps responses in memory only", "keeps nothing, and writes no file",
    ])
  func isToldOnce(_ name: String) async throws {
    let blame = try await Blame(named: name)
    #expect(!blame.entries.isEmpty)
    #expect(blame.share == 1, "\(blame.text)")
  }

  @Test("Broken modules are told by the rules that their entries name, and by no other: nine in ten at least")
  func areToldByTheirRules() async throws {
    let blame = try await Blame(isSample: true)
    #expect(blame.share >= 0.9, "\(blame.text)")
  }

  @Test("A run that ends at its first failure looks at the rule at the bottom of it, too")
  func firstFailureIsBlocked() async throws {
    let fault = try #require(Chapters.faults.first { $0.name == "asks the server first" })
    var options = RunOptions(selection: Selection("paywall.policy"), width: 1)
    options.failsFast = true
    // A busy machine must not make the module count as hung.
    options.timeLimit = .seconds(60)
    let report = try await fault.module.run(options)
    #expect(report.results.last?.verdict.kind == .blocked, "\(report.text())")
    #expect(report.count(.violated) == 0)
    #expect(report.incidents.first?.hasPrefix("ended at the first failure") == true)
  }

  @Test("No two faults have one name, by which their runs are known")
  func namesAreDistinct() {
    let names = Chapters.broken.flatMap { actions in
      let all: [any CustomStringConvertible] = actions.faults + actions.blindModules + actions.soundVariants
      return all.map { "\(actions) \($0)" }
    }
    let twice = Dictionary(grouping: names, by: \.self).filter { $0.value.count > 1 }.keys.sorted()
    #expect(twice == [])
  }

  @Test(
    "A broken module violates what it is made to break; a rule is violated by some module",
    arguments: Chapters.all.map(\.name))
  func nothingIsMissing(_ chapter: String) async throws {
    let missing = try await FaultMatrix(of: chapter, .ownRules).missing
    #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
  }

  /// Each choice alone, and some of the pairs, because all of them take minutes.
  private static let variants = Chapters.soundVariants.enumerated()
    .filter { $0.element.choices.count == 1 || $0.offset.isMultiple(of: 320) }.map(\.element)

  @Test("A module that is right in another way than the reference violates nothing", arguments: variants)
  func soundVariantsPass(_ variant: SoundVariant) async throws {
    let report = try await FaultRuns.shared.report(of: variant.module, within: .seconds(60))
    #expect(report.isClean, "\(report.text())")
  }
}
