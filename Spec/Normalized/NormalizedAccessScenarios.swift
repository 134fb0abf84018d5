import CacheVocabulary

extension NormalizedSpec {
  /// Reading and updating by direct access.
  static let accessScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.read.query", "whole", given: .heroCached,
      then: [
        Step(.read(.heroAndFriends), .answers(graph: .heroAndFriends("R2-D2")), .asksNothing),
        Step(.read(.heroName), .answers(graph: .heroName("R2-D2")), .asksNothing),
      ]),
    NormalizedScenario(
      "normalized.read.query", "a part is missing",
      given: .heroCached + [
        Step(.serve(.hero(["id": "2001", "homePlanet": "Naboo"]), to: .heroHome)),
        Step(.read(.heroName), .answers(graph: .heroName("R2-D2"))),
      ],
      then: [Step(.read(.heroHome), .fails, .asksNothing), Step(.read(.character("9")), .fails, .asksNothing)]),
    NormalizedScenario(
      "normalized.read.fragment", "whole", given: .heroCached,
      then: [
        Step(.read(.characterName, "2001"), .answers(graph: .character("2001", "R2-D2")), .asksNothing),
        Step(.read(.characterName, "1002"), .answers(graph: .character("1002", "Han")), .asksNothing),
      ]),
    NormalizedScenario(
      "normalized.read.fragment", "a part is missing",
      given: .heroCached + [Step(.read(.characterName, "2001"), .answers(graph: .character("2001", "R2-D2")))],
      then: [
        Step(.read(.characterHome, "2001"), .fails, .asksNothing),
        Step(.read(.characterName, "9"), .fails, .asksNothing),
      ]),
    NormalizedScenario(
      "normalized.update.query", "a field", given: .heroCached,
      then: [
        Step(.transact([.update(.heroName, .set("hero.name", to: "Artoo"))]), .asksNothing),
        Step(.read(.heroName), .answers(graph: .heroName("Artoo")), .asksNothing),
        Step(.fetch(.heroAndFriends), .answers(graph: .heroAndFriends("Artoo")), .asksNothing),
        Step(.peek(.listDroids), .answers(graph: .droids(["2001": "Artoo", "2002": "C-3PO"]))),
      ]),
    NormalizedScenario(
      "normalized.update.query", "a list", given: .heroCached,
      then: [
        Step(.transact([.update(.listDroids, .append("droids", .character("2003", "BB-8")))]), .asksNothing),
        Step(
          .fetch(.listDroids), .answers(graph: .droids(["2001": "R2-D2", "2002": "C-3PO", "2003": "BB-8"])),
          .asksNothing),
        Step(.read(.characterName, "2003"), .answers(graph: .character("2003", "BB-8"))),
      ]),
    NormalizedScenario(
      "normalized.update.object", given: .heroCached,
      then: [
        Step(.transact([.updateObject(.characterName, key: "2001", .set("name", to: "Artoo"))]), .asksNothing),
        Step(.fetch(.heroAndFriends), .answers(graph: .heroAndFriends("Artoo")), .asksNothing),
        Step(.fetch(.listDroids), .answers(graph: .droids(["2001": "Artoo", "2002": "C-3PO"])), .asksNothing),
      ]),
    NormalizedScenario(
      "normalized.update.tells-watchers", "a query", given: .heroWatched,
      then: [
        Step(
          .transact([.update(.listDroids, .set("droids", to: [.character("2001", "Artoo")]))]),
          .tells(told("watcher", .heroAndFriends("Artoo"))), .asksNothing)
      ]),
    NormalizedScenario(
      "normalized.update.tells-watchers", "an object", given: .heroWatched,
      then: [
        Step(
          .transact([.updateObject(.characterName, key: "1000", .set("name", to: "Luke S."))]),
          .tells(told("watcher", .heroAndFriends("R2-D2", luke: "Luke S."))), .asksNothing)
      ]),
    NormalizedScenario(
      "normalized.transaction.reads-own-writes", "after an update", given: .heroCached,
      then: [
        Step(
          .transact([
            .read(.heroName), .update(.heroName, .set("hero.name", to: "Artoo")), .read(.heroName),
            .readObject(.characterName, key: "2001"),
          ]),
          .answers(inOrder: [.heroName("R2-D2"), .heroName("Artoo"), GraphValue.character("2001", "Artoo")]))
      ]),
    NormalizedScenario(
      "normalized.transaction.reads-own-writes", "after a removal", given: .heroCached,
      then: [
        Step(
          .transact([
            .readObject(.characterName, key: "1000"), .remove(key: "1000"), .readObject(.characterName, key: "1000"),
          ]),
          Expectation(.answer, .thenFailure([Fact(GraphValue.character("1000", "Luke"))])))
      ]),
    NormalizedScenario(
      "normalized.transaction.reads-own-writes", "after a removal by pattern", given: .heroCached,
      then: [
        Step(
          .transact([
            .readObject(.characterName, key: "1000"), .removeMatching("100"), .readObject(.characterName, key: "1000"),
          ]),
          Expectation(.answer, .thenFailure([Fact(GraphValue.character("1000", "Luke"))])))
      ]),
    NormalizedScenario(
      "normalized.transaction.failure", "after an update", given: .heroWatched,
      then: [
        Step(.transact([.update(.heroName, .set("hero.name", to: "lost")), .fail]), .fails, .tellsNothing),
        Step(.peek(.heroAndFriends), .answers(graph: .heroAndFriends("R2-D2"))),
        Step(
          .transact([.update(.heroName, .set("hero.name", to: "Artoo"))]),
          .tells(told("watcher", .heroAndFriends("Artoo")))),
      ]),
    NormalizedScenario(
      "normalized.transaction.failure", "after removals", given: .heroCached,
      then: [
        Step(.transact([.remove(key: "1000"), .remove(key: "2001"), .fail]), .fails),
        Step(.peek(.heroAndFriends), .answers(graph: .heroAndFriends("R2-D2"))),
        Step(.read(.characterName, "1000"), .answers(graph: .character("1000", "Luke"))),
      ]),
    NormalizedScenario(
      "normalized.transaction.isolated",
      given: .having([.sample("count"): ["sample": ["id": "count", "value": 0]]]),
      then: [
        Step(.updateAtOnce(100, .sample("count"), .increment("sample.value"))),
        Step(.peek(.sample("count")), .answers(graph: ["sample": ["id": "count", "value": 100]])),
      ]),
  ]

  /// Overlapping work.
  static let overlapScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.overlap.cancelled-fetch",
      given: .having([.heroName: .heroName("R2-D2")]) + [
        Step(.serve(.heroName("Artoo"), to: .heroName)), Step(.hold),
        Step(.begin(.heroName, .fetchIgnoringCacheData, as: "fetch")), Step(.awaitHeld(1)),
      ],
      then: [
        Step(.cancel("fetch")),
        Step(.release(.all)),
        Step(
          .finish("fetch"),
          oneOf: [
            Outcome("an error", .fails, .stores(graph: .heroName("R2-D2"))),
            Outcome("silence", Expectation(.answer, .exactly([])), .stores(graph: .heroName("R2-D2"))),
          ]),
        Step(
          .fetch(.heroName, .fetchIgnoringCacheData), .answers(graph: .heroName("Artoo")),
          .asks(GraphOperation.heroName)),
      ]),
    NormalizedScenario(
      "normalized.overlap.clear-during-fetch",
      given: .having([.heroName: .heroName("R2-D2")]) + [
        Step(.serve(.heroName("Artoo"), to: .heroName)), Step(.hold),
        Step(.begin(.heroName, .fetchIgnoringCacheData, as: "fetch")), Step(.awaitHeld(1)),
      ],
      then: [
        Step(.clear),
        Step(.release(.all)),
        Step(
          .finish("fetch"),
          oneOf: [
            Outcome("stored", .answers(graph: .heroName("Artoo")), .stores(graph: .heroName("Artoo"))),
            Outcome("not stored", .answers(graph: .heroName("Artoo")), .storesNothing),
            Outcome("fetch abandoned", .fails, .storesNothing),
          ]),
      ]),
    NormalizedScenario(
      "normalized.overlap.late-answer",
      given: .works() + [
        Step(.hold), Step(.serve(.heroName("older"), to: .heroName)),
        Step(.begin(.heroName, .fetchIgnoringCacheData, as: "first")), Step(.awaitHeld(1)),
        Step(.serve(.heroName("newer"), to: .heroName)),
        Step(.begin(.heroName, .fetchIgnoringCacheData, as: "second")), Step(.awaitHeld(2)),
      ],
      then: [
        Step(.release(.newest)),
        Step(.finish("second"), .answers(graph: .heroName("newer"))),
        Step(.release(.all)),
        Step(
          .finish("first"),
          oneOf: [
            Outcome("the older answer, which came last", .stores(graph: .heroName("older"))),
            Outcome("the newer answer", .stores(graph: .heroName("newer"))),
          ]),
      ]),
  ]
}
