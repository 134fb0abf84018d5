/// The normalized chapter, from Apollo's 'Client-side caching'.
public enum NormalizedSpec {
  /// Every rule, in the order of the document.
  public static let rules =
    recordRules + kindRules + policyRules + watchRules + accessRules + removalRules + overlapRules

  /// Every scenario, rule by rule.
  public static let scenarios: [NormalizedScenario] =
    recordScenarios + fieldScenarios + listScenarios + mutationScenarios + kindScenarios + textScenarios
    + policyScenarios + policyTable.map(\.scenario) + watchScenarios + accessScenarios + removalScenarios
    + matchingScenarios + overlapScenarios

  /// The chapter.
  public static let chapter = Chapter(
    name: "normalized", title: "A cache of an object graph", rules: rules, scenarios: scenarios)
}
