/// Scenarios for single layers. The table of layers covers every combination.
extension PaywallSpec {
  private static let thirty = (1...30).map { PaywallVersion(0, of: Placement("other_\($0)")) }

  /// A load for which a remote layer has version 2, while version 3 is cached.
  static func olderVersion(_ action: PaywallAction, _ requests: Expectation<PaywallAction>) -> PaywallStep {
    Step(
      action,
      oneOf: [
        Outcome("the older version is returned", .answers(.v2), requests),
        Outcome("the newer one is returned", .answers(.v3), requests),
      ])
  }

  static let priorityScenarios: [PaywallScenario] = [
    // Each load checks only its first request, not what follows.
    Scenario(
      "paywall.priority.cdn-first", "before all else",
      then: [
        Step(.start(.plain)), Step(.publish(.v1)), Step(.requests(.hold)),
        Step(.begin(.load(.onboarding), as: "the load")), Step(.requests(.awaitHeld(1)), .requestsCDN),
        Step(.requests(.releaseAll)), Step(.finish("the load")),
      ]),
    Scenario(
      "paywall.priority.cdn-first", "as long as it answers", given: .cached(),
      then: [
        Step(.load(.onboarding), .answers(.v3), .requestsCDN), Step(.publish(.v4, on: [.server])),
        Step(.remote(.down, of: [.cdn])),
        Step(.load(.onboarding), .answers(.v4), .requestsServer, .stores(.v4))
          .demanded(by: "paywall.priority.server-after-cdn"),
      ]),
    // A version was withdrawn. Which of the two is returned is open.
    Scenario(
      "paywall.priority.cdn-first", "with older versions than are cached", given: .cached().reloaded.published(.v2),
      then: [
        olderVersion(.load(.onboarding), .requestsCDN),
        olderVersion(.load(.onboarding, .reloadRevalidatingCacheData), .requestsCDN), Step(.advance(.hours(1))),
        olderVersion(.load(.onboarding, .halfAnHour), .requestsCDN).demanded(by: "paywall.policy.max-age-expired"),
      ]),
    Scenario(
      "paywall.priority.fallback-after-cache", "of thirty placements",
      then: [Step(.start(AppSetup(fallback: .holding(thirty)))), Step(.remote(.noNetwork))]
        + thirty.map { Step(.load($0.placement), .answers($0), .keepsFallbackOut) }),
    Scenario(
      "paywall.priority.fallback-after-cache", "another file in the next version of the app",
      given: .startedOffline(.withFallback),
      then: [
        Step(.start(AppSetup(fallback: .holding([PaywallVersion(9), .deepLink5])))),
        Step(.load(.onboarding), .answers(PaywallVersion(9))), Step(.load(.deepLink), .answers(.deepLink5)),
        Step(.start(AppSetup(fallback: .holding([.deepLink6])))),
        Step(.load(.deepLink), .answers(.deepLink6)), Step(.load(.onboarding), .fails),
      ]),
    Scenario(
      "paywall.priority.server-after-cdn", "as long as it answers", given: .cached().cdnDown,
      then: [
        Step(.load(.onboarding), .answers(.v2), .requestsServer),
        Step(.remote(.noNetwork)),
        Step(.load(.onboarding), .answers(.v2), .triesNetwork)
          .demanded(by: "paywall.priority.cache-after-network"),
        Step(.remote(.up)), Step(.load(.onboarding), .answers(.v3), .requestsCDN),
      ]),
    Scenario(
      "paywall.priority.cache-after-network", "only where there is one", given: .uncached(.withFallback).offline,
      then: [
        Step(.load(.onboarding), .answers(.v0), .triesNetwork, .keepsFallbackOut)
          .demanded(by: "paywall.priority.fallback-after-cache"),
        Step(.remote(.up)),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
        Step(.remote(.noNetwork)),
        Step(.load(.onboarding), .answers(.v3), .triesNetwork, .stores(.v3)),
      ]),
    Scenario(
      "paywall.priority.fallback-after-cache", "as long as nothing is cached", given: .uncached(.withFallback).offline,
      then: [
        Step(.load(.onboarding), .answers(.v0), .triesNetwork, .keepsFallbackOut),
        Step(.load(.deepLink), .fails, .triesNetwork(for: .deepLink), .storesNothing),
        Step(.remote(.down, of: [.cdn])), Step(.remote(.up, of: [.server])),
        Step(.load(.onboarding), .answers(.v2), .requestsServer, .stores(.v2)),
        Step(.remote(.noNetwork)),
        Step(.load(.onboarding), .answers(.v2), .triesNetwork, .stores(.v2)),
      ]),
    Scenario(
      "paywall.priority.error-when-all-fail", "as long as all fail", given: .uncached().offline,
      then: [
        Step(.load(.onboarding), .fails, .triesNetwork, .storesNothing),
        Step(.remote(.down, of: [.cdn])), Step(.remote(.up, of: [.server])),
        Step(.load(.onboarding), .answers(.v2), .requestsServer, .stores(.v2)),
        Step(.remote(.noNetwork)),
        Step(.load(.onboarding), .answers(.v2), .triesNetwork, .stores(.v2)),
        Step(.start(AppSetup(fallback: .holding([.deepLink0])))),
        Step(.load(.deepLink), .answers(.deepLink0), .keepsFallbackOut)
          .demanded(by: "paywall.priority.fallback-after-cache"),
      ]),
    Scenario(
      "paywall.priority.cache-after-network", "loaded twice",
      given: .cached(.withFallback).reloaded.offline,
      then: [Step(.load(.onboarding), .answers(.v3), .triesNetwork, .stores(.v3))]),
    Scenario(
      "paywall.priority.cache-after-network", "however old it is", given: .cached(.withFallback).offline,
      then: [8, 30, 365, 3650].flatMap { days -> [PaywallStep] in
        [
          Step(.advance(.days(days))), Step(.load(.onboarding), .answers(.v1), .triesNetwork, .stores(.v1)),
          Step(.load(.onboarding, .halfAnHour), .answers(.v1), .triesNetwork, .stores(.v1)), Step(.restart),
          Step(.load(.onboarding), .answers(.v1), .triesNetwork, .stores(.v1))
            .demanded(by: "paywall.lifecycle.survives-restart"),
        ]
      }),
    Scenario(
      "paywall.priority.recovers", "from the server", given: .cached().cdnDown,
      then: [
        Step(.load(.onboarding), .answers(.v2), .requestsServer),
        Step(.remote(.up, of: [.cdn])),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
      ]),
    Scenario(
      "paywall.priority.recovers", "from the fallback", given: .uncached(.withFallback).offline,
      then: [
        Step(.load(.onboarding), .answers(.v0)),
        Step(.remote(.up)),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
      ]),
  ]

  /// A client that is told to wait may ask nothing for a while.
  static let toldToWaitScenarios: [PaywallScenario] = [429, 444].map { status in
    Scenario(
      "paywall.priority.recovers", "a day after status \(status)",
      given: .cached().remote(.failing(.status(status))),
      then: [
        Step(.load(.onboarding), .answers(.v1), .stores(.v1)), Step(.remote(.up)), Step(.advance(.days(1))),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
      ])
  }

  /// Every kind of failure, of the CDN alone and of both layers.
  static let failureScenarios: [PaywallScenario] =
    [
      Scenario(
        "paywall.priority.kinds-of-failure", "one after the other", given: .cached(.withFallback),
        then: RemoteState.kindsOfFailure.flatMap { state in
          [Step(.remote(state)), Step(.load(.onboarding), .answers(.v1), .stores(.v1))]
        })
    ] + RemoteState.kindsOfOneLayer.map(cdnFails)
    + RemoteState.kindsOfFailure.map { state in
      Scenario(
        "paywall.priority.kinds-of-failure", "both: \(state.failureName)",
        given: .cached(.withFallback).remote(state),
        then: [Step(.load(.onboarding), .answers(.v1), .stores(.v1))])
    }

  private static func cdnFails(_ state: RemoteState) -> PaywallScenario {
    Scenario(
      "paywall.priority.kinds-of-failure", "CDN: \(state.failureName)",
      given: .cached(.withFallback).remote(state, of: [.cdn]),
      then: [
        Step(.load(.onboarding), .answers(.v2), .requestsServer, .stores(.v2)), Step(.remote(.up)),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
      ])
  }

  /// Loads of one placement after another, with no time between them.
  static let noSharedLimitScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.priority.no-shared-limit", given: .started().published(.v1),
      then: [
        Step(.load(.onboarding), .requestsSomething), Step(.publish(.deepLink5)),
        Step(.load(.deepLink), .requestsSomething),
      ])
  ]

  /// What a load requests where the device has no network, with a copy and without one.
  static let withoutNetworkScenarios: [PaywallScenario] = [
    withoutNetwork("with a copy", .cached(.withFallback).offline, .answers(.v1)),
    withoutNetwork("with a fallback", .uncached(.withFallback).offline, .answers(.v0)),
    withoutNetwork("with nothing", .uncached().offline, .fails),
  ]

  private static func withoutNetwork(
    _ row: String, _ fixture: PaywallFixture, _ answer: Expectation<PaywallAction>, line: Int = #line
  ) -> PaywallScenario {
    Scenario(
      "paywall.priority.server-without-network", row, given: fixture,
      then: [
        Step(
          .load(.onboarding),
          oneOf: [
            Outcome("the server is asked", answer, .requestsBoth),
            Outcome("the server is not asked", answer, .request(.tried([.value(.cdn)], then: nil))),
          ])
      ],
      source: SourceLine(line: line))
  }
}
