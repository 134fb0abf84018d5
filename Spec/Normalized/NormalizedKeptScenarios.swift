extension NormalizedSpec {
  /// Every kind of cached data, read by a later run: what was in memory proves nothing about what is on disk.
  static let keptScenarios: [NormalizedScenario] =
    [
      isKept("null in a list", ["droids": [.character("2001", "R2-D2"), .null]], .listDroids),
      isKept("null in a field", ["hero": ["id": "2001", "name": .null]], .heroName),
      isKept("null in place of an object", ["hero": .null], .heroName),
      isKept("an empty list", ["droids": []], .listDroids),
      isKept(
        "lists in lists",
        ["grid": [[.character("2001", "R2-D2")], [], [.null, .character("2002", "C-3PO")]]], .grid),
      isKept(
        "an object without an id",
        ["hero": .character("2001", "R2-D2"), "latestReview": ["stars": 5, "commentary": "good"]], .heroAndReview),
      isKept("six hundred objects", .droids((0..<600).map { ("k\($0)", "name \($0)") }), .listDroids),
      NormalizedScenario(
        "normalized.remove.stays-removed", "by a pattern in another case, stored by an earlier run",
        given: .droids(cased, inFile).and(
          "after a restart all that have 'droid' in their keys are removed",
          standingOn: "normalized.remove.matching-ignores-case",
          [Step(.restart), Step(.remove(matching: "droid")), Step(.look(at: cased), .finds(["x"], named: "Droid"))]),
        then: [Step(.restart), Step(.look(at: cased), .finds(["x"], named: "Droid"))]),
      NormalizedScenario(
        "normalized.records.arguments", "values that differ in case", given: .works(),
        then: [
          Step(.serve(["search": [.character("1", "Artoo")]], to: .search(GraphArgument("text", "R2")))),
          Step(.serve(["search": [.character("2", "Beep")]], to: .search(GraphArgument("text", "r2")))),
          Step(.fetch(.search(GraphArgument("text", "R2")))),
          Step(
            .fetch(.search(GraphArgument("text", "r2"))), .answers(["search": [.character("2", "Beep")]])),
        ]),
      NormalizedScenario(
        "normalized.keys.any-text", "spaces around", given: .works(),
        then: [
          Step(.serve(spaced, to: .listDroids)), Step(.fetch(.listDroids)), Step(.peek(.listDroids), .answers(spaced)),
        ]),
      NormalizedScenario(
        "normalized.records.alias", "in an update", given: .hero(),
        then: [
          Step(.serve(["leader": ["id": "2001", "called": "R2-D2"]], to: .heroByAlias)),
          Step(.fetch(.heroByAlias, .fetchIgnoringCacheData)),
          Step(.update(.heroByAlias, .set("leader.called", to: "Artoo"))),
          Step(.peek(.heroName), .answers(.heroName("Artoo"))),
        ]),
      NormalizedScenario(
        "normalized.remove.dangling-reference-misses", "a reference that is in no list",
        given: .hero().removing("2001"),
        then: [
          Step(.peek(.heroName), .fails), Step(.serve(.artoo("Artoo"), to: .character("2001"))),
          Step(.fetch(.character("2001"))), Step(.peek(.heroName), .answers(.heroName("Artoo"))),
        ]),
      NormalizedScenario(
        "normalized.policy.fetch-ignoring-cache-completely", "of a query that is watched", given: .heroWatched,
        then: [
          Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
          Step(
            .fetch(.heroAndFriends, .fetchIgnoringCacheCompletely), .answers(.heroAndFriends("Artoo")),
            .notifiesNothing),
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2"))),
        ]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "of an object without an id", given: .works(),
        then: [
          Step(
            .serve(
              ["hero": .character("2001", "R2-D2"), "latestReview": ["stars": 5, "commentary": "good"]],
              to: .heroAndReview)),
          Step(.watch(.heroAndReview, as: .watcher)),
          Step(
            .update(.heroAndReview, .set("latestReview.stars", to: 1)),
            .notifies(
              .data(["hero": .character("2001", "R2-D2"), "latestReview": ["stars": 1, "commentary": "good"]]))),
        ]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "though its own fetch failed", given: .hero(),
        then: [
          Step(.server(.down(.noConnection))), Step(.watch(.heroName, .returnCacheDataAndFetch, as: .watcher)),
          Step(.renameHero("Beeper"), .notifies(.data(.heroName("Beeper")))),
        ]),
      NormalizedScenario(
        "normalized.transaction.reads-own-writes", "an object is updated twice", given: .heroDetails(),
        then: [
          Step(
            .transact([
              .updateObject(.characterName, key: "2001", .set("name", to: "Artoo")),
              .updateObject(.characterHome, key: "2001", .set("homePlanet", to: "Tatooine")),
              .updateObject(.characterName, key: "2001", .set("id", to: "2001")),
            ])),
          Step(.read(.characterName, "2001"), .answers(.character("2001", "Artoo"))),
          Step(.read(.characterHome, "2001"), .answers(["id": "2001", "homePlanet": "Tatooine"])),
        ]),
      NormalizedScenario(
        "normalized.records.lists-replaced", "of objects without ids", given: .works(ClientSetup(.path)),
        then: [
          Step(.serve(.friends("2", "3"), to: .heroAndFriends)), Step(.fetch(.heroAndFriends)),
          Step(.serve(.friends("3"), to: .heroAndFriends)), Step(.fetch(.heroAndFriends, .fetchIgnoringCacheData)),
          Step(.peek(.heroAndFriends), .answers(.friends("3"))),
        ]),
      NormalizedScenario(
        "normalized.records.lists", "rows of objects without ids", given: .works(ClientSetup(.path)),
        then: [
          Step(.serve(rows, to: .grid)), Step(.fetch(.grid)), Step(.peek(.grid), .answers(rows)),
        ]),
    ]

  private static let inFile = ClientSetup(kind: .sqlite)
  private static let cased = ["Droid:1", "droid:2", "x"]
  private static let spaced = GraphValue.droids(["a": "1", " a": "2", "a ": "3", "a\n": "4"])
  private static let rows: GraphValue = [
    "grid": [[.character("1", "R2-D2"), .character("2", "C-3PO")], [.character("3", "BB-8")]]
  ]

  private static func isKept(_ row: String, _ data: GraphValue, _ query: GraphOperation) -> NormalizedScenario {
    NormalizedScenario(
      "normalized.sqlite.kept", row, given: .works(inFile),
      then: [
        Step(.serve(data, to: query)), Step(.fetch(query, .fetchIgnoringCacheData), .answers(data)),
        Step(.restart), Step(.peek(query), .answers(data)),
        // What a run does to the file when it opens or closes it shows in the next run.
        Step(.restart), Step(.restart), Step(.peek(query), .answers(data)),
      ])
  }
}

extension GraphValue {
  /// The hero's friends with these ids.
  fileprivate static func friends(_ ids: String...) -> GraphValue {
    ["hero": ["id": "1", "name": "R2-D2", "friends": .list(ids.map { .character($0, "friend \($0)") })]]
  }

  /// Droids in this order.
  fileprivate static func droids(_ droids: [(key: String, name: String)]) -> GraphValue {
    ["droids": .list(droids.map { .character($0.key, $0.name) })]
  }
}
