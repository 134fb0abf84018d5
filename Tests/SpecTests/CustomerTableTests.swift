import CacheSpec
import CacheVocabulary
import Testing

@Suite("Customer and dashboard tables")
struct CustomerTableTests {
  @Test("The policy table has one row for every combination")
  func policyTableIsWhole() {
    let policies: [CustomerFetchPolicy?] = [nil] + CustomerFetchPolicy.allCases
    let wanted = policies.flatMap { policy in
      CustomerPolicyRow.Cached.allCases.flatMap { cached in
        OriginState.allCases.map { network in
          "policy=\(policy?.rawValue ?? "default"),cached=\(cached.rawValue),network=\(network)"
        }
      }
    }
    #expect(CustomerSpec.policyTable.map(\.description).sorted() == wanted.sorted())
  }

  @Test("The default behaves as cachedOrFetched in every row")
  func defaultIsCachedOrFetched() {
    func column(_ policy: CustomerFetchPolicy?) -> [String] {
      CustomerSpec.policyTable.filter { $0.policy == policy }
        .map { "\($0.cached) \($0.network) \($0.answer) \($0.asked) \($0.afterwards)" }
    }
    #expect(column(nil) == column(.cachedOrFetched))
  }

  @Test("The table of late answers has one row for every combination")
  func switchTableIsWhole() {
    let wanted = CustomerSwitchRow.UnderWay.allCases.flatMap { underWay in
      CustomerSwitchRow.Leaving.allCases.map { "under way=\(underWay.rawValue),leaving by=\($0.rawValue)" }
    }
    #expect(CustomerSpec.switchTable.map(\.description).sorted() == wanted.sorted())
  }

  @Test("The table of views has one row for every combination")
  func dashboardTableIsWhole() {
    let wanted = DashboardCard.allCases.flatMap { card in
      AccountSize.allCases.flatMap { account in
        DashboardRow.Age.allCases.map { [card.rawValue, account.rawValue, "\($0)"] }
      }
    }
    let rows = DashboardSpec.table.map { [$0.card.rawValue, $0.account.rawValue, "\($0.age)"] }
    #expect(rows.count == wanted.count)
    #expect(Set(rows) == Set(wanted))
  }
}
