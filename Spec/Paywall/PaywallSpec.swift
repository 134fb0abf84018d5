/// The paywall chapter, from Adapty's 'Understand the caching system in Adapty'.
public enum PaywallSpec {
  /// Every rule, in the order of the document, then what follows for overlap and bad input.
  public static let rules =
    priorityRules + fallbackRules + cacheRules + policyRules + lifecycleRules + patternRules + overlapRules + inputRules

  /// Every scenario, rule by rule.
  public static let scenarios: [PaywallScenario] =
    priorityTable.map(\.scenario) + priorityScenarios + failureScenarios + fallbackScenarios + cacheScenarios
    + policyTable.map(\.scenario) + defaultPolicyScenarios + policyScenarios + maxAgeScenarios + ageScenarios
    + backgroundScenarios + lifecycleScenarios + clearingScenarios + adaptiveScenarios + overrideScenarios
    + refreshScenarios + preloadScenarios + overlapScenarios + waitingScenarios + answerScenarios + nameScenarios
    + fileScenarios

  /// The chapter.
  public static let chapter = Chapter(
    name: "paywall", title: "A layered cache of remote configuration", rules: rules, scenarios: scenarios)
}
