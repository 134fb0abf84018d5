/// The normalized chapter, from Apollo's 'Client-side caching'.
public enum NormalizedSpec {
  typealias Row = CacheSpec.Row<NormalizedAction>
  typealias Step = CacheSpec.Step<NormalizedAction>

  /// Every rule, topic by topic.
  public static var rules: [Rule] { chapter.rules }

  /// Every scenario, rule by rule.
  public static var scenarios: [NormalizedScenario] { chapter.scenarios }

  /// The chapter.
  package static let chapter: Chapter<NormalizedAction> = Chapter(
    name: "normalized", title: "A cache of an object graph", story: story,
    topics: [
      recordsTopic, mutationTopic, fragmentTopic, memoryTopic, sqliteTopic, clearTopic, kindsTopic, keysTopic,
      valuesTopic, policyTopic, watchTopic, readTopic, updateTopic, transactionTopic, removeTopic, overlapTopic,
    ], models: [AnyModel(NormalizedModel())])
}

/// The headings of the document.
extension NormalizedSpec {
  static let overview = Citation(.apollo, "Client-side caching")
  static let kinds = Citation(.apollo, "Types of caches")
  static let setup = Citation(.apollo, "Cache Setup")
  static let control = Citation(.apollo, "Controlling normalization")
  static let concepts = Citation(.apollo, "Cache normalization concepts")
  static let policies = Citation(.apollo, "Specifying a cache policy")
  static let watching = Citation(.apollo, "Watching queries")
  static let access = Citation(.apollo, "Direct cache access")
}

/// The meaning of the terms of the tables.
extension NormalizedSpec {
  static let policyLegend = """
    A query is fetched under a policy, and the server has newer data than the cache. *Cached* is what is cached before:
    all of the query's data, a part of its fields, or nothing. The *server* is up, is down, or answers with errors and
    no data. Where *requests* says *nothing*, the server must not be asked; after a failure, retries are allowed.
    Without a policy, a fetch behaves as under `returnCacheDataElseFetch`.
    """

  static let failureLegend = """
    A query is fetched with `fetchIgnoringCacheData`, and the server fails. The app has chosen the failures after
    which old data is shown. *Cached* is what is cached before: all of the query's data, a part of it, or nothing.
    """

  static let matchingLegend = """
    Droids with different keys are cached, and objects are removed by a pattern: those with the keys under *removed*,
    and no others. The document does not say what happens to those under *removed or left*: all of them are removed,
    or none. The *droids* are the keys of those that are cached. The *usual* cache is of the kind under test.
    """
}
