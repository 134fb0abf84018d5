/// Scenarios for single layers. The table of layers covers every combination.
extension PaywallSpec {
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
    Scenario(
      "paywall.priority.cache-after-network", "loaded twice",
      given: .cached(.withFallback).reloaded.offline,
      then: [Step(.load(.onboarding), .answers(.v3), .triesNetwork, .stores(.v3))]),
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
    // Both layers did not answer in time, and then answer too late.
    Scenario(
      "paywall.priority.recovers", "from time-outs", given: .cached().silent(RemoteLayer.allCases),
      then: [
        Step(.begin(.load(.onboarding), as: "the load")), Step(.passTimeOuts), Step(.finish("the load"), .answers(.v1)),
        Step(.requests(.releaseAll)), Step(.publish(.v4)),
        Step(.load(.onboarding), .answers(.v4), .requestsCDN, .stores(.v4)),
      ]),
  ]

  /// A client that is told to wait may ask nothing for a while.
  static let toldToWaitScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.priority.recovers", "a day after status 429",
      given: .cached().remote(.failing(.status(429))),
      then: [
        Step(.load(.onboarding), .answers(.v1), .stores(.v1)), Step(.remote(.up)), Step(.advance(.days(1))),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
      ])
  ]

  /// Every kind of failure, of the CDN alone and of both layers.
  static let failureScenarios: [PaywallScenario] =
    RemoteState.kindsOfOneLayer.map(cdnFails)
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
