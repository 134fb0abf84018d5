extension NormalizedSpec {
  /// What a later run finds of the data that earlier runs stored, changed and removed.
  static let laterRunScenarios: [NormalizedScenario] =
    (replacedLists + replacedObjects).map { row, query, old, new in
      NormalizedScenario(
        "normalized.sqlite.kept", "replaced \(row)", given: .works(inFile),
        then: [NormalizedStep].fetching(old, query) + .fetching(new, query) + [
          Step(.restart), Step(.peek(query), .answers(new)),
        ] + .fetching(old, query) + [Step(.restart), Step(.peek(query), .answers(old))])
    } + [
      areKept(
        "fields with arguments",
        [
          (.height("METER"), ["character": ["id": "2001", "height": 1.09]]),
          (.height("FOOT"), ["character": ["id": "2001", "height": 3.58]]),
          (.character("1"), ["character": .character("1", "one")]),
          (.character("2"), ["character": .character("2", "two")]),
        ]),
      areKept(
        "long arguments",
        [
          (.search(GraphArgument("text", .text(long + "1"))), ["search": [.character("1", "one")]]),
          (.search(GraphArgument("text", .text(long + "2"))), ["search": [.character("2", "two")]]),
        ]),
      areKept(
        "two megabytes",
        [(.listDroids, ["droids": .list((0..<1250).map { .character("k\($0)", String(long.prefix(1700))) })])]),
      areKept(
        "objects without ids", in: ClientSetup(.path, kind: .sqlite),
        [
          (.heroAndFriends, .heroAndFriends("R2-D2")),
          (.home("9"), .home("9", "Mos Eisley", in: "Tatooine")),
          (.grid, ["grid": [[.character("1", "one")], [], [.null, .character("2", "two")]]]),
        ]),
      areKept("an object without an id in another", [(.home("9"), .home("9", "Mos Eisley", in: "Tatooine"))]),
      NormalizedScenario(
        "normalized.remove.dangling-reference-misses", "after a restart",
        given: .heroFriendsAndDroids(inFile).removing("1002").and(
          "the app has restarted", standingOn: "normalized.remove.stays-removed",
          [Step(.restart), Step(.look(at: ["1000", "1002"]), .finds(["1000"], named: "Luke"))]),
        then: [
          Step(.peek(.heroAndFriends), .fails),
          Step(.serve(["character": .character("1002", "Han")], to: .character("1002"))),
          Step(.fetch(.character("1002"))), Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2"))),
        ]),
      NormalizedScenario(
        "normalized.watch.first-result", "of what an earlier run stored", given: .heroFriendsAndDroids(inFile),
        then: [
          Step(.restart),
          Step(
            .watch(.heroAndFriends, as: .watcher), .notifies(.data(.heroAndFriends("R2-D2"))), .requestsNothing),
        ]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "of what an earlier run stored", given: .heroFriendsAndDroids(inFile),
        then: [
          Step(.restart), Step(.watch(.heroAndFriends, as: .watcher)),
          Step(.rename("1000", to: "Luke S."), .notifies(.data(.heroAndFriends("R2-D2", luke: "Luke S.")))),
          Step(.renameHero("Artoo"), .notifies(.data(.heroAndFriends("Artoo", luke: "Luke S.")))),
        ]),
      NormalizedScenario(
        "normalized.overlap.cancelled-fetch", "and a restart", given: .hero(inFile).fetchUnderWay(),
        then: [
          Step(.cancel("fetch")), Step(.requests(.releaseAll)),
          Step(.finish("fetch"), oneOf: [Outcome("an error", .fails), Outcome("silence", .answer(.exactly([])))]),
          Step(.restart), Step(.peek(.heroName), .answers(.heroName("R2-D2"))),
        ]),
      NormalizedScenario(
        "normalized.remove.stays-removed", "everything, stored by an earlier run",
        given: .heroFriendsAndDroids(inFile).restarted(),
        then: [
          Step(.clear), Step(.restart), Step(.look(at: ["1000", "1002", "2001", "2002"]), .finds([], named: "")),
          Step(.peek(.heroAndFriends), .fails),
        ]),
      NormalizedScenario(
        "normalized.remove.stays-removed", "everything, objects without keys among it", given: .works(inFile),
        then: cachingWithoutKeys + [Step(.clear), Step(.restart)] + missingWithoutKeys),
    ]
    + CacheKind.named.flatMap { kind in
      [
        NormalizedScenario(
          "normalized.clear", "what has no key, kind=\(kind)", given: .works(ClientSetup(kind: kind)),
          then: cachingWithoutKeys + [Step(.clear)] + missingWithoutKeys),
        NormalizedScenario(
          "normalized.clear", "without ids, kind=\(kind)",
          given: .heroFriendsAndDroids(ClientSetup(.path, kind: kind)),
          then: [Step(.clear), Step(.peek(.heroAndFriends), .fails), Step(.peek(.listDroids), .fails)]),
      ]
    }

  private static let inFile = ClientSetup(kind: .sqlite)
  private static let long = String(repeating: "search for this and that ", count: 200)

  private static let replacedObjects: [(row: String, GraphOperation, old: GraphValue, new: GraphValue)] = [
    (
      "by another object", .leader, ["leader": .character("1003", "Leia")], ["leader": .character("1005", "Mon")]
    ),
    ("by null, of an object", .leader, ["leader": .character("1003", "Leia")], ["leader": .null]),
    ("by null, of a value", .heroName, .heroName("R2-D2"), .hero(["id": "2001", "name": .null])),
    ("by no text", .heroName, .heroName("R2-D2"), .heroName("")),
  ]

  private static let withoutKeys: [(GraphOperation, GraphValue)] = [
    (.bestReview, ["bestReview": ["stars": 4, "commentary": "good"]]),
    (.review(1), ["review": ["stars": 5, "commentary": "better"]]),
    (.character("404"), ["character": .null]), (.listDroids, ["droids": []]), (.grid, ["grid": [[], [.null]]]),
  ]

  /// Query results without any object that has a key are cached.
  private static let cachingWithoutKeys = withoutKeys.flatMap { query, data in
    [NormalizedStep].fetching(data, query) + [Step(.peek(query), .answers(data))]
  }

  private static let missingWithoutKeys = withoutKeys.map { query, _ in NormalizedStep(.peek(query), .fails) }

  private static func areKept(
    _ row: String, in setup: ClientSetup = inFile, _ data: [(GraphOperation, GraphValue)], line: Int = #line
  ) -> NormalizedScenario {
    NormalizedScenario(
      "normalized.sqlite.kept", row, given: .works(setup),
      then: data.flatMap { [NormalizedStep].fetching($0.1, $0.0) } + [Step(.restart)]
        + data.map { Step(.peek($0.0), .answers($0.1)) }, line: line)
  }
}
