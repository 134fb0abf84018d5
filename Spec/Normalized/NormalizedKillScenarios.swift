/// The app's process ends without warning: nothing is closed, and nothing flushed.
extension NormalizedSpec {
  private static let rule: RuleID = "normalized.sqlite.survives-kill"
  private static let sqlite = ClientSetup(kind: .sqlite)

  static let killRules: [Rule] = [
    Rule(
      rule, .derived,
      "What is in a SQLite cache, and what was removed from it, is so still after the app's process has ended without warning.",
      from: Citation(.apollo, "Types of caches"),
      because: "Follows from normalized.sqlite.kept: most apps do not end in order, they are killed.", since: .v2,
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
  private static func change(_ number: Int) -> (steps: [NormalizedStep], apply: (inout Set<String>) -> Void) {
    let key = "\(3000 + number % 4)"
    if number == 10 || number == 17 { return ([Step(.clear)], { $0 = [] }) }
    if number.isMultiple(of: 3) { return ([Step(.remove(key))], { $0.remove(key) }) }
    let data: GraphValue = ["droids": .list([.character(key, "Droid")])]
    return (
      [Step(.serve(data, to: .listDroids)), Step(.fetch(.listDroids, .fetchIgnoringCacheData), .answers(data))],
      { $0.insert(key) }
    )
  }

  /// The app is killed after so many of twenty changes.
  private static func killed(after count: Int) -> NormalizedScenario {
    let changes = (1...count).map(change)
    let kept = changes.reduce(into: Set()) { kept, change in change.apply(&kept) }
    let keys = (0..<4).map { "\(3000 + $0)" }
    let steps = changes.flatMap(\.steps)
    let scenario = Scenario(
      rule, "after \(count) of twenty changes", given: .works(sqlite),
      then: steps + [Step(.kill), Step(.look(at: keys), .finds(keys.filter(kept.contains), named: "Droid"))])
    // Nothing says that all are removed, or none.
    let isClearing = steps.last?.action == .clear
    return count == 1 || isClearing
      ? scenario : scenario.changingLast(at: steps.count - 1, orAs: "after \(count - 1) of twenty changes")
  }
}
