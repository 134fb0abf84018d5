import CacheConformance
import CacheConformanceTesting
import CacheSpec
import Testing
import Toy

@Suite("The Swift Testing shim")
struct ShimTests {
  private static func tired(_ module: CacheModule) -> CacheModule {
    var module = module
    module.deviations = [KnownDeviation("toy.doubles[four]", because: "it is tired", link: "https://toy.test/1")]
    return module
  }

  @Test("A violation is an issue at the row of the table")
  func recordsAtTheRow() async throws {
    try await withKnownIssue {
      try await expectConformance(of: .liar, to: ToySpec.scenario("toy.doubles[two and three]"))
    } matching: { issue in
      issue.sourceLocation?.fileID == "Toy/Table.swift" && issue.sourceLocation?.line == 1
        && issue.comments.contains { $0.rawValue.contains("  expected  6\n  actual    7\n") }
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

  @Test("A scenario that is not assessed cancels its test")
  func cancels() async throws {
    // The call cancels this test, which therefore ends here. If the scenario were judged, it would be a violation and
    // an issue.
    try await expectConformance(
      of: .toy("deaf", lacking: [.listening: "it is deaf"]) { _ in nil }, to: ToySpec.scenario("toy.tells-once"))
    Issue.record("the test went on")
  }

  @Test("A blocked scenario cancels its test, and the blocking rule's test fails")
  func cancelsWhatIsBlocked() async throws {
    await withKnownIssue {
      try await expectConformance(of: .broken, to: ToySpec.scenario("toy.doubles[fixture: one was doubled]"))
    }
    try await expectConformance(of: .broken, to: ToySpec.scenario("toy.halves"))
    Issue.record("the test went on")
  }

  @Test("A module that does not implement the scenario's chapter is an issue, not a pass")
  func unknownChapter() async throws {
    try await withKnownIssue {
      try await expectConformance(of: CacheModule("empty", "empty", []), to: ToySpec.scenario("toy.zero"))
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("empty implements no chapter that toy.zero is of") }
    }
  }
}
