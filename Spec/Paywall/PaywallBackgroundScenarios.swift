import CacheVocabulary

/// Updates in the background. Two intervals are waited for each: the document says that updates are regular, and no more.
extension PaywallSpec {
  private static let twoRounds = PaywallStep(.advance(.hours(2)))

  static let backgroundScenarios: [PaywallScenario] =
    updatedScenarios + keptScenarios + [Placement.onboarding, .settings].map(oneFails)

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
      "paywall.background.updates-cache", "from the server", given: .cached(.updating).cdnDown,
      then: [
        twoRounds,
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v2), .requestsNothing, .stores(.v2)),
      ]),
    Scenario(
      "paywall.background.updates-cache", "kept over a restart", given: .cached(.updating),
      then: [
        twoRounds,
        Step(.remote(.down)),
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

  /// One placement cannot be updated, whichever it is: the others are.
  private static func oneFails(_ failing: Placement) -> PaywallScenario {
    Scenario(
      "paywall.background.failure-keeps-copy", "of \(failing) alone",
      given: .cached(.updating).published(.settings8).remote(.down, for: failing),
      then: [
        twoRounds,
        Step(.inspect(.onboarding), .stores(failing == .onboarding ? .v1 : .v3)),
        Step(.inspect(.settings), .stores(failing == .settings ? .settings7 : .settings8)),
        Step(.remote(.up, for: failing)),
        twoRounds,
        Step(.inspect(.onboarding), .stores(.v3)),
        Step(.inspect(.settings), .stores(.settings8)),
      ])
  }
}
