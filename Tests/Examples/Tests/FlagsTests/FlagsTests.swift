import CacheConformanceTesting
import CacheSpec
import Flags
import Testing

@Test(arguments: FlagsSpec.chapter.scenarios)
func keeps(_ scenario: Scenario<FlagsAction>) async throws {
  try await expectConformance(of: flags, to: scenario)
}

@Test func holdsInDrawnRuns() async throws {
  try await expectConformance(of: flags, exploring: "flags", seed: 1)
}
