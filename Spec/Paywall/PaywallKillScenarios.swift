/// The app's process ends without warning: nothing is closed, and nothing flushed.
extension PaywallSpec {
  private static let rule: RuleID = "paywall.lifecycle.survives-kill"

  static let killRules: [Rule] = [
    Rule(
      rule, .derived,
      "What was cached is still cached, and what was cleared is still gone, after the app's process was killed without warning.",
      from: Citation(.adapty, "Cache persistence and lifecycle"),
      because:
        "Follows from paywall.lifecycle.survives-restart: most apps are killed rather than shut down in an orderly way.",
      since: .v2, about: .ending)
  ]

  static let killScenarios: [PaywallScenario] =
    [
      Scenario(
        rule, "a copy", given: .cached(),
        then: [Step(.kill), Step(.inspect(.onboarding), .stores(.v1))]),
      Scenario(
        rule, "a load under way", given: .cached(),
        then: [
          Step(.requests(.hold)), Step(.begin(.load(.onboarding), as: "load")), Step(.requests(.awaitHeld(1))),
          Step(.kill), Step(.inspect(.onboarding), .stores(.v1)), Step(.load(.onboarding), .answers(.v3), .stores(.v3)),
        ]),
    ] + (1...9).map(killed)

  /// A load of either placement, or a clean-up.
  private static func change(_ number: Int) -> (steps: [PaywallStep], cached: PaywallVersion?) {
    if number.isMultiple(of: 5) { return ([Step(.app(.cleanUp))], nil) }
    let placement = number.isMultiple(of: 2) ? Placement.settings : .onboarding
    let version = PaywallVersion(10 + number, of: placement)
    return ([Step(.publish(version)), Step(.load(placement), .answers(version))], version)
  }

  /// The app is killed after this many of nine loads and clean-ups.
  private static func killed(after count: Int) -> PaywallScenario {
    let changes = (1...count).map(change)
    let afterCleanUp = changes.suffix(count % 5)
    let looks = [Placement.onboarding, .settings].map { placement -> PaywallStep in
      let cached = afterCleanUp.last { $0.cached?.placement == placement }?.cached
      let kept = cached ?? (count < 5 && placement == .settings ? .settings7 : nil)
      return Step(.inspect(placement), kept.map { [.stores($0)] } ?? [.storesNothing])
    }
    let steps = changes.flatMap(\.steps)
    let scenario = Scenario(
      rule, "after \(count) of nine changes", given: .started(), then: steps + [Step(.kill)] + looks)
    // A clean-up goes through the placements one by one: nothing says that it is atomic.
    let isCleanUp = count.isMultiple(of: 5)
    return count == 1 || isCleanUp
      ? scenario : scenario.changingLast(at: steps.count - 1, orAs: "after \(count - 1) of nine changes")
  }
}
