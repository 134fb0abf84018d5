extension NormalizedSpec {
  /// The changes that a watcher is told of.
  static let changeRows: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.watch.told-of-changes", "another query fetches the change", given: .heroWatched,
      then: [Step(.fetch(.character("2001")), toldArtoo)]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "another watcher fetches the change", given: .heroWatched,
      then: [
        Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
        Step(
          .watch(.heroAndFriends, .fetchIgnoringCacheData, as: "second"),
          .notify(
            .inAnyOrder([
              .value(.data(.heroAndFriends("Artoo"))), .value(.data(.heroAndFriends("Artoo"), to: "second")),
            ]))
        ).resting(on: "normalized.watch.several"),
      ]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "everything was cleared", given: .heroWatched,
      then: [
        // Of the clearing itself nothing need be told, and a watcher may fetch at once what it lacks.
        .unjudged(.clear), Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
        Step(
          .fetch(.heroAndFriends, .fetchIgnoringCacheData),
          .notify(.endingWith(.value(.data(.heroAndFriends("Artoo")))))
        ),
      ]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "a mutation makes the change", given: .heroWatched,
      then: [Step(.perform(.renameHero), toldArtoo)]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "a direct write makes the change", given: .heroWatched,
      then: [Step(.renameHero("Artoo"), toldArtoo)]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "the watcher's first fetch ignored the cache completely",
      given: .heroFriendsAndDroids(),
      then: [
        Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
        Step(
          .watch(.heroAndFriends, .fetchIgnoringCacheCompletely, as: .watcher), toldArtoo, .requests(.heroAndFriends)
        ).demanded(by: "normalized.policy.fetch-ignoring-cache-completely"),
        Step(
          .renameHero("Beeper"),
          oneOf: [
            Outcome("told, though its own data is not cached", .notifies(.data(.heroAndFriends("Beeper")))),
            Outcome("not told", .notifiesNothing),
          ]),
      ]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "a friend is renamed", given: .heroWatched,
      then: [
        Step(.rename("1000", to: "Luke S."), .notifies(.data(.heroAndFriends("R2-D2", luke: "Luke S."))))
      ]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "the hero loses their friends", given: .heroWatched,
      then: [
        Step(.serve(friendless, to: .heroAndFriends)),
        Step(.fetch(.heroAndFriends, .fetchIgnoringCacheData), .notifies(.data(friendless))),
      ]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "two changes follow one another", given: .heroWatched,
      then: [Step(.perform(.renameHero), toldArtoo), toldBeeper]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "a list is fetched again",
      given: .droidsWatched,
      then: [
        Step(.serve(.droids(["2001": "R2-D2", "2003": "BB-8"]), to: .listDroids)),
        Step(
          .fetch(.listDroids, .fetchIgnoringCacheData),
          .notifies(.data(.droids(["2001": "R2-D2", "2003": "BB-8"])))),
      ]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "a field becomes null, then has a value again", given: .homeWatched,
      then: [
        Step(.update(.heroHome, .set("hero.homePlanet", to: .null)), .notifies(.data(nowhere))),
        Step(.update(.heroHome, .set("hero.homePlanet", to: "Tatooine")), .notifies(.data(home("Tatooine")))),
      ]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "an object without an id changes", given: .works(),
      then: [
        Step(
          .serve(
            ["hero": .character("2001", "R2-D2"), "latestReview": ["stars": 5, "commentary": "good"]],
            to: .heroAndReview)),
        Step(.watch(.heroAndReview, as: .watcher)),
        Step(
          .update(.heroAndReview, .set("latestReview.stars", to: 1)),
          .notifies(
            .data(["hero": .character("2001", "R2-D2"), "latestReview": ["stars": 1, "commentary": "good"]]))),
      ]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "objects have no ids",
      given: .heroAndFriends(byPath).watchingHero(as: .watcher, "a"),
      then: [
        Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
        Step(.fetch(.heroAndFriends, .fetchIgnoringCacheData), .notifies(.data(.heroName("Artoo")))),
        Step(.renameHero("Beeper"), .notifies(.data(.heroName("Beeper")))),
      ]),
    NormalizedScenario(
      "normalized.watch.told-of-changes", "a letter changes from composed to decomposed", given: .works(),
      then: [
        Step(.serve(.heroName("\u{e9}"), to: .heroName)),
        Step(.watch(.heroName, as: .watcher), .notifies(.data(.heroName("\u{e9}")))),
        Step(.serve(.heroName("e\u{301}"), to: .heroName)),
        Step(
          .fetch(.heroName, .fetchIgnoringCacheData),
          oneOf: [
            Outcome("told of the new form", .notifies(.data(.heroName("e\u{301}")))),
            Outcome("not told: the texts are equal", .notifiesNothing),
            Outcome("told, in the earlier form", .notifies(.data(.heroName("\u{e9}")))),
          ]),
      ]),
    NormalizedScenario(
      "normalized.watch.follows-its-data", "an object has entered a list", given: .droidsWatched.listChanged,
      then: [
        Step(.rename("2003", to: "Ball"), .notifies(.data(.droids(["2001": "R2-D2", "2003": "Ball"])))),
        Step(.rename("2001", to: "Artoo"), .notifies(.data(.droids(["2001": "Artoo", "2003": "Ball"])))),
      ]),
    NormalizedScenario(
      "normalized.watch.follows-its-data", "an object has left a list", given: .droidsWatched.listChanged,
      // The document does not say whether an unreferenced object stays cached, so another query references it.
      then: [NormalizedStep].fetching(["character": .character("2002", "C-3PO")], .character("2002")) + [
        Step(.rename("2002", to: "Goldenrod"), .notifiesNothing),
        Step(.read(.characterName, "2002"), .answers(.character("2002", "Goldenrod"))),
        Step(.rename("2003", to: "Ball"), .notifies(.data(.droids(["2001": "R2-D2", "2003": "Ball"])))),
      ]),
  ]

  private static let nowhere = GraphValue.hero(["id": "2001", "homePlanet": .null])
  private static let byPath = ClientSetup(.path)
}
