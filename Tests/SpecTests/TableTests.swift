import CacheSpec
import CacheVocabulary
import Testing

@Suite("Tables")
struct TableTests {
  @Test("The policy table has one row for every combination")
  func policyTableIsWhole() {
    let policies: [RequestPolicy?] = [nil] + RequestPolicy.allCases
    let wanted = policies.flatMap { policy in
      ResponsePolicyRow.Stored.allCases.flatMap { stored in
        OriginState.allCases.map { origin in
          "policy=\(policy?.rawValue ?? "default"),stored=\(stored.rawValue),origin=\(origin)"
        }
      }
    }
    #expect(ResponseSpec.policyTable.map(\.description).sorted() == wanted.sorted())
  }

  @Test("The paywalls' priority table has one row for every combination")
  func paywallPriorityTableIsWhole() {
    typealias Row = PaywallPriorityRow
    let wanted = Row.Remote.allCases.flatMap { cdn in
      Row.Remote.allCases.flatMap { server in
        Row.Cache.allCases.flatMap { cache in
          Row.Fallback.allCases.map { fallback in
            "cdn=\(cdn.rawValue),server=\(server.rawValue),cache=\(cache.rawValue),fallback=\(fallback.rawValue)"
          }
        }
      }
    }
    #expect(PaywallSpec.priorityTable.map(\.description).sorted() == wanted.sorted())
  }

  @Test("The paywalls' policy table has one row for every combination")
  func paywallPolicyTableIsWhole() {
    typealias Row = PaywallPolicyRow
    let wanted = Row.Policy.allCases.flatMap { policy in
      Row.Cache.allCases.flatMap { cache in
        Row.Network.allCases.flatMap { network in
          PaywallPriorityRow.Fallback.allCases.map { fallback in
            "policy=\(policy.rawValue),cache=\(cache.rawValue),network=\(network.rawValue),"
              + "fallback=\(fallback.rawValue)"
          }
        }
      }
    }
    #expect(PaywallSpec.policyTable.map(\.description).sorted() == wanted.sorted())
  }

  @Test("The normalized policy table has one row for every combination")
  func normalizedPolicyTableIsWhole() {
    let policies: [QueryCachePolicy?] = [nil] + QueryCachePolicy.allCases
    let wanted = policies.flatMap { policy in
      NormalizedPolicyRow.Cached.allCases.flatMap { cached in
        NormalizedPolicyRow.Server.allCases.map { server in
          "policy=\(policy?.rawValue ?? "default"),cached=\(cached.rawValue),server=\(server.rawValue)"
        }
      }
    }
    #expect(NormalizedSpec.policyTable.map(\.description).sorted() == wanted.sorted())
    #expect(wanted.count == 54)
  }
}
