import CacheVocabulary

extension NormalizedSpec {
  private static let byPath = ClientSetup(.path)

  /// What holds of objects that go by path as of those that have ids: by default none has one.
  static let pathScenarios: [NormalizedScenario] =
    [
      NormalizedScenario(
        "normalized.records.merge", "other fields, without ids", given: .hero(byPath),
        then: [NormalizedStep].fetching(.hero(["id": "2001", "homePlanet": "Naboo"]), .heroHome) + [
          Step(.peek(.heroName), .answers(.heroName("R2-D2"))), Step(.peek(.heroHome), .answers(home("Naboo"))),
        ]),
      NormalizedScenario(
        "normalized.update.query", "without ids", given: .heroFriendsAndDroids(byPath),
        then: [
          Step(.renameHero("Artoo"), .requestsNothing),
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("Artoo"))),
          Step(.update(.listDroids, .append("droids", .character("2003", "BB-8")))),
          Step(.peek(.listDroids), .answers(.droids(["2001": "R2-D2", "2002": "C-3PO", "2003": "BB-8"]))),
        ]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "without ids",
        given: .heroAndFriends(byPath).watchingHero(as: .watcher, "a"),
        then: [
          Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
          Step(.fetch(.heroAndFriends, .fetchIgnoringCacheData), .notifies(.data(.heroName("Artoo")))),
          Step(.renameHero("Beeper"), .notifies(.data(.heroName("Beeper")))),
        ]),
    ]
    + replacedLists.map { row, query, old, new in
      NormalizedScenario(
        "normalized.records.lists-replaced", "\(row), without ids", given: .works(byPath),
        then: [NormalizedStep].fetching(old, query) + .fetching(new, query) + [Step(.peek(query), .answers(new))])
    }
}
