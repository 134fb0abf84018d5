import CacheVocabulary

extension NormalizedSpec {
  private static let luke = GraphValue.character("1000", "Luke")

  /// Removing one object.
  static let removalScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.remove.object", "its fields",
      given: .having([
        .heroDetails: .hero(.character("2001", "R2-D2", ["homePlanet": "Naboo", "appearsIn": ["JEDI"]])),
        .listDroids: .droids(["2002": "C-3PO"]),
      ]) + [
        Step(.read(.characterName, "2001"), .answers(graph: .character("2001", "R2-D2"))),
        Step(.read(.characterHome, "2001"), .answers(graph: ["id": "2001", "homePlanet": "Naboo"])),
      ],
      then: [
        Step(.remove("2001"), .asksNothing),
        Step(.read(.characterName, "2001"), .fails),
        Step(.read(.characterHome, "2001"), .fails),
        Step(.read(.characterName, "2002"), .answers(graph: .character("2002", "C-3PO"))),
      ]),
    NormalizedScenario(
      "normalized.remove.object", "its outgoing references",
      given: .heroCached + [
        Step(.read(.characterFriends, "2001"), .answers(graph: ["friends": [luke, .character("1002", "Han")]]))
      ],
      then: [
        Step(.remove("2001")),
        Step(.read(.characterFriends, "2001"), .fails),
        // The object comes back without the field: had the references stayed, they would show.
        Step(.serve(.artoo("R2-D2"), to: .character("2001"))),
        Step(.fetch(.character("2001")), .asks(GraphOperation.character("2001"))),
        Step(.read(.characterName, "2001"), .answers(graph: .character("2001", "R2-D2"))),
        Step(.read(.characterFriends, "2001"), .fails),
      ]),
    NormalizedScenario(
      "normalized.remove.does-not-cascade", given: .heroCached,
      then: [
        Step(.remove("2001")),
        Step(.read(.characterName, "2001"), .fails),
        Step(.read(.characterName, "1000"), .answers(luke)),
        Step(.read(.characterName, "1002"), .answers(graph: .character("1002", "Han"))),
      ]),
    NormalizedScenario(
      "normalized.remove.dangling-reference-misses", "read", given: .heroCached,
      then: [
        Step(.remove("1000")),
        Step(.read(.heroAndFriends), .fails, .asksNothing),
        Step(.peek(.heroAndFriends), .fails, .asksNothing),
        Step(.peek(.heroName), .answers(graph: .heroName("R2-D2"))),
      ]),
    NormalizedScenario(
      "normalized.remove.dangling-reference-misses", "fetched", given: .heroCached,
      then: [
        Step(.remove("1000")),
        Step(.fetch(.heroAndFriends), .answers(graph: .heroAndFriends("R2-D2")), .asks(GraphOperation.heroAndFriends)),
        Step(.fetch(.heroAndFriends), .answers(graph: .heroAndFriends("R2-D2")), .asksNothing),
      ]),
    NormalizedScenario(
      "normalized.remove.dangling-reference-misses", "the reference stays",
      given: .heroCached + [Step(.serve(["character": luke], to: .character("1000")))],
      then: [
        Step(.remove("1000")),
        Step(.peek(.heroAndFriends), .fails),
        Step(.fetch(.character("1000")), .asks(GraphOperation.character("1000"))),
        Step(.peek(.heroAndFriends), .answers(graph: .heroAndFriends("R2-D2")), .asksNothing),
      ]),
    NormalizedScenario(
      "normalized.remove.no-single-property",
      given: .heroCached + [Step(.read(.characterName, "1000"), .answers(luke))],
      then: [
        Step(.remove("2001.name"), .asksNothing),
        Step(.peek(.heroAndFriends), .answers(graph: .heroAndFriends("R2-D2"))),
        // That removing works at all is shown beside.
        Step(.remove("2001")),
        Step(.read(.characterName, "2001"), .fails),
      ]),
    NormalizedScenario(
      "normalized.remove.unknown-key", "one", given: .heroCached,
      then: [
        Step(.remove("9999")),
        Step(.peek(.heroAndFriends), .answers(graph: .heroAndFriends("R2-D2"))),
        Step(.peek(.listDroids), .answers(graph: .droids(["2001": "R2-D2", "2002": "C-3PO"]))),
      ]),
    NormalizedScenario(
      "normalized.remove.unknown-key", "by pattern", given: .heroCached,
      then: [
        Step(.remove(matching: "9999")),
        Step(.peek(.heroAndFriends), .answers(graph: .heroAndFriends("R2-D2"))),
        Step(.peek(.listDroids), .answers(graph: .droids(["2001": "R2-D2", "2002": "C-3PO"]))),
      ]),
    staysRemoved("one", .remove("2001")), staysRemoved("by pattern", .remove(matching: "2001")),
    NormalizedScenario(
      "normalized.remove.then-fetched-again",
      given: .heroCached + [
        Step(.serve(["character": .character("1000", "Luke S.")], to: .character("1000"))), Step(.remove("1000")),
        Step(.read(.characterName, "1000"), .fails), Step(.peek(.heroAndFriends), .fails),
      ],
      then: [
        Step(.fetch(.character("1000")), .asks(GraphOperation.character("1000"))),
        Step(.read(.characterName, "1000"), .answers(graph: .character("1000", "Luke S."))),
        Step(.fetch(.heroAndFriends), .answers(graph: .heroAndFriends("R2-D2", luke: "Luke S.")), .asksNothing),
      ]),
  ]

  private static func staysRemoved(_ row: String, _ removal: NormalizedAction, line: Int = #line) -> NormalizedScenario
  {
    NormalizedScenario(
      "normalized.remove.stays-removed", row,
      given: .having(
        with: CacheSetup(kind: .sqlite),
        [.heroAndFriends: .heroAndFriends("R2-D2"), .listDroids: .droids(["2001": "R2-D2", "2002": "C-3PO"])]) + [
          Step(removal), Step(.read(.characterName, "2001"), .fails),
        ],
      then: [
        Step(.restart),
        Step(.read(.characterName, "2001"), .fails),
        Step(.read(.characterName, "2002"), .answers(graph: .character("2002", "C-3PO"))),
      ], line: line)
  }

  /// Removing by pattern.
  static let matchingScenarios: [NormalizedScenario] =
    [
      MatchRow("normalized.remove.matching", "contained", "200", ["2001", "2002", "3200"], ["1000", "2010"]),
      MatchRow("normalized.remove.matching", "whole", "3200", ["3200"], ["2001", "1000"]),
      MatchRow("normalized.remove.matching", "at the start", "20", ["2001", "2002", "3200"], ["1002"]),
      MatchRow("normalized.remove.matching", "at the end", "01", ["2001"], ["2002", "1000"]),
      MatchRow("normalized.remove.matching", "longer than a key", "20011", [], ["2001", "2002"]),
      MatchRow("normalized.remove.matching", "quote", "o'", ["o'neill"], ["oneill"]),
      MatchRow(
        "normalized.remove.matching-ignores-case", "lower-case pattern", "droid", ["Droid:1", "MyDROID"], ["Dro:id"]),
      MatchRow(
        "normalized.remove.matching-ignores-case", "upper-case pattern", "DROID", ["droid:1", "Droid:2"], ["drone"]),
    ].map(\.scenario) + [
      NormalizedScenario(
        "normalized.remove.matching-does-not-cascade", given: .heroCached,
        then: [
          Step(.remove(matching: "2001")),
          Step(.read(.characterName, "2001"), .fails),
          Step(.read(.characterName, "1000"), .answers(luke)),
          Step(.read(.characterName, "1002"), .answers(graph: .character("1002", "Han"))),
        ]),
      openMatch(
        "normalized.remove.matching-empty", "all or none", "", ["2001", "x"], [true, false].map { [$0, $0] }),
      openMatch(
        "normalized.remove.matching-case-beyond-ascii", "Ä and ä", "ä", ["ÄRGER", "ärger", "arger"],
        [[true, true, false], [false, true, false]]),
    ]
    + [CacheKind.memory, .sqlite].flatMap { kind in
      [
        openMatch(
          "normalized.remove.matching-wildcards", "percent, kind=\(kind)", "a%b", ["a%b", "aXXb", "c"],
          [[true, false, false], [true, true, false]], kind: kind),
        openMatch(
          "normalized.remove.matching-wildcards", "underscore, kind=\(kind)", "a_b", ["a_b", "aXb", "aXXb"],
          [[true, false, false], [true, true, false]], kind: kind),
      ]
    }

  /// A removal by a pattern of which several outcomes are allowed: for each the keys that are gone.
  private static func openMatch(
    _ rule: RuleID, _ row: String, _ pattern: String, _ keys: [String], _ allowed: [[Bool]], kind: CacheKind = .usual,
    line: Int = #line
  ) -> NormalizedScenario {
    let droids: GraphValue = ["droids": .list(keys.map { .character($0, "Droid") })]
    let outcomes = allowed.map { gone in
      let removed = zip(keys, gone).filter(\.1).map { GraphValue.text($0.0).description }
      return Outcome(
        removed.isEmpty ? "removes none" : "removes \(removed.joined(separator: ", "))",
        Expectation(.answer, .something),
        Expectation(.stored, .exactly(zip(keys, gone).map { $1 ? .nothing : Fact(GraphValue.character($0, "Droid")) })))
    }
    return NormalizedScenario(
      rule, row, given: .having(with: CacheSetup(kind: kind), [.listDroids: droids]),
      then: [Step(.remove(matching: pattern)), Step(.look(at: keys), oneOf: outcomes)], line: line)
  }
}

/// What a pattern removes, and what it leaves.
private struct MatchRow {
  let scenario: NormalizedScenario

  init(
    _ rule: RuleID, _ row: String, _ pattern: String, _ removed: [String], _ left: [String], line: Int = #line
  ) {
    let droids: GraphValue = ["droids": .list((removed + left).map { .character($0, "Droid") })]
    scenario = NormalizedScenario(
      rule, "\(row): \(pattern)",
      given: .having([.listDroids: droids])
        + (removed + left).map { Step(.read(.characterName, $0), .answers(graph: .character($0, "Droid"))) },
      then: [Step(.remove(matching: pattern), .asksNothing)] + removed.map { Step(.read(.characterName, $0), .fails) }
        + left.map { Step(.read(.characterName, $0), .answers(graph: .character($0, "Droid"))) }, line: line)
  }
}
