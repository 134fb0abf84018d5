import CacheVocabulary

/// The service that chooses a policy, and the repository that preloads.
extension PaywallSpec {
  static let adaptiveScenarios: [PaywallScenario] = NetworkQuality.allCases.map { quality in
    let choice = PaywallAction.call(.adapt(.onboarding))
    return quality < .good
      ? PaywallScenario(
        "paywall.adaptive.poor-network-prefers-cache", "\(quality)", given: .started() + [Step(.network(quality))],
        then: [
          Step(.publish(.v1)),
          Step(choice, .answers(.v1), .asks(.cdn), .stores(.v1)),
          Step(.publish(.v3)),
          Step(choice, .answers(.v1), .asksNothing, .stores(.v1)),
        ])
      : PaywallScenario(
        "paywall.adaptive.good-network-reloads", "\(quality)", given: .cached() + [Step(.network(quality))],
        then: [
          Step(choice, .answers(.v3), .asks(.cdn), .stores(.v3)),
          Step(.publish(.v4)),
          Step(choice, .answers(.v4), .asks(.cdn), .stores(.v4)),
        ])
  }

  /// At each quality, each policy is followed as by the cache itself.
  static let overrideScenarios: [PaywallScenario] = NetworkQuality.allCases.flatMap { quality in
    let given: [PaywallStep] = .cached() + [Step(.network(quality))]
    return [
      PaywallScenario(
        "paywall.adaptive.override-wins", "\(quality),reload", given: given,
        then: [
          Step(.call(.adapt(.onboarding, override: .reloadRevalidatingCacheData)), .answers(.v3), .asks(.cdn))
        ]),
      PaywallScenario(
        "paywall.adaptive.override-wins", "\(quality),else load", given: given,
        then: [Step(.call(.adapt(.onboarding, override: .returnCacheDataElseLoad)), .answers(.v1), .asksNothing)]),
      PaywallScenario(
        "paywall.adaptive.override-wins", "\(quality),if not expired", given: given,
        then: [
          Step(.call(.adapt(.onboarding, override: .halfAnHour)), .answers(.v1), .asksNothing),
          Step(.advance(.hours(1))),
          Step(.call(.adapt(.onboarding, override: .halfAnHour)), .answers(.v3), .asks(.cdn)),
        ]),
    ]
  }

  static let refreshScenarios: [PaywallScenario] =
    NetworkQuality.allCases.map { quality in
      PaywallScenario(
        "paywall.refresh.updates-cache", "\(quality)", given: .cached() + [Step(.network(quality))],
        then: [
          Step(.call(.refresh(.onboarding)), .answers(.v3), .asks(.cdn), .stores(.v3)),
          Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v3), .asksNothing),
        ])
    } + [
      PaywallScenario(
        "paywall.refresh.follows-the-order", "server", given: .cached() + [Step(.remote(.down, of: [.cdn]))],
        then: [Step(.call(.refresh(.onboarding)), .answers(.v2), .asks(.cdn, .server), .stores(.v2))]),
      PaywallScenario(
        "paywall.refresh.follows-the-order", "cache", given: .cached(.withFallback) + .offline,
        then: [Step(.call(.refresh(.onboarding)), .answers(.v1), .asks(.cdn, .server), .stores(.v1))]),
      PaywallScenario(
        "paywall.refresh.follows-the-order", "fallback", given: .uncached(.withFallback) + .offline,
        then: [Step(.call(.refresh(.onboarding)), .answers(.v0), .asks(.cdn, .server), .storesNothing)]),
      PaywallScenario(
        "paywall.refresh.follows-the-order", "error", given: .uncached() + .offline,
        then: [Step(.call(.refresh(.onboarding)), .fails, .asks(.cdn, .server), .storesNothing)]),
    ]

  private static let deepLink5 = PaywallVersion(5, of: .deepLink)
  private static let deepLink6 = PaywallVersion(6, of: .deepLink)

  static let preloadScenarios: [PaywallScenario] = [
    PaywallScenario(
      "paywall.preload.critical-placements", given: .cached() + [Step(.publish(deepLink5))],
      then: [
        Step(.preload([.onboarding, .deepLink]), .asksInAnyOrder(.onboarding, .deepLink)),
        Step(.inspect(.onboarding), .stores(.v3)),
        Step(.inspect(.deepLink), .stores(deepLink5)),
        Step(.remote(.down)),
        Step(.call(.get(.onboarding)), .answers(.v3)),
        Step(.call(.get(.deepLink)), .answers(deepLink5)),
      ]),
    PaywallScenario(
      "paywall.preload.critical-placements", "over a poor network", given: .cached() + [Step(.network(.poor))],
      then: [
        Step(.preload([.onboarding]), .asks(.cdn)),
        Step(.inspect(.onboarding), .stores(.v3)),
        Step(.call(.get(.onboarding)), .answers(.v3), .asksNothing),
      ]),
    PaywallScenario(
      "paywall.preload.failure-is-silent", "the others", given: .uncached(),
      then: [
        Step(
          .preload([.deepLink, .onboarding]),
          Expectation(
            .asked,
            .inAnyOrder([
              Fact(PaywallRequest(.cdn, for: .deepLink)), Fact(PaywallRequest(.server, for: .deepLink)),
              Fact(PaywallRequest(.cdn, for: .onboarding)),
            ]))),
        Step(.inspect(.onboarding), .stores(.v3)),
        Step(.inspect(.deepLink), .storesNothing),
      ]),
    PaywallScenario(
      "paywall.preload.failure-is-silent", "over a good network", given: .uncached() + [Step(.network(.good))],
      then: [
        Step(.preload([.deepLink]), .asks(.cdn, .server, for: .deepLink)),
        Step(.call(.get(.deepLink)), .fails, .asks(.cdn, .server, for: .deepLink)),
        Step(.publish(deepLink5)),
        Step(.call(.get(.deepLink)), .answers(deepLink5), .asks(.cdn, for: .deepLink), .stores(deepLink5)),
        Step(.publish(deepLink6)),
        Step(.call(.get(.deepLink)), .answers(deepLink6), .asks(.cdn, for: .deepLink), .stores(deepLink6)),
      ]),
    PaywallScenario(
      "paywall.preload.failure-is-silent", "over a poor network", given: .uncached() + [Step(.network(.poor))],
      then: [
        Step(.preload([.deepLink]), .asks(.cdn, .server, for: .deepLink)),
        Step(.publish(deepLink5)),
        Step(.call(.get(.deepLink)), .answers(deepLink5), .asks(.cdn, for: .deepLink), .stores(deepLink5)),
        Step(.publish(deepLink6)),
        Step(.call(.get(.deepLink)), .answers(deepLink5), .asksNothing, .stores(deepLink5)),
      ]),
    PaywallScenario(
      "paywall.preload.none-when-empty", given: .cached() + [Step(.preload([.settings]), .asks(.cdn, for: .settings))],
      then: [
        Step(.preload([]), .asksNothing),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.call(.get(.onboarding)), .answers(.v3), .asks(.cdn), .stores(.v3)),
      ]),
    PaywallScenario(
      "paywall.preload.others-unaffected", "once preloaded", given: .cached(),
      then: [
        Step(.preload([.settings]), .asks(.cdn, for: .settings)),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.network(.poor)),
        Step(.call(.get(.onboarding)), .answers(.v1), .asksNothing),
        Step(.network(.good)),
        Step(.call(.get(.onboarding)), .answers(.v3), .asks(.cdn), .stores(.v3)),
        Step(.publish(.v4)),
        Step(.call(.get(.onboarding)), .answers(.v4), .asks(.cdn), .stores(.v4)),
      ]),
    PaywallScenario(
      "paywall.preload.others-unaffected", "while preloading", given: .cached(),
      then: [
        Step(.transit(.hold)),
        Step(.preload([.settings])),
        Step(.transit(.awaitHeld(1))),
        Step(.begin(.get(.onboarding), as: "load")),
        Step(.transit(.awaitHeld(2))),
        Step(.transit(.releaseNewest)),
        Step(.finish("load"), .answers(.v3), .stores(.v3)),
      ]),
    PaywallScenario(
      "paywall.preload.newer-data",
      given: .cached() + [
        Step(.network(.good)), Step(.preload([.onboarding]), .asks(.cdn)), Step(.publish(.v4)),
      ],
      then: [
        Step(
          .call(.get(.onboarding)),
          oneOf: [
            Outcome("the preloaded paywall", .answers(.v3), .asksNothing),
            Outcome("the newer paywall", .answers(.v4), .asks(.cdn)),
          ])
      ]),
  ]
}

extension Expectation {
  /// The CDN is asked once for each of these placements, in any order, and nothing else is.
  fileprivate static func asksInAnyOrder(_ placements: Placement...) -> Self {
    Self(.asked, .inAnyOrder(placements.map { Fact(PaywallRequest(.cdn, for: $0)) }))
  }
}
