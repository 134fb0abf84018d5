/// What a fragment brings, whichever operation names it. From Apollo's 'Cache normalization concepts'.
extension NormalizedSpec {
  static var fragmentTopic: Topic<NormalizedAction> {
    Topic("normalized.fragment", premises: fragmentPremises) {
      Rule(
        "updates-queries", .must,
        "A fragment with ids, returned by any query or mutation, is merged into the object and appears in every query that references it.",
        from: concepts, about: .graph(.fragments)
      ).rows {
        Row("a mutation returns it", given: .heroFriendsAndDroids()) {
          Step(.serve(["renameCharacter": .character("1000", "Luke S.")], to: .renameCharacter("1000", to: "Luke S.")))
          Step(
            .perform(.renameCharacter("1000", to: "Luke S.")),
            .answers(["renameCharacter": .character("1000", "Luke S.")]))
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2", luke: "Luke S."))).premise(
            "normalized.mutation.updates-queries")
        }
        Row("a query returns it", given: .heroFriendsAndDroids()) {
          Step(.serve(["lastMet": .character("1000", "Luke S.")], to: .lastMet))
          Step(.fetch(.lastMet), .answers(["lastMet": .character("1000", "Luke S.")]))
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2", luke: "Luke S.")))
        }
      }
    }
  }

  private static var fragmentPremises: [Premise<NormalizedAction>] {
    [
      Premise("normalized.fragment.updates-queries[a query returns it]") { action in
        action.operations.contains { $0.fields.contains { !$0.fragments.isEmpty } }
      }
    ]
  }
}
