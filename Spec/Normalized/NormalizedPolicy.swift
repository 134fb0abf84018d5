/// The policies of a fetch: whether the cache is asked, the server, or both, and whether the answer is stored. From
/// Apollo's 'Specifying a cache policy'. What each gives is a table, in a file of its own.
extension NormalizedSpec {
  static let policyTopic = Topic(
    rules: policyRules,
    tables: [
      Table("A query that is fetched", legend: policyLegend, policyTable, isComplete: false),
      Table("A fetch that fails", legend: failureLegend, failureTable, isComplete: false),
    ],
    scenarios: policyTable.map(\.scenario) + failureTable.map(\.scenario) + policyRows)

  private static let policyRules: [Rule] = [
    Rule(
      "normalized.policy.default-is-cache-else-fetch", .must,
      "A fetch that names no policy behaves as under `returnCacheDataElseFetch`.", from: policies,
      about: .graph(.policyUnnamed)),
    Rule(
      "normalized.policy.cache-else-fetch", .must,
      "`returnCacheDataElseFetch` answers from the cache, with no request, when all the data is there. Otherwise it answers from the server and stores the result.",
      from: policies, about: .graph(.policyElseFetch)),
    Rule(
      "normalized.policy.fetch-ignoring-cache-data", .must,
      "`fetchIgnoringCacheData` always asks the server, and stores the result.", from: policies,
      about: .graph(.policyIgnoringData)
    ),
    Rule(
      "normalized.policy.fetch-ignoring-cache-completely", .must,
      "`fetchIgnoringCacheCompletely` always asks the server, and does not store the result: what was cached stays as it was.",
      from: policies, about: .graph(.policyIgnoringCompletely)),
    Rule(
      "normalized.policy.cache-dont-fetch", .must,
      "`returnCacheDataDontFetch` answers from the cache and never makes a request; when any of the data is missing, it fails.",
      from: policies, about: .graph(.policyDontFetch)),
    Rule(
      "normalized.policy.cache-and-fetch", .must,
      "`returnCacheDataAndFetch` returns the cached data first and then the server's; with nothing cached, it returns the server's alone.",
      from: policies, about: .graph(.policyAndFetch)),
    Rule(
      "normalized.policy.cached-data-at-once", .must,
      "`returnCacheDataAndFetch` returns the cached data immediately, while the request to the server is in flight.",
      from: policies, about: .graph(.answerAwaited)),
    Rule(
      "normalized.policy.after-failure", .must,
      "After a failed fetch, a retry with `returnCacheDataDontFetch` can give the caller old data, for the failures that the app chooses and for no others.",
      from: policies, about: .graph(.failure)),
    Rule(
      "normalized.policy.errors-with-data", .open,
      "Whether the data of an answer that also has errors is stored.", from: policies,
      because: "The document does not mention answers with both data and errors."),
  ]

  private static let policyRows: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.policy.fetch-ignoring-cache-data", "two fetches follow one another",
      then: .caching(.heroName("R2-D2"), .heroName) + .caching(.hero(.character("1003", "Leia")), .heroName)),
    NormalizedScenario(
      "normalized.policy.fetch-ignoring-cache-data", "the last fetch failed", given: .works(),
      then: [
        Step(.serve(.heroName("R2-D2"), to: .heroName)), Step(.server(.down(.noConnection))),
        Step(.fetch(.heroName, .fetchIgnoringCacheData), .fails, .requestsSomething), Step(.server(.up)),
        Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(.heroName("R2-D2")), .requests(.heroName)),
      ]),
    NormalizedScenario(
      "normalized.policy.cache-dont-fetch", "a watcher names the policy", given: .hero(),
      then: [
        Step(.serve(.heroName("Artoo"), to: .heroName)), Step(.serve(.artoo("Artoo"), to: .character("2001"))),
        Step(
          .watch(.heroName, .returnCacheDataDontFetch, as: .watcher),
          .notifies(.data(.heroName("R2-D2"))).demanded(by: "normalized.watch.first-result"), .requestsNothing),
        Step(.watch(.character("2001"), .returnCacheDataDontFetch, as: "second"), .requestsNothing),
        Step(.peek(.character("2001")), .fails),
      ]),
    NormalizedScenario(
      "normalized.policy.cache-else-fetch", "the request of another query is under way", given: .heroFriendsAndDroids(),
      then: [
        Step(.requests(.hold)), Step(.begin(.listDroids, .fetchIgnoringCacheData, as: "fetch")),
        Step(.requests(.awaitHeld(1))), Step(.begin(.heroAndFriends, .returnCacheDataElseFetch, as: "read")),
        Step(.lookAtResults(of: "read"), .answers(.heroAndFriends("R2-D2"))),
        Step(.requests(.releaseAll)),
      ]),
    NormalizedScenario(
      "normalized.policy.cached-data-at-once", "the hero is cached", given: .hero().secondResultUnderWay(),
      then: [
        Step(.lookAtResults(of: "fetch"), .answers(.heroName("R2-D2"))),
        Step(.requests(.releaseAll)),
        Step(.finish("fetch"), .answers(.heroName("Artoo"))),
      ]),
    NormalizedScenario(
      "normalized.policy.cached-data-at-once", "nothing is cached", given: .works().secondResultUnderWay(),
      then: [Step(.requests(.releaseAll)), Step(.finish("fetch"), .answers(.heroName("Artoo")))]),
    NormalizedScenario(
      "normalized.policy.after-failure", "the server answers with errors", given: .hero(chosen),
      then: [
        Step(.server(.answersErrors)), Step(.fetch(.heroName, .fetchIgnoringCacheData), .fails),
        Step(.server(.down(.noConnection))),
        Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(.heroName("R2-D2"))),
      ]),
    NormalizedScenario(
      "normalized.policy.errors-with-data", given: .hero(),
      then: [
        Step(.serve(.heroName("Artoo"), to: .heroName)),
        Step(.server(.answersErrorsWithData)),
        Step(
          .fetch(.heroName, .fetchIgnoringCacheData),
          oneOf: [
            Outcome(
              "data and errors", .answers(GraphAnswerModel.dataWithErrors(.heroName("Artoo"))), .requestsSomething),
            Outcome("data", .answers(.heroName("Artoo")), .requestsSomething),
            Outcome("an error", .fails, .requestsSomething),
          ]),
        Step(
          .peek(.heroName),
          oneOf: [
            Outcome("stored", .answers(.heroName("Artoo"))), Outcome("not stored", .answers(.heroName("R2-D2"))),
          ]),
      ]),
  ]

  private static let chosen = ClientSetup(oldDataAfter: [.noConnection])
}

extension Fixture where Action == NormalizedAction {
  /// The hero has another name and is fetched with `returnCacheDataAndFetch`; the request is held.
  fileprivate func secondResultUnderWay() -> Self {
    and(
      "a fetch with `returnCacheDataAndFetch` is under way", standingOn: "normalized.policy.cache-and-fetch",
      [
        Step(.serve(.heroName("Artoo"), to: .heroName)), Step(.requests(.hold)),
        Step(.begin(.heroName, .returnCacheDataAndFetch, as: "fetch")), Step(.requests(.awaitHeld(1))),
      ])
  }
}
