/// A service that chooses the policy by the network quality. It is written in Adapty's 'Understand the caching system in
/// Adapty', under 'Cache persistence and lifecycle', as code.
extension PaywallSpec {
  static var adaptiveTopic: Topic<PaywallAction> {
    Topic("paywall.adaptive", premises: adaptivePremises) {
      Rule(
        "poor-network-prefers-cache", .must,
        "When the caller names no policy, the adaptive service chooses `returnCacheDataElseLoad` while the network quality is below good.",
        from: lifecycle, about: PaywallInput.quality
      ).rows {
        for quality in [NetworkQuality.poor, .fair] {
          Row("the network is \(quality)", given: .started().network(quality)) {
            Step(.publish(.v1))
            Step(.call(.adapt(.onboarding)), .answers(.v1), .requestsCDN, .stores(.v1))
            Step(.publish(.v3))
            Step(.call(.adapt(.onboarding)), .answers(.v1), .requestsNothing, .stores(.v1))
            Step(.network(.good))
            Step(.call(.adapt(.onboarding)), .answers(.v3), .requestsCDN, .stores(.v3))
          }
        }
      }
      Rule(
        "good-network-reloads", .must,
        "When the caller names no policy, the adaptive service chooses `reloadRevalidatingCacheData` while the network quality is good or better.",
        from: lifecycle, about: PaywallInput.quality
      ).rows {
        for quality in [NetworkQuality.good, .excellent] {
          Row("the network is \(quality)", given: .cached().network(quality)) {
            Step(.call(.adapt(.onboarding)), .answers(.v3), .requestsCDN, .stores(.v3))
            Step(.publish(.v4))
            Step(.call(.adapt(.onboarding)), .answers(.v4), .requestsCDN, .stores(.v4))
            Step(.publish(.v5))
            Step(.network(.fair))
            Step(.call(.adapt(.onboarding)), .answers(.v4), .requestsNothing, .stores(.v4))
          }
        }
      }
      Rule(
        "override-wins", .must,
        "A policy that the caller names overrides the choice of the adaptive service, at every network quality.",
        from: lifecycle, about: PaywallInput.override
      ).rows {
        Row("reloading over a poor network", given: .cached().network(.poor)) {
          Step(.call(.adapt(.onboarding, override: .reloadRevalidatingCacheData)), .answers(.v3), .requestsCDN)
        }
        Row("preferring the cache over an excellent network", given: .cached().network(.excellent)) {
          Step(.call(.adapt(.onboarding, override: .returnCacheDataElseLoad)), .answers(.v1), .requestsNothing)
        }
        Row("with a maxAge over a poor network", given: .cached().network(.poor)) {
          Step(.call(.adapt(.onboarding, override: .halfAnHour)), .answers(.v1), .requestsNothing)
          Step(.advance(.hours(1)))
          Step(.call(.adapt(.onboarding, override: .halfAnHour)), .answers(.v3), .requestsCDN)
        }
      }
    }
  }

  private static var adaptivePremises: [Premise<PaywallAction>] {
    [
      .last("paywall.adaptive.good-network-reloads[the network is good]") { $0.isAdaptive && $0.mustAsk },
      .last("paywall.adaptive.poor-network-prefers-cache[the network is poor]") { $0.isAdaptive && !$0.mustAsk },
    ]
  }
}
