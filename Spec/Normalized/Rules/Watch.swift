/// What a watcher is told: a first result, and then each change of what its query shows, until it is cancelled. From
/// Apollo's 'Watching queries' and 'Specifying a cache policy'.
extension NormalizedSpec {
  static var watchTopic: Topic<NormalizedAction> {
    Topic("normalized.watch", premises: watchPremises) {
      Rule(
        "first-result", .must, "A watcher receives a first result, as a fetch does.", from: watching,
        about: .graph(.firstResult)
      ).rows {
        Row("its data is cached", given: .heroFriendsAndDroids()) {
          Step(
            .watch(.heroAndFriends, as: .watcher), .notifies(.data(.heroAndFriends("R2-D2"))), .requestsNothing)
        }
        Row("nothing is cached", given: .works()) {
          Step(.serve(.heroAndFriends("R2-D2"), to: .heroAndFriends))
          Step(
            .watch(.heroAndFriends, as: .watcher), .notifies(.data(.heroAndFriends("R2-D2"))),
            .requests(.heroAndFriends))
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2")))
        }
        Row("it names fetchIgnoringCacheData", given: .heroFriendsAndDroids()) {
          Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends))
          Step(
            .watch(.heroAndFriends, .fetchIgnoringCacheData, as: .watcher), toldArtoo, .requests(.heroAndFriends))
        }
        Row("the query was watched before", given: .watcherTold) {
          Step(.cancel(.watcher))
          Step(.rename("2001", to: "Beeper"), .notifiesNothing).demanded(by: "normalized.watch.cancel")
          Step(.watch(.heroAndFriends, as: "again"), .notifies(.data(.heroAndFriends("Beeper"), to: "again")))
        }
        Row("its request is answered late", given: .watcherTold.listFetchUnderWay()) {
          Step(.requests(.releaseAll), .notifies(.data(.droids(["2002": "Goldenrod"]), to: "list")))
        }
      }
      Rule(
        "told-of-changes", .must,
        "A watcher is told whenever data that its query shows changes, whether by another query, a mutation or a direct write.",
        from: watching, about: .graph(.change), .graph(.updateTold)
      ).rows {
        Row("another query fetches the change", given: .heroWatched) { Step(.fetch(.character("2001")), toldArtoo) }
        Row("another watcher fetches the change", given: .heroWatched) {
          Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends))
          Step(
            .watch(.heroAndFriends, .fetchIgnoringCacheData, as: "second"),
            .notify(
              .inAnyOrder([
                .value(.data(.heroAndFriends("Artoo"))), .value(.data(.heroAndFriends("Artoo"), to: "second")),
              ]))
          ).premise("normalized.watch.several")
        }
        Row("everything was cleared", given: .heroWatched) {
          // Of the clearing itself nothing need be told, and a watcher may fetch at once what it lacks.
          Step.unjudged(.clear)
          Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends))
          Step(
            .fetch(.heroAndFriends, .fetchIgnoringCacheData),
            .notify(.endingWith(.value(.data(.heroAndFriends("Artoo")))))
          )
        }
        Row("a mutation makes the change", given: .heroWatched) { Step(.perform(.renameHero), toldArtoo) }
        Row("a direct write makes the change", given: .heroWatched) { Step(.renameHero("Artoo"), toldArtoo) }
        Row("the watcher's first fetch ignored the cache completely", given: .heroFriendsAndDroids()) {
          Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends))
          Step(
            .watch(.heroAndFriends, .fetchIgnoringCacheCompletely, as: .watcher), toldArtoo, .requests(.heroAndFriends)
          ).demanded(by: "normalized.policy.fetch-ignoring-cache-completely")
          Step(
            .renameHero("Beeper"),
            oneOf: [
              Outcome("told, though its own data is not cached", .notifies(.data(.heroAndFriends("Beeper")))),
              Outcome("not told", .notifiesNothing),
            ])
        }
        Row("a friend is renamed", given: .heroWatched) {
          Step(.rename("1000", to: "Luke S."), .notifies(.data(.heroAndFriends("R2-D2", luke: "Luke S."))))
        }
        Row("the hero loses their friends", given: .heroWatched) {
          Step(.serve(friendless, to: .heroAndFriends))
          Step(.fetch(.heroAndFriends, .fetchIgnoringCacheData), .notifies(.data(friendless)))
        }
        Row("two changes follow one another", given: .heroWatched) {
          Step(.perform(.renameHero), toldArtoo)
          toldBeeper
        }
        Row("a list is fetched again", given: .droidsWatched) {
          Step(.serve(.droids(["2001": "R2-D2", "2003": "BB-8"]), to: .listDroids))
          Step(
            .fetch(.listDroids, .fetchIgnoringCacheData),
            .notifies(.data(.droids(["2001": "R2-D2", "2003": "BB-8"]))))
        }
        Row("a field becomes null, then has a value again", given: .homeWatched) {
          Step(.update(.heroHome, .set("hero.homePlanet", to: .null)), .notifies(.data(nowhere)))
          Step(.update(.heroHome, .set("hero.homePlanet", to: "Tatooine")), .notifies(.data(home("Tatooine"))))
        }
        Row("an object without an id changes", given: .works()) {
          Step(
            .serve(
              ["hero": .character("2001", "R2-D2"), "latestReview": ["stars": 5, "commentary": "good"]],
              to: .heroAndReview))
          Step(.watch(.heroAndReview, as: .watcher))
          Step(
            .update(.heroAndReview, .set("latestReview.stars", to: 1)),
            .notifies(
              .data(["hero": .character("2001", "R2-D2"), "latestReview": ["stars": 1, "commentary": "good"]])))
        }
        Row("objects have no ids", given: .heroAndFriends(byPath).watchingHero(as: .watcher, "a")) {
          Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends))
          Step(.fetch(.heroAndFriends, .fetchIgnoringCacheData), .notifies(.data(.heroName("Artoo"))))
          Step(.renameHero("Beeper"), .notifies(.data(.heroName("Beeper"))))
        }
        Row("a letter changes from composed to decomposed", given: .works()) {
          Step(.serve(.heroName("\u{e9}"), to: .heroName))
          Step(.watch(.heroName, as: .watcher), .notifies(.data(.heroName("\u{e9}"))))
          Step(.serve(.heroName("e\u{301}"), to: .heroName))
          Step(
            .fetch(.heroName, .fetchIgnoringCacheData),
            oneOf: [
              Outcome("told of the new form", .notifies(.data(.heroName("e\u{301}")))),
              Outcome("not told: the texts are equal", .notifiesNothing),
              Outcome("told, in the earlier form", .notifies(.data(.heroName("\u{e9}")))),
            ])
        }
      }
      Rule(
        "follows-its-data", .must,
        "A watcher follows what its query currently shows: it is told of changes to an object that has entered its data, and no longer of changes to an object that has left it.",
        from: watching, about: .graph(.shownObjects)
      ).rows {
        Row("an object has entered a list", given: .droidsWatched.listChanged) {
          Step(.rename("2003", to: "Ball"), .notifies(.data(.droids(["2001": "R2-D2", "2003": "Ball"]))))
          Step(.rename("2001", to: "Artoo"), .notifies(.data(.droids(["2001": "Artoo", "2003": "Ball"]))))
        }
        Row(
          "an object has left a list", given: .droidsWatched.listChanged
        ) {
          // The document does not say whether an unreferenced object stays cached, so another query references it.
          [Step].fetching(["character": .character("2002", "C-3PO")], .character("2002"))
          Step(.rename("2002", to: "Goldenrod"), .notifiesNothing)
          Step(.read(.characterName, "2002"), .answers(.character("2002", "Goldenrod")))
          Step(.rename("2003", to: "Ball"), .notifies(.data(.droids(["2001": "R2-D2", "2003": "Ball"]))))
        }
      }
      Rule(
        "not-told-of-others", .must,
        "A watcher is not told of changes to data that its query does not show: another object, or another field of the same object.",
        from: watching, about: .graph(.changedObject), .graph(.changedField), .graph(.sameness)
      ).rows {
        Row("another object changes", given: .watcherTold) {
          Step(.rename("2002", to: "Goldenrod"), .notifiesNothing)
          Step(.read(.characterName, "2002"), .answers(.character("2002", "Goldenrod")))
        }
        Row("another field is fetched", given: .watcherTold) {
          Step(.serve(home("Naboo"), to: .heroHome))
          Step(.fetch(.heroHome), .answers(home("Naboo")), .notifiesNothing)
        }
        Row("another field changes", given: .heroDetails().watchingHero(as: .watcher, "a")) {
          Step(.renameHero("Artoo"), .notifies(.data(.heroName("Artoo"))))
          Step(.update(.heroHome, .set("hero.homePlanet", to: "Tatooine")), .notifiesNothing)
          Step(.peek(.heroHome), .answers(home("Tatooine")))
        }
      }
      Rule(
        "unchanged", .derived, "A watcher is not told of a write that changes nothing.", from: watching,
        because:
          "Follows from `normalized.watch.told-of-changes`: watchers are told of changes, and such a write makes none.",
        about: .graph(.sameness)
      ).rows {
        Row("the same data is fetched again", given: .watcherTold) {
          Step(.fetch(.character("2001"), .fetchIgnoringCacheData), .requests(.character("2001")), .notifiesNothing)
        }
        Row("the same name is written directly", given: .watcherTold) { Step(.renameHero("Artoo"), .notifiesNothing) }
      }
      Rule(
        "cancel", .must, "A watcher that was cancelled is told nothing more.", from: watching,
        about: .graph(.watcherCancelled)
      ).rows {
        Row("before a change", given: .watcherTold) {
          Step(.cancel(.watcher), .notifiesNothing)
          Step(.renameHero("Beeper"), .notifiesNothing)
          Step(.peek(.heroName), .answers(.heroName("Beeper")))
        }
        Row("another watcher goes on", given: .heroWatched.watchingHero(as: "second", "a second")) {
          Step(.cancel(.watcher), .notifiesNothing)
          Step(
            .perform(.renameHero), .notify(.apartFrom(second, .exactly([]))),
            .notify(.containing([second])).demanded(by: "normalized.watch.several"))
        }
      }
      Rule(
        "cancel-under-way", .derived,
        "A watcher that was cancelled is not told of a change, or of a first result, that was in flight when it was cancelled.",
        from: watching,
        because:
          "Follows from `normalized.watch.cancel`: a result that arrives after the cancellation would reach an object that is gone.",
        about: .graph(.watcherCancelled), .graph(.watcherUnderWay)
      ).rows {
        Row("a change is in flight", given: .watcherTold.changeUnderWay()) {
          Step(.cancel(.watcher), .notifiesNothing)
          Step(.requests(.releaseAll), .notifiesNothing)
          Step(.finish("fetch"), .answers(.artoo("Beeper")), .notifiesNothing)
        }
        Row("its first result is in flight", given: .watcherTold.listFetchUnderWay()) {
          Step(.cancel("list"), .notifiesNothing)
          Step(.requests(.releaseAll), .notifiesNothing)
          toldBeeper
        }
      }
      Rule(
        "cancel-lets-go", .derived, "A watcher that was cancelled releases its handler.", from: watching,
        because:
          "Follows from normalized.watch.cancel: a handler that is kept but never called again is a memory leak, of which the document warns.",
        about: .graph(.watcherCancelled), .graph(.handler)
      ).rows {
        Row(given: .heroWatched.watchingHero(as: "second", "a second")) {
          Step(.lookAtHandler(of: .watcher), .answers(.handler(isHeld: true)))
          Step(.cancel(.watcher))
          Step(.lookAtHandler(of: .watcher), .answers(.handler(isHeld: false)))
          Step(.lookAtHandler(of: "second"), .answers(.handler(isHeld: true)))
          Step(.perform(.renameHero), .notifies(.data(.heroName("Artoo"), to: "second")))
        }
      }
      Rule(
        "several", .derived,
        "Each of several watchers is told of changes in their order, and what each is told last is what is cached.",
        from: watching,
        because:
          "Follows from `normalized.watch.told-of-changes`: the last result that a watcher was told has to be what is cached.",
        about: .graph(.otherWatchers)
      ).rows {
        Row(given: .heroWatched.watchingHero(as: "second", "a second").watchingHero(as: "third", "a third")) {
          Step(.perform(.renameHero), everyoneTold("Artoo"))
          Step(.renameHero("Beeper"), everyoneTold("Beeper"))
          Step(.renameHero("R2-D2"), everyoneTold("R2-D2"))
        }
        Row("one answer renames three objects", given: .heroWatched) {
          Step(.serve(.droids(["1000": "Luke S.", "1002": "Solo", "2001": "Artoo"]), to: .listDroids))
          // An answer that is written object by object may show in parts, and as a whole exactly once.
          Step(.fetch(.listDroids, .fetchIgnoringCacheData), .notify(.times(1, .value(.data(allRenamed)))))
        }
        Row("one transaction renames an object twice", given: .heroWatched) {
          Step(
            .transact([
              .updateObject(.characterName, key: "2001", .set("name", to: "Artoo")),
              .updateObject(.characterName, key: "2001", .set("name", to: "Beeper")),
            ]),
            // What only the transaction sees may be told or not; what it leaves is told once.
            .notify(.endingWith(.value(.data(.heroAndFriends("Beeper"))))),
            .notify(.times(1, .value(.data(.heroAndFriends("Beeper"))))).demanded(by: "normalized.watch.unchanged"))
        }
        Row("three transactions run in turn, sixty times", given: .heroWatched) {
          (1...60).map { round in
            let names = ["A\(round)", "B\(round)", "C\(round)"]
            return Step(
              .transactInTurn(names.map { [.update(.heroName, .set("hero.name", to: .text($0)))] }),
              .notify(.endingWith(.value(.data(.heroAndFriends(names[2]))))))
          }
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("C60")))
        }
      }
      Rule(
        "calls-from-handlers", .derived,
        "Calls that a watcher's handler makes work as they do elsewhere, see the change that the watcher is told of, and keep no other watcher from being told.",
        from: watching, access,
        because:
          "Follows from `normalized.watch.told-of-changes`: the handler is the app's own code, and it is called once the data in the cache has changed.",
        about: .graph(.handlerCall)
      ).rows {
        called(
          "it reads", .read(.heroAndFriends), told,
          [Step(.finish("call"), .answers(.heroAndFriends("Artoo")))])
        called(
          "it writes", .rename("1000", to: "Luke S."),
          .notify(
            .containing([
              .value(.data(.heroAndFriends("Artoo"))), .value(.data(.heroAndFriends("Artoo", luke: "Luke S."))), second,
            ])),
          [
            Step(.finish("call"), .answer(.exactly([]))),
            Step(.peek(.heroAndFriends), .answers(.heroAndFriends("Artoo", luke: "Luke S."))),
          ])
        called(
          "it clears the cache", .clear, .notify(.containing([.value(.data(.heroAndFriends("Artoo")))])),
          [
            Step(.finish("call"), .answer(.exactly([]))),
            Step(.look(at: ["2002"]), .finds([], named: "")),
            Step(.serve(.heroAndFriends("Beeper"), to: .heroAndFriends)),
            Step(
              .fetch(.heroAndFriends, .fetchIgnoringCacheData),
              .notify(
                .containing([
                  .value(.data(.heroAndFriends("Beeper"))), .value(.data(.heroName("Beeper"), to: "second")),
                ]))),
          ])
        called(
          "it cancels itself", .cancel(.watcher), told,
          [
            Step(.finish("call"), .answer(.exactly([]))),
            Step(.renameHero("Beeper"), .notifies(.data(.heroName("Beeper"), to: "second"))),
          ])
        // Whether the other one has been told by then is open.
        called(
          "it cancels another", .cancel("second"),
          .notify(.apartFrom(second, .exactly([.value(.data(.heroAndFriends("Artoo")))]))),
          [
            Step(.finish("call"), .answer(.exactly([]))),
            Step(.renameHero("Beeper"), .notifies(.data(.heroAndFriends("Beeper")))),
          ])
      }
      Rule(
        "after-miss", .open,
        "Whether a watcher whose first read missed and could not fetch is told of a later write that completes its data.",
        from: watching, because: "The document does not say what happens to a watcher that has no data."
      ).rows {
        Row(given: .works()) {
          Step(
            .watch(.heroName, .returnCacheDataDontFetch, as: .watcher),
            oneOf: [
              Outcome("told of the miss", .notifies(.error())), Outcome("told nothing at first", .notifiesNothing),
            ])
          Step(.serve(.heroName("R2-D2"), to: .heroName))
          Step(
            .fetch(.heroName),
            oneOf: [
              Outcome("told of the data", .answers(.heroName("R2-D2")), .notifies(.data(.heroName("R2-D2")))),
              Outcome("never told", .answers(.heroName("R2-D2")), .notifiesNothing),
            ])
        }
      }
      Rule(
        "after-removal", .open,
        "What watchers are told when objects are removed, the cache is cleared, or an answer leaves a part of their data missing.",
        from: watching, access,
        because:
          "This changes what is cached, but the document promises only that updates are propagated to watchers."
      ).rows {
        Row("a friend is removed, and the hero renamed", given: .watcherTold) {
          Step(.remove("1000"))
          Step(
            .renameHero("Beeper"),
            oneOf: [
              Outcome("tells nobody", .notifiesNothing),
              Outcome("tells of a miss again", .notifies(.error())),
              // Told of the change, or of what was fetched for the friend, or of both.
              Outcome("tells of the data", .notify(.something)),
            ])
        }
        Row("the hero is removed", given: .watcherTold) {
          Step(.remove("2001"), oneOf: afterRemoval(fetching: "R2-D2"))
        }
        Row("everything is cleared", given: .watcherTold) { Step(.clear, oneOf: afterRemoval(fetching: "R2-D2")) }
        Row("an answer has another hero, whose friends are not cached", given: .watcherTold) {
          Step(.serve(.hero(.character("2002", "C-3PO")), to: .heroName))
          Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends))
          Step(.fetch(.heroName, .fetchIgnoringCacheData), oneOf: afterRemoval(fetching: "Artoo"))
        }
      }
      Rule(
        "cache-and-fetch", .must,
        "With `returnCacheDataAndFetch`, a watcher receives the cached result first, then the server's.",
        from: policies,
        watching, about: .graph(.policyAndFetch)
      ).rows {
        Row("its data is cached", given: .heroFriendsAndDroids()) {
          Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends))
          Step(
            .watch(.heroAndFriends, .returnCacheDataAndFetch, as: .watcher),
            .notifies(.data(.heroAndFriends("R2-D2")), .data(.heroAndFriends("Artoo"))), .requests(.heroAndFriends))
          toldBeeper
        }
        Row("the server's answer has another friend", given: .heroFriendsAndDroids()) {
          Step(.serve(anotherFriend("Leia"), to: .heroAndFriends))
          Step(
            .watch(.heroAndFriends, .returnCacheDataAndFetch, as: .watcher),
            .notifies(.data(.heroAndFriends("R2-D2")), .data(anotherFriend("Leia"))))
          Step(.rename("1003", to: "Organa"), .notifies(.data(anotherFriend("Organa"))))
            .demanded(by: "normalized.watch.follows-its-data")
        }
        Row("nothing is cached", given: .works()) {
          Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends))
          Step(
            .watch(.heroAndFriends, .returnCacheDataAndFetch, as: .watcher), toldArtoo, .requests(.heroAndFriends))
        }
      }
    }
  }

  private static var watchPremises: [Premise<NormalizedAction>] {
    [
      Premise("normalized.watch.first-result[its data is cached]") { $0.watches },
      Premise("normalized.watch.first-result[nothing is cached]") { $0.watches },
      .compared("normalized.watch.told-of-changes[another query fetches the change]") { $0.isWatched && $0.changes },
      .compared("normalized.watch.told-of-changes[a direct write makes the change]") { $0.isWatched && $0.changes },
      .compared("normalized.watch.not-told-of-others[another object changes]") { $0.tellsAgain && $0.changes },
      .compared("normalized.watch.unchanged[the same name is written directly]") { $0.tellsAgain && $0.changes },
      .compared("normalized.watch.told-of-changes[everything was cleared]") { $0.isWatched && $0.changes && $0.clears },
      Premise("normalized.watch.cancel[before a change]") { $0.cancelsAWatcher },
      Premise("normalized.watch.calls-from-handlers[it reads]") { if case .whenTold = $0 { true } else { false } },
      Premise("normalized.watch.several") { if case .watch(_, _, let name) = $0 { name != .watcher } else { false } },
    ]
  }

  private static let nowhere = GraphValue.hero(["id": "2001", "homePlanet": .null])
  private static let byPath = ClientSetup(.path)

  private static let second = Fact<WatcherNotification>.value(.data(.heroName("Artoo"), to: "second"))

  /// Both watchers are told of the change.
  private static let told: Expectation<NormalizedAction> = .notify(
    .containing([.value(.data(.heroAndFriends("Artoo"))), second]))

  /// The handler of the first of two watchers makes a call when the hero is renamed.
  private static func called(
    _ row: String, _ call: NormalizedAction, _ told: Expectation<NormalizedAction>, _ then: [NormalizedStep],
    line: Int = #line
  ) -> Row {
    Row(row, given: .heroWatched.watchingHero(as: "second", "a second"), line: line) {
      Step(.whenTold(.watcher, begin: call, as: "call"))
      Step(.perform(.renameHero), told)
      then
    }
  }

  private static func anotherFriend(_ name: String) -> GraphValue {
    .hero(.character("2001", "R2-D2", ["friends": [.character("1003", name)]]))
  }

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

  // MARK: Expectations

  static let toldArtoo = Expectation<NormalizedAction>.notifies(.data(.heroAndFriends("Artoo")))
  static let toldBeeper = NormalizedStep(.renameHero("Beeper"), .notifies(.data(.heroAndFriends("Beeper"))))
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
