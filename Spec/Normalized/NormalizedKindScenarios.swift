import CacheVocabulary

extension NormalizedSpec {
  private static let inMemory = ClientSetup(kind: .memory)
  private static let inSQLite = ClientSetup(kind: .sqlite)

  /// Where what is cached is kept.
  static let kindScenarios: [NormalizedScenario] =
    [
      NormalizedScenario(
        "normalized.memory.default", given: .hero(ClientSetup(kind: .unnamed)),
        then: [
          Step(.fetch(.heroName), .answers(.heroName("R2-D2")), .requestsNothing),
          Step(.restart),
          Step(.peek(.heroName), .fails),
        ]),
      NormalizedScenario(
        "normalized.memory.not-kept", given: .hero(inMemory),
        then: [
          Step(.restart),
          Step(.peek(.heroName), .fails),
          Step(.fetch(.heroName), .answers(.heroName("R2-D2")), .requests(.heroName)),
        ]),
      NormalizedScenario(
        "normalized.sqlite.kept", "after a restart", given: .hero(inSQLite),
        then: [
          Step(.restart),
          Step(.fetch(.heroName), .answers(.heroName("R2-D2")), .requestsNothing),
          Step(.peek(.listDroids), .fails),
        ]),
      NormalizedScenario(
        "normalized.sqlite.kept", "in no other file", given: .hero(inSQLite),
        then: [
          Step(.makeClient(ClientSetup(kind: .sqlite, file: "other"))),
          Step(.peek(.heroName), .fails),
          Step(.makeClient(inSQLite)),
          Step(.peek(.heroName), .answers(.heroName("R2-D2"))),
          Step(.file(.removed)),
          Step(.peek(.heroName), .fails),
        ]),
      NormalizedScenario(
        "normalized.sqlite.kept", "in the file given", given: .hero(inSQLite),
        then: [
          Step(.file(.copied(to: "copy"))),
          Step(.makeClient(ClientSetup(kind: .sqlite, file: "copy"))),
          Step(.peek(.heroName), .answers(.heroName("R2-D2"))),
        ]),
      NormalizedScenario(
        "normalized.sqlite.file-is-sqlite", given: .hero(inSQLite),
        then: [Step(.file(.inspected), .answers(.file(.sqliteDatabase)))]),
    ] + CacheKind.named.flatMap(clearScenarios) + Damage.allCases.map(damageScenario)
    + CacheKind.named.flatMap(agreementScenarios)

  private static func clearScenarios(_ kind: CacheKind) -> [NormalizedScenario] {
    let given = NormalizedFixture.heroFriendsAndDroids(ClientSetup(kind: kind))
    return [
      NormalizedScenario(
        "normalized.clear", "queries, kind=\(kind)", given: given,
        then: [
          Step(.clear),
          Step(.peek(.heroAndFriends), .fails),
          Step(.peek(.listDroids), .fails),
          Step(.restart),
          Step(.peek(.heroAndFriends), .fails),
          Step(.fetch(.heroAndFriends), .answers(.heroAndFriends("R2-D2")), .requests(.heroAndFriends)),
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2"))),
        ]),
      NormalizedScenario(
        "normalized.clear", "objects, kind=\(kind)", given: given,
        then: [
          Step(.look(at: ["2002"]), .finds(["2002"], named: "C-3PO")),
          Step(.clear),
          Step(.look(at: ["2001", "2002"]), .finds([], named: "")),
          Step(.restart),
          Step(.look(at: ["2002"]), .finds([], named: "")),
        ]),
    ]
  }

  private static func damageScenario(_ damage: Damage) -> NormalizedScenario {
    NormalizedScenario(
      "normalized.sqlite.unreadable-file", damage.rawValue,
      given: .heroFriendsAndDroids(inSQLite).restarted(),
      then: [
        Step(.damage(damage), oneOf: [Outcome("an error when it is opened", .fails), Outcome("opened")]),
        Step(
          .peek(.heroAndFriends),
          oneOf: [
            Outcome("an error or a miss", .fails), Outcome("what could be saved", .answers(.heroAndFriends("R2-D2"))),
          ]),
      ])
  }

  /// What does not depend on the kind, with each kind by name.
  private static func agreementScenarios(_ kind: CacheKind) -> [NormalizedScenario] {
    let setup = ClientSetup(kind: kind)
    return [
      NormalizedScenario(
        "normalized.kinds.agree", "records, kind=\(kind)", given: .heroAndFriends(setup),
        then: fetchedOnce(.hero(["id": "2001", "homePlanet": .null]), .heroHome) + [
          Step(.serve(.artoo("Artoo"), to: .character("2001"))),
          Step(.fetch(.character("2001")), .requests(.character("2001"))),
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("Artoo"))),
        ]),
      NormalizedScenario(
        "normalized.kinds.agree", "watching, kind=\(kind)",
        given: .hero(setup).watchingHero(as: .watcher, "a"),
        then: [
          Step(.serve(.artoo("Artoo"), to: .character("2001"))),
          Step(.fetch(.character("2001")), .notifies(.data(.heroName("Artoo")))),
        ]),
      NormalizedScenario(
        "normalized.kinds.agree", "transactions, kind=\(kind)", given: .hero(setup),
        then: [
          Step(
            .transact([.update(.heroName, .set("hero.name", to: "Artoo")), .read(.heroName)]),
            .answers(.heroName("Artoo"))),
          Step(.transact([.update(.heroName, .set("hero.name", to: "lost")), .fail]), .fails),
          Step(.peek(.heroName), .answers(.heroName("Artoo"))),
        ]),
      NormalizedScenario(
        "normalized.kinds.agree", "removal, kind=\(kind)", given: .heroAndFriends(setup),
        then: [
          Step(.remove("2001")),
          Step(.peek(.heroAndFriends), .fails),
          Step(.look(at: ["2001", "1002"]), .finds(["1002"], named: "Han")),
        ]),
    ]
  }

  /// Keys and values of any kind.
  static let textScenarios: [NormalizedScenario] =
    awkwardKeys.map { row, key, other in
      NormalizedScenario(
        "normalized.keys.any-text", row, given: .works(),
        then: [
          Step(.serve(.droids([key: "this", other: "other"]), to: .listDroids)),
          Step(.fetch(.listDroids), .requests(.listDroids)),
          Step(.read(.characterName, key), .answers(.character(key, "this"))),
          Step(.read(.characterName, other), .answers(.character(other, "other"))),
          Step(.remove(key)),
          Step(.look(at: [key, other]), .finds([other], named: "other")),
        ])
    }
    + awkwardValues.map { row, value in
      NormalizedScenario(
        "normalized.values.any", row, given: .works(),
        then: fetchedOnce(["sample": ["id": "s", "value": value]], .sample("s")))
    }

  /// Each with another that is only nearly the same.
  private static let awkwardKeys: [(String, String, String)] = [
    ("quotes", "o'\"key\"", "o'\"key"), ("brackets", "a[0](b){c}", "a[0](b){d}"), ("percent", "a%b", "aXb"),
    ("underscore", "a_b", "aXb"), ("period", "a.b", "a"), ("slash", "a/b\\c", "a/b"), ("space", "a b", "a  b"),
    ("zero byte", "a\u{0}b", "a\u{0}c"), ("newline", "a\nb", "a\nc"), ("emoji", "🤖👩‍👩‍👧", "🤖👩‍👩‍👦"),
    ("Cyrillic", "ключ", "ключи"),
    ("case", "Key", "kEY"), ("10,000 characters", long + "1", long + "2"), ("SQL", "'; DROP TABLE records; --", "x"),
    ("the root's name", "QUERY_ROOT.hero", "QUERY_ROOT.droids"),
  ]

  private static let long = String(repeating: "long/", count: 2000)

  private static let awkwardValues: [(String, GraphValue)] = [
    ("the largest integer", .integer(.max)), ("the smallest integer", .integer(.min)),
    ("an integer beyond a double", 9_007_199_254_740_993), ("zero", 0), ("a fraction", 0.1),
    ("a tiny fraction", 2.5e-300),
    ("a huge fraction", 1.7976931348623157e308), ("true", true), ("false", false), ("empty text", ""),
    ("64 KB of text", .text(String(repeating: "0123456789abcdef", count: 4096))),
    ("text of any characters", "quote \" percent % zero \u{0} emoji 🤖 newline \n"), ("an empty object", [:]),
    ("an object that looks like a reference", ["$reference": "2001"]),
    ("text that looks like a reference", "$reference{2001}"),
    ("an object with an id", ["id": "2001", "name": "not an object of the graph"]),
  ]
}

extension CacheKind {
  /// The kinds that the document names.
  fileprivate static let named: [CacheKind] = [.memory, .sqlite]
}
