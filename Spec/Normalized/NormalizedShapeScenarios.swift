/// Watching, writing and removing for data of different shapes: lists, fragments, nested objects, many objects.
extension NormalizedSpec {
  static let shapeScenarios: [NormalizedScenario] =
    dependenceScenarios + sameAgainScenarios + stepScenarios + mergeScenarios + danglingScenarios

  // MARK: What a watcher depends on

  private static let dependenceScenarios: [NormalizedScenario] = [
    told(
      "of what is under a fragment", .lastMet, ["lastMet": .character("2001", "R2-D2")],
      then: .rename("2001", to: "Artoo"), ["lastMet": .character("2001", "Artoo")]),
    told(
      "of an object without an id in one with an id", .home("9"), .home("9", "Mos Eisley", in: "Tatooine"),
      then: .update(.home("9"), .set("character.home.home.name", to: "Naboo")),
      .home("9", "Mos Eisley", in: "Naboo")),
    told(
      "of an object behind a null in a list", .row, ["row": [.null, .character("2001", "R2-D2")]],
      then: .rename("2001", to: "Artoo"), ["row": [.null, .character("2001", "Artoo")]]),
    told(
      "of the last of twelve hundred objects", .listDroids, droids(1200) { "Droid \($0)" },
      then: .rename("k1199", to: "R2-D2"), droids(1200) { $0 == 1199 ? "R2-D2" : "Droid \($0)" }),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "by an answer with a hundred objects", given: .works(),
      then: .fetching(droids(100) { "Droid \($0)" }, .listDroids) + [
        Step(.serve(["character": .character("k7", "Droid 7")], to: .character("k7"))),
        Step(.watch(.character("k7"), as: .watcher), .notifies(.data(["character": .character("k7", "Droid 7")]))),
        Step(.serve(droids(100) { "R\($0)" }, to: .listDroids)),
        Step(
          .fetch(.listDroids, .fetchIgnoringCacheData), .notifies(.data(["character": .character("k7", "R7")]))),
      ]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "of an object that was removed, and fetched again",
      given: .rootWatchedOffline,
      then: [
        Step(.remove("1003")), Step(.serve(["character": .character("1003", "Leia")], to: .character("1003"))),
        Step(.fetch(.character("1003"), .fetchIgnoringCacheData)),
        Step(.rename("1003", to: "Leia O."), .notifies(.data(["leader": .character("1003", "Leia O.")]))),
      ]),
    NormalizedScenario(
      "normalized.watch.not-told-of-others", "a field with another argument", given: .works(),
      then: .fetching(height(3.58), .height("FOOT")) + [
        Step(.serve(height(1.09), to: .height("METER"))),
        Step(.watch(.height("METER"), as: .watcher), .notifies(.data(height(1.09)))),
        Step(.serve(height(3.6), to: .height("FOOT"))),
        Step(.fetch(.height("FOOT"), .fetchIgnoringCacheData), .answers(height(3.6)), .notifiesNothing),
      ]),
    NormalizedScenario(
      "normalized.watch.not-told-of-others", "another field of the root", given: .rootWatchedOffline,
      then: [
        Step(.serve(["traitor": .character("1006", "Lando")], to: .traitor)),
        Step(
          .fetch(.traitor, .fetchIgnoringCacheData), .answers(["traitor": .character("1006", "Lando")]),
          .notifiesNothing),
      ]),
    NormalizedScenario(
      "normalized.watch.several", "sixty", given: .hero(),
      then: sixty.map { Step(.watch(.heroName, as: $0), .notifies(.data(.heroName("R2-D2"), to: $0))) } + [
        Step(
          .renameHero("Artoo"), .notify(.inAnyOrder(sixty.map { .value(.data(.heroName("Artoo"), to: $0)) })))
      ]),
    NormalizedScenario(
      "normalized.watch.first-result", "of two watchers whose fetches are under way", given: .works(),
      then: [
        Step(.serve(.heroName("R2-D2"), to: .heroName)), Step(.requests(.hold)), Step(.watch(.heroName, as: .watcher)),
        Step(.watch(.heroName, as: "second")), joining,
        // If each has its own answer, the first may also be told of the second's.
        Step(
          .requests(.releaseAll),
          .notify(.containing([.value(.data(.heroName("R2-D2")))])).demanded(by: "normalized.watch.several"),
          .notify(.containing([.value(.data(.heroName("R2-D2"), to: "second"))]))),
      ]),
    NormalizedScenario(
      "normalized.overlap.cancelled-fetch", "of a watcher, beside an equal one, which goes on", given: .works(),
      then: [
        Step(.serve(.heroName("R2-D2"), to: .heroName)), Step(.requests(.hold)), Step(.watch(.heroName, as: .watcher)),
        Step(.begin(.heroName, as: "fetch")), joining, Step(.cancel(.watcher)), Step(.requests(.releaseAll)),
        Step(.finish("fetch"), .answers(.heroName("R2-D2")), .stores(.heroName("R2-D2"))),
      ]),
  ]

  /// A watcher shows what is fetched for it, and is told of what is done afterwards.
  private static func told(
    _ row: String, _ query: GraphOperation, _ old: GraphValue, then change: NormalizedAction, _ new: GraphValue,
    line: Int = #line
  ) -> NormalizedScenario {
    NormalizedScenario(
      "normalized.watch.told-of-changes", row, given: .works(),
      then: [
        Step(.serve(old, to: query)), Step(.watch(query, as: .watcher), .notifies(.data(old))),
        Step(change, .notifies(.data(new))),
      ], line: line)
  }

  // MARK: Unchanged data that is fetched again

  private static let sameAgainScenarios: [NormalizedScenario] = [
    ("a list", .row, ["row": [.character("1", "one"), .character("2", "two")]]),
    ("a null", .leader, ["leader": .null]),
    ("a value of many parts", .sample("s"), ["sample": ["id": "s", "value": ["unit": "m"]]]),
    ("a fraction", .sample("s"), ["sample": ["id": "s", "value": 0.1]]),
    ("lists in lists", .grid, ["grid": [[.character("1", "one")], []]]),
  ].map { (row: String, query: GraphOperation, data: GraphValue) in
    NormalizedScenario(
      "normalized.watch.unchanged", row, given: .works(),
      then: [
        Step(.serve(data, to: query)),
        Step(.watch(query, .fetchIgnoringCacheData, as: .watcher), .notifies(.data(data))),
        Step(.fetch(query, .fetchIgnoringCacheData), .answers(data), .notifiesNothing),
      ])
  }

  // MARK: Transactions of several steps

  private static let stepScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.update.tells-watchers", "beside a removal",
      given: .heroFriendsAndDroids().watchingHero(as: .watcher, "a"),
      then: [
        Step(
          .transact([.update(.heroName, .set("hero.name", to: "Artoo")), .remove(key: "2002")]),
          .notifies(.data(.heroName("Artoo"))))
      ]),
    NormalizedScenario(
      "normalized.update.tells-watchers", "after another step",
      given: .heroFriendsAndDroids().watchingHero(as: .watcher, "a"),
      then: [
        Step(
          .transact([
            .updateObject(.characterName, key: "2002", .set("name", to: "Goldenrod")),
            .updateObject(.characterName, key: "2001", .set("name", to: "Artoo")),
          ]), .notifies(.data(.heroName("Artoo"))))
      ]),
    NormalizedScenario(
      "normalized.watch.unchanged", "a removal of what is not there", given: .watcherTold,
      then: [
        Step(.remove("9999"), .notifiesNothing), Step(.remove(matching: "9999"), .notifiesNothing),
        Step(.renameHero("Beeper"), .notifies(.data(.heroAndFriends("Beeper"))))
          .demanded(by: "normalized.watch.told-of-changes"),
      ]),
    NormalizedScenario(
      "normalized.remove.object", "that was changed in the same transaction", given: .heroFriendsAndDroids(),
      then: [
        Step(
          .transact([
            .updateObject(.characterName, key: "2002", .set("name", to: "Goldenrod")), .remove(key: "2002"),
          ])), Step(.read(.characterName, "2002"), .fails),
      ]),
    NormalizedScenario(
      "normalized.remove.matching", "and written again in the same transaction", given: .heroFriendsAndDroids(),
      then: [
        Step(
          .transact([.removeMatching("2002"), .update(.heroName, .set("hero", to: .character("2002", "C-3PO")))])),
        Step(.read(.characterName, "2002"), .answers(.character("2002", "C-3PO"))),
      ]),
  ]

  // MARK: Merging

  private static let mergeScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.records.merge", "of objects within another", given: .works(),
      then: .fetching(homes, .heroAndHomes) + .fetching(.heroAndFriends("R2-D2"), .heroAndFriends) + [
        Step(.peek(.heroAndHomes), .answers(homes))
      ]),
    NormalizedScenario(
      "normalized.fragment.updates-queries", "and leaves what the query does not name", given: .heroDetails(),
      then: .fetching(["lastMet": .character("2001", "Artoo")], .lastMet) + [
        Step(
          .peek(.heroDetails), .answers(.heroDetails("Artoo", films: ["NEWHOPE", "EMPIRE"])))
      ]),
    NormalizedScenario(
      "normalized.records.arguments", "in an update", given: .works(),
      then: .fetching(.home("1", "one", in: "a"), .home("1")) + .fetching(found("1"), search("a"))
        + .fetching(found("2"), search("b")) + [
          Step(.update(search("a"), .set("search", to: [.character("3", "three")]))),
          Step(.peek(search("a")), .answers(["search": [.character("3", "three")]]))
            .demanded(by: "normalized.update.query"),
          Step(.peek(search("b")), .answers(found("2"))),
        ]),
    NormalizedScenario(
      "normalized.records.arguments", "whole numbers beyond a double", given: .works(),
      then: .fetching(["review": ["stars": 5, "commentary": "good"]], .review(9_007_199_254_740_993)) + [
        Step(.peek(.review(9_007_199_254_740_992)), .fails),
        Step(
          .peek(.review(9_007_199_254_740_993)), .answers(["review": ["stars": 5, "commentary": "good"]])),
      ]),
  ]

  // MARK: References to removed objects

  private static let danglingScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.remove.dangling-reference-misses", "read by a fragment",
      given: .heroFriendsAndDroids().removing("1002"),
      then: [Step(.read(.characterFriends, "2001"), .fails)]),
    NormalizedScenario(
      "normalized.remove.dangling-reference-misses", "under returnCacheDataAndFetch",
      given: .heroFriendsAndDroids().removing("1002"),
      then: [
        Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
        Step(.fetch(.heroAndFriends, .returnCacheDataAndFetch), .answers(.heroAndFriends("Artoo"))),
      ]),
  ]

  private static let sixty = (1...60).map { "watcher \($0)" }
  private static let homes = GraphValue.hero(
    .character(
      "2001", "R2-D2",
      [
        "friends": [
          ["id": "1000", "homePlanet": "Tatooine"], ["id": "1002", "homePlanet": "Corellia"],
        ]
      ]))

  private static func droids(_ count: Int, _ name: (Int) -> String) -> GraphValue {
    ["droids": .list((0..<count).map { .character("k\($0)", name($0)) })]
  }
  private static func search(_ text: GraphValue) -> GraphOperation { .search(GraphArgument("text", text)) }
  private static func found(_ id: String) -> GraphValue { ["search": [.character(id, "found")]] }
}

extension Fixture where Action == NormalizedAction {
  /// The leader is watched without a request to the server.
  fileprivate static let rootWatchedOffline = works().and(
    "a watcher shows the leader, from the cache alone", standingOn: "normalized.watch.first-result",
    [
      Step(
        .watch(.leader, .returnCacheDataDontFetch, as: .watcher),
        .notifies(.data(["leader": .character("1003", "Leia")])))
    ])
}
