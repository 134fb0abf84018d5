import CacheVocabulary

extension NormalizedSpec {
  private static let artoo = GraphOperation.renameDroid("2001", to: "Artoo")
  private static let renaming: [NormalizedStep] = [
    Step(.serve(["renameDroid": .character("2001", "Artoo")], to: artoo)),
    Step(.serve(.artoo("Artoo"), to: .character("2001"))),
  ]
  private static let toldArtoo = Expectation.tells(told("watcher", .heroAndFriends("Artoo")))
  private static let change = NormalizedStep(.perform(artoo), toldArtoo)

  /// Watching, and what a watcher is told.
  static let watchScenarios: [NormalizedScenario] =
    [
      NormalizedScenario(
        "normalized.watch.first-result", "cached", given: .heroCached,
        then: [
          Step(.watch(.heroAndFriends, as: "watcher"), .tells(told("watcher", .heroAndFriends("R2-D2"))), .asksNothing)
        ]),
      NormalizedScenario(
        "normalized.watch.first-result", "not cached",
        given: .works() + [Step(.serve(.heroAndFriends("R2-D2"), to: .heroAndFriends))],
        then: [
          Step(
            .watch(.heroAndFriends, as: "watcher"), .tells(told("watcher", .heroAndFriends("R2-D2"))),
            .asks(GraphOperation.heroAndFriends)),
          Step(.peek(.heroAndFriends), .answers(graph: .heroAndFriends("R2-D2"))),
        ]),
      NormalizedScenario(
        "normalized.watch.first-result", "the server's",
        given: .heroCached + [Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends))],
        then: [
          Step(
            .watch(.heroAndFriends, .fetchIgnoringCacheData, as: "watcher"), toldArtoo,
            .asks(GraphOperation.heroAndFriends))
        ]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "by another query", given: .heroWatched + renaming,
        then: [Step(.fetch(.character("2001")), toldArtoo)]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "by a mutation", given: .heroWatched + renaming, then: [change]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "by a direct write", given: .heroWatched,
        then: [Step(.transact([.update(.heroName, .set("hero.name", to: "Artoo"))]), toldArtoo)]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "to a friend", given: .heroWatched,
        then: [
          Step(
            .transact([.updateObject(.characterName, key: "1000", .set("name", to: "Luke S."))]),
            .tells(told("watcher", .heroAndFriends("R2-D2", luke: "Luke S."))))
        ]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "to a reference",
        given: .heroWatched + [
          Step(.serve(.hero(.character("2001", "R2-D2", ["friends": []])), to: .heroAndFriends))
        ],
        then: [
          Step(
            .fetch(.heroAndFriends, .fetchIgnoringCacheData),
            .tells(told("watcher", .hero(.character("2001", "R2-D2", ["friends": []])))))
        ]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "again and again", given: .heroWatched + renaming,
        then: [
          change,
          Step(
            .transact([.update(.heroName, .set("hero.name", to: "Beeper"))]),
            .tells(told("watcher", .heroAndFriends("Beeper")))),
        ]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "a list fetched again",
        given: .heroCached + [
          Step(.watch(.listDroids, as: "list"), .tells(told("list", .droids(["2001": "R2-D2", "2002": "C-3PO"])))),
          Step(.serve(.droids(["2001": "R2-D2", "2003": "BB-8"]), to: .listDroids)),
        ],
        then: [
          Step(
            .fetch(.listDroids, .fetchIgnoringCacheData),
            .tells(told("list", .droids(["2001": "R2-D2", "2003": "BB-8"]))))
        ]),
      NormalizedScenario(
        "normalized.watch.not-told-of-others", "another object", given: .heroWatched + renaming + [change],
        then: [
          Step(
            .transact([.updateObject(.characterName, key: "2002", .set("name", to: "Goldenrod"))]), .tellsNothing),
          Step(.read(.characterName, "2002"), .answers(graph: .character("2002", "Goldenrod"))),
        ]),
      NormalizedScenario(
        "normalized.watch.not-told-of-others", "another field",
        given: .heroWatched + renaming + [
          change, Step(.serve(.hero(["id": "2001", "homePlanet": "Naboo"]), to: .heroHome)),
        ],
        then: [
          Step(.fetch(.heroHome), .answers(graph: .hero(["id": "2001", "homePlanet": "Naboo"])), .tellsNothing)
        ]),
      NormalizedScenario(
        "normalized.watch.not-told-of-others", "another field that changes",
        given: .having([.heroHome: .hero(["id": "2001", "homePlanet": "Naboo"]), .heroName: .heroName("R2-D2")]) + [
          Step(.watch(.heroName, as: "watcher"), .tells(told("watcher", .heroName("R2-D2")))),
          Step(
            .transact([.update(.heroName, .set("hero.name", to: "Artoo"))]), .tells(told("watcher", .heroName("Artoo")))
          ),
        ],
        then: [
          Step(.transact([.update(.heroHome, .set("hero.homePlanet", to: "Tatooine"))]), .tellsNothing),
          Step(.peek(.heroHome), .answers(graph: .hero(["id": "2001", "homePlanet": "Tatooine"]))),
        ]),
      NormalizedScenario(
        "normalized.watch.unchanged", "fetched again", given: .heroWatched + renaming + [change],
        then: [
          Step(
            .fetch(.character("2001"), .fetchIgnoringCacheData), .asks(GraphOperation.character("2001")), .tellsNothing)
        ]),
      NormalizedScenario(
        "normalized.watch.unchanged", "written by hand", given: .heroWatched + renaming + [change],
        then: [Step(.transact([.update(.heroName, .set("hero.name", to: "Artoo"))]), .tellsNothing)]),
    ] + cancelScenarios + severalScenarios + openWatchScenarios

  private static let cancelScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.watch.cancel", "before a change",
      given: .heroWatched + renaming + [change],
      then: [
        Step(.cancel("watcher"), .tellsNothing),
        Step(.transact([.update(.heroName, .set("hero.name", to: "Beeper"))]), .tellsNothing),
        Step(.peek(.heroName), .answers(graph: .heroName("Beeper"))),
      ]),
    NormalizedScenario(
      "normalized.watch.cancel", "during a change",
      given: .heroWatched + renaming + [
        change, Step(.serve(.artoo("Beeper"), to: .character("2001"))), Step(.hold),
        Step(.begin(.character("2001"), .fetchIgnoringCacheData, as: "fetch")), Step(.awaitHeld(1)),
      ],
      then: [
        Step(.cancel("watcher"), .tellsNothing),
        Step(.release(.all), .tellsNothing),
        Step(.finish("fetch"), .answers(graph: .artoo("Beeper")), .tellsNothing),
      ]),
    NormalizedScenario(
      "normalized.watch.cancel", "during its own fetch",
      given: .heroWatched + renaming + [
        change, Step(.serve(.droids(["2002": "Goldenrod"]), to: .listDroids)), Step(.hold),
        Step(.watch(.listDroids, .fetchIgnoringCacheData, as: "list")), Step(.awaitHeld(1)),
      ],
      then: [
        Step(.cancel("list"), .tellsNothing),
        Step(.release(.all), .tellsNothing),
        Step(
          .transact([.update(.heroName, .set("hero.name", to: "Beeper"))]),
          .tells(told("watcher", .heroAndFriends("Beeper")))),
      ]),
    NormalizedScenario(
      "normalized.watch.cancel", "one of two",
      given: .heroWatched + [
        Step(.watch(.heroName, as: "second"), .tells(told("second", .heroName("R2-D2"))))
      ] + renaming,
      then: [
        Step(.cancel("watcher"), .tellsNothing), Step(.perform(artoo), .tells(told("second", .heroName("Artoo")))),
      ]),
  ]

  private static let severalScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.watch.several",
      given: .heroWatched + [
        Step(.watch(.heroName, as: "second"), .tells(told("second", .heroName("R2-D2")))),
        Step(.watch(.heroName, as: "third"), .tells(told("third", .heroName("R2-D2")))),
      ] + renaming,
      then: [
        Step(.perform(artoo), everyoneTold("Artoo")),
        Step(.transact([.update(.heroName, .set("hero.name", to: "Beeper"))]), everyoneTold("Beeper")),
        Step(.transact([.update(.heroName, .set("hero.name", to: "R2-D2"))]), everyoneTold("R2-D2")),
      ]),
    NormalizedScenario(
      "normalized.watch.cache-and-fetch", "cached",
      given: .heroCached + [Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends))],
      then: [
        Step(
          .watch(.heroAndFriends, .returnCacheDataAndFetch, as: "watcher"),
          .tells(told("watcher", .heroAndFriends("R2-D2")), told("watcher", .heroAndFriends("Artoo"))),
          .asks(GraphOperation.heroAndFriends)),
        Step(
          .transact([.update(.heroName, .set("hero.name", to: "Beeper"))]),
          .tells(told("watcher", .heroAndFriends("Beeper")))),
      ]),
    NormalizedScenario(
      "normalized.watch.cache-and-fetch", "not cached",
      given: .works() + [Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends))],
      then: [
        Step(
          .watch(.heroAndFriends, .returnCacheDataAndFetch, as: "watcher"), toldArtoo,
          .asks(GraphOperation.heroAndFriends))
      ]),
  ]

  private static func everyoneTold(_ name: String) -> Expectation {
    let facts = [
      told("watcher", .heroAndFriends(name)), told("second", .heroName(name)), told("third", .heroName(name)),
    ]
    return Expectation(.told, .inAnyOrder(facts.map(Fact.value)))
  }

  private static let openWatchScenarios: [NormalizedScenario] =
    [
      NormalizedScenario(
        "normalized.watch.after-miss",
        given: .works() + [
          Step(.watch(.heroName, .returnCacheDataDontFetch, as: "watcher")),
          Step(.serve(.heroName("R2-D2"), to: .heroName)),
        ],
        then: [
          Step(
            .fetch(.heroName),
            oneOf: [
              Outcome("reaches it", .answers(graph: .heroName("R2-D2")), .tells(told("watcher", .heroName("R2-D2")))),
              Outcome("never wakes", .answers(graph: .heroName("R2-D2")), .tellsNothing),
            ])
        ])
    ]
    + removals.map { row, action in
      NormalizedScenario(
        "normalized.watch.after-removal", row, given: .heroWatched + renaming + [change],
        then: [
          Step(
            action,
            oneOf: [
              Outcome("tells nobody", .tellsNothing),
              Outcome("tells of a miss", .tells(toldError("watcher"))),
              Outcome(
                "fetches, and tells of the data", .tells(told("watcher", .heroAndFriends("R2-D2"))), .asksSomething),
            ])
        ])
    }

  private static let removals: [(String, NormalizedAction)] = [
    ("the hero", .remove("2001")), ("a friend", .remove("1000")), ("by pattern", .remove(matching: "200")),
    ("everything", .clear),
  ]
}
