import ResponseConformance
import MyStore
import Testing

/// The rules that the store is meant to keep so far.
let rules: Set<RuleID> = ["response.store.miss", "response.store.returns-what-was-stored", "response.store.key"]

@Test(arguments: ResponseSpec.scenarios.filter { rules.contains($0.rule) })
func conforms(_ scenario: ResponseScenario) async throws {
  try await expectConformance(of: myStore, to: scenario)
}
