import CacheVocabulary

/// The policies one by one; the table beside it holds every combination.
extension PaywallSpec {
  /// The rows of the policy that is the default, with no policy named.
  static let defaultPolicyScenarios: [PaywallScenario] =
    policyTable.filter { $0.policy == .reload }.map(\.withoutPolicy)

  static let policyScenarios: [PaywallScenario] = [
    PaywallScenario(
      "paywall.policy.reload-asks-network-first", "from the CDN", given: .cached(),
      then: [Step(.call(.load(.onboarding, .reloadRevalidatingCacheData)), .answers(.v3), .asks(.cdn), .stores(.v3))]),
    PaywallScenario(
      "paywall.policy.reload-asks-network-first", "again and again", given: .cached(),
      then: [
        Step(.call(.load(.onboarding, .reloadRevalidatingCacheData)), .answers(.v3), .asks(.cdn)),
        Step(.publish(.v4)),
        Step(.call(.load(.onboarding, .reloadRevalidatingCacheData)), .answers(.v4), .asks(.cdn), .stores(.v4)),
      ]),
    PaywallScenario(
      "paywall.policy.reload-falls-back-to-cache", given: .cached(.withFallback) + .offline,
      then: [
        Step(.call(.load(.onboarding, .reloadRevalidatingCacheData)), .answers(.v1), .asks(.cdn, .server), .stores(.v1))
      ]),
    PaywallScenario(
      "paywall.policy.cache-else-load-hit", "online", given: .cached(),
      then: [Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v1), .asksNothing, .stores(.v1))]),
    PaywallScenario(
      "paywall.policy.cache-else-load-hit", "offline", given: .cached() + .offline,
      then: [Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v1), .asksNothing, .stores(.v1))]),
    PaywallScenario(
      "paywall.policy.cache-else-load-any-age", "a year old", given: .cached(),
      then: [
        Step(.advance(.days(365))),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v1), .asksNothing, .stores(.v1)),
      ]),
    PaywallScenario(
      "paywall.policy.cache-else-load-miss", "CDN", given: .uncached(.withFallback),
      then: [Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v3), .asks(.cdn), .stores(.v3))]),
    PaywallScenario(
      "paywall.policy.cache-else-load-miss", "server",
      given: .uncached(.withFallback) + [Step(.remote(.down, of: [.cdn]))],
      then: [
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v2), .asks(.cdn, .server), .stores(.v2))
      ]),
    PaywallScenario(
      "paywall.policy.cache-else-load-miss", "fallback", given: .uncached(.withFallback) + .offline,
      then: [
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v0), .asks(.cdn, .server), .storesNothing)
      ]),
  ]

  /// Both sides of `maxAge`, and the boundary itself.
  static let maxAgeScenarios: [PaywallScenario] = [
    PaywallScenario(
      "paywall.policy.max-age-young", "ten minutes of thirty", given: .cached() + [Step(.advance(.minutes(10)))],
      then: [Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v1), .asksNothing, .stores(.v1))]),
    PaywallScenario(
      "paywall.policy.max-age-young", "a millisecond before the boundary",
      given: .cached() + [Step(.advance(.minutes(30) - .milliseconds(1)))],
      then: [Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v1), .asksNothing, .stores(.v1))]),
    PaywallScenario(
      "paywall.policy.max-age-boundary", given: .cached() + [Step(.advance(.minutes(30)))],
      then: [
        Step(
          .call(.load(.onboarding, .halfAnHour)),
          oneOf: [
            Outcome("still valid", .answers(.v1), .asksNothing),
            Outcome("expired", .answers(.v3), .asks(.cdn)),
          ])
      ]),
    PaywallScenario(
      "paywall.policy.max-age-expired", "a millisecond after the boundary",
      given: .cached() + [Step(.advance(.minutes(30) + .milliseconds(1)))],
      then: [Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v3), .asks(.cdn), .stores(.v3))]),
    PaywallScenario(
      "paywall.policy.max-age-expired", "a year", given: .cached() + [Step(.advance(.days(365)))],
      then: [Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v3), .asks(.cdn), .stores(.v3))]),
    PaywallScenario(
      "paywall.policy.max-age-miss", "online", given: .uncached(),
      then: [Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v3), .asks(.cdn), .stores(.v3))]),
    PaywallScenario(
      "paywall.policy.max-age-miss", "offline", given: .uncached() + .offline,
      then: [Step(.call(.load(.onboarding, .halfAnHour)), .fails, .asks(.cdn, .server), .storesNothing)]),
    PaywallScenario(
      "paywall.policy.max-age-expired-offline", "with a fallback",
      given: .cached(.withFallback) + [Step(.advance(.hours(1)))] + .offline,
      then: [Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v1), .asks(.cdn, .server), .stores(.v1))]),
    PaywallScenario(
      "paywall.policy.max-age-expired-offline", "without a fallback",
      given: .cached() + [Step(.advance(.hours(1)))] + .offline,
      then: [Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v1), .asks(.cdn, .server), .stores(.v1))]),
    extreme("zero", .zero, age: .seconds(1), isYoung: false),
    extreme("below zero", .zero - .minutes(30), age: .zero, isYoung: false),
    extreme("the least there is", .seconds(Int64.min), age: .minutes(1), isYoung: false),
    extreme("a hundred years", .days(36_500), age: .days(365), isYoung: true),
    extreme("the most there is", .seconds(Int64.max), age: .days(365), isYoung: true),
  ]

  private static func extreme(
    _ row: String, _ maxAge: Duration, age: Duration, isYoung: Bool, line: Int = #line
  ) -> PaywallScenario {
    let call = PaywallAction.call(.load(.onboarding, .maxAge(maxAge)))
    return PaywallScenario(
      "paywall.policy.max-age-extremes", row, given: .cached() + [Step(.advance(age))],
      then: [isYoung ? Step(call, .answers(.v1), .asksNothing) : Step(call, .answers(.v3), .asks(.cdn))],
      source: SourceLine(line: line))
  }

  /// What the age of a copy counts from.
  static let ageScenarios: [PaywallScenario] = [
    PaywallScenario(
      "paywall.policy.max-age-restarts", "a newer version",
      given: .cached() + [
        Step(.advance(.hours(1))), Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v3)),
        Step(.publish(.v4)), Step(.advance(.minutes(20))),
      ],
      then: [
        Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v3), .asksNothing),
        Step(.advance(.minutes(20))),
        Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v4), .asks(.cdn)),
      ]),
    PaywallScenario(
      "paywall.policy.max-age-restarts", "the same version",
      given: .started() + [
        Step(.publish(.v1)), Step(.call(.load(.onboarding)), .answers(.v1)), Step(.advance(.hours(1))),
        Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v1), .asks(.cdn)), Step(.publish(.v4)),
        Step(.advance(.minutes(20))),
      ],
      then: [
        Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v1), .asksNothing),
        Step(.advance(.minutes(20))),
        Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v4), .asks(.cdn)),
      ]),
    PaywallScenario(
      "paywall.policy.max-age-restarts", "a failed load",
      given: .cached() + [
        Step(.advance(.minutes(20))), Step(.remote(.down)), Step(.call(.load(.onboarding)), .answers(.v1)),
        Step(.advance(.minutes(20))), Step(.remote(.up)),
      ],
      then: [Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v3), .asks(.cdn))]),
    PaywallScenario(
      "paywall.policy.clock-set-back", "while the app runs",
      given: .cached() + [
        Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v1), .asksNothing), Step(.setDateBack(.days(1))),
        Step(.advance(.hours(1))),
      ],
      then: [Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v3), .asks(.cdn), .stores(.v3))]),
    PaywallScenario(
      "paywall.policy.clock-set-back", "before a restart",
      given: .cached() + [
        Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v1), .asksNothing), Step(.setDateBack(.days(1))),
        Step(.app(.restart)), Step(.advance(.hours(1))),
      ],
      then: [Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v3), .asks(.cdn), .stores(.v3))]),
    PaywallScenario(
      "paywall.lifecycle.age-survives-restart", "young",
      given: .cached() + [Step(.advance(.minutes(10)))],
      then: [
        Step(.app(.restart)),
        Step(.advance(.minutes(10))),
        Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v1), .asksNothing),
      ]),
    PaywallScenario(
      "paywall.lifecycle.age-survives-restart", "expired",
      given: .cached() + [Step(.advance(.minutes(20)))],
      then: [
        Step(.app(.restart)),
        Step(.advance(.minutes(20))),
        Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v3), .asks(.cdn)),
      ]),
  ]
}
