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

  @Test("Every normalized rule has a scenario, every scenario a rule, and no id is used twice")
  func normalizedRulesAreChecked() {
    let rules = NormalizedSpec.rules.map(\.id)
    let scenarios = NormalizedSpec.scenarios
    #expect(Set(rules).count == rules.count)
    #expect(Set(scenarios.map(\.id)).count == scenarios.count)
    #expect(Set(scenarios.map(\.rule)) == Set(rules))
  }
}
