import CacheVocabulary

extension PaywallSpec {
  /// Two intervals are waited for each update: the document says that updates are regular, and no more.
  static let backgroundScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.background.updates-cache", given: .cached(.updating),
      then: [
        Step(.advance(.hours(2))),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3)),
      ]),
    Scenario(
      "paywall.background.updates-cache", "after a restart", given: .cached(.updating).restarted(),
      then: [
        Step(.advance(.hours(2))),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3)),
      ]),
    Scenario(
      "paywall.background.repeats",
      given: .cached(.updating).and(
        "2 h later an update has brought version 3", standingOn: "paywall.background.updates-cache",
        [Step(.advance(.hours(2))), Step(.inspect(.onboarding), .stores(.v3))]),
      then: [
        Step(.publish(.v4)),
        Step(.advance(.hours(2))),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v4), .requestsNothing, .stores(.v4)),
      ]),
    Scenario(
      "paywall.background.failure-keeps-copy", "once", given: .cached(.updating).offline,
      then: [
        Step(.advance(.hours(2))),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.remote(.up)),
        Step(.advance(.hours(2))),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing),
      ]),
    Scenario(
      "paywall.background.failure-keeps-copy", "every day for a year",
      given: .cached(AppSetup(updateInterval: .days(1))).offline,
      then: [
        Step(.advance(.days(365))),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.remote(.up)),
        Step(.advance(.days(2))),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing),
      ]),
  ]

  static let lifecycleScenarios: [PaywallScenario] =
    restartScenarios + Damage.allCases.flatMap(damageScenarios)

  private static let restartScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.lifecycle.survives-restart", "one", given: .cached().offline,
      then: [Step(.restart), Step(.load(.onboarding), .answers(.v1), .stores(.v1))]),
    Scenario(
      "paywall.lifecycle.survives-restart", "several", given: .cached().offline,
      then: [
        Step(.restart),
        Step(.restart),
        Step(.restart),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
        Step(.load(.settings), .answers(.settings7)),
      ]),
    Scenario(
      "paywall.lifecycle.age-survives-restart", "expired, after several",
      given: .cached(aged: .minutes(20)).restarted().later(.minutes(20)),
      then: [
        Step(.restart),
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requests(.cdn)),
      ]),
    Scenario(
      "paywall.lifecycle.logout", given: .cached(),
      then: [
        Step(.app(.logOut)),
        Step(
          .inspect(.onboarding),
          oneOf: [Outcome("keeps the cache", .stores(.v1)), Outcome("clears the cache", .storesNothing)]),
        Step(.load(.onboarding), .answers(.v3), .stores(.v3)),
      ]),
  ]

  private static func damageScenarios(_ damage: Damage) -> [PaywallScenario] {
    [
      Scenario(
        "paywall.lifecycle.unreadable-copy", "\(damage)", given: .cached().offline.keptOverRestart,
        then: [
          Step(.damage(damage)),
          Step(.load(.onboarding), .fails, .requests(.cdn, .server), .storesNothing),
          Step(.remote(.up)),
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requests(.cdn), .stores(.v3)),
          Step(.restart),
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing),
        ]),
      Scenario(
        "paywall.lifecycle.unreadable-copy", "\(damage), with a fallback",
        given: .cached(.withFallback).offline.keptOverRestart,
        then: [
          Step(.damage(damage)),
          Step(.load(.onboarding), .answers(.v0), .requests(.cdn, .server), .storesNothing),
        ]),
    ]
  }

  /// What clears the cache, and all else that does not.
  static let clearingScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.lifecycle.reinstall-clears", given: .cached().offline.keptOverRestart,
      then: [
        Step(.app(.reinstall)),
        Step(.inspect(.onboarding), .storesNothing),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .fails, .requests(.cdn, .server)),
      ]),
    Scenario(
      "paywall.lifecycle.manual-cleanup-clears", "at once", given: .cached().offline,
      then: [
        Step(.app(.cleanUp)),
        Step(.inspect(.onboarding), .storesNothing),
        Step(.inspect(.settings), .storesNothing),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .fails, .requests(.cdn, .server)),
      ]),
    Scenario(
      "paywall.lifecycle.manual-cleanup-clears", "after a restart", given: .cached().offline.keptOverRestart,
      then: [
        Step(.app(.cleanUp)),
        Step(.restart),
        Step(.inspect(.onboarding), .storesNothing),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .fails, .requests(.cdn, .server)),
      ]),
    Scenario(
      "paywall.lifecycle.manual-cleanup-clears", "and fills again", given: .cached(),
      then: [
        Step(.app(.cleanUp)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requests(.cdn), .stores(.v3)),
        Step(.restart),
        Step(.inspect(.onboarding), .stores(.v3)),
      ]),
    keeping("a year", [Step(.advance(.days(365)))]),
    keeping("restarts", [Step(.restart), Step(.restart), Step(.restart)]),
    keeping("being offline", [Step(.remote(.down)), Step(.load(.onboarding), .answers(.v1)), Step(.restart)]),
    keeping("failures", OriginFailure.allCases.flatMap(failedLoad)),
    keeping("loads of other placements", (1...20).flatMap(otherLoad)),
    keeping(
      "a failed load of another placement",
      [
        Step(.remote(.down)),
        Step(.load(.deepLink), .fails),
        Step(.load(.deepLink, .returnCacheDataElseLoad), .fails),
      ]),
  ]

  private static func failedLoad(_ failure: OriginFailure) -> [PaywallStep] {
    [Step(.remote(.failing(failure))), Step(.load(.onboarding), .answers(.v1))]
  }

  private static func otherLoad(_ number: Int) -> [PaywallStep] {
    let version = PaywallVersion(number, of: Placement("other_\(number)"))
    return [Step(.publish(version)), Step(.load(version.placement), .answers(version))]
  }

  private static func keeping(
    _ row: String, _ steps: [PaywallStep], line: Int = #line
  ) -> PaywallScenario {
    Scenario(
      "paywall.lifecycle.nothing-else-clears", row, given: .cached(),
      then: steps + [
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
      ],
      source: SourceLine(line: line))
  }
}
