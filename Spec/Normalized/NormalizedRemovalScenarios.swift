extension NormalizedSpec {
  /// Removing objects. The table covers what a pattern matches.
  static let removalScenarios: [NormalizedScenario] =
    danglingScenarios + patternScenarios + [
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
          // The object is fetched again without the field: if the references had stayed, they would show.
          Step(.serve(.artoo("R2-D2"), to: .character("2001"))),
          Step(.fetch(.character("2001")), .requests(.character("2001"))),
          Step(.read(.characterName, "2001"), .answers(.character("2001", "R2-D2"))).demanded(by: again),
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
          Step(.remove("2001.name"), .requestsNothing),
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2"))),
          // The rule is not about a client that removes nothing at all.
          Step(.remove("2001")),
          Step(.look(at: ["2001"]), .finds([], named: "")).demanded(by: "normalized.remove.object"),
        ]),
      changesNothing("one", .remove("9999"), twin: .remove("2002"), by: "normalized.remove.object"),
      changesNothing(
        "by pattern", .remove(matching: "9999"), twin: .remove(matching: "2002"), by: "normalized.remove.matching"),
      staysRemoved("one", .remove("2001"), by: "normalized.remove.object"),
      staysRemoved("by pattern", .remove(matching: "2001"), by: "normalized.remove.matching"),
      laterRemoved("one, stored by an earlier run", .remove("2001"), by: "normalized.remove.object"),
      laterRemoved("by pattern, stored by an earlier run", .remove(matching: "2001"), by: "normalized.remove.matching"),
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
        again, "after a removal by pattern", given: .heroFriendsAndDroids(),
        then: [
          Step(.remove(matching: "100")),
          Step(.look(at: ["1000", "1002"]), .finds([], named: "")).demanded(by: "normalized.remove.matching"),
          Step(.fetch(.heroAndFriends, .fetchIgnoringCacheData)),
          Step(.read(.characterName, "1000"), .answers(.character("1000", "Luke"))),
          Step(.fetch(.heroAndFriends), .answers(.heroAndFriends("R2-D2")), .requestsNothing),
        ]),
      NormalizedScenario(
        again, given: .heroFriendsAndDroids().removing("1000"),
        then: [
          Step(.peek(.heroAndFriends), .fails).demanded(by: "normalized.remove.dangling-reference-misses"),
          Step(.serve(["character": .character("1000", "Luke S.")], to: .character("1000"))),
          Step(.fetch(.character("1000")), .requests(.character("1000"))),
          Step(.read(.characterName, "1000"), .answers(.character("1000", "Luke S."))),
          Step(.fetch(.heroAndFriends), .answers(.heroAndFriends("R2-D2", luke: "Luke S.")), .requestsNothing),
        ]),
    ]

  private static let again: RuleID = "normalized.remove.then-fetched-again"

  /// The places where a dangling reference can be.
  private static let danglingScenarios = dangling.flatMap { row, query, data, key in
    let ways: [(String, NormalizedAction, RuleID)] = [
      ("by key", .remove(key), "normalized.remove.object"),
      ("by pattern", .remove(matching: key), "normalized.remove.matching"),
    ]
    return ways.map { way, removal, rule in
      NormalizedScenario(
        "normalized.remove.dangling-reference-misses", "\(row), removed \(way)", given: .works(),
        then: [NormalizedStep].fetching(data, query) + [
          Step(removal), Step(.look(at: [key]), .finds([], named: "")).demanded(by: rule),
          Step(.peek(query), .fails), Step(.read(query), .fails),
          Step(.fetch(query), .answers(data), .requests(query)),
          Step(.fetch(query), .answers(data), .requestsNothing),
        ])
    }
  }

  private static let dangling: [(row: String, GraphOperation, GraphValue, key: String)] = [
    ("under the root", .heroName, .heroName("R2-D2"), "2001"),
    ("an item between others", .row, ["row": [.character("5", "five"), han, .character("6", "six")]], "1002"),
    ("the last item", .row, ["row": [.character("5", "five"), .character("6", "six"), han]], "1002"),
    ("an item of a list in a list", .grid, ["grid": [[.character("5", "five")], [.null, han]]], "1002"),
    (
      "a friend's friend", .heroFriendsFriends,
      .hero(.character("2001", "R2-D2", ["friends": [.character("1000", "Luke", ["friends": [han]])]])), "1002"
    ),
  ]

  /// Keys that must be matched against a pattern literally.
  private static let patternScenarios = [
    matching("a backslash", "a\\b", removes: ["a\\b", "xa\\bx"], leaves: ["ab", "a\\", "b"]),
    matching(
      "long keys", "this/and",
      removes: [longKey + "this/and", longKey + "this/and" + longKey, "this/and" + longKey],
      leaves: [longKey + "this/an", longKey]),
    matching(
      "two thousand objects", "droid", removes: (0..<2000).map { "droid:\($0)" },
      leaves: (0..<20).map { "dro:id:\($0)" }),
    matching(
      "six hundred objects", "droid", removes: (0..<600).map { "droid:\($0)" }, leaves: (0..<20).map { "dro:id:\($0)" }),
  ]

  private static let longKey = String(repeating: "long/", count: 100)

  private static func matching(
    _ row: String, _ pattern: String, removes gone: [String], leaves left: [String], line: Int = #line
  ) -> NormalizedScenario {
    let keys = gone + left
    // Of many, a sample is checked.
    let looked = keys.enumerated().filter { $0.offset.isMultiple(of: keys.count > 100 ? 20 : 1) }.map(\.element)
    return NormalizedScenario(
      "normalized.remove.matching", row, given: .works(),
      then: [NormalizedStep].fetching(
        ["droids": .list(keys.map { .character($0, "Droid") })], .listDroids) + [
          Step(.look(at: looked), .finds(looked, named: "Droid")), Step(.remove(matching: pattern)),
          Step(.look(at: looked), .finds(looked.filter(left.contains), named: "Droid")),
        ], line: line)
  }

  private static func laterRemoved(
    _ row: String, _ removal: NormalizedAction, by rule: RuleID, line: Int = #line
  ) -> NormalizedScenario {
    NormalizedScenario(
      "normalized.remove.stays-removed", row,
      given: .heroFriendsAndDroids(ClientSetup(kind: .sqlite)).restarted().and(
        "the character 2001 is removed, \(row)", standingOn: rule,
        [Step(removal), Step(.look(at: ["2001", "2002"]), .finds(["2002"], named: "C-3PO"))]),
      then: [Step(.restart), Step(.look(at: ["2001", "2002"]), .finds(["2002"], named: "C-3PO"))], line: line)
  }

  private static let han = GraphValue.character("1002", "Han")
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
    _ row: String, _ removal: NormalizedAction, twin: NormalizedAction, by rule: RuleID, line: Int = #line
  ) -> NormalizedScenario {
    NormalizedScenario(
      "normalized.remove.unknown-key", row, given: .heroFriendsAndDroids(),
      then: [
        // The rule is not about a client that removes nothing at all, or everything.
        Step(twin), Step(.look(at: ["2001", "2002"]), .finds(["2001"], named: "R2-D2")).demanded(by: rule),
        Step(removal), Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2"))),
        Step(.peek(.leader), .answers(["leader": .character("1003", "Leia")])),
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
