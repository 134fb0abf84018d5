/// The states that watching starts from, and that no other topic needs.
extension Fixture where Action == NormalizedAction {
  private static let showing: RuleID = "normalized.watch.first-result"

  /// The hero's name is watched too.
  func watchingHero(as watcher: String, _ article: String) -> Self {
    and(
      "\(article) watcher shows the hero's name", relyingOn: Self.showing,
      [Step(.watch(.heroName, as: watcher), .notifies(.data(.heroName("R2-D2"), to: watcher)))])
  }

  /// The hero's home is watched.
  static let homeWatched = heroDetails().and(
    "a watcher shows the hero's home", relyingOn: showing,
    [Step(.watch(.heroHome, as: .watcher), .notifies(.data(NormalizedSpec.home("Naboo"))))])

  /// A list of droids is watched.
  static let droidsWatched = heroFriendsAndDroids().and(
    "a watcher shows the droids", relyingOn: showing,
    [Step(.watch(.listDroids, as: .watcher), .notifies(.data(.droids(["2001": "R2-D2", "2002": "C-3PO"]))))])

  /// One droid of the list was replaced by another.
  var listChanged: Self {
    and(
      "the list now has another droid in place of one", relyingOn: "normalized.watch.told-of-changes",
      [
        Step(.serve(.droids(["2001": "R2-D2", "2003": "BB-8"]), to: .listDroids)),
        Step(
          .fetch(.listDroids, .fetchIgnoringCacheData), .notifies(.data(.droids(["2001": "R2-D2", "2003": "BB-8"])))),
      ])
  }

  /// A change to the watched data is in flight.
  func changeUnderWay() -> Self {
    and(
      "a fetch that renames the hero to Beeper is under way",
      relyingOn: "normalized.policy.fetch-ignoring-cache-data",
      [
        Step(.serve(.artoo("Beeper"), to: .character("2001"))), Step(.requests(.hold)),
        Step(.begin(.character("2001"), .fetchIgnoringCacheData, as: "fetch")), Step(.requests(.awaitHeld(1))),
      ])
  }

  /// Another watcher waits for its first result.
  func listFetchUnderWay() -> Self {
    and(
      "another watcher's first fetch is under way", relyingOn: Self.showing,
      [
        Step(.serve(.droids(["2002": "Goldenrod"]), to: .listDroids)), Step(.requests(.hold)),
        Step(.watch(.listDroids, .fetchIgnoringCacheData, as: "list")), Step(.requests(.awaitHeld(1))),
      ])
  }
}
