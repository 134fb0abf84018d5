/// A row of the table of policies: the conditions of a load and its outcome.
struct PaywallPolicyRow: PaywallOutcomeRow {
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
  enum Network: String, CaseIterable, DescribedByRawValue {
    case up
    case serverOnly = "server only"
    case down
  }

  static let inputs = [
    Column("policy", Policy.self), Column("cache", Cache.self), Column("network", Network.self),
    Column("fallback", PaywallFallbackCell.self),
  ]

  let cells:
    (
      policy: Policy, cache: Cache, network: Network, fallback: PaywallFallbackCell, answer: PaywallOutcome.Answer,
      requests: [RemoteLayer], stored: PaywallOutcome.Stored
    )
  let rule: RuleID
  let source: SourceLine

  var fixture: PaywallFixture {
    let cached: PaywallFixture =
      cells.cache.age.map { .cached(cells.fallback.setup, aged: $0) } ?? .uncached(cells.fallback.setup)
    return switch cells.network {
    case .up: cached
    case .serverOnly: cached.cdnDown
    case .down: cached.offline
    }
  }

  var steps: [PaywallStep] { [Step(.load(.onboarding, cells.policy.policy), outcome.expectations)] }

  /// The same load of another placement, which names the policy, in the same state: a default that does the same as a
  /// named policy that is wrong is no breach of its own.
  private var named: PaywallFixture {
    let expectations: [Expectation<PaywallAction>] =
      switch cells.network {
      case .up: [.answers(.settings9), .requestsCDN(for: .settings)]
      case .serverOnly: [.answers(.settings8), .requestsServer(for: .settings)]
      case .down: [.answers(.settings7), .triesNetwork(for: .settings)]
      }
    return fixture.and(
      "the CDN has \(PaywallVersion.settings9), the server \(PaywallVersion.settings8)",
      [Step(.publish(.settings9, on: [.cdn])), Step(.publish(.settings8, on: [.server]))]
    ).and(
      "a load of from_settings has named the policy", standingOn: rule,
      [Step(.load(.settings, cells.policy.policy), expectations)])
  }

  /// The row as a scenario of a load that names no policy and has the same outcome.
  var scenarioWithoutPolicy: PaywallScenario {
    Scenario(
      "paywall.policy.default-is-reload", "cache=\(cells.cache),network=\(cells.network),fallback=\(cells.fallback)",
      given: named,
      then: [Step(.load(.onboarding), outcome.expectations)], source: source)
  }

  var outcome: PaywallOutcome {
    PaywallOutcome(answer: cells.answer, requests: cells.requests, stored: cells.stored)
  }
}
