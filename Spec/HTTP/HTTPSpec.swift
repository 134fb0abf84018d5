/// The HTTP chapter: what the default policy means over HTTP, as much of it as the response chapter leans on.
public enum HTTPSpec {
  /// Every rule, by section of RFC 9111.
  public static let rules = freshnessRules + storingRules + revalidationRules

  /// Every scenario, rule by rule.
  public static let scenarios: [ResponseScenario] = freshnessScenarios + storingScenarios + revalidationScenarios

  /// The chapter.
  public static let chapter = Chapter(
    name: "http", title: "What the default policy means over HTTP", rules: rules, scenarios: scenarios)
}
