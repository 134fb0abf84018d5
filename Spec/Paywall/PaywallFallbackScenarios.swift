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
      "paywall.fallback.automatic", "after a restart", given: .uncached(.withFallback).offline,
      then: [Step(.restart), Step(.load(.onboarding), .answers(.v0))]),
    Scenario(
      "paywall.fallback.never-masks-newer-data", "cached read",
      given: .uncached(.withFallback).offline.returnedFallback(.v0),
      then: [
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
    newerFallback(
      "an expired copy",
      [
        Step(.advance(.hours(1))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v1), .triesNetwork, .stores(.v1)),
      ]),
  ]

  private static let newerFallback = AppSetup(fallback: .holding([PaywallVersion(9)]))

  private static func newerFallback(_ row: String, _ steps: [PaywallStep], line: Int = #line) -> PaywallScenario {
    Scenario(
      "paywall.fallback.older-than-cache", row, given: .cached(newerFallback).offline, then: steps,
      source: SourceLine(line: line))
  }
}
