/// The HTTP chapter: what the default policy means over HTTP, as far as the response chapter relies on it.
public enum HTTPSpec {
  /// Every rule, by section of RFC 9111.
  public static let rules =
    freshnessRules + lifetimeRules + valueRules + storingRules + keepingRules + varyRules
    + requestRules + revalidationRules + staleRules + invalidationRules + messageRules + answerRules + overlapRules
    + redirectRules + conditionRules

  /// Every scenario, rule by rule.
  public static var scenarios: [ResponseScenario] { chapter.scenarios }

  /// The chapter's own scenarios, without those that check fixtures.
  static let ownScenarios =
    ofTables + freshnessScenarios + storingScenarios + keepingScenarios + varyScenarios + variantScenarios
    + requestScenarios + revalidationScenarios + invalidationScenarios + messageScenarios + answerScenarios
    + rangeScenarios + overlapScenarios + redirectScenarios
    + confirmedScenarios + headScenarios + ownConditionScenarios + partScenarios + conditionScenarios

  private static let ofTables =
    (freshnessTable + agingTable).map(\.scenario)
    + (lifetimeTable + heuristicTable + directiveTable + valueTable).map(\.scenario)
    + varyTable.map(\.scenario) + (requestTable + staleTable).map(\.scenario)
    + statusTable.map(\.scenario)

  /// The chapter.
  package static let chapter = Chapter(
    name: "http", title: "What the default policy means over HTTP", folder: "HTTP", rules: rules,
    tables: [
      Table(
        "When a cached response is fresh",
        legend: """
          A response with an entity tag came into the cache, with these lines of `Cache-Control`, a `Date` and an `Age`. It is
          *requested* when the origin has a newer version, and is *served* without a request, or *checked* (revalidated) and
          replaced.
          """, freshnessTable + agingTable,
        isComplete: false),
      Table(
        "How long a response is fresh", legend: responseLegend, lifetimeTable, isComplete: false),
      Table(
        "How long a response may be taken for fresh that does not say it", legend: responseLegend, heuristicTable,
        isComplete: false),
      Table(
        "Which status is kept",
        legend: """
          The origin answered with a *status*, and with no freshness information or with what is listed; or such a response is
          stored by direct access. It is *requested* when the origin has version 2 with status 200, and is *served* again, or
          *checked* (revalidated) and replaced.
          """, statusTable, isComplete: false),
      Table(
        "Which variant answers",
        legend: """
          A response that is fresh for an hour came into the cache as the answer to a *first request*, with these lines of
          `Vary`. A *second request* is *served* with that response, or the response is *checked* (revalidated).
          """, varyTable, isComplete: false),
      Table("What a request asks of caches", legend: requestLegend, requestTable, isComplete: false),
      Table("What is made of a stale response", legend: requestLegend, staleTable, isComplete: false),
      Table("What directives say", legend: responseLegend, directiveTable, isComplete: false),
      Table(
        "How numbers and dates are written", legend: responseLegend, valueTable, isComplete: false),
    ], scenarios: ownScenarios)

  private static let responseLegend = """
    A *response* came into the cache. It is *requested* when the origin has a newer version, and is *served* without a
    request, or *checked* (revalidated) and replaced.
    """

  private static let requestLegend = """
    A *stored* response has been in the cache *for* the given time when a *request* comes. The *origin* has version 2,
    answers with 5xx, or is down. The stored response is *served* without a request, or *checked* (revalidated) and
    replaced; served in place of an *error*; or served and *refreshed* in the background.
    """
}
