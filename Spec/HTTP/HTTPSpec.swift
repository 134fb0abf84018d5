/// The HTTP chapter: what the default policy means over HTTP, as far as the response chapter relies on it.
public enum HTTPSpec {
  typealias Row = CacheSpec.Row<ResponseAction>
  typealias Step = CacheSpec.Step<ResponseAction>

  /// Every rule, by section of RFC 9111.
  public static var rules: [Rule] { chapter.rules }

  /// Every scenario, rule by rule.
  public static var scenarios: [ResponseScenario] { chapter.scenarios }

  /// The chapter's own scenarios, without those that check fixtures.
  static var ownScenarios: [ResponseScenario] { scenarios.filter { !$0.isStage } }

  /// The chapter.
  package static let chapter: Chapter<ResponseAction> = Chapter(
    name: "http", title: "What the default policy means over HTTP", folder: "HTTP",
    topics: [
      storeTopic, headersTopic, rangeTopic, varyTopic, overlapTopic, freshTopic, ageTopic, staleTopic, revalidateTopic,
      conditionsTopic, headTopic, invalidateTopic, directivesTopic, requestTopic, immutableTopic, redirectTopic,
      messageTopic,
    ])

  /// A section of RFC 9111.
  static func section(_ number: String) -> Citation { Citation(.rfc9111, number) }

  static let responseLegend = """
    A *response* came into the cache. It is *requested* when the origin has a newer version, and is *served* without a
    request, or *checked* (revalidated) and replaced.
    """

  static let requestLegend = """
    A *stored* response has been in the cache *for* the given time when a *request* comes. The *origin* has version 2,
    answers with 5xx, or is down. The stored response is *served* without a request, or *checked* (revalidated) and
    replaced; served in place of an *error*; or served and *refreshed* in the background.
    """
}
