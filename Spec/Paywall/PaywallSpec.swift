/// The paywall chapter, from Adapty's 'Understand the caching system in Adapty'.
public enum PaywallSpec {
  typealias Row = CacheSpec.Row<PaywallAction>
  typealias Step = CacheSpec.Step<PaywallAction>

  /// Every rule, topic by topic.
  public static var rules: [Rule] { chapter.rules }

  /// Every scenario, rule by rule.
  public static var scenarios: [PaywallScenario] { chapter.scenarios }

  /// The chapter.
  package static let chapter: Chapter<PaywallAction> = Chapter(
    name: "paywall", title: "A layered cache of remote configuration", story: story,
    topics: [
      priorityTopic, fallbackTopic, cacheTopic, policyTopic, backgroundTopic, lifecycleTopic, adaptiveTopic,
      refreshTopic, preloadTopic, overlapTopic, inputTopic,
    ], models: [AnyModel(PaywallContentModel()), AnyModel(PaywallLayerModel()), AnyModel(PaywallAgeModel())])

  /// The terms of the tables.
  static let legend = """
    *The CDN's version* is version 3, *the server's version* is version 2, *the cached copy* is version 1, and *the \
    fallback*, where it is set, is version 0. A remote layer that is down alone refuses the connection; where both \
    are down, the device has no network. *Requests* are the remote layers that are asked, in order; a layer that fails \
    may be asked again. *The same copy* is the copy that was cached before.
    """

  // The headings of the document.
  static let together = Citation(.adapty, "How the layers work together")
  static let layers = Citation(.adapty, "How Adapty's multi-layer caching works")
  static let reload = Citation(.adapty, ".reloadRevalidatingCacheData")
  static let elseLoad = Citation(.adapty, ".returnCacheDataElseLoad")
  static let maxAge = Citation(.adapty, ".returnCacheDataIfNotExpiredElseLoad(maxAge:)")
  static let lifecycle = Citation(.adapty, "Cache persistence and lifecycle")
  // Spelled as in the document, where the first letter of "complex" is a Cyrillic one.
  static let patterns = Citation(.adapty, "Integration with \u{441}omplex app architectures")
}
