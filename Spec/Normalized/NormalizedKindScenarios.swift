extension NormalizedSpec {
  private static let inMemory = ClientSetup(kind: .memory)
  private static let inSQLite = ClientSetup(kind: .sqlite)

  /// Where cached data is kept.
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
        "normalized.memory.default", "after a kill", given: .hero(ClientSetup(kind: .unnamed)),
        then: [Step(.kill), Step(.peek(.heroName), .fails)]),
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
      NormalizedScenario(
        "normalized.clear.leaves-no-bytes",
        given: .works(inSQLite).leading(
          to: "a droid with a long name is cached (\(inSQLite))",
          standingOn: "normalized.policy.fetch-ignoring-cache-data",
          .caching(.droids(["2004": longName]), .listDroids)),
        then: [
          Step(.searchStorage(longName), .stores(.text(longName)).demanded(by: "normalized.sqlite.survives-kill")),
          Step(.clear),
          Step(.searchStorage(longName), .storesNothing), Step(.restart),
          Step(.searchStorage(longName), .storesNothing),
        ]),
    ] + CacheKind.named.flatMap(clearScenarios) + Damage.allCases.map(damageScenario)
    + agreementScenarios

  private static let longName = "See-Threepio of the planet Affa"

  private static func clearScenarios(_ kind: CacheKind) -> [NormalizedScenario] {
    let given = NormalizedFixture.heroFriendsAndDroids(ClientSetup(kind: kind))
    return [
      NormalizedScenario(
        "normalized.clear", "queries, kind=\(kind)", given: given,
        then: [
          Step(.clear),
          Step(.peek(.heroAndFriends), .fails),
          Step(.peek(.listDroids), .fails),
          Step(.fetch(.heroAndFriends), .answers(.heroAndFriends("R2-D2")), .requests(.heroAndFriends)),
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2"))),
        ]),
      NormalizedScenario(
        "normalized.clear", "objects, kind=\(kind)", given: given,
        then: [
          Step(.look(at: ["2002"]), .finds(["2002"], named: "C-3PO")),
          Step(.clear),
          Step(.look(at: ["1000", "2001", "2002"]), .finds([], named: "")),
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

  /// Behaviour that does not depend on the kind of cache, tried with each kind and compared.
  private static let agreementScenarios: [NormalizedScenario] =
    valueLists.map { name, field, list in
      agree("values, \(name)", showing(["sample": ["id": "list", field.rawValue: list]], .sample("list", field)))
    }
    + objectLists.map { name, query, list in
      agree("objects, \(name)", showing(.object([query.fields[0].name: list]), query))
    }
    + ofEveryAction

  private static let ofEveryAction: [NormalizedScenario] = [
    agree(
      "records",
      caching + [
        .serve(.hero(["id": "2001", "homePlanet": .null]), to: .heroHome), .fetch(.heroHome), .fetch(.heroHome),
        .serve(.artoo("Artoo"), to: .character("2001")), .fetch(.character("2001")), .peek(.heroAndFriends),
        .peek(.character("404")),
      ]),
    agree(
      "keys and values",
      [
        .serve(["sample": ["id": "3001", "value": [1.5, ["a": "b"], .null]]], to: .sample("3001")),
        .fetch(.sample("3001")), .peek(.sample("3001")), .look(at: ["3001", "300"]),
      ]),
    agree("a large answer", showing(manyDroids, .listDroids)),
    agree(
      "watching",
      caching + [
        .watch(.heroAndFriends, as: .watcher), .renameHero("Artoo"), .rename("1002", to: "Solo"),
        .rename("2002", to: "Goldenrod"), .renameHero("Artoo"), .cancel(.watcher), .renameHero("Beeper"),
      ]),
    agree(
      "transactions",
      caching + [
        .transact([.update(.heroName, .set("hero.name", to: "Artoo")), .read(.heroName)]),
        .transact([.update(.heroName, .set("hero.name", to: "lost")), .fail]), .peek(.heroName),
        .transact([.remove(key: "1002"), .readObject(.characterName, key: "1002")]), .peek(.heroAndFriends),
      ]),
    agree(
      "removal",
      caching + [
        .remove("2001"), .peek(.heroAndFriends), .look(at: ["1000", "1002", "2001", "2002"]),
        .remove(matching: "200"), .look(at: ["1000", "1002", "2001", "2002"]), .remove("9999"),
        .fetch(.heroAndFriends), .peek(.heroAndFriends), .clear, .peek(.heroAndFriends), .look(at: ["1000", "1002"]),
      ]),
  ]

  private static let caching: [NormalizedAction] = [
    .serve(.heroAndFriends("R2-D2"), to: .heroAndFriends), .fetch(.heroAndFriends),
    .serve(.droids(["2001": "R2-D2", "2002": "C-3PO"]), to: .listDroids), .fetch(.listDroids), .peek(.heroAndFriends),
  ]

  /// Data that is fetched and then read from the cache.
  private static func showing(_ data: GraphValue, _ query: GraphOperation) -> [NormalizedAction] {
    [.serve(data, to: query), .fetch(query, .fetchIgnoringCacheData), .peek(query)]
  }

  private static func agree(_ row: String, _ actions: [NormalizedAction], line: Int = #line) -> NormalizedScenario {
    NormalizedScenario(
      "normalized.kinds.agree", row, given: .works(),
      then: [Step(.compareKinds(actions), .answers(.kinds(differAt: nil)))], line: line)
  }
}
