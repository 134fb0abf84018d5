/// The fallback file: when it is used, and that it never hides newer data.
extension PaywallSpec {
  static let fallbackScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.fallback.needs-configuration", "none configured", given: .uncached().offline,
      then: [Step(.load(.onboarding), .fails, .triesNetwork)]),
    Scenario(
      "paywall.fallback.needs-configuration", "one for another placement",
      given: .uncached(AppSetup(fallback: .holding([.deepLink0]))).offline,
      then: [
        Step(.load(.deepLink), .answers(.deepLink0), .triesNetwork(for: .deepLink)),
        Step(.load(.onboarding), .fails, .triesNetwork),
      ]),
    Scenario(
      "paywall.fallback.automatic", "first start without a network",
      then: [
        Step(.start(.withFallback)),
        Step(.remote(.noNetwork)),
        Step(.load(.onboarding), .answers(.v0)),
        Step(.load(.settings), .fails),
      ]),
    Scenario(
      "paywall.fallback.automatic", "again and again", given: .uncached(.withFallback).offline,
      then: Array(repeating: Step(.load(.onboarding), .answers(.v0)), count: 5) + [Step(.restart)]
        + Array(repeating: Step(.load(.onboarding), .answers(.v0)), count: 5)),
    Scenario(
      "paywall.fallback.automatic", "after a restart", given: .uncached(.withFallback).offline,
      then: [Step(.restart), Step(.load(.onboarding), .answers(.v0))]),
    Scenario(
      "paywall.fallback.automatic", "after a reinstallation", given: .cached(.withFallback).offline,
      then: [Step(.app(.reinstall)), Step(.load(.onboarding), .answers(.v0))]),
    Scenario(
      "paywall.fallback.never-masks-newer-data", "cached read",
      given: .uncached(.withFallback).offline.returnedFallback(.v0),
      then: [
        Step(.inspect(.onboarding), .storesNothing),
        Step(.remote(.up)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsCDN, .stores(.v3)),
      ]),
    Scenario(
      "paywall.fallback.never-masks-newer-data", "young read",
      given: .uncached(.withFallback).offline.returnedFallback(.v0),
      then: [
        Step(.remote(.up)),
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN, .stores(.v3)),
      ]),
    Scenario(
      "paywall.fallback.never-masks-newer-data", "after a restart",
      given: .uncached(.withFallback).offline.returnedFallback(.v0),
      then: [
        Step(.restart),
        Step(.inspect(.onboarding), .storesNothing),
        Step(.remote(.up)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsCDN, .stores(.v3)),
      ]),
    Scenario(
      "paywall.fallback.never-masks-newer-data", "over a cached copy, after a restart",
      given: .cached(.withFallback).offline,
      then: [
        Step(.load(.onboarding), .answers(.v1), .stores(.v1)),
        Step(.restart),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
      ]),
    newerFallback("a load", [Step(.load(.onboarding), .answers(.v1), .triesNetwork, .stores(.v1))]),
    newerFallback(
      "a cached read, after a restart",
      [
        Step(.restart),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
      ]),
    newerFallback(
      "a load, after a restart",
      [
        Step(.restart), Step(.load(.onboarding), .answers(.v1), .triesNetwork, .stores(.v1)), Step(.advance(.hours(1))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v1), .triesNetwork, .stores(.v1)),
      ]),
    newerFallback(
      "an expired copy",
      [
        Step(.advance(.hours(1))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v1), .triesNetwork, .stores(.v1)),
      ]),
    newerFallback(
      "a copy of any age, under each policy",
      [1, 8, 31, 365, 3650].flatMap { days -> [PaywallStep] in
        [
          Step(.advance(.days(days))), Step(.load(.onboarding), .answers(.v1), .triesNetwork, .stores(.v1)),
          Step(.load(.onboarding, .halfAnHour), .answers(.v1), .triesNetwork, .stores(.v1)),
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
        ]
      }),
    newerFallback(
      "a copy of any age, in an adaptive load",
      [1, 8, 31, 365].flatMap { days -> [PaywallStep] in
        [Step(.advance(.days(days)))]
          + NetworkQuality.allCases.flatMap { quality -> [PaywallStep] in
            [
              Step(.network(quality)), Step(.call(.adapt(.onboarding)), .answers(.v1)),
              Step(.call(.refresh(.onboarding)), .answers(.v1), .triesNetwork, .stores(.v1))
                .demanded(by: "paywall.refresh.updates-cache"),
            ]
          }
      }),
    Scenario(
      "paywall.fallback.older-than-cache", "without a copy", given: .uncached(newerFallback).offline,
      then: [
        Step(.load(.onboarding), .answers(PaywallVersion(9)), .triesNetwork, .keepsFallbackOut),
        Step(.load(.deepLink), .fails, .triesNetwork(for: .deepLink)),
      ]),
  ]

  private static let newerFallback = AppSetup(fallback: .holding([PaywallVersion(9)]))

  private static func newerFallback(_ row: String, _ steps: [PaywallStep], line: Int = #line) -> PaywallScenario {
    Scenario(
      "paywall.fallback.older-than-cache", row, given: .cached(newerFallback).offline, then: steps,
      source: SourceLine(line: line))
  }
}
