extension NormalizedSpec {
  /// Lists, cycles and sizes.
  static let listScenarios: [NormalizedScenario] =
    valueLists.map { row, field, list in
      NormalizedScenario(
        "normalized.records.lists", "values: \(row)", given: .works(),
        then: fetchedOnce(sample(field, list), .sample("list", field)))
    }
    + objectLists.map { row, query, list in
      NormalizedScenario(
        "normalized.records.lists", "objects: \(row)", given: .works(),
        then: fetchedOnce(.object([query.fields[0].name: list]), query))
    } + [
      NormalizedScenario(
        "normalized.records.cycles", given: .works(),
        then: fetchedOnce(cycle("R2-D2"), .heroFriendsFriends) + [
          Step(.serve(.artoo("Artoo"), to: .character("2001"))),
          Step(.fetch(.character("2001"))),
          Step(.peek(.heroFriendsFriends), .answers(cycle("Artoo"))),
        ]),
      NormalizedScenario(
        "normalized.records.cycles", "an object in a list of its own, with another field", given: .works(),
        then: fetchedOnce(ownFriend, .heroAndHomes) + [Step(.peek(.heroHome), .answers(home("Naboo")))]),
      NormalizedScenario(
        "normalized.records.large-answer", given: .works(), then: fetchedOnce(manyDroids, .listDroids)),
    ] + replacedScenarios

  /// A list that is fetched, and another that replaces it.
  private static let replacedScenarios: [NormalizedScenario] =
    replacedLists.map { row, query, old, new in
      NormalizedScenario(
        "normalized.records.lists-replaced", row, given: .works(),
        then: fetchedOnce(old, query) + [NormalizedStep].fetching(new, query) + [Step(.peek(query), .answers(new))])
    } + [
      NormalizedScenario(
        "normalized.records.lists-replaced", "by hand, of an object", given: .heroFriendsAndDroids(),
        then: [
          Step(.rename("1003", to: "Leia O.")),
          Step(.peek(.leader), .answers(["leader": .character("1003", "Leia O.")]))
            .demanded(by: "normalized.update.object"),
          Step(
            .transact([
              .updateObject(.characterFriends, key: "2001", .set("friends", to: [.character("1003", "Leia")]))
            ])),
          Step(.peek(.heroAndFriends), .answers(friends([.character("1003", "Leia")]))),
        ])
    ]

  static let replacedLists: [(row: String, GraphOperation, old: GraphValue, new: GraphValue)] = [
    ("by as many objects", .row, ["row": [artoo, threepio]], ["row": [threepio, .character("2003", "BB-8")]]),
    ("by as many values", .sample("list", .texts), sample(.texts, ["a", "b"]), sample(.texts, ["c", "d"])),
    ("by fewer", .row, ["row": [artoo, threepio, .character("2003", "BB-8")]], ["row": [threepio, artoo]]),
    ("by more", .row, ["row": [artoo]], ["row": [threepio, artoo, .character("2003", "BB-8")]]),
    ("in another order", .row, ["row": [artoo, threepio]], ["row": [threepio, artoo]]),
    ("by no objects", .heroAndFriends, friends([artoo, threepio]), friends([])),
    ("by null", .heroAndFriends, friends([artoo, threepio]), friends(.null)),
    ("by null, of values", .sample("list", .texts), sample(.texts, ["a", "b"]), sample(.texts, .null)),
    (
      "of lists of values", .sample("list", .matrix), sample(.matrix, [[1, 2], [3]]),
      sample(.matrix, [[4], [], [5, 6]])
    ),
    (
      "of lists of objects", .grid, ["grid": [[artoo, threepio], [artoo]]],
      ["grid": [[threepio], [artoo, threepio], []]]
    ),
    (
      "of a field with arguments", .search(GraphArgument("text", "2")), ["search": [artoo, threepio]],
      ["search": [.character("2003", "BB-8")]]
    ),
  ]

  private static func friends(_ friends: GraphValue) -> GraphValue {
    .hero(.character("2001", "R2-D2", ["friends": friends]))
  }

  private static func sample(_ field: GraphOperation.SampleField, _ list: GraphValue) -> GraphValue {
    ["sample": ["id": "list", field.rawValue: list]]
  }

  static let valueLists: [(String, GraphOperation.SampleField, GraphValue)] = [
    ("empty", .texts, []), ("a null item", .texts, ["a", .null, "b"]), ("nulls alone", .texts, [.null, .null]),
    ("nested", .matrix, [[1, 2], [], [3]]), ("nested empty", .cube, [[], [[]]]),
    ("nested nulls", .matrix, [[.null], .null]), ("a hundred deep", .value, deep(100, 1)),
  ]

  static let objectLists: [(String, GraphOperation, GraphValue)] = [
    ("empty", .row, []), ("a null item", .row, [artoo, .null, threepio]), ("nulls alone", .row, [.null, .null]),
    ("nested", .grid, [[artoo, threepio], [], [artoo]]), ("nested nulls", .grid, [[.null, artoo], .null, []]),
    ("one twice", .row, [artoo, artoo]), ("a hundred deep", .well, deep(100, artoo)),
  ]

  private static let artoo = GraphValue.character("2001", "R2-D2")
  private static let threepio = GraphValue.character("2002", "C-3PO")

  private static func deep(_ depth: Int, _ value: GraphValue) -> GraphValue {
    (0..<depth).reduce(value) { inner, _ in .list([inner]) }
  }

  /// A hero of this name, whose friend has two friends, the hero among them.
  private static func cycle(_ hero: String) -> GraphValue {
    let luke = GraphValue.character(
      "1000", "Luke", ["friends": [.character("2001", hero), .character("1002", "Han")]])
    return .hero(.character("2001", hero, ["friends": [luke]]))
  }

  private static let ownFriend = GraphValue.hero(
    .character("2001", "R2-D2", ["friends": [["id": "2001", "homePlanet": "Naboo"]]]))

  static let manyDroids: GraphValue = [
    "droids": .list((0..<3000).map { .character("D\($0)", "Droid \($0)") })
  ]

  /// What mutations and fragments change.
  static let mutationScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.mutation.updates-queries", given: .heroFriendsAndDroids(),
      then: [
        renaming,
        Step(.perform(.renameHero), .answers(["renameDroid": .character("2001", "Artoo")]), .requests(.renameHero)),
        Step(.peek(.heroAndFriends), .answers(.heroAndFriends("Artoo"))),
        Step(.peek(.listDroids), .answers(.droids(["2001": "Artoo", "2002": "C-3PO"]))),
      ]),
    NormalizedScenario(
      "normalized.mutation.create-leaves-lists", "fetched again", given: .heroFriendsAndDroids(),
      then: creating + [
        Step(.serve(threeDroids, to: .listDroids)),
        Step(.fetch(.listDroids, .fetchIgnoringCacheData)),
        Step(.peek(.listDroids), .answers(threeDroids)),
      ]),
    NormalizedScenario(
      "normalized.mutation.create-leaves-lists", "written by hand", given: .heroFriendsAndDroids(),
      then: creating + [
        Step(.update(.listDroids, .append("droids", .character("2003", "BB-8")))),
        Step(.peek(.listDroids), .answers(threeDroids)),
      ]),
    NormalizedScenario(
      "normalized.fragment.updates-queries", "by a mutation", given: .heroFriendsAndDroids(),
      then: [
        Step(.serve(["renameCharacter": .character("1000", "Luke S.")], to: .renameCharacter("1000", to: "Luke S."))),
        Step(
          .perform(.renameCharacter("1000", to: "Luke S.")),
          .answers(["renameCharacter": .character("1000", "Luke S.")])),
        Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2", luke: "Luke S."))),
      ]),
    NormalizedScenario(
      "normalized.fragment.updates-queries", "by a query", given: .heroFriendsAndDroids(),
      then: [
        Step(.serve(["lastMet": .character("1000", "Luke S.")], to: .lastMet)),
        Step(.fetch(.lastMet), .answers(["lastMet": .character("1000", "Luke S.")])),
        Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2", luke: "Luke S."))),
      ]),
    NormalizedScenario(
      "normalized.mutation.never-reads-cache", given: .heroFriendsAndDroids(),
      then: [
        renaming,
        Step(.perform(.renameHero), .requests(.renameHero)),
        Step(.perform(.renameHero), .answers(["renameDroid": .character("2001", "Artoo")]), .requests(.renameHero)),
        Step(.server(.down(.noConnection))),
        Step(.perform(.renameHero), .fails, .requestsSomething),
      ]),
  ]

  private static let renaming = NormalizedStep(
    .serve(["renameDroid": .character("2001", "Artoo")], to: .renameHero))

  private static let threeDroids = GraphValue.droids(["2001": "R2-D2", "2002": "C-3PO", "2003": "BB-8"])

  /// A droid is created and no list shows it.
  private static let creating: [NormalizedStep] = [
    Step(.serve(["createDroid": .character("2003", "BB-8")], to: .createDroid("BB-8"))),
    Step(.perform(.createDroid("BB-8")), .answers(["createDroid": .character("2003", "BB-8")])),
    Step(.peek(.listDroids), .answers(.droids(["2001": "R2-D2", "2002": "C-3PO"])), .requestsNothing),
  ]
}
