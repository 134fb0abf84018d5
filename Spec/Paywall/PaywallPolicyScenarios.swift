/// Scenarios for single policies. The table of policies covers every combination.
extension PaywallSpec {
  /// The same copy under one policy after another: only the policy decides what a load does.
  private static func besideOthers(_ rule: RuleID, _ steps: PaywallStep..., line: Int = #line) -> PaywallScenario {
    Scenario(rule, "beside the other policies", given: .cached(), then: steps, source: SourceLine(line: line))
  }

  private static let hit = PaywallStep(
    .load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing
  ).demanded(by: "paywall.policy.cache-else-load-hit")
  private static let youngHit = PaywallStep(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing)
    .demanded(by: "paywall.policy.max-age-young")
  private static let expiredMiss = PaywallStep(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN)
    .demanded(by: "paywall.policy.max-age-expired")
  private static let reload = PaywallStep(
    .load(.onboarding, .reloadRevalidatingCacheData), .answers(.v3), .requestsCDN
  ).demanded(by: "paywall.policy.reload-asks-network-first")
  private static let anyAgeHit = PaywallStep(
    .load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing)
  private static let anHour = PaywallStep(.advance(.hours(1)))

  static let policyScenarios: [PaywallScenario] = [
    besideOthers(
      "paywall.policy.default-is-reload", hit, youngHit, Step(.load(.onboarding), .answers(.v3), .requestsCDN)),
    besideOthers("paywall.policy.reload-asks-network-first", hit, youngHit, reload),
    besideOthers("paywall.policy.cache-else-load-hit", hit, reload),
    besideOthers("paywall.policy.cache-else-load-any-age", youngHit, anHour, anyAgeHit, expiredMiss),
    besideOthers("paywall.policy.max-age-young", youngHit, reload),
    Scenario(
      "paywall.policy.reload-asks-network-first", "from the CDN", given: .cached(),
      then: [Step(.load(.onboarding, .reloadRevalidatingCacheData), .answers(.v3), .requestsCDN)]),
    Scenario(
      "paywall.policy.reload-asks-network-first", "again and again", given: .cached(),
      then: [
        Step(.load(.onboarding, .reloadRevalidatingCacheData), .answers(.v3), .requestsCDN),
        Step(.publish(.v4)),
        Step(.load(.onboarding, .reloadRevalidatingCacheData), .answers(.v4), .requestsCDN),
      ]),
    Scenario(
      "paywall.policy.reload-falls-back-to-cache", given: .cached(.withFallback).offline,
      then: [
        Step(.load(.onboarding, .reloadRevalidatingCacheData), .answers(.v1), .triesNetwork, .stores(.v1))
      ]),
    Scenario(
      "paywall.policy.reload-falls-back-to-cache", "only where there is one, and no network",
      given: .uncached().offline,
      then: [
        Step(.load(.onboarding, .reloadRevalidatingCacheData), .fails, .triesNetwork, .storesNothing),
        Step(.remote(.up)),
        Step(.load(.onboarding, .reloadRevalidatingCacheData), .answers(.v3), .requestsCDN, .stores(.v3)),
        Step(.publish(.v4)),
        Step(.remote(.down, of: [.cdn])),
        Step(.load(.onboarding, .reloadRevalidatingCacheData), .answers(.v4), .requestsServer, .stores(.v4)),
        Step(.remote(.noNetwork)),
        Step(.load(.onboarding, .reloadRevalidatingCacheData), .answers(.v4), .triesNetwork, .stores(.v4)),
      ]),
    Scenario(
      "paywall.policy.cache-else-load-hit", "online", given: .cached(),
      then: [Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))]),
    Scenario(
      "paywall.policy.cache-else-load-hit", "offline", given: .cached().offline,
      then: [Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))]),
    Scenario(
      "paywall.policy.cache-else-load-hit", "again and again", given: .cached(),
      then: Array(repeating: hit, count: 200)),
    Scenario(
      "paywall.policy.cache-else-load-any-age", "a year old", given: .cached(),
      then: [
        Step(.advance(.days(365))),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
      ]),
    Scenario(
      "paywall.policy.cache-else-load-any-age", "older and older, over restarts", given: .cached(),
      then: [8, 31, 400, 3650, 36_500].flatMap { days -> [PaywallStep] in
        [Step(.advance(.days(days))), anyAgeHit, Step(.restart), anyAgeHit]
      }),
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
    Scenario(
      "paywall.policy.max-age-young", "until it has expired", given: .cached(aged: .minutes(10)),
      then: [youngHit, anHour, expiredMiss]),
    limits("paywall.policy.max-age-young", .minutes(5)),
    limits("paywall.policy.max-age-young", .milliseconds(400)),
    limits("paywall.policy.max-age-expired", .minutes(40)),
    limits("paywall.policy.max-age-expired", .minutes(150)),
    Scenario(
      "paywall.policy.max-age-expired", "47 h under 36 h", given: .cached(aged: .hours(47)),
      then: [
        Step(
          .load(.onboarding, .returnCacheDataIfNotExpiredElseLoad(maxAge: .hours(36))), .answers(.v3), .requestsCDN,
          .stores(.v3))
      ]),
    limits("paywall.policy.max-age-expired", .milliseconds(1600)),
    limits("paywall.policy.max-age-expired", .days(10)),
    Scenario(
      "paywall.policy.max-age-expired", "not before", given: .cached(aged: .minutes(10)),
      then: [youngHit, Step(.advance(.minutes(30))), expiredMiss]),
    Scenario(
      "paywall.policy.max-age-miss", "once", given: .uncached(),
      then: [
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN, .stores(.v3)),
        Step(.publish(.v4)),
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsNothing, .stores(.v3)),
      ]),
    Scenario(
      "paywall.policy.max-age-expired-offline", "unlike one that is young", given: .cached(.withFallback).offline,
      then: [
        youngHit, anHour, Step(.load(.onboarding, .halfAnHour), .answers(.v1), .triesNetwork, .stores(.v1)),
      ]),
    Scenario(
      "paywall.policy.max-age-expired-offline", "a short maxAge",
      given: .cached(.withFallback, aged: .hours(1)).offline,
      then: [.seconds(10), .milliseconds(1), .zero].map { maxAge in
        Step(
          .load(.onboarding, .returnCacheDataIfNotExpiredElseLoad(maxAge: maxAge)), .answers(.v1), .triesNetwork,
          .stores(.v1))
      }),
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
    Scenario(
      "paywall.policy.max-age-expired", "a year", given: .cached(aged: .days(365)),
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN, .stores(.v3))]),
    extreme("zero", .zero, age: .seconds(1), isYoung: false),
    extreme("below zero", .zero - .minutes(30), age: .zero, isYoung: false),
    extreme("the least there is", .seconds(Int64.min), age: .minutes(1), isYoung: false),
    extreme("a hundred years", .days(36_500), age: .days(365), isYoung: true),
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
