/// Work that overlaps: a fetch that is cancelled, and answers that arrive late. Apollo's document describes one call at a
/// time, so most of it is left open.
extension NormalizedSpec {
  static var overlapTopic: Topic<NormalizedAction> {
    Topic("normalized.overlap") {
      Rule(
        "cancelled-fetch", .derived, "A fetch that was cancelled neither returns nor stores an answer.", from: policies,
        because:
          "Follows from `normalized.watch.cancel`: a caller that has cancelled wants neither the answer nor its effects.",
        about: .graph(.fetchCancelled)
      ).rows {
        Row(given: .hero().fetchUnderWay()) {
          Step(.cancel("fetch"))
          Step(.requests(.releaseAll))
          endsCancelled(.stores(.heroName("R2-D2")))
          Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(.heroName("Artoo")), .requests(.heroName))
        }
        Row("a fetch that is not cancelled is stored", given: .hero().fetchUnderWay()) {
          Step(.requests(.releaseAll))
          Step(.finish("fetch"), .answers(.heroName("Artoo")), .stores(.heroName("Artoo"))).premise(asksOnly)
        }
        Row("an equal fetch goes on", given: .hero().fetchUnderWay()) {
          Step(.begin(.heroName, .fetchIgnoringCacheData, as: "second"))
          joining
          Step(.cancel("fetch"))
          Step(.requests(.releaseAll))
          Step(.finish("second"), .answers(.heroName("Artoo")), .stores(.heroName("Artoo"))).premise(asksOnly)
        }
      }
      Rule(
        "clear-during-fetch", .open,
        "Whether the answer to a fetch that was in flight while the cache was cleared is stored.", from: access,
        because: "The request was made before the clearing, and its answer arrives after it."
      ).rows {
        Row(given: .hero().fetchUnderWay()) {
          Step(.clear)
          Step(.requests(.releaseAll))
          Step(
            .finish("fetch"),
            oneOf: [
              Outcome("stored", .answers(.heroName("Artoo")), .stores(.heroName("Artoo"))),
              Outcome("not stored", .answers(.heroName("Artoo")), .storesNothing),
              Outcome("fetch abandoned", .fails, .storesNothing),
            ])
        }
      }
      Rule(
        "late-answer", .open,
        "Which of two answers stays cached when two fetches of one query overlap and the older answer arrives last.",
        from: policies, because: "The document describes one fetch at a time."
      ).rows {
        Row(
          given: .works().leading(
            to:
              "a fetch of the hero is under way, to be answered with 'older'; later fetches are answered with 'newer'",
            relyingOn: "normalized.policy.fetch-ignoring-cache-data",
            [
              Step(.requests(.hold)), Step(.serve(.heroName("older"), to: .heroName)),
              Step(.begin(.heroName, .fetchIgnoringCacheData, as: "first")), Step(.requests(.awaitHeld(1))),
              Step(.serve(.heroName("newer"), to: .heroName)),
            ])
        ) {
          Step(.begin(.heroName, .fetchIgnoringCacheData, as: "second"))
          Step(
            .requests(.awaitHeldUnlessJoined(2)),
            oneOf: [Outcome("a request for each"), Outcome("one request for both", .fails)])
          Step(.requests(.holdNoMore))
          Step(.requests(.releaseNewest))
          Step(.finish("second"), .answers(oneOf: [.data(.heroName("newer")), .data(.heroName("older"))]))
          Step(.requests(.releaseAll))
          Step(
            .finish("first"),
            oneOf: [
              Outcome("the older answer, which came last", .stores(.heroName("older"))),
              Outcome("the newer answer", .stores(.heroName("newer"))),
              Outcome("the newer answer, and the older fetch ended", .fails, .stores(.heroName("newer"))),
            ])
        }
      }
    }
  }

  private static let asksOnly =
    "normalized.policy.fetch-ignoring-cache-data[policy=fetchIgnoringCacheData,cached=whole,server=up]"

  /// A fetch that was cancelled delivers nothing and leaves this stored.
  private static func endsCancelled(_ stored: Expectation<NormalizedAction>) -> NormalizedStep {
    Step(
      .finish("fetch"),
      oneOf: [Outcome("an error", .fails, stored), Outcome("silence", .answer(.exactly([])), stored)])
  }

  private static let joining = NormalizedStep(
    .requests(.awaitHeldUnlessJoined(2)),
    oneOf: [Outcome("a request for each"), Outcome("fewer requests at once", .fails)])
}
