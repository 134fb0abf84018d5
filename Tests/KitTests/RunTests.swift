import CacheSpec
import Foundation
import Synchronization
import Testing
import TestSupport

@testable import CacheConformance
import CacheConformanceCommand

@Suite("Runs")
struct RunTests {
  @Test("A run reports every scenario once, in the order of the table")
  func runsAll() async throws {
    let report = try await CacheModule.honest.run()
    #expect(report.results.map(\.scenario.id) == ToySpec.scenarios.filter { !$0.isStage }.map(\.id))
    #expect(report.isClean)
    #expect(
      report.text() == """
        recorded  toy.zero: zero

        not checked  toy.unseen: dreams leave no trace

        assessed  4 of 4 rules (100 %)
        honest: 5 scenarios: 5 passed
        """)
  }

  @Test("Outcomes that variants share are printed once, others with the variant's name")
  func recordsByVariant() async throws {
    func lines(_ other: @escaping ToyBehaviour) async throws -> [Substring] {
      let variants: [(String, ToyBehaviour)] = [("one", { $0 * 2 }), ("other", other)]
      let modules = variants.map { name, behaviour in
        CacheModule(
          "toy", variant: name, summary: "a toy", CacheModule.toy("toy", behaviour).implementations)
      }
      return try await modules.run().text().split(separator: "\n").filter { $0.hasPrefix("recorded") }
    }
    #expect(try await lines { $0 * 2 } == ["recorded  toy.zero: zero"])
    #expect(
      try await lines { $0 == 0 ? nil : $0 * 2 }
        == ["recorded  toy.zero(one): zero", "recorded  toy.zero(other): nothing"])
  }

  @Test("A run that executes fewer scenarios than planned fails")
  func planIsShort() throws {
    let planned = CacheModule.honest.plan()
    var results = Dictionary(
      uniqueKeysWithValues: planned.map { ($0.key, ObservedScenario($0, .passed(recorded: []))) })
    results["toy.doubles[four]"] = nil
    let error = #expect(throws: RunError.self) { try [CacheModule].checkCompleteness(planned, results) }
    #expect(
      error?.description
        == "the run is incomplete: 1 of the planned scenarios did not report: toy.doubles[four]")
  }

  @Test("A deviation without a scenario, two variants of one name, and no module fail the run")
  func badRuns() async throws {
    var typo = CacheModule.honest
    typo.deviations = [KnownDeviation("toy.duobles", because: "a slip", link: "https://toy.test/2")]
    await #expect(throws: RunError.self) { try await typo.run() }
    await #expect(throws: RunError.self) { try await [CacheModule.honest, .honest].run() }
    await #expect(throws: RunError.self) { try await [CacheModule]().run() }
  }

  @Test(
    "A deviation on a topic or a chapter is refused before anything runs, with the rules that it covers",
    arguments: [
      ("toy", "toy.doubles, toy.tells-once, toy.zero, toy.halves"), ("toy.*[t*]", "toy.doubles"),
      ("toy.*s", "toy.doubles, toy.halves"),
    ])
  func wideDeviation(_ id: String, _ rules: String) async throws {
    var module = CacheModule.toy("unasked") { number in
      Issue.record("it was asked to double \(number)")
      return number * 2
    }
    module.deviations = [KnownDeviation(id, because: "a slip", link: "https://toy.test/2")]
    let error = await #expect(throws: RunError.self) { try await module.run() }
    #expect(error?.description.contains("'\(id)' names neither a rule nor a scenario") == true)
    #expect(error?.description.hasSuffix(" of \(rules)") == true)
    let result = await module.result(of: ToySpec.scenario("toy.doubles[four]"), timeLimit: .seconds(5))
    #expect(result?.verdict == .setupFailed(.mistake(error?.description ?? "")))
  }

  @Test(
    "A deviation covers a rule or some of its scenarios",
    arguments: [
      ("toy.doubles", 3), ("toy.doubles[four]", 1), ("toy.doubles[t*]", 1), ("toy.doubles[*]", 3), ("toy.zero", 1),
      ("toy", 0), ("toy.*", 0), ("*[four]", 0),
    ])
  func covered(_ id: String, _ count: Int) {
    var module = CacheModule.honest
    module.deviations = [KnownDeviation(id, because: "it is tired", link: "https://toy.test/1")]
    #expect(module.plan().count { $0.deviation != nil } == count)
  }

  @Test(
    "A deviation whose outcome breaks no rule is refused, in a run and in a single scenario",
    arguments: Verdict.Kind.allCases.filter { ![.violated, .crashed, .hung].contains($0) })
  func deviationThatIsNone(_ outcome: Verdict.Kind) async throws {
    var module = CacheModule.honest
    module.deviations = [KnownDeviation("toy.doubles", outcome, because: "a slip", link: "https://toy.test/2")]
    let error = await #expect(throws: RunError.self) { try await module.run() }
    #expect(error?.description.contains("'toy.doubles' has the outcome '\(outcome)', which breaks no rule") == true)
    let result = await module.result(of: ToySpec.scenario("toy.doubles[four]"), timeLimit: .seconds(5))
    #expect(result?.verdict == .setupFailed(.mistake(error?.description ?? "")))
  }

  @Test(
    "A violated scenario is repeated, because it may be a race, unless it waited in vain",
    arguments: [(Duration.milliseconds(1), true), (.seconds(35), true), (.seconds(36), false)])
  func repeated(_ duration: Duration, _ isRepeated: Bool) async throws {
    let module = CacheModule.toy("trebling") { $0 * 3 }
    let planned = try #require(module.plan().first { $0.scenario.id == "toy.doubles[four]" })
    let verdict = await planned.result(within: .seconds(60)).verdict
    let result = ObservedScenario(planned, verdict, taking: duration)
    #expect(result.mayComeFromARace(within: .seconds(60)) == isRepeated)
  }

  @Test("A run that fails fast ends at the first failure, and counts what was not run")
  func failsFast() async throws {
    var options = RunOptions(width: 1, failsFast: true)
    let report = try await CacheModule.liar.run(options)
    #expect(report.results.last?.verdict.kind == .violated)
    #expect(report.results.dropLast().allSatisfy { $0.verdict.kind == .passed })
    let rest = ToySpec.scenarios.count { !$0.isStage } - report.results.count
    #expect(report.incidents == ["ended at the first failure: \(rest) of 6 scenarios were not run"])
    #expect(try await CacheModule.honest.run(options).isClean)
    // The rules that a fixture relies on are checked all the same.
    options.selection = ScenarioSelection("toy.halves")
    #expect(try await CacheModule.broken.run(options).summary == "broken: 1 scenario: 1 blocked")
  }

  @Test("Progress counts what was selected, and not what decides which rule is to blame")
  func progressCounts() async throws {
    let totals = Mutex<Set<Int>>([])
    var options = RunOptions(selection: ScenarioSelection("toy.halves"))
    options.onProgress = { _, planned in totals.withLock { _ = $0.insert(planned) } }
    let report = try await CacheModule.broken.run(options)
    #expect(report.results.map(\.verdict.kind) == [.blocked])
    #expect(totals.withLock(\.self) == [1])
  }

  @Test("A run that failed fast runs only what decides which rule is to blame")
  func fewestSuspects() async throws {
    let asked = Mutex<[Int]>([])
    let broken = CacheModule.toy("broken") { number in
      asked.withLock { $0.append(number) }
      return number == 1 ? 3 : number * 2
    }
    let options = RunOptions(selection: ScenarioSelection("toy.halves"), width: 1, failsFast: true)
    let report = try await broken.run(options)
    #expect(report.summary == "broken: 1 scenario: 1 blocked")
    // Once in the selected scenario, and once in that of its fixture.
    #expect(asked.withLock(\.self) == [1, 1])
  }

  @Test("After a run that failed fast, scenarios that hang are not run one after another, and what is unknown is told")
  func hangingSuspects() async throws {
    let stage = Fixture("a stage", relyingOn: "toy.zero", [Step<ToyAction>(.double(20), .answers(40))])
    let hanging = (21...23).map { Scenario("toy.doubles", "\($0)", then: [Step<ToyAction>(.double($0), .answers(0))]) }
    let failing = Scenario(
      "toy.halves", then: [Step<ToyAction>(.double(6), .answers(12).demanded(by: "toy.doubles"))])
    func run(_ scenarios: [Scenario<ToyAction>]) async throws -> (RunReport, [Int]) {
      let hung = Mutex<[Int]>([])
      let chapter = Chapter(name: "toy", title: "A toy", rules: ToySpec.rules, scenarios: scenarios)
      let module = CacheModule.toy("hanging", in: [chapter]) { number in
        if number >= 20 {
          hung.withLock { $0.append(number) }
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
        return 0
      }
      let options = RunOptions(
        selection: ScenarioSelection("toy.halves"), timeLimit: .milliseconds(300), width: 1, failsFast: true)
      return (try await module.run(options), hung.withLock(\.self))
    }
    let (blocked, hung) = try await run([failing] + hanging)
    #expect(blocked.summary == "hanging: 1 scenario: 1 blocked" && hung == [21], "\(hung)")
    let (unknown, once) = try await run(
      [failing, Scenario("toy.doubles", "in a stage", given: stage, then: [Step(.double(1), .answers(2))])])
    #expect(once == [20])
    #expect(
      unknown.incidents == [
        "ended before it was known whether another rule is to blame: the scenarios of toy.zero that may show it were not "
          + "run"
      ])
  }

  @Test("The summary counts each kind of verdict")
  func counts() async throws {
    let report = try await CacheModule.toy("liar", lacking: [.listening: "deaf"]) { $0 == 3 ? 7 : $0 * 2 }.run()
    #expect(report.summary == "liar: 5 scenarios: 3 passed, 1 violated, 1 not assessed")
    #expect(!report.isClean)
  }

  @Test("Documented rules that a module declines are reported apart")
  func declined() async throws {
    let report = try await CacheModule.toy("deaf", lacking: [.listening: "deaf"]) { $0 * 2 }.run()
    #expect(
      report.text().contains(
        "\n\ndeclined  1 documented rule, for: listening (1)\n\nassessed  3 of 4 rules (75 %)\ndeaf: 5 scenarios: "))
    #expect(report.text(TextStyle(isVerbose: true)).contains("for: listening (toy.tells-once)\n"))
    let object = try JSONSerialization.jsonObject(with: Data(report.json().utf8)) as? [String: Any]
    let declined = try #require((object?["declined"] as? [[String: Any]])?.first)
    #expect(declined["capability"] as? String == "listening")
    #expect(declined["rules"] as? [String] == ["toy.tells-once"])
    let results = try #require(object?["results"] as? [[String: Any]])
    #expect(results.compactMap { $0["needs"] as? [String] } == [["listening"]])
  }

  @Test("Failures are reported by number of steps, the fewest first")
  func shortestFirst() async throws {
    let all = try await CacheModule.toy("wrong but for one") { $0 == 1 ? 2 : 0 }.run().text()
    #expect(all.hasPrefix("violated  toy.doubles[four]\n"))
    #expect(all.contains("  also      [two and three]: double 2: expected 4, actual 0\n"))
    let two = try await CacheModule.toy("wrong for two") { $0 == 2 ? 0 : $0 * 2 }.run().text()
    #expect(two.hasPrefix("violated  toy.tells-once\n"))
    #expect(two.contains("\n\nviolated  toy.doubles[two and three]\n"))
  }

  @Test("Of scenarios that fail alike, eight are named, and each other way to fail is told: eight of many")
  func many() async throws {
    let report = try await CacheModule.toy("proud", in: [ToySpec.many]) { $0 == 1 ? 2 : 0 }.run()
    let text = report.text()
    #expect(text.contains("  also      [2]: double 2: expected 4, actual 0\n            [3]: double 3: expected 6"))
    #expect(text.contains("            1 more way to fail; --verbose tells each whole\n"))
    #expect(report.text(TextStyle(isVerbose: true)).contains("toy.doubles[eleven]"))
  }

  /// Scenarios of one rule, each with these numbers to double.
  private func chapter(_ scenarios: [[Int]]) -> Chapter<ToyAction> {
    Chapter(
      name: "toy", title: "A toy", rules: ToySpec.many.rules,
      scenarios: scenarios.enumerated().map { index, numbers in
        Scenario(
          "toy.doubles", "\(index)", then: numbers.map { Step(.double($0), .answers(Doubled(integerLiteral: 2 * $0))) })
      })
  }

  @Test("Two causes under a rule are both told, in text and in Markdown, and equal ones once with their number")
  func causes() async throws {
    let broken = CacheModule.toy("broken twice", in: [chapter([[3], [1, 3], [3], [4], [5], [4]])]) { number in
      number == 3 ? 7 : number == 4 ? nil : number * 2
    }
    let report = try await broken.run()
    #expect(
      report.text().contains(
        "  also      2 more alike: [1] [2]\n            [3] and 1 more: double 4: expected 8, actual nothing\n\n"))
    #expect(report.markdown().contains("| violated | `toy.doubles` | \\[0] and 2 more | 6 | 7 | "))
    #expect(report.markdown().contains("| violated | `toy.doubles` | \\[3] and 1 more | 8 | nothing | "))
  }

  @Test("Equal steps are told once with their number, and the one that fails by itself")
  func repeatedSteps() async throws {
    let numbers = Array(repeating: 2, count: 60) + [1] + Array(repeating: [4, 5], count: 3).flatMap(\.self) + [3]
    let text = try await CacheModule.toy("liar", in: [chapter([numbers])]) { $0 == 3 ? 7 : $0 * 2 }.run().text()
    #expect(
      text.contains(
        """
          then      double 2: 4 (60 times)
                    double 1: 2
                    3 times:
                      double 4: 8
                      double 5: 10
                    double 3: 7
          expected  6
        """))
    #expect(["a", "a", "a"].folded() == ["a (2 times)", "a"])
    #expect(["a", "a", "a"].folded(isLastApart: false) == ["a (3 times)"])
    #expect(["a", "b", "a", "b", "c"].folded() == ["2 times:", "  a", "  b", "c"])
    #expect(["a", "b", "c", "a"].folded() == ["a", "b", "c", "a"])
  }

  @Test("An empty run says so")
  func empty() async throws {
    for shard in [nil, RunShard("1/2")] {
      let report = try await CacheModule.honest.run(
        RunOptions(selection: ScenarioSelection("toy.unseen"), shard: shard))
      #expect(report.summary == "honest: 0 scenarios: no scenario ran")
    }
  }

  @Test("A module that runs alone has one scenario under way at a time")
  func runsAlone() async throws {
    let underWay = Mutex((now: 0, most: 0))
    let toy = CacheModule.toy("shy") { number in
      underWay.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      for _ in 0..<100 { await Task.yield() }
      underWay.withLock { $0.now -= 1 }
      return number * 2
    }
    let module = CacheModule("shy", summary: "a shy toy", runsAlone: true, toy.implementations)
    // A scenario that exceeds its time limit is abandoned and overlaps the next one, and yielding is slow on a busy
    // machine.
    #expect(try await module.run(RunOptions(timeLimit: .seconds(60))).isClean)
    await withTaskGroup(of: Void.self) { group in
      for scenario in ToySpec.scenarios {
        group.addTask { _ = await module.result(of: scenario, timeLimit: .seconds(60)) }
      }
    }
    #expect(underWay.withLock(\.most) == 1)
  }

  @Test(
    "A pattern chooses chapters, topics, rules and scenarios",
    arguments: [
      ("toy", 6), ("toy.doubles", 3), ("toy.doubles[four]", 1), ("toy.*[t*]", 1), ("*", 6), ("toy.d", 0), ("", 0),
      ("*zero", 1), ("toy.*e*", 6),
    ])
  func selection(_ pattern: String, _ count: Int) {
    #expect(CacheModule.honest.plan(RunOptions(selection: ScenarioSelection(pattern))).count == count)
  }

  @Test("Each scenario is in exactly one shard")
  func shards() async throws {
    let whole = try await CacheModule.toy("honest") { $0 * 2 }.run()
    var ids: [String] = []
    for number in 1...3 {
      let options = RunOptions(shard: RunShard("\(number)/3"))
      ids += try await CacheModule.toy("honest") { $0 * 2 }.run(options).results.map(\.scenario.id)
    }
    #expect(ids.sorted() == whole.results.map(\.scenario.id).sorted())
    for text in ["0/3", "4/3", "1/0", "1", "a/b", "1/2/3"] { #expect(RunShard(text) == nil) }
  }
}
