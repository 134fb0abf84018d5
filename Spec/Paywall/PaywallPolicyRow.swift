import CacheVocabulary

/// A row of the table of policies: what a load finds, and what becomes of it.
struct PaywallPolicyRow: TableRow {
  /// The policy that the load names.
  enum Policy: CaseIterable, CustomStringConvertible {
    case reload
    case elseLoad
    case ifNotExpired

    var policy: PaywallFetchPolicy {
      switch self {
      case .reload: .reloadRevalidatingCacheData
      case .elseLoad: .returnCacheDataElseLoad
      case .ifNotExpired: .halfAnHour
      }
    }

    /// The policy's name, without its `maxAge`.
    var description: String { String(policy.description.prefix { $0 != "(" }) }
  }

  /// What is cached.
  enum Cache: CaseIterable, CustomStringConvertible {
    case empty
    case young
    case expired

    var age: Duration? {
      switch self {
      case .empty: nil
      case .young: .minutes(10)
      case .expired: .hours(1)
      }
    }

    var description: String { age.map { "\($0.inWords) old" } ?? "empty" }
  }

  /// Which remote layers can be reached.
  enum Network: String, CaseIterable, CustomStringConvertible {
    case up
    case serverOnly = "server only"
    case down

    var description: String { rawValue }
  }

  static let inputs = [
    Column("policy", Policy.self), Column("cache", Cache.self), Column("network", Network.self),
    Column("fallback", PaywallFallbackCell.self),
  ]
  static let outcomes = PaywallOutcome.columns

  let policy: Policy
  let cache: Cache
  private let network: Network
  private let fallback: PaywallFallbackCell
  private let outcome: PaywallOutcome
  let rule: RuleID
  let source: SourceLine

  init(
    _ policy: Policy, _ cache: Cache, _ network: Network, _ fallback: PaywallFallbackCell,
    _ answer: PaywallOutcome.Answer, _ requests: [RemoteLayer], _ stored: PaywallOutcome.Stored, _ rule: RuleID,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    (self.policy, self.cache, self.network, self.fallback, self.rule) = (policy, cache, network, fallback, rule)
    outcome = PaywallOutcome(answer: answer, requests: requests, stored: stored)
    source = SourceLine(fileID: fileID, filePath: filePath, line: line)
  }

  var given: [String] { ["\(policy)", "\(cache)", "\(network)", "\(fallback)"] }
  var expected: [String] { outcome.cells }

  var fixture: PaywallFixture {
    let cached: PaywallFixture = cache.age.map { .cached(fallback.setup, aged: $0) } ?? .uncached(fallback.setup)
    return switch network {
    case .up: cached
    case .serverOnly: cached.cdnDown
    case .down: cached.offline
    }
  }

  var steps: [PaywallStep] { [Step(.load(.onboarding, policy.policy), outcome.expectations)] }

  /// The row as a scenario of a load that names no policy, and whose outcome is the same.
  var scenarioWithoutPolicy: PaywallScenario {
    Scenario(
      "paywall.policy.default-is-reload", "cache=\(cache),network=\(network),fallback=\(fallback)", given: fixture,
      then: [Step(.load(.onboarding), outcome.expectations)], source: source)
  }
}
