import CacheVocabulary

/// The layers one by one; the table beside it holds every combination.
extension PaywallSpec {
  static let priorityScenarios: [PaywallScenario] = [
    PaywallScenario(
      "paywall.priority.cdn-first", "cache=empty", given: .uncached(.withFallback),
      then: [Step(.call(.load(.onboarding)), .answers(.v3), .asks(.cdn), .stores(.v3))]),
    PaywallScenario(
      "paywall.priority.cdn-first", "cache=filled", given: .cached(.withFallback),
      then: [Step(.call(.load(.onboarding)), .answers(.v3), .asks(.cdn), .stores(.v3))]),
    PaywallScenario(
      "paywall.priority.server-after-cdn", "cache=empty", given: .uncached() + [Step(.remote(.down, of: [.cdn]))],
      then: [Step(.call(.load(.onboarding)), .answers(.v2), .asks(.cdn, .server), .stores(.v2))]),
    PaywallScenario(
      "paywall.priority.server-after-cdn", "cache=filled", given: .cached() + [Step(.remote(.down, of: [.cdn]))],
      then: [Step(.call(.load(.onboarding)), .answers(.v2), .asks(.cdn, .server), .stores(.v2))]),
    PaywallScenario(
      "paywall.priority.cache-after-network", "loaded once", given: .cached(.withFallback) + .offline,
      then: [Step(.call(.load(.onboarding)), .answers(.v1), .asks(.cdn, .server), .stores(.v1))]),
    PaywallScenario(
      "paywall.priority.cache-after-network", "loaded twice",
      given: .cached(.withFallback) + [Step(.call(.load(.onboarding)), .answers(.v3))] + .offline,
      then: [Step(.call(.load(.onboarding)), .answers(.v3), .asks(.cdn, .server), .stores(.v3))]),
    PaywallScenario(
      "paywall.priority.fallback-after-cache", given: .uncached(.withFallback) + .offline,
      then: [Step(.call(.load(.onboarding)), .answers(.v0), .asks(.cdn, .server), .storesNothing)]),
    PaywallScenario(
      "paywall.priority.error-when-all-fail", given: .uncached() + .offline,
      then: [Step(.call(.load(.onboarding)), .fails, .asks(.cdn, .server), .storesNothing)]),
    PaywallScenario(
      "paywall.priority.recovers", "from the server", given: .cached() + [Step(.remote(.down, of: [.cdn]))],
      then: [
        Step(.call(.load(.onboarding)), .answers(.v2), .asks(.cdn, .server)),
        Step(.remote(.up, of: [.cdn])),
        Step(.call(.load(.onboarding)), .answers(.v3), .asks(.cdn), .stores(.v3)),
      ]),
    PaywallScenario(
      "paywall.priority.recovers", "from the fallback", given: .uncached(.withFallback) + .offline,
      then: [
        Step(.call(.load(.onboarding)), .answers(.v0)),
        Step(.remote(.up)),
        Step(.call(.load(.onboarding)), .answers(.v3), .asks(.cdn), .stores(.v3)),
      ]),
  ]

  /// Every way of failing, of the CDN alone and of both.
  static let failureScenarios: [PaywallScenario] = OriginFailure.allCases.flatMap { failure in
    [
      PaywallScenario(
        "paywall.priority.kinds-of-failure", "CDN: \(failure)",
        given: .cached(.withFallback) + [Step(.remote(.failing(failure), of: [.cdn]))],
        then: [Step(.call(.load(.onboarding)), .answers(.v2), .asks(.cdn, .server), .stores(.v2))]),
      PaywallScenario(
        "paywall.priority.kinds-of-failure", "both: \(failure)",
        given: .cached(.withFallback) + [Step(.remote(.failing(failure)))],
        then: [Step(.call(.load(.onboarding)), .answers(.v1), .asks(.cdn, .server), .stores(.v1))]),
    ]
  }

  static let fallbackScenarios: [PaywallScenario] = [
    PaywallScenario(
      "paywall.fallback.needs-configuration", "none configured", given: .uncached() + .offline,
      then: [Step(.call(.load(.onboarding)), .fails, .asks(.cdn, .server))]),
    PaywallScenario(
      "paywall.fallback.needs-configuration", "one for another placement",
      given: .uncached(AppSetup(fallback: .holding([PaywallVersion(0, of: .deepLink)]))) + .offline
        + [Step(.call(.load(.deepLink)), .answers(PaywallVersion(0, of: .deepLink)))],
      then: [Step(.call(.load(.onboarding)), .fails, .asks(.cdn, .server))]),
    PaywallScenario(
      "paywall.fallback.automatic", "first start without a network",
      given: [Step(.start(.withFallback))],
      then: [
        Step(.remote(.down)),
        Step(.call(.load(.onboarding)), .answers(.v0)),
        Step(.call(.load(.settings)), .fails),
      ]),
    PaywallScenario(
      "paywall.fallback.automatic", "after a restart", given: .uncached(.withFallback) + .offline,
      then: [Step(.app(.restart)), Step(.call(.load(.onboarding)), .answers(.v0))]),
    PaywallScenario(
      "paywall.fallback.automatic", "after a reinstallation", given: .cached(.withFallback) + .offline,
      then: [Step(.app(.reinstall)), Step(.call(.load(.onboarding)), .answers(.v0))]),
    PaywallScenario(
      "paywall.fallback.never-masks-newer-data", "cached read",
      given: .uncached(.withFallback) + .offline + [Step(.call(.load(.onboarding)), .answers(.v0))],
      then: [
        Step(.inspect(.onboarding), .storesNothing),
        Step(.remote(.up)),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v3), .asks(.cdn), .stores(.v3)),
      ]),
    PaywallScenario(
      "paywall.fallback.never-masks-newer-data", "young read",
      given: .uncached(.withFallback) + .offline + [Step(.call(.load(.onboarding)), .answers(.v0))],
      then: [
        Step(.remote(.up)),
        Step(.call(.load(.onboarding, .halfAnHour)), .answers(.v3), .asks(.cdn), .stores(.v3)),
      ]),
    PaywallScenario(
      "paywall.fallback.older-than-cache",
      given: .cached(AppSetup(fallback: .holding([PaywallVersion(9)]))) + .offline,
      then: [
        Step(
          .call(.load(.onboarding)),
          oneOf: [
            Outcome("the cache answers", .answers(.v1)),
            Outcome("the newer fallback answers", .answers(PaywallVersion(9))),
          ])
      ]),
  ]

  static let cacheScenarios: [PaywallScenario] = [
    PaywallScenario(
      "paywall.cache.holds-most-recent", "the first", given: .uncached(),
      then: [
        Step(.call(.load(.onboarding)), .answers(.v3), .stores(.v3)),
        Step(.remote(.down)),
        Step(.call(.load(.onboarding)), .answers(.v3), .stores(.v3)),
      ]),
    PaywallScenario(
      "paywall.cache.holds-most-recent", "from the CDN", given: .cached(),
      then: [
        Step(.call(.load(.onboarding)), .answers(.v3), .stores(.v3)),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v3), .asksNothing),
      ]),
    PaywallScenario(
      "paywall.cache.holds-most-recent", "from the server", given: .cached() + [Step(.remote(.down, of: [.cdn]))],
      then: [
        Step(.call(.load(.onboarding)), .answers(.v2), .stores(.v2)),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v2), .asksNothing),
      ]),
    PaywallScenario(
      "paywall.cache.per-placement", "one cached beside another", given: .cached() + .offline,
      then: [
        Step(.call(.load(.settings)), .answers(.settings7), .stores(.settings7)),
        Step(.call(.load(.onboarding)), .answers(.v1), .stores(.v1)),
        Step(.call(.load(.deepLink)), .fails, .storesNothing),
      ]),
    PaywallScenario(
      "paywall.cache.per-placement", "one unknown to every layer", given: .cached(),
      then: [
        Step(.call(.load(.deepLink)), .fails, .asks(.cdn, .server, for: .deepLink), .storesNothing),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v1), .asksNothing),
        Step(.call(.load(.onboarding)), .answers(.v3), .asks(.cdn), .stores(.v3)),
      ]),
    PaywallScenario(
      "paywall.cache.failed-load-keeps-copy", given: .cached() + .offline,
      then: [
        Step(.call(.load(.onboarding)), .answers(.v1), .asks(.cdn, .server), .stores(.v1)),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v1), .asksNothing, .stores(.v1)),
      ]),
    PaywallScenario(
      "paywall.cache.opaque", given: .started() + [Step(.publish(.v1))],
      then: [
        Step(.call(.load(.onboarding)), .answers(.v1), .stores(.v1)),
        Step(.app(.restart)),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v1), .asksNothing),
      ]),
    PaywallScenario(
      "paywall.cache.older-version-published",
      given: .started() + [
        Step(.publish(.v4)), Step(.call(.load(.onboarding)), .answers(.v4)), Step(.publish(.v3)),
        Step(.call(.load(.onboarding)), .asks(.cdn)),
      ],
      then: [
        Step(
          .inspect(.onboarding),
          oneOf: [Outcome("replaces", .stores(.v3)), Outcome("does not replace", .stores(.v4))])
      ]),
  ]
}
