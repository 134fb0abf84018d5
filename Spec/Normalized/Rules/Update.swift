/// Writing to the cache directly: to the data of a query, or to one object by its key. From Apollo's 'Direct cache
/// access' and 'Cache normalization concepts'.
extension NormalizedSpec {
  static let updateTopic = Topic(rules: updateRules, premises: updatePremises, scenarios: updateRows)

  private static let updateRules: [Rule] = [
    Rule(
      "normalized.update.query", .must,
      "Updating a query's data in a read-write transaction changes the cache, and later reads and fetches show it.",
      from: access, about: .graph(.queryUpdate)),
    Rule(
      "normalized.update.object", .must,
      "Changing an object by its key updates every query that references it.", from: concepts,
      about: .graph(.objectUpdate)),
    Rule(
      "normalized.update.survives-restart", .derived,
      "Data that was written directly, or that a mutation returned, is still in the SQLite cache after a restart, just like fetched data.",
      from: access, kinds,
      because:
        "Follows from `normalized.sqlite.kept`: the document makes no distinction between the ways in which data enters the cache.",
      about: .graph(.wayIn)),
    Rule(
      "normalized.update.tells-watchers", .must,
      "The watchers of the data that an update changes are told of the update.",
      from: access, about: .graph(.updateTold)),
  ]

  private static let updatePremises: [Premise<NormalizedAction>] = [
    Premise("normalized.update.query[a field is set]") { action in
      if case .updateAtOnce = action { return true }
      return action.transacts { if case .update = $0 { true } else { false } }
    },
    Premise("normalized.update.object") { $0.transacts { if case .updateObject = $0 { true } else { false } } },
  ]

  private static let updateRows: [NormalizedScenario] =
    [
      NormalizedScenario(
        "normalized.update.query", "a field is set", given: .heroFriendsAndDroids(),
        then: [
          Step(.renameHero("Artoo"), .requestsNothing),
          Step(.read(.heroName), .answers(.heroName("Artoo")), .requestsNothing),
          Step(.read(.heroAndFriends), .answers(.heroAndFriends("Artoo")), .requestsNothing),
          Step(.read(.listDroids), .answers(.droids(["2001": "Artoo", "2002": "C-3PO"]))),
        ]),
      NormalizedScenario(
        "normalized.update.query", "an item is appended", given: .heroFriendsAndDroids(),
        then: [
          Step(.update(.listDroids, .append("droids", .character("2003", "BB-8"))), .requestsNothing),
          Step(
            .fetch(.listDroids), .answers(.droids(["2001": "R2-D2", "2002": "C-3PO", "2003": "BB-8"])), .requestsNothing
          ),
          Step(.read(.characterName, "2003"), .answers(.character("2003", "BB-8"))),
        ]),
      NormalizedScenario(
        "normalized.update.object", given: .heroFriendsAndDroids(),
        then: [
          Step(.rename("2001", to: "Artoo"), .requestsNothing),
          Step(.read(.heroAndFriends), .answers(.heroAndFriends("Artoo")), .requestsNothing),
          Step(.read(.listDroids), .answers(.droids(["2001": "Artoo", "2002": "C-3PO"])), .requestsNothing),
        ]),
      NormalizedScenario(
        "normalized.update.object", "the change references an object that was not cached",
        given: .heroFriendsAndDroids(),
        then: [
          Step(
            .transact([
              .updateObject(.characterFriends, key: "2001", .set("friends", to: [.character("2009", "BB-8")]))
            ]), .requestsNothing),
          Step(.read(.characterName, "2009"), .answers(.character("2009", "BB-8"))),
          Step(
            .peek(.heroAndFriends),
            .answers(.hero(.character("2001", "R2-D2", ["friends": [.character("2009", "BB-8")]])))),
        ]),
      NormalizedScenario(
        "normalized.update.object", "one of the object's fields is not cached", given: .hero(),
        then: [
          Step(
            .transact([.updateObject(.characterNameAndHome, key: "2001", .set("name", to: "Artoo"))]),
            oneOf: [Outcome("an error", .fails), Outcome("changed without the field")]),
          Step(
            .peek(.heroName),
            oneOf: [
              Outcome("nothing is changed", .answers(.heroName("R2-D2"))),
              Outcome("what is cached is changed", .answers(.heroName("Artoo"))),
            ]),
          Step(.read(.characterHome, "2001"), .fails),
        ]),
      NormalizedScenario(
        "normalized.update.tells-watchers", "a query is updated", given: .heroWatched,
        then: [
          Step(
            .update(.listDroids, .set("droids", to: [.character("2001", "Artoo")])),
            .notifies(.data(.heroAndFriends("Artoo"))), .requestsNothing)
        ]),
      NormalizedScenario(
        "normalized.update.tells-watchers", "an object is updated", given: .heroWatched,
        then: [
          Step(
            .rename("1000", to: "Luke S."), .notifies(.data(.heroAndFriends("R2-D2", luke: "Luke S."))),
            .requestsNothing)
        ]),
    ] + waysIn.map(survives)

  private typealias WayIn = (row: String, writing: [NormalizedStep])

  private static let waysIn: [WayIn] = [
    ("a query was updated", [Step(.renameHero("Artoo"))]),
    ("an object was updated", [Step(.rename("2001", to: "Artoo"))]),
    (
      "a mutation returned it",
      [
        Step(.serve(["renameDroid": .character("2001", "Artoo")], to: .renameHero)),
        Step(.perform(.renameHero), .answers(["renameDroid": .character("2001", "Artoo")])),
      ]
    ),
    (
      "a watcher fetched it",
      [
        Step(.serve(.heroName("Artoo"), to: .heroName)),
        Step(.watch(.heroName, .fetchIgnoringCacheData, as: .watcher), .notifies(.data(.heroName("Artoo")))),
      ]
    ),
  ]

  private static func survives(_ way: WayIn) -> NormalizedScenario {
    NormalizedScenario(
      "normalized.update.survives-restart", way.row, given: .heroFriendsAndDroids(ClientSetup(kind: .sqlite)),
      then: way.writing + [
        Step(.restart),
        Step(.peek(.heroAndFriends), .answers(.heroAndFriends("Artoo"))),
        Step(.read(.characterName, "2001"), .answers(.character("2001", "Artoo"))),
      ])
  }
}
