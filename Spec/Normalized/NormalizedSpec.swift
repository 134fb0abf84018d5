/// The normalized chapter, from Apollo's 'Client-side caching'.
public enum NormalizedSpec {
  /// Every rule, in the order of the document.
  public static let rules =
    recordRules + kindRules + killRules + policyRules + watchRules + accessRules + removalRules + overlapRules

  /// Every scenario, rule by rule.
  public static var scenarios: [NormalizedScenario] { chapter.scenarios }

  /// The chapter.
  package static let chapter = Chapter(
    name: "normalized", title: "A cache of an object graph", rules: rules,
    tables: [
      Table(
        "A query that is fetched",
        legend: """
          A query is fetched under a policy, and the server has newer data than the cache. *Cached* is what is cached before:
          all of the query's data, a part of its fields, or nothing. The *server* is up, is down, or answers with errors and
          no data. Where no request is listed, the server must not be asked; after a failure, retries are allowed. Without a
          policy, a fetch behaves as under `returnCacheDataElseFetch`.
          """, policyTable),
      Table(
        "A fetch that fails",
        legend: """
          A query is fetched with `fetchIgnoringCacheData`, and the server fails. The app has chosen the failures after
          which old data is shown. *Cached* is what is cached before: all of the query's data, a part of it, or nothing.
          """, failureTable, isComplete: false),
      Table(
        "Objects that are removed by a pattern",
        legend: """
          Droids with different keys are cached, and objects are removed by a pattern: those with the keys under *removed*,
          and no others. The document does not say what happens to those under *removed or left*: all of them are removed,
          or none. The *droids* are the keys of those that are cached. The *usual* cache is of the kind under test.
          """, matchingTable + markedTable, isComplete: false),
    ],
    scenarios: recordScenarios + fieldScenarios + listScenarios + mutationScenarios + kindScenarios + killScenarios
      + textScenarios
      + unnamedPolicyTable.map(\.scenario) + policyTable.map(\.scenario) + atOnceScenarios
      + failureTable.map(\.scenario) + watchScenarios + accessScenarios
      + keptScenarios + laterRunScenarios + pathScenarios + survivalScenarios + removalScenarios
      + matchingTable.map(\.scenario) + overlapScenarios + meanwhileScenarios + transactionScenarios
      + markedTable.map(\.scenario) + argumentScenarios + againScenarios + reopenedScenarios)
}
