import CacheVocabulary

extension NormalizedSpec {
  /// Removing objects. What a pattern matches is in the table.
  static let removalScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.remove.object", "its fields", given: .heroDetails(),
      then: [
        Step(.read(.characterName, "2001"), .answers(.character("2001", "R2-D2"))),
        Step(.read(.characterHome, "2001"), .answers(["id": "2001", "homePlanet": "Naboo"])),
        Step(.remove("2001"), .requestsNothing),
        Step(.read(.characterName, "2001"), .fails),
        Step(.read(.characterHome, "2001"), .fails),
        Step(.look(at: ["1003"]), .finds(["1003"], named: "Leia")),
      ]),
    NormalizedScenario(
      "normalized.remove.object", "its outgoing references", given: .heroFriendsAndDroids(),
      then: [
        Step(
          .read(.characterFriends, "2001"), .answers(["friends": [luke, .character("1002", "Han")]])),
        Step(.remove("2001")),
        Step(.read(.characterFriends, "2001"), .fails),
        // The object comes back without the field: had the references stayed, they would show.
        Step(.serve(.artoo("R2-D2"), to: .character("2001"))),
        Step(.fetch(.character("2001")), .requests(.character("2001"))),
        Step(.read(.characterName, "2001"), .answers(.character("2001", "R2-D2"))),
        Step(.read(.characterFriends, "2001"), .fails),
      ]),
    doesNotCascade("normalized.remove.does-not-cascade", .remove("2001")),
    doesNotCascade("normalized.remove.matching-does-not-cascade", .remove(matching: "2001")),
    NormalizedScenario(
      "normalized.remove.dangling-reference-misses", "read", given: .heroFriendsAndDroids().removing("1000"),
      then: [
        Step(.read(.heroAndFriends), .fails, .requestsNothing),
        Step(.peek(.heroAndFriends), .fails, .requestsNothing),
        Step(.peek(.heroName), .answers(.heroName("R2-D2"))),
      ]),
    NormalizedScenario(
      "normalized.remove.dangling-reference-misses", "fetched", given: .heroFriendsAndDroids().removing("1000"),
      then: [
        Step(.fetch(.heroAndFriends), .answers(.heroAndFriends("R2-D2")), .requests(.heroAndFriends)),
        Step(.fetch(.heroAndFriends), .answers(.heroAndFriends("R2-D2")), .requestsNothing),
      ]),
    NormalizedScenario(
      "normalized.remove.dangling-reference-misses", "the reference stays",
      given: .heroFriendsAndDroids().removing("1000"),
      then: [
        Step(.serve(["character": luke], to: .character("1000"))),
        Step(.peek(.heroAndFriends), .fails),
        Step(.fetch(.character("1000")), .requests(.character("1000"))),
        Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2")), .requestsNothing),
      ]),
    NormalizedScenario(
      "normalized.remove.no-single-property", given: .heroFriendsAndDroids(),
      then: [
        Step(.remove("2001.name"), .requestsNothing), Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2"))),
        // A client that removes nothing at all is not what the rule is about.
        Step(.remove("2001")), Step(.look(at: ["2001"]), .finds([], named: "")),
      ]),
    changesNothing("one", .remove("9999"), twin: .remove("2002")),
    changesNothing("by pattern", .remove(matching: "9999"), twin: .remove(matching: "2002")),
    staysRemoved("one", .remove("2001"), by: "normalized.remove.object"),
    staysRemoved("by pattern", .remove(matching: "2001"), by: "normalized.remove.matching"),
    NormalizedScenario(
      "normalized.remove.stays-removed", "everything",
      given: .heroFriendsAndDroids(ClientSetup(kind: .sqlite)).and(
        "the cache is cleared, and the leader fetched again", standingOn: "normalized.clear",
        [Step(.clear), Step(.look(at: ["2001", "2002"]), .finds([], named: "")), Step(.fetch(.leader))]),
      then: [
        Step(.restart),
        Step(.peek(.leader), .answers(["leader": .character("1003", "Leia")])),
        Step(.look(at: ["1000", "2001", "2002"]), .finds([], named: "")),
        Step(.peek(.heroAndFriends), .fails),
      ]),
    NormalizedScenario(
      "normalized.remove.then-fetched-again", given: .heroFriendsAndDroids().removing("1000"),
      then: [
        Step(.serve(["character": .character("1000", "Luke S.")], to: .character("1000"))),
        Step(.fetch(.character("1000")), .requests(.character("1000"))),
        Step(.read(.characterName, "1000"), .answers(.character("1000", "Luke S."))),
        Step(.fetch(.heroAndFriends), .answers(.heroAndFriends("R2-D2", luke: "Luke S.")), .requestsNothing),
      ]),
  ]

  private static let luke = GraphValue.character("1000", "Luke")

  private static func doesNotCascade(
    _ rule: RuleID, _ removal: NormalizedAction, line: Int = #line
  ) -> NormalizedScenario {
    NormalizedScenario(
      rule, given: .heroFriendsAndDroids(),
      then: [
        Step(removal),
        Step(.read(.characterName, "2001"), .fails),
        Step(.read(.characterName, "1000"), .answers(luke)),
        Step(.read(.characterName, "1002"), .answers(.character("1002", "Han"))),
      ], line: line)
  }

  private static func changesNothing(
    _ row: String, _ removal: NormalizedAction, twin: NormalizedAction, line: Int = #line
  ) -> NormalizedScenario {
    NormalizedScenario(
      "normalized.remove.unknown-key", row, given: .heroFriendsAndDroids(),
      then: [
        Step(removal),
        Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2"))),
        Step(.peek(.listDroids), .answers(.droids(["2001": "R2-D2", "2002": "C-3PO"]))),
        // A client that removes nothing at all is not what the rule is about.
        Step(twin), Step(.look(at: ["2001", "2002"]), .finds(["2001"], named: "R2-D2")),
      ], line: line)
  }

  private static func staysRemoved(
    _ row: String, _ removal: NormalizedAction, by rule: RuleID, line: Int = #line
  ) -> NormalizedScenario {
    NormalizedScenario(
      "normalized.remove.stays-removed", row,
      given: .heroFriendsAndDroids(ClientSetup(kind: .sqlite)).and(
        "the character 2001 is removed, \(row)", standingOn: rule,
        [Step(removal), Step(.look(at: ["2001", "2002"]), .finds(["2002"], named: "C-3PO"))]),
      then: [Step(.restart), Step(.look(at: ["2001", "2002"]), .finds(["2002"], named: "C-3PO"))], line: line)
  }
}
