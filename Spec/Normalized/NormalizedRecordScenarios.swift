extension NormalizedSpec {
  /// The identity of objects.
  static let recordScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.records.shared", "two queries", given: .heroAndFriends(),
      then: [
        Step(.serve(.artoo("Artoo"), to: .character("2001"))),
        Step(.fetch(.character("2001")), .answers(.artoo("Artoo")), .requests(.character("2001"))),
        Step(.peek(.heroAndFriends), .answers(.heroAndFriends("Artoo"))),
        Step(.peek(.leader), .answers(["leader": .character("1003", "Leia")])),
      ]),
    NormalizedScenario(
      "normalized.records.shared", "in a list", given: .heroFriendsAndDroids(),
      then: [
        Step(.serve(.droids(["2002": "Goldenrod", "2001": "Artoo"]), to: .listDroids)),
        Step(.fetch(.listDroids, .fetchIgnoringCacheData), .requests(.listDroids)),
        Step(.peek(.heroAndFriends), .answers(.heroAndFriends("Artoo"))),
      ]),
    NormalizedScenario(
      "normalized.records.shared", "in lists in lists", given: .works(),
      then: [NormalizedStep].fetching(grid("R2-D2"), .grid) + [
        Step(.peek(.grid), .answers(grid("R2-D2"))).demanded(by: "normalized.records.lists")
      ] + .fetching(.artoo("Artoo"), .character("2001")) + [
        Step(.peek(.grid), .answers(grid("Artoo"))), Step(.serve(grid("Beeper"), to: .grid)),
        Step(.fetch(.grid, .fetchIgnoringCacheData)), Step(.peek(.character("2001")), .answers(.artoo("Beeper"))),
      ]),
    NormalizedScenario(
      "normalized.records.by-path", "two paths", given: .hero(byPath),
      then: [NormalizedStep].fetching(.artoo("Artoo"), .character("2001")) + [
        Step(.peek(.character("2001")), .answers(.artoo("Artoo"))),
        Step(.peek(.heroName), .answers(.heroName("R2-D2"))),
        Step(.serve(.heroName("Beeper"), to: .heroName)),
        Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(.heroName("Beeper"))),
        Step(.peek(.character("2001")), .answers(.artoo("Artoo"))),
      ]),
    NormalizedScenario(
      "normalized.records.by-path", "twin: two paths, with ids", given: .hero(),
      then: [NormalizedStep].fetching(.artoo("Artoo"), .character("2001")) + [
        Step(.peek(.character("2001")), .answers(.artoo("Artoo"))),
        Step(.peek(.heroName), .answers(.heroName("Artoo"))).demanded(by: "normalized.records.shared"),
      ]),
    NormalizedScenario(
      "normalized.records.by-path", "one path", given: .hero(byPath),
      then: [NormalizedStep].fetching(.heroAndFriends("Artoo"), .heroAndFriends) + [
        Step(.peek(.heroName), .answers(.heroName("Artoo")), .requestsNothing)
      ]),
    NormalizedScenario(
      "normalized.records.id-function", "by name: one name, two ids", given: .hero(byName),
      then: [
        Step(.serve(["character": .character("9", "R2-D2")], to: .character("9"))),
        Step(.fetch(.character("9"))),
        Step(.peek(.heroName), .answers(.hero(.character("9", "R2-D2")))),
      ]),
    NormalizedScenario(
      "normalized.records.id-function", "by name: one id, two names", given: .hero(byName),
      then: [NormalizedStep].fetching(.artoo("Artoo"), .character("2001")) + [
        Step(.peek(.heroName), .answers(.heroName("R2-D2"))),
        Step(.peek(.character("2001")), .answers(.artoo("Artoo"))),
      ]),
    NormalizedScenario(
      "normalized.records.partial-ids", given: .works(),
      then: [NormalizedStep].fetching(reviewed(hero: "R2-D2", stars: 5), .heroAndReview)
        + .fetching(["bestReview": ["stars": 4, "commentary": "Good"]], .bestReview)
        + .fetching(.artoo("Artoo"), .character("2001")) + [
          Step(.peek(.heroAndReview), .answers(reviewed(hero: "Artoo", stars: 5))),
          Step(.peek(.bestReview), .answers(["bestReview": ["stars": 4, "commentary": "Good"]])),
        ]),
    NormalizedScenario(
      "normalized.records.partial-ids", "by paths with arguments", given: .hero(),
      then: [NormalizedStep].fetching(review(stars: 5), .review(1)) + .fetching(review(stars: 4), .review(2)) + [
        Step(.peek(.review(1)), .answers(review(stars: 5))), Step(.peek(.review(2)), .answers(review(stars: 4))),
        Step(.peek(.heroName), .answers(.heroName("R2-D2"))),
      ]),
    NormalizedScenario(
      "normalized.records.merge", "other fields", given: .heroDetails(),
      then: [
        Step(.serve(.artoo("Artoo"), to: .character("2001"))),
        Step(.fetch(.character("2001")), .answers(.artoo("Artoo"))),
        Step(.peek(.heroDetails), .answers(.heroDetails("Artoo", films: ["NEWHOPE", "EMPIRE"]))),
      ]),
    NormalizedScenario(
      "normalized.records.merge", "what an earlier run left", given: .heroDetails(ClientSetup(kind: .sqlite)),
      then: [Step(.restart)] + [NormalizedStep].fetching(.artoo("Artoo"), .character("2001")) + [
        Step(.peek(.heroDetails), .answers(.heroDetails("Artoo", films: ["NEWHOPE", "EMPIRE"])))
      ]),
    NormalizedScenario(
      "normalized.records.lists-replaced", "of values", given: .heroDetails(),
      then: [NormalizedStep].fetching(.hero(["id": "2001", "homePlanet": "Naboo"]), .heroHome) + [
        Step(.serve(.heroDetails("R2-D2", films: ["JEDI"]), to: .heroDetails)),
        Step(.fetch(.heroDetails, .fetchIgnoringCacheData)),
        Step(.peek(.heroDetails), .answers(.heroDetails("R2-D2", films: ["JEDI"]))),
      ]),
    NormalizedScenario(
      "normalized.records.lists-replaced", "of objects", given: .heroFriendsAndDroids(),
      then: [
        Step(.serve(oneFriend, to: .heroAndFriends)),
        Step(.fetch(.heroAndFriends, .fetchIgnoringCacheData)),
        Step(.peek(.heroAndFriends), .answers(oneFriend)),
      ]),
    NormalizedScenario(
      "normalized.records.lists-replaced", "by none", given: .heroDetails(),
      then: [
        Step(.serve(.heroDetails("R2-D2", films: []), to: .heroDetails)),
        Step(.fetch(.heroDetails, .fetchIgnoringCacheData)),
        Step(.peek(.heroDetails), .answers(.heroDetails("R2-D2", films: []))),
      ]),
    NormalizedScenario(
      "normalized.records.lists-replaced", "by hand", given: .heroFriendsAndDroids(),
      then: [
        Step(.renameHero("Artoo")),
        Step(.peek(.heroName), .answers(.heroName("Artoo"))).demanded(by: "normalized.update.query"),
        Step(.update(.listDroids, .set("droids", to: [.character("2002", "C-3PO")]))),
        Step(.peek(.listDroids), .answers(.droids(["2002": "C-3PO"]))),
        Step(.read(.characterName, "2001"), .answers(.character("2001", "Artoo")))
          .demanded(by: "normalized.read.fragment"),
      ]),
  ]

  private static let byPath = ClientSetup(.path)
  private static let byName = ClientSetup(.name)
  private static func grid(_ name: String) -> GraphValue {
    ["grid": [[.character("2002", "C-3PO")], [.null, .character("2001", name)]]]
  }
  private static func heroTwice(_ name: GraphValue) -> GraphValue {
    .hero(["id": "2001", "name": name, "called": name])
  }
  private static let oneFriend = GraphValue.hero(
    .character("2001", "R2-D2", ["friends": [.character("1003", "Leia")]]))

  private static func review(stars: Int64) -> GraphValue {
    ["review": ["stars": .integer(stars), "commentary": "Superb"]]
  }

  private static func reviewed(hero: String, stars: Int64) -> GraphValue {
    ["hero": .character("2001", hero), "latestReview": ["stars": .integer(stars), "commentary": "Superb"]]
  }

  /// The identity of fields.
  static let fieldScenarios: [NormalizedScenario] =
    [
      NormalizedScenario(
        "normalized.records.arguments", "different values", given: .works(),
        then: twoEntries(.height("METER"), height(1.09), .height("FOOT"), height(3.58))),
      NormalizedScenario(
        "normalized.records.arguments", "the first of two", given: .works(),
        then: twoEntries(
          .search(text("R2"), limit), found("1", "one"), .search(text("C3"), limit), found("2", "other"))),
      NormalizedScenario(
        "normalized.records.arguments", "the second of two", given: .works(),
        then: twoEntries(
          .search(text("R2"), limit), found("1", "one"), .search(text("R2"), GraphArgument("limit", 6)),
          found("2", "other"))),
      NormalizedScenario(
        "normalized.records.arguments", "the end of a long text", given: .works(),
        then: twoEntries(
          .search(text(manyWords + "1")), found("1", "one"), .search(text(manyWords + "2")), found("2", "other"))),
      NormalizedScenario(
        "normalized.records.arguments", "of two fetches at once", given: .works(),
        then: [
          Step(.serve(["character": .character("1", "one")], to: .character("1"))),
          Step(.serve(["character": .character("2", "other")], to: .character("2"))), Step(.requests(.hold)),
          Step(.begin(.character("1"), as: "first")), Step(.begin(.character("2"), as: "second")),
          Step(
            .requests(.awaitHeldUnlessJoined(2)),
            oneOf: [Outcome("a request for each"), Outcome("one after the other", .fails)]),
          Step(.requests(.releaseAll)), Step(.finish("first"), .answers(["character": .character("1", "one")])),
          Step(.finish("second"), .answers(["character": .character("2", "other")])),
          Step(.peek(.character("1")), .answers(["character": .character("1", "one")])),
        ]),
      NormalizedScenario(
        "normalized.records.arguments", "another order", given: .works(),
        then: [NormalizedStep].fetching(found("2001", "R2-D2"), .search(text("R2"), limit)) + [
          Step(.fetch(.search(limit, text("R2"))), .answers(found("2001", "R2-D2")), .requestsNothing)
        ]),
      NormalizedScenario(
        "normalized.records.alias", "from the field to an alias", given: .hero(),
        then: [Step(.fetch(.heroByAlias), .answers(["leader": ["id": "2001", "called": "R2-D2"]]), .requestsNothing)]),
      NormalizedScenario(
        "normalized.records.alias", "from an alias to the field", given: .hero(),
        then: [NormalizedStep].fetching(["leader": ["id": "2001", "called": "Artoo"]], .heroByAlias) + [
          Step(.fetch(.heroName), .answers(.heroName("Artoo")), .requestsNothing)
        ]),
      NormalizedScenario(
        "normalized.records.alias", "beside the field", given: .hero(),
        then: [NormalizedStep].fetching(heroTwice("R2-D2"), .heroTwice) + [
          Step(.renameHero("Artoo")), Step(.fetch(.heroTwice), .answers(heroTwice("Artoo")), .requestsNothing),
        ]),
      NormalizedScenario(
        "normalized.records.alias", "that is the name of another field", given: .hero(),
        then: [NormalizedStep].fetching(.hero(["id": "2001", "name": "Naboo", "homePlanet": "Artoo"]), .heroSwapped) + [
          Step(.fetch(.heroName), .answers(.heroName("Artoo")), .requestsNothing),
          Step(.fetch(.heroHome), .answers(.hero(["id": "2001", "homePlanet": "Naboo"])), .requestsNothing),
        ]),
      NormalizedScenario(
        "normalized.records.null", "a value", given: .works(),
        then: fetchedOnce(.hero(["id": "2001", "homePlanet": .null]), .heroHome) + [Step(.peek(.heroName), .fails)]),
      NormalizedScenario(
        "normalized.records.null", "an object", given: .works(),
        then: fetchedOnce(["character": .null], .character("404")) + [Step(.peek(.character("405")), .fails)]),
    ]
    + [
      NormalizedScenario(
        "normalized.records.arguments", "one value under two names", given: .works(),
        then: twoEntries(
          .search(text("R2")), found("1", "one"), .search(GraphArgument("name", "R2")), found("2", "other"))),
      NormalizedScenario(
        "normalized.records.arguments", "nought, and none", given: .works(),
        then: twoEntries(
          .search(text("R2"), GraphArgument("limit", 0)), found("1", "one"), .search(text("R2")), found("2", "other"))),
      NormalizedScenario(
        "normalized.records.arguments", "no text, and none", given: .works(),
        then: twoEntries(.search(text(""), limit), found("1", "one"), .search(limit), found("2", "other"))),
      NormalizedScenario(
        "normalized.records.arguments", "null, and none", given: .works(),
        then: twoEntries(
          .search(GraphArgument("text", .null), limit), found("1", "one"), .search(limit), found("2", "other"))),
    ]
    + awkwardArguments.map { one, other in
      let ((query, first), (another, second)) = (searching(one, "1", "one"), searching(other, "2", "other"))
      return NormalizedScenario(
        "normalized.records.arguments", row(one.value, other.value), given: .works(),
        then: twoEntries(query, first, another, second))
    }

  // swift-format-ignore
  private static let awkwardArguments: [(GraphArgument, GraphArgument)] = [
    (text("r2.d2"),            text("r2.d4")),
    (text("a.b"),              text("a")),
    (text("a\",limit:\"5"),    text("a")),
    (text("a),b(c"),           text("a")),
    (text("1"),                GraphArgument("text", 1)),
    (GraphArgument("text", 1), GraphArgument("text", 11)),
    (text("null"),             GraphArgument("text", .null)),
    (text("é"),                text("e\u{301}")),
    (text("a"),                text(" a")),
    (text("a"),                text("a\n")),
    (text("a b"),              text("a  b")),
    (text(""),                 text(" ")),
    (text(""),                 GraphArgument("text", .null)),
    (text(""),                 GraphArgument("text", 0)),
    (text(""),                 GraphArgument("text", [])),
    (GraphArgument("text", 0), GraphArgument("text", false)),
    (GraphArgument("text", 0), GraphArgument("text", .null)),
    (GraphArgument("text", 1), GraphArgument("text", true)),
    (GraphArgument("text", []), GraphArgument("text", .null)),
    (GraphArgument("text", 1e-7), GraphArgument("text", 2e-7)),
    (GraphArgument("texts", ["a", "b"]), GraphArgument("texts", ["a,b"])),
    (GraphArgument("texts", ["a", "b"]), GraphArgument("texts", ["a, b"])),
    (GraphArgument("texts", ["a", "b"]), GraphArgument("texts", ["a\", \"b"])),
    (GraphArgument("texts", ["a", "b"]), GraphArgument("texts", ["b", "a"])),
    (GraphArgument("texts", []),         GraphArgument("texts", [""])),
    (GraphArgument("texts", [.null]),    GraphArgument("texts", ["null"])),
    (GraphArgument("of", ["side": "light", "rank": "Jedi"]), GraphArgument("of", ["side": "dark", "rank": "Jedi"])),
    (GraphArgument("of", ["side": "light"]),                 GraphArgument("of", ["rank": "light"])),
    (GraphArgument("of", ["side": "light,rank:Jedi"]),       GraphArgument("of", ["side": "light", "rank": "Jedi"])),
  ]

  /// A search by this argument, and what it finds.
  private static func searching(_ argument: GraphArgument, _ id: String, _ name: String) -> (GraphOperation, GraphValue)
  {
    let query: GraphOperation = argument.name == "texts" ? .searchAll(argument.value) : .search(argument)
    return (query, .object([query.fields[0].name: [.character(id, name)]]))
  }

  /// Two queries are fetched, one after the other, and neither is mistaken for the other.
  private static func twoEntries(
    _ one: GraphOperation, _ first: GraphValue, _ other: GraphOperation, _ second: GraphValue
  ) -> [NormalizedStep] {
    [NormalizedStep].fetching(first, one) + [
      Step(.peek(other), .fails),
      Step(.serve(second, to: other)),
      Step(.fetch(other), .answers(second), .requests(other)),
      Step(.peek(one), .answers(first), .requestsNothing),
    ]
  }

  /// The name of a row with two arguments that may look alike.
  private static func row(_ one: GraphValue, _ other: GraphValue) -> String {
    "\(one)" == "\(other)" ? "\(one), composed and decomposed" : "\(one) and \(other)"
  }

  private static let manyWords = String(repeating: "search for this and that ", count: 40)
  private static let limit = GraphArgument("limit", 5)
  private static func text(_ text: String) -> GraphArgument { GraphArgument("text", .text(text)) }
  private static func found(_ id: String, _ name: String) -> GraphValue { ["search": [.character(id, name)]] }
  static func height(_ height: Double) -> GraphValue {
    ["character": ["id": "2001", "height": .fraction(height)]]
  }

  /// Data that is fetched from the server and found in the cache by the next fetch.
  static func fetchedOnce(_ data: GraphValue, _ query: GraphOperation) -> [NormalizedStep] {
    [
      Step(.serve(data, to: query)),
      Step(
        .fetch(query), .answers(data), .requests(query).demanded(by: "normalized.policy.default-is-cache-else-fetch")),
      Step(.fetch(query), .answers(data), .requestsNothing),
    ]
  }
}
