/// Calls that overlap because their requests are held.
extension PaywallSpec {
  static let overlapScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.overlap.same-placement", "joined or not", given: .cached().loading,
      then: [
        Step(.begin(.load(.onboarding), as: "another")),
        Step(.requests(.releaseAll)),
        Step(.finish("the load"), .answers(.v3)),
        Step(.finish("another"), .answers(.v3)),
        Step(.inspect(.onboarding), .stores(.v3)),
      ]),
    Scenario(
      "paywall.overlap.same-placement", "a request each", given: .cached().loading,
      then: [
        Step(.begin(.load(.onboarding), as: "another")),
        Step(.awaitBothHeld),
        Step(.requests(.releaseNewest)),
        Step(.finish("another"), .answers(.v3), .stores(.v3)),
        Step(.requests(.releaseAll)),
        Step(.finish("the load"), .answers(.v3), .requestsNothing, .stores(.v3)),
      ]),
    Scenario(
      "paywall.cache.older-answer-does-not-replace",
      given: .cached().loading.published(.v4).and(
        "a later load has brought it, and the load has returned after it",
        standingOn: "paywall.overlap.same-placement",
        [
          Step(.begin(.load(.onboarding), as: "the later load")),
          Step(.awaitBothHeld),
          Step(.requests(.releaseNewest)),
          Step(.finish("the later load"), .answers(.v4), .stores(.v4)),
          Step(.requests(.releaseAll)),
          Step(.finish("the load")),
        ]),
      then: [
        Step(
          .inspect(.onboarding),
          oneOf: [Outcome("does not replace", .stores(.v4)), Outcome("replaces", .stores(.v3))])
      ]),
    Scenario(
      "paywall.overlap.other-placement", given: .cached().readFromCache.loading,
      then: [
        Step(.load(.settings, .returnCacheDataElseLoad), .answers(.settings7), .requestsNothing),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing),
        Step(.begin(.load(.settings), as: "another")),
        Step(.requests(.awaitHeld(2)), .requestsCDN(for: .settings)),
        Step(.requests(.releaseNewest)),
        Step(.finish("another"), .answers(.settings7), .stores(.settings7)),
        Step(.requests(.releaseAll)),
        Step(.finish("the load"), .answers(.v3), .stores(.v3)),
      ]),
    Scenario(
      "paywall.overlap.restart-during-load", "the cached copy", given: .cached().loading,
      then: [
        Step(.restart),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.requests(.releaseAll)),
        Step(.finish("the load"), .answer(.described("an answer or an error", .something))),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
      ]),
    // After the restart there is no earlier load to join.
    Scenario(
      "paywall.overlap.restart-during-load", "the late answer", given: .cached().loading,
      then: [
        Step(.restart),
        Step(.publish(.v4)),
        Step(.begin(.load(.onboarding), as: "the new load")),
        Step(.requests(.awaitHeld(2))),
        Step(.requests(.releaseNewest)),
        Step(.finish("the new load"), .answers(.v4), .stores(.v4)),
        Step(.requests(.releaseAll)),
        Step(.finish("the load"), .answer(.described("an answer or an error", .something))),
        Step(.inspect(.onboarding), .stores(.v4)),
        Step(.restart),
        Step(.inspect(.onboarding), .stores(.v4)),
      ]),
  ]

  /// A user logs out while a request is held, the next user's load brings version 4, and then the request is answered.
  static let logOutScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.overlap.logout-during-load", "a load", given: .cached().loading,
      then: loadedAfterLogOut + [
        Step(.requests(.releaseAll)),
        Step(.finish("the load"), .answer(.described("an answer or an error", .something))),
      ] + newestIsKept),
    Scenario(
      "paywall.overlap.logout-during-load", "an update", given: .alone(.patientAndUpdating).published(.v3).updating,
      then: loadedAfterLogOut + [Step(.requests(.releaseAll))] + newestIsKept),
  ]

  private static let loadedAfterLogOut: [PaywallStep] = [
    Step(.app(.logOut)), Step(.publish(.v4)), Step(.begin(.load(.onboarding), as: "the next user's load")),
    Step(.awaitBothHeld), Step(.requests(.releaseNewest)),
    Step(.finish("the next user's load"), .answers(.v4), .stores(.v4)),
  ]

  private static let newestIsKept: [PaywallStep] = [
    Step(.inspect(.onboarding), .stores(.v4)), Step(.restart), Step(.inspect(.onboarding), .stores(.v4)),
  ]

  /// Background updates in flight, which nothing waits for.
  static let updateScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.overlap.update-during-load", "the load",
      given: .alone(.patientAndUpdating).published(.v4).updating.published(.v5),
      then: [
        Step(.begin(.load(.onboarding), as: "the load")),
        Step(.awaitBothHeld),
        Step(.requests(.releaseOldest)),
        Step(.requests(.releaseAll)),
        Step(.finish("the load"), .answers(.v5)),
        Step(.inspect(.onboarding), .stores(.v5)),
      ]),
    Scenario(
      "paywall.overlap.update-during-load", "the load, joined or not",
      given: .alone(.patientAndUpdating).published(.v4).updating,
      then: [
        Step(.begin(.load(.onboarding), as: "the load")),
        Step(.requests(.releaseAll)),
        Step(.finish("the load"), .answers(.v4)),
        Step(.inspect(.onboarding), .stores(.v4)),
      ]),
    Scenario(
      "paywall.overlap.update-during-load", "a cached read",
      given: .cached(.patientAndUpdating).readFromCache.updating,
      then: [
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1)),
        Step(.requests(.releaseAll)),
        Step(.inspect(.onboarding), .stores(.v3)),
      ]),
    Scenario(
      "paywall.background.keeps-nothing-waiting", "cached reads", given: .cached(.patientAndUpdating).updating,
      then: [
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1)),
        Step(.load(.onboarding, .returnCacheDataIfNotExpiredElseLoad(maxAge: .days(1))), .answers(.v1)),
        Step(.load(.settings, .returnCacheDataElseLoad), .answers(.settings7)),
        Step(.requests(.releaseAll)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3)),
      ]),
    Scenario(
      "paywall.background.keeps-nothing-waiting", "a load of another placement",
      given: .alone(.patientAndUpdating).published(.v3).updating.published(.settings7),
      then: [
        Step(.requests(.holdNoMore)),
        Step(.load(.settings), .answers(.settings7), .stores(.settings7)),
        Step(.load(.settings, .returnCacheDataElseLoad), .answers(.settings7)),
        Step(.requests(.releaseAll)),
        Step(.inspect(.onboarding), .stores(.v3)),
      ]),
    Scenario(
      "paywall.background.keeps-nothing-waiting", "a start", given: .cached(.patientAndUpdating).updating,
      then: [
        Step(.restart),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1)),
        Step(.load(.settings, .returnCacheDataElseLoad), .answers(.settings7)),
        Step(.requests(.releaseAll)),
        Step(.advance(.hours(2))),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3)),
      ]),
  ]

  /// Layers that never answer, or only after the load has given up. A module may ask them more than once.
  static let waitingScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.input.never-answers", "the CDN", given: .cached().silent([.cdn]),
      then: [
        Step(.begin(.load(.onboarding), as: "the load")),
        Step(.passTimeOuts),
        // A module that retries the CDN may do so after it has asked the server.
        Step(.finish("the load"), .answers(.v2), .requestsBoth, .stores(.v2)),
      ]),
    neither("with a copy", .cached(.withFallback), .answers(.v1), .stores(.v1)),
    neither("with nothing", .uncached(), .fails, .storesNothing),
    Scenario(
      "paywall.input.late-answer",
      given: .cached().silent([.cdn]).and(
        "the CDN was given up on, and a load has returned the server's version",
        standingOn: "paywall.input.never-answers",
        [
          Step(.begin(.load(.onboarding), as: "the load")), Step(.passTimeOuts),
          Step(.finish("the load"), .answers(.v2)),
        ]),
      then: [
        Step(.requests(.releaseAll)),
        Step(
          .inspect(.onboarding),
          oneOf: [Outcome("is dropped", .stores(.v2)), Outcome("is kept for later", .stores(.v3))]),
        Step(.publish(.v4)),
        Step(.load(.onboarding), .answers(.v4), .requestsCDN, .stores(.v4)),
      ]),
  ]

  private static func neither(
    _ row: String, _ fixture: PaywallFixture, _ expectations: Expectation<PaywallAction>..., line: Int = #line
  ) -> PaywallScenario {
    Scenario(
      "paywall.input.never-answers", "neither layer, \(row)", given: fixture.silent(RemoteLayer.allCases),
      then: [
        Step(.begin(.load(.onboarding), as: "the load")),
        Step(.passTimeOuts),
        Step(.finish("the load"), [.requestsBoth] + expectations),
      ],
      source: SourceLine(line: line))
  }
}
