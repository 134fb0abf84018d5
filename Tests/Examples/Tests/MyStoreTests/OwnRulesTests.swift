import ResponseConformance
import MyStore
import Testing

@Test(arguments: ownRules.scenarios)
func keepsOurs(_ scenario: ResponseScenario) async throws {
  try await expectConformance(of: ourStore, to: scenario)
}
