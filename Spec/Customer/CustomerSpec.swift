/// The customer chapter, from RevenueCat's 'Caching'.
public enum CustomerSpec {
  /// Every rule, in the order of the document.
  public static let rules: [Rule] = []

  /// Every scenario, rule by rule.
  public static let scenarios: [CustomerScenario] = []

  /// The chapter.
  public static let chapter = Chapter(
    name: "customer", title: "Who the user is and what they own", rules: rules, scenarios: scenarios)
}
