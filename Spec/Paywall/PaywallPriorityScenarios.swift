import CacheVocabulary

/// The layers one by one. The table of layers holds every combination.
extension PaywallSpec {
  private static let long = PaywallVersion(4, padding: 1 << 16)

  static let priorityScenarios: [PaywallScenario] = [
    // What each load takes for granted: nothing that comes after the first request is looked at.
    Scenario(
      "paywall.priority.cdn-first", "before all else", given: .started().published(.v1),
      then: [
        Step(.requests(.hold)), Step(.begin(.load(.onboarding), as: "the load")),
        Step(.requests(.awaitHeld(1)), .requestsCDN), Step(.requests(.releaseAll)), Step(.finish("the load")),
      ]),
    Scenario(
      "paywall.priority.cdn-first", "as long as it answers", given: .cached(),
      then: [
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
        Step(.publish(.v4, on: [.server])),
        Step(.remote(.down, of: [.cdn])),
        Step(.load(.onboarding), .answers(.v4), .requestsServer, .stores(.v4)),
      ]),
    Scenario(
      "paywall.priority.server-after-cdn", "as long as it answers", given: .cached().cdnDown,
      then: [
        Step(.load(.onboarding), .answers(.v2), .requestsServer, .stores(.v2)),
        Step(.remote(.down)),
        Step(.load(.onboarding), .answers(.v2), .requestsInVain, .stores(.v2)),
        Step(.remote(.up)),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
      ]),
    Scenario(
      "paywall.priority.cache-after-network", "only where there is one", given: .uncached(.withFallback).offline,
      then: [
        Step(.load(.onboarding), .answers(.v0), .requestsInVain, .storesNothing),
        Step(.remote(.up)),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
        Step(.remote(.down)),
        Step(.load(.onboarding), .answers(.v3), .requestsInVain, .stores(.v3)),
      ]),
    Scenario(
      "paywall.priority.fallback-after-cache", "as long as nothing is cached", given: .uncached(.withFallback).offline,
      then: [
        Step(.load(.onboarding), .answers(.v0), .requestsInVain, .storesNothing),
        Step(.load(.deepLink), .fails, .requestsInVain(for: .deepLink), .storesNothing),
        Step(.remote(.up, of: [.server])),
        Step(.load(.onboarding), .answers(.v2), .requestsServer, .stores(.v2)),
        Step(.remote(.down)),
        Step(.load(.onboarding), .answers(.v2), .requestsInVain, .stores(.v2)),
      ]),
    Scenario(
      "paywall.priority.error-when-all-fail", "as long as all fail", given: .uncached().offline,
      then: [
        Step(.load(.onboarding), .fails, .requestsInVain, .storesNothing),
        Step(.remote(.up, of: [.server])),
        Step(.load(.onboarding), .answers(.v2), .requestsServer, .stores(.v2)),
        Step(.remote(.down)),
        Step(.load(.onboarding), .answers(.v2), .requestsInVain, .stores(.v2)),
        Step(.start(AppSetup(fallback: .holding([.deepLink0])))),
        Step(.load(.deepLink), .answers(.deepLink0), .requestsInVain(for: .deepLink), .storesNothing),
      ]),
    Scenario(
      "paywall.priority.cache-after-network", "loaded twice",
      given: .cached(.withFallback).reloaded.offline,
      then: [Step(.load(.onboarding), .answers(.v3), .requestsInVain, .stores(.v3))]),
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

  /// Every way of failing, of the CDN alone and of both. The table of layers has them without a connection.
  private static let kindsOfFailure = OriginFailure.allCases.filter { $0 != .noConnection }
  static let failureScenarios: [PaywallScenario] =
    [
      Scenario(
        "paywall.priority.kinds-of-failure", "one after the other", given: .cached(.withFallback),
        then: OriginFailure.allCases.flatMap { failure in
          [
            Step(.remote(.failing(failure))), Step(.load(.onboarding), .answers(.v1), .requestsInVain, .stores(.v1)),
          ]
        })
    ] + kindsOfFailure.flatMap(failing)

  private static func failing(_ failure: OriginFailure) -> [PaywallScenario] {
    [
      Scenario(
        "paywall.priority.kinds-of-failure", "CDN: \(failure)",
        given: .cached(.withFallback).remote(.failing(failure), of: [.cdn]),
        then: [
          Step(.load(.onboarding), .answers(.v2), .requestsServer, .stores(.v2)), Step(.remote(.up)),
          Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
        ]),
      Scenario(
        "paywall.priority.kinds-of-failure", "both: \(failure)",
        given: .cached(.withFallback).remote(.failing(failure)),
        then: [Step(.load(.onboarding), .answers(.v1), .requestsInVain, .stores(.v1))]),
    ]
  }

  static let cacheScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.cache.holds-most-recent", "the first", given: .uncached(),
      then: [
        Step(.load(.onboarding), .answers(.v3), .stores(.v3)),
        Step(.remote(.down)),
        Step(.load(.onboarding), .answers(.v3), .stores(.v3)),
      ]),
    Scenario(
      "paywall.cache.holds-most-recent", "from the CDN", given: .cached(),
      then: [
        Step(.load(.onboarding), .answers(.v3), .stores(.v3)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing),
      ]),
    Scenario(
      "paywall.cache.holds-most-recent", "a short one in place of a long one", given: .cached(),
      then: [
        Step(.publish(long)),
        Step(.load(.onboarding), .answers(long), .stores(long)),
        Step(.publish(.v5)),
        Step(.load(.onboarding), .answers(.v5), .stores(.v5)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v5), .requestsNothing),
        Step(.restart),
        Step(.inspect(.onboarding), .stores(.v5)),
      ]),
    Scenario(
      "paywall.cache.holds-most-recent", "from the server", given: .cached().cdnDown,
      then: [
        Step(.load(.onboarding), .answers(.v2), .stores(.v2)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v2), .requestsNothing),
      ]),
    Scenario(
      "paywall.cache.per-placement", "one cached beside another", given: .cached().offline,
      then: [
        Step(.load(.settings), .answers(.settings7), .stores(.settings7)),
        Step(.load(.onboarding), .answers(.v1), .stores(.v1)),
        Step(.load(.deepLink), .fails, .storesNothing),
      ]),
    Scenario(
      "paywall.cache.per-placement", "one that fails beside others",
      given: .cached().published(.settings8).remote(.down, for: .onboarding),
      then: [
        Step(.load(.onboarding), .answers(.v1), .requestsInVain, .stores(.v1)),
        Step(.load(.settings), .answers(.settings8), .requestsCDN(for: .settings), .stores(.settings8)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
      ]),
    Scenario(
      "paywall.cache.per-placement", "one that fails while another is loaded",
      given: .cached().remote(.down, for: .settings).loading,
      then: [
        Step(.requests(.holdNoMore)), Step(.load(.settings), .answers(.settings7)), Step(.requests(.releaseAll)),
        Step(.finish("the load"), .answers(.v3), .stores(.v3)),
      ]),
    Scenario(
      "paywall.cache.per-placement", "one that fails again and again", given: .cached(),
      then: Array(repeating: Step(.load(.deepLink), .fails), count: 12) + [
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3))
      ]),
    Scenario(
      "paywall.cache.per-placement", "one unknown to every layer", given: .cached(),
      then: [
        Step(.load(.deepLink), .fails, .requestsInVain(for: .deepLink), .storesNothing),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
      ]),
    Scenario(
      "paywall.cache.failed-load-keeps-copy", given: .cached().offline,
      then: [
        Step(.load(.onboarding), .answers(.v1), .requestsInVain, .stores(.v1)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
        Step(.restart),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.remote(.up)),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
      ]),
    Scenario(
      "paywall.cache.opaque", given: .started().published(.v1),
      then: [
        Step(.load(.onboarding), .answers(.v1), .stores(.v1)),
        Step(.restart),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing),
      ]),
    Scenario(
      "paywall.cache.older-version-published",
      given: .started().published(.v4).and(
        "a load has cached it", standingOn: "paywall.cache.holds-most-recent",
        [Step(.load(.onboarding), .answers(.v4), .stores(.v4))]
      ).published(.v3).and(
        "a load has asked the CDN again", standingOn: "paywall.priority.cdn-first",
        [Step(.load(.onboarding), .requestsCDN)]),
      then: [
        Step(
          .inspect(.onboarding),
          oneOf: [Outcome("replaces", .stores(.v3)), Outcome("does not replace", .stores(.v4))])
      ]),
  ]
}
