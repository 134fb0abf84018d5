/// A row of the policy table: what a policy does, given what is cached and a server that has version 2.
struct CustomerPolicyRow: TableRow {
  /// What is cached when customer info is read.
  enum Cached: String, CaseIterable, DescribedByRawValue {
    case nothing
    case young = "young copy"
    case stale = "stale copy"
    case invalidated = "invalidated copy"
  }

  /// What the caller gets.
  enum Answer: String, DescribedByRawValue {
    case cached = "cached copy"
    case server = "server's version"
    case error
    case cachedOrError = "cached copy or error"
    case serverOrError = "server's version or error"
  }

  /// How often the server is asked for customer info.
  enum Requests: String, DescribedByRawValue {
    case nothing
    case once
    case onceAtMost = "once at most"
    case atLeastOnce = "at least once"
  }

  /// What is cached afterwards.
  enum Afterwards: String, DescribedByRawValue {
    case nothing
    case cached = "cached copy"
    case server = "server's version"
    case either
    case serverOrNothing = "server's version or nothing"
  }

  static let inputs = [
    Column("policy", ["none named"] + CustomerFetchPolicy.allCases.map(\.description)), Column("cached", Cached.self),
    Column("network", [NetworkState.up, .down].map(\.description)),
  ]
  static let outcomes = ["answer", "requests", "cached afterwards"]

  /// The cells. The policy is nil for a read that names none.
  private(set) var cells:
    (
      policy: CustomerFetchPolicy?, cached: Cached, network: NetworkState, answer: Answer, requests: Requests,
      afterwards: Afterwards
    )
  private(set) var rule: RuleID
  let source: SourceLine

  /// The same row for a read that names no policy, to show that it behaves the same.
  var namingNoPolicy: Self {
    var row = self
    row.cells.policy = nil
    row.rule = "customer.policy.default-is-cached-or-fetched"
    return row
  }

  var given: [String] { [cells.policy?.description ?? "none named", "\(cells.cached)", "\(cells.network)"] }

  var fixture: Fixture<CustomerAction> {
    let state: Fixture<CustomerAction> =
      switch cells.cached {
      case .nothing: .unfetched(.v2)
      case .young, .invalidated: .young
      case .stale: .stale
      }
    return cells.network == .down ? state.offline : state
  }

  var steps: [CustomerStep] {
    (cells.cached == .invalidated ? [Step(.call(.invalidate))] : [])
      + [Step(.call(.customerInfo(cells.policy)), oneOf: allowed), lookingAfterwards]
  }

  private var allowed: [Outcome<CustomerAction>] {
    let requesting: Expectation<CustomerAction> =
      switch cells.requests {
      case .nothing: .requestsNothing
      case .once: .requestsInfo()
      case .onceAtMost: .requestsInfoIfNeeded
      case .atLeastOnce: .requestsSomething
      }
    return answers(requester.map(requesting.demanded) ?? requesting)
  }

  /// The rule that decides by age whether there is a request, where the row's own rule says nothing of it.
  private var requester: RuleID? {
    guard cells.policy ?? .cachedOrFetched == .cachedOrFetched else { return nil }
    return switch cells.cached {
    case .young: "customer.get.cached-without-request"
    case .stale where rule != "customer.policy.stale-served-then-refreshed": "customer.get.refreshes-when-old"
    case .stale, .nothing, .invalidated: nil
    }
  }

  /// The rule that decides the answer after an invalidation, whatever the policy.
  private var owner: RuleID {
    guard cells.cached == .invalidated, cells.policy != .fetchCurrent || cells.network == .down else { return rule }
    return cells.network == .up ? "customer.invalidate.forces-fetch" : "customer.invalidate.offline"
  }

  private func answers(_ requesting: Expectation<CustomerAction>) -> [Outcome<CustomerAction>] {
    let fails = Expectation<CustomerAction>.fails.demanded(by: owner)
    return switch cells.answer {
    case .cached: [Outcome("served", .answers(.info(.v1)), requesting)]
    case .server: [Outcome("fetched", .answers(.info(.v2)).demanded(by: owner), requesting)]
    case .error: [Outcome("fails", fails, requesting)]
    case .cachedOrError:
      [Outcome("fails", fails, requesting), Outcome("what is cached is served", .answers(.info(.v1)), requesting)]
    case .serverOrError:
      [
        Outcome("fails", fails, requesting),
        Outcome("fetched by then", .answers(.info(.v2)).demanded(by: owner), requesting),
      ]
    }
  }

  private var lookingAfterwards: CustomerStep {
    let requestsNothing = Expectation<CustomerAction>.requestsNothing.demanded(by: "customer.policy.from-cache-only")
    let found: [Outcome<CustomerAction>] =
      switch cells.afterwards {
      case .nothing: [Outcome("", .fails.demanded(by: owner), requestsNothing)]
      case .cached: [Outcome("", .answers(.info(.v1)), requestsNothing)]
      case .server: [Outcome("", .answers(.info(.v2)), requestsNothing)]
      case .either: [Outcome("", .answers(oneOf: [.info(.v1), .info(.v2)]), requestsNothing)]
      case .serverOrNothing:
        [
          Outcome("nothing", .fails.demanded(by: owner), requestsNothing),
          Outcome("fetched", .answers(.info(.v2)).demanded(by: owner), requestsNothing),
        ]
      }
    return Step(.call(.customerInfo(.fromCacheOnly)), oneOf: found)
  }
}
