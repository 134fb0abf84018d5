extension NormalizedSpec {
  /// Reading and updating by direct access.
  static let accessScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.read.query", "whole", given: .heroFriendsAndDroids(),
      then: [
        Step(.read(.heroAndFriends), .answers(.heroAndFriends("R2-D2")), .requestsNothing),
        Step(.read(.heroName), .answers(.heroName("R2-D2")), .requestsNothing),
      ]),
    NormalizedScenario(
      "normalized.read.query", "a part is missing", given: .heroFriendsAndDroids(),
      then: [
        Step(.serve(.hero(["id": "2001", "homePlanet": "Naboo"]), to: .heroHome)),
        Step(.read(.heroName), .answers(.heroName("R2-D2"))),
        Step(.read(.heroHome), .fails, .requestsNothing),
        Step(.read(.character("9")), .fails, .requestsNothing),
      ]),
    NormalizedScenario(
      "normalized.read.query", "a part of a later item is missing", given: .works(),
      then: [NormalizedStep].fetching(
        ["droids": [.character("2001", "R2-D2", ["homePlanet": "Naboo"])]], .droidsAndHomes)
        + .fetching(.droids(["2001": "R2-D2", "2002": "C-3PO"]), .listDroids) + [
          Step(.read(.droidsAndHomes), .fails, .requestsNothing),
          Step(.read(.listDroids), .answers(.droids(["2001": "R2-D2", "2002": "C-3PO"]))),
        ]),
    NormalizedScenario(
      "normalized.read.fragment", "whole", given: .heroFriendsAndDroids(),
      then: [
        Step(.read(.characterName, "2001"), .answers(.character("2001", "R2-D2")), .requestsNothing),
        Step(.read(.characterName, "1002"), .answers(.character("1002", "Han")), .requestsNothing),
      ]),
    NormalizedScenario(
      "normalized.read.fragment", "a part is missing", given: .heroFriendsAndDroids(),
      then: [
        Step(.read(.characterName, "2001"), .answers(.character("2001", "R2-D2"))),
        Step(.read(.characterHome, "2001"), .fails, .requestsNothing),
        Step(.read(.characterName, "9"), .fails, .requestsNothing),
      ]),
    NormalizedScenario(
      "normalized.update.query", "a field", given: .heroFriendsAndDroids(),
      then: [
        Step(.renameHero("Artoo"), .requestsNothing),
        Step(.read(.heroName), .answers(.heroName("Artoo")), .requestsNothing),
        Step(.fetch(.heroAndFriends), .answers(.heroAndFriends("Artoo")), .requestsNothing),
        Step(.peek(.listDroids), .answers(.droids(["2001": "Artoo", "2002": "C-3PO"]))),
      ]),
    NormalizedScenario(
      "normalized.update.query", "a list", given: .heroFriendsAndDroids(),
      then: [
        Step(.update(.listDroids, .append("droids", .character("2003", "BB-8"))), .requestsNothing),
        Step(
          .fetch(.listDroids), .answers(.droids(["2001": "R2-D2", "2002": "C-3PO", "2003": "BB-8"])), .requestsNothing),
        Step(.read(.characterName, "2003"), .answers(.character("2003", "BB-8"))),
      ]),
    NormalizedScenario(
      "normalized.update.object", given: .heroFriendsAndDroids(),
      then: [
        Step(.rename("2001", to: "Artoo"), .requestsNothing),
        Step(.fetch(.heroAndFriends), .answers(.heroAndFriends("Artoo")), .requestsNothing),
        Step(.fetch(.listDroids), .answers(.droids(["2001": "Artoo", "2002": "C-3PO"])), .requestsNothing),
      ]),
    NormalizedScenario(
      "normalized.update.object", "to null", given: .heroFriendsAndDroids(),
      then: [
        Step(.transact([.updateObject(.characterName, key: "2001", .set("name", to: .null))]), .requestsNothing),
        Step(
          .fetch(.heroName), .answers(.hero(["id": "2001", "name": .null])), .requestsNothing),
      ]),
    NormalizedScenario(
      "normalized.update.object", "a reference to an object that was not cached", given: .heroFriendsAndDroids(),
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
      "normalized.update.object", "of which a field is not cached", given: .hero(),
      then: [
        Step(
          .transact([.updateObject(.characterNameAndHome, key: "2001", .set("name", to: "Artoo"))]),
          oneOf: [Outcome("an error", .fails), Outcome("without the field")]),
        Step(
          .peek(.heroName),
          oneOf: [
            Outcome("nothing is changed", .answers(.heroName("R2-D2"))),
            Outcome("what is cached is changed", .answers(.heroName("Artoo"))),
          ]),
        Step(.read(.characterHome, "2001"), .fails),
      ]),
    NormalizedScenario(
      "normalized.update.query", "a value that is an object, in SQLite", given: .works(ClientSetup(kind: .sqlite)),
      then: [NormalizedStep].fetching(["sample": ["id": "s", "value": ["a": 1]]], .sample("s")) + [
        Step(.update(.sample("s"), .set("sample.value", to: ["a": 2, "b": ["c": "d"]]))),
        Step(.peek(.sample("s")), .answers(["sample": ["id": "s", "value": ["a": 2, "b": ["c": "d"]]]])),
      ]),
    NormalizedScenario(
      "normalized.read.fragment", "of an object that nothing refers to any more", given: .heroAndFriends(),
      then: [NormalizedStep].fetching(friendless, .heroAndFriends) + [
        Step(.peek(.heroAndFriends), .answers(friendless)),
        Step(.read(.characterName, "1000"), .answers(.character("1000", "Luke")), .requestsNothing),
      ]),
    NormalizedScenario(
      "normalized.update.tells-watchers", "a query", given: .heroWatched,
      then: [
        Step(
          .update(.listDroids, .set("droids", to: [.character("2001", "Artoo")])),
          .notifies(.data(.heroAndFriends("Artoo"))), .requestsNothing)
      ]),
    NormalizedScenario(
      "normalized.update.tells-watchers", "an object", given: .heroWatched,
      then: [
        Step(
          .rename("1000", to: "Luke S."), .notifies(.data(.heroAndFriends("R2-D2", luke: "Luke S."))),
          .requestsNothing)
      ]),
    NormalizedScenario(
      "normalized.transaction.reads-own-writes", "after an update", given: .heroFriendsAndDroids(),
      then: [
        Step(
          .transact([
            .read(.heroName), .update(.heroName, .set("hero.name", to: "Artoo")), .read(.heroName),
            .readObject(.characterName, key: "2001"),
          ]),
          .answers(inOrder: .heroName("R2-D2"), .heroName("Artoo"), .character("2001", "Artoo")))
      ]),
    NormalizedScenario(
      "normalized.transaction.reads-own-writes", "beside what is stored", given: .heroFriendsAndDroids(),
      then: [
        Step(
          .transact([.update(.heroName, .set("hero.name", to: "Artoo")), .read(.heroAndFriends)]),
          .answers(.heroAndFriends("Artoo")))
      ]),
    NormalizedScenario(
      "normalized.transaction.reads-own-writes", "after a removal", given: .heroFriendsAndDroids(),
      then: [
        Step(
          .transact([
            .readObject(.characterName, key: "1000"), .remove(key: "1000"), .readObject(.characterName, key: "1000"),
          ]),
          .answersThenFails(.character("1000", "Luke")))
      ]),
    NormalizedScenario(
      "normalized.transaction.reads-own-writes", "after a removal by pattern", given: .heroFriendsAndDroids(),
      then: [
        Step(
          .transact([
            .readObject(.characterName, key: "1000"), .removeMatching("100"), .readObject(.characterName, key: "1000"),
          ]),
          .answersThenFails(.character("1000", "Luke")))
      ]),
    NormalizedScenario(
      "normalized.transaction.reads-own-writes", "after a removal by pattern of what it wrote",
      given: .heroFriendsAndDroids(),
      then: [
        Step(
          .transact([
            .updateObject(.characterFriends, key: "2001", .set("friends", to: [.character("2009", "BB-8")])),
            .readObject(.characterName, key: "2009"), .removeMatching("2009"),
            .readObject(.characterName, key: "2009"),
          ]),
          .answersThenFails(.character("2009", "BB-8")))
      ]),
    NormalizedScenario(
      "normalized.transaction.reads-own-writes", "an object is removed, and written anew", given: .heroDetails(),
      then: [NormalizedStep].fetching(["droids": []], .listDroids) + [
        Step(
          .transact([
            .remove(key: "2001"), .update(.listDroids, .append("droids", .character("2001", "Artoo"))),
            .readObject(.characterName, key: "2001"),
          ]), .answers(.character("2001", "Artoo"))),
        Step(.read(.characterName, "2001"), .answers(.character("2001", "Artoo"))),
        Step(.read(.characterHome, "2001"), .fails),
      ]),
    NormalizedScenario(
      "normalized.transaction.failure", "after an update", given: .heroWatched,
      then: [
        Step(.transact([.update(.heroName, .set("hero.name", to: "lost")), .fail]), .fails, .notifiesNothing),
        Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2"))),
        Step(.renameHero("Artoo"), .notifies(.data(.heroAndFriends("Artoo")))),
      ]),
    NormalizedScenario(
      "normalized.transaction.failure", "after removals", given: .heroFriendsAndDroids(),
      then: [
        Step(.transact([.remove(key: "1000"), .remove(key: "2001"), .fail]), .fails),
        Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2"))),
        Step(.read(.characterName, "1000"), .answers(.character("1000", "Luke"))),
      ]),
    failed(
      "after an object came into being",
      [.update(.heroAndFriends, .append("hero.friends", .character("1009", "Luke"))), .fail], looks: ["1009"]),
    failed(
      "after a change of an object", [.updateObject(.characterName, key: "1000", .set("name", to: "lost")), .fail]),
    failed("after a removal by pattern", [.removeMatching("100"), .fail]),
    failed(
      "after a read of what it changed",
      [
        .update(.heroName, .set("hero.name", to: "lost")), .read(.heroAndFriends), .remove(key: "1000"),
        .updateObject(.characterName, key: "1002", .set("name", to: "lost")),
        .readObject(.characterName, key: "1002"), .fail,
      ]),
    failed(
      "at what is missing",
      [
        .updateObject(.characterName, key: "1000", .set("name", to: "lost")), .remove(key: "1002"),
        .updateObject(.characterName, key: "9999", .set("name", to: "lost")),
      ]),
    failed(
      "before a restart", in: ClientSetup(kind: .sqlite),
      [.remove(key: "1000"), .update(.heroName, .set("hero.name", to: "lost")), .fail], [Step(.restart)]),
    failed(
      "before a kill", in: ClientSetup(kind: .sqlite),
      [.update(.heroName, .set("hero.name", to: "lost")), .removeMatching("100"), .fail], [Step(.kill)]),
    NormalizedScenario(
      "normalized.transaction.failure", "twin: nothing throws", given: .heroFriendsAndDroids(),
      then: [
        Step(
          .transact([.update(.heroName, .set("hero.name", to: "Artoo")), .remove(key: "1002"), .read(.heroName)]),
          .answers(.heroName("Artoo")).demanded(by: "normalized.transaction.reads-own-writes")),
        Step(.look(at: ["1000", "1002"]), .finds(["1000"], named: "Luke")),
      ]),
    NormalizedScenario(
      "normalized.transaction.isolated", given: .works(),
      then: [NormalizedStep].fetching(count(0), .sample("count", .number)) + [
        // A file that is synced at each commit is slow, so there are few commits.
        Step(.updateAtOnce(20, .sample("count", .number), .increment("sample.number"), times: 5)),
        Step(.peek(.sample("count", .number)), .answers(count(100))),
      ]),
  ]

  /// A transaction throws, and none of its changes is found.
  private static func failed(
    _ row: String, in setup: ClientSetup = ClientSetup(), _ steps: [TransactionStep],
    _ meanwhile: [NormalizedStep] = [],
    looks keys: [String] = [], line: Int = #line
  ) -> NormalizedScenario {
    NormalizedScenario(
      "normalized.transaction.failure", row, given: .heroFriendsAndDroids(setup),
      then: [Step(.transact(steps), .fails)] + meanwhile + [
        Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2"))),
        Step(.look(at: ["1000"] + keys), .finds(["1000"], named: "Luke")),
      ], line: line)
  }

  /// Data survives a restart, and the sudden end of the process, whichever way it was written.
  static let survivalScenarios: [NormalizedScenario] =
    waysIn.map { survives($0, "normalized.update.survives-restart", .restart) }
    + waysIn.map { survives($0, "normalized.sqlite.survives-kill", .kill) } + [
      NormalizedScenario(
        "normalized.sqlite.survives-kill", "a removal by pattern",
        given: .heroFriendsAndDroids(ClientSetup(kind: .sqlite)),
        then: [Step(.remove(matching: "100")), Step(.kill), Step(.look(at: ["1000", "1002"]), .finds([], named: ""))])
    ]

  private typealias WayIn = (row: String, writing: [NormalizedStep], line: Int)

  private static let waysIn: [WayIn] = [
    ("a query", [Step(.renameHero("Artoo"))], #line),
    ("an object", [Step(.rename("2001", to: "Artoo"))], #line),
    (
      "a mutation",
      [
        Step(.serve(["renameDroid": .character("2001", "Artoo")], to: .renameHero)),
        Step(.perform(.renameHero), .answers(["renameDroid": .character("2001", "Artoo")])),
      ], #line
    ),
    (
      "a watcher's first result",
      [
        Step(.serve(.heroName("Artoo"), to: .heroName)),
        Step(.watch(.heroName, .fetchIgnoringCacheData, as: .watcher), .notifies(.data(.heroName("Artoo")))),
      ], #line
    ),
    (
      "one of several steps",
      [
        Step(
          .transact([
            .updateObject(.characterName, key: "2002", .set("name", to: "Goldenrod")),
            .updateObject(.characterName, key: "2001", .set("name", to: "Artoo")),
            .updateObject(.characterName, key: "1003", .set("name", to: "Leia O.")),
          ]))
      ], #line
    ),
    ("a fetch that names no policy", renaming(.fetch(.character("2001"))), #line),
    ("a fetch of what is missing", renaming(.fetch(.character("2001"), .returnCacheDataElseFetch)), #line),
    ("a fetch beside the cache", renaming(.fetch(.character("2001"), .returnCacheDataAndFetch)), #line),
    ("a watcher that names no policy", renaming(.watch(.character("2001"), as: .watcher)), #line),
    (
      "a watcher's second result",
      [
        Step(.serve(.heroName("Artoo"), to: .heroName)),
        Step(.watch(.heroName, .returnCacheDataAndFetch, as: .watcher)),
      ], #line
    ),
  ]

  /// The hero is renamed by a fetch of the character with this id.
  private static func renaming(_ fetch: NormalizedAction) -> [NormalizedStep] {
    [Step(.serve(.artoo("Artoo"), to: .character("2001"))), Step(fetch)]
  }

  private static func survives(_ way: WayIn, _ rule: RuleID, _ end: NormalizedAction) -> NormalizedScenario {
    NormalizedScenario(
      rule, way.row, given: .heroFriendsAndDroids(ClientSetup(kind: .sqlite)),
      then: way.writing + [
        Step(end),
        Step(.peek(.heroAndFriends), .answers(.heroAndFriends("Artoo"))),
        Step(.read(.characterName, "2001"), .answers(.character("2001", "Artoo"))),
      ], line: way.line)
  }

  private static func count(_ number: Int64) -> GraphValue {
    ["sample": ["id": "count", "number": .integer(number)]]
  }
}
