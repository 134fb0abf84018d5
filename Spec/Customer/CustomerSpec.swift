/// The customer chapter, from RevenueCat's 'Caching'.
public enum CustomerSpec {
  /// Every rule, in the order of the document.
  public static let rules = identityRules + readRules + policyRules + lifeRules + leavingRules + offeringsRules

  /// Every scenario, rule by rule.
  public static let scenarios: [CustomerScenario] =
    identityScenarios + readScenarios + clockScenarios + purchaseScenarios + policyScenarios
    + policyTable.map(\.scenario) + lifeScenarios + listenerScenarios + logScenarios + damageScenarios
    + logoutScenarios + switchTable.flatMap(\.scenarios) + invalidationScenarios + offeringsScenarios

  /// The chapter.
  public static let chapter = Chapter(
    name: "customer", title: "Who the user is and what they own", rules: rules, scenarios: scenarios)
}
