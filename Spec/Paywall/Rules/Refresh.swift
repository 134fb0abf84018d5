/// An explicit refresh of one placement. It is written in Adapty's 'Understand the caching system in Adapty', under 'Cache
/// persistence and lifecycle', as code.
extension PaywallSpec {
  static var refreshTopic: Topic<PaywallAction> {
    Topic("paywall.refresh", premises: refreshPremises) {
      Rule(
        "updates-cache", .must,
        "An explicit refresh loads fresh data and stores it in the cache, whatever the network quality.",
        from: lifecycle,
        about: PaywallInput.refresh
      ).rows {
        for quality in [NetworkQuality.poor, .good] {
          Row("the network is \(quality)", given: .cached().network(quality)) {
            Step(.call(.refresh(.onboarding)), .answers(.v3), .requestsCDN, .stores(.v3))
            Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing)
          }
        }
      }
      Rule(
        "follows-the-order", .derived,
        "A refresh that cannot reach the network ends as any load does: with the cached copy, the fallback, or an error.",
        from: lifecycle, together,
        because: "Follows from paywall.refresh.updates-cache: a refresh is a load under `reloadRevalidatingCacheData`.",
        about: PaywallInput.server
      ).rows {
        Row("the server answers", given: .cached().cdnDown) {
          Step(.call(.refresh(.onboarding)), .answers(.v2), .requestsServer, .stores(.v2))
        }
        Row("a copy is cached", given: .cached(.withFallback).offline) {
          Step(.call(.refresh(.onboarding)), .answers(.v1), .triesNetwork, .stores(.v1))
        }
        Row("only the fallback is there", given: .uncached(.withFallback).offline) {
          Step(.call(.refresh(.onboarding)), .answers(.v0), .triesNetwork, .keepsFallbackOut)
        }
        Row("nothing is there", given: .uncached().offline) {
          Step(.call(.refresh(.onboarding)), .fails, .triesNetwork, .storesNothing)
        }
      }
    }
  }

  private static var refreshPremises: [Premise<PaywallAction>] {
    [
      .last("paywall.refresh.updates-cache[the network is good]") {
        if case .refresh? = $0.call { true } else { false }
      }
    ]
  }
}
