import CacheConformance
import CacheConformanceTesting
import CacheSpec
import Testing
import Toy

@Suite("The Swift Testing shim")
struct ShimTests {
  private static let tired = [KnownDeviation("toy.doubles[four]", because: "it is tired", link: "https://toy.test/1")]

  @Test("A module that does not conform is an issue at the row of the table")
  func recordsAtTheRow() async throws {
    try await withKnownIssue {
      try await expectConformance(of: .liar, to: ToySpec.scenarios[0])
    } matching: { issue in
      issue.sourceLocation?.fileID == "Toy/Table.swift" && issue.sourceLocation?.line == 1
        && issue.comments.contains { $0.rawValue.contains("  expected  6\n  actual    7\n") }
    }
  }

  @Test("A deviation that no longer happens is an issue")
  func recordsUnexpectedPasses() async throws {
    try await withKnownIssue {
      try await expectConformance(of: .honest.deviating(Self.tired), to: ToySpec.scenarios[1])
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("passed; take the deviation off the record") }
    }
  }

  @Test("A deviation that happens is a known issue, which fails no test")
  func knownIssues() async throws {
    try await expectConformance(of: .thrower.deviating(Self.tired), to: ToySpec.scenarios[1])
  }

  @Test("A scenario that the module cannot take cancels its test")
  func cancels() async throws {
    // The test of this test ends here: were the scenario judged, it would be a violation and an issue.
    try await expectConformance(
      of: .toy(lacking: [.listening: "it is deaf"]) { _ in [.nothing] }, to: ToySpec.scenarios[2])
    Issue.record("the test went on")
  }
}
