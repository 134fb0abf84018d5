extension NormalizedSpec {
  private static let byPath = ClientSetup(.path)

  /// What holds for objects cached by path as for objects with ids: by default no object has an id.
  static let pathScenarios: [NormalizedScenario] =
    [
      NormalizedScenario(
        "normalized.records.merge-by-path", given: .hero(byPath),
        then: [NormalizedStep].fetching(.hero(["id": "2001", "homePlanet": "Naboo"]), .heroHome) + [
          Step(
            .peek(.heroName), oneOf: [Outcome("kept", .answers(.heroName("R2-D2"))), Outcome("a miss", .fails)]),
          Step(.peek(.heroHome), .answers(home("Naboo"))),
        ]),
      NormalizedScenario(
        "normalized.update.query", "without ids", given: .heroFriendsAndDroids(byPath),
        then: [
          Step(.renameHero("Artoo"), .requestsNothing),
          Step(.peek(.heroName), .answers(.heroName("Artoo"))),
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
      NormalizedScenario(
        "normalized.records.large-answer", "without ids", given: .works(byPath),
        then: fetchedOnce(manyDroids, .listDroids)),
      NormalizedScenario(
        "normalized.records.lists", "nulls among more than ten objects, without ids", given: .works(byPath),
        then: fetchedOnce(["row": .list(holed(from: 0, count: 25))], .row)),
      NormalizedScenario(
        "normalized.records.lists", "more than ten rows of more than ten, without ids", given: .works(byPath),
        then: fetchedOnce(["grid": .list((0..<12).map { .list(holed(from: 12 * $0, count: 12)) })], .grid)),
      NormalizedScenario(
        "normalized.remove.stays-removed", "what goes by path, and is fetched again in part",
        given: .works(ClientSetup(.path, kind: .sqlite)),
        then: clearing + [
          Step(.restart), Step(.peek(.heroDetails), .fails), Step(.peek(.heroName), .answers(.heroName("Artoo"))),
        ]),
      NormalizedScenario(
        "normalized.remove.stays-removed", "what goes by path, and is fetched again in part by a later run",
        given: .works(ClientSetup(.path, kind: .sqlite)),
        then: detailed + [Step(.clear), Step(.restart)] + fetchedInPart),
    ]
    + CacheKind.named.map { kind in
      NormalizedScenario(
        "normalized.clear", "what goes by path, and is fetched again in part, kind=\(kind)",
        given: .works(ClientSetup(.path, kind: kind)), then: clearing)
    }
    + replacedLists.map { row, query, old, new in
      NormalizedScenario(
        "normalized.records.lists-replaced", "\(row), without ids", given: .works(byPath),
        then: [NormalizedStep].fetching(old, query) + .fetching(new, query) + [Step(.peek(query), .answers(new))])
    }

  /// A hero is cached with all fields, everything is removed, and another hero is fetched without most of them.
  private static let clearing = detailed + [Step(.clear)] + fetchedInPart

  private static let detailed =
    [NormalizedStep].caching(.heroDetails("R2-D2", films: ["NEWHOPE"]), .heroDetails)
    + .caching(.heroAndFriends("R2-D2"), .heroAndFriends)

  private static let fetchedInPart =
    [NormalizedStep].fetching(.heroName("Artoo"), .heroName) + [
      Step(.peek(.heroDetails), .fails), Step(.peek(.heroAndFriends), .fails),
      Step(.peek(.heroName), .answers(.heroName("Artoo"))),
    ]

  /// Characters of which the first is null, and every fifth after it.
  private static func holed(from first: Int, count: Int) -> [GraphValue] {
    (first..<first + count).map { number in
      (number - first).isMultiple(of: 5) ? .null : .character("D\(number)", "Droid \(number)")
    }
  }
}
