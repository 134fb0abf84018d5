import CacheVocabulary

extension PaywallSpec {
  /// Two intervals are waited for each update: the document says that updates are regular, and no more.
  static let backgroundScenarios: [PaywallScenario] = [
    PaywallScenario(
      "paywall.background.updates-cache", given: .cached(.updating),
      then: [
        Step(.advance(.hours(2))),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v3), .asksNothing, .stores(.v3)),
      ]),
    PaywallScenario(
      "paywall.background.updates-cache", "after a restart", given: .cached(.updating) + [Step(.app(.restart))],
      then: [
        Step(.advance(.hours(2))),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v3), .asksNothing, .stores(.v3)),
      ]),
    PaywallScenario(
      "paywall.background.repeats",
      given: .cached(.updating) + [Step(.advance(.hours(2))), Step(.inspect(.onboarding), .stores(.v3))],
      then: [
        Step(.publish(.v4)),
        Step(.advance(.hours(2))),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v4), .asksNothing, .stores(.v4)),
      ]),
    PaywallScenario(
      "paywall.background.failure-keeps-copy", "once", given: .cached(.updating) + .offline,
      then: [
        Step(.advance(.hours(2))),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.remote(.up)),
        Step(.advance(.hours(2))),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v3), .asksNothing),
      ]),
    PaywallScenario(
      "paywall.background.failure-keeps-copy", "every day for a year",
      given: .cached(AppSetup(updateInterval: .days(1))) + .offline,
      then: [
        Step(.advance(.days(365))),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.remote(.up)),
        Step(.advance(.days(2))),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v3), .asksNothing),
      ]),
  ]

  static let lifecycleScenarios: [PaywallScenario] =
    restartScenarios + Damage.allCases.flatMap(damageScenarios)

  private static let restartScenarios: [PaywallScenario] = [
    PaywallScenario(
      "paywall.lifecycle.survives-restart", "one", given: .cached() + .offline,
      then: [Step(.app(.restart)), Step(.call(.load(.onboarding)), .answers(.v1), .stores(.v1))]),
    PaywallScenario(
      "paywall.lifecycle.survives-restart", "several", given: .cached() + .offline,
      then: [
        Step(.app(.restart)),
        Step(.app(.restart)),
        Step(.app(.restart)),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v1), .asksNothing, .stores(.v1)),
        Step(.call(.load(.settings)), .answers(.settings7)),
      ]),
    PaywallScenario(
      "paywall.lifecycle.age-survives-restart", "expired, after several",
      given: .cached() + [Step(.advance(.minutes(20))), Step(.app(.restart)), Step(.advance(.minutes(20)))],
      then: [
        Step(.app(.restart)),
        Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v3), .asks(.cdn)),
      ]),
    PaywallScenario(
      "paywall.lifecycle.logout", given: .cached(),
      then: [
        Step(.app(.logOut)),
        Step(
          .inspect(.onboarding),
          oneOf: [Outcome("keeps the cache", .stores(.v1)), Outcome("clears the cache", .storesNothing)]),
        Step(.call(.load(.onboarding)), .answers(.v3), .stores(.v3)),
      ]),
  ]

  private static func damageScenarios(_ damage: Damage) -> [PaywallScenario] {
    [
      PaywallScenario(
        "paywall.lifecycle.unreadable-copy", "\(damage)", given: .cached() + .offline + keptOverRestart,
        then: [
          Step(.damage(damage)),
          Step(.call(.load(.onboarding)), .fails, .asks(.cdn, .server), .storesNothing),
          Step(.remote(.up)),
          Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v3), .asks(.cdn), .stores(.v3)),
          Step(.app(.restart)),
          Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v3), .asksNothing),
        ]),
      PaywallScenario(
        "paywall.lifecycle.unreadable-copy", "\(damage), with a fallback",
        given: .cached(.withFallback) + .offline + keptOverRestart,
        then: [
          Step(.damage(damage)),
          Step(.call(.load(.onboarding)), .answers(.v0), .asks(.cdn, .server), .storesNothing),
        ]),
    ]
  }

  private static let keptOverRestart: [PaywallStep] = [
    Step(.app(.restart)), Step(.inspect(.onboarding), .stores(.v1)),
  ]

  /// What clears the cache, and all else that does not.
  static let clearingScenarios: [PaywallScenario] = [
    PaywallScenario(
      "paywall.lifecycle.reinstall-clears", given: .cached() + .offline + keptOverRestart,
      then: [
        Step(.app(.reinstall)),
        Step(.inspect(.onboarding), .storesNothing),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .fails, .asks(.cdn, .server)),
      ]),
    PaywallScenario(
      "paywall.lifecycle.manual-cleanup-clears", "at once", given: .cached() + .offline,
      then: [
        Step(.app(.cleanUp)),
        Step(.inspect(.onboarding), .storesNothing),
        Step(.inspect(.settings), .storesNothing),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .fails, .asks(.cdn, .server)),
      ]),
    PaywallScenario(
      "paywall.lifecycle.manual-cleanup-clears", "after a restart", given: .cached() + .offline + keptOverRestart,
      then: [
        Step(.app(.cleanUp)),
        Step(.app(.restart)),
        Step(.inspect(.onboarding), .storesNothing),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .fails, .asks(.cdn, .server)),
      ]),
    PaywallScenario(
      "paywall.lifecycle.manual-cleanup-clears", "and fills again", given: .cached(),
      then: [
        Step(.app(.cleanUp)),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v3), .asks(.cdn), .stores(.v3)),
        Step(.app(.restart)),
        Step(.inspect(.onboarding), .stores(.v3)),
      ]),
    keeping("a year", [Step(.advance(.days(365)))]),
    keeping("restarts", [Step(.app(.restart)), Step(.app(.restart)), Step(.app(.restart))]),
    keeping("being offline", .offline + [Step(.call(.load(.onboarding)), .answers(.v1)), Step(.app(.restart))]),
    keeping("failures", OriginFailure.allCases.flatMap(failedLoad)),
    keeping("loads of other placements", (1...20).flatMap(otherLoad)),
    keeping(
      "a failed load of another placement",
      .offline + [
        Step(.call(.load(.deepLink)), .fails),
        Step(.call(.load(.deepLink, .returnCacheDataElseLoad)), .fails),
      ]),
  ]

  private static func failedLoad(_ failure: OriginFailure) -> [PaywallStep] {
    [Step(.remote(.failing(failure))), Step(.call(.load(.onboarding)), .answers(.v1))]
  }

  private static func otherLoad(_ number: Int) -> [PaywallStep] {
    let version = PaywallVersion(number, of: Placement("other_\(number)"))
    return [Step(.publish(version)), Step(.call(.load(version.placement)), .answers(version))]
  }

  private static func keeping(
    _ row: String, _ steps: [PaywallStep], line: Int = #line
  ) -> PaywallScenario {
    PaywallScenario(
      "paywall.lifecycle.nothing-else-clears", row, given: .cached(),
      then: steps + [
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v1), .asksNothing, .stores(.v1)),
      ],
      source: SourceLine(line: line))
  }
}
