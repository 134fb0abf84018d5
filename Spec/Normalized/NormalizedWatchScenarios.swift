extension NormalizedSpec {
  private static let toldArtoo = Expectation<NormalizedAction>.notifies(.data(.heroAndFriends("Artoo")))
  private static let beeper = NormalizedStep(.renameHero("Beeper"), .notifies(.data(.heroAndFriends("Beeper"))))

  /// Watching, and what a watcher is told.
  static let watchScenarios: [NormalizedScenario] =
    [
      NormalizedScenario(
        "normalized.watch.first-result", "cached", given: .heroFriendsAndDroids(),
        then: [
          Step(
            .watch(.heroAndFriends, as: .watcher), .notifies(.data(.heroAndFriends("R2-D2"))), .requestsNothing)
        ]),
      NormalizedScenario(
        "normalized.watch.first-result", "not cached", given: .works(),
        then: [
          Step(.serve(.heroAndFriends("R2-D2"), to: .heroAndFriends)),
          Step(
            .watch(.heroAndFriends, as: .watcher), .notifies(.data(.heroAndFriends("R2-D2"))),
            .requests(.heroAndFriends)),
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2"))),
        ]),
      NormalizedScenario(
        "normalized.watch.first-result", "the server's", given: .heroFriendsAndDroids(),
        then: [
          Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
          Step(
            .watch(.heroAndFriends, .fetchIgnoringCacheData, as: .watcher), toldArtoo, .requests(.heroAndFriends)),
        ]),
      NormalizedScenario(
        "normalized.watch.first-result", "its fetch is under way", given: .watcherTold.listFetchUnderWay(),
        then: [
          Step(.requests(.releaseAll), .notifies(.data(.droids(["2002": "Goldenrod"]), to: "list")))
        ]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "by another query", given: .heroWatched,
        then: [Step(.fetch(.character("2001")), toldArtoo)]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "by another watcher of the query", given: .heroWatched,
        then: [
          Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
          Step(
            .watch(.heroAndFriends, .fetchIgnoringCacheData, as: "second"),
            .notify(
              .inAnyOrder([
                .value(.data(.heroAndFriends("Artoo"))), .value(.data(.heroAndFriends("Artoo"), to: "second")),
              ]))),
        ]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "by a mutation", given: .heroWatched,
        then: [Step(.perform(.renameHero), toldArtoo)]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "by a direct write", given: .heroWatched,
        then: [Step(.renameHero("Artoo"), toldArtoo)]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "to a friend", given: .heroWatched,
        then: [
          Step(.rename("1000", to: "Luke S."), .notifies(.data(.heroAndFriends("R2-D2", luke: "Luke S."))))
        ]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "to a reference", given: .heroWatched,
        then: [
          Step(.serve(friendless, to: .heroAndFriends)),
          Step(.fetch(.heroAndFriends, .fetchIgnoringCacheData), .notifies(.data(friendless))),
        ]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "again and again", given: .heroWatched,
        then: [Step(.perform(.renameHero), toldArtoo), beeper]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "a list fetched again",
        given: .droidsWatched,
        then: [
          Step(.serve(.droids(["2001": "R2-D2", "2003": "BB-8"]), to: .listDroids)),
          Step(
            .fetch(.listDroids, .fetchIgnoringCacheData),
            .notifies(.data(.droids(["2001": "R2-D2", "2003": "BB-8"])))),
        ]),
    ]
    + [("no policy named", QueryCachePolicy?.none), ("fetchIgnoringCacheData", .fetchIgnoringCacheData)].flatMap {
      (way, policy) in
      [
        NormalizedScenario(
          "normalized.watch.told-of-changes", "to what it fetched, \(way)", given: .works(),
          then: [
            Step(.serve(.heroAndFriends("R2-D2"), to: .heroAndFriends)),
            Step(
              .watch(.heroAndFriends, policy, as: .watcher), .notifies(.data(.heroAndFriends("R2-D2"))),
              .requests(.heroAndFriends)),
            beeper,
          ]),
        NormalizedScenario(
          "normalized.watch.not-told-of-others", "after what it fetched, \(way)", given: .works(),
          then: [
            Step(.serve(.heroName("R2-D2"), to: .heroName)),
            Step(.watch(.heroName, policy, as: .watcher), .notifies(.data(.heroName("R2-D2"))), .requests(.heroName)),
            Step(.serve(home("Naboo"), to: .heroHome)),
            Step(.fetch(.heroHome), .answers(home("Naboo")), .notifiesNothing),
          ]),
      ]
    } + [
      NormalizedScenario(
        "normalized.watch.told-of-changes", "to what it fetched past the cache", given: .heroFriendsAndDroids(),
        then: [
          Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
          Step(
            .watch(.heroAndFriends, .fetchIgnoringCacheCompletely, as: .watcher),
            .notifies(.data(.heroAndFriends("Artoo"))), .requests(.heroAndFriends)
          ).demanded(by: "normalized.policy.fetch-ignoring-cache-completely"),
          Step(
            .renameHero("Beeper"),
            oneOf: [
              Outcome("told, though its own data was not stored", .notifies(.data(.heroAndFriends("Beeper")))),
              Outcome("not told: its data is not of the cache", .notifiesNothing),
            ]),
        ]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "back to what it showed before it fetched", given: .heroFriendsAndDroids(),
        then: [
          Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
          Step(
            .watch(.heroAndFriends, .returnCacheDataAndFetch, as: .watcher),
            .notifies(.data(.heroAndFriends("R2-D2")), .data(.heroAndFriends("Artoo"))), .requests(.heroAndFriends)),
          Step(.renameHero("R2-D2"), .notifies(.data(.heroAndFriends("R2-D2")))),
        ]),
      NormalizedScenario(
        "normalized.watch.told-of-changes", "whole again after a part was missing", given: .watcherTold,
        then: [
          Step(.remove("1000")), Step(.renameHero("Beeper")),
          Step(.serve(.heroAndFriends("Threepio"), to: .heroAndFriends)),
          Step(
            .fetch(.heroAndFriends, .fetchIgnoringCacheData), .answers(.heroAndFriends("Threepio")),
            .notify(.containing([.value(.data(.heroAndFriends("Threepio")))]))),
        ]),
      NormalizedScenario(
        "normalized.watch.not-told-of-others", "another object", given: .watcherTold,
        then: [
          Step(.rename("2002", to: "Goldenrod"), .notifiesNothing),
          Step(.read(.characterName, "2002"), .answers(.character("2002", "Goldenrod"))),
        ]),
      NormalizedScenario(
        "normalized.watch.not-told-of-others", "another field", given: .watcherTold,
        then: [
          Step(.serve(home("Naboo"), to: .heroHome)),
          Step(.fetch(.heroHome), .answers(home("Naboo")), .notifiesNothing),
        ]),
      NormalizedScenario(
        "normalized.watch.not-told-of-others", "another field that changes",
        given: .heroDetails().watchingHero(as: .watcher, "a"),
        then: [
          Step(.renameHero("Artoo"), .notifies(.data(.heroName("Artoo")))),
          Step(.update(.heroHome, .set("hero.homePlanet", to: "Tatooine")), .notifiesNothing),
          Step(.peek(.heroHome), .answers(home("Tatooine"))),
        ]),
      NormalizedScenario(
        "normalized.watch.unchanged", "fetched again", given: .watcherTold,
        then: [
          Step(.fetch(.character("2001"), .fetchIgnoringCacheData), .requests(.character("2001")), .notifiesNothing)
        ]),
      NormalizedScenario(
        "normalized.watch.unchanged", "written by hand", given: .watcherTold,
        then: [Step(.renameHero("Artoo"), .notifiesNothing)]),
    ] + followingScenarios + changeScenarios + shapeScenarios + cancelScenarios + severalScenarios + openWatchScenarios

  static let friendless = GraphValue.hero(.character("2001", "R2-D2", ["friends": []]))
  static func home(_ planet: String) -> GraphValue { .hero(["id": "2001", "homePlanet": .text(planet)]) }

  private static let second = Fact<WatcherNotification>.value(.data(.heroName("Artoo"), to: "second"))

  private static let cancelScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.watch.cancel", "before a change", given: .watcherTold,
      then: [
        Step(.cancel(.watcher), .notifiesNothing),
        Step(.renameHero("Beeper"), .notifiesNothing),
        Step(.peek(.heroName), .answers(.heroName("Beeper"))),
      ]),
    NormalizedScenario(
      "normalized.watch.cancel-under-way", "a change", given: .watcherTold.changeUnderWay(),
      then: [
        Step(.cancel(.watcher), .notifiesNothing),
        Step(.requests(.releaseAll), .notifiesNothing),
        Step(.finish("fetch"), .answers(.artoo("Beeper")), .notifiesNothing),
      ]),
    NormalizedScenario(
      "normalized.watch.cancel-under-way", "a first result", given: .watcherTold.listFetchUnderWay(),
      then: [
        Step(.cancel("list"), .notifiesNothing),
        Step(.requests(.releaseAll), .notifiesNothing),
        beeper,
      ]),
    NormalizedScenario(
      "normalized.watch.cancel", "one of two", given: .heroWatched.watchingHero(as: "second", "a second"),
      then: [
        Step(.cancel(.watcher), .notifiesNothing),
        Step(
          .perform(.renameHero), .notify(.apartFrom(second, .exactly([]))),
          .notify(.containing([second])).demanded(by: "normalized.watch.several")),
      ]),
    NormalizedScenario(
      "normalized.watch.cancel-lets-go", given: .heroWatched.watchingHero(as: "second", "a second"),
      then: [
        Step(.lookAtHandler(of: .watcher), .answers(.handler(isHeld: true))),
        Step(.cancel(.watcher)),
        Step(.lookAtHandler(of: .watcher), .answers(.handler(isHeld: false))),
        Step(.lookAtHandler(of: "second"), .answers(.handler(isHeld: true))),
        Step(.perform(.renameHero), .notifies(.data(.heroName("Artoo"), to: "second"))),
      ]),
  ]

  private static let severalScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.watch.several",
      given: .heroWatched.watchingHero(as: "second", "a second").watchingHero(as: "third", "a third"),
      then: [
        Step(.perform(.renameHero), everyoneTold("Artoo")),
        Step(.renameHero("Beeper"), everyoneTold("Beeper")),
        Step(.renameHero("R2-D2"), everyoneTold("R2-D2")),
      ]),
    NormalizedScenario(
      "normalized.watch.cache-and-fetch", "cached", given: .heroFriendsAndDroids(),
      then: [
        Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
        Step(
          .watch(.heroAndFriends, .returnCacheDataAndFetch, as: .watcher),
          .notifies(.data(.heroAndFriends("R2-D2")), .data(.heroAndFriends("Artoo"))), .requests(.heroAndFriends)),
        beeper,
      ]),
    NormalizedScenario(
      "normalized.watch.cache-and-fetch", "not cached", given: .works(),
      then: [
        Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
        Step(
          .watch(.heroAndFriends, .returnCacheDataAndFetch, as: .watcher), toldArtoo, .requests(.heroAndFriends)),
      ]),
  ]

  private static func everyoneTold(_ name: String) -> Expectation<NormalizedAction> {
    .notify(
      .inAnyOrder([
        .value(.data(.heroAndFriends(name))), .value(.data(.heroName(name), to: "second")),
        .value(.data(.heroName(name), to: "third")),
      ]))
  }

  private static let openWatchScenarios: [NormalizedScenario] =
    [
      NormalizedScenario(
        "normalized.watch.after-miss", given: .works(),
        then: [
          Step(
            .watch(.heroName, .returnCacheDataDontFetch, as: .watcher),
            oneOf: [
              Outcome("told of the miss", .notifies(.error())), Outcome("told nothing at first", .notifiesNothing),
            ]),
          Step(.serve(.heroName("R2-D2"), to: .heroName)),
          Step(
            .fetch(.heroName),
            oneOf: [
              Outcome("reaches it", .answers(.heroName("R2-D2")), .notifies(.data(.heroName("R2-D2")))),
              Outcome("never wakes", .answers(.heroName("R2-D2")), .notifiesNothing),
            ]),
        ])
    ]
    + [
      NormalizedScenario(
        "normalized.watch.after-removal", "a friend, and then the hero is renamed", given: .watcherTold,
        then: [
          Step(.remove("1000")),
          Step(
            .renameHero("Beeper"),
            oneOf: [
              Outcome("tells nobody", .notifiesNothing),
              Outcome("tells of a miss again", .notifies(.error())),
              // Told of the change, or of what was fetched for the friend, or of both.
              Outcome("tells of the data", .notify(.something)),
            ]),
        ])
    ]
    + removals.map { row, action in
      NormalizedScenario(
        "normalized.watch.after-removal", row, given: .watcherTold,
        then: [
          Step(
            action,
            oneOf: [
              Outcome("tells nobody", .notifiesNothing),
              Outcome("tells of a miss", .notifies(.error())),
              Outcome(
                "fetches, and tells of the data", .notifies(.data(.heroAndFriends("R2-D2"))), .requestsSomething),
              Outcome(
                "tells of a miss, fetches, and tells of the data",
                .notifies(.error(), .data(.heroAndFriends("R2-D2"))), .requestsSomething),
            ])
        ])
    }

  private static let removals: [(String, NormalizedAction)] = [
    ("the hero", .remove("2001")), ("a friend", .remove("1000")), ("by pattern", .remove(matching: "200")),
    ("everything", .clear),
  ]
}
