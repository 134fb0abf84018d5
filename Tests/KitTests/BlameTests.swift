import CacheSpec
import Foundation
import Testing
import TestSupport

@testable import CacheConformance
import CacheConformanceCommand

@Suite("Blame")
struct BlameTests {
  @Test("A scenario whose fixture fails is blocked by the rule that is broken first")
  func blocks() async throws {
    let report = try await CacheModule.broken.run()
    #expect(report.summary == "broken: 5 scenarios and 1 fixture: 3 passed, 1 violated, 2 blocked")
    let blocked = try #require(report.results.first { $0.scenario.id == "toy.halves" })
    guard case .blocked(let rule, let why) = blocked.verdict else { return }
    #expect(rule == "toy.doubles")
    #expect(why == "toy.doubles[fixture: one was doubled]: violated; expected 2; actual 3")
    #expect(report.text().contains("blocked  2 scenarios by toy.doubles: toy.doubles (1), toy.halves (1)"))
  }

  @Test("A blocked scenario that runs alone has the blocking rule checked as well")
  func blocksAlone() async throws {
    let report = try await CacheModule.broken.run(RunOptions(selection: ScenarioSelection("toy.halves")))
    #expect(report.summary == "broken: 1 scenario: 1 blocked")
    #expect(!report.isClean)
    let text = report.text().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains(" blocked 1 scenario by toy.doubles: toy.halves (1) toy.halves saw: "))
    #expect(text.contains(" toy.halves saw: step 1, double 1: expected 2, actual 3 "))
    #expect(text.hasSuffix(" assessed 0 of 4 rules (0 %) \(report.summary)"))
  }

  @Test("The command that runs a fixture's failure again says that it passes, once it is mended")
  func rerunsAFixture() async throws {
    let options = RunOptions(selection: ScenarioSelection("toy.doubles[fixture: one was doubled]"))
    let broken = try await CacheModule.broken.run(options)
    #expect(broken.summary == "broken: 0 scenarios and 1 fixture: 1 violated")
    let mended = try await CacheModule.honest.run(options)
    #expect(mended.summary == "honest: 0 scenarios and 1 fixture: 1 passed" && mended.isClean)
  }

  /// Options with which only `toy.halves` is run.
  private static let parts = [
    RunOptions(selection: ScenarioSelection("toy.halves")),
    RunOptions(
      shard: (1...97).lazy.compactMap { RunShard("\($0)/97") }.first { $0.contains("toy.halves") }),
  ]

  @Test("A rule that blocks a selected scenario is reported with its failing row in each format", arguments: parts)
  func causeThatWasNotSelected(_ options: RunOptions) async throws {
    let report = try await CacheModule.broken.run(options)
    #expect(report.summary == "broken: 1 scenario: 1 blocked")
    let row = "toy.doubles[fixture: one was doubled]"
    #expect(report.causes.map(\.scenario.id) == [row])
    let (place, rerun) = ("TestSupport/ToyChapter.swift", "swift run cachespec check broken --only '\(row)'")
    let text = report.text()
    #expect(text.hasPrefix("violated  \(row)\n"))
    #expect(text.contains("\n  expected  2\n  actual    3\n  row       \(place):9\n"))
    #expect(text.contains("\n  rerun     \(rerun)\n"))
    #expect(report.text(TextStyle(isVerbose: true)).contains("\nviolated  \(row)\n"))
    let github = report.github()
    #expect(github.hasPrefix("::error file=\(place),line=9,title=violated%3A \(row.replacing(":", with: "%3A"))::"))
    #expect(github.hasSuffix("%0Aviolated; expected 2; actual 3%0A\(rerun)\n::notice ::\(report.summary)"))
    let markdown =
      "| violated | `toy.doubles` | [fixture: one was doubled] | 2 | 3 | \(place):9 | <code>\(rerun)</code> |"
    #expect(report.markdown().contains(markdown.replacing("[", with: "\\[")))
    let xml = report.junit()
    #expect(xml.contains("<testsuites tests=\"2\" failures=\"1\" "))
    #expect(xml.contains("<testsuite name=\"broken\" tests=\"1\" failures=\"0\" "))
    #expect(xml.contains("<failure message=\"violated\">violated  \(row)&#10;"))
    let read = try JSONReport(json: Data(report.json().utf8))
    #expect(read.results.map(\.scenario) == ["toy.halves"] && read.summary["violated"] == 0)
    let cause = try #require(read.causes?.first)
    #expect(cause.scenario == row && cause.verdict == .violated && cause.path == place && cause.line == 9)
    #expect(cause.expected.text == "2" && cause.actual.text == "3" && cause.rerun == rerun)
  }

  @Test("Where what blocks was selected too, or is on record, there is no other cause")
  func noOtherCause() async throws {
    #expect(try await CacheModule.broken.run().causes.isEmpty)
    var module = CacheModule.broken
    module.deviations = [KnownDeviation("toy.doubles[fixture: *]", because: "it is tired", link: "")]
    let report = try await module.run(RunOptions(selection: ScenarioSelection("toy.halves")))
    #expect(report.isClean && report.causes.isEmpty && report.failures.isEmpty)
  }

  @Test("A scenario blocked by a known deviation is not assessed")
  func blockedByADeviation() async throws {
    var module = CacheModule.broken
    module.deviations = [
      KnownDeviation("toy.doubles[fixture: *]", because: "it cannot count to two", link: "https://toy.test/3")
    ]
    let report = try await module.run()
    #expect(report.summary == "broken: 5 scenarios and 1 fixture: 3 passed, 2 not assessed, 1 known deviation")
    #expect(report.isClean)
    let blocked = try #require(report.results.first { $0.scenario.id == "toy.halves" })
    #expect(
      blocked.verdict == .notAssessed(why: "blocked by toy.doubles, a known deviation: it cannot count to two"))
    #expect(
      report.assessment
        == Assessment(
          rules: 4, assessed: 3,
          obstacles: [Assessment.Obstacle(deviation: "toy.doubles[fixture: *]", rules: 1, scenarios: 2)]))
    let words =
      "3 of 4 rules (75 %); a deviation on record kept others from it: toy.doubles[fixture: *] (1 rule, 2 scenarios)"
    let markdown = report.markdown()
    #expect(markdown.contains("\n\nAssessed: \(words.replacing("[", with: "\\[")).\n"))
    #expect(
      markdown.contains(
        "\n| `toy.doubles` | toy.doubles\\[two and three] and 1 more | step 1, double 1: expected 2, actual 3 |"))
    let text = report.text().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.hasSuffix(" assessed \(words) \(report.summary)"))
    #expect(
      text.contains(
        " known it cannot count to two (https://toy.test/3) blocks 2 scenarios: toy.doubles (1), toy.halves (1) "))
    let json = try JSONReport(json: Data(report.json().utf8))
    #expect(json.results.first { $0.scenario == "toy.halves" }?.blockedBy == "toy.doubles")
  }

  /// The results of a toy with this behaviour, by scenario, in the chapter where scenarios expect what another rule
  /// demands.
  private func verdicts(_ behaviour: @escaping ToyBehaviour) async throws -> [String: ScenarioResult] {
    let module = CacheModule.toy("toy", in: [ToySpec.crossRule], behaviour)
    return Dictionary(uniqueKeysWithValues: try await module.run().results.map { ($0.scenario.id, $0) })
  }

  @Test("An unmet expectation of another rule blocks the scenario if that rule's own scenarios fail")
  func blockedByTheOwner() async throws {
    let results = try await verdicts { $0 == 4 || $0 == 6 ? 0 : $0 * 2 }
    #expect(results["toy.doubles[four]"]?.verdict.kind == .violated)
    guard case .blocked("toy.doubles", _)? = results["toy.tells-once"]?.verdict else {
      Issue.record("\(String(describing: results["toy.tells-once"]))")
      return
    }
  }

  @Test("An unmet expectation of another rule violates that rule if only this scenario shows it")
  func ownerIsViolated() async throws {
    let result = try #require(try await verdicts { $0 == 6 ? 0 : $0 * 2 }["toy.tells-once"])
    #expect(result.verdict.kind == .violated)
    #expect(result.rule.id == "toy.doubles")
    #expect(result.description(check: "check").hasPrefix("violated  toy.doubles, seen in toy.tells-once\n"))
  }

  @Test("An unmet expectation of the scenario's own rule violates it, whatever else is unmet")
  func ownRuleIsViolated() async throws {
    let result = try #require(try await verdicts { $0 == 6 ? 0 : $0 * 2 }["toy.halves"])
    #expect(result.verdict.kind == .violated)
    #expect(result.rule.id == "toy.halves")
  }
}
