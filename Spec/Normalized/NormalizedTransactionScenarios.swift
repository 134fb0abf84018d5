extension NormalizedSpec {
  /// A transaction writes an object and reads it through objects that reference it.
  static let transactionScenarios: [NormalizedScenario] =
    listings.map { row, query, before, after in
      NormalizedScenario(
        "normalized.transaction.reads-own-writes", "an object is updated, and read \(row)",
        given: .heroFriendsAndDroids(),
        then: [NormalizedStep].fetching(before, query) + [
          Step(.transact([renaming("2001", "Artoo"), .read(query)]), .answers(after)),
          Step(.peek(query), .answers(after)),
          Step(.read(.characterName, "2001"), .answers(.character("2001", "Artoo"))),
          Step(.peek(.heroName), .answers(.heroName("Artoo"))),
        ])
    } + [
      NormalizedScenario(
        "normalized.transaction.reads-own-writes", "an item of a list is removed, and the list read",
        given: .heroFriendsAndDroids(),
        then: [
          Step(
            .transact([.read(.listDroids), .remove(key: "2002"), .read(.listDroids)]),
            .answersThenFails(.droids(["2001": "R2-D2", "2002": "C-3PO"]))),
          Step(.look(at: ["2001", "2002"]), .finds(["2001"], named: "R2-D2")), Step(.peek(.listDroids), .fails),
        ])
    ]

  private static let listings: [(row: String, GraphOperation, before: GraphValue, after: GraphValue)] = [
    ("by a field", .character("2001"), .artoo("R2-D2"), .artoo("Artoo")),
    (
      "in a list", .listDroids, .droids(["2002": "C-3PO", "2001": "R2-D2"]),
      .droids(["2002": "C-3PO", "2001": "Artoo"])
    ),
    ("in a list in a list", .grid, grid("R2-D2"), grid("Artoo")),
    ("as a friend's friend", .heroFriendsFriends, friendsFriend("R2-D2"), friendsFriend("Artoo")),
  ]

  private static func renaming(_ key: String, _ name: String) -> TransactionStep {
    .updateObject(.characterName, key: key, .set("name", to: .text(name)))
  }

  private static func grid(_ name: String) -> GraphValue {
    ["grid": [[.character("2002", "C-3PO")], [.null, .character("2001", name)]]]
  }

  private static func friendsFriend(_ name: String) -> GraphValue {
    let luke = GraphValue.character("1000", "Luke", ["friends": [.character("2001", name)]])
    return .hero(.character("2001", name, ["friends": [luke]]))
  }
}
