extension NormalizedSpec {
  /// Each kind of change, many changes, and many watchers.
  static let changeScenarios: [NormalizedScenario] =
    changes.map { row, query, old, new in
      NormalizedScenario(
        "normalized.watch.told-of-changes", "to \(row)", given: .works(),
        then: [
          Step(.serve(old, to: query)), Step(.watch(query, as: .watcher), .notifies(.data(old))),
          Step(.serve(new, to: query)), Step(.fetch(query, .fetchIgnoringCacheData), .notifies(.data(new))),
          Step(.serve(old, to: query)), Step(.fetch(query, .fetchIgnoringCacheData), .notifies(.data(old))),
        ])
    } + inTurnScenarios + [
      NormalizedScenario(
        "normalized.watch.told-of-changes", "to the form of a letter", given: .works(),
        then: [
          Step(.serve(.heroName("\u{e9}"), to: .heroName)),
          Step(.watch(.heroName, as: .watcher), .notifies(.data(.heroName("\u{e9}")))),
          Step(.serve(.heroName("e\u{301}"), to: .heroName)),
          Step(
            .fetch(.heroName, .fetchIgnoringCacheData),
            oneOf: [
              Outcome("told of the form", .notifies(.data(.heroName("e\u{301}")))),
              Outcome("not told: the texts are equal", .notifiesNothing),
              Outcome("told, in the form of before", .notifies(.data(.heroName("\u{e9}")))),
            ]),
        ]),
      NormalizedScenario(
        "normalized.policy.cache-dont-fetch", "for a watcher that has lost a friend", given: .heroFriendsAndDroids(),
        then: [
          Step(
            .watch(.heroAndFriends, .returnCacheDataDontFetch, as: .watcher),
            .notifies(.data(.heroAndFriends("R2-D2"))).demanded(by: "normalized.watch.first-result")),
          Step(.remove("1000"), .requestsNothing),
          Step(
            .renameHero("Artoo"),
            oneOf: [Outcome("renamed", .requestsNothing), Outcome("not found", .fails, .requestsNothing)]),
        ]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "twenty times", given: .heroWatched,
        then: (1...20).map { count in
          Step(.renameHero("R\(count)"), .notifies(.data(.heroAndFriends("R\(count)"))))
        }),
      NormalizedScenario(
        "normalized.watch.several", "twenty", given: .hero(),
        then: twenty.map { Step(.watch(.heroName, as: $0), .notifies(.data(.heroName("R2-D2"), to: $0))) } + [
          Step(
            .renameHero("Artoo"),
            .notify(.inAnyOrder(twenty.map { .value(.data(.heroName("Artoo"), to: $0)) })))
        ]),
      NormalizedScenario(
        "normalized.watch.several", "of one query, of which the first is cancelled",
        given: .hero().watchingHero(as: .watcher, "a").watchingHero(as: "second", "a second"),
        then: [
          Step(.cancel(.watcher)),
          Step(.renameHero("Artoo"), .notifies(.data(.heroName("Artoo"), to: "second"))),
        ]),
      NormalizedScenario(
        "normalized.watch.several", "of one query, of which the second is cancelled",
        given: .hero().watchingHero(as: .watcher, "a").watchingHero(as: "second", "a second"),
        then: [
          Step(.cancel("second")), Step(.renameHero("Artoo"), .notifies(.data(.heroName("Artoo")))),
        ]),
      NormalizedScenario(
        "normalized.watch.several", "a hundred changes at once", given: .works(),
        then: [
          Step(.serve(number(0), to: .sample("count", .number))),
          Step(.watch(.sample("count", .number), as: .watcher), .notifies(.data(number(0)))),
          // A watcher that reads the cache when it is told of a change may receive several changes at once.
          Step(
            .updateAtOnce(20, .sample("count", .number), .increment("sample.number"), times: 5),
            .notify(.endingWith(.value(.data(number(100)))))),
        ]),
      NormalizedScenario(
        "normalized.watch.several", "of several objects in one answer", given: .heroWatched,
        then: [
          Step(.serve(.droids(["1000": "Luke S.", "1002": "Solo", "2001": "Artoo"]), to: .listDroids)),
          // An answer that is written object by object may show in parts, and as a whole exactly once.
          Step(.fetch(.listDroids, .fetchIgnoringCacheData), .notify(.times(1, .value(.data(allRenamed))))),
        ]),
      NormalizedScenario(
        "normalized.transaction.failure", "and its change is made later", given: .heroWatched,
        then: [
          Step(.transact([.update(.heroName, .set("hero.name", to: "Artoo")), .fail]), .fails, .notifiesNothing),
          Step(.renameHero("Artoo"), .notifies(.data(.heroAndFriends("Artoo")))),
        ]),
      NormalizedScenario(
        "normalized.policy.fetch-ignoring-cache-completely", "for a watcher", given: .hero(),
        then: [
          Step(.serve(.heroName("Artoo"), to: .heroName)),
          Step(
            .watch(.heroName, .fetchIgnoringCacheCompletely, as: .watcher), .notifies(.data(.heroName("Artoo"))),
            .requests(.heroName)),
          Step(.peek(.heroName), .answers(.heroName("R2-D2"))),
        ]),
      NormalizedScenario(
        "normalized.policy.cache-dont-fetch", "for a watcher", given: .hero(),
        then: [
          Step(.serve(.heroName("Artoo"), to: .heroName)), Step(.serve(.artoo("Artoo"), to: .character("2001"))),
          Step(
            .watch(.heroName, .returnCacheDataDontFetch, as: .watcher),
            .notifies(.data(.heroName("R2-D2"))).demanded(by: "normalized.watch.first-result"), .requestsNothing),
          Step(.watch(.character("2001"), .returnCacheDataDontFetch, as: "second"), .requestsNothing),
          Step(.peek(.character("2001")), .fails),
        ]),
      NormalizedScenario(
        "normalized.policy.cache-dont-fetch", "for a watcher whose data is removed", given: .hero(),
        then: [
          Step(
            .watch(.heroName, .returnCacheDataDontFetch, as: .watcher),
            .notifies(.data(.heroName("R2-D2"))).demanded(by: "normalized.watch.first-result")),
          Step(.remove("2001"), .requestsNothing), Step(.clear, .requestsNothing),
        ]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "once everything was removed, and fetched again", given: .watcherTold,
        then: [
          Step(.clear), Step(.serve(.heroAndFriends("Threepio"), to: .heroAndFriends)),
          Step(.fetch(.heroAndFriends, .fetchIgnoringCacheData), .answers(.heroAndFriends("Threepio"))),
          Step(.renameHero("Beeper"), .notify(.containing([.value(.data(.heroAndFriends("Beeper")))]))),
        ]),
      NormalizedScenario(
        "normalized.policy.cached-data-at-once", "for a watcher", given: .hero().watcherUnderWay(),
        then: [Step(.lookAtResults(of: .watcher), .notifies(.data(.heroName("R2-D2"))))]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "while its own fetch is under way, which fails", given: .hero(),
        then: [
          Step(.server(.down(.noConnection))), Step(.requests(.hold)),
          Step(.watch(.heroName, .returnCacheDataAndFetch, as: .watcher)), Step(.requests(.awaitHeld(1))),
          Step(.renameHero("Beeper")), Step(.requests(.releaseAll)),
          // Either at once, or when its fetch has ended.
          Step(.lookAtResults(of: .watcher), .notify(.containing([.value(.data(.heroName("Beeper")))]))),
        ]),
      NormalizedScenario(
        "normalized.watch.cancel-under-way", "a second result", given: .hero().watcherUnderWay(),
        then: [
          Step(.lookAtResults(of: .watcher)), Step(.cancel(.watcher)), Step(.requests(.releaseAll), .notifiesNothing),
          Step(.renameHero("Beeper"), .notifiesNothing),
        ]),
      NormalizedScenario(
        "normalized.watch.cancel-lets-go", "of one that fetched", given: .works(),
        then: [
          Step(.serve(.heroName("R2-D2"), to: .heroName)),
          Step(.watch(.heroName, .fetchIgnoringCacheData, as: .watcher), .notifies(.data(.heroName("R2-D2")))),
          Step(.cancel(.watcher)), Step(.lookAtHandler(of: .watcher), .answers(.handler(isHeld: false))),
        ]),
    ]

  /// What a watcher is told when nothing is waited for between changes.
  private static let inTurnScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.watch.several", "three changes, one right after another, again and again", given: .heroWatched,
      then: (1...60).map { round in
        let names = ["A\(round)", "B\(round)", "C\(round)"]
        return Step(
          .transactInTurn(names.map { [.update(.heroName, .set("hero.name", to: .text($0)))] }),
          .notify(.endingWith(.value(.data(.heroAndFriends(names[2]))))))
      } + [Step(.peek(.heroAndFriends), .answers(.heroAndFriends("C60")))]),
    NormalizedScenario(
      "normalized.watch.several", "two changes of one object in one transaction", given: .heroWatched,
      then: [
        Step(
          .transact([
            .updateObject(.characterName, key: "2001", .set("name", to: "Artoo")),
            .updateObject(.characterName, key: "2001", .set("name", to: "Beeper")),
          ]),
          oneOf: [
            Outcome("told once", .notifies(.data(.heroAndFriends("Beeper")))),
            Outcome(
              "told of both", .notifies(.data(.heroAndFriends("Artoo")), .data(.heroAndFriends("Beeper")))),
          ])
      ]),
  ]

  private static let twenty = (1...20).map { "watcher \($0)" }
  private static let allRenamed = GraphValue.hero(
    .character("2001", "Artoo", ["friends": [.character("1000", "Luke S."), .character("1002", "Solo")]]))

  private static func number(_ number: Int64) -> GraphValue {
    ["sample": ["id": "count", "number": .integer(number)]]
  }

  private static let changes: [(row: String, GraphOperation, old: GraphValue, new: GraphValue)] = [
    (
      "the order of a list", .listDroids, .droids(["1": "one", "2": "two"]), .droids(["2": "two", "1": "one"])
    ),
    ("the length of a list", .row, row("one", "two", "three"), row("one", "two")),
    ("the case of a letter", .heroName, .heroName("r2-d2"), .heroName("R2-D2")),
    (
      "a late item of a long list", .row, .object(["row": .list(thirty(.null))]),
      .object(["row": .list(thirty(.character("new", "BB-8")))])
    ),
    ("a list in a list", .grid, ["grid": [[.character("1", "one")]]], ["grid": [[.character("1", "two")]]]),
    ("a friend's friend", .heroFriendsFriends, friendsFriend("Han"), friendsFriend("Solo")),
    ("a large whole number", .sample("s"), value(9_007_199_254_740_993), value(9_007_199_254_740_992)),
    ("true or false", .sample("s"), value(false), value(true)),
    ("no text or null", .sample("s"), value(""), value(.null)),
    ("the order of values", .sample("s", .texts), texts(["a", "b"]), texts(["b", "a"])),
    ("an empty list that fills", .listDroids, ["droids": []], .droids(["1": "one", "2": "two"])),
    ("a fraction", .sample("s"), value(1.5), value(2.5)),
    (
      "a value in a list in a list", .sample("s", .matrix), ["sample": ["id": "s", "matrix": [[1, 2], [3]]]],
      ["sample": ["id": "s", "matrix": [[1, 2], [4]]]]
    ),
    ("a value of many parts", .sample("s"), value(["unit": "m"]), value(["unit": "ft"])),
    ("a field with an argument", .height("METER"), height(1.09), height(1.1)),
    ("the end of a long text", .sample("s"), value(.text(long + "1")), value(.text(long + "2"))),
    ("a number or its text", .sample("s"), value(1), value("1")),
    ("an empty list or null", .sample("s"), value([]), value(.null)),
    ("a list that was null", .listDroids, ["droids": .null], .droids(["1": "one", "2": "two"])),
    (
      "an object in a list in a list", .grid, ["grid": [[.character("1", "one")]]], ["grid": [[.character("2", "one")]]]
    ),
  ]

  private static let long = String(repeating: "text ", count: 400)
  private static func row(_ names: String...) -> GraphValue { ["row": .list(names.map { .character($0, $0) })] }
  private static func value(_ value: GraphValue) -> GraphValue { ["sample": ["id": "s", "value": value]] }
  private static func texts(_ texts: GraphValue) -> GraphValue { ["sample": ["id": "s", "texts": texts]] }
  private static func thirty(_ late: GraphValue) -> [GraphValue] {
    (0..<30).map { $0 == 25 ? late : .character("\($0)", "Droid") }
  }
  private static func friendsFriend(_ name: String) -> GraphValue {
    let luke = GraphValue.character("1000", "Luke", ["friends": [.character("1002", name)]])
    return .hero(.character("2001", "R2-D2", ["friends": [luke]]))
  }
}

extension Fixture where Action == NormalizedAction {
  /// The hero has another name and is watched with `returnCacheDataAndFetch`; the request is held.
  fileprivate func watcherUnderWay() -> Self {
    and(
      "a watcher's fetch with `returnCacheDataAndFetch` is under way", standingOn: "normalized.watch.cache-and-fetch",
      [
        Step(.serve(.heroName("Artoo"), to: .heroName)), Step(.requests(.hold)),
        Step(.watch(.heroName, .returnCacheDataAndFetch, as: .watcher)), Step(.requests(.awaitHeld(1))),
      ])
  }
}
