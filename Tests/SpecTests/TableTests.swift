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
}
