/// A transaction as one piece of work: what it sees of its own writes, what it leaves when it fails, and what others
/// see of it. It follows from what Apollo's 'Direct cache access' says of updates.
extension NormalizedSpec {
  static var transactionTopic: Topic<NormalizedAction> {
    Topic("normalized.transaction", premises: transactionPremises) {
      Rule(
        "reads-own-writes", .derived,
        "Inside a transaction, a read sees what the transaction wrote and removed before it.", from: access,
        because: "Follows from `normalized.update.query`: a second update would otherwise undo the first.",
        about: .graph(.ownWrites)
      ).rows {
        Row("after an update", given: .heroFriendsAndDroids()) {
          Step(
            .transact([
              .read(.heroName), .update(.heroName, .set("hero.name", to: "Artoo")), .read(.heroName),
              .readObject(.characterName, key: "2001"),
            ]),
            .answers(inOrder: .heroName("R2-D2"), .heroName("Artoo"), .character("2001", "Artoo")))
        }
        Row("an object is updated twice", given: .heroDetails()) {
          Step(
            .transact([
              .updateObject(.characterName, key: "2001", .set("name", to: "Artoo")),
              .updateObject(.characterHome, key: "2001", .set("homePlanet", to: "Tatooine")),
              .updateObject(.characterName, key: "2001", .set("id", to: "2001")),
            ]))
          Step(.read(.characterName, "2001"), .answers(.character("2001", "Artoo")))
          Step(.read(.characterHome, "2001"), .answers(["id": "2001", "homePlanet": "Tatooine"]))
        }
        Row("after a removal", given: .heroFriendsAndDroids()) {
          Step(
            .transact([
              .readObject(.characterName, key: "1000"), .remove(key: "1000"), .readObject(.characterName, key: "1000"),
            ]),
            .answersThenFails(.character("1000", "Luke")))
        }
        Row("after a removal by pattern", given: .heroFriendsAndDroids()) {
          Step(
            .transact([
              .readObject(.characterName, key: "1000"), .removeMatching("100"),
              .readObject(.characterName, key: "1000"),
            ]),
            .answersThenFails(.character("1000", "Luke")))
        }
        Row("an object is removed and written anew", given: .heroDetails()) {
          [Step].fetching(["droids": []], .listDroids)
          Step(
            .transact([
              .remove(key: "2001"), .update(.listDroids, .append("droids", .character("2001", "Artoo"))),
              .readObject(.characterName, key: "2001"),
            ]), .answers(.character("2001", "Artoo")))
          Step(.read(.characterName, "2001"), .answers(.character("2001", "Artoo")))
          Step(.read(.characterHome, "2001"), .fails)
        }
      }
      Rule(
        "failure", .derived, "A transaction whose body throws leaves none of its changes behind.", from: access,
        because: "Follows from normalized.update.query: half an update is data that no one meant to write.",
        about: .graph(.thrown)
      ).rows {
        Row("after an update", given: .heroWatched) {
          Step(.transact([.update(.heroName, .set("hero.name", to: "lost")), .fail]), .fails, .notifiesNothing)
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2")))
          Step(.renameHero("Artoo"), .notifies(.data(.heroAndFriends("Artoo"))))
        }
        Row("after removals", given: .heroFriendsAndDroids()) {
          Step(.transact([.remove(key: "1000"), .remove(key: "2001"), .fail]), .fails)
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2")))
          Step(.read(.characterName, "1000"), .answers(.character("1000", "Luke")))
        }
        Row("a step finds nothing to update", given: .heroFriendsAndDroids()) {
          Step(
            .transact([
              .updateObject(.characterName, key: "1000", .set("name", to: "lost")), .remove(key: "1002"),
              .updateObject(.characterName, key: "9999", .set("name", to: "lost")),
            ]), .fails)
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2")))
        }
      }
      Rule(
        "isolated", .derived,
        "Concurrent transactions never interleave: a hundred concurrent increments add up to a hundred.", from: access,
        because: "Follows from `normalized.update.query`: a lost update did not change the cache.",
        about: .graph(.otherTransactions)
      ).rows {
        Row(given: .works()) {
          [Step].fetching(count(0), .sample("count", .number))
          // A file that is synced at each commit is slow, so there are few commits.
          Step(.updateAtOnce(20, .sample("count", .number), .increment("sample.number"), times: 5))
          Step(.peek(.sample("count", .number)), .answers(count(100)))
        }
      }
    }
  }

  private static var transactionPremises: [Premise<NormalizedAction>] {
    [
      Premise("normalized.transaction.isolated") { if case .updateAtOnce = $0 { true } else { false } },
      .compared("normalized.transaction.failure[after an update]") { $0.followsAFailedTransaction }
        .explainingAnyFailure,
    ]
  }

  private static func count(_ number: Int64) -> GraphValue {
    ["sample": ["id": "count", "number": .integer(number)]]
  }
}
