/// What is done a second time, or after a failure: it does as it did the first time.
extension NormalizedSpec {
  static let againScenarios: [NormalizedScenario] =
    plainScenarios + askedAgain + fetchedAgain + mutatedAgain + removedAgain + CacheKind.named.map(clearedAgain)
    + watchedAgain

  // MARK: In few steps

  private static let plainScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.policy.fetch-ignoring-cache-data", "twice",
      then: .caching(.heroName("R2-D2"), .heroName) + .caching(.heroName("Artoo"), .heroName)),
    NormalizedScenario(
      "normalized.clear", "one query",
      then: .fetching(.heroName("R2-D2"), .heroName) + [Step(.clear), Step(.peek(.heroName), .fails)]),
    NormalizedScenario(
      "normalized.remove.unknown-key", "beside one object",
      then: .fetching(.heroName("R2-D2"), .heroName) + [
        Step(.remove("9999")), Step(.peek(.heroName), .answers(.heroName("R2-D2"))),
      ]),
    NormalizedScenario(
      "normalized.records.null", "of one query",
      then: .fetching(.hero(["id": "2001", "homePlanet": .null]), .heroHome) + [
        Step(.peek(.heroHome), .answers(.hero(["id": "2001", "homePlanet": .null])))
      ]),
  ]

  // MARK: Fetches

  /// A query that failed is fetched again.
  private static let askedAgain: [NormalizedScenario] =
    askingPolicies.flatMap { policy, rule in
      failures.map { failure, state in
        NormalizedScenario(
          rule, "again, after \(failure)", given: .works(),
          then: [
            Step(.serve(.heroName("R2-D2"), to: .heroName)), Step(.server(state)),
            Step(.fetch(.heroName, policy), .fails, .requestsSomething), Step(.server(.up)),
            Step(.fetch(.heroName, policy), .answers(.heroName("R2-D2")), .requests(.heroName)),
          ])
      }
    }
    + failures.flatMap { failure, state in
      [
        NormalizedScenario(
          "normalized.mutation.never-reads-cache", "again, after \(failure)", given: .heroFriendsAndDroids(),
          then: [
            serving("2001", "Artoo"), Step(.server(state)),
            Step(.perform(.renameHero), .fails, .requestsSomething), Step(.server(.up)),
            Step(.perform(.renameHero), .answers(["renameDroid": .character("2001", "Artoo")]), .requests(.renameHero)),
          ]),
        NormalizedScenario(
          "normalized.watch.first-result", "again, after \(failure)", given: .works(),
          then: [
            Step(.serve(.heroName("R2-D2"), to: .heroName)), Step(.server(state)),
            Step(.watch(.heroName, as: .watcher)), Step(.cancel(.watcher)), Step(.server(.up)),
            Step(
              .watch(.heroName, as: "second"), .notify(.containing([.value(.data(.heroName("R2-D2"), to: "second"))]))),
          ]),
      ]
    }

  private static let askingPolicies: [(QueryCachePolicy?, RuleID)] = [
    (nil, "normalized.policy.default-is-cache-else-fetch"),
    (.returnCacheDataElseFetch, "normalized.policy.cache-else-fetch"),
    (.fetchIgnoringCacheData, "normalized.policy.fetch-ignoring-cache-data"),
    (.fetchIgnoringCacheCompletely, "normalized.policy.fetch-ignoring-cache-completely"),
    (.returnCacheDataAndFetch, "normalized.policy.cache-and-fetch"),
  ]

  private static let failures: [(row: String, GraphServerState)] = [
    ("no connection", .down(.noConnection)), ("a server error", .down(.serverError)), ("errors", .answersErrors),
  ]

  private static let fetchedAgain: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.policy.cache-and-fetch", "again and again", given: .heroFriendsAndDroids(),
      then: fetchingBeside(.heroName, .heroName("R2-D2"), .heroName("Artoo"))
        + fetchingBeside(.heroName, .heroName("Artoo"), .heroName("Beeper"))
        + fetchingBeside(
          .listDroids, .droids(["2001": "Beeper", "2002": "C-3PO"]), .droids(["2001": "Beeper", "2002": "Goldenrod"]))),
    NormalizedScenario(
      "normalized.watch.cache-and-fetch", "a second watcher", given: .heroFriendsAndDroids(),
      then: watchingBeside(.heroName, .heroName("R2-D2"), .heroName("Artoo"), as: .watcher)
        + watchingBeside(
          .listDroids, .droids(["2001": "Artoo", "2002": "C-3PO"]), .droids(["2001": "Artoo", "2002": "Goldenrod"]),
          as: "second")),
  ]

  private static func fetchingBeside(
    _ query: GraphOperation, _ old: GraphValue, _ new: GraphValue
  ) -> [NormalizedStep] {
    [
      Step(.serve(new, to: query)),
      Step(.fetch(query, .returnCacheDataAndFetch), .answers(inOrder: old, new), .requests(query)),
    ]
  }

  private static func watchingBeside(
    _ query: GraphOperation, _ old: GraphValue, _ new: GraphValue, as watcher: String
  ) -> [NormalizedStep] {
    [
      Step(.serve(new, to: query)),
      Step(
        .watch(query, .returnCacheDataAndFetch, as: watcher),
        .notifies(.data(old, to: watcher), .data(new, to: watcher)), .requests(query)),
    ]
  }

  // MARK: Mutations

  private static let mutatedAgain: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.mutation.updates-queries", "one after another", given: .heroFriendsAndDroids(),
      then: [
        serving("2001", "Artoo"), Step(.perform(.renameHero)),
        serving("2002", "Goldenrod"), Step(.perform(.renameDroid("2002", to: "Goldenrod"))),
        Step(.peek(.listDroids), .answers(.droids(["2001": "Artoo", "2002": "Goldenrod"]))),
        Step(.renameHero("Beeper")), Step(.perform(.renameHero)),
        Step(.peek(.listDroids), .answers(.droids(["2001": "Artoo", "2002": "Goldenrod"]))),
      ]),
    NormalizedScenario(
      "normalized.mutation.updates-queries", "that refer to an object that was removed",
      given: .heroFriendsAndDroids().removing("2002"),
      then: [
        serving("2002", "Goldenrod"), Step(.perform(.renameDroid("2002", to: "Goldenrod"))),
        Step(.peek(.listDroids), .answers(.droids(["2001": "R2-D2", "2002": "Goldenrod"]))),
      ]),
    NormalizedScenario(
      "normalized.mutation.never-reads-cache", "two at once", given: .works(),
      then: [
        Step(.serve(["createDroid": .character("2003", "BB-8")], to: .createDroid("BB-8"))), Step(.requests(.hold)),
        Step(.begin(.createDroid("BB-8"), as: "first")), Step(.requests(.awaitHeld(1))),
        Step(.serve(["createDroid": .character("2004", "BB-8")], to: .createDroid("BB-8"))),
        Step(.begin(.createDroid("BB-8"), as: "second")), joining, Step(.requests(.releaseAll)),
        Step(.finish("first"), .answers(["createDroid": .character("2003", "BB-8")])),
        Step(.finish("second"), .answers(["createDroid": .character("2004", "BB-8")])),
      ]),
  ]

  /// The server names a droid so when it is renamed to the name.
  private static func serving(_ id: String, _ name: String) -> NormalizedStep {
    Step(.serve(["renameDroid": .character(id, name)], to: .renameDroid(id, to: name)))
  }

  // MARK: Removals

  private static let removedAgain: [NormalizedScenario] = [
    oneAfterAnother("normalized.remove.object") { .remove($0) },
    oneAfterAnother("normalized.remove.matching") { .remove(matching: $0) },
    NormalizedScenario(
      "normalized.remove.stays-removed", "everything, twice",
      given: .hero(ClientSetup(kind: .sqlite)).and(
        "the cache is cleared, and once more after a fetch", standingOn: "normalized.clear", clearing + clearing),
      then: [Step(.restart), Step(.peek(.heroName), .fails)]),
  ]

  private static func oneAfterAnother(
    _ rule: RuleID, _ remove: (String) -> NormalizedAction, line: Int = #line
  ) -> NormalizedScenario {
    let keys = ["1000", "1002", "2001"]
    return NormalizedScenario(
      rule, "one after another", given: .droids(keys),
      then: keys.indices.flatMap { index in
        [Step(remove(keys[index])), Step(.look(at: keys), .finds(Array(keys[(index + 1)...]), named: "Droid"))]
      }, line: line)
  }

  private static func clearedAgain(_ kind: CacheKind) -> NormalizedScenario {
    NormalizedScenario(
      "normalized.clear", "twice, kind=\(kind)", given: .hero(ClientSetup(kind: kind)), then: clearing + clearing)
  }

  /// The hero is fetched, and everything is removed.
  private static let clearing: [NormalizedStep] =
    .fetching(.heroName("R2-D2"), .heroName) + [
      Step(.peek(.heroName), .answers(.heroName("R2-D2"))), Step(.clear), Step(.peek(.heroName), .fails),
    ]

  // MARK: Watchers

  private static let watchedAgain: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.watch.told-of-changes", "a hundred times", given: .heroWatched,
      then: (1...100).map { count in
        Step(.renameHero("R\(count)"), .notifies(.data(.heroAndFriends("R\(count)"))))
      }),
    NormalizedScenario(
      "normalized.watch.several", "of which one is cancelled, and another added",
      given: .hero().watchingHero(as: .watcher, "a").watchingHero(as: "second", "a second"),
      then: [
        Step(.cancel(.watcher)),
        Step(.watch(.heroName, as: "third"), .notifies(.data(.heroName("R2-D2"), to: "third"))),
        Step(
          .renameHero("Artoo"),
          .notify(
            .inAnyOrder(["second", "third"].map { .value(.data(.heroName("Artoo"), to: $0)) }))),
        Step(.cancel("third")),
        Step(.renameHero("Beeper"), .notifies(.data(.heroName("Beeper"), to: "second"))),
      ]),
    NormalizedScenario(
      "normalized.watch.first-result", "old data after a failure that the app chose",
      given: .hero(ClientSetup(oldDataAfter: [.noConnection])),
      then: [
        Step(.serve(.heroName("Artoo"), to: .heroName)), Step(.server(.down(.noConnection))),
        Step(.watch(.heroName, .fetchIgnoringCacheData, as: .watcher), .notifies(.data(.heroName("R2-D2")))),
      ]),
    NormalizedScenario(
      "normalized.watch.not-told-of-others", "past the cache", given: .heroFriendsAndDroids(),
      then: [
        Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
        Step(
          .watch(.heroAndFriends, .fetchIgnoringCacheCompletely, as: .watcher),
          .notifies(.data(.heroAndFriends("Artoo")))
        ).demanded(by: "normalized.policy.fetch-ignoring-cache-completely"),
        Step(.rename("2002", to: "Goldenrod"), .notifiesNothing),
        Step(.read(.characterName, "2002"), .answers(.character("2002", "Goldenrod"))),
      ]),
    NormalizedScenario(
      "normalized.watch.not-told-of-others", "while its own fetch is under way", given: .heroFriendsAndDroids(),
      then: [
        Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)), Step(.requests(.hold)),
        Step(.watch(.heroAndFriends, .fetchIgnoringCacheData, as: .watcher)), Step(.requests(.awaitHeld(1))),
        Step(.rename("2002", to: "Goldenrod"), .notifiesNothing),
        Step(.requests(.releaseAll), .notifies(.data(.heroAndFriends("Artoo")))),
      ]),
  ]
}
