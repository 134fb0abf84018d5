public import CacheVocabulary

/// One row of the policy table: what a policy does with what is cached, what can be reached, and a fallback or none.
public struct PaywallPolicyRow: Sendable, CustomStringConvertible {
  /// The policy that the call names.
  public enum Policy: String, Sendable, CaseIterable {
    /// None.
    case unnamed = "default"
    /// `reloadRevalidatingCacheData`.
    case reload
    /// `returnCacheDataElseLoad`.
    case elseLoad = "else load"
    /// `returnCacheDataIfNotExpiredElseLoad` with a `maxAge` of half an hour.
    case ifNotExpired = "if not expired"

    var policy: PaywallFetchPolicy? {
      switch self {
      case .unnamed: nil
      case .reload: .reloadRevalidatingCacheData
      case .elseLoad: .returnCacheDataElseLoad
      case .ifNotExpired: .halfAnHour
      }
    }
  }

  /// What is cached.
  public enum Cache: String, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// Version 1, ten minutes old.
    case young
    /// Version 1, an hour old.
    case expired
  }

  /// What can be reached.
  public enum Network: String, Sendable, CaseIterable {
    /// The CDN, and the server.
    case cdn = "CDN"
    /// The server only.
    case server = "server only"
    /// Nothing.
    case none
  }

  /// The policy.
  public let policy: Policy
  /// What is cached.
  public let cache: Cache
  /// What can be reached.
  public let network: Network
  /// Whether there is a fallback.
  public let fallback: PaywallPriorityRow.Fallback
  /// What the caller gets.
  public let answer: PaywallPriorityRow.Result
  /// The remote layers that are asked, in order.
  public let asked: [RemoteLayer]
  /// What is cached afterwards.
  public let afterwards: PaywallPriorityRow.Result
  /// Where the row stands.
  public let source: SourceLine

  init(
    _ policy: Policy, _ cache: Cache, _ network: Network, _ fallback: PaywallPriorityRow.Fallback,
    _ answer: PaywallPriorityRow.Result, _ asked: [RemoteLayer], _ afterwards: PaywallPriorityRow.Result,
    line: Int = #line
  ) {
    self.policy = policy
    self.cache = cache
    self.network = network
    self.fallback = fallback
    self.answer = answer
    self.asked = asked
    self.afterwards = afterwards
    self.source = SourceLine(line: line)
  }

  public var description: String { "policy=\(policy.rawValue),\(surroundings)" }

  private var surroundings: String {
    "cache=\(cache.rawValue),network=\(network.rawValue),fallback=\(fallback.rawValue)"
  }

  /// The row as steps.
  public var scenario: PaywallScenario { scenario("paywall.policy.table", description, policy.policy) }

  /// The same steps with no policy named.
  var withoutPolicy: PaywallScenario { scenario("paywall.policy.default-is-reload", surroundings, nil) }

  private func scenario(_ rule: RuleID, _ row: String, _ policy: PaywallFetchPolicy?) -> PaywallScenario {
    let setup: AppSetup = fallback == .set ? .withFallback : .plain
    let given: [PaywallStep] =
      switch cache {
      case .none: .uncached(setup)
      case .young: .cached(setup) + [Step(.advance(.minutes(10)))]
      case .expired: .cached(setup) + [Step(.advance(.hours(1)))]
      }
    let network: [PaywallStep] =
      switch network {
      case .cdn: []
      case .server: [Step(.remote(.down, of: [.cdn]))]
      case .none: .offline
      }
    return PaywallScenario(
      rule, row, given: given + network,
      then: [
        Step(
          .call(.load(.onboarding, policy)), answer.answered, Expectation(.asked, .exactly(.requests(to: asked))),
          afterwards.stored)
      ], source: source)
  }
}

extension PaywallSpec {
  /// What each policy does in every case.
  public static let policyTable = networkFirst + cacheFirst

  /// The policy that asks the network first, named and not.
  // swift-format-ignore
  private static let networkFirst: [PaywallPolicyRow] = [
    // policy             cache     network  fallback answer asked            cached afterwards
    .init(.unnamed,       .none,    .cdn,    .set,    .v3,   [.cdn],          .v3),
    .init(.unnamed,       .none,    .cdn,    .notSet, .v3,   [.cdn],          .v3),
    .init(.unnamed,       .none,    .server, .set,    .v2,   [.cdn, .server], .v2),
    .init(.unnamed,       .none,    .server, .notSet, .v2,   [.cdn, .server], .v2),
    .init(.unnamed,       .none,    .none,   .set,    .v0,   [.cdn, .server], .none),
    .init(.unnamed,       .none,    .none,   .notSet, .none, [.cdn, .server], .none),
    .init(.unnamed,       .young,   .cdn,    .set,    .v3,   [.cdn],          .v3),
    .init(.unnamed,       .young,   .cdn,    .notSet, .v3,   [.cdn],          .v3),
    .init(.unnamed,       .young,   .server, .set,    .v2,   [.cdn, .server], .v2),
    .init(.unnamed,       .young,   .server, .notSet, .v2,   [.cdn, .server], .v2),
    .init(.unnamed,       .young,   .none,   .set,    .v1,   [.cdn, .server], .v1),
    .init(.unnamed,       .young,   .none,   .notSet, .v1,   [.cdn, .server], .v1),
    .init(.unnamed,       .expired, .cdn,    .set,    .v3,   [.cdn],          .v3),
    .init(.unnamed,       .expired, .cdn,    .notSet, .v3,   [.cdn],          .v3),
    .init(.unnamed,       .expired, .server, .set,    .v2,   [.cdn, .server], .v2),
    .init(.unnamed,       .expired, .server, .notSet, .v2,   [.cdn, .server], .v2),
    .init(.unnamed,       .expired, .none,   .set,    .v1,   [.cdn, .server], .v1),
    .init(.unnamed,       .expired, .none,   .notSet, .v1,   [.cdn, .server], .v1),
    .init(.reload,        .none,    .cdn,    .set,    .v3,   [.cdn],          .v3),
    .init(.reload,        .none,    .cdn,    .notSet, .v3,   [.cdn],          .v3),
    .init(.reload,        .none,    .server, .set,    .v2,   [.cdn, .server], .v2),
    .init(.reload,        .none,    .server, .notSet, .v2,   [.cdn, .server], .v2),
    .init(.reload,        .none,    .none,   .set,    .v0,   [.cdn, .server], .none),
    .init(.reload,        .none,    .none,   .notSet, .none, [.cdn, .server], .none),
    .init(.reload,        .young,   .cdn,    .set,    .v3,   [.cdn],          .v3),
    .init(.reload,        .young,   .cdn,    .notSet, .v3,   [.cdn],          .v3),
    .init(.reload,        .young,   .server, .set,    .v2,   [.cdn, .server], .v2),
    .init(.reload,        .young,   .server, .notSet, .v2,   [.cdn, .server], .v2),
    .init(.reload,        .young,   .none,   .set,    .v1,   [.cdn, .server], .v1),
    .init(.reload,        .young,   .none,   .notSet, .v1,   [.cdn, .server], .v1),
    .init(.reload,        .expired, .cdn,    .set,    .v3,   [.cdn],          .v3),
    .init(.reload,        .expired, .cdn,    .notSet, .v3,   [.cdn],          .v3),
    .init(.reload,        .expired, .server, .set,    .v2,   [.cdn, .server], .v2),
    .init(.reload,        .expired, .server, .notSet, .v2,   [.cdn, .server], .v2),
    .init(.reload,        .expired, .none,   .set,    .v1,   [.cdn, .server], .v1),
    .init(.reload,        .expired, .none,   .notSet, .v1,   [.cdn, .server], .v1),
  ]

  /// The policies that look at the cache first; the copy of ten minutes is young enough, that of an hour is not.
  // swift-format-ignore
  private static let cacheFirst: [PaywallPolicyRow] = [
    // policy             cache     network  fallback answer asked            cached afterwards
    .init(.elseLoad,      .none,    .cdn,    .set,    .v3,   [.cdn],          .v3),
    .init(.elseLoad,      .none,    .cdn,    .notSet, .v3,   [.cdn],          .v3),
    .init(.elseLoad,      .none,    .server, .set,    .v2,   [.cdn, .server], .v2),
    .init(.elseLoad,      .none,    .server, .notSet, .v2,   [.cdn, .server], .v2),
    .init(.elseLoad,      .none,    .none,   .set,    .v0,   [.cdn, .server], .none),
    .init(.elseLoad,      .none,    .none,   .notSet, .none, [.cdn, .server], .none),
    .init(.elseLoad,      .young,   .cdn,    .set,    .v1,   [],              .v1),
    .init(.elseLoad,      .young,   .cdn,    .notSet, .v1,   [],              .v1),
    .init(.elseLoad,      .young,   .server, .set,    .v1,   [],              .v1),
    .init(.elseLoad,      .young,   .server, .notSet, .v1,   [],              .v1),
    .init(.elseLoad,      .young,   .none,   .set,    .v1,   [],              .v1),
    .init(.elseLoad,      .young,   .none,   .notSet, .v1,   [],              .v1),
    .init(.elseLoad,      .expired, .cdn,    .set,    .v1,   [],              .v1),
    .init(.elseLoad,      .expired, .cdn,    .notSet, .v1,   [],              .v1),
    .init(.elseLoad,      .expired, .server, .set,    .v1,   [],              .v1),
    .init(.elseLoad,      .expired, .server, .notSet, .v1,   [],              .v1),
    .init(.elseLoad,      .expired, .none,   .set,    .v1,   [],              .v1),
    .init(.elseLoad,      .expired, .none,   .notSet, .v1,   [],              .v1),
    .init(.ifNotExpired,  .none,    .cdn,    .set,    .v3,   [.cdn],          .v3),
    .init(.ifNotExpired,  .none,    .cdn,    .notSet, .v3,   [.cdn],          .v3),
    .init(.ifNotExpired,  .none,    .server, .set,    .v2,   [.cdn, .server], .v2),
    .init(.ifNotExpired,  .none,    .server, .notSet, .v2,   [.cdn, .server], .v2),
    .init(.ifNotExpired,  .none,    .none,   .set,    .v0,   [.cdn, .server], .none),
    .init(.ifNotExpired,  .none,    .none,   .notSet, .none, [.cdn, .server], .none),
    .init(.ifNotExpired,  .young,   .cdn,    .set,    .v1,   [],              .v1),
    .init(.ifNotExpired,  .young,   .cdn,    .notSet, .v1,   [],              .v1),
    .init(.ifNotExpired,  .young,   .server, .set,    .v1,   [],              .v1),
    .init(.ifNotExpired,  .young,   .server, .notSet, .v1,   [],              .v1),
    .init(.ifNotExpired,  .young,   .none,   .set,    .v1,   [],              .v1),
    .init(.ifNotExpired,  .young,   .none,   .notSet, .v1,   [],              .v1),
    .init(.ifNotExpired,  .expired, .cdn,    .set,    .v3,   [.cdn],          .v3),
    .init(.ifNotExpired,  .expired, .cdn,    .notSet, .v3,   [.cdn],          .v3),
    .init(.ifNotExpired,  .expired, .server, .set,    .v2,   [.cdn, .server], .v2),
    .init(.ifNotExpired,  .expired, .server, .notSet, .v2,   [.cdn, .server], .v2),
    .init(.ifNotExpired,  .expired, .none,   .set,    .v1,   [.cdn, .server], .v1),
    .init(.ifNotExpired,  .expired, .none,   .notSet, .v1,   [.cdn, .server], .v1),
  ]
}
