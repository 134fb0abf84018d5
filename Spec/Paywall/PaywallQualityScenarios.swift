/// What the network quality does not change: the order of the layers, and updates.
extension PaywallSpec {
  static let qualityScenarios: [PaywallScenario] =
    NetworkQuality.allCases.flatMap { quality in
      let call = PaywallAction.call(.adapt(.onboarding))
      return [
        Scenario(
          "paywall.priority.server-after-cdn", "an adaptive load over a network that is \(quality)",
          given: .uncached().cdnDown.network(quality),
          then: [
            Step(call, .answers(.v2), .requestsServer, .stores(.v2)), Step(.publish(.v4)),
            Step(.call(.refresh(.onboarding)), .answers(.v4), .requestsServer, .stores(.v4))
              .demanded(by: "paywall.refresh.updates-cache"),
          ]),
        Scenario(
          "paywall.priority.fallback-after-cache", "an adaptive load over a network that is \(quality)",
          given: .uncached(.withFallback).offline.network(quality),
          then: [
            Step(call, .answers(.v0), quality == .good ? .triesNetwork : triesAfterMiss, .keepsFallbackOut),
            Step(.call(.refresh(.onboarding)), .answers(.v0), .triesNetwork, .keepsFallbackOut)
              .demanded(by: "paywall.refresh.updates-cache"),
            Step(.load(.onboarding), .answers(.v0), .triesNetwork, .keepsFallbackOut),
            Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v0), triesAfterMiss, .keepsFallbackOut),
            Step(.call(.adapt(.deepLink)), .fails),
          ]),
      ]
    } + [offlineForATime]

  /// Where nothing is cached the network is tried, as the policy demands that prefers the cache.
  private static let triesAfterMiss =
    Expectation<PaywallAction>.triesNetwork.demanded(by: "paywall.policy.cache-else-load-miss")

  /// Without a network no request need be tried; what matters is that updates continue once there is one.
  private static let offlineForATime = PaywallScenario(
    "paywall.background.updates-cache", "once the network is there again", given: .cached(.updating),
    then: (4...6).flatMap { number -> [PaywallStep] in
      let version = PaywallVersion(number)
      return [
        Step(.network(.offline)), Step(.advance(.hours(2))), Step(.network(.good)), Step(.publish(version)),
        Step(.advance(.hours(2))), Step(.inspect(.onboarding), .stores(version)),
      ]
    })
}
