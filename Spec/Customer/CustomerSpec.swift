/// The customer chapter, from RevenueCat's 'Caching'.
public enum CustomerSpec {
  /// Every rule, in the order of the document.
  public static let rules: [Rule] =
    identityRules + readRules + policyRules + lifeRules + killRules + leavingRules + offeringsRules

  /// Every scenario, rule by rule.
  public static var scenarios: [CustomerScenario] { chapter.scenarios }

  /// The chapter.
  package static let chapter = Chapter(
    name: "customer", title: "Who the user is and what they own", rules: rules,
    tables: [
      Table("A read of customer info under a policy", legend: policyLegend, policyTable),
      Table("An answer that comes after its user has left", legend: switchLegend, switchTable),
    ],
    scenarios: identityScenarios + readScenarios + clockScenarios + purchaseScenarios + policyScenarios
      + policyTable.map(\.scenario) + lifeScenarios + listenerScenarios + logScenarios + damageScenarios + killScenarios
      + logoutScenarios + switchTable.flatMap(\.scenarios) + invalidationScenarios
      + offeringsScenarios + storedScenarios + repeatedScenarios + whomScenarios + meanwhileScenarios
      + switchScenarios + besideScenarios + renewalScenarios + standingScenarios)

  private static let policyLegend = """
    Customer info is read under a policy, and the server has version 2. The *cached copy* is version 1: *young* when it was
    fetched just now, *stale* when it was fetched an hour ago. The *server's* version is version 2. A request that is made
    *once* is answered. *At least once* is for a server that cannot be reached, where retries are allowed; *once at most* is
    for a read after an invalidation that may have fetched already. Bringing offerings up to date at the same time is allowed
    as well. What is *cached afterwards* is checked once all background work has finished.
    """

  private static let switchLegend = """
    A request for alice is held while the app switches to another user, and is answered after the switch. What is *left of
    the old user* is looked for in what the listener is told and, when she logs out, in everything that is stored.
    """
}
