/// The app's process ends without warning: nothing is closed, and nothing flushed.
extension NormalizedSpec {
  private static let rule: RuleID = "normalized.sqlite.survives-kill"
  private static let sqlite = ClientSetup(kind: .sqlite)

  static let killRules: [Rule] = [
    Rule(
      rule, .derived,
      "What was stored in a SQLite cache is still there, and what was removed from it is still gone, after the app's process was killed without warning.",
      from: Citation(.apollo, "Types of caches"),
      because: "Follows from normalized.sqlite.kept: most apps are killed rather than shut down in an orderly way.",
      since: .v2,
      about: .graph(.ending))
  ]

  static let killScenarios: [NormalizedScenario] =
    [
      Scenario(
        rule, "what was fetched", given: .heroAndFriends(sqlite),
        then: [Step(.kill), Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2")))]),
      Scenario(
        rule, "a fetch under way", given: .heroAndFriends(sqlite).fetchUnderWay(),
        then: [Step(.kill), Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2")))]),
    ] + (1...20).map(killed)

  /// A droid is fetched, or one or all objects are removed.
  ///
  /// - Parameter kept: the keys of the droids that are there. The list references them all, because the document does
  /// not
  ///   say whether an unreferenced object stays cached.
  private static func change(_ number: Int, to kept: inout Set<String>) -> [NormalizedStep] {
    let key = "\(3000 + number % 4)"
    if number == 10 || number == 17 {
      kept = []
      return [Step(.clear)]
    }
    if number.isMultiple(of: 3) {
      kept.remove(key)
      return [Step(.remove(key))]
    }
    kept.insert(key)
    let data: GraphValue = ["droids": .list(kept.sorted().map { .character($0, "Droid") })]
    return [Step(.serve(data, to: .listDroids)), Step(.fetch(.listDroids, .fetchIgnoringCacheData), .answers(data))]
  }

  /// The app is killed after this many of twenty changes.
  private static func killed(after count: Int) -> NormalizedScenario {
    var kept: Set<String> = []
    let steps = (1...count).flatMap { change($0, to: &kept) }
    let keys = (0..<4).map { "\(3000 + $0)" }
    let scenario = Scenario(
      rule, "after \(count) of twenty changes", given: .works(sqlite),
      then: steps + [Step(.kill), Step(.look(at: keys), .finds(kept.sorted(), named: "Droid"))])
    // Nothing says that removing all is atomic.
    let isClearing = steps.last?.action == .clear
    return count == 1 || isClearing
      ? scenario : scenario.changingLast(at: steps.count - 1, orAs: "after \(count - 1) of twenty changes")
  }
}
