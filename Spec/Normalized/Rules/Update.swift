/// Writing to the cache directly: to the data of a query, or to one object by its key. From Apollo's 'Direct cache
/// access' and 'Cache normalization concepts'.
extension NormalizedSpec {
  static var updateTopic: Topic<NormalizedAction> {
    Topic("normalized.update", premises: updatePremises) {
      Rule(
        "query", .must,
        "Updating a query's data in a read-write transaction changes the cache, and later reads and fetches show it.",
        from: access, about: .graph(.queryUpdate)
      ).rows {
        Row("a field is set", given: .heroFriendsAndDroids()) {
          Step(.renameHero("Artoo"), .requestsNothing)
          Step(.read(.heroName), .answers(.heroName("Artoo")), .requestsNothing)
          Step(.read(.heroAndFriends), .answers(.heroAndFriends("Artoo")), .requestsNothing)
          Step(.read(.listDroids), .answers(.droids(["2001": "Artoo", "2002": "C-3PO"])))
        }
        Row("an item is appended", given: .heroFriendsAndDroids()) {
          Step(.update(.listDroids, .append("droids", .character("2003", "BB-8"))), .requestsNothing)
          Step(
            .fetch(.listDroids), .answers(.droids(["2001": "R2-D2", "2002": "C-3PO", "2003": "BB-8"])), .requestsNothing
          )
          Step(.read(.characterName, "2003"), .answers(.character("2003", "BB-8")))
        }
      }
      Rule(
        "object", .must, "Changing an object by its key updates every query that references it.", from: concepts,
        about: .graph(.objectUpdate)
      ).rows {
        Row(given: .heroFriendsAndDroids()) {
          Step(.rename("2001", to: "Artoo"), .requestsNothing)
          Step(.read(.heroAndFriends), .answers(.heroAndFriends("Artoo")), .requestsNothing)
          Step(.read(.listDroids), .answers(.droids(["2001": "Artoo", "2002": "C-3PO"])), .requestsNothing)
        }
        Row("the change references an object that was not cached", given: .heroFriendsAndDroids()) {
          Step(
            .transact([
              .updateObject(.characterFriends, key: "2001", .set("friends", to: [.character("2009", "BB-8")]))
            ]), .requestsNothing)
          Step(.read(.characterName, "2009"), .answers(.character("2009", "BB-8")))
          Step(
            .peek(.heroAndFriends),
            .answers(.hero(.character("2001", "R2-D2", ["friends": [.character("2009", "BB-8")]]))))
        }
        Row("one of the object's fields is not cached", given: .hero()) {
          Step(
            .transact([.updateObject(.characterNameAndHome, key: "2001", .set("name", to: "Artoo"))]),
            oneOf: [Outcome("an error", .fails), Outcome("changed without the field")])
          Step(
            .peek(.heroName),
            oneOf: [
              Outcome("nothing is changed", .answers(.heroName("R2-D2"))),
              Outcome("what is cached is changed", .answers(.heroName("Artoo"))),
            ])
          Step(.read(.characterHome, "2001"), .fails)
        }
      }
      Rule(
        "survives-restart", .derived,
        "Data that was written directly, or that a mutation returned, is still in the SQLite cache after a restart, just like fetched data.",
        from: access, kinds,
        because:
          "Follows from `normalized.sqlite.kept`: the document makes no distinction between the ways in which data enters the cache.",
        about: .graph(.wayIn)
      ).rows {
        waysIn.map(survives)
      }
      Rule(
        "tells-watchers", .must, "The watchers of the data that an update changes are told of the update.",
        from: access,
        about: .graph(.updateTold)
      ).rows {
        Row("a query is updated", given: .heroWatched) {
          Step(
            .update(.listDroids, .set("droids", to: [.character("2001", "Artoo")])),
            .notifies(.data(.heroAndFriends("Artoo"))), .requestsNothing)
        }
        Row("an object is updated", given: .heroWatched) {
          Step(
            .rename("1000", to: "Luke S."), .notifies(.data(.heroAndFriends("R2-D2", luke: "Luke S."))),
            .requestsNothing)
        }
      }
    }
  }

  private static var updatePremises: [Premise<NormalizedAction>] {
    [
      Premise("normalized.update.query[a field is set]") { action in
        if case .updateAtOnce = action { return true }
        return action.transacts { if case .update = $0 { true } else { false } }
      },
      Premise("normalized.update.object") { $0.transacts { if case .updateObject = $0 { true } else { false } } },
    ]
  }

  private typealias WayIn = (row: String, writing: [NormalizedStep])

  private static let waysIn: [WayIn] = [
    ("a query was updated", [Step(.renameHero("Artoo"))]),
    ("an object was updated", [Step(.rename("2001", to: "Artoo"))]),
    (
      "a mutation returned it",
      [
        Step(.serve(["renameDroid": .character("2001", "Artoo")], to: .renameHero)),
        Step(.perform(.renameHero), .answers(["renameDroid": .character("2001", "Artoo")])),
      ]
    ),
    (
      "a watcher fetched it",
      [
        Step(.serve(.heroName("Artoo"), to: .heroName)),
        Step(.watch(.heroName, .fetchIgnoringCacheData, as: .watcher), .notifies(.data(.heroName("Artoo")))),
      ]
    ),
  ]

  private static func survives(_ way: WayIn) -> Row {
    Row(way.row, given: .heroFriendsAndDroids(ClientSetup(kind: .sqlite))) {
      way.writing
      Step(.restart)
      Step(.peek(.heroAndFriends), .answers(.heroAndFriends("Artoo")))
      Step(.read(.characterName, "2001"), .answers(.character("2001", "Artoo")))
    }
  }
}
