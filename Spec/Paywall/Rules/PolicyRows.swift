/// Rows of the rules about policies that the table of policies does not show.
extension PaywallSpec {
  static let policyRows: [PaywallScenario] = [
    // The same copy under one policy after another: only the policy decides what a load does.
    Scenario(
      "paywall.policy.default-is-reload", "after loads that name other policies", given: .cached(),
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
      "paywall.policy.cache-else-load-hit", "there is a network", given: .cached(),
      then: [Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))]),
    Scenario(
      "paywall.policy.cache-else-load-hit", "there is no network", given: .cached().offline,
      then: [Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))]),
    Scenario(
      "paywall.policy.cache-else-load-any-age", "the copy is a year old", given: .cached(),
      then: [
        Step(.advance(.days(365))),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
      ]),
    Scenario(
      "paywall.policy.cache-else-load-miss", "the next load finds the copy", given: .uncached(),
      then: [
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsCDN, .stores(.v3)).resting(
          on: caching),
        Step(.publish(.v4)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3)),
      ]),
  ]

  /// Ages on both sides of `maxAge`, and the boundary itself.
  static let maxAgeRows: [PaywallScenario] = [
    Scenario(
      "paywall.policy.max-age-young", "the copy expires in a millisecond",
      given: .cached(aged: .minutes(30) - .milliseconds(1)),
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing, .stores(.v1))]),
    // One copy under two values of `maxAge`, of which it has not reached the longer.
    Scenario(
      "paywall.policy.max-age-young", "2 d old, with a maxAge of twice and half that", given: .cached(aged: .days(2)),
      then: [
        Step(ifNotExpired(.days(4)), .answers(.v1), .requestsNothing),
        Step(ifNotExpired(.days(1)), .answers(.v3), .requestsCDN),
      ]),
    Scenario(
      "paywall.policy.max-age-expired", "40 min old, with a maxAge of twice and half that",
      given: .cached(aged: .minutes(40)),
      then: [
        Step(ifNotExpired(.minutes(80)), .answers(.v1), .requestsNothing)
          .resting(on: "paywall.policy.max-age-young[the copy expires in a millisecond]"),
        Step(ifNotExpired(.minutes(20)), .answers(.v3), .requestsCDN),
      ]),
    Scenario(
      "paywall.policy.max-age-miss", "the next load finds the copy", given: .uncached(),
      then: [
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN, .stores(.v3)).resting(on: caching),
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
      "paywall.policy.max-age-expired", "the copy expired a millisecond ago",
      given: .cached(aged: .minutes(30) + .milliseconds(1)),
      then: [
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN, .stores(.v3)).resting(on: replacing)
      ]),
    extreme("maxAge is zero", .zero, age: .seconds(1), isYoung: false),
    extreme("maxAge is below zero", .zero - .minutes(30), age: .zero, isYoung: false),
    extreme("maxAge is the smallest value", .seconds(Int64.min), age: .minutes(1), isYoung: false),
    extreme("maxAge is the largest value", .seconds(Int64.max), age: .days(365), isYoung: true),
  ]

  private static func ifNotExpired(_ maxAge: Duration) -> PaywallAction {
    .load(.onboarding, .returnCacheDataIfNotExpiredElseLoad(maxAge: maxAge))
  }

  private static func extreme(
    _ row: String, _ maxAge: Duration, age: Duration, isYoung: Bool, line: Int = #line
  ) -> PaywallScenario {
    let call = ifNotExpired(maxAge)
    return Scenario(
      "paywall.policy.max-age-extremes", row, given: .cached(aged: age),
      then: [isYoung ? Step(call, .answers(.v1), .requestsNothing) : Step(call, .answers(.v3), .requestsCDN)],
      source: SourceLine(line: line))
  }

  /// When the age of a copy starts to count again, and how it counts.
  static let restartedAgeRows: [PaywallScenario] = [
    Scenario(
      "paywall.policy.max-age-restarts", "a load brings a newer version",
      given: .cached(aged: .hours(1)).reloadedExpiredCopy(.v3).published(.v4).later(.minutes(20)),
      then: [
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsNothing),
        Step(.advance(.minutes(20))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v4), .requestsCDN),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "a load brings the same version",
      given: .firstCached().later(.hours(1)).reloadedExpiredCopy(.v1).published(.v4).later(.minutes(20)),
      then: [
        Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing),
        Step(.advance(.minutes(20))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v4), .requestsCDN),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "a load fails",
      given: .cached(aged: .minutes(20)).offline.and(
        "a load has returned the copy", standingOn: "paywall.priority.cache-after-network",
        [Step(.load(.onboarding), .answers(.v1))]
      ).later(.minutes(20)).remote(.up),
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN)]),
    Scenario(
      "paywall.policy.max-age-restarts", "a load that asks nothing returns the copy",
      given: .cached(aged: .minutes(20)).and(
        "a load has returned the copy", standingOn: "paywall.policy.cache-else-load-any-age",
        [Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing)]
      ).later(.minutes(20)),
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN)]),
    Scenario(
      "paywall.policy.max-age-restarts", "updates bring the same version", given: .firstCached(.updating),
      then: [
        Step(.advance(.hours(5))),
        Step(.publish(.v4)),
        Step(.load(.onboarding, .threeHours), .answers(.v1), .requestsNothing),
        Step(.load(.settings, .threeHours), .answers(.settings7), .requestsNothing),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "an update fails", given: .cached(.updating).offline,
      then: [
        Step(.advance(.hours(2))),
        Step(.load(.onboarding, .threeHours), .answers(.v1), .requestsNothing),
        Step(.advance(.hours(3))),
        Step(.remote(.up)),
        // Other overdue copies may be updated at the same time.
        Step(.load(.onboarding, .threeHours), .answers(.v3), .request(.containing([.value(.cdn)]))),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "another placement is loaded", given: .cached(aged: .minutes(20)),
      then: [
        Step(.load(.settings), .answers(.settings7), .requestsCDN(for: .settings)),
        Step(.publish(.settings8)),
        Step(.advance(.minutes(20))),
        Step(.load(.settings, .halfAnHour), .answers(.settings7), .requestsNothing),
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN),
        Step(.advance(.minutes(20))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsNothing),
        Step(.load(.settings, .halfAnHour), .answers(.settings8), .requestsCDN(for: .settings)),
      ]),
    setBack("while the app runs"),
    setBack("before a restart", [Step(.restart)]),
  ]

  /// The clock is set back by far more than the time that then passes: a copy dated in the future stays young no longer
  /// than any other.
  private static func setBack(
    _ row: String, _ steps: [PaywallStep] = [], line: Int = #line
  ) -> PaywallScenario {
    let youngHit = PaywallStep(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing)
    let expiredMiss = PaywallStep(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN, .stores(.v3))
    let again = PaywallStep(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsNothing)
    return Scenario(
      "paywall.policy.clock-set-back", row, given: .cached(),
      then: [youngHit, Step(.setClock(by: .days(-1)))] + steps
        + [Step(.advance(.hours(1))), expiredMiss, Step(.publish(.v4)), again],
      source: SourceLine(line: line))
  }
}
