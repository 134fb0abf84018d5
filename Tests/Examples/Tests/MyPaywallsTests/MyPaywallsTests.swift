import PaywallConformance
import MyPaywalls
import Testing

/// Rules that this cache keeps only because it is idle when it says so.
let rulesOfUpdates: Set<RuleID> = ["paywall.background.repeats", "paywall.background.failure-keeps-copy"]

@Test(arguments: PaywallSpec.scenarios.filter { rulesOfUpdates.contains($0.rule) })
func updates(_ scenario: PaywallScenario) async throws {
  try await expectConformance(of: myPaywalls, to: scenario)
}
