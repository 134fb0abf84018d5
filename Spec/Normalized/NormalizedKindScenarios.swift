import CacheVocabulary

extension NormalizedSpec {
  private static let inMemory = CacheSetup(kind: .memory)
  private static let inSQLite = CacheSetup(kind: .sqlite)

  /// Where what is cached is kept.
  static let kindScenarios: [NormalizedScenario] =
    [
      NormalizedScenario(
        "normalized.memory.default", given: .having(with: CacheSetup(kind: .unnamed), [.heroName: .heroName("R2-D2")]),
        then: [
          Step(.fetch(.heroName), .answers(graph: .heroName("R2-D2")), .asksNothing),
          Step(.restart),
          Step(.peek(.heroName), .fails),
        ]),
      NormalizedScenario(
        "normalized.memory.not-kept", given: .having(with: inMemory, [.heroName: .heroName("R2-D2")]),
        then: [
          Step(.restart),
          Step(.peek(.heroName), .fails),
          Step(.fetch(.heroName), .answers(graph: .heroName("R2-D2")), .asks(GraphOperation.heroName)),
        ]),
      NormalizedScenario(
        "normalized.sqlite.kept", "after a restart", given: .having(with: inSQLite, [.heroName: .heroName("R2-D2")]),
        then: [
          Step(.restart),
          Step(.fetch(.heroName), .answers(graph: .heroName("R2-D2")), .asksNothing),
          Step(.peek(.listDroids), .fails),
        ]),
      NormalizedScenario(
        "normalized.sqlite.kept", "in no other file", given: .having(with: inSQLite, [.heroName: .heroName("R2-D2")]),
        then: [
          Step(.setUp(CacheSetup(kind: .sqlite, file: "other"))),
          Step(.peek(.heroName), .fails),
          Step(.setUp(inSQLite)),
          Step(.peek(.heroName), .answers(graph: .heroName("R2-D2"))),
          Step(.file(.removed)),
          Step(.peek(.heroName), .fails),
        ]),
      NormalizedScenario(
        "normalized.sqlite.kept", "in the file given", given: .having(with: inSQLite, [.heroName: .heroName("R2-D2")]),
        then: [
          Step(.file(.copied(to: "copy"))),
          Step(.setUp(CacheSetup(kind: .sqlite, file: "copy"))),
          Step(.peek(.heroName), .answers(graph: .heroName("R2-D2"))),
        ]),
      NormalizedScenario(
        "normalized.sqlite.file-is-sqlite", given: .having(with: inSQLite, [.heroName: .heroName("R2-D2")]),
        then: [Step(.file(.inspected), .answers("a SQLite database"))]),
    ] + CacheKind.named.flatMap(clearScenarios) + Damage.allCases.map(damageScenario)
    + CacheKind.named.flatMap(agreementScenarios)

  private static func clearScenarios(_ kind: CacheKind) -> [NormalizedScenario] {
    let given: [NormalizedStep] = .having(
      with: CacheSetup(kind: kind),
      [.heroAndFriends: .heroAndFriends("R2-D2"), .listDroids: .droids(["2002": "C-3PO"])])
    return [
      NormalizedScenario(
        "normalized.clear", "queries, kind=\(kind)", given: given,
        then: [
          Step(.clear),
          Step(.peek(.heroAndFriends), .fails),
          Step(.peek(.listDroids), .fails),
          Step(.restart),
          Step(.peek(.heroAndFriends), .fails),
          Step(
            .fetch(.heroAndFriends), .answers(graph: .heroAndFriends("R2-D2")), .asks(GraphOperation.heroAndFriends)),
          Step(.peek(.heroAndFriends), .answers(graph: .heroAndFriends("R2-D2"))),
        ]),
      NormalizedScenario(
        "normalized.clear", "objects, kind=\(kind)",
        given: given + [
          Step(.read(.characterName, "2002"), .answers(graph: .character("2002", "C-3PO")))
        ],
        then: [
          Step(.clear),
          Step(.read(.characterName, "2001"), .fails),
          Step(.read(.characterName, "2002"), .fails),
          Step(.restart),
          Step(.read(.characterName, "2002"), .fails),
        ]),
    ]
  }

  private static func damageScenario(_ damage: Damage) -> NormalizedScenario {
    NormalizedScenario(
      "normalized.sqlite.unreadable-file", damage.rawValue,
      given: .having(
        with: inSQLite, [.heroAndFriends: .heroAndFriends("R2-D2"), .listDroids: .droids(["2002": "C-3PO"])])
        + [Step(.restart), Step(.peek(.heroAndFriends), .answers(graph: .heroAndFriends("R2-D2")))],
      then: [
        Step(
          .file(.damaged(damage)),
          oneOf: [Outcome("an error when it is opened", .fails), Outcome("opened", Expectation(.answer, .exactly([])))]),
        Step(
          .peek(.heroAndFriends),
          oneOf: [
            Outcome("an error or a miss", .fails),
            Outcome("what could be saved", .answers(graph: .heroAndFriends("R2-D2"))),
          ]),
      ])
  }

  /// What does not depend on the kind, with each kind by name.
  private static func agreementScenarios(_ kind: CacheKind) -> [NormalizedScenario] {
    let setup = CacheSetup(kind: kind)
    return [
      NormalizedScenario(
        "normalized.kinds.agree", "records, kind=\(kind)",
        given: .having(with: setup, [.heroAndFriends: .heroAndFriends("R2-D2")]) + [
          Step(.serve(.hero(["id": "2001", "homePlanet": .null]), to: .heroHome))
        ],
        then: [
          Step(.fetch(.heroHome), .asks(GraphOperation.heroHome)),
          Step(.fetch(.heroHome), .answers(graph: .hero(["id": "2001", "homePlanet": .null])), .asksNothing),
          Step(.serve(.artoo("Artoo"), to: .character("2001"))),
          Step(.fetch(.character("2001")), .asks(GraphOperation.character("2001"))),
          Step(.peek(.heroAndFriends), .answers(graph: .heroAndFriends("Artoo"))),
        ]),
      NormalizedScenario(
        "normalized.kinds.agree", "watching, kind=\(kind)",
        given: .having(with: setup, [.heroName: .heroName("R2-D2")]) + [
          Step(.watch(.heroName, as: "watcher"), .tells(told("watcher", .heroName("R2-D2")))),
          Step(.serve(.artoo("Artoo"), to: .character("2001"))),
        ],
        then: [Step(.fetch(.character("2001")), .tells(told("watcher", .heroName("Artoo"))))]),
      NormalizedScenario(
        "normalized.kinds.agree", "transactions, kind=\(kind)",
        given: .having(with: setup, [.heroName: .heroName("R2-D2")]),
        then: [
          Step(
            .transact([.update(.heroName, .set("hero.name", to: "Artoo")), .read(.heroName)]),
            .answers(graph: .heroName("Artoo"))),
          Step(.transact([.update(.heroName, .set("hero.name", to: "lost")), .fail]), .fails),
          Step(.peek(.heroName), .answers(graph: .heroName("Artoo"))),
        ]),
      NormalizedScenario(
        "normalized.kinds.agree", "removal, kind=\(kind)",
        given: .having(with: setup, [.heroAndFriends: .heroAndFriends("R2-D2")]),
        then: [
          Step(.remove("2001")),
          Step(.peek(.heroAndFriends), .fails),
          Step(.read(.characterName, "2001"), .fails),
          Step(.read(.characterName, "1002"), .answers(graph: .character("1002", "Han"))),
        ]),
    ]
  }

  /// Keys and values of any kind.
  static let textScenarios: [NormalizedScenario] =
    awkwardKeys.map { row, key, other in
      NormalizedScenario(
        "normalized.keys.any-text", row,
        given: .works() + [Step(.serve(.droids([key: "this", other: "other"]), to: .listDroids))],
        then: [
          Step(.fetch(.listDroids), .asks(GraphOperation.listDroids)),
          Step(.read(.characterName, key), .answers(graph: .character(key, "this"))),
          Step(.read(.characterName, other), .answers(graph: .character(other, "other"))),
          Step(.remove(key)),
          Step(.read(.characterName, key), .fails),
          Step(.read(.characterName, other), .answers(graph: .character(other, "other"))),
        ])
    }
    + awkwardValues.map { row, value in
      let data: GraphValue = ["sample": ["id": "s", "value": value]]
      return NormalizedScenario(
        "normalized.values.any", row, given: .works() + [Step(.serve(data, to: .sample("s")))],
        then: [
          Step(.fetch(.sample("s")), .answers(data), .asks(GraphOperation.sample("s"))),
          Step(.fetch(.sample("s")), .answers(data), .asksNothing),
        ])
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
