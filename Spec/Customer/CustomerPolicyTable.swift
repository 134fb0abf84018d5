public import CacheVocabulary

/// One row of the policy table: what a policy does with what is cached and a server that has version 2.
public struct CustomerPolicyRow: Sendable, CustomStringConvertible {
  /// What is cached when customer info is read.
  public enum Cached: String, Sendable, CaseIterable {
    /// Nothing: none was ever fetched.
    case none
    /// Version 1, young.
    case young
    /// Version 1, old.
    case stale
    /// Version 1 was, until it was invalidated.
    case invalidated
  }

  /// What the caller gets.
  public enum Answer: String, Sendable, CaseIterable {
    /// The cached version.
    case v1
    /// The server's version.
    case v2
    /// An error.
    case error
    /// The cached version or an error: the documents do not say.
    case v1OrError
  }

  /// What the server is asked.
  public enum Asked: String, Sendable, CaseIterable {
    /// Nothing.
    case nothing
    /// For customer info, once.
    case once
    /// For customer info, however often: the network is down.
    case attempt
  }

  /// What is cached afterwards, once the work behind the answer has come to rest.
  public enum Afterwards: String, Sendable, CaseIterable {
    /// Nothing.
    case nothing
    /// Version 1.
    case v1
    /// Version 2.
    case v2
    /// Either: an update of what is young is neither asked for nor forbidden.
    case either
  }

  /// The policy that is given, or nil for none.
  public let policy: CustomerFetchPolicy?
  /// What is cached.
  public let cached: Cached
  /// Whether the server can be reached.
  public let network: OriginState
  /// What the caller gets.
  public let answer: Answer
  /// What the server is asked.
  public let asked: Asked
  /// What is cached afterwards.
  public let afterwards: Afterwards
  /// Where the row stands.
  public let source: SourceLine

  init(
    _ policy: CustomerFetchPolicy?, _ cached: Cached, _ network: OriginState, _ answer: Answer, _ asked: Asked,
    _ afterwards: Afterwards, line: Int = #line
  ) {
    self.policy = policy
    self.cached = cached
    self.network = network
    self.answer = answer
    self.asked = asked
    self.afterwards = afterwards
    self.source = SourceLine(line: line)
  }

  public var description: String {
    "policy=\(policy?.rawValue ?? "default"),cached=\(cached.rawValue),network=\(network)"
  }

  /// The row as steps.
  public var scenario: CustomerScenario {
    let given: [CustomerStep] =
      switch cached {
      case .none: .unfetched + [Step(.serve(.customerInfo("v2")))]
      case .young: .young
      case .stale: .stale
      case .invalidated: .young + [Step(.call(.invalidate))]
      }
    return CustomerScenario(
      "customer.policy.table", description, given: given + [Step(.network(network))],
      then: [Step(.call(.customerInfo(policy)), oneOf: outcomes), lookingAfterwards], source: source)
  }

  private var outcomes: [Outcome] {
    let v1 = Expectation.answers(CustomerInfo(.alice, "v1"))
    return switch answer {
    case .v1: [Outcome("served", v1, asking)]
    case .v2: [Outcome("fetched", .answers(CustomerInfo(.alice, "v2")), asking)]
    case .error: [Outcome("failed", .fails, asking)]
    case .v1OrError: [Outcome("stale data served", v1, asking), Outcome("error", .fails, asking)]
    }
  }

  private var asking: Expectation {
    switch asked {
    case .nothing: .asksNothing
    case .once: .asksForInfo()
    case .attempt: .asksSomething
    }
  }

  private var lookingAfterwards: CustomerStep {
    let look = CustomerAction.call(.customerInfo(.fromCacheOnly))
    let (v1, v2) = (CustomerInfo(.alice, "v1"), CustomerInfo(.alice, "v2"))
    return switch afterwards {
    case .nothing: Step(look, .fails, .asksNothing)
    case .v1: Step(look, .answers(v1), .asksNothing)
    case .v2: Step(look, .answers(v2), .asksNothing)
    case .either: Step(look, .answers(oneOf: [v1, v2]), .asksNothing)
    }
  }
}

extension CustomerSpec {
  /// Policy × cached × network: every combination has one row. The server has version 2; cached is version 1.
  // swift-format-ignore
  public static let policyTable: [CustomerPolicyRow] = [
    // policy                       cached        network answer     asked     cached afterwards
    .init(nil,                      .none,        .up,   .v2,        .once,    .v2),
    .init(nil,                      .none,        .down, .error,     .attempt, .nothing),
    .init(nil,                      .young,       .up,   .v1,        .nothing, .v1),
    .init(nil,                      .young,       .down, .v1,        .nothing, .v1),
    .init(nil,                      .stale,       .up,   .v1,        .once,    .v2),
    .init(nil,                      .stale,       .down, .v1,        .attempt, .v1),
    .init(nil,                      .invalidated, .up,   .v2,        .once,    .v2),
    .init(nil,                      .invalidated, .down, .error,     .attempt, .nothing),
    .init(.cachedOrFetched,         .none,        .up,   .v2,        .once,    .v2),
    .init(.cachedOrFetched,         .none,        .down, .error,     .attempt, .nothing),
    .init(.cachedOrFetched,         .young,       .up,   .v1,        .nothing, .v1),
    .init(.cachedOrFetched,         .young,       .down, .v1,        .nothing, .v1),
    .init(.cachedOrFetched,         .stale,       .up,   .v1,        .once,    .v2),
    .init(.cachedOrFetched,         .stale,       .down, .v1,        .attempt, .v1),
    .init(.cachedOrFetched,         .invalidated, .up,   .v2,        .once,    .v2),
    .init(.cachedOrFetched,         .invalidated, .down, .error,     .attempt, .nothing),
    .init(.fetchCurrent,            .none,        .up,   .v2,        .once,    .v2),
    .init(.fetchCurrent,            .none,        .down, .error,     .attempt, .nothing),
    .init(.fetchCurrent,            .young,       .up,   .v2,        .once,    .either),
    .init(.fetchCurrent,            .young,       .down, .error,     .attempt, .v1),
    .init(.fetchCurrent,            .stale,       .up,   .v2,        .once,    .v2),
    .init(.fetchCurrent,            .stale,       .down, .error,     .attempt, .v1),
    .init(.fetchCurrent,            .invalidated, .up,   .v2,        .once,    .v2),
    .init(.fetchCurrent,            .invalidated, .down, .error,     .attempt, .nothing),
    .init(.fromCacheOnly,           .none,        .up,   .error,     .nothing, .nothing),
    .init(.fromCacheOnly,           .none,        .down, .error,     .nothing, .nothing),
    .init(.fromCacheOnly,           .young,       .up,   .v1,        .nothing, .v1),
    .init(.fromCacheOnly,           .young,       .down, .v1,        .nothing, .v1),
    .init(.fromCacheOnly,           .stale,       .up,   .v1,        .nothing, .v1),
    .init(.fromCacheOnly,           .stale,       .down, .v1,        .nothing, .v1),
    .init(.fromCacheOnly,           .invalidated, .up,   .error,     .nothing, .nothing),
    .init(.fromCacheOnly,           .invalidated, .down, .error,     .nothing, .nothing),
    .init(.notStaleCachedOrFetched, .none,        .up,   .v2,        .once,    .v2),
    .init(.notStaleCachedOrFetched, .none,        .down, .error,     .attempt, .nothing),
    .init(.notStaleCachedOrFetched, .young,       .up,   .v1,        .nothing, .v1),
    .init(.notStaleCachedOrFetched, .young,       .down, .v1,        .nothing, .v1),
    .init(.notStaleCachedOrFetched, .stale,       .up,   .v2,        .once,    .v2),
    .init(.notStaleCachedOrFetched, .stale,       .down, .v1OrError, .attempt, .v1),
    .init(.notStaleCachedOrFetched, .invalidated, .up,   .v2,        .once,    .v2),
    .init(.notStaleCachedOrFetched, .invalidated, .down, .error,     .attempt, .nothing),
  ]
}
