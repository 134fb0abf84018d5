extension NormalizedSpec {
  /// Overlapping work, and answers with both data and errors.
  static let overlapScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.policy.errors-with-data", given: .hero(),
      then: [
        Step(.serve(.heroName("Artoo"), to: .heroName)),
        Step(.server(.answersErrorsWithData)),
        Step(.fetch(.heroName, .fetchIgnoringCacheData), .answer(.something), .requestsSomething),
        Step(
          .peek(.heroName),
          oneOf: [
            Outcome("stored", .answers(.heroName("Artoo"))), Outcome("not stored", .answers(.heroName("R2-D2"))),
          ]),
      ]),
    NormalizedScenario(
      "normalized.overlap.cancelled-fetch", given: .hero().fetchUnderWay(),
      then: [
        Step(.cancel("fetch")),
        Step(.requests(.releaseAll)),
        endsCancelled(.stores(.heroName("R2-D2"))),
        Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(.heroName("Artoo")), .requests(.heroName)),
      ]),
    NormalizedScenario(
      "normalized.overlap.cancelled-fetch", "twin: not cancelled", given: .hero().fetchUnderWay(),
      then: [
        Step(.requests(.releaseAll)),
        Step(.finish("fetch"), .answers(.heroName("Artoo")), .stores(.heroName("Artoo"))),
      ]),
    NormalizedScenario(
      "normalized.overlap.cancelled-fetch", "of what is missing", given: .works(),
      then: [
        Step(.serve(.heroName("Artoo"), to: .heroName)), Step(.requests(.hold)), Step(.begin(.heroName, as: "fetch")),
        Step(.requests(.awaitHeld(1))), Step(.cancel("fetch")), Step(.requests(.releaseAll)),
        endsCancelled(.storesNothing),
      ]),
    NormalizedScenario(
      "normalized.overlap.cancelled-fetch", "a second result", given: .hero().secondResultUnderWay(),
      then: [
        Step(.lookAtResults(of: "fetch"), .answers(.heroName("R2-D2")))
          .demanded(by: "normalized.policy.cached-data-at-once"),
        Step(.cancel("fetch")),
        Step(.requests(.releaseAll)),
        endsCancelled(.stores(.heroName("R2-D2"))),
      ]),
    NormalizedScenario(
      "normalized.overlap.cancelled-fetch", "beside an equal one, which goes on", given: .hero().fetchUnderWay(),
      then: [
        Step(.begin(.heroName, .fetchIgnoringCacheData, as: "second")), joining, Step(.cancel("fetch")),
        Step(.requests(.releaseAll)),
        Step(.finish("second"), .answers(.heroName("Artoo")), .stores(.heroName("Artoo"))),
      ]),
    NormalizedScenario(
      "normalized.overlap.cancelled-fetch", "and begun again at once", given: .works(),
      then: [
        Step(.serve(.heroName("Artoo"), to: .heroName)), Step(.requests(.hold)), Step(.begin(.heroName, as: "fetch")),
        Step(.requests(.awaitHeld(1))), Step(.cancel("fetch")), Step(.begin(.heroName, as: "second")),
        Step(.requests(.releaseAll)),
        Step(.finish("second"), .answers(.heroName("Artoo")), .stores(.heroName("Artoo"))),
      ]),
    NormalizedScenario(
      "normalized.policy.fetch-ignoring-cache-data", "beside one that does not store", given: .hero(),
      then: [
        Step(.serve(.heroName("Artoo"), to: .heroName)), Step(.requests(.hold)),
        Step(.begin(.heroName, .fetchIgnoringCacheCompletely, as: "first")),
        Step(.requests(.awaitHeld(1))).demanded(by: "normalized.policy.fetch-ignoring-cache-completely"),
        Step(.begin(.heroName, .fetchIgnoringCacheData, as: "second")), joining, Step(.requests(.releaseAll)),
        Step(.finish("second"), .answers(.heroName("Artoo")), .stores(.heroName("Artoo"))),
      ]),
    NormalizedScenario(
      "normalized.policy.fetch-ignoring-cache-completely", "of objects that nobody knows", given: .works(),
      then: [
        Step(.serve(.heroAndFriends("R2-D2"), to: .heroAndFriends)),
        Step(.fetch(.heroAndFriends, .fetchIgnoringCacheCompletely), .answers(.heroAndFriends("R2-D2"))),
        Step(.look(at: ["1000", "1002", "1003", "2001"]), .finds(["1003"], named: "Leia")),
      ]),
    NormalizedScenario(
      "normalized.policy.after-failure", "errors are answered", given: .hero(chosen),
      then: [
        Step(.server(.answersErrors)), Step(.fetch(.heroName, .fetchIgnoringCacheData), .fails),
        Step(.server(.down(.noConnection))),
        Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(.heroName("R2-D2"))),
      ]),
    NormalizedScenario(
      "normalized.policy.after-failure", "one after another", given: .hero(chosen),
      then: [
        Step(.server(.down(.noConnection))),
        Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(.heroName("R2-D2"))),
        Step(.server(.down(.serverError))), Step(.fetch(.heroName, .fetchIgnoringCacheData), .fails),
        Step(.server(.down(.noConnection))),
        Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(.heroName("R2-D2"))),
        Step(.server(.down(.timeOut))), Step(.fetch(.heroName, .fetchIgnoringCacheData), .fails),
      ]),
    NormalizedScenario(
      "normalized.policy.after-failure", "not chosen, of a watcher", given: .hero(chosen),
      then: [
        Step(.server(.down(.serverError))),
        Step(
          .watch(.heroName, .fetchIgnoringCacheData, as: .watcher),
          oneOf: [Outcome("told of the failure", .notifies(.error())), Outcome("told nothing", .notifiesNothing)]),
      ]),
    NormalizedScenario(
      "normalized.overlap.clear-during-fetch", given: .hero().fetchUnderWay(),
      then: [
        Step(.clear),
        Step(.requests(.releaseAll)),
        Step(
          .finish("fetch"),
          oneOf: [
            Outcome("stored", .answers(.heroName("Artoo")), .stores(.heroName("Artoo"))),
            Outcome("not stored", .answers(.heroName("Artoo")), .storesNothing),
            Outcome("fetch abandoned", .fails, .storesNothing),
          ]),
      ]),
    NormalizedScenario(
      "normalized.overlap.late-answer",
      given: .works().leading(
        to:
          "a fetch of the hero is under way, which the server answers with 'older'; a later one is answered with 'newer'",
        standingOn: "normalized.policy.fetch-ignoring-cache-data",
        [
          Step(.requests(.hold)), Step(.serve(.heroName("older"), to: .heroName)),
          Step(.begin(.heroName, .fetchIgnoringCacheData, as: "first")), Step(.requests(.awaitHeld(1))),
          Step(.serve(.heroName("newer"), to: .heroName)),
        ]),
      then: [
        Step(.begin(.heroName, .fetchIgnoringCacheData, as: "second")),
        Step(
          .requests(.awaitHeldUnlessJoined(2)),
          oneOf: [Outcome("a request for each"), Outcome("one request for both", .fails)]),
        Step(.requests(.holdNoMore)),
        Step(.requests(.releaseNewest)),
        Step(.finish("second"), .answers(oneOf: [.data(.heroName("newer")), .data(.heroName("older"))])),
        Step(.requests(.releaseAll)),
        Step(
          .finish("first"),
          oneOf: [
            Outcome("the older answer, which came last", .stores(.heroName("older"))),
            Outcome("the newer answer", .stores(.heroName("newer"))),
            Outcome("the newer answer, and the older fetch ended", .fails, .stores(.heroName("newer"))),
          ]),
      ]),
  ]

  /// A fetch that was cancelled delivers nothing and leaves this stored.
  private static func endsCancelled(_ stored: Expectation<NormalizedAction>) -> NormalizedStep {
    Step(
      .finish("fetch"),
      oneOf: [Outcome("an error", .fails, stored), Outcome("silence", .answer(.exactly([])), stored)])
  }

  private static let chosen = ClientSetup(oldDataAfter: [.noConnection])

  static let joining = NormalizedStep(
    .requests(.awaitHeldUnlessJoined(2)),
    oneOf: [Outcome("a request for each"), Outcome("fewer requests at once", .fails)])
}
