import CacheSpec
import Foundation
import Testing
import Toy

@testable import CacheConformance

@Suite("Runs")
struct RunTests {
  @Test("A run reports every scenario once, in the order of the table")
  func runsAll() async throws {
    let report = try await Module.toy("honest", .honest).run()
    #expect(report.results.map(\.scenario.id) == ToySpec.scenarios.map(\.id))
    #expect(report.isClean)
    #expect(
      report.text() == """
        recorded  toy.zero: zero

        not checked  toy.unseen: dreams leave no trace

        honest: 4 scenarios: 4 passed
        """)
  }

  @Test("What variants record alike is told once, and what they do not, with their names")
  func recordsByVariant() async throws {
    func lines(_ other: Subject<ToyAction>) async throws -> [Substring] {
      let variants = [("one", Subject.honest), ("other", other)].map { name, subject in
        Module.Variant(name, [Suite(ToySpec.chapter, subject)])
      }
      let text = try await Module("toy", "a toy", variants: variants).run().text()
      return text.split(separator: "\n").filter { $0.hasPrefix("recorded") }
    }
    #expect(try await lines(.honest) == ["recorded  toy.zero: zero"])
    #expect(
      try await lines(.toy { [$0 == 0 ? .nothing : Fact($0 * 2)] })
        == ["recorded  toy.zero (one): zero", "recorded  toy.zero (other): nothing"])
  }

  @Test("A run that executed fewer scenarios than it owes has failed")
  func manifestIsShort() throws {
    let module = Module.toy("honest", .honest)
    let owed = module.owed(nil)
    var results = Dictionary(uniqueKeysWithValues: owed.map { ($0.key, $0.result(.passed(recorded: []), Trace())) })
    results["toy.doubles[four]"] = nil
    let error = #expect(throws: RunError.self) { try module.report(results, owed: owed, isolated: false) }
    #expect(
      error?.description
        == "the run is incomplete: 1 of the scenarios owed did not report: toy.doubles[four]")
  }

  @Test("A deviation about no scenario fails the run")
  func deviationAboutNothing() async throws {
    let typo = [KnownDeviation("toy.duobles", because: "a slip", link: "https://toy.test/2")]
    await #expect(throws: RunError.self) { try await Module.toy("typo", .honest.deviating(typo)).run() }
  }

  @Test("Verdicts are counted apart")
  func counts() async throws {
    let report = try await Module.toy("liar", .toy(lacking: [.listening: "deaf"]) { [Fact($0 == 3 ? 7 : $0 * 2)] })
      .run()
    #expect(report.summary == "liar: 4 scenarios: 2 passed, 1 violated, 1 not assessed")
    #expect(!report.isClean)
  }

  @Test("A run with nothing in it says so")
  func empty() async throws {
    let report = try await Module.toy("honest", .honest).run(RunOptions(selection: Selection("toy.unseen")))
    #expect(report.summary == "honest: 0 scenarios: no scenario ran")
  }

  @Test(
    "A pattern chooses chapters, topics, rules and scenarios",
    arguments: [
      ("toy", 4), ("toy.doubles", 2), ("toy.doubles[two]", 1), ("toy.*[t*]", 1), ("*", 4), ("toy.d", 0), ("", 0),
      ("*zero", 1), ("toy.*e*", 4),
    ])
  func selection(_ pattern: String, _ count: Int) {
    #expect(Module.toy("honest", .honest).owed(Selection(pattern)).count == count)
  }

  @Test("JSON is one object with module, summary and results")
  func json() async throws {
    let report = try await Module.toy("liar", .liar).run()
    let object = try #require(JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
    #expect(object["module"] as? String == "liar")
    #expect((object["summary"] as? [String: Int])?["violated"] == 1)
    let results = try #require(object["results"] as? [[String: Any]])
    #expect(results.count == 4)
    let lie = try #require(results.first { $0["verdict"] as? String == "violated" })
    #expect(lie["scenario"] as? String == "toy.doubles[two]")
    #expect(lie["rule"] as? String == "toy.doubles")
    #expect(lie["level"] as? String == "must")
    #expect(lie["expected"] as? String == "6")
    #expect(lie["actual"] as? String == "7")
    #expect(lie["file"] as? String == "/toy/Table.swift")
    #expect(lie["line"] as? Int == 1)
    let keys: Set = ["scenario", "rule", "level", "verdict", "expected", "actual", "file", "line"]
    #expect(results.allSatisfy { keys.isSubset(of: $0.keys) })
  }

  @Test("JUnit's XML has a case a scenario, and escapes what it quotes")
  func junit() async throws {
    let report = try await Module.toy("<liar>", .liar).run()
    let xml = report.junit()
    #expect(xml.contains("<testsuites tests=\"4\" failures=\"1\" skipped=\"0\">"))
    #expect(xml.contains("<testsuite name=\"&lt;liar&gt;\""))
    #expect(xml.contains("<testcase classname=\"toy.doubles\" name=\"toy.doubles[two]\">"))
    #expect(xml.contains("<failure message=\"violated\">toy.doubles[two]  (Toy, 'Doubling')&#10;"))
  }
}
