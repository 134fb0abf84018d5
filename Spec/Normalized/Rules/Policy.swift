/// The policies of a fetch: whether the cache is asked, the server, or both, and whether the answer is stored. From
/// Apollo's 'Specifying a cache policy'. What each gives is a table, in a file of its own.
extension NormalizedSpec {
  static var policyTopic: Topic<NormalizedAction> {
    Topic(
      "normalized.policy", premises: policyPremises,
      tables: [
        Table("A query that is fetched", legend: policyLegend, policyTable, isComplete: false),
        Table("A fetch that fails", legend: failureLegend, failureTable, isComplete: false),
      ], scenarios: policyTable.map(\.scenario) + failureTable.map(\.scenario)
    ) {
      Rule(
        "default-is-cache-else-fetch", .must,
        "A fetch that names no policy behaves as under `returnCacheDataElseFetch`.",
        from: policies, about: .graph(.policyUnnamed))
      Rule(
        "cache-else-fetch", .must,
        "`returnCacheDataElseFetch` answers from the cache, with no request, when all the data is there. Otherwise it answers from the server and stores the result.",
        from: policies, about: .graph(.policyElseFetch)
      ).rows {
        Row("the request of another query is under way", given: .heroFriendsAndDroids()) {
          Step(.requests(.hold))
          Step(.begin(.listDroids, .fetchIgnoringCacheData, as: "fetch"))
          Step(.requests(.awaitHeld(1)))
          Step(.begin(.heroAndFriends, .returnCacheDataElseFetch, as: "read"))
          Step(.lookAtResults(of: "read"), .answers(.heroAndFriends("R2-D2")))
          Step(.requests(.releaseAll))
        }
      }
      Rule(
        "fetch-ignoring-cache-data", .must, "`fetchIgnoringCacheData` always asks the server, and stores the result.",
        from: policies, about: .graph(.policyIgnoringData)
      ).rows {
        Row("two fetches follow one another") {
          [Step].caching(.heroName("R2-D2"), .heroName)
          [Step].caching(.hero(.character("1003", "Leia")), .heroName)
        }
        Row("the last fetch failed", given: .works()) {
          Step(.serve(.heroName("R2-D2"), to: .heroName))
          Step(.server(.down(.noConnection)))
          Step(.fetch(.heroName, .fetchIgnoringCacheData), .fails, .requestsSomething)
          Step(.server(.up))
          Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(.heroName("R2-D2")), .requests(.heroName))
        }
      }
      Rule(
        "fetch-ignoring-cache-completely", .must,
        "`fetchIgnoringCacheCompletely` always asks the server, and does not store the result: what was cached stays as it was.",
        from: policies, about: .graph(.policyIgnoringCompletely))
      Rule(
        "cache-dont-fetch", .must,
        "`returnCacheDataDontFetch` answers from the cache and never makes a request; when any of the data is missing, it fails.",
        from: policies, about: .graph(.policyDontFetch)
      ).rows {
        Row("a watcher names the policy", given: .hero()) {
          Step(.serve(.heroName("Artoo"), to: .heroName))
          Step(.serve(.artoo("Artoo"), to: .character("2001")))
          Step(
            .watch(.heroName, .returnCacheDataDontFetch, as: .watcher),
            .notifies(.data(.heroName("R2-D2"))).demanded(by: "normalized.watch.first-result"), .requestsNothing)
          Step(.watch(.character("2001"), .returnCacheDataDontFetch, as: "second"), .requestsNothing)
          Step(.peek(.character("2001")), .fails)
        }
      }
      Rule(
        "cache-and-fetch", .must,
        "`returnCacheDataAndFetch` returns the cached data first and then the server's; with nothing cached, it returns the server's alone.",
        from: policies, about: .graph(.policyAndFetch))
      Rule(
        "cached-data-at-once", .must,
        "`returnCacheDataAndFetch` returns the cached data immediately, while the request to the server is in flight.",
        from: policies, about: .graph(.answerAwaited)
      ).rows {
        Row("the hero is cached", given: .hero().secondResultUnderWay()) {
          Step(.lookAtResults(of: "fetch"), .answers(.heroName("R2-D2")))
          Step(.requests(.releaseAll))
          Step(.finish("fetch"), .answers(.heroName("Artoo")))
        }
        Row("nothing is cached", given: .works().secondResultUnderWay()) {
          Step(.requests(.releaseAll))
          Step(.finish("fetch"), .answers(.heroName("Artoo")))
        }
      }
      Rule(
        "after-failure", .must,
        "After a failed fetch, a retry with `returnCacheDataDontFetch` can give the caller old data, for the failures that the app chooses and for no others.",
        from: policies, about: .graph(.failure)
      ).rows {
        Row("the server answers with errors", given: .hero(chosen)) {
          Step(.server(.answersErrors))
          Step(.fetch(.heroName, .fetchIgnoringCacheData), .fails)
          Step(.server(.down(.noConnection)))
          Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(.heroName("R2-D2")))
        }
      }
      Rule(
        "errors-with-data", .open, "Whether the data of an answer that also has errors is stored.", from: policies,
        because: "The document does not mention answers with both data and errors."
      ).rows {
        Row(given: .hero()) {
          Step(.serve(.heroName("Artoo"), to: .heroName))
          Step(.server(.answersErrorsWithData))
          Step(
            .fetch(.heroName, .fetchIgnoringCacheData),
            oneOf: [
              Outcome(
                "data and errors", .answers(GraphAnswerModel.dataWithErrors(.heroName("Artoo"))), .requestsSomething),
              Outcome("data", .answers(.heroName("Artoo")), .requestsSomething),
              Outcome("an error", .fails, .requestsSomething),
            ])
          Step(
            .peek(.heroName),
            oneOf: [
              Outcome("stored", .answers(.heroName("Artoo"))), Outcome("not stored", .answers(.heroName("R2-D2"))),
            ])
        }
      }
    }
  }

  private static let policyPremises = fetchPremises + rowPremises.flatMap(\.self)

  private static var fetchPremises: [Premise<NormalizedAction>] {
    [
      .compared("normalized.policy.fetch-ignoring-cache-data[two fetches follow one another]") {
        $0.mayHaveReceivedAnother(under: .fetchIgnoringCacheData)
      },
      Premise("normalized.policy.fetch-ignoring-cache-data[the last fetch failed]") { action in
        switch action {
        case .server, .cancel: true
        default: false
        }
      },
      .compared("normalized.policy.fetch-ignoring-cache-data[policy=fetchIgnoringCacheData,cached=nothing,server=up]") {
        $0.mayLackWhatWasFetched(under: .fetchIgnoringCacheData)
      },
      .compared(
        "normalized.policy.fetch-ignoring-cache-data[fixture: the hero R2-D2 is cached with a home and two films]"
      ) { step in
        step.operations.contains { $0.kind == .query && $0.fields.contains(where: \.isNamedInCapitals) }
      },
      // What is not there is found by no policy, and by no direct access.
      .compared("normalized.policy.cache-dont-fetch[policy=returnCacheDataDontFetch,cached=nothing,server=up]") {
        $0.showsAPart
      }.explainingAnyFailure,
      Premise("normalized.policy.after-failure[a chosen failure, all is cached]") {
        $0.isSetup { !$0.oldDataAfter.isEmpty }
      },
    ]
  }

  private static var rowPremises: [[Premise<NormalizedAction>]] {
    [
      rows("fetch-ignoring-cache-data", "fetchIgnoringCacheData") { $0.last.action.names(.fetchIgnoringCacheData) },
      rows("cache-dont-fetch", "returnCacheDataDontFetch") { step in
        // What is stored is looked at under this policy after each fetch.
        step.last.action.names(.returnCacheDataDontFetch) && (step.asked != false || step.failed) || step.foundAnother
      }.map { $0.lessBasic(than: "normalized.policy.fetch-ignoring-cache-data") },
      rows("default-is-cache-else-fetch", "not named") { $0.depends(onFetchingUnder: nil) },
      rows("cache-else-fetch", "returnCacheDataElseFetch") { $0.depends(onFetchingUnder: .returnCacheDataElseFetch) },
      rows("cache-and-fetch", "returnCacheDataAndFetch") { $0.depends(onFetchingUnder: .returnCacheDataAndFetch) },
      rows("fetch-ignoring-cache-completely", "fetchIgnoringCacheCompletely") {
        $0.last.action.names(.fetchIgnoringCacheCompletely)
      },
    ]
  }

  /// The rules of the policies under which most is fetched and looked at.
  static let basicPolicies: [RuleID] = [
    "normalized.policy.fetch-ignoring-cache-data", "normalized.policy.cache-dont-fetch",
    "normalized.policy.default-is-cache-else-fetch",
  ]

  /// The rows of a policy in which all is cached, or nothing, and the server is up.
  private static func rows(
    _ rule: String, _ policy: String, where isNeeded: @escaping @Sendable (GraphComparison) -> Bool
  ) -> [Premise<NormalizedAction>] {
    ["whole", "nothing"].map {
      .compared("normalized.policy.\(rule)[policy=\(policy),cached=\($0),server=up]", where: isNeeded)
    }
  }

  private static let chosen = ClientSetup(oldDataAfter: [.noConnection])
}

extension Fixture where Action == NormalizedAction {
  /// The hero has another name and is fetched with `returnCacheDataAndFetch`; the request is held.
  fileprivate func secondResultUnderWay() -> Self {
    and(
      "a fetch with `returnCacheDataAndFetch` is under way", relyingOn: "normalized.policy.cache-and-fetch",
      [
        Step(.serve(.heroName("Artoo"), to: .heroName)), Step(.requests(.hold)),
        Step(.begin(.heroName, .returnCacheDataAndFetch, as: "fetch")), Step(.requests(.awaitHeld(1))),
      ])
  }
}
