import CacheVocabulary

/// The policies one by one. The table of policies holds every combination.
extension PaywallSpec {
  static let policyScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.policy.reload-asks-network-first", "from the CDN", given: .cached(),
      then: [Step(.load(.onboarding, .reloadRevalidatingCacheData), .answers(.v3), .requests(.cdn), .stores(.v3))]),
    Scenario(
      "paywall.policy.reload-asks-network-first", "again and again", given: .cached(),
      then: [
        Step(.load(.onboarding, .reloadRevalidatingCacheData), .answers(.v3), .requests(.cdn)),
        Step(.publish(.v4)),
        Step(.load(.onboarding, .reloadRevalidatingCacheData), .answers(.v4), .requests(.cdn), .stores(.v4)),
      ]),
    Scenario(
      "paywall.policy.reload-falls-back-to-cache", given: .cached(.withFallback).offline,
      then: [
        Step(.load(.onboarding, .reloadRevalidatingCacheData), .answers(.v1), .requests(.cdn, .server), .stores(.v1))
      ]),
    Scenario(
      "paywall.policy.cache-else-load-hit", "online", given: .cached(),
      then: [Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))]),
    Scenario(
      "paywall.policy.cache-else-load-hit", "offline", given: .cached().offline,
      then: [Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))]),
    Scenario(
      "paywall.policy.cache-else-load-any-age", "a year old", given: .cached(),
      then: [
        Step(.advance(.days(365))),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
      ]),
    Scenario(
      "paywall.policy.cache-else-load-miss", "CDN", given: .uncached(.withFallback),
      then: [Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requests(.cdn), .stores(.v3))]),
    Scenario(
      "paywall.policy.cache-else-load-miss", "server",
      given: .uncached(.withFallback).cdnDown,
      then: [
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v2), .requests(.cdn, .server), .stores(.v2))
      ]),
    Scenario(
      "paywall.policy.cache-else-load-miss", "fallback", given: .uncached(.withFallback).offline,
      then: [
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v0), .requests(.cdn, .server), .storesNothing)
      ]),
  ]

  /// Both sides of `maxAge`, and the boundary itself.
  static let maxAgeScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.policy.max-age-young", "ten minutes of thirty", given: .cached(aged: .minutes(10)),
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing, .stores(.v1))]),
    Scenario(
      "paywall.policy.max-age-young", "a millisecond before the boundary",
      given: .cached(aged: .minutes(30) - .milliseconds(1)),
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing, .stores(.v1))]),
    Scenario(
      "paywall.policy.max-age-boundary", given: .cached(aged: .minutes(30)),
      then: [
        Step(
          .load(.onboarding, .halfAnHour),
          oneOf: [
            Outcome("still valid", .answers(.v1), .requestsNothing),
            Outcome("expired", .answers(.v3), .requests(.cdn)),
          ])
      ]),
    Scenario(
      "paywall.policy.max-age-expired", "a millisecond after the boundary",
      given: .cached(aged: .minutes(30) + .milliseconds(1)),
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requests(.cdn), .stores(.v3))]),
    Scenario(
      "paywall.policy.max-age-expired", "a year", given: .cached(aged: .days(365)),
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requests(.cdn), .stores(.v3))]),
    Scenario(
      "paywall.policy.max-age-miss", "online", given: .uncached(),
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requests(.cdn), .stores(.v3))]),
    Scenario(
      "paywall.policy.max-age-miss", "offline", given: .uncached().offline,
      then: [Step(.load(.onboarding, .halfAnHour), .fails, .requests(.cdn, .server), .storesNothing)]),
    Scenario(
      "paywall.policy.max-age-expired-offline", "with a fallback",
      given: .cached(.withFallback, aged: .hours(1)).offline,
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requests(.cdn, .server), .stores(.v1))]),
    Scenario(
      "paywall.policy.max-age-expired-offline", "without a fallback",
      given: .cached(aged: .hours(1)).offline,
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requests(.cdn, .server), .stores(.v1))]),
    extreme("zero", .zero, age: .seconds(1), isYoung: false),
    extreme("below zero", .zero - .minutes(30), age: .zero, isYoung: false),
    extreme("the least there is", .seconds(Int64.min), age: .minutes(1), isYoung: false),
    extreme("a hundred years", .days(36_500), age: .days(365), isYoung: true),
    extreme("the most there is", .seconds(Int64.max), age: .days(365), isYoung: true),
  ]

  private static func extreme(
    _ row: String, _ maxAge: Duration, age: Duration, isYoung: Bool, line: Int = #line
  ) -> PaywallScenario {
    let call = PaywallAction.load(.onboarding, .returnCacheDataIfNotExpiredElseLoad(maxAge: maxAge))
    return Scenario(
      "paywall.policy.max-age-extremes", row, given: .cached(aged: age),
      then: [isYoung ? Step(call, .answers(.v1), .requestsNothing) : Step(call, .answers(.v3), .requests(.cdn))],
      source: SourceLine(line: line))
  }

  /// What the age of a copy counts from.
  static let ageScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.policy.max-age-restarts", "a newer version",
      given: .cached(aged: .hours(1)).reloadedExpiredCopy(.v3).published(.v4).later(.minutes(20)),
      then: [
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsNothing),
        Step(.advance(.minutes(20))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v4), .requests(.cdn)),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "the same version",
      given: .firstCached().later(.hours(1)).reloadedExpiredCopy(.v1).published(.v4).later(.minutes(20)),
      then: [
        Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing),
        Step(.advance(.minutes(20))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v4), .requests(.cdn)),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "a failed load",
      given: .cached(aged: .minutes(20)).offline.and(
        "a load has returned the copy", standingOn: "paywall.priority.cache-after-network",
        [Step(.load(.onboarding), .answers(.v1))]
      ).later(.minutes(20)).remote(.up),
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requests(.cdn))]),
    Scenario(
      "paywall.policy.clock-set-back", "while the app runs",
      given: .cached().returnedYoungCopy.setBackByADay.later(.hours(1)),
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requests(.cdn), .stores(.v3))]),
    Scenario(
      "paywall.policy.clock-set-back", "before a restart",
      given: .cached().returnedYoungCopy.setBackByADay.restarted().later(.hours(1)),
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requests(.cdn), .stores(.v3))]),
    Scenario(
      "paywall.lifecycle.age-survives-restart", "young",
      given: .cached(aged: .minutes(10)),
      then: [
        Step(.restart),
        Step(.advance(.minutes(10))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing),
      ]),
    Scenario(
      "paywall.lifecycle.age-survives-restart", "expired",
      given: .cached(aged: .minutes(20)),
      then: [
        Step(.restart),
        Step(.advance(.minutes(20))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requests(.cdn)),
      ]),
  ]
}
