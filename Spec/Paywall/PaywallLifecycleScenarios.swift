/// What the cache survives, and what clears it.
extension PaywallSpec {
  static let lifecycleScenarios: [PaywallScenario] =
    restartScenarios + [damaged(.truncated), damaged(.overwritten), damagedWithFallback]

  private static let restartScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.lifecycle.survives-restart", "one", given: .cached(),
      then: [Step(.restart), Step(.inspect(.onboarding), .stores(.v1))]),
    Scenario(
      "paywall.lifecycle.survives-restart", "several", given: .cached(),
      then: [
        Step(.restart),
        Step(.restart),
        Step(.restart),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
        Step(.inspect(.settings), .stores(.settings7)),
      ]),
    Scenario(
      "paywall.lifecycle.logout", "at once", given: .cached(),
      then: [
        Step(.app(.logOut)),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.inspect(.settings), .stores(.settings7)),
      ]),
    Scenario(
      "paywall.lifecycle.logout", "after a restart", given: .cached(),
      then: [
        Step(.app(.logOut)),
        Step(.restart),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
      ]),
  ]

  private static func damaged(_ damage: Damage, line: Int = #line) -> PaywallScenario {
    Scenario(
      "paywall.lifecycle.unreadable-copy", "\(damage)", given: .cached().offline,
      then: [
        Step(.restart),
        kept,
        Step(.damage(damage, of: .all)),
        Step(.load(.onboarding), oneOf: without(damage, .fails, .triesNetwork, .storesNothing)),
        Step(.remote(.up)),
        Step(
          .load(.onboarding, .returnCacheDataElseLoad),
          oneOf: without(damage, .answers(.v3), .requestsCDN, .stores(.v3))),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
        Step(.restart),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing),
      ],
      source: SourceLine(line: line))
  }

  private static let damagedWithFallback = PaywallScenario(
    "paywall.lifecycle.unreadable-copy", "overwritten, with a fallback", given: .cached(.withFallback).offline,
    then: [
      Step(.restart),
      kept,
      Step(.damage(.overwritten, of: .all)),
      Step(.load(.onboarding), .answers(.v0), .triesNetwork, .keepsFallbackOut),
    ])

  private static let kept = PaywallStep(
    .load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))

  /// No copy is found; what is left of a damaged file may still hold a whole one.
  private static func without(
    _ damage: Damage, _ expectations: Expectation<PaywallAction>...
  ) -> [Outcome<PaywallAction>] {
    let none = Outcome("no copy", expectations)
    let intact = Outcome<PaywallAction>("an intact copy", .answers(.v1), .stores(.v1))
    return damage.mayLeaveACopy ? [none, intact] : [none]
  }

  static let clearingScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.lifecycle.reinstall-clears", given: .cached().offline,
      then: [
        Step(.restart),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.inspect(.settings), .stores(.settings7)),
        Step(.app(.reinstall)),
        Step(.inspect(.onboarding), .storesNothing),
        Step(.inspect(.settings), .storesNothing),
      ]),
    Scenario(
      "paywall.lifecycle.manual-cleanup-clears", "at once", given: .cached(),
      then: [
        Step(.app(.cleanUp)),
        Step(.inspect(.onboarding), .storesNothing),
        Step(.inspect(.settings), .storesNothing),
      ]),
    Scenario(
      "paywall.lifecycle.manual-cleanup-clears", "after a restart", given: .cached().offline,
      then: [
        Step(.restart),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.app(.cleanUp)),
        Step(.restart),
        Step(.inspect(.onboarding), .storesNothing),
        Step(.inspect(.settings), .storesNothing),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .fails, .triesNetwork),
      ]),
    keeping("a year", [Step(.advance(.days(365)))]),
    keeping("restarts", [Step(.restart), Step(.restart), Step(.restart)]),
    keeping("being offline", [Step(.remote(.noNetwork)), Step(.load(.onboarding), .answers(.v1)), Step(.restart)]),
    keeping("failures", RemoteState.kindsOfFailure.flatMap(failedLoad)),
    // More than any round number that might be a limit, and no more than can be written to a file in a second or two.
    keeping("hundreds of other placements", (1...520).flatMap { otherLoad($0) } + keptOthers(520)),
    keeping("a paywall of 2.5 MB", otherLoad(1, padding: 5 << 19) + keptOthers(1, padding: 5 << 19)),
  ]

  private static func failedLoad(_ state: RemoteState) -> [PaywallStep] {
    [Step(.remote(state)), Step(.load(.onboarding), .answers(.v1))]
  }

  private static func other(_ number: Int, padding: Int) -> PaywallVersion {
    PaywallVersion(number, of: Placement("other_\(number)"), padding: padding)
  }

  private static func otherLoad(_ number: Int, padding: Int = 0) -> [PaywallStep] {
    let version = other(number, padding: padding)
    return [Step(.publish(version)), Step(.load(version.placement), .answers(version))]
  }

  /// The first and the last of this many are still cached, also after a restart.
  private static func keptOthers(_ count: Int, padding: Int = 0) -> [PaywallStep] {
    let ends = [other(1, padding: padding), other(count, padding: padding)].map { version in
      PaywallStep(.inspect(version.placement), .stores(version))
    }
    return ends + [Step(.restart)] + ends
  }

  private static func keeping(
    _ row: String, _ steps: [PaywallStep], line: Int = #line
  ) -> PaywallScenario {
    Scenario(
      "paywall.lifecycle.nothing-else-clears", row, given: .cached(),
      then: steps + [
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
        Step(.inspect(.settings), .stores(.settings7)),
      ],
      source: SourceLine(line: line))
  }
}
