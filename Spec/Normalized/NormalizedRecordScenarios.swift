import CacheVocabulary

extension NormalizedSpec {
  /// Which object is which.
  static let recordScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.records.shared", "two queries",
      given: .having([.heroAndFriends: .heroAndFriends("R2-D2")]) + [
        Step(.serve(.artoo("Artoo"), to: .character("2001")))
      ],
      then: [
        Step(.fetch(.character("2001")), .answers(graph: .artoo("Artoo")), .asks(GraphOperation.character("2001"))),
        Step(.peek(.heroAndFriends), .answers(graph: .heroAndFriends("Artoo"))),
        Step(.peek(.leader), .answers(graph: ["leader": .character("1003", "Leia")])),
      ]),
    NormalizedScenario(
      "normalized.records.shared", "in a list",
      given: .heroCached + [Step(.serve(.droids(["2002": "Goldenrod", "2001": "Artoo"]), to: .listDroids))],
      then: [
        Step(.fetch(.listDroids, .fetchIgnoringCacheData), .asks(GraphOperation.listDroids)),
        Step(.peek(.heroAndFriends), .answers(graph: .heroAndFriends("Artoo"))),
      ]),
    NormalizedScenario(
      "normalized.records.by-path", "two paths",
      given: .having(with: CacheSetup(.path), [.heroName: .heroName("R2-D2"), .character("2001"): .artoo("R2-D2")])
        + .fetching([.character("2001"): .artoo("Artoo")]),
      then: [
        Step(.peek(.heroName), .answers(graph: .heroName("R2-D2"))),
        Step(.serve(.heroName("Beeper"), to: .heroName)),
        Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(graph: .heroName("Beeper"))),
        Step(.peek(.character("2001")), .answers(graph: .artoo("Artoo"))),
      ]),
    NormalizedScenario(
      "normalized.records.by-path", "one path",
      given: .having(
        with: CacheSetup(.path), [.heroName: .heroName("R2-D2"), .heroAndFriends: .heroAndFriends("Artoo")]),
      then: [Step(.peek(.heroName), .answers(graph: .heroName("Artoo")), .asksNothing)]),
    NormalizedScenario(
      "normalized.records.id-function", "by name: one name, two ids",
      given: .having(with: CacheSetup(.name), [.heroName: .heroName("R2-D2")]) + [
        Step(.serve(["character": .character("9", "R2-D2")], to: .character("9")))
      ],
      then: [
        Step(.fetch(.character("9"))),
        Step(.peek(.heroName), .answers(graph: .hero(.character("9", "R2-D2")))),
      ]),
    NormalizedScenario(
      "normalized.records.id-function", "by name: one id, two names",
      given: .having(with: CacheSetup(.name), [.heroName: .heroName("R2-D2"), .character("2001"): .artoo("Artoo")]),
      then: [
        Step(.peek(.heroName), .answers(graph: .heroName("R2-D2"))),
        Step(.peek(.character("2001")), .answers(graph: .artoo("Artoo"))),
      ]),
    NormalizedScenario(
      "normalized.records.partial-ids",
      given: .having([
        .heroAndReview: reviewed(hero: "R2-D2", stars: 5),
        .bestReview: ["bestReview": ["stars": 4, "commentary": "Good"]],
        .heroName: .heroName("Artoo"),
      ]),
      then: [
        Step(.peek(.heroAndReview), .answers(reviewed(hero: "Artoo", stars: 5))),
        Step(.peek(.bestReview), .answers(graph: ["bestReview": ["stars": 4, "commentary": "Good"]])),
      ]),
    NormalizedScenario(
      "normalized.records.merge", "other fields",
      given: .having([
        .heroDetails: .hero(.character("2001", "R2-D2", ["homePlanet": "Naboo", "appearsIn": ["NEWHOPE", "EMPIRE"]]))
      ]) + [Step(.serve(.artoo("Artoo"), to: .character("2001")))],
      then: [
        Step(.fetch(.character("2001")), .answers(graph: .artoo("Artoo"))),
        Step(
          .peek(.heroDetails),
          .answers(
            GraphValue.hero(.character("2001", "Artoo", ["homePlanet": "Naboo", "appearsIn": ["NEWHOPE", "EMPIRE"]])))),
      ]),
    NormalizedScenario(
      "normalized.records.merge", "a list of values",
      given: .having([
        .heroDetails: .hero(.character("2001", "R2-D2", ["homePlanet": "Naboo", "appearsIn": ["NEWHOPE", "EMPIRE"]]))
      ])
        + .fetching([
          .heroHome: .hero(["id": "2001", "homePlanet": "Naboo"])
        ]) + [
          Step(
            .serve(
              .hero(.character("2001", "R2-D2", ["homePlanet": "Naboo", "appearsIn": ["JEDI"]])), to: .heroDetails))
        ],
      then: [
        Step(.fetch(.heroDetails, .fetchIgnoringCacheData)),
        Step(
          .peek(.heroDetails),
          .answers(graph: .hero(.character("2001", "R2-D2", ["homePlanet": "Naboo", "appearsIn": ["JEDI"]])))),
      ]),
    NormalizedScenario(
      "normalized.records.merge", "a list of objects",
      given: .heroCached + [
        Step(.serve(.hero(.character("2001", "R2-D2", ["friends": [.character("1003", "Leia")]])), to: .heroAndFriends))
      ],
      then: [
        Step(.fetch(.heroAndFriends, .fetchIgnoringCacheData)),
        Step(
          .peek(.heroAndFriends),
          .answers(graph: .hero(.character("2001", "R2-D2", ["friends": [.character("1003", "Leia")]])))),
      ]),
  ]

  private static func reviewed(hero: String, stars: Int64) -> GraphValue {
    ["hero": .character("2001", hero), "latestReview": ["stars": .integer(stars), "commentary": "Superb"]]
  }

  /// Which field is which.
  static let fieldScenarios: [NormalizedScenario] =
    [
      NormalizedScenario(
        "normalized.records.arguments", "different values",
        given: .having([.height("METER"): height(1.09)]),
        then: [
          Step(.peek(.height("FOOT")), .fails),
          Step(.serve(height(3.58), to: .height("FOOT"))),
          Step(.fetch(.height("FOOT")), .answers(height(3.58)), .asks(GraphOperation.height("FOOT"))),
          Step(.peek(.height("METER")), .answers(height(1.09))),
        ]),
      NormalizedScenario(
        "normalized.records.arguments", "another order",
        given: .having([.search(text("R2"), limit): found("2001", "R2-D2")]),
        then: [Step(.fetch(.search(limit, text("R2"))), .answers(found("2001", "R2-D2")), .asksNothing)]),
      NormalizedScenario(
        "normalized.records.alias", "from the field to an alias", given: .having([.heroName: .heroName("R2-D2")]),
        then: [
          Step(.fetch(.heroByAlias), .answers(graph: ["leader": ["id": "2001", "called": "R2-D2"]]), .asksNothing)
        ]),
      NormalizedScenario(
        "normalized.records.alias", "from an alias to the field",
        given: .having([
          .heroName: .heroName("R2-D2"), .heroByAlias: ["leader": ["id": "2001", "called": "Artoo"]],
        ]),
        then: [Step(.fetch(.heroName), .answers(graph: .heroName("Artoo")), .asksNothing)]),
      NormalizedScenario(
        "normalized.records.null", "a value",
        given: .works() + [Step(.serve(.hero(["id": "2001", "homePlanet": .null]), to: .heroHome))],
        then: [
          Step(
            .fetch(.heroHome), .answers(graph: .hero(["id": "2001", "homePlanet": .null])),
            .asks(GraphOperation.heroHome)),
          Step(.fetch(.heroHome), .answers(graph: .hero(["id": "2001", "homePlanet": .null])), .asksNothing),
          Step(.peek(.heroName), .fails),
        ]),
      NormalizedScenario(
        "normalized.records.null", "an object",
        given: .works() + [Step(.serve(["character": .null], to: .character("404")))],
        then: [
          Step(
            .fetch(.character("404")), .answers(graph: ["character": .null]), .asks(GraphOperation.character("404"))),
          Step(.fetch(.character("404")), .answers(graph: ["character": .null]), .asksNothing),
          Step(.peek(.character("405")), .fails),
        ]),
    ]
    + awkwardArguments.map { one, other in
      NormalizedScenario(
        "normalized.records.arguments", "\(one.value) and \(other.value)",
        given: .having([.search(one): found("1", "one")]),
        then: [
          Step(.peek(.search(other)), .fails),
          Step(.serve(found("2", "other"), to: .search(other))),
          Step(.fetch(.search(other)), .answers(found("2", "other")), .asks(GraphOperation.search(other))),
          Step(.peek(.search(one)), .answers(found("1", "one")), .asksNothing),
        ])
    }

  // swift-format-ignore
  private static let awkwardArguments: [(GraphArgument, GraphArgument)] = [
    (text("r2.d2"),            text("r2.d4")),
    (text("a.b"),              text("a")),
    (text("a\",limit:\"5"),    text("a")),
    (text("a),b(c"),           text("a")),
    (text("1"),                GraphArgument("text", 1)),
    (text("null"),             GraphArgument("text", .null)),
    (GraphArgument("text", ["a", "b"]), GraphArgument("text", ["a,b"])),
  ]

  private static let limit = GraphArgument("limit", 5)
  private static func text(_ text: String) -> GraphArgument { GraphArgument("text", .text(text)) }
  private static func found(_ id: String, _ name: String) -> GraphValue { ["search": [.character(id, name)]] }
  private static func height(_ height: Double) -> GraphValue {
    ["character": ["id": "2001", "height": .fraction(height)]]
  }
}
