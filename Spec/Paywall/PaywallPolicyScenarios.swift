/// Scenarios for single policies. The table of policies covers every combination.
extension PaywallSpec {
  static let policyScenarios: [PaywallScenario] = [
    // The same copy under one policy after another: only the policy decides what a load does.
    Scenario(
      "paywall.policy.default-is-reload", "beside the other policies", given: .cached(),
      then: [
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing)
          .demanded(by: "paywall.policy.cache-else-load-hit"),
        Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing)
          .demanded(by: "paywall.policy.max-age-young"),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN),
      ]),
    Scenario(
      "paywall.policy.reload-asks-network-first", "from the CDN", given: .cached(),
      then: [Step(.load(.onboarding, .reloadRevalidatingCacheData), .answers(.v3), .requestsCDN)]),
    Scenario(
      "paywall.policy.reload-falls-back-to-cache", given: .cached(.withFallback).offline,
      then: [
        Step(.load(.onboarding, .reloadRevalidatingCacheData), .answers(.v1), .triesNetwork, .stores(.v1))
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
      "paywall.policy.cache-else-load-miss", "once", given: .uncached(),
      then: [
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsCDN, .stores(.v3)),
        Step(.publish(.v4)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3)),
      ]),
  ]

  /// Ages on both sides of `maxAge`, and the boundary itself.
  static let maxAgeScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.policy.max-age-young", "a millisecond before the boundary",
      given: .cached(aged: .minutes(30) - .milliseconds(1)),
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing, .stores(.v1))]),
    limits("paywall.policy.max-age-young", .minutes(5)),
    limits("paywall.policy.max-age-expired", .minutes(40)),
    Scenario(
      "paywall.policy.max-age-miss", "once", given: .uncached(),
      then: [
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN, .stores(.v3)),
        Step(.publish(.v4)),
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsNothing, .stores(.v3)),
      ]),
    Scenario(
      "paywall.policy.max-age-boundary", given: .cached(aged: .minutes(30)),
      then: [
        Step(
          .load(.onboarding, .halfAnHour),
          oneOf: [
            Outcome("still valid", .answers(.v1), .requestsNothing),
            Outcome("expired", .answers(.v3), .requestsCDN),
          ])
      ]),
    Scenario(
      "paywall.policy.max-age-expired", "a millisecond after the boundary",
      given: .cached(aged: .minutes(30) + .milliseconds(1)),
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN, .stores(.v3))]),
    extreme("zero", .zero, age: .seconds(1), isYoung: false),
    extreme("below zero", .zero - .minutes(30), age: .zero, isYoung: false),
    extreme("the least there is", .seconds(Int64.min), age: .minutes(1), isYoung: false),
    extreme("the most there is", .seconds(Int64.max), age: .days(365), isYoung: true),
  ]

  /// One copy under two values of `maxAge`, of which it has not reached the longer.
  private static func limits(_ rule: RuleID, _ age: Duration, line: Int = #line) -> PaywallScenario {
    func call(_ maxAge: Duration) -> PaywallAction {
      .load(.onboarding, .returnCacheDataIfNotExpiredElseLoad(maxAge: maxAge))
    }
    return Scenario(
      rule, "\(age.inWords) under two limits", given: .cached(aged: age),
      then: [
        Step(call(age * 2), .answers(.v1), .requestsNothing),
        Step(call(age / 2), .answers(.v3), .requestsCDN),
      ],
      source: SourceLine(line: line))
  }

  private static func extreme(
    _ row: String, _ maxAge: Duration, age: Duration, isYoung: Bool, line: Int = #line
  ) -> PaywallScenario {
    let call = PaywallAction.load(.onboarding, .returnCacheDataIfNotExpiredElseLoad(maxAge: maxAge))
    return Scenario(
      "paywall.policy.max-age-extremes", row, given: .cached(aged: age),
      then: [isYoung ? Step(call, .answers(.v1), .requestsNothing) : Step(call, .answers(.v3), .requestsCDN)],
      source: SourceLine(line: line))
  }
}
