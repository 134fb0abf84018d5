extension PaywallSpec {
  /// Scenarios about when a copy's age starts to count.
  static let ageScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.policy.max-age-restarts", "a newer version",
      given: .cached(aged: .hours(1)).reloadedExpiredCopy(.v3).published(.v4).later(.minutes(20)),
      then: [
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsNothing),
        Step(.advance(.minutes(20))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v4), .requestsCDN),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "the same version",
      given: .firstCached().later(.hours(1)).reloadedExpiredCopy(.v1).published(.v4).later(.minutes(20)),
      then: [
        Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing),
        Step(.advance(.minutes(20))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v4), .requestsCDN),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "a failed load",
      given: .cached(aged: .minutes(20)).offline.and(
        "a load has returned the copy", standingOn: "paywall.priority.cache-after-network",
        [Step(.load(.onboarding), .answers(.v1))]
      ).later(.minutes(20)).remote(.up),
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN)]),
    Scenario(
      "paywall.policy.max-age-restarts", "an update", given: .firstCached(.updating),
      then: [
        Step(.advance(.hours(5))),
        Step(.publish(.v4)),
        Step(.load(.onboarding, .threeHours), .answers(.v1), .requestsNothing),
        Step(.load(.settings, .threeHours), .answers(.settings7), .requestsNothing),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "a failed update", given: .cached(.updating).offline,
      then: [
        Step(.advance(.hours(2))),
        Step(.load(.onboarding, .threeHours), .answers(.v1), .requestsNothing),
        Step(.advance(.hours(3))),
        Step(.remote(.up)),
        // Other overdue copies may be updated at the same time.
        Step(.load(.onboarding, .threeHours), .answers(.v3), .request(.containing([.value(.cdn)]))),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "of one placement", given: .cached(aged: .minutes(20)),
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
    youngAfter("young", [Step(.restart), Step(.advance(.minutes(10)))]),
    expiredAfter("expired", [Step(.restart), Step(.advance(.minutes(20)))]),
    expiredAfter("expired, while it did not run", [Step(.restart(after: .minutes(20)))]),
    youngAfter(
      "young, in a time zone ahead", [Step(.app(.travelEast)), Step(.restart), Step(.advance(.minutes(10)))]),
    expiredAfter(
      "expired, in a time zone behind", [Step(.app(.travelWest)), Step(.restart), Step(.advance(.minutes(20)))]),
  ]

  /// A copy that is ten minutes old is still young, under a `maxAge` of half an hour, ten minutes later.
  private static func youngAfter(_ row: String, _ steps: [PaywallStep], line: Int = #line) -> PaywallScenario {
    Scenario(
      "paywall.lifecycle.age-survives-restart", row, given: .cached(aged: .minutes(10)),
      then: steps + [Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing)], line: line)
  }

  /// A copy that is twenty minutes old has expired, under a `maxAge` of half an hour, twenty minutes later.
  private static func expiredAfter(_ row: String, _ steps: [PaywallStep], line: Int = #line) -> PaywallScenario {
    Scenario(
      "paywall.lifecycle.age-survives-restart", row, given: .cached(aged: .minutes(20)),
      then: steps + [Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN)], line: line)
  }

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
