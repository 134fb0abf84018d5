extension NormalizedSpec {
  /// Which objects are one record, and what an answer adds to it.
  static let objectRows: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.records.shared", "another query renames the hero", given: .heroAndFriends(),
      then: [
        Step(.serve(.artoo("Artoo"), to: .character("2001"))),
        Step(.fetch(.character("2001")), .answers(.artoo("Artoo")), .requests(.character("2001"))),
        Step(.peek(.heroAndFriends), .answers(.heroAndFriends("Artoo"))),
        Step(.peek(.leader), .answers(["leader": .character("1003", "Leia")])),
      ]),
    NormalizedScenario(
      "normalized.records.shared", "a list renames the hero", given: .heroFriendsAndDroids(),
      then: [
        Step(.serve(.droids(["2002": "Goldenrod", "2001": "Artoo"]), to: .listDroids)),
        Step(.fetch(.listDroids, .fetchIgnoringCacheData), .requests(.listDroids)),
        Step(.peek(.heroAndFriends), .answers(.heroAndFriends("Artoo"))),
      ]),
    NormalizedScenario(
      "normalized.records.by-path", "one hero is reached by two paths", given: .hero(byPath),
      then: [NormalizedStep].fetching(.artoo("Artoo"), .character("2001")) + [
        Step(.peek(.character("2001")), .answers(.artoo("Artoo"))),
        Step(.peek(.heroName), .answers(.heroName("R2-D2"))),
        Step(.serve(.heroName("Beeper"), to: .heroName)),
        Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(.heroName("Beeper"))),
        Step(.peek(.character("2001")), .answers(.artoo("Artoo"))),
      ]),
    NormalizedScenario(
      "normalized.records.by-path", "two queries reach it by one path", given: .hero(byPath),
      then: [NormalizedStep].fetching(.heroAndFriends("Artoo"), .heroAndFriends) + [
        Step(.peek(.heroName), .answers(.heroName("Artoo")), .requestsNothing)
      ]),
    NormalizedScenario(
      "normalized.records.id-function", "keys are names: one name, two ids", given: .hero(byName),
      then: [
        Step(.serve(["character": .character("9", "R2-D2")], to: .character("9"))),
        Step(.fetch(.character("9"))),
        Step(.peek(.heroName), .answers(.hero(.character("9", "R2-D2")))).resting(
          on: "normalized.records.merge[another field is fetched]"),
      ]),
    NormalizedScenario(
      "normalized.records.id-function", "keys are names: one id, two names", given: .hero(byName),
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
      "normalized.records.partial-ids", "its path has arguments", given: .hero(),
      then: [NormalizedStep].fetching(review(stars: 5), .review(1)) + .fetching(review(stars: 4), .review(2)) + [
        Step(.peek(.review(1)), .answers(review(stars: 5))), Step(.peek(.review(2)), .answers(review(stars: 4))),
        Step(.peek(.heroName), .answers(.heroName("R2-D2"))),
      ]),
    NormalizedScenario(
      "normalized.records.merge", "the name alone is fetched again", given: .heroDetails(),
      then: [
        Step(.serve(.heroName("Artoo"), to: .heroName)),
        Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(.heroName("Artoo"))),
        Step(.peek(.heroDetails), .answers(.heroDetails("Artoo", films: ["NEWHOPE", "EMPIRE"]))),
      ]),
    NormalizedScenario(
      "normalized.records.merge", "another field is fetched", given: .hero(),
      then: [NormalizedStep].fetching(.hero(["id": "2001", "homePlanet": "Naboo"]), .heroHome) + [
        Step(.peek(.heroName), .answers(.heroName("R2-D2"))), Step(.peek(.heroHome), .answers(home("Naboo"))),
      ]),
    NormalizedScenario(
      "normalized.records.merge", "one answer has the hero twice, with other fields", given: .works(),
      then: fetchedOnce(
        ["hero": .character("2001", "R2-D2"), "leader": ["id": "2001", "homePlanet": "Naboo"]], .heroAndLeader) + [
          Step(.peek(.heroName), .answers(.heroName("R2-D2"))),
          // Without ids, places of one object are two records.
          Step(.fetch(.leader), .answers(["leader": .character("2001", "R2-D2")]), .requestsNothing)
            .resting(on: "normalized.records.shared[another query renames the hero]"),
        ]),
    NormalizedScenario(
      "normalized.records.merge-by-path", given: .hero(byPath),
      then: [NormalizedStep].fetching(.hero(["id": "2001", "homePlanet": "Naboo"]), .heroHome) + [
        Step(
          .peek(.heroName), oneOf: [Outcome("kept", .answers(.heroName("R2-D2"))), Outcome("a miss", .fails)]),
        Step(.peek(.heroHome), .answers(home("Naboo"))),
      ]),
    NormalizedScenario(
      "normalized.records.cycles", given: .works(),
      then: fetchedOnce(cycle("R2-D2"), .heroFriendsFriends) + [
        Step(.serve(.artoo("Artoo"), to: .character("2001"))),
        Step(.fetch(.character("2001"))),
        Step(.peek(.heroFriendsFriends), .answers(cycle("Artoo"))),
      ]),
    NormalizedScenario(
      "normalized.records.large-answer", given: .works(), then: fetchedOnce(manyDroids, .listDroids)),
  ]

  private static let underAlias = "normalized.records.alias[cached under an alias, fetched under the field]"

  /// Fields whose arguments differ, or do not.
  static let argumentRows: [NormalizedScenario] =
    [
      NormalizedScenario(
        "normalized.records.arguments", "a height in two units", given: .works(),
        then: twoEntries(.height("METER"), height(1.09), .height("FOOT"), height(3.58))),
      NormalizedScenario(
        "normalized.records.arguments", "a height in two units, in one answer", given: .works(),
        then: fetchedOnce(["character": ["id": "2001", "feet": 3.58, "meters": 1.09]], .heights) + [
          Step(.fetch(.height("FOOT")), .answers(["character": ["id": "2001", "height": 3.58]]), .requestsNothing)
            .resting(on: underAlias),
          Step(.fetch(.height("METER")), .answers(["character": ["id": "2001", "height": 1.09]]), .requestsNothing)
            .resting(on: underAlias),
        ]),
      NormalizedScenario(
        "normalized.records.arguments", "the first of two arguments differs", given: .works(),
        then: twoEntries(
          .search(text("R2"), limit), found("1", "one"), .search(text("C3"), limit), found("2", "other"))),
      NormalizedScenario(
        "normalized.records.arguments", "the second of two arguments differs", given: .works(),
        then: twoEntries(
          .search(text("R2"), limit), found("1", "one"), .search(text("R2"), GraphArgument("limit", 6)),
          found("2", "other"))),
      NormalizedScenario(
        "normalized.records.arguments", "an argument is null or left out", given: .works(),
        then: twoEntries(
          .search(GraphArgument("text", .null), limit), found("1", "one"), .search(limit), found("2", "other"))),
      NormalizedScenario(
        "normalized.records.arguments", "two arguments change places", given: .works(),
        then: [NormalizedStep].fetching(found("2001", "R2-D2"), .search(text("R2"), limit)) + [
          Step(.fetch(.search(limit, text("R2"))), .answers(found("2001", "R2-D2")), .requestsNothing)
        ]),
    ]
    + nearlySame.map { one, other in
      let ((query, first), (another, second)) = (searching(one, "1", "one"), searching(other, "2", "other"))
      return NormalizedScenario(
        "normalized.records.arguments", "\(one.value) and \(other.value)", given: .works(),
        then: twoEntries(query, first, another, second))
    }

  /// Values of one argument that may be taken for each other.
  // swift-format-ignore
  private static let nearlySame: [(GraphArgument, GraphArgument)] = [
    (text("a.b"),                        text("a")),
    (text("R2"),                         text("r2")),
    (text("null"),                       GraphArgument("text", .null)),
    (text("1"),                          GraphArgument("text", 1)),
    (GraphArgument("texts", ["a", "b"]), GraphArgument("texts", ["a, b"])),
    (GraphArgument("of", ["side": "light", "rank": "Jedi"]), GraphArgument("of", ["side": "dark", "rank": "Jedi"])),
  ]

  /// Aliases, and fields that are null.
  static let fieldRows: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.records.alias", "cached under the field, fetched under an alias", given: .hero(),
      then: [Step(.fetch(.heroByAlias), .answers(["leader": ["id": "2001", "called": "R2-D2"]]), .requestsNothing)]),
    NormalizedScenario(
      "normalized.records.alias", "cached under an alias, fetched under the field", given: .hero(),
      then: [NormalizedStep].fetching(["leader": ["id": "2001", "called": "Artoo"]], .heroByAlias) + [
        Step(.fetch(.heroName), .answers(.heroName("Artoo")), .requestsNothing)
      ]),
    NormalizedScenario(
      "normalized.records.alias", "an alias is the name of another field", given: .hero(),
      then: [NormalizedStep].fetching(.hero(["id": "2001", "name": "Naboo", "homePlanet": "Artoo"]), .heroSwapped) + [
        Step(.fetch(.heroName), .answers(.heroName("Artoo")), .requestsNothing),
        Step(.fetch(.heroHome), .answers(.hero(["id": "2001", "homePlanet": "Naboo"])), .requestsNothing),
      ]),
    NormalizedScenario(
      "normalized.records.alias", "a field under two names", given: .works(),
      then: fetchedOnce(.hero(.character("2001", "R2-D2", ["called": "R2-D2"])), .heroTwoNames) + [
        Step(.renameHero("Artoo")),
        Step(
          .fetch(.heroTwoNames), .answers(.hero(.character("2001", "Artoo", ["called": "Artoo"]))), .requestsNothing),
      ]),
    NormalizedScenario(
      "normalized.records.selected-twice", "at the root", given: .works(),
      then: fetchedOnce(heroWithHome, .heroTwice) + [Step(.peek(.heroName), .answers(.heroName("R2-D2")))]),
    NormalizedScenario(
      "normalized.records.selected-twice", "an object", given: .works(),
      then: fetchedOnce(.home("2001", "Theed", in: "Naboo"), .homeTwice)),
    NormalizedScenario(
      "normalized.records.selected-twice", "a list, and a fragment", given: .works(),
      then: fetchedOnce(friendsWithNames, .friendsTwice)),
    NormalizedScenario(
      "normalized.records.selected-twice", "cached by two queries", given: .hero(),
      then: [NormalizedStep].fetching(home("Naboo"), .heroHome) + [
        Step(.fetch(.heroTwice), .answers(heroWithHome), .requestsNothing)
      ]),
    NormalizedScenario(
      "normalized.records.null", "a null is read back",
      then: .fetching(.hero(["id": "2001", "homePlanet": .null]), .heroHome) + [
        Step(.peek(.heroHome), .answers(.hero(["id": "2001", "homePlanet": .null])))
      ]),
    NormalizedScenario(
      "normalized.records.null", "a value is null, another was never fetched", given: .works(),
      then: fetchedOnce(.hero(["id": "2001", "homePlanet": .null]), .heroHome) + [Step(.peek(.heroName), .fails)]),
    NormalizedScenario(
      "normalized.records.null", "an object is null, another was never fetched", given: .works(),
      then: fetchedOnce(["character": .null], .character("404")) + [Step(.peek(.character("405")), .fails)]),
  ]

  /// The shapes of lists, and lists that replace others.
  static let listRows: [NormalizedScenario] =
    lists.map { row, query, data in
      NormalizedScenario("normalized.records.lists", row, given: .works(), then: fetchedOnce(data, query))
    } + [
      NormalizedScenario(
        "normalized.records.lists-replaced", "one film replaces two", given: .heroDetails(),
        then: [NormalizedStep].fetching(.hero(["id": "2001", "homePlanet": "Naboo"]), .heroHome) + [
          Step(.serve(.heroDetails("R2-D2", films: ["JEDI"]), to: .heroDetails)),
          Step(.fetch(.heroDetails, .fetchIgnoringCacheData)),
          Step(.peek(.heroDetails), .answers(.heroDetails("R2-D2", films: ["JEDI"]))),
        ]),
      NormalizedScenario(
        "normalized.records.lists-replaced", "no films replace two", given: .heroDetails(),
        then: [
          Step(.serve(.heroDetails("R2-D2", films: []), to: .heroDetails)),
          Step(.fetch(.heroDetails, .fetchIgnoringCacheData)),
          Step(.peek(.heroDetails), .answers(.heroDetails("R2-D2", films: []))),
        ]),
      NormalizedScenario(
        "normalized.records.lists-replaced", "one friend replaces two", given: .heroFriendsAndDroids(),
        then: [
          Step(.serve(oneFriend, to: .heroAndFriends)),
          Step(.fetch(.heroAndFriends, .fetchIgnoringCacheData)),
          Step(.peek(.heroAndFriends), .answers(oneFriend)),
        ]),
      NormalizedScenario(
        "normalized.records.lists-replaced", "null replaces two friends", given: .heroAndFriends(),
        then: [NormalizedStep].fetching(friends(.null), .heroAndFriends) + [
          Step(.peek(.heroAndFriends), .answers(friends(.null)))
        ]),
      NormalizedScenario(
        "normalized.records.lists-replaced", "the list is written directly", given: .heroFriendsAndDroids(),
        then: [
          Step(.renameHero("Artoo")),
          Step(.peek(.heroName), .answers(.heroName("Artoo"))).demanded(by: "normalized.update.query"),
          Step(.update(.listDroids, .set("droids", to: [.character("2002", "C-3PO")]))),
          Step(.peek(.listDroids), .answers(.droids(["2002": "C-3PO"]))),
          Step(.read(.characterName, "2001"), .answers(.character("2001", "Artoo")))
            .demanded(by: "normalized.read.fragment"),
        ]),
    ]

  private static let lists: [(row: String, GraphOperation, GraphValue)] = [
    ("an empty list of values", .sample("list", .texts), sample(.texts, [])),
    ("a null among values", .sample("list", .texts), sample(.texts, ["a", .null, "b"])),
    ("lists of values in a list", .sample("list", .matrix), sample(.matrix, [[1, 2], [], [3]])),
    ("an empty list of objects", .row, ["row": []]),
    ("a null among objects", .row, ["row": [artoo, .null, threepio]]),
    ("lists of objects in a list", .grid, ["grid": [[artoo, threepio], [], [artoo]]]),
  ]

  // MARK: Data

  private static let byPath = ClientSetup(.path)
  private static let byName = ClientSetup(.name)
  private static let artoo = GraphValue.character("2001", "R2-D2")
  private static let threepio = GraphValue.character("2002", "C-3PO")
  private static let heroWithHome = GraphValue.hero(.character("2001", "R2-D2", ["homePlanet": "Naboo"]))
  private static let friendsWithNames = GraphValue.hero([
    "id": "2001", "friends": [.character("1000", "Luke"), .character("1002", "Han")],
  ])
  private static let oneFriend = friends([.character("1003", "Leia")])
  private static let manyDroids: GraphValue = [
    "droids": .list((0..<3000).map { .character("D\($0)", "Droid \($0)") })
  ]

  private static func friends(_ friends: GraphValue) -> GraphValue {
    .hero(.character("2001", "R2-D2", ["friends": friends]))
  }

  private static func sample(_ field: GraphOperation.SampleField, _ list: GraphValue) -> GraphValue {
    ["sample": ["id": "list", field.rawValue: list]]
  }

  /// A hero of this name, whose friend has two friends, the hero among them.
  static func cycle(_ hero: String) -> GraphValue {
    let luke = GraphValue.character(
      "1000", "Luke", ["friends": [.character("2001", hero), .character("1002", "Han")]])
    return .hero(.character("2001", hero, ["friends": [luke]]))
  }

  private static func review(stars: Int64) -> GraphValue {
    ["review": ["stars": .integer(stars), "commentary": "Superb"]]
  }

  private static func reviewed(hero: String, stars: Int64) -> GraphValue {
    ["hero": .character("2001", hero), "latestReview": ["stars": .integer(stars), "commentary": "Superb"]]
  }

  private static let limit = GraphArgument("limit", 5)
  private static func text(_ text: String) -> GraphArgument { GraphArgument("text", .text(text)) }
  private static func found(_ id: String, _ name: String) -> GraphValue { ["search": [.character(id, name)]] }
  private static func height(_ height: Double) -> GraphValue {
    ["character": ["id": "2001", "height": .fraction(height)]]
  }

  // MARK: Steps

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
}
