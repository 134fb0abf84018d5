/// Reading the cache directly: a query, or the fragment of one object by its key. From Apollo's 'Direct cache access'.
extension NormalizedSpec {
  static var readTopic: Topic<NormalizedAction> {
    Topic("normalized.read", premises: readPremises) {
      Rule(
        "query", .must,
        "Reading a query directly returns cached data with no request; when a part is missing, it fails.",
        from: access, about: .graph(.missingPart)
      ).rows {
        Row("all of it is cached", given: .heroFriendsAndDroids()) {
          Step(.read(.heroAndFriends), .answers(.heroAndFriends("R2-D2")), .requestsNothing)
          Step(.read(.heroName), .answers(.heroName("R2-D2")), .requestsNothing)
        }
        Row("a part is missing", given: .heroFriendsAndDroids()) {
          Step(.serve(.hero(["id": "2001", "homePlanet": "Naboo"]), to: .heroHome))
          Step(.read(.heroName), .answers(.heroName("R2-D2")))
          Step(.read(.heroHome), .fails, .requestsNothing)
          Step(.read(.character("9")), .fails, .requestsNothing)
        }
      }
      Rule(
        "fragment", .must,
        "Reading a fragment by the key of its object returns cached data with no request; when a part is missing, it fails.",
        from: access, about: .graph(.missingPart), .graph(.fragmentKey)
      ).rows {
        Row("all of it is cached", given: .heroFriendsAndDroids()) {
          Step(.read(.characterName, "2001"), .answers(.character("2001", "R2-D2")), .requestsNothing)
          Step(.read(.characterName, "1002"), .answers(.character("1002", "Han")), .requestsNothing)
        }
        Row("a part is missing", given: .heroFriendsAndDroids()) {
          Step(.read(.characterName, "2001"), .answers(.character("2001", "R2-D2")))
          Step(.read(.characterHome, "2001"), .fails, .requestsNothing)
          Step(.read(.characterName, "9"), .fails, .requestsNothing)
        }
        Row("nothing refers to the object any more", given: .heroAndFriends()) {
          [Step].fetching(friendless, .heroAndFriends)
          Step(.peek(.heroAndFriends), .answers(friendless))
          Step(.read(.characterName, "1000"), .answers(.character("1000", "Luke")), .requestsNothing)
        }
      }
    }
  }

  private static var readPremises: [Premise<NormalizedAction>] {
    [
      .compared("normalized.read.fragment[all of it is cached]") { $0.last.action.readsObjects },
      .compared("normalized.read.fragment[a part is missing]") {
        $0.last.action.readsObjects && !$0.lostAnObject && $0.foundWhatNeverWas
      },
      .compared("normalized.read.query[all of it is cached]") { $0.last.action.readsQueries },
      .compared("normalized.read.query[a part is missing]") { $0.last.action.readsQueries && !$0.failed },
    ]
  }
}
