/// The response chapter, from Apple's 'Accessing cached data'.
public enum ResponseSpec {
  /// Every rule, in the order of the document.
  public static let rules = policyRules + schemeRules + storeRules + removalAndUsageRules + loadRules

  /// Every scenario, rule by rule.
  public static let scenarios: [ResponseScenario] =
    policyScenarios + policyTable.map(\.scenario) + sessionScenarios + schemeScenarios + keyScenarios + storeScenarios
    + storageScenarios + removalScenarios + usageScenarios + loadScenarios + willCacheScenarios

  /// The chapter.
  public static let chapter = Chapter(
    name: "response", title: "A store of URL responses, and a loader that uses it", rules: rules, scenarios: scenarios)
}
