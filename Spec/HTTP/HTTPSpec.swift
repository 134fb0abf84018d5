/// The HTTP chapter: what the default policy means over HTTP, as much of it as the response chapter leans on.
public enum HTTPSpec {
  /// Every rule, by section of RFC 9111.
  public static let rules = freshnessRules + lifetimeRules + storingRules + revalidationRules

  /// Every scenario, rule by rule.
  public static var scenarios: [ResponseScenario] { chapter.scenarios }

  /// The scenarios that are written down, those of fixtures left out.
  static let ownScenarios =
    freshnessTable.map(\.scenario) + responseTables.map(\.scenario) + freshnessScenarios + storingScenarios
    + revalidationScenarios

  private static let responseTables = lifetimeTable + heuristicTable

  /// The chapter.
  package static let chapter = Chapter(
    name: "http", title: "What the default policy means over HTTP", folder: "HTTP", rules: rules,
    tables: [
      Table(
        "When a cached response is fresh",
        legend: """
          A response with an entity tag came into the cache, with these lines of `Cache-Control`, a `Date` and an `Age`. It is
          *requested* when the origin has a newer version: it is *served* without a request, or *checked* and replaced.
          """, freshnessTable, isComplete: false),
      Table(
        "How long a response is fresh", legend: responseLegend, lifetimeTable, isComplete: false),
      Table(
        "How long a response may be taken for fresh that does not say it", legend: responseLegend, heuristicTable,
        isComplete: false),
    ], scenarios: ownScenarios)

  private static let responseLegend = """
    A *response* came into the cache. It is *requested* when the origin has a newer version: it is *served* without a
    request, or *checked* and replaced.
    """
}
