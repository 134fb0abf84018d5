import CacheVocabulary

/// A row of the policy table: what a policy does with what is cached and a server that has version 2.
struct CustomerPolicyRow: TableRow {
  /// What is cached when customer info is read.
  enum Cached: String, CaseIterable, CustomStringConvertible {
    case nothing
    case young = "young copy"
    case stale = "stale copy"
    case invalidated = "invalidated copy"

    var description: String { rawValue }
  }

  /// What the caller gets.
  enum Answer: String {
    case cached = "cached copy"
    case server = "server's version"
    case error
    case cachedOrError = "cached copy or error"
    case serverOrError = "server's version or error"
  }

  /// How often the server is asked for customer info.
  enum Requests: String {
    case nothing
    case once
    case onceAtMost = "once at most"
    case atLeastOnce = "at least once"
  }

  /// What is cached afterwards.
  enum Afterwards: String {
    case nothing
    case cached = "cached copy"
    case server = "server's version"
    case either
    case serverOrNothing = "server's version or nothing"
  }

  static let inputs = [
    Column("policy", ["none named"] + CustomerFetchPolicy.allCases.map(\.description)), Column("cached", Cached.self),
    Column("network", NetworkState.self),
  ]
  static let outcomes = ["answer", "requests", "cached afterwards"]

  /// The policy that is named, or nil for none.
  private(set) var policy: CustomerFetchPolicy?
  private let cached: Cached
  private let network: NetworkState
  private let answer: Answer
  private let requests: Requests
  private let afterwards: Afterwards
  private(set) var rule: RuleID
  let source: SourceLine

  init(
    _ policy: CustomerFetchPolicy, _ cached: Cached, _ network: NetworkState, _ answer: Answer, _ requests: Requests,
    _ afterwards: Afterwards, _ rule: RuleID, line: Int = #line, filePath: String = #filePath
  ) {
    (self.policy, self.cached, self.network, self.answer) = (policy, cached, network, answer)
    (self.requests, self.afterwards, self.rule) = (requests, afterwards, rule)
    source = SourceLine(filePath: filePath, line: line)
  }

  /// The same of a read that names no policy, to show that it behaves so.
  var namingNoPolicy: Self {
    var row = self
    row.policy = nil
    row.rule = "customer.policy.default-is-cached-or-fetched"
    return row
  }

  var given: [String] { [policy?.description ?? "none named", "\(cached)", "\(network)"] }
  var expected: [String] { [answer.rawValue, requests.rawValue, afterwards.rawValue] }

  var fixture: Fixture<CustomerAction> {
    let state: Fixture<CustomerAction> =
      switch cached {
      case .nothing: .unfetched(.v2)
      case .young, .invalidated: .young
      case .stale: .stale
      }
    return network == .down ? state.offline : state
  }

  var steps: [CustomerStep] {
    (cached == .invalidated ? [Step(.call(.invalidate))] : [])
      + [Step(.call(.customerInfo(policy)), oneOf: allowed), lookingAfterwards]
  }

  private var allowed: [Outcome<CustomerAction>] {
    let requesting: Expectation<CustomerAction> =
      switch requests {
      case .nothing: .requestsNothing
      case .once: .requestsInfo()
      case .onceAtMost: .requestsInfoIfNeeded
      case .atLeastOnce: .requestsSomething
      }
    return switch answer {
    case .cached: [Outcome("served", .answers(.info(.v1)), requesting)]
    case .server: [Outcome("fetched", .answers(.info(.v2)), requesting)]
    case .error: [Outcome("fails", .fails, requesting)]
    case .cachedOrError:
      [Outcome("fails", .fails, requesting), Outcome("what is cached is served", .answers(.info(.v1)), requesting)]
    case .serverOrError:
      [Outcome("fails", .fails, requesting), Outcome("fetched by then", .answers(.info(.v2)), requesting)]
    }
  }

  private var lookingAfterwards: CustomerStep {
    let found: [Outcome<CustomerAction>] =
      switch afterwards {
      case .nothing: [Outcome("", .fails, .requestsNothing)]
      case .cached: [Outcome("", .answers(.info(.v1)), .requestsNothing)]
      case .server: [Outcome("", .answers(.info(.v2)), .requestsNothing)]
      case .either: [Outcome("", .answers(oneOf: [.info(.v1), .info(.v2)]), .requestsNothing)]
      case .serverOrNothing:
        [Outcome("nothing", .fails, .requestsNothing), Outcome("fetched", .answers(.info(.v2)), .requestsNothing)]
      }
    return Step(.call(.customerInfo(.fromCacheOnly)), oneOf: found)
  }
}
