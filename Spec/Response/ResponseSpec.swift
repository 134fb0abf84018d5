/// The response chapter, from Apple's 'Accessing cached data'.
public enum ResponseSpec {
  /// Every rule, in the order of the document.
  public static let rules =
    policyRules + sessionRules + schemeRules + storeRules + killRules + removalAndUsageRules + loadRules

  /// Every scenario, rule by rule.
  public static var scenarios: [ResponseScenario] { chapter.scenarios }

  /// The chapter.
  package static let chapter = Chapter(
    name: "response", title: "A store of URL responses, and a loader that uses it", rules: rules,
    tables: [
      Table(
        "A load under each policy",
        legend: """
          Something is *stored* for a request that names a *policy*, and the *origin* has a newer version. The origin is sent
          *nothing*, one plain *GET*, a *check* that revalidates what is stored (a plain GET counts as one, except for a
          check *by its tag*), or, where it is down, any number of *attempts*. Where it is *not said* what is stored
          afterwards, the documents only say where the answer comes from. Under `useProtocolCachePolicy`, while the origin
          is up, a response is *fresh*, or *stale*, for each reason in turn: `max-age`, `Date`, `Age`, `Expires`, the time
          in the store; otherwise by its `max-age`. A request that names no policy has the rows of
          `useProtocolCachePolicy` while the origin is up.
          """, policyTable),
      Table(
        "URLs that differ in one part",
        legend: "A response is stored for one of two URLs, then a different response for the other URL.",
        keyTable, isComplete: false),
      Table(
        "Odd URLs", legend: "A response is stored for each of two URLs, and the store is reopened.", oddURLTable,
        isComplete: false),
    ],
    scenarios: ofTables + policyScenarios + sessionScenarios + schemeScenarios + storeScenarios + methodScenarios
      + killScenarios + damageScenarios + storageScenarios + removalScenarios + usageScenarios + capacityScenarios
      + loadScenarios + callScenarios + willCacheScenarios + confirmedProposalScenarios,
    // The fixtures of the HTTP chapter rely on rules of this one.
    fixtures: HTTPSpec.ownScenarios.map(\.fixture))

  private static let ofTables: [ResponseScenario] =
    policyTable.flatMap(\.scenarios) + policyTable.compactMap(\.withoutPolicy).flatMap(\.scenarios)
    + keyTable.map(\.scenario)
    + oddURLTable.map(\.scenario)
}
