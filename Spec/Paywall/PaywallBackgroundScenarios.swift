/// Background updates. Each scenario waits two intervals: the document says only that updates are regular.
extension PaywallSpec {
  private static let twoRounds = PaywallStep(.advance(.hours(2)))

  static let backgroundScenarios: [PaywallScenario] =
    updatedScenarios + keptScenarios

  private static let updatedScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.background.updates-cache", given: .cached(.updating),
      then: [
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
        twoRounds,
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3)),
      ]),
    Scenario(
      "paywall.background.updates-cache", "after a restart", given: .cached(.updating).restarted(),
      then: [
        twoRounds,
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3)),
      ]),
    Scenario(
      "paywall.background.updates-cache", "every placement",
      given: .cached(.updating).published(.settings8, .deepLink5).and(
        "\(PaywallVersion.deepLink5) is cached too", standingOn: "paywall.cache.holds-most-recent",
        [Step(.load(.deepLink), .answers(.deepLink5), .stores(.deepLink5))]
      ).published(.deepLink6),
      then: [
        twoRounds,
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3)),
        Step(.load(.settings, .returnCacheDataElseLoad), .answers(.settings8), .requestsNothing, .stores(.settings8)),
        Step(.load(.deepLink, .returnCacheDataElseLoad), .answers(.deepLink6), .requestsNothing, .stores(.deepLink6)),
      ]),
    Scenario(
      "paywall.background.from-the-server", given: .cached(.updating).updated(to: .v3).published(.v4).cdnDown,
      then: [
        twoRounds,
        Step(
          .inspect(.onboarding),
          oneOf: [Outcome("updated from the server", .stores(.v4)), Outcome("not updated", .stores(.v3))]),
      ]),
    Scenario(
      "paywall.background.updates-cache", "kept over a restart", given: .cached(.updating),
      then: [
        twoRounds,
        Step(.remote(.noNetwork)),
        Step(.restart),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3)),
      ]),
    Scenario(
      "paywall.background.repeats", given: .cached(.updating),
      then: [
        twoRounds,
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3)),
        Step(.publish(.v4)),
        twoRounds,
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v4), .requestsNothing, .stores(.v4)),
        Step(.publish(.v5)),
        twoRounds,
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v5), .requestsNothing, .stores(.v5)),
      ]),
  ]

  private static let keptScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.background.failure-keeps-copy", "once", given: .cached(.updating).offline,
      then: [
        twoRounds,
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.remote(.up)),
        twoRounds,
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing),
      ]),
    Scenario(
      "paywall.background.failure-keeps-copy", "of from_onboarding alone",
      given: .cached(.updating).published(.settings8).remote(.down, for: .onboarding),
      then: [
        twoRounds,
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.inspect(.settings), .stores(.settings8)),
        Step(.remote(.up, for: .onboarding)),
        twoRounds,
        Step(.inspect(.onboarding), .stores(.v3)),
      ]),
  ]
}
