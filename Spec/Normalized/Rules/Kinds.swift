/// What the two kinds of cache have in common. From Apollo's 'Types of caches' and 'Direct cache access', which
/// distinguish them only by where they store their data.
extension NormalizedSpec {
  static var kindsTopic: Topic<NormalizedAction> {
    Topic("normalized.kinds") {
      Rule(
        "agree", .derived,
        "The same steps give the same results in both kinds of cache, except where a rule says otherwise.", from: kinds,
        access,
        because:
          "Follows from `normalized.memory.not-kept` and `normalized.sqlite.kept`: in the document the two differ in where they store their data.",
        about: .graph(.kind)
      ).rows {
        agree(
          "queries are fetched",
          caching + [
            .serve(.hero(["id": "2001", "homePlanet": .null]), to: .heroHome), .fetch(.heroHome), .fetch(.heroHome),
            .serve(.artoo("Artoo"), to: .character("2001")), .fetch(.character("2001")), .peek(.heroAndFriends),
            .peek(.character("404")),
          ])
        agree(
          "values of several types are stored",
          [
            .serve(["sample": ["id": "3001", "value": [1.5, ["a": "b"], .null]]], to: .sample("3001")),
            .fetch(.sample("3001")), .peek(.sample("3001")), .look(at: ["3001", "300"]),
          ])
        agree(
          "a query is watched",
          caching + [
            .watch(.heroAndFriends, as: .watcher), .renameHero("Artoo"), .rename("1002", to: "Solo"),
            .rename("2002", to: "Goldenrod"), .renameHero("Artoo"), .cancel(.watcher), .renameHero("Beeper"),
          ])
        agree(
          "transactions succeed and fail",
          caching + [
            .transact([.update(.heroName, .set("hero.name", to: "Artoo")), .read(.heroName)]),
            .transact([.update(.heroName, .set("hero.name", to: "lost")), .fail]), .peek(.heroName),
            .transact([.remove(key: "1002"), .readObject(.characterName, key: "1002")]), .peek(.heroAndFriends),
          ])
        agree(
          "objects are removed",
          caching + [
            .remove("2001"), .peek(.heroAndFriends), .look(at: ["1000", "1002", "2001", "2002"]),
            .remove(matching: "200"), .look(at: ["1000", "1002", "2001", "2002"]), .remove("9999"),
            .fetch(.heroAndFriends), .peek(.heroAndFriends), .clear, .peek(.heroAndFriends),
            .look(at: ["1000", "1002"]),
          ])
      }
    }
  }

  private static let caching: [NormalizedAction] = [
    .serve(.heroAndFriends("R2-D2"), to: .heroAndFriends), .fetch(.heroAndFriends),
    .serve(.droids(["2001": "R2-D2", "2002": "C-3PO"]), to: .listDroids), .fetch(.listDroids), .peek(.heroAndFriends),
  ]

  /// These actions are performed with each kind of cache, and what is observed is compared.
  private static func agree(_ row: String, _ actions: [NormalizedAction], line: Int = #line) -> Row {
    Row(row, given: .worksInBothKinds, line: line) {
      Step(.compareKinds(actions), .answers(.kinds(differAt: nil)))
    }
  }
}
