import CacheVocabulary

/// Calls that overlap, by requests that are held on their way.
extension PaywallSpec {
  /// A day of waiting is no time-out here: what is held is slow, not silent.
  private static let patientAndUpdating = AppSetup(updateInterval: .hours(1), timeOut: .days(1))

  static let overlapScenarios: [PaywallScenario] = [
    PaywallScenario(
      "paywall.overlap.same-placement", "joined or not", given: .cached() + [Step(.transit(.hold))],
      then: [
        Step(.begin(.load(.onboarding), as: "one")),
        Step(.transit(.awaitHeld(1))),
        Step(.begin(.load(.onboarding), as: "another")),
        Step(.transit(.releaseAll)),
        Step(.finish("one"), .answers(.v3)),
        Step(.finish("another"), .answers(.v3)),
        Step(.inspect(.onboarding), .stores(.v3)),
      ]),
    PaywallScenario(
      "paywall.overlap.same-placement", "a request each", given: .cached() + [Step(.transit(.hold))],
      then: [
        Step(.begin(.load(.onboarding), as: "one")),
        Step(.transit(.awaitHeld(1)), .asks(.cdn)),
        Step(.begin(.load(.onboarding), as: "another")),
        Step(.transit(.awaitBothHeld)),
        Step(.transit(.releaseNewest)),
        Step(.finish("another"), .answers(.v3), .stores(.v3)),
        Step(.transit(.releaseAll)),
        Step(.finish("one"), .answers(.v3), .asksNothing, .stores(.v3)),
      ]),
    PaywallScenario(
      "paywall.cache.older-answer-does-not-replace",
      given: .cached() + [
        Step(.transit(.hold)),
        Step(.begin(.load(.onboarding), as: "older")),
        Step(.transit(.awaitHeld(1))),
        Step(.publish(.v4)),
        Step(.begin(.load(.onboarding), as: "newer")),
        Step(.transit(.awaitBothHeld)),
        Step(.transit(.releaseNewest)),
        Step(.finish("newer"), .answers(.v4), .stores(.v4)),
        Step(.transit(.releaseAll)),
        Step(.finish("older")),
      ],
      then: [
        Step(
          .inspect(.onboarding),
          oneOf: [Outcome("does not replace", .stores(.v4)), Outcome("replaces", .stores(.v3))])
      ]),
    PaywallScenario(
      "paywall.overlap.other-placement", given: .cached() + [Step(.transit(.hold))],
      then: [
        Step(.begin(.load(.onboarding), as: "slow")),
        Step(.transit(.awaitHeld(1)), .asks(.cdn)),
        Step(.call(.load(.settings, .returnCacheDataElseLoad)), .answers(.settings7), .asksNothing),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v1), .asksNothing),
        Step(.begin(.load(.settings), as: "other")),
        Step(.transit(.awaitHeld(2)), .asks(.cdn, for: .settings)),
        Step(.transit(.releaseNewest)),
        Step(.finish("other"), .answers(.settings7), .stores(.settings7)),
        Step(.transit(.releaseAll)),
        Step(.finish("slow"), .answers(.v3), .stores(.v3)),
      ]),
    PaywallScenario(
      "paywall.overlap.update-during-load", "the load", given: .cached(patientAndUpdating),
      then: [
        Step(.transit(.hold)),
        Step(.begin(.load(.onboarding), as: "load")),
        Step(.transit(.awaitHeld(1))),
        Step(.publish(.v4)),
        Step(.advance(.hours(2))),
        Step(.transit(.awaitBothHeld)),
        Step(.transit(.releaseOldest)),
        Step(.finish("load"), .answers(.v3)),
        Step(.transit(.releaseAll)),
        Step(.inspect(.onboarding), .stores(.v4)),
      ]),
    PaywallScenario(
      "paywall.overlap.update-during-load", "a cached read", given: .cached(patientAndUpdating),
      then: [
        Step(.transit(.hold)),
        Step(.advance(.hours(2))),
        Step(.transit(.awaitHeld(1))),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v1)),
        Step(.transit(.releaseAll)),
        Step(.inspect(.onboarding), .stores(.v3)),
      ]),
    PaywallScenario(
      "paywall.overlap.restart-during-load", "the cached copy",
      given: .cached() + [
        Step(.transit(.hold)), Step(.begin(.load(.onboarding), as: "old")), Step(.transit(.awaitHeld(1))),
      ],
      then: [
        Step(.app(.restart)),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.transit(.releaseAll)),
        Step(.finish("old"), Expectation(.answer, .something, words: "an answer or an error")),
        Step(.call(.load(.onboarding)), .answers(.v3), .asks(.cdn), .stores(.v3)),
      ]),
    PaywallScenario(
      "paywall.overlap.restart-during-load", "the late answer",
      given: .cached() + [
        Step(.transit(.hold)), Step(.begin(.load(.onboarding), as: "old")), Step(.transit(.awaitHeld(1))),
      ],
      then: [
        Step(.app(.restart)),
        Step(.publish(.v4)),
        Step(.begin(.load(.onboarding), as: "new")),
        Step(.transit(.awaitBothHeld)),
        Step(.transit(.releaseNewest)),
        Step(.finish("new"), .answers(.v4), .stores(.v4)),
        Step(.transit(.releaseAll)),
        Step(.finish("old"), Expectation(.answer, .something, words: "an answer or an error")),
        Step(.inspect(.onboarding), .stores(.v4)),
        Step(.app(.restart)),
        Step(.inspect(.onboarding), .stores(.v4)),
      ]),
  ]

  /// Layers that never answer, or do so when the load has given up on them.
  static let waitingScenarios: [PaywallScenario] = [
    PaywallScenario(
      "paywall.input.never-answers", "the CDN", given: .cached() + heldAtTheCDN,
      then: [
        Step(.transit(.timeOut)),
        Step(.transit(.awaitHeld(2)), .asks(.server)),
        Step(.transit(.releaseNewest)),
        Step(.finish("load"), .answers(.v2), .asksNothing, .stores(.v2)),
      ]),
    neither("with a copy", .cached(.withFallback), [.answers(.v1), .stores(.v1)]),
    neither("with a fallback", .uncached(.withFallback) + othersDiffer, [.answers(.v0), .storesNothing]),
    neither("with nothing", .uncached() + othersDiffer, [.fails, .storesNothing]),
    PaywallScenario(
      "paywall.input.late-answer",
      given: .cached() + heldAtTheCDN + [
        Step(.transit(.timeOut)), Step(.transit(.awaitHeld(2))), Step(.transit(.releaseNewest)),
        Step(.finish("load"), .answers(.v2)),
      ],
      then: [
        Step(.transit(.releaseAll), .asksNothing),
        Step(
          .inspect(.onboarding),
          oneOf: [Outcome("is dropped", .stores(.v2)), Outcome("is kept for later", .stores(.v3))]),
        Step(.publish(.v4)),
        Step(.call(.load(.onboarding)), .answers(.v4), .asks(.cdn), .stores(.v4)),
      ]),
  ]

  /// A second bystander: a module that answers everything alike would be waited for in vain.
  private static let othersDiffer: [PaywallStep] = [
    Step(.publish(PaywallVersion(5, of: .deepLink))),
    Step(.call(.load(.deepLink)), .answers(PaywallVersion(5, of: .deepLink))),
  ]

  private static let heldAtTheCDN: [PaywallStep] = [
    Step(.transit(.hold)), Step(.begin(.load(.onboarding), as: "load")), Step(.transit(.awaitHeld(1)), .asks(.cdn)),
  ]

  private static func neither(
    _ row: String, _ given: [PaywallStep], _ expectations: [Expectation], line: Int = #line
  ) -> PaywallScenario {
    PaywallScenario(
      "paywall.input.never-answers", "neither layer, \(row)", given: given + heldAtTheCDN,
      then: [
        Step(.transit(.timeOut)),
        Step(.transit(.awaitHeld(2)), .asks(.server)),
        Step(.transit(.timeOut)),
        Step(.finish("load"), oneOf: [Outcome("", expectations)]),
      ],
      source: SourceLine(line: line))
  }
}
