/// An explicit refresh of one placement. It is written in Adapty's 'Understand the caching system in Adapty', under 'Cache
/// persistence and lifecycle', as code.
extension PaywallSpec {
  static let refreshTopic = Topic<PaywallAction>(
    rules: refreshRules, premises: refreshPremises,
    scenarios: refreshRows)

  private static let refreshRules: [Rule] = [
    Rule(
      "paywall.refresh.updates-cache", .must,
      "An explicit refresh loads fresh data and stores it in the cache, whatever the network quality.",
      from: lifecycle, about: PaywallInput.refresh),
    Rule(
      "paywall.refresh.follows-the-order", .derived,
      "A refresh that cannot reach the network ends as any load does: with the cached copy, the fallback, or an error.",
      from: lifecycle, together,
      because: "Follows from paywall.refresh.updates-cache: a refresh is a load under `reloadRevalidatingCacheData`.",
      about: PaywallInput.server),
  ]

  private static let refreshPremises: [Premise<PaywallAction>] = [
    .last("paywall.refresh.updates-cache[the network is good]") {
      if case .refresh? = $0.call { true } else { false }
    }
  ]

  private static let refreshRows: [PaywallScenario] =
    [NetworkQuality.poor, .good].map { quality in
      Scenario(
        "paywall.refresh.updates-cache", "the network is \(quality)", given: .cached().network(quality),
        then: [
          Step(.call(.refresh(.onboarding)), .answers(.v3), .requestsCDN, .stores(.v3)),
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing),
        ])
    } + [
      Scenario(
        "paywall.refresh.follows-the-order", "the server answers", given: .cached().cdnDown,
        then: [Step(.call(.refresh(.onboarding)), .answers(.v2), .requestsServer, .stores(.v2))]),
      Scenario(
        "paywall.refresh.follows-the-order", "a copy is cached", given: .cached(.withFallback).offline,
        then: [Step(.call(.refresh(.onboarding)), .answers(.v1), .triesNetwork, .stores(.v1))]),
      Scenario(
        "paywall.refresh.follows-the-order", "only the fallback is there", given: .uncached(.withFallback).offline,
        then: [Step(.call(.refresh(.onboarding)), .answers(.v0), .triesNetwork, .keepsFallbackOut)]),
      Scenario(
        "paywall.refresh.follows-the-order", "nothing is there", given: .uncached().offline,
        then: [Step(.call(.refresh(.onboarding)), .fails, .triesNetwork, .storesNothing)]),
    ]
}
