/// What a mutation changes: the objects that it returns, and no list. From Apollo's 'Cache normalization concepts' and
/// 'Controlling normalization'.
extension NormalizedSpec {
  static var mutationTopic: Topic<NormalizedAction> {
    Topic("normalized.mutation", premises: mutationPremises) {
      Rule(
        "updates-queries", .must,
        "A mutation that returns an object with its id updates every query that references it.",
        from: concepts, overview, about: .graph(.mutationAnswer)
      ).rows {
        Row(given: .heroFriendsAndDroids()) {
          renaming
          Step(.perform(.renameHero), .answers(["renameDroid": .character("2001", "Artoo")]), .requests(.renameHero))
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("Artoo")))
          Step(.peek(.listDroids), .answers(.droids(["2001": "Artoo", "2002": "C-3PO"])))
        }
      }
      Rule(
        "create-leaves-lists", .must,
        "A mutation that creates an object does not add it to a cached list; fetching the list again does, and so does a direct write.",
        from: control, concepts, about: .graph(.membership)
      ).rows {
        Row("the list is fetched again", given: .heroFriendsAndDroids()) {
          creating
          Step(.serve(threeDroids, to: .listDroids))
          Step(.fetch(.listDroids, .fetchIgnoringCacheData))
          Step(.peek(.listDroids), .answers(threeDroids))
        }
        Row("the list is written directly", given: .heroFriendsAndDroids()) {
          creating
          Step(.update(.listDroids, .append("droids", .character("2003", "BB-8"))))
          Step(.peek(.listDroids), .answers(threeDroids))
        }
      }
      Rule(
        "never-reads-cache", .derived, "A mutation always goes to the server.", from: concepts,
        because:
          "Follows from `normalized.mutation.updates-queries`: a mutation that is answered from the cache would change nothing.",
        about: .graph(.operationKind)
      ).rows {
        Row(given: .heroFriendsAndDroids()) {
          renaming
          Step(.perform(.renameHero), .requests(.renameHero))
          Step(.perform(.renameHero), .answers(["renameDroid": .character("2001", "Artoo")]), .requests(.renameHero))
          Step(.server(.down(.noConnection)))
          Step(.perform(.renameHero), .fails, .requestsSomething)
        }
      }
    }
  }

  private static var mutationPremises: [Premise<NormalizedAction>] {
    [
      Premise("normalized.mutation.updates-queries") { $0.performs }
    ]
  }

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
