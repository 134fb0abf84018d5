/// The response chapter, from Apple's 'Accessing cached data'.
public enum ResponseSpec {
  typealias Row = CacheSpec.Row<ResponseAction>
  typealias Step = CacheSpec.Step<ResponseAction>

  /// Every rule, topic by topic.
  public static var rules: [Rule] { chapter.rules }

  /// Every scenario, rule by rule.
  public static var scenarios: [ResponseScenario] { chapter.scenarios }

  /// The chapter.
  package static let chapter: Chapter<ResponseAction> = Chapter(
    name: "response", title: "A store of URL responses, and a loader that uses it", story: story,
    topics: [
      policyTopic, sessionTopic, schemeTopic, storeTopic, storageTopic, removeTopic, usageTopic, loadTopic,
      willCacheTopic,
    ], models: [AnyModel(ResponseLoadingModel()), AnyModel(ResponseDelegateModel()), AnyModel(ResponseUsageModel())],
    // The fixtures of the HTTP chapter rely on rules of this one.
    fixtures: HTTPSpec.ownScenarios.map(\.fixture))

  static let policyLegend = """
    Something is *stored* for a request that names a *policy*, and the *origin* has a newer version. The origin is sent
    *nothing*, one plain *GET*, a *check* that revalidates what is stored (a plain GET counts as one, except for a
    check *by its tag*), or, where it is down, at least one *attempt*. Where it is *not said* what is stored afterwards,
    the documents only say where the answer comes from. Under `useProtocolCachePolicy`, while the origin is up, each
    reason for being *fresh* or *stale* has a scenario: `max-age`, `Date`, `Age`, `Expires`, the time in the store;
    elsewhere the reason is `max-age`. A request that names no policy has the rows of `useProtocolCachePolicy` while the origin
    is up.
    """

  static let keyLegend = "A response is stored for one of two URLs, then a different response for the other URL."

  static let oddURLLegend = "A response is stored for each of two URLs, and the store is reopened."
}

/// The headings that rules cite, and the pages that they link to.
extension ResponseSpec {
  static let overview = Citation(.apple, "Overview")
  static let policy = Citation(.apple, "Set a Cache Policy for Url Requests")
  static let policyPage = Citation(.appleCachePolicy, "NSURLRequest.CachePolicy")
  static let storagePage = Citation(.appleStoragePolicy, "URLCache.StoragePolicy")
  static let access = Citation(.apple, "Access the Cache Directly")
  static let manage = Citation(.apple, "Manage Caching Programmatically")
}
