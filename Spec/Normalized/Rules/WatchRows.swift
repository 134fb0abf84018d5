extension NormalizedSpec {
  /// What a watcher is told first.
  static let firstResultRows: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.watch.first-result", "its data is cached", given: .heroFriendsAndDroids(),
      then: [
        Step(
          .watch(.heroAndFriends, as: .watcher), .notifies(.data(.heroAndFriends("R2-D2"))), .requestsNothing)
      ]),
    NormalizedScenario(
      "normalized.watch.first-result", "nothing is cached", given: .works(),
      then: [
        Step(.serve(.heroAndFriends("R2-D2"), to: .heroAndFriends)),
        Step(
          .watch(.heroAndFriends, as: .watcher), .notifies(.data(.heroAndFriends("R2-D2"))),
          .requests(.heroAndFriends)),
        Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2"))),
      ]),
    NormalizedScenario(
      "normalized.watch.first-result", "it names fetchIgnoringCacheData", given: .heroFriendsAndDroids(),
      then: [
        Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
        Step(
          .watch(.heroAndFriends, .fetchIgnoringCacheData, as: .watcher), toldArtoo, .requests(.heroAndFriends)),
      ]),
    NormalizedScenario(
      "normalized.watch.first-result", "the query was watched before", given: .watcherTold,
      then: [
        Step(.cancel(.watcher)),
        Step(.rename("2001", to: "Beeper"), .notifiesNothing).demanded(by: "normalized.watch.cancel"),
        Step(.watch(.heroAndFriends, as: "again"), .notifies(.data(.heroAndFriends("Beeper"), to: "again"))),
      ]),
    NormalizedScenario(
      "normalized.watch.first-result", "its request is answered late", given: .watcherTold.listFetchUnderWay(),
      then: [
        Step(.requests(.releaseAll), .notifies(.data(.droids(["2002": "Goldenrod"]), to: "list")))
      ]),
    NormalizedScenario(
      "normalized.watch.cache-and-fetch", "its data is cached", given: .heroFriendsAndDroids(),
      then: [
        Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
        Step(
          .watch(.heroAndFriends, .returnCacheDataAndFetch, as: .watcher),
          .notifies(.data(.heroAndFriends("R2-D2")), .data(.heroAndFriends("Artoo"))), .requests(.heroAndFriends)),
        toldBeeper,
      ]),
    NormalizedScenario(
      "normalized.watch.cache-and-fetch", "the server's answer has another friend", given: .heroFriendsAndDroids(),
      then: [
        Step(.serve(anotherFriend("Leia"), to: .heroAndFriends)),
        Step(
          .watch(.heroAndFriends, .returnCacheDataAndFetch, as: .watcher),
          .notifies(.data(.heroAndFriends("R2-D2")), .data(anotherFriend("Leia")))),
        Step(.rename("1003", to: "Organa"), .notifies(.data(anotherFriend("Organa"))))
          .demanded(by: "normalized.watch.follows-its-data"),
      ]),
    NormalizedScenario(
      "normalized.watch.cache-and-fetch", "nothing is cached", given: .works(),
      then: [
        Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
        Step(
          .watch(.heroAndFriends, .returnCacheDataAndFetch, as: .watcher), toldArtoo, .requests(.heroAndFriends)),
      ]),
  ]

  private static func anotherFriend(_ name: String) -> GraphValue {
    .hero(.character("2001", "R2-D2", ["friends": [.character("1003", name)]]))
  }

  /// Changes that concern other data, and writes that change nothing.
  static let otherRows: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.watch.not-told-of-others", "another object changes", given: .watcherTold,
      then: [
        Step(.rename("2002", to: "Goldenrod"), .notifiesNothing),
        Step(.read(.characterName, "2002"), .answers(.character("2002", "Goldenrod"))),
      ]),
    NormalizedScenario(
      "normalized.watch.not-told-of-others", "another field is fetched", given: .watcherTold,
      then: [
        Step(.serve(home("Naboo"), to: .heroHome)),
        Step(.fetch(.heroHome), .answers(home("Naboo")), .notifiesNothing),
      ]),
    NormalizedScenario(
      "normalized.watch.not-told-of-others", "another field changes",
      given: .heroDetails().watchingHero(as: .watcher, "a"),
      then: [
        Step(.renameHero("Artoo"), .notifies(.data(.heroName("Artoo")))),
        Step(.update(.heroHome, .set("hero.homePlanet", to: "Tatooine")), .notifiesNothing),
        Step(.peek(.heroHome), .answers(home("Tatooine"))),
      ]),
    NormalizedScenario(
      "normalized.watch.unchanged", "the same data is fetched again", given: .watcherTold,
      then: [
        Step(.fetch(.character("2001"), .fetchIgnoringCacheData), .requests(.character("2001")), .notifiesNothing)
      ]),
    NormalizedScenario(
      "normalized.watch.unchanged", "the same name is written directly", given: .watcherTold,
      then: [Step(.renameHero("Artoo"), .notifiesNothing)]),
  ]

  /// Watchers that are cancelled.
  static let cancelRows: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.watch.cancel", "before a change", given: .watcherTold,
      then: [
        Step(.cancel(.watcher), .notifiesNothing),
        Step(.renameHero("Beeper"), .notifiesNothing),
        Step(.peek(.heroName), .answers(.heroName("Beeper"))),
      ]),
    NormalizedScenario(
      "normalized.watch.cancel", "another watcher goes on", given: .heroWatched.watchingHero(as: "second", "a second"),
      then: [
        Step(.cancel(.watcher), .notifiesNothing),
        Step(
          .perform(.renameHero), .notify(.apartFrom(second, .exactly([]))),
          .notify(.containing([second])).demanded(by: "normalized.watch.several")),
      ]),
    NormalizedScenario(
      "normalized.watch.cancel-under-way", "a change is in flight", given: .watcherTold.changeUnderWay(),
      then: [
        Step(.cancel(.watcher), .notifiesNothing),
        Step(.requests(.releaseAll), .notifiesNothing),
        Step(.finish("fetch"), .answers(.artoo("Beeper")), .notifiesNothing),
      ]),
    NormalizedScenario(
      "normalized.watch.cancel-under-way", "its first result is in flight", given: .watcherTold.listFetchUnderWay(),
      then: [
        Step(.cancel("list"), .notifiesNothing),
        Step(.requests(.releaseAll), .notifiesNothing),
        toldBeeper,
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

  /// Several watchers, and several changes at once.
  static let severalRows: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.watch.several",
      given: .heroWatched.watchingHero(as: "second", "a second").watchingHero(as: "third", "a third"),
      then: [
        Step(.perform(.renameHero), everyoneTold("Artoo")),
        Step(.renameHero("Beeper"), everyoneTold("Beeper")),
        Step(.renameHero("R2-D2"), everyoneTold("R2-D2")),
      ]),
    NormalizedScenario(
      "normalized.watch.several", "one answer renames three objects", given: .heroWatched,
      then: [
        Step(.serve(.droids(["1000": "Luke S.", "1002": "Solo", "2001": "Artoo"]), to: .listDroids)),
        // An answer that is written object by object may show in parts, and as a whole exactly once.
        Step(.fetch(.listDroids, .fetchIgnoringCacheData), .notify(.times(1, .value(.data(allRenamed))))),
      ]),
    NormalizedScenario(
      "normalized.watch.several", "one transaction renames an object twice", given: .heroWatched,
      then: [
        Step(
          .transact([
            .updateObject(.characterName, key: "2001", .set("name", to: "Artoo")),
            .updateObject(.characterName, key: "2001", .set("name", to: "Beeper")),
          ]),
          // What only the transaction sees may be told or not; what it leaves is told once.
          .notify(.endingWith(.value(.data(.heroAndFriends("Beeper"))))),
          .notify(.times(1, .value(.data(.heroAndFriends("Beeper"))))).demanded(by: "normalized.watch.unchanged"))
      ]),
    NormalizedScenario(
      "normalized.watch.several", "three transactions run in turn, sixty times", given: .heroWatched,
      then: (1...60).map { round in
        let names = ["A\(round)", "B\(round)", "C\(round)"]
        return Step(
          .transactInTurn(names.map { [.update(.heroName, .set("hero.name", to: .text($0)))] }),
          .notify(.endingWith(.value(.data(.heroAndFriends(names[2]))))))
      } + [Step(.peek(.heroAndFriends), .answers(.heroAndFriends("C60")))]),
  ]

  /// What the document leaves open.
  static let openRows: [NormalizedScenario] =
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
              Outcome("told of the data", .answers(.heroName("R2-D2")), .notifies(.data(.heroName("R2-D2")))),
              Outcome("never told", .answers(.heroName("R2-D2")), .notifiesNothing),
            ]),
        ]),
      NormalizedScenario(
        "normalized.watch.after-removal", "a friend is removed, and the hero renamed", given: .watcherTold,
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
        ]),
    ]
    + removals.map { row, action in
      NormalizedScenario(
        "normalized.watch.after-removal", row, given: .watcherTold,
        then: [Step(action, oneOf: afterRemoval(fetching: "R2-D2"))])
    } + [
      NormalizedScenario(
        "normalized.watch.after-removal", "an answer has another hero, whose friends are not cached",
        given: .watcherTold,
        then: [
          Step(.serve(.hero(.character("2002", "C-3PO")), to: .heroName)),
          Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)),
          Step(.fetch(.heroName, .fetchIgnoringCacheData), oneOf: afterRemoval(fetching: "Artoo")),
        ])
    ]

  /// What a watcher may be told once a part of its data is missing: the document does not say.
  private static func afterRemoval(fetching name: String) -> [Outcome<NormalizedAction>] {
    let data = WatcherNotification.data(.heroAndFriends(name))
    let asks = Expectation<NormalizedAction>.request(.containing([.value(.heroAndFriends)]))
    return [
      Outcome("tells nobody", .notifiesNothing), Outcome("tells of a miss", .notifies(.error())),
      Outcome("fetches, and tells of the data", .notifies(data), asks),
      Outcome("tells of a miss, fetches, and tells of the data", .notifies(.error(), data), asks),
    ]
  }

  private static let removals: [(String, NormalizedAction)] = [
    ("the hero is removed", .remove("2001")), ("everything is cleared", .clear),
  ]

  // MARK: Expectations

  static let toldArtoo = Expectation<NormalizedAction>.notifies(.data(.heroAndFriends("Artoo")))
  static let toldBeeper = NormalizedStep(.renameHero("Beeper"), .notifies(.data(.heroAndFriends("Beeper"))))
  private static let second = Fact<WatcherNotification>.value(.data(.heroName("Artoo"), to: "second"))
  private static let allRenamed = GraphValue.hero(
    .character("2001", "Artoo", ["friends": [.character("1000", "Luke S."), .character("1002", "Solo")]]))

  private static func everyoneTold(_ name: String) -> Expectation<NormalizedAction> {
    .notify(
      .inAnyOrder([
        .value(.data(.heroAndFriends(name))), .value(.data(.heroName(name), to: "second")),
        .value(.data(.heroName(name), to: "third")),
      ]))
  }
}
