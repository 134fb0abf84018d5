/// What lasts for one call, and what lasts for as long as the app is used.
extension PaywallSpec {
  static let lastingScenarios: [PaywallScenario] =
    afterOverrideScenarios + laterRunScenarios + afterFailureScenarios + [
      Scenario(
        "paywall.priority.cdn-first", "again and again", given: .cached(),
        then: (4...8).flatMap { number -> [PaywallStep] in
          let version = PaywallVersion(number)
          return [
            Step(.publish(version)), Step(.load(.onboarding), .answers(version), .requestsCDN),
          ]
        }),
      Scenario(
        "paywall.priority.cache-after-network", "a copy from the future",
        given: .cached(.withFallback).and("the clock is set back by a day", [Step(.setClock(by: .days(-1)))]).offline,
        then: [
          Step(.load(.onboarding), .answers(.v1), .triesNetwork), Step(.advance(.hours(1))),
          Step(.load(.onboarding, .halfAnHour), .answers(.v1)), Step(.restart),
          Step(.load(.onboarding), .answers(.v1)).demanded(by: "paywall.lifecycle.survives-restart"),
        ]),
      Scenario(
        "paywall.adaptive.poor-network-prefers-cache", "however old the copy is",
        given: .cached(aged: .days(40)).network(.poor),
        then: [Step(.call(.adapt(.onboarding)), .answers(.v1), .requestsNothing)]),
      Scenario(
        "paywall.priority.server-after-cdn", "an older version than the one cached",
        given: .cached().reloaded.cdnDown, then: [olderVersion(.load(.onboarding), .requestsServer)]),
      Scenario(
        "paywall.policy.cache-else-load-any-age", "of a copy from the future",
        given: .cached().and("the clock is set back by a day", [Step(.setClock(by: .days(-1)))]),
        then: [
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing),
          Step(.load(.deepLink, .returnCacheDataElseLoad), .fails),
        ]),
      Scenario(
        "paywall.overlap.other-placement", "beside six loads", given: .cached().readFromCache,
        then: [Step(.requests(.hold))] + six.map { Step(.begin(.load($0), as: "\($0)")) } + [
          Step(.requests(.awaitHeld(6))),
          Step(.load(.settings, .returnCacheDataElseLoad), .answers(.settings7), .requestsNothing),
          Step(.requests(.releaseAll)),
        ] + six.map { Step(.finish("\($0)"), .fails) }),
      Scenario(
        "paywall.priority.fallback-after-cache", "after a log-out", given: .uncached(.withFallback).offline,
        then: [
          Step(.app(.logOut)), Step(.load(.onboarding), .answers(.v0), .triesNetwork, .keepsFallbackOut),
        ]),
    ]

  private static let six = (1...6).map { Placement("placement \($0)") }

  /// A policy named for one call applies to that call only.
  private static let afterOverrideScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.adaptive.good-network-reloads", "after an override", given: .cached().network(.good),
      then: [
        Step(.call(.adapt(.onboarding, override: .returnCacheDataElseLoad)), .answers(.v1), .requestsNothing)
          .demanded(by: "paywall.adaptive.override-wins"),
        Step(.call(.adapt(.onboarding)), .answers(.v3), .requestsCDN),
      ]),
    Scenario(
      "paywall.adaptive.poor-network-prefers-cache", "after an override", given: .cached().network(.poor),
      then: [
        Step(.call(.adapt(.onboarding, override: .reloadRevalidatingCacheData)), .answers(.v3), .requestsCDN)
          .demanded(by: "paywall.adaptive.override-wins"),
        Step(.publish(.v4)), Step(.call(.adapt(.onboarding)), .answers(.v3), .requestsNothing),
        Step(.call(.adapt(.settings)), .answers(.settings7), .requestsNothing),
      ]),
  ]

  /// A layer that has failed repeatedly is tried as it was at first.
  private static let afterFailureScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.priority.recovers", "once the CDN has failed a dozen times", given: .cached().cdnDown,
      then: Array(repeating: Step(.load(.onboarding), .answers(.v2), .requestsServer), count: 12) + [
        Step(.remote(.up, of: [.cdn])), Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
      ]),
    Scenario(
      "paywall.lifecycle.survives-restart", "what is loaded after a load that failed", given: .cached().offline,
      then: [
        Step(.load(.onboarding), .answers(.v1)), Step(.remote(.up)), Step(.load(.onboarding), .answers(.v3)),
        Step(.restart), Step(.inspect(.onboarding), .stores(.v3)),
      ]),
  ]

  private static let laterRunScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.lifecycle.survives-restart", "what an update of a later run brought",
      given: .cached(.updating).restarted().published(.v4).updated(to: .v4).offline,
      then: [Step(.restart), Step(.inspect(.onboarding), .stores(.v4))]),
    Scenario(
      "paywall.preload.critical-placements", "in a later run", given: .cached().restarted(),
      then: [Step(.preload([.onboarding]), .requestsCDN), Step(.inspect(.onboarding), .stores(.v3))]),
  ]
}
