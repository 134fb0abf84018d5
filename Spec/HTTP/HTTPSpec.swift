/// The HTTP chapter: what the default policy means over HTTP, as far as the response chapter relies on it.
public enum HTTPSpec {
  typealias Row = CacheSpec.Row<ResponseAction>
  typealias Step = CacheSpec.Step<ResponseAction>

  /// Every rule, topic by topic.
  public static var rules: [Rule] { chapter.rules }

  /// Every scenario, rule by rule.
  public static var scenarios: [ResponseScenario] { chapter.scenarios }

  /// The chapter's own scenarios, without those that check fixtures.
  static var ownScenarios: [ResponseScenario] { scenarios.filter { !$0.isStage } }

  /// The chapter.
  package static let chapter: Chapter<ResponseAction> = Chapter(
    name: "http", title: "What the default policy means over HTTP", folder: "HTTP", story: story,
    topics: [
      storeTopic, headersTopic, rangeTopic, varyTopic, overlapTopic, freshTopic, ageTopic, staleTopic, revalidateTopic,
      conditionsTopic, headTopic, invalidateTopic, directivesTopic, requestTopic, immutableTopic, redirectTopic,
      messageTopic,
    ])

  /// A section of RFC 9111.
  static func section(_ number: String) -> Citation { Citation(.rfc9111, number) }

  static let responseLegend = """
    A *response*, version 1, came into the cache. It has an `ETag` and what is given: directives of `Cache-Control`, and
    other fields by their names. Once the origin has version 2, the response is *requested* at once, or later as given,
    and is *served* without a request, or *checked*.
    """

  static let requestLegend = """
    Given are what a *stored* response states besides its `ETag`, how long it has been in the cache, and the fields of the
    *request*. The *origin* has version 2, or is as said. The stored response is *served*, without a request or in
    place of an *error*; or *checked*; or served, and *refreshed* in the background.
    """
}
