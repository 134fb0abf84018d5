/// The HTTP chapter: what the default policy means over HTTP, as much of it as the response chapter leans on.
public enum HTTPSpec {
  /// Every rule, by section of RFC 9111.
  public static let rules =
    freshnessRules + lifetimeRules + storingRules + keepingRules + varyRules
    + requestRules + revalidationRules + staleRules + invalidationRules + messageRules + answerRules + overlapRules
    + redirectRules

  /// Every scenario, rule by rule.
  public static var scenarios: [ResponseScenario] { chapter.scenarios }

  /// The scenarios that are written down, those of fixtures left out.
  static let ownScenarios =
    ofTables + storedScenarios + freshnessScenarios + storingScenarios + keepingScenarios + varyScenarios
    + variantScenarios
    + requestScenarios + revalidationScenarios + invalidationScenarios + messageScenarios + answerScenarios
    + rangeScenarios
    + overlapScenarios + redirectScenarios + noStoreScenarios + laterScenarios + failedCheckScenarios
    + confirmedScenarios + headScenarios + ownConditionScenarios + askingScenarios + partScenarios

  private static let ofTables =
    (freshnessTable + agingTable + loadedDirectivesTable).map(\.scenario)
    + (lifetimeTable + heuristicTable + directiveTable).map(\.scenario)
    + varyTable.map(\.scenario) + (requestTable + staleTable + rareErrorTable).map(\.scenario)
    + statusTable.map(\.scenario)

  /// The chapter.
  package static let chapter = Chapter(
    name: "http", title: "What the default policy means over HTTP", folder: "HTTP", rules: rules,
    tables: [
      Table(
        "When a cached response is fresh",
        legend: """
          A response with an entity tag came into the cache, with these lines of `Cache-Control`, a `Date` and an `Age`. It is
          *requested* when the origin has a newer version: it is *served* without a request, or *checked* and replaced.
          """, freshnessTable + agingTable + loadedDirectivesTable,
        isComplete: false),
      Table(
        "How long a response is fresh", legend: responseLegend, lifetimeTable, isComplete: false),
      Table(
        "How long a response may be taken for fresh that does not say it", legend: responseLegend, heuristicTable,
        isComplete: false),
      Table(
        "Which status is kept",
        legend: """
          The origin answered with a *status* and said nothing of freshness, or `max-age=60`; or such a response is stored. It
          is *requested* when the origin has version 2 with 200, and *served* again, or *checked* and replaced.
          """, statusTable, isComplete: false),
      Table(
        "Which variant answers",
        legend: """
          A response that is fresh for an hour came into the cache as the answer to a *first request*, with these lines of
          `Vary`. A *second request* is *served* by it, or *checked*.
          """, varyTable, isComplete: false),
      Table("What a request asks of caches", legend: requestLegend, requestTable, isComplete: false),
      Table("What is made of a stale response", legend: requestLegend, staleTable + rareErrorTable, isComplete: false),
      Table("What directives say", legend: responseLegend, directiveTable, isComplete: false),
    ], scenarios: ownScenarios)

  private static let responseLegend = """
    A *response* came into the cache. It is *requested* when the origin has a newer version: it is *served* without a
    request, or *checked* and replaced.
    """

  private static let requestLegend = """
    A response was *stored* *for* so long when a *request* comes. The *origin* has version 2, answers with 5xx, or is down.
    What is stored is *served* without a request, or *checked* and replaced; served in place of an *error*; or served and
    *refreshed* behind the answer.
    """
}
