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
    Customer info is read under a policy, and the server has version 2. The *cached copy* is version 1, *young* when it was
    fetched just now, *stale* when it was fetched an hour ago; the *server's* is version 2. A request that is made *once* is
    answered; *at least once* is for a server that cannot be reached, where trying again is nobody's mistake, *once at most* for
    what invalidating may have fetched already. Bringing offerings up to date on the way is nobody's mistake either. What is *cached
    afterwards* is looked at when all work behind the answer has finished.
    """

  private static let switchLegend = """
    A request for alice is held when the app leaves her for another user, and is answered after that. What the listener
    hears and, where she logs out, all that is stored is searched for what is *left of the old user*.
    """
}
