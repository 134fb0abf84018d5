import CacheVocabulary

extension NormalizedSpec {
  /// Overlapping work, and answers that hold both data and errors.
  static let overlapScenarios: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.policy.errors-with-data", given: .hero(),
      then: [
        Step(.serve(.heroName("Artoo"), to: .heroName)),
        Step(.server(.answersErrorsWithData)),
        Step(.fetch(.heroName, .fetchIgnoringCacheData), .answer(.something), .requests(.heroName)),
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
        Step(
          .finish("fetch"),
          oneOf: [
            Outcome("an error", .fails, .stores(.heroName("R2-D2"))),
            Outcome("silence", .answer(.exactly([])), .stores(.heroName("R2-D2"))),
          ]),
        Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(.heroName("Artoo")), .requests(.heroName)),
      ]),
    NormalizedScenario(
      "normalized.overlap.cancelled-fetch", "twin: not cancelled", given: .hero().fetchUnderWay(),
      then: [
        Step(.requests(.releaseAll)),
        Step(.finish("fetch"), .answers(.heroName("Artoo")), .stores(.heroName("Artoo"))),
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
          ]),
      ]),
  ]
}
