extension PaywallSpec {
  /// What each policy does as what is cached and what can be reached differ.
  ///
  /// The CDN has version 3 and the server version 2; the fallback, where it is set, is version 0. The cached copy is
  /// version 1: a young one is ten minutes old, an expired one an hour old. `maxAge` is half an hour.
  ///
  /// - `requests`: the remote layers that are asked, in this order.
  /// - `fromCDN`, `fromServer`: that layer's version.
  /// - `cached`: the copy that was cached before; `unchanged` means that it is still cached.
  ///
  /// A load that names no policy has the outcomes of `reload`.
  static let policyTable = reloadTable + elseLoadTable + ifNotExpiredTable

  // swift-format-ignore
  private static let reloadTable: [PaywallPolicyRow] = [
    //     policy         cache     network      fallback answer       requests         afterwards    rule
    .init((.reload,       .young,   .up,         .set,    .fromCDN,    [.cdn],          .fromCDN),    "paywall.policy.reload-asks-network-first"),
    .init((.reload,       .young,   .serverOnly, .set,    .fromServer, [.cdn, .server], .fromServer), "paywall.policy.reload-asks-network-first"),
    .init((.reload,       .young,   .down,       .set,    .cached,     [.cdn, .server], .unchanged),  "paywall.policy.reload-falls-back-to-cache"),
    .init((.reload,       .expired, .up,         .set,    .fromCDN,    [.cdn],          .fromCDN),    "paywall.policy.reload-asks-network-first"),
    .init((.reload,       .expired, .down,       .set,    .cached,     [.cdn, .server], .unchanged),  "paywall.policy.reload-falls-back-to-cache"),
  ]

  // swift-format-ignore
  private static let elseLoadTable: [PaywallPolicyRow] = [
    //     policy         cache     network      fallback answer       requests         afterwards    rule
    .init((.elseLoad,     .empty,   .up,         .set,    .fromCDN,    [.cdn],          .fromCDN),    "paywall.policy.cache-else-load-miss"),
    .init((.elseLoad,     .empty,   .serverOnly, .set,    .fromServer, [.cdn, .server], .fromServer), "paywall.policy.cache-else-load-miss"),
    .init((.elseLoad,     .empty,   .down,       .set,    .fallback,   [.cdn, .server], .nothing),    "paywall.policy.cache-else-load-miss"),
    .init((.elseLoad,     .empty,   .down,       .notSet, .error,      [.cdn, .server], .nothing),    "paywall.policy.cache-else-load-miss"),
    .init((.elseLoad,     .young,   .up,         .set,    .cached,     [],              .unchanged),  "paywall.policy.cache-else-load-hit"),
    .init((.elseLoad,     .young,   .down,       .set,    .cached,     [],              .unchanged),  "paywall.policy.cache-else-load-hit"),
    .init((.elseLoad,     .expired, .up,         .set,    .cached,     [],              .unchanged),  "paywall.policy.cache-else-load-any-age"),
    .init((.elseLoad,     .expired, .down,       .set,    .cached,     [],              .unchanged),  "paywall.policy.cache-else-load-any-age"),
  ]

  // swift-format-ignore
  private static let ifNotExpiredTable: [PaywallPolicyRow] = [
    //     policy         cache     network      fallback answer       requests         afterwards    rule
    .init((.ifNotExpired, .empty,   .up,         .set,    .fromCDN,    [.cdn],          .fromCDN),    "paywall.policy.max-age-miss"),
    .init((.ifNotExpired, .empty,   .serverOnly, .set,    .fromServer, [.cdn, .server], .fromServer), "paywall.policy.max-age-miss"),
    .init((.ifNotExpired, .empty,   .down,       .set,    .fallback,   [.cdn, .server], .nothing),    "paywall.policy.max-age-miss"),
    .init((.ifNotExpired, .empty,   .down,       .notSet, .error,      [.cdn, .server], .nothing),    "paywall.policy.max-age-miss"),
    .init((.ifNotExpired, .young,   .up,         .set,    .cached,     [],              .unchanged),  "paywall.policy.max-age-young"),
    .init((.ifNotExpired, .young,   .down,       .set,    .cached,     [],              .unchanged),  "paywall.policy.max-age-young"),
    .init((.ifNotExpired, .expired, .up,         .set,    .fromCDN,    [.cdn],          .fromCDN),    "paywall.policy.max-age-expired"),
    .init((.ifNotExpired, .expired, .serverOnly, .set,    .fromServer, [.cdn, .server], .fromServer), "paywall.policy.max-age-expired"),
    .init((.ifNotExpired, .expired, .down,       .set,    .cached,     [.cdn, .server], .unchanged),  "paywall.policy.max-age-expired-offline"),
    .init((.ifNotExpired, .expired, .down,       .notSet, .cached,     [.cdn, .server], .unchanged),  "paywall.policy.max-age-expired-offline"),
  ]
}

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

  var steps: [PaywallStep] {
    [Step(.load(.onboarding, cells.policy.policy), outcome.expectations).premise(PaywallSpec.replacing)]
  }

  /// The fixture, extended by the same load of another placement, which names the policy. If that load breaks the
  /// policy, the row is blocked, because a default that behaves like a broken policy is no breach of its own.
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
      "a load of from_settings has named the policy", relyingOn: rule,
      [Step(.load(.settings, cells.policy.policy), expectations)])
  }

  /// The row as a scenario, and that of a load that names no policy where it has the same outcome.
  var scenarios: [PaywallScenario] { cells.policy == .reload ? [scenario, scenarioWithoutPolicy] : [scenario] }

  private var scenarioWithoutPolicy: PaywallScenario {
    Scenario(
      "paywall.policy.default-is-reload", "cache=\(cells.cache),network=\(cells.network),fallback=\(cells.fallback)",
      given: named,
      then: [Step(.load(.onboarding), outcome.expectations)], source: source)
  }

  var outcome: PaywallOutcome {
    PaywallOutcome(answer: cells.answer, requests: cells.requests, stored: cells.stored)
  }
}
