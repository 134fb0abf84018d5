import CacheVocabulary

extension NormalizedSpec {
  /// Lists, cycles and sizes.
  static let listScenarios: [NormalizedScenario] =
    valueLists.map { row, list in
      NormalizedScenario(
        "normalized.records.lists", "values: \(row)", given: .works() + servingSample(list),
        then: [
          Step(.fetch(.sample("list")), .answers(sample(list)), .asks(GraphOperation.sample("list"))),
          Step(.fetch(.sample("list")), .answers(sample(list)), .asksNothing),
        ])
    }
    + objectLists.map { row, list in
      NormalizedScenario(
        "normalized.records.lists", "objects: \(row)", given: .works() + [Step(.serve(["grid": list], to: .grid))],
        then: [
          Step(.fetch(.grid), .answers(graph: ["grid": list]), .asks(GraphOperation.grid)),
          Step(.fetch(.grid), .answers(graph: ["grid": list]), .asksNothing),
        ])
    } + [
      NormalizedScenario(
        "normalized.records.cycles",
        given: .works() + [Step(.serve(.hero(cycle(hero: "R2-D2", again: "R2-D2")), to: .heroFriendsFriends))],
        then: [
          Step(
            .fetch(.heroFriendsFriends), .answers(graph: .hero(cycle(hero: "R2-D2", again: "R2-D2"))),
            .asks(GraphOperation.heroFriendsFriends)),
          Step(
            .fetch(.heroFriendsFriends), .answers(graph: .hero(cycle(hero: "R2-D2", again: "R2-D2"))), .asksNothing),
          Step(.serve(.artoo("Artoo"), to: .character("2001"))),
          Step(.fetch(.character("2001"))),
          Step(.peek(.heroFriendsFriends), .answers(graph: .hero(cycle(hero: "Artoo", again: "Artoo")))),
        ]),
      NormalizedScenario(
        "normalized.records.large-answer", given: .works() + [Step(.serve(manyDroids, to: .listDroids))],
        then: [
          Step(.fetch(.listDroids), .answers(manyDroids), .asks(GraphOperation.listDroids)),
          Step(.fetch(.listDroids), .answers(manyDroids), .asksNothing),
        ]),
    ]

  private static let valueLists: [(String, GraphValue)] = [
    ("empty", []), ("a null item", ["a", .null, "b"]), ("nulls alone", [.null, .null]), ("nested", [[1, 2], [], [3]]),
    ("nested empty", [[], [[]]]), ("nested nulls", [[.null], .null]), ("a hundred deep", deep(100, 1)),
  ]

  private static let objectLists: [(String, GraphValue)] = [
    ("empty", []), ("a null item", [artoo, .null, threepio]), ("nulls alone", [.null, .null]),
    ("nested", [[artoo, threepio], [], [artoo]]), ("nested nulls", [[.null, artoo], .null, []]),
    ("one twice", [artoo, artoo]), ("a hundred deep", deep(100, artoo)),
  ]

  private static let artoo = GraphValue.character("2001", "R2-D2")
  private static let threepio = GraphValue.character("2002", "C-3PO")

  private static func deep(_ depth: Int, _ value: GraphValue) -> GraphValue {
    (0..<depth).reduce(value) { inner, _ in .list([inner]) }
  }

  private static func cycle(hero: String, again: String) -> GraphValue {
    .character(
      "2001", hero,
      ["friends": [.character("1000", "Luke", ["friends": [.character("2001", again), .character("1002", "Han")]])]])
  }

  private static let manyDroids: GraphValue = [
    "droids": .list((0..<1200).map { .character("D\($0)", "Droid \($0)") })
  ]

  private static func sample(_ value: GraphValue) -> GraphValue { ["sample": ["id": "list", "value": value]] }
  private static func servingSample(_ value: GraphValue) -> [NormalizedStep] {
    [Step(.serve(sample(value), to: .sample("list")))]
  }

  /// What mutations and fragments bring.
  static let mutationScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.mutation.updates-queries",
      given: .heroCached + [
        Step(.serve(["renameDroid": .character("2001", "Artoo")], to: .renameDroid("2001", to: "Artoo")))
      ],
      then: [
        Step(
          .perform(.renameDroid("2001", to: "Artoo")),
          .answers(graph: ["renameDroid": .character("2001", "Artoo")]),
          .asks(GraphOperation.renameDroid("2001", to: "Artoo"))),
        Step(.peek(.heroAndFriends), .answers(graph: .heroAndFriends("Artoo"))),
        Step(.peek(.listDroids), .answers(graph: .droids(["2001": "Artoo", "2002": "C-3PO"]))),
      ]),
    NormalizedScenario(
      "normalized.mutation.create-leaves-lists", "fetched again", given: creating,
      then: [
        Step(.perform(.createDroid("BB-8")), .answers(graph: ["createDroid": .character("2003", "BB-8")])),
        Step(.peek(.listDroids), .answers(graph: .droids(["2001": "R2-D2", "2002": "C-3PO"])), .asksNothing),
        Step(.serve(.droids(["2001": "R2-D2", "2002": "C-3PO", "2003": "BB-8"]), to: .listDroids)),
        Step(.fetch(.listDroids, .fetchIgnoringCacheData)),
        Step(.peek(.listDroids), .answers(graph: .droids(["2001": "R2-D2", "2002": "C-3PO", "2003": "BB-8"]))),
      ]),
    NormalizedScenario(
      "normalized.mutation.create-leaves-lists", "written by hand", given: creating,
      then: [
        Step(.perform(.createDroid("BB-8")), .answers(graph: ["createDroid": .character("2003", "BB-8")])),
        Step(.peek(.listDroids), .answers(graph: .droids(["2001": "R2-D2", "2002": "C-3PO"])), .asksNothing),
        Step(.transact([.update(.listDroids, .append("droids", .character("2003", "BB-8")))])),
        Step(.peek(.listDroids), .answers(graph: .droids(["2001": "R2-D2", "2002": "C-3PO", "2003": "BB-8"]))),
      ]),
    NormalizedScenario(
      "normalized.fragment.updates-queries", "by a mutation",
      given: .heroCached + [
        Step(.serve(["renameCharacter": .character("1000", "Luke S.")], to: .renameCharacter("1000", to: "Luke S.")))
      ],
      then: [
        Step(
          .perform(.renameCharacter("1000", to: "Luke S.")),
          .answers(graph: ["renameCharacter": .character("1000", "Luke S.")])),
        Step(.peek(.heroAndFriends), .answers(graph: .heroAndFriends("R2-D2", luke: "Luke S."))),
      ]),
    NormalizedScenario(
      "normalized.fragment.updates-queries", "by a query",
      given: .heroCached + [Step(.serve(["lastMet": .character("1000", "Luke S.")], to: .lastMet))],
      then: [
        Step(.fetch(.lastMet), .answers(graph: ["lastMet": .character("1000", "Luke S.")])),
        Step(.peek(.heroAndFriends), .answers(graph: .heroAndFriends("R2-D2", luke: "Luke S."))),
      ]),
    NormalizedScenario(
      "normalized.mutation.never-reads-cache",
      given: .heroCached + [
        Step(.serve(["renameDroid": .character("2001", "Artoo")], to: .renameDroid("2001", to: "Artoo")))
      ],
      then: [
        Step(.perform(.renameDroid("2001", to: "Artoo")), .asks(GraphOperation.renameDroid("2001", to: "Artoo"))),
        Step(
          .perform(.renameDroid("2001", to: "Artoo")),
          .answers(graph: ["renameDroid": .character("2001", "Artoo")]),
          .asks(GraphOperation.renameDroid("2001", to: "Artoo"))),
        Step(.server(.down(.noConnection))),
        Step(.perform(.renameDroid("2001", to: "Artoo")), .fails, .asksSomething),
      ]),
  ]

  private static let creating: [NormalizedStep] =
    .heroCached + [Step(.serve(["createDroid": .character("2003", "BB-8")], to: .createDroid("BB-8")))]
}
