/// The paywall chapter, from Adapty's 'Understand the caching system in Adapty'.
public enum PaywallSpec {
  /// Every rule, in the order of the document, then the rules for overlap and bad input.
  public static let rules: [Rule] =
    priorityRules + fallbackRules + cacheRules + policyRules + lifecycleRules + killRules + patternRules + overlapRules
    + inputRules

  /// Every scenario, rule by rule.
  public static var scenarios: [PaywallScenario] { chapter.scenarios }

  /// The chapter.
  package static let chapter = Chapter(
    name: "paywall", title: "A layered cache of remote configuration", rules: rules,
    tables: [
      Table(
        "Which layer answers a load", legend: "The load names no policy. " + legend, priorityTable, isComplete: false),
      Table(
        "What each policy does",
        legend: """
          The load names a policy; one that names none has the outcomes of `reloadRevalidatingCacheData`. The `maxAge` of \
          `returnCacheDataIfNotExpiredElseLoad` is 30 minutes. Where nothing is cached, \
          `reloadRevalidatingCacheData` does what the table above says. \(legend)
          """, policyTable, isComplete: false),
      Table(
        "What a newer fallback file changes",
        legend: """
          The load names no policy, both remote layers fail in the same way, and the fallback file holds a newer version \
          than the cache.
          """, newerFallbackTable, isComplete: false),
    ],
    scenarios: allScenarios.map(\.owningRequests))

  private static var allScenarios: [PaywallScenario] {
    tableScenarios + layerScenarios + loadScenarios + lifeScenarios + patternScenarios + inputScenarios
  }

  private static let legend = """
    *The CDN's version* is version 3, *the server's version* is version 2, *the cached copy* is version 1, and *the \
    fallback*, where it is set, is version 0. A remote layer that is down alone refuses the connection; where both \
    are down, the device has no network. *Requests* are the remote layers that are asked, in order; a layer that fails \
    may be asked again. *The same copy* is the copy that was cached before.
    """

  private static let tableScenarios: [PaywallScenario] =
    priorityTable.map(\.scenario) + newerFallbackTable.map(\.scenario) + policyTable.map(\.scenario)
    + policyTable.filter { $0.cells.policy == .reload && $0.cells.cache != .empty }.map(\.scenarioWithoutPolicy)
  private static let layerScenarios =
    priorityScenarios + failureScenarios + withoutNetworkScenarios + noSharedLimitScenarios + toldToWaitScenarios
    + fallbackScenarios + cacheScenarios
  private static let loadScenarios = policyScenarios + maxAgeScenarios + ageScenarios
  private static let lifeScenarios = backgroundScenarios + lifecycleScenarios + clearingScenarios + killScenarios
  private static let patternScenarios = adaptiveScenarios + overrideScenarios + refreshScenarios + preloadScenarios
  private static let inputScenarios =
    overlapScenarios + logOutScenarios + updateScenarios + waitingScenarios + answerScenarios + nameScenarios
    + fileScenarios
}
