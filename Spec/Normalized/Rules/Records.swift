/// What a record is: which objects share one, which fields are the same, and what an answer leaves of the record that
/// was there. From Apollo's overview, 'Controlling normalization' and 'Cache normalization concepts'; what holds for
/// the values of fields follows from 'Specifying a cache policy'.
extension NormalizedSpec {
  static var recordsTopic: Topic<NormalizedAction> {
    Topic("normalized.records", premises: recordsPremises) {
      Rule(
        "shared", .must,
        "With object ids, an object fetched by two queries is one record: what the second query fetches appears in the data of the first.",
        from: overview, control, about: .graph(.keyGiven)
      ).rows {
        Row("another query renames the hero", given: .heroAndFriends()) {
          Step(.serve(.artoo("Artoo"), to: .character("2001")))
          Step(.fetch(.character("2001")), .answers(.artoo("Artoo")), .requests(.character("2001")))
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("Artoo")))
          Step(.peek(.leader), .answers(["leader": .character("1003", "Leia")]))
        }
        Row("a list renames the hero", given: .heroFriendsAndDroids()) {
          Step(.serve(.droids(["2002": "Goldenrod", "2001": "Artoo"]), to: .listDroids))
          Step(.fetch(.listDroids, .fetchIgnoringCacheData), .requests(.listDroids))
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("Artoo")))
        }
      }
      Rule(
        "by-path", .must,
        "Without ids, objects are cached by their path from the root query: an object reached by two paths is two records, and neither changes the other.",
        from: control, about: .graph(.keyField), .graph(.keyAbsent)
      ).rows {
        Row("one hero is reached by two paths", given: .hero(byPath)) {
          [Step].fetching(.artoo("Artoo"), .character("2001"))
          Step(.peek(.character("2001")), .answers(.artoo("Artoo")))
          Step(.peek(.heroName), .answers(.heroName("R2-D2")))
          Step(.serve(.heroName("Beeper"), to: .heroName))
          Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(.heroName("Beeper")))
          Step(.peek(.character("2001")), .answers(.artoo("Artoo")))
        }
        Row("two queries reach it by one path", given: .hero(byPath)) {
          [Step].fetching(.heroAndFriends("Artoo"), .heroAndFriends)
          Step(.peek(.heroName), .answers(.heroName("Artoo")), .requestsNothing)
        }
      }
      Rule(
        "id-function", .must,
        "The cache key function that the app provides decides the identity of objects, from any field of the object.",
        from: control, about: .graph(.keyGiven), .graph(.keyField)
      ).rows {
        Row("keys are names: one name, two ids", given: .hero(byName)) {
          Step(.serve(["character": .character("9", "R2-D2")], to: .character("9")))
          Step(.fetch(.character("9")))
          Step(.peek(.heroName), .answers(.hero(.character("9", "R2-D2")))).premise(
            "normalized.records.merge[another field is fetched]")
        }
        Row("keys are names: one id, two names", given: .hero(byName)) {
          [Step].fetching(.artoo("Artoo"), .character("2001"))
          Step(.peek(.heroName), .answers(.heroName("R2-D2")))
          Step(.peek(.character("2001")), .answers(.artoo("Artoo")))
        }
      }
      Rule(
        "partial-ids", .must,
        "Objects for which the cache key function gives no key are cached by path, alongside others that are cached by key.",
        from: control, about: .graph(.keyGiven), .graph(.keyAbsent)
      ).rows {
        Row(given: .works()) {
          [Step].fetching(reviewed(hero: "R2-D2", stars: 5), .heroAndReview)
          [Step].fetching(["bestReview": ["stars": 4, "commentary": "Good"]], .bestReview)
          [Step].fetching(.artoo("Artoo"), .character("2001"))
          Step(.peek(.heroAndReview), .answers(reviewed(hero: "Artoo", stars: 5)))
          Step(.peek(.bestReview), .answers(["bestReview": ["stars": 4, "commentary": "Good"]]))
        }
        Row("its path has arguments", given: .hero()) {
          [Step].fetching(review(stars: 5), .review(1))
          [Step].fetching(review(stars: 4), .review(2))
          Step(.peek(.review(1)), .answers(review(stars: 5)))
          Step(.peek(.review(2)), .answers(review(stars: 4)))
          Step(.peek(.heroName), .answers(.heroName("R2-D2")))
        }
      }
      Rule(
        "merge", .must,
        "Fields of an object that come in a later result, or in another place of the same result, are added to the object's record; fields that a result does not mention stay.",
        from: overview, control, concepts, about: .graph(.unmentionedFields)
      ).rows {
        Row("the name alone is fetched again", given: .heroDetails()) {
          Step(.serve(.heroName("Artoo"), to: .heroName))
          Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(.heroName("Artoo")))
          Step(.peek(.heroDetails), .answers(.heroDetails("Artoo", films: ["NEWHOPE", "EMPIRE"])))
        }
        Row("another field is fetched", given: .hero()) {
          [Step].fetching(.hero(["id": "2001", "homePlanet": "Naboo"]), .heroHome)
          Step(.peek(.heroName), .answers(.heroName("R2-D2")))
          Step(.peek(.heroHome), .answers(home("Naboo")))
        }
        Row("one answer has the hero twice, with other fields", given: .works()) {
          fetchedOnce(
            ["hero": .character("2001", "R2-D2"), "leader": ["id": "2001", "homePlanet": "Naboo"]], .heroAndLeader)
          Step(.peek(.heroName), .answers(.heroName("R2-D2")))
          // Without ids, places of one object are two records.
          Step(.fetch(.leader), .answers(["leader": .character("2001", "R2-D2")]), .requestsNothing)
            .premise("normalized.records.shared[another query renames the hero]")
        }
      }
      Rule(
        "merge-by-path", .open,
        "Without ids, when an answer brings an object at a path that is cached, the cached fields that it does not mention are kept, or are dropped with the earlier object.",
        from: control,
        because:
          "The document says that objects with ids merge; at a path there may now be a different object than before."
      ).rows {
        Row(given: .hero(byPath)) {
          [Step].fetching(.hero(["id": "2001", "homePlanet": "Naboo"]), .heroHome)
          Step(
            .peek(.heroName), oneOf: [Outcome("kept", .answers(.heroName("R2-D2"))), Outcome("a miss", .fails)])
          Step(.peek(.heroHome), .answers(home("Naboo")))
        }
      }
      Rule(
        "lists-replaced", .derived,
        "A list that is fetched again, or written, replaces the cached list: nothing of the old list remains in it.",
        from: concepts,
        because:
          "Follows from `normalized.records.merge`: a list is the value of one field, and the new result contains that field.",
        about: .graph(.oldList)
      ).rows {
        Row("one film replaces two", given: .heroDetails()) {
          [Step].fetching(.hero(["id": "2001", "homePlanet": "Naboo"]), .heroHome)
          Step(.serve(.heroDetails("R2-D2", films: ["JEDI"]), to: .heroDetails))
          Step(.fetch(.heroDetails, .fetchIgnoringCacheData))
          Step(.peek(.heroDetails), .answers(.heroDetails("R2-D2", films: ["JEDI"])))
        }
        Row("no films replace two", given: .heroDetails()) {
          Step(.serve(.heroDetails("R2-D2", films: []), to: .heroDetails))
          Step(.fetch(.heroDetails, .fetchIgnoringCacheData))
          Step(.peek(.heroDetails), .answers(.heroDetails("R2-D2", films: [])))
        }
        Row("one friend replaces two", given: .heroFriendsAndDroids()) {
          Step(.serve(oneFriend, to: .heroAndFriends))
          Step(.fetch(.heroAndFriends, .fetchIgnoringCacheData))
          Step(.peek(.heroAndFriends), .answers(oneFriend))
        }
        Row("null replaces two friends", given: .heroAndFriends()) {
          [Step].fetching(friends(.null), .heroAndFriends)
          Step(.peek(.heroAndFriends), .answers(friends(.null)))
        }
        Row("the list is written directly", given: .heroFriendsAndDroids()) {
          Step(.renameHero("Artoo"))
          Step(.peek(.heroName), .answers(.heroName("Artoo"))).demanded(by: "normalized.update.query")
          Step(.update(.listDroids, .set("droids", to: [.character("2002", "C-3PO")])))
          Step(.peek(.listDroids), .answers(.droids(["2002": "C-3PO"])))
          Step(.read(.characterName, "2001"), .answers(.character("2001", "Artoo")))
            .demanded(by: "normalized.read.fragment")
        }
      }
      Rule(
        "arguments", .derived,
        "One field with different arguments is two cache entries, whatever the argument values; the order of the arguments does not matter.",
        from: control,
        because:
          "Follows from `normalized.policy.cache-else-fetch`: otherwise the answer to a different request would be returned as complete.",
        about: .graph(.arguments), .graph(.argumentOrder)
      ).rows {
        Row("a height in two units", given: .works()) {
          twoEntries(.height("METER"), height(1.09), .height("FOOT"), height(3.58))
        }
        Row("a height in two units, in one answer", given: .works()) {
          fetchedOnce(["character": ["id": "2001", "feet": 3.58, "meters": 1.09]], .heights)
          Step(.fetch(.height("FOOT")), .answers(["character": ["id": "2001", "height": 3.58]]), .requestsNothing)
            .premise(underAlias)
          Step(.fetch(.height("METER")), .answers(["character": ["id": "2001", "height": 1.09]]), .requestsNothing)
            .premise(underAlias)
        }
        Row("the first of two arguments differs", given: .works()) {
          twoEntries(
            .search(text("R2"), limit), found("1", "one"), .search(text("C3"), limit), found("2", "other"))
        }
        Row("the second of two arguments differs", given: .works()) {
          twoEntries(
            .search(text("R2"), limit), found("1", "one"), .search(text("R2"), GraphArgument("limit", 6)),
            found("2", "other"))
        }
        Row("an argument is null or left out", given: .works()) {
          twoEntries(
            .search(GraphArgument("text", .null), limit), found("1", "one"), .search(limit), found("2", "other"))
        }
        Row("two arguments change places", given: .works()) {
          [Step].fetching(found("2001", "R2-D2"), .search(text("R2"), limit))
          Step(.fetch(.search(limit, text("R2"))), .answers(found("2001", "R2-D2")), .requestsNothing)
        }
        for (one, other) in nearlySame {
          let ((query, first), (another, second)) = (searching(one, "1", "one"), searching(other, "2", "other"))
          Row("\(one.value) and \(other.value)", given: .works()) { twoEntries(query, first, another, second) }
        }
      }
      Rule(
        "alias", .derived,
        "A field and its aliases are one cache entry: what is fetched under one name is found under the others.",
        from: control,
        because:
          "Follows from `normalized.records.shared`: an alias is a name within one operation, while the record belongs to the object.",
        about: .graph(.fieldName)
      ).rows {
        Row("cached under the field, fetched under an alias", given: .hero()) {
          Step(.fetch(.heroByAlias), .answers(["leader": ["id": "2001", "called": "R2-D2"]]), .requestsNothing)
        }
        Row("cached under an alias, fetched under the field", given: .hero()) {
          [Step].fetching(["leader": ["id": "2001", "called": "Artoo"]], .heroByAlias)
          Step(.fetch(.heroName), .answers(.heroName("Artoo")), .requestsNothing)
        }
        Row("an alias is the name of another field", given: .hero()) {
          [Step].fetching(.hero(["id": "2001", "name": "Naboo", "homePlanet": "Artoo"]), .heroSwapped)
          Step(.fetch(.heroName), .answers(.heroName("Artoo")), .requestsNothing)
          Step(.fetch(.heroHome), .answers(.hero(["id": "2001", "homePlanet": "Naboo"])), .requestsNothing)
        }
        Row("a field under two names", given: .works()) {
          fetchedOnce(.hero(.character("2001", "R2-D2", ["called": "R2-D2"])), .heroTwoNames)
          Step(.renameHero("Artoo"))
          Step(
            .fetch(.heroTwoNames), .answers(.hero(.character("2001", "Artoo", ["called": "Artoo"]))), .requestsNothing)
        }
      }
      Rule(
        "selected-twice", .derived,
        "What a query selects more than once under one name, itself or by fragments, is stored and read with all that is selected of it.",
        from: policies,
        because:
          "Follows from `normalized.policy.cache-else-fetch`: what is loaded is the data that was fetched, and GraphQL (6.3.2, Field Collection) answers with the fields of all the selections.",
        about: .graph(.selectedTwice)
      ).rows {
        Row("at the root", given: .works()) {
          fetchedOnce(heroWithHome, .heroTwice)
          Step(.peek(.heroName), .answers(.heroName("R2-D2")))
        }
        Row("an object", given: .works()) { fetchedOnce(.home("2001", "Theed", in: "Naboo"), .homeTwice) }
        Row("a list, and a fragment", given: .works()) { fetchedOnce(friendsWithNames, .friendsTwice) }
        Row("cached by two queries", given: .hero()) {
          [Step].fetching(home("Naboo"), .heroHome)
          Step(.fetch(.heroTwice), .answers(heroWithHome), .requestsNothing)
        }
      }
      Rule(
        "null", .derived,
        "A field that is null is present and counts as a hit; a field that was never fetched is missing and counts as a miss.",
        from: policies,
        because:
          "Follows from `normalized.policy.cache-else-fetch`: null is what the server answered, and a field never fetched is not available.",
        about: .graph(.nullOrMissing)
      ).rows {
        Row("a null is read back") {
          [Step].fetching(.hero(["id": "2001", "homePlanet": .null]), .heroHome)
          Step(.peek(.heroHome), .answers(.hero(["id": "2001", "homePlanet": .null])))
        }
        Row("a value is null, another was never fetched", given: .works()) {
          fetchedOnce(.hero(["id": "2001", "homePlanet": .null]), .heroHome)
          Step(.peek(.heroName), .fails)
        }
        Row("an object is null, another was never fetched", given: .works()) {
          fetchedOnce(["character": .null], .character("404"))
          Step(.peek(.character("405")), .fails)
        }
      }
      Rule(
        "lists", .derived,
        "Lists of lists, empty lists and null items are read from the cache exactly as they were fetched.",
        from: policies,
        because: "Follows from `normalized.policy.cache-else-fetch`: what is loaded is the data that was fetched.",
        about: .graph(.listShape)
      ).rows {
        for (row, query, data) in lists { Row(row, given: .works()) { fetchedOnce(data, query) } }
      }
      Rule(
        "cycles", .derived,
        "A graph with a cycle, in which a friend's friend is the hero, is stored and read like any other.",
        from: control,
        because: "Follows from `normalized.records.shared`: an object that occurs twice in one answer has one record.",
        about: .graph(.cycle)
      ).rows {
        Row(given: .works()) {
          fetchedOnce(cycle("R2-D2"), .heroFriendsFriends)
          Step(.serve(.artoo("Artoo"), to: .character("2001")))
          Step(.fetch(.character("2001")))
          Step(.peek(.heroFriendsFriends), .answers(cycle("Artoo")))
        }
      }
      Rule(
        "large-answer", .derived, "An answer with thousands of objects is stored in full.", from: policies,
        because:
          "Follows from `normalized.policy.cache-else-fetch`: databases limit the size of one statement or one write, and a part that is left out is lost silently.",
        about: .graph(.size)
      ).rows {
        Row(given: .works()) { fetchedOnce(manyDroids, .listDroids) }
      }
    }
  }

  private static var recordsPremises: [Premise<NormalizedAction>] {
    [
      .compared("normalized.records.merge[another field is fetched]") { step in
        step.writesAgain || step.run.contains(where: \.action.updates)
      }.lessBasic(than: basicPolicies),
      .data("normalized.records.merge[one answer has the hero twice, with other fields]") { $0.hasAnObjectInParts },
      .compared("normalized.records.arguments[the first of two arguments differs]") { !$0.arguments.isEmpty },
      .compared("normalized.records.arguments[\"a.b\" and \"a\"]") { step in
        step.arguments.contains { if case .text(let text) = $0.value { text.contains(".") } else { false } }
      },
      Premise("normalized.records.by-path[one hero is reached by two paths]") { $0.isSetup { $0.identity == .path } },
      Premise("normalized.records.id-function[keys are names: one name, two ids]") {
        $0.isSetup { $0.identity == .name }
      },
      Premise("normalized.records.id-function[keys are names: one id, two names]") {
        $0.isSetup { $0.identity == .name }
      },
      .compared("normalized.records.shared[another query renames the hero]") {
        $0.writesAgain || $0.last.action.readsObjects && $0.lostAnObject
      }.lessBasic(than: basicPolicies + ["normalized.records.merge"]),
      .data("normalized.records.null[a null is read back]") { $0.fields.contains(.null) },
      .data("normalized.records.lists[a null among values]") { $0.items.contains(.null) },
      .data("normalized.records.lists[a null among objects]") { $0.items.contains(.null) },
      .data("normalized.records.lists[lists of values in a list]") { $0.items.contains(where: \.isList) },
      .data("normalized.records.lists[lists of objects in a list]") { $0.items.contains(where: \.isList) },
      .data("normalized.records.cycles") { $0.holdsItself },
      .compared("normalized.records.partial-ids") { $0.operations.contains { $0.fields.contains(where: \.hasNoId) } },
      .compared("normalized.records.partial-ids[its path has arguments]") { step in
        step.operations.contains { $0.fields.contains(where: \.hasNoId) }
      },
      .compared("normalized.records.lists-replaced[one film replaces two]") { $0.replacesLists },
      .compared("normalized.records.lists-replaced[one friend replaces two]") { $0.replacesLists },
      .compared("normalized.records.selected-twice[an object]") { step in
        step.operations.contains { $0.fields.selectTwice }
      },
      .compared("normalized.records.selected-twice[a list, and a fragment]") { step in
        step.operations.contains { $0.fields.selectTwice }
      },
      .compared("normalized.records.large-answer") { step in step.data.contains { $0.valueCount > 999 } },
    ]
  }

  private static let underAlias = "normalized.records.alias[cached under an alias, fetched under the field]"

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
    [Step].fetching(first, one) + [
      Step(.peek(other), .fails),
      Step(.serve(second, to: other)),
      Step(.fetch(other), .answers(second), .requests(other)),
      Step(.peek(one), .answers(first), .requestsNothing),
    ]
  }
}
