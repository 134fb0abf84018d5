/// The values that drawn runs of a client are made of.
extension NormalizedDraw {
  static let identities: [ObjectIdentity] = [.id, .id, .id, .id, .path, .name]
  static let kinds: [CacheKind] = [.usual, .sqlite, .memory, .unnamed]
  /// The failures after which an app shows old data.
  static let failures: [[OriginFailure]] = [[], [], [], [.noConnection], [.noConnection, .timeOut]]
  static let policies: [QueryCachePolicy?] = [
    .fetchIgnoringCacheData, nil, .returnCacheDataDontFetch, .returnCacheDataElseFetch, .returnCacheDataAndFetch,
    .fetchIgnoringCacheCompletely,
  ]
  static let states: [GraphServerState] = [
    .down(.noConnection), .down(.timeOut), .down(.serverError), .answersErrors, .answersErrorsWithData,
  ]
  static let names = ["Artoo", "R2-D2", "Beeper"]
  static let keys = ["2001", "1000", "1002", "2002", "o'neill", "Droid:1", "9999"]
  static let patterns = ["200", "100", "O'N", "o'n", "droid:", "DROID:", "9999", "2001", "99"]
  /// Keys that name a property of an object: there is no such record.
  static let properties = ["2001.name", "1000.name", "2002.name", "2001.homePlanet"]
  /// Searches by arguments that are the same in another order, or nearly the same.
  static let searches: [[GraphOperation]] =
    ([
      [
        [("text", "R2"), ("limit", 5)], [("limit", 5), ("text", "R2")], [("text", "R2")],
        [("text", "C3"), ("limit", 5)],
      ],
      [[("text", "a.b")], [("text", "a")]], [[("text", .null)], [("text", "null")], []],
      [[("limit", 5)], [("limit", -5)]],
      [[("name", "a"), ("text", "b")], [("name", "a,text:b")]],
    ] as [[[(String, GraphValue)]]]).map { $0.map { .search($0.map { GraphArgument($0.0, $0.1) }) } }
    + [
      [.searchAll(["a", "b"]), .searchAll(["ab"]), .searchAll(["a, b"])],
      [.searchAll(["a"]), .searchAll([.null, "a"])],
    ]

  static let allSearches = searches.flatMap(\.self)

  /// The data that the server may have for queries.
  static let served: [(GraphOperation, GraphValue)] =
    names.flatMap { name -> [(GraphOperation, GraphValue)] in
      let friend = GraphValue.character("1000", "Luke", ["friends": [.character("2001", name)]])
      return [
        (.heroName, .heroName(name)), (.heroAndFriends, .heroAndFriends(name)),
        (.character("2001"), .artoo(name)), (.listDroids, .droids(["2001": name, "2002": "C-3PO"])),
        (.heroByAlias, ["leader": ["id": "2001", "called": .text(name)]]),
        (.lastMet, ["lastMet": .character("2001", name)]),
        (.heroFriendsFriends, .hero(.character("2001", name, ["friends": [friend]]))),
        (.heroTwice, .hero(.character("2001", name, ["homePlanet": "Naboo"]))),
        (.heroTwoNames, .hero(.character("2001", name, ["called": .text(name)]))),
        (.friendsTwice, .hero(["id": "2001", "friends": [.character("1000", name), .character("1002", "Han")]])),
        (.heroAndLeader, ["hero": .character("2001", name), "leader": ["id": "2001", "homePlanet": "Naboo"]]),
        (.heroAndFriends, .hero(.character("2001", name, ["friends": [.character("2001", name)]]))),
        (.heroAndReview, ["hero": .character("2001", name), "latestReview": ["stars": 5, "commentary": .text(name)]]),
      ]
    } + [
      (.heroName, .hero(.character("2002", "C-3PO"))), (.heroName, ["hero": .null]),
      (.heroAndFriends, .heroAndFriends("R2-D2", luke: "Luke S.")),
      (.heroAndFriends, .hero(.character("2001", "R2-D2", ["friends": []]))),
      (.heroAndFriends, .hero(.character("2001", "R2-D2", ["friends": .null]))),
      (.listDroids, .droids(["2002": "C-3PO", "o'neill": "Jack"])), (.listDroids, ["droids": []]),
      (.listDroids, .droids(["Droid:1": "Beeper", "2001": "R2-D2"])),
      (.heroHome, .hero(["id": "2001", "homePlanet": "Naboo"])),
      (.heroHome, .hero(["id": "2001", "homePlanet": .null])),
      (.row, ["row": [.null, .character("1002", "Han"), .character("2002", "Goldenrod")]]),
      (.row, ["row": [.character("1002", "Solo")]]),
      (.grid, ["grid": [[.character("2002", "C-3PO")], [.null, .character("1000", "Luke")], []]]),
      (.leader, ["leader": .character("1000", "Luke")]), (.leader, ["leader": .character("1002", "Han")]),
      (.character("1000"), ["character": .character("1000", "Luke S.")]),
      (.bestReview, ["bestReview": ["stars": 4, "commentary": "Good"]]), (.bestReview, ["bestReview": .null]),
      (.sample("s"), ["sample": ["id": "s", "value": ["a": [1, .null, "2001"]]]]),
      (.sample("s"), ["sample": ["id": "s", "value": 9_007_199_254_740_993]]),
      (.height("FOOT"), ["character": ["id": "2001", "height": 3.58]]),
      (.height("METER"), ["character": ["id": "2001", "height": 1.09]]),
      (.heights, ["character": ["id": "2001", "feet": 3.58, "meters": 1.09]]),
      (.heroKeyByAlias, ["hero": ["key": "2001", "name": "Artoo"]]),
      (.sample("s", .number), ["sample": ["id": "s", "number": 0]]),
    ]

  /// The data that the server may answer mutations with.
  static let brought: [(GraphOperation, GraphValue)] = [
    (.renameHero, ["renameDroid": .character("2001", "Artoo")]),
    (.renameDroid("2002", to: "Goldenrod"), ["renameDroid": .character("2002", "Goldenrod")]),
  ]

  /// What handlers call: nothing that waits for the server.
  static let handlerCalls: [NormalizedAction] = [
    .read(.heroAndFriends), .peek(.heroName), .read(.characterName, "2001"), .rename("2001", to: "Beeper"),
    .rename("1000", to: "Luke S."), .update(.listDroids, .set("droids", to: [])), .remove("2001"),
    .remove(matching: "100"), .clear, .clear, .transact([.update(.heroName, .set("hero.name", to: "lost")), .fail]),
  ]

  /// Numbers of droids. The larger ones have more values than one statement of a database may take. With the largest a
  /// run takes as long as a thousand others, because models follow each record in each state, so it is drawn once in
  /// about a thousand runs.
  static let many: [GraphValue] = seldom([2_100], among: [1, 2, 3, 5, 8, 10, 20, 130, 600])
    .map { count in ["droids": .list((1...count).map { .character("many \($0)", "Droid") })] }
  /// Names of several lengths.
  static let longNames = seldom([260_000, 5_000_000], among: [0, 1, 900, 17_000])
    .map { String(decoding: [UInt8](repeating: UInt8(ascii: "x"), count: $0), as: UTF8.self) }

  /// The steps that change something in a transaction.
  static let writes: [TransactionStep] =
    [
      .update(.heroName, .set("hero.name", to: "Artoo")), .update(.heroName, .set("hero.name", to: "R2-D2")),
      .update(.listDroids, .append("droids", .character("2001", "Beeper"))),
      .update(.listDroids, .set("droids", to: [])),
      .update(.heroHome, .set("hero.homePlanet", to: "Tatooine")), .update(.leader, .set("leader", to: .null)),
      .updateObject(.characterName, key: "2001", .set("name", to: "Beeper")),
      .updateObject(.characterName, key: "1000", .set("name", to: "Luke S.")),
      .updateObject(.characterName, key: "2002", .set("name", to: .null)),
      .updateObject(.characterFriends, key: "2001", .set("friends", to: [.character("2002", "Goldenrod")])),
    ] + keys.map { .remove(key: $0) } + patterns.map { .removeMatching($0) }
  /// Steps of one transaction that write an object which nothing else writes, remove it, and look for it.
  static let newWrites: [TransactionStep] = [
    .update(.listDroids, .append("droids", .character("9999", "Artoo"))),
    .updateObject(.characterFriends, key: "2001", .set("friends", to: [.character("9999", "Artoo")])),
  ]
  static let newRemovals: [TransactionStep] = [.removeMatching("9999"), .removeMatching("99"), .remove(key: "9999")]
  static let newReads: [TransactionStep] = [.readObject(.characterName, key: "9999"), .read(.listDroids)]
  static let reads: [TransactionStep] =
    [.read(.heroName), .read(.heroAndFriends), .read(.listDroids)]
    + ["2001", "1000"].map { .readObject(.characterName, key: $0) }
    + [.readObject(.characterHome, key: "2001"), .readObject(.characterFriends, key: "2001")]
}
