extension NormalizedSpec {
  /// What a watcher depends on, which changes with the data that it shows.
  static let followingScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.watch.told-of-changes", "by a fetch that was under way",
      given: .watcherTold.and(
        "a second watcher's first fetch, which renames the hero to Beeper, is under way",
        standingOn: "normalized.watch.first-result",
        [
          Step(.serve(.artoo("Beeper"), to: .character("2001"))), Step(.requests(.hold)),
          Step(.watch(.character("2001"), .fetchIgnoringCacheData, as: "second")), Step(.requests(.awaitHeld(1))),
        ]),
      then: [
        Step(
          .requests(.releaseAll),
          .notify(
            .inAnyOrder([
              .value(.data(.heroAndFriends("Beeper"))), .value(.data(.artoo("Beeper"), to: "second")),
            ])))
      ]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "to another field that it shows", given: .homeWatched,
      then: [
        Step(.update(.heroHome, .set("hero.homePlanet", to: "Tatooine")), .notifies(.data(home("Tatooine"))))
      ]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "of a field that was null", given: .homeWatched,
      then: [
        Step(.update(.heroHome, .set("hero.homePlanet", to: .null)), .notifies(.data(nowhere))),
        Step(.update(.heroHome, .set("hero.homePlanet", to: "Tatooine")), .notifies(.data(home("Tatooine")))),
      ]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "of a field under the root", given: .rootWatched,
      then: [
        Step(.serve(["leader": .null], to: .leader)),
        Step(.fetch(.leader, .fetchIgnoringCacheData), .notifies(.data(["leader": .null]))),
        Step(.serve(["leader": .character("1003", "Leia")], to: .leader)),
        Step(.fetch(.leader, .fetchIgnoringCacheData), .notifies(.data(["leader": .character("1003", "Leia")]))),
      ]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "of a field under an alias", given: .aliasWatched,
      then: [
        Step(.renameHero("Artoo"), .notifies(.data(byAlias("Artoo")))),
        Step(.rename("2001", to: "Beeper"), .notifies(.data(byAlias("Beeper")))),
      ]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "after a part was missing that came later", given: .droidsAndHomesWatched,
      then: [
        Step(.serve(.droids(["2001": "R2-D2", "2003": "BB-8"]), to: .listDroids)),
        Step(.serve(["droids": [artoo("R2-D2"), ball]], to: .droidsAndHomes)),
        // The watcher's data lacks a home and is then complete again. Whether it is told of either is not judged here.
        Step(.fetch(.listDroids, .fetchIgnoringCacheData)),
        Step(.serve(.hero(["id": "2003", "homePlanet": "Endor"]), to: .heroHome)),
        Step(.fetch(.heroHome, .fetchIgnoringCacheData)),
        Step(.rename("2001", to: "Artoo"), .notifies(.data(["droids": [artoo("Artoo"), ball]]))),
      ]),
    NormalizedScenario(
      "normalized.watch.follows-its-data", "an object that comes in", given: .droidsWatched.listChanged,
      then: [
        Step(.rename("2003", to: "Ball"), .notifies(.data(.droids(["2001": "R2-D2", "2003": "Ball"])))),
        Step(.rename("2001", to: "Artoo"), .notifies(.data(.droids(["2001": "Artoo", "2003": "Ball"])))),
      ]),
    NormalizedScenario(
      "normalized.watch.follows-its-data", "an object that leaves", given: .droidsWatched.listChanged,
      // The document does not say whether an unreferenced object stays cached, so another query references it.
      then: [NormalizedStep].fetching(["character": .character("2002", "C-3PO")], .character("2002")) + [
        Step(.rename("2002", to: "Goldenrod"), .notifiesNothing),
        Step(.read(.characterName, "2002"), .answers(.character("2002", "Goldenrod"))),
        Step(.rename("2003", to: "Ball"), .notifies(.data(.droids(["2001": "R2-D2", "2003": "Ball"])))),
      ]),
    NormalizedScenario(
      "normalized.watch.follows-its-data", "another object in its place",
      given: .rootWatched.and(
        "the leader is Mon Mothma now", standingOn: "normalized.watch.told-of-changes",
        [
          Step(.serve(["leader": .character("1005", "Mon")], to: .leader)),
          Step(.fetch(.leader, .fetchIgnoringCacheData), .notifies(.data(["leader": .character("1005", "Mon")]))),
        ]),
      then: [NormalizedStep].fetching(["character": .character("1003", "Leia")], .character("1003")) + [
        Step(.rename("1003", to: "Leia O."), .notifiesNothing),
        Step(.rename("1005", to: "Mon M."), .notifies(.data(["leader": .character("1005", "Mon M.")]))),
      ]),
  ]

  private static let ball = GraphValue.character("2003", "BB-8", ["homePlanet": "Endor"])
  fileprivate static func artoo(_ name: String) -> GraphValue { .character("2001", name, ["homePlanet": "Naboo"]) }
  private static let nowhere = GraphValue.hero(["id": "2001", "homePlanet": .null])
  fileprivate static func byAlias(_ name: String) -> GraphValue { ["leader": ["id": "2001", "called": .text(name)]] }
}

extension Fixture where Action == NormalizedAction {
  private static let showing: RuleID = "normalized.watch.first-result"

  /// A list of droids is watched.
  static let droidsWatched = heroFriendsAndDroids().and(
    "a watcher shows the droids", standingOn: showing,
    [Step(.watch(.listDroids, as: .watcher), .notifies(.data(.droids(["2001": "R2-D2", "2002": "C-3PO"]))))])

  /// One droid of the list was replaced by another.
  fileprivate var listChanged: Self {
    and(
      "the list has one other droid", standingOn: "normalized.watch.told-of-changes",
      [
        Step(.serve(.droids(["2001": "R2-D2", "2003": "BB-8"]), to: .listDroids)),
        Step(
          .fetch(.listDroids, .fetchIgnoringCacheData), .notifies(.data(.droids(["2001": "R2-D2", "2003": "BB-8"])))),
      ])
  }

  /// A list of droids with their homes is watched, and the watcher makes no request to the server.
  fileprivate static let droidsAndHomesWatched = works().and(
    "a watcher shows a droid and its home, from the cache alone", standingOn: showing,
    [NormalizedStep].fetching(["droids": [NormalizedSpec.artoo("R2-D2")]], .droidsAndHomes) + [
      Step(
        .watch(.droidsAndHomes, .returnCacheDataDontFetch, as: .watcher),
        .notifies(.data(["droids": [NormalizedSpec.artoo("R2-D2")]])))
    ])

  fileprivate static let homeWatched = heroDetails().and(
    "a watcher shows the hero's home", standingOn: showing,
    [Step(.watch(.heroHome, as: .watcher), .notifies(.data(NormalizedSpec.home("Naboo"))))])

  fileprivate static let rootWatched = works().and(
    "a watcher shows the leader", standingOn: showing,
    [Step(.watch(.leader, as: .watcher), .notifies(.data(["leader": .character("1003", "Leia")])))])

  fileprivate static let aliasWatched = hero().and(
    "it is read under aliases", standingOn: "normalized.records.alias",
    [Step(.peek(.heroByAlias), .answers(NormalizedSpec.byAlias("R2-D2")))]
  ).and(
    "a watcher shows the hero under aliases", standingOn: showing,
    [Step(.watch(.heroByAlias, as: .watcher), .notifies(.data(NormalizedSpec.byAlias("R2-D2"))))])

  /// A change to the watched data is in flight.
  func changeUnderWay() -> Self {
    and(
      "a fetch that renames the hero to Beeper is under way",
      standingOn: "normalized.policy.fetch-ignoring-cache-data",
      [
        Step(.serve(.artoo("Beeper"), to: .character("2001"))), Step(.requests(.hold)),
        Step(.begin(.character("2001"), .fetchIgnoringCacheData, as: "fetch")), Step(.requests(.awaitHeld(1))),
      ])
  }

  /// Another watcher waits for its first result.
  func listFetchUnderWay() -> Self {
    and(
      "another watcher's first fetch is under way", standingOn: "normalized.watch.first-result",
      [
        Step(.serve(.droids(["2002": "Goldenrod"]), to: .listDroids)), Step(.requests(.hold)),
        Step(.watch(.listDroids, .fetchIgnoringCacheData, as: "list")), Step(.requests(.awaitHeld(1))),
      ])
  }
}
