import CacheConformance
import CacheConformanceTesting
import CacheSpecChapters
import Testing
import TestSupport

@Suite("The Swift Testing shim")
struct ShimTests {
  private static func tired(_ module: CacheModule) -> CacheModule {
    var module = module
    module.deviations = [KnownDeviation("toy.doubles[four]", because: "it is tired", link: "https://toy.test/1")]
    return module
  }

  @Test("A violation is an issue at the line of the call, and names the row of the table")
  func recordsAtTheCall() async throws {
    let line = #line + 2
    try await withKnownIssue {
      try await expectConformance(of: .liar, to: ToySpec.scenario("toy.doubles[two and three]"))
    } matching: { issue in
      issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == line
        && issue.comments.contains { $0.rawValue.contains("  expected  6\n  actual    7\n") }
        && issue.comments.contains { $0.rawValue.contains("\n  row       Toy/Table.swift:1\n") }
        && issue.comments.contains { $0.rawValue.contains("check liar --only") }
    }
  }

  @Test("A deviation that no longer happens is an issue")
  func recordsUnexpectedPasses() async throws {
    try await withKnownIssue {
      try await expectConformance(of: Self.tired(.honest), to: ToySpec.scenario("toy.doubles[four]"))
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("passed; take the deviation off the record") }
    }
  }

  @Test("A deviation that happens is a known issue, which fails no test")
  func knownIssues() async throws {
    try await expectConformance(of: Self.tired(.thrower), to: ToySpec.scenario("toy.doubles[four]"))
  }

  @Test("A violation in a drawn run is an issue at the line of the call")
  func recordsFindsAtTheCall() async throws {
    let line = #line + 2
    try await withKnownIssue {
      try await expectConformance(of: .liar, exploring: "toy", seed: 1, runs: 5)
    } matching: {
      $0.sourceLocation?.fileID == #fileID && $0.sourceLocation?.line == line
    }
  }

  @Test(
    "A failure is rerun by the module's own command line or, if none has it, by a call in Swift",
    arguments: [
      (
        "toyspec", "swift run toyspec check liar --only 'toy.doubles[two and three]'",
        "swift run toyspec explore liar --only toy --seed 1 --steps 30 --run "
      ),
      (
        nil, #"try await module.run(RunOptions(selection: ScenarioSelection("toy.doubles[two and three]")))"#,
        #"try await module.explore(ExploreOptions(chapter: "toy", seed: 1, run: "#
      ),
    ])
  func namesWhatReruns(_ command: String?, _ check: String, _ explore: String) async throws {
    let liar = CacheModule("liar", summary: "a toy", command: command, CacheModule.liar.implementations)
    @Sendable func tells(_ rerun: String, _ issue: Issue) -> Bool {
      issue.comments.contains { $0.rawValue.contains("\n  rerun     \(rerun)") }
    }
    try await withKnownIssue {
      try await expectConformance(of: liar, to: ToySpec.scenario("toy.doubles[two and three]"))
    } matching: {
      tells(check, $0)
    }
    try await withKnownIssue {
      try await expectConformance(of: liar, exploring: "toy", seed: 1, runs: 5)
    } matching: {
      tells(explore, $0)
    }
  }

  @Test("A scenario that is not assessed is a warning, and cancels its test")
  func cancels() async throws {
    // The call cancels this test, which therefore ends here. If the scenario were judged, it would be a violation and
    // an issue.
    let line = #line + 2
    try await withKnownIssue {
      try await expectConformance(
        of: .toy("deaf", lacking: [.listening: "it is deaf"]) { _ in nil }, to: ToySpec.scenario("toy.tells-once"))
    } matching: {
      $0.severity == .warning && $0.sourceLocation?.line == line
        && $0.comments.map(\.rawValue) == [
          "deaf: toy.tells-once was not tried in 1 of 1 scenario: not assessed: needs listening: it is deaf"
        ]
    }
    Issue.record("the test went on")
  }

  @Test("A blocked scenario is a warning, and cancels its test; the blocking rule's test fails")
  func cancelsWhatIsBlocked() async throws {
    await withKnownIssue {
      try await expectConformance(of: .broken, to: ToySpec.scenario("toy.doubles[fixture: one was doubled]"))
    }
    try await withKnownIssue {
      try await expectConformance(of: .broken, to: ToySpec.scenario("toy.halves"))
    } matching: {
      $0.severity == .warning
        && $0.comments.map(\.rawValue) == [
          "broken: toy.halves was not tried in 1 of 1 scenario: blocked by toy.doubles, which the module breaks"
        ]
    }
    Issue.record("the test went on")
  }

  @Test("A rule that is not tried is reported once, with the number of its scenarios, though they run in parallel")
  func warnsOnce() async throws {
    let source = ToySpec.scenario("toy.zero").source
    let listens = Fixture<ToyAction>("somebody listens", [Step(.listen)])
    let chapter = Chapter(
      name: "toy", title: "A toy that some listen to", rules: ToySpec.rules,
      scenarios: [
        Scenario("toy.doubles", then: [Step(.double(6), .answers(12))], source: source),
        Scenario("toy.tells-once", "unheard", then: [Step(.double(2), .notifies(4))], source: source),
        Scenario("toy.tells-once", "two", given: listens, then: [Step(.double(2), .notifies(4))], source: source),
        Scenario("toy.tells-once", "three", given: listens, then: [Step(.double(3), .notifies(6))], source: source),
        Scenario(
          "toy.tells-once", "six",
          then: [Step(.double(6), .answers(12).demanded(by: "toy.doubles"))], source: source),
      ])
    let module = CacheModule.toy("hoarse", lacking: [.listening: "it is deaf"], in: [chapter]) { $0 == 6 ? 7 : $0 * 2 }
    let warnings = await withTaskGroup { group in
      for scenario in chapter.scenarios + chapter.scenarios {
        group.addTask {
          guard let result = await module.result(of: scenario, timeLimit: .seconds(60)) else { return String?.none }
          return await module.notTried(in: result, timeLimit: .seconds(60))
        }
      }
      return await group.reduce(into: [String]()) { $0 += [$1].compactMap(\.self) }
    }
    #expect(
      warnings == [
        "hoarse: toy.tells-once was not tried in 3 of 4 scenarios: 1 blocked by toy.doubles, which the module breaks; "
          + "2 not assessed: needs listening: it is deaf"
      ])
  }

  @Test("A module that does not implement the scenario's chapter is an issue, not a pass")
  func unknownChapter() async throws {
    try await withKnownIssue {
      try await expectConformance(of: CacheModule("empty", summary: "empty", []), to: ToySpec.scenario("toy.zero"))
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("empty implements no chapter that toy.zero is of") }
    }
  }
}
