/// Adaptive policies, refreshes, and preloading.
extension PaywallSpec {
  static let adaptiveScenarios: [PaywallScenario] = [NetworkQuality.poor, .fair, .good, .excellent].map { quality in
    let choice = PaywallAction.call(.adapt(.onboarding))
    return quality < .good
      ? Scenario(
        "paywall.adaptive.poor-network-prefers-cache", "\(quality)", given: .started().network(quality),
        then: [
          Step(.publish(.v1)),
          Step(choice, .answers(.v1), .requestsCDN, .stores(.v1)),
          Step(.publish(.v3)),
          Step(choice, .answers(.v1), .requestsNothing, .stores(.v1)),
          Step(.network(.good)),
          Step(choice, .answers(.v3), .requestsCDN, .stores(.v3)),
        ])
      : Scenario(
        "paywall.adaptive.good-network-reloads", "\(quality)", given: .cached().network(quality),
        then: [
          Step(choice, .answers(.v3), .requestsCDN, .stores(.v3)),
          Step(.publish(.v4)),
          Step(choice, .answers(.v4), .requestsCDN, .stores(.v4)),
          Step(.publish(.v5)),
          Step(.network(.fair)),
          Step(choice, .answers(.v4), .requestsNothing, .stores(.v4)),
        ])
  }

  /// A policy that is named is applied as the cache itself applies it.
  static let overrideScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.adaptive.override-wins", "poor,reload", given: .cached().network(.poor),
      then: [Step(.call(.adapt(.onboarding, override: .reloadRevalidatingCacheData)), .answers(.v3), .requestsCDN)]),
    Scenario(
      "paywall.adaptive.override-wins", "excellent,else load", given: .cached().network(.excellent),
      then: [Step(.call(.adapt(.onboarding, override: .returnCacheDataElseLoad)), .answers(.v1), .requestsNothing)]),
    Scenario(
      "paywall.adaptive.override-wins", "poor,if not expired", given: .cached().network(.poor),
      then: [
        Step(.call(.adapt(.onboarding, override: .halfAnHour)), .answers(.v1), .requestsNothing),
        Step(.advance(.hours(1))),
        Step(.call(.adapt(.onboarding, override: .halfAnHour)), .answers(.v3), .requestsCDN),
      ]),
  ]

  static let refreshScenarios: [PaywallScenario] =
    [NetworkQuality.poor, .good].map { quality in
      Scenario(
        "paywall.refresh.updates-cache", "\(quality)", given: .cached().network(quality),
        then: [
          Step(.call(.refresh(.onboarding)), .answers(.v3), .requestsCDN, .stores(.v3)),
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing),
        ])
    } + [
      Scenario(
        "paywall.refresh.follows-the-order", "server", given: .cached().cdnDown,
        then: [Step(.call(.refresh(.onboarding)), .answers(.v2), .requestsServer, .stores(.v2))]),
      Scenario(
        "paywall.refresh.follows-the-order", "cache", given: .cached(.withFallback).offline,
        then: [Step(.call(.refresh(.onboarding)), .answers(.v1), .triesNetwork, .stores(.v1))]),
      Scenario(
        "paywall.refresh.follows-the-order", "fallback", given: .uncached(.withFallback).offline,
        then: [Step(.call(.refresh(.onboarding)), .answers(.v0), .triesNetwork, .keepsFallbackOut)]),
      Scenario(
        "paywall.refresh.follows-the-order", "error", given: .uncached().offline,
        then: [Step(.call(.refresh(.onboarding)), .fails, .triesNetwork, .storesNothing)]),
    ]

  static let preloadScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.preload.critical-placements", given: .cached().published(.deepLink5),
      then: [
        Step(
          .preload([.onboarding, .deepLink]),
          .request(.inAnyOrder([.value(.cdn), .value(PaywallRequest(.cdn, for: .deepLink))]))),
        Step(.inspect(.onboarding), .stores(.v3)),
        Step(.inspect(.deepLink), .stores(.deepLink5)),
        Step(.remote(.noNetwork)),
        Step(.call(.get(.onboarding)), .answers(.v3)),
        Step(.call(.get(.deepLink)), .answers(.deepLink5)),
      ]),
    Scenario(
      "paywall.preload.critical-placements", "over a poor network", given: .cached().network(.poor),
      then: [
        Step(.preload([.onboarding]), .requestsCDN),
        Step(.inspect(.onboarding), .stores(.v3)),
        Step(.call(.get(.onboarding)), .answers(.v3), .requestsNothing),
      ]),
    Scenario(
      "paywall.preload.failure-is-silent", "the others", given: .uncached(),
      then: [
        Step(
          .preload([.deepLink, .onboarding]),
          .request(
            .containing([.value(PaywallRequest(.cdn, for: .deepLink)), .value(.cdn)]))),
        Step(.inspect(.onboarding), .stores(.v3)),
        Step(.inspect(.deepLink), .storesNothing),
      ]),
    Scenario(
      "paywall.preload.failure-is-silent", "over a good network", given: .uncached().network(.good),
      then: [
        Step(.preload([.deepLink])), Step(.call(.get(.deepLink)), .fails),
        Step(.publish(.deepLink5)),
        Step(.call(.get(.deepLink)), .answers(.deepLink5), .requestsCDN(for: .deepLink), .stores(.deepLink5)),
        Step(.publish(.deepLink6)),
        Step(.call(.get(.deepLink)), .answers(.deepLink6), .requestsCDN(for: .deepLink), .stores(.deepLink6)),
      ]),
    Scenario(
      "paywall.preload.none-when-empty", given: .cached(),
      then: [
        Step(.preload([.settings]), .requestsCDN(for: .settings)),
        Step(.preload([]), .requestsNothing),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.call(.get(.onboarding)), .answers(.v3), .requestsCDN, .stores(.v3)),
      ]),
    Scenario(
      "paywall.preload.others-unaffected", "once preloaded", given: .cached(),
      then: [
        Step(.preload([.settings]), .requestsCDN(for: .settings)),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.network(.poor)),
        Step(.call(.get(.onboarding)), .answers(.v1), .requestsNothing),
        Step(.network(.good)),
        Step(.call(.get(.onboarding)), .answers(.v3), .requestsCDN, .stores(.v3)),
        Step(.publish(.v4)),
        Step(.call(.get(.onboarding)), .answers(.v4), .requestsCDN, .stores(.v4)),
      ]),
    Scenario(
      "paywall.preload.others-unaffected", "while preloading", given: .cached(),
      then: [
        Step(.requests(.hold)),
        Step(.preload([.settings])),
        Step(.requests(.awaitHeld(1))),
        Step(.begin(.get(.onboarding), as: "load")),
        Step(.requests(.awaitHeld(2))),
        Step(.requests(.releaseNewest)),
        Step(.finish("load"), .answers(.v3), .stores(.v3)),
      ]),
    Scenario(
      "paywall.preload.newer-data",
      given: .cached().network(.good).preloaded(.onboarding).published(.v4),
      then: [
        Step(
          .call(.get(.onboarding)),
          oneOf: [
            Outcome("the preloaded paywall", .answers(.v3), .requestsNothing),
            Outcome("the newer paywall", .answers(.v4), .requestsCDN),
          ])
      ]),
  ]
}
