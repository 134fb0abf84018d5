extension NormalizedSpec {
  /// Calls that a watcher's handler begins when the watcher is told.
  static let handlerRows: [NormalizedScenario] = [
    called(
      "it reads", .read(.heroAndFriends), told,
      [Step(.finish("call"), .answers(.heroAndFriends("Artoo")))]),
    called(
      "it writes", .rename("1000", to: "Luke S."),
      .notify(
        .containing([
          .value(.data(.heroAndFriends("Artoo"))), .value(.data(.heroAndFriends("Artoo", luke: "Luke S."))), second,
        ])),
      [
        Step(.finish("call"), .answer(.exactly([]))),
        Step(.peek(.heroAndFriends), .answers(.heroAndFriends("Artoo", luke: "Luke S."))),
      ]),
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
      ]),
    called(
      "it cancels itself", .cancel(.watcher), told,
      [
        Step(.finish("call"), .answer(.exactly([]))),
        Step(.renameHero("Beeper"), .notifies(.data(.heroName("Beeper"), to: "second"))),
      ]),
    // Whether the other one has been told by then is open.
    called(
      "it cancels another", .cancel("second"),
      .notify(.apartFrom(second, .exactly([.value(.data(.heroAndFriends("Artoo")))]))),
      [
        Step(.finish("call"), .answer(.exactly([]))),
        Step(.renameHero("Beeper"), .notifies(.data(.heroAndFriends("Beeper")))),
      ]),
  ]

  private static let second = Fact<WatcherNotification>.value(.data(.heroName("Artoo"), to: "second"))

  /// Both watchers are told of the change.
  private static let told: Expectation<NormalizedAction> = .notify(
    .containing([.value(.data(.heroAndFriends("Artoo"))), second]))

  /// The handler of the first of two watchers makes a call when the hero is renamed.
  private static func called(
    _ row: String, _ call: NormalizedAction, _ told: Expectation<NormalizedAction>, _ then: [NormalizedStep],
    line: Int = #line
  ) -> NormalizedScenario {
    NormalizedScenario(
      "normalized.watch.calls-from-handlers", row, given: .heroWatched.watchingHero(as: "second", "a second"),
      then: [Step(.whenTold(.watcher, begin: call, as: "call")), Step(.perform(.renameHero), told)] + then, line: line)
  }
}
