/// A service that chooses the policy by the network quality. It is written in Adapty's 'Understand the caching system in
/// Adapty', under 'Cache persistence and lifecycle', as code.
extension PaywallSpec {
  static let adaptiveTopic = Topic<PaywallAction>(
    rules: adaptiveRules, premises: adaptivePremises,
    scenarios: qualityRows + overrideRows)

  private static let adaptiveRules: [Rule] = [
    Rule(
      "paywall.adaptive.poor-network-prefers-cache", .must,
      "When the caller names no policy, the adaptive service chooses `returnCacheDataElseLoad` while the network quality is below good.",
      from: lifecycle, about: PaywallInput.quality),
    Rule(
      "paywall.adaptive.good-network-reloads", .must,
      "When the caller names no policy, the adaptive service chooses `reloadRevalidatingCacheData` while the network quality is good or better.",
      from: lifecycle, about: PaywallInput.quality),
    Rule(
      "paywall.adaptive.override-wins", .must,
      "A policy that the caller names overrides the choice of the adaptive service, at every network quality.",
      from: lifecycle, about: PaywallInput.override),
  ]

  private static let adaptivePremises: [Premise<PaywallAction>] = [
    .last("paywall.adaptive.good-network-reloads[the network is good]") { $0.isAdaptive && $0.mustAsk },
    .last("paywall.adaptive.poor-network-prefers-cache[the network is poor]") { $0.isAdaptive && !$0.mustAsk },
  ]

  private static let qualityRows: [PaywallScenario] = [NetworkQuality.poor, .fair, .good, .excellent].map { quality in
    let choice = PaywallAction.call(.adapt(.onboarding))
    return quality < .good
      ? Scenario(
        "paywall.adaptive.poor-network-prefers-cache", "the network is \(quality)", given: .started().network(quality),
        then: [
          Step(.publish(.v1)),
          Step(choice, .answers(.v1), .requestsCDN, .stores(.v1)),
          Step(.publish(.v3)),
          Step(choice, .answers(.v1), .requestsNothing, .stores(.v1)),
          Step(.network(.good)),
          Step(choice, .answers(.v3), .requestsCDN, .stores(.v3)),
        ])
      : Scenario(
        "paywall.adaptive.good-network-reloads", "the network is \(quality)", given: .cached().network(quality),
        then: [
          Step(choice, .answers(.v3), .requestsCDN, .stores(.v3)),
          Step(.publish(.v4)),
          Step(choice, .answers(.v4), .requestsCDN, .stores(.v4)),
          Step(.publish(.v5)),
          Step(.network(.fair)),
          Step(choice, .answers(.v4), .requestsNothing, .stores(.v4)),
        ])
  }

  /// A policy that is named is applied as the cache itself applies it.
  private static let overrideRows: [PaywallScenario] = [
    Scenario(
      "paywall.adaptive.override-wins", "reloading over a poor network", given: .cached().network(.poor),
      then: [Step(.call(.adapt(.onboarding, override: .reloadRevalidatingCacheData)), .answers(.v3), .requestsCDN)]),
    Scenario(
      "paywall.adaptive.override-wins", "preferring the cache over an excellent network",
      given: .cached().network(.excellent),
      then: [Step(.call(.adapt(.onboarding, override: .returnCacheDataElseLoad)), .answers(.v1), .requestsNothing)]),
    Scenario(
      "paywall.adaptive.override-wins", "with a maxAge over a poor network", given: .cached().network(.poor),
      then: [
        Step(.call(.adapt(.onboarding, override: .halfAnHour)), .answers(.v1), .requestsNothing),
        Step(.advance(.hours(1))),
        Step(.call(.adapt(.onboarding, override: .halfAnHour)), .answers(.v3), .requestsCDN),
      ]),
  ]
}
