import CacheSpec
import Foundation
import TestSupport
import Testing

@testable import CacheConformance
@testable import CacheConformanceCommand

/// Tests what is reported of a scenario that fails in some runs and passes in others, and how it stands on record.
@Suite("Unsteady scenarios")
struct UnsteadyTests {
  private static let row = "toy.doubles[four]"
  private static let unsteady = KnownDeviation(row, isUnsteady: true, because: "a race", link: "https://toy.test/4")
  private static let steady = KnownDeviation(row, because: "it is tired", link: "https://toy.test/1")

  /// The first seed of a coin whose tosses fail like this.
  private static func seed(_ tosses: Bool...) throws -> Int {
    try #require((1...10_000).first { seed in tosses == fails(seed, tosses.count) })
  }
  private static func fails(_ seed: Int, _ count: Int) -> [Bool] {
    (1...count).map { CacheModule.coinFails(seed: seed, toss: $0) }
  }

  /// Runs the coin in child processes.
  private static func toss(
    _ seed: Int, _ deviations: KnownDeviation..., repeats: Int? = nil
  ) async throws -> RunReport {
    try await run(.coin, seed: seed, deviations, repeats: repeats)
  }
  private static func run(
    _ module: CacheModule, seed: Int = 1, _ deviations: [KnownDeviation], repeats: Int?
  ) async throws -> RunReport {
    var options = RunOptions(timeLimit: .seconds(20), width: 2)
    options.repeats = repeats
    var isolation = Isolation(executable: built("toyspec"), arguments: ["work", module.name])
    isolation.environment = ["COIN": "\(seed)"]
    options.isolation = isolation
    var module = module
    module.deviations = deviations
    return try await module.run(options)
  }

  private static func result(of report: RunReport) throws -> ScenarioResult {
    try #require(report.results.first { $0.scenario.id == row })
  }

  @Test("How often a scenario failed is said in the same words in every format")
  func words() async throws {
    let seed = try Self.seed(true, false, true, false)
    let report = try await Self.toss(seed)
    let words = "violated in 2 of 4 runs"
    #expect(!report.isClean && report.incidents == [])
    #expect(report.summary.hasSuffix(": 4 passed, 1 violated; 1 unsteady"))
    #expect(report.text().hasPrefix("unsteady: \(words)  \(Self.row)\n"))
    #expect(report.junit().contains("<failure message=\"unsteady: \(words)\">"))
    #expect(report.github().contains("title=unsteady%3A \(words)%3A \(Self.row)::"))
    #expect(report.markdown().contains("\n| unsteady: \(words) | `toy.doubles` |"))
    let json = try JSONReport(json: Data(report.json().utf8))
    #expect(json.results.first { $0.scenario == Self.row }?.unsteady == words)
    let pages = try await Self.site(report)
    #expect(pages["module-coin.html"]?.contains("unsteady: \(words)") == true)
  }

  /// The files of a site with one report, by their names.
  private static func site(_ report: RunReport) async throws -> [String: String] {
    let file = TemporaryFolders.newURL()
    defer { try? FileManager.default.removeItem(at: file) }
    try report.json().write(to: file, atomically: true, encoding: .utf8)
    let command = CacheSpecCommand(modules: [.honest])
    return Dictionary(
      uniqueKeysWithValues: try await command.site(of: [file.path], comparedWith: nil, sourceURL: nil)
        .map { ($0.path, $0.text) })
  }

  @Test("On record as unsteady, a scenario fails no run, whether it deviates or passes")
  func onRecord() async throws {
    let happens = try await Self.toss(try Self.seed(true), Self.unsteady)
    #expect(happens.isClean && happens.summary.hasSuffix(": 4 passed, 1 known deviation; 1 unsteady"))
    #expect(happens.text().contains("known deviation, unsteady: as on record  \(Self.row)\n"))
    #expect(happens.junit().contains("<skipped message=\"known deviation, unsteady: as on record"))
    let passes = try await Self.toss(try Self.seed(false), Self.unsteady)
    #expect(passes.isClean && passes.summary.hasSuffix(": 5 passed"))
  }

  @Test(
    "An unsteady deviation has to name one scenario", arguments: ["toy.doubles", "toy.doubles[f*]", "toy.doubles[*]"])
  func namesAScenario(_ id: String) async throws {
    var module = CacheModule.honest
    module.deviations = [KnownDeviation(id, isUnsteady: true, because: "a race", link: "")]
    let error = await #expect(throws: RunError.self) { try await module.run() }
    #expect(error?.description.hasPrefix("the known deviation '\(id)' is unsteady, and not of one scenario: ") == true)
    let result = await module.result(of: ToySpec.scenario(Self.row), timeLimit: .seconds(5))
    #expect(result?.verdict == .setupFailed(.mistake(error?.description ?? "")))
    // A rule with one row without a name is that scenario.
    module.deviations = [KnownDeviation("toy.zero", isUnsteady: true, because: "a race", link: "")]
    #expect(try await module.run().isClean)
    module.deviations = [KnownDeviation("toy.doubles[five]", isUnsteady: true, because: "a race", link: "")]
    await #expect(throws: RunError.self) { try await module.run() }
  }

  @Test("An unsteady deviation blocks no other scenario, and excuses no drawn run")
  func excusesItselfAlone() async throws {
    var module = CacheModule.toy("toy", in: [ToySpec.crossRule]) { $0 == 4 || $0 == 6 ? 0 : $0 * 2 }
    module.deviations = [Self.steady]
    #expect(try await module.run().count(.notAssessed) == 2)
    module.deviations = [Self.unsteady]
    let report = try await module.run()
    #expect(report.count(.knownDeviation) == 1 && report.count(.violated) == 2)
    var liar = CacheModule.liar
    liar.deviations = [Self.unsteady]
    let explorations = try await liar.explore(ExploreOptions(runs: 20, shrinks: false))
    #expect(explorations.first?.isClean == false)
  }

  @Test("A scenario's own unsteady record comes before what else covers it")
  func comesFirst() async throws {
    let rule = KnownDeviation("toy.doubles", because: "it is tired", link: "https://toy.test/1")
    var module = CacheModule.toy("faulty") { $0 == 3 || $0 == 4 ? 7 : $0 * 2 }
    module.deviations = [rule, Self.unsteady]
    #expect(try await module.run().text().contains("known     a race (https://toy.test/4)"))
  }

  @Test("What failed runs as often again as is asked, and the report says how often it failed")
  func repeats() async throws {
    let seed = try Self.seed(true, true, true, false)
    let all = try await Self.toss(seed, repeats: 9)
    let failures = Self.fails(seed, 10).count { $0 }
    #expect(try Self.result(of: all).unsteadiness == "violated in \(failures) of 10 runs")
    let liar = try await Self.run(.liar, [], repeats: 2)
    #expect(liar.text().contains("  runs      violated in 3 of 3 runs; the first was beside other scenarios\n"))
    #expect(liar.results.allSatisfy { $0.unsteadiness == nil })
  }

  @Test("A plain deviation on record that comes and goes is reported as unsteady, whatever its first run showed")
  func plainOnRecord() async throws {
    let happens = try await Self.toss(try Self.seed(true, false, false), Self.steady, repeats: 2)
    #expect(happens.isClean)
    #expect(happens.text().contains("known deviation, unsteady: violated in 1 of 3 runs  \(Self.row)\n"))
    #expect(happens.github().contains("::warning file=Toy/Table.swift,line=2,title=known deviation%2C unsteady%3A "))
    let passes = try await Self.toss(try Self.seed(false, true, true), Self.steady, repeats: 2)
    #expect(passes.text().hasPrefix("passed unexpectedly, unsteady: violated in 2 of 3 runs  \(Self.row)\n"))
    for report in [happens, passes] { #expect(report.deviationsToRecord().map(\.isUnsteady) == [true]) }
  }

  @Test("What is printed as unsteady is accepted on record, and the run is clean then, whatever happens")
  func roundTrip() async throws {
    let report = try await Self.toss(try Self.seed(true, true, false), repeats: 5)
    #expect(
      report.printedDeviations()
        == "KnownDeviation(\"\(Self.row)\", isUnsteady: true, because: \"double 4: expected 8, but saw 9; violated in 3 of 6 "
        + "runs\", link: \"\"),")
    let printed = try JSON(json: Array(report.printedDeviations(asJSON: true).utf8))
    let read = try [KnownDeviation](printed, name: "deviations")
    #expect(read == report.deviationsToRecord() && read.map(\.isUnsteady) == [true])
    let seeds = [try Self.seed(true, false), try Self.seed(false, true), try Self.seed(true, true)]
    for (seed, repeats) in zip(seeds, [nil, nil, 3]) {
      let recorded = try await Self.toss(seed, read[0], repeats: repeats)
      #expect(recorded.isClean)
      #expect(recorded.printedDeviations(asJSON: true) == "[]")
    }
  }

  @Test("The command repeats what failed, and prints it as unsteady")
  func command() async throws {
    let environment = ["COIN": "\(try Self.seed(true, true, true, true, false))"]
    let check = try await runCommand(["check", "coin", "--repeat", "4"], environment: environment)
    #expect(check.status == 1 && check.output.hasPrefix("unsteady: violated in 4 of 5 runs  \(Self.row)\n"))
    let printed = try await runCommand(
      ["check", "coin", "--repeat", "4", "--print-deviations"], environment: environment)
    #expect(printed.output.contains("isUnsteady: true"))
  }

  @Test("To compare reports, a deviation on record as unsteady is the same as a pass")
  func comparison() async throws {
    func json(_ seed: Int, _ deviations: [KnownDeviation]) async throws -> JSONReport {
      try JSONReport(json: Data(try await Self.run(.coin, seed: seed, deviations, repeats: nil).json().utf8))
    }
    let happens = try await json(try Self.seed(true), [Self.unsteady])
    let passes = try await json(try Self.seed(false), [Self.unsteady])
    #expect(Comparison(passes, happens).summary == "nothing changed")
    #expect(Comparison(happens, passes).summary == "nothing changed")
    let fails = try await json(try Self.seed(true, false, false, false), [])
    let broken = "broken  \(Self.row): passed → violated (unsteady: violated in 1 of 4 runs): expected 8, actual 9\n"
    #expect(Comparison(passes, fails).text.hasPrefix(broken))
    // It may have passed by chance.
    #expect(Comparison(fails, passes).summary == "1 other")
  }

  @Test("In Swift Testing, a scenario on record as unsteady may deviate or pass")
  func inSwiftTesting() async throws {
    for (answer, kind) in [(9, Verdict.Kind.knownDeviation), (8, .passed)] {
      let module = CacheModule.toy("coin", deviations: [Self.unsteady]) { $0 == 4 ? answer : $0 * 2 }
      let result = await module.result(of: ToySpec.scenario(Self.row), timeLimit: .seconds(5))
      #expect(result?.verdict.kind == kind)
    }
  }
}
