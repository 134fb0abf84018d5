public import CacheVocabulary

/// One row of the policy table: what a policy does with what is stored and an origin that has version 2.
public struct ResponsePolicyRow: Sendable, CustomStringConvertible {
  /// What is stored when the request is made.
  public enum Stored: String, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// Version 1, fresh.
    case fresh
    /// Version 1, stale.
    case stale
  }

  /// What the caller gets.
  public enum Answer: String, Sendable, CaseIterable {
    /// The stored version.
    case v1
    /// The origin's version.
    case v2
    /// An error.
    case error
    /// The stored version or an error: HTTP leaves it to the cache (RFC 9111, 4.2.4).
    case v1OrError
  }

  /// What the origin is asked.
  public enum Asked: String, Sendable, CaseIterable {
    /// Nothing.
    case nothing
    /// One plain GET.
    case get
    /// A request that checks what is stored.
    case check
    /// Something, however often: the origin is down.
    case attempt
  }

  /// What is stored afterwards.
  public enum Afterwards: String, Sendable, CaseIterable {
    /// Nothing.
    case nothing
    /// Version 1.
    case v1
    /// Version 2.
    case v2
    /// Whatever the module likes: the documents only say where the answer comes from.
    case unsaid
  }

  /// The policy that the request names, or nil for none.
  public let policy: RequestPolicy?
  /// What is stored when it is made.
  public let stored: Stored
  /// Whether the origin can be reached.
  public let origin: OriginState
  /// What the caller gets.
  public let answer: Answer
  /// What the origin is asked.
  public let asked: Asked
  /// What is stored afterwards.
  public let afterwards: Afterwards
  /// Where the row stands.
  public let source: SourceLine

  init(
    _ policy: RequestPolicy?, _ stored: Stored, _ origin: OriginState, _ answer: Answer, _ asked: Asked,
    _ afterwards: Afterwards, line: Int = #line
  ) {
    self.policy = policy
    self.stored = stored
    self.origin = origin
    self.answer = answer
    self.asked = asked
    self.afterwards = afterwards
    self.source = SourceLine(line: line)
  }

  public var description: String {
    "policy=\(policy?.rawValue ?? "default"),stored=\(stored.rawValue),origin=\(origin)"
  }

  /// The row as steps.
  public var scenario: ResponseScenario {
    let given: [ResponseStep] =
      switch stored {
      case .none: .originHasV2
      case .fresh: .freshStored
      case .stale: .staleStored
      }
    return ResponseScenario(
      "response.policy.table", description, given: given + [Step(.origin(origin))],
      then: [Step(.load(HTTPRequest.a.with(policy)), oneOf: outcomes)], source: source)
  }

  private var outcomes: [Outcome] {
    let beside = [asking, storing].compactMap(\.self)
    return switch answer {
    case .v1: [Outcome("served", [.answers("v1")] + beside)]
    case .v2: [Outcome("loaded", [.answers("v2")] + beside)]
    case .error: [Outcome("failed", [.fails] + beside)]
    case .v1OrError:
      [Outcome("stale response served", [.answers("v1")] + beside), Outcome("error", [.fails] + beside)]
    }
  }

  private var asking: Expectation {
    switch asked {
    case .nothing: .asksNothing
    case .get: .asks(RequestSeen("/a"))
    case .check: .checks
    case .attempt: .asksSomething
    }
  }

  private var storing: Expectation? {
    switch afterwards {
    case .nothing: .storesNothing
    case .v1: .stores("v1")
    case .v2: .stores("v2")
    case .unsaid: nil
    }
  }
}

extension ResponseSpec {
  /// Policy × stored × origin: every combination has one row.
  public static let policyTable = documentedPolicies + linkedPolicies

  /// The policies in the article's own table, and the default. The origin has version 2; stored is version 1.
  // swift-format-ignore
  private static let documentedPolicies: [ResponsePolicyRow] = [
    // policy                              stored  origin answer      asked      stored afterwards
    .init(nil,                             .none,  .up,   .v2,        .get,      .v2),
    .init(nil,                             .none,  .down, .error,     .attempt,  .nothing),
    .init(nil,                             .fresh, .up,   .v1,        .nothing,  .v1),
    .init(nil,                             .fresh, .down, .v1,        .nothing,  .v1),
    .init(nil,                             .stale, .up,   .v2,        .check,    .v2),
    .init(nil,                             .stale, .down, .v1OrError, .attempt,  .unsaid),
    .init(.useProtocolCachePolicy,         .none,  .up,   .v2,        .get,      .v2),
    .init(.useProtocolCachePolicy,         .none,  .down, .error,     .attempt,  .nothing),
    .init(.useProtocolCachePolicy,         .fresh, .up,   .v1,        .nothing,  .v1),
    .init(.useProtocolCachePolicy,         .fresh, .down, .v1,        .nothing,  .v1),
    .init(.useProtocolCachePolicy,         .stale, .up,   .v2,        .check,    .v2),
    .init(.useProtocolCachePolicy,         .stale, .down, .v1OrError, .attempt,  .unsaid),
    .init(.reloadIgnoringLocalCacheData,   .none,  .up,   .v2,        .get,      .unsaid),
    .init(.reloadIgnoringLocalCacheData,   .none,  .down, .error,     .attempt,  .nothing),
    .init(.reloadIgnoringLocalCacheData,   .fresh, .up,   .v2,        .get,      .unsaid),
    .init(.reloadIgnoringLocalCacheData,   .fresh, .down, .error,     .attempt,  .unsaid),
    .init(.reloadIgnoringLocalCacheData,   .stale, .up,   .v2,        .get,      .unsaid),
    .init(.reloadIgnoringLocalCacheData,   .stale, .down, .error,     .attempt,  .unsaid),
    .init(.returnCacheDataDontLoad,        .none,  .up,   .error,     .nothing,  .nothing),
    .init(.returnCacheDataDontLoad,        .none,  .down, .error,     .nothing,  .nothing),
    .init(.returnCacheDataDontLoad,        .fresh, .up,   .v1,        .nothing,  .v1),
    .init(.returnCacheDataDontLoad,        .fresh, .down, .v1,        .nothing,  .v1),
    .init(.returnCacheDataDontLoad,        .stale, .up,   .v1,        .nothing,  .v1),
    .init(.returnCacheDataDontLoad,        .stale, .down, .v1,        .nothing,  .v1),
    .init(.returnCacheDataElseLoad,        .none,  .up,   .v2,        .get,      .v2),
    .init(.returnCacheDataElseLoad,        .none,  .down, .error,     .attempt,  .nothing),
    .init(.returnCacheDataElseLoad,        .fresh, .up,   .v1,        .nothing,  .v1),
    .init(.returnCacheDataElseLoad,        .fresh, .down, .v1,        .nothing,  .v1),
    .init(.returnCacheDataElseLoad,        .stale, .up,   .v1,        .nothing,  .v1),
    .init(.returnCacheDataElseLoad,        .stale, .down, .v1,        .nothing,  .v1),
  ]

  /// The two policies that only the page behind the article's link describes.
  // swift-format-ignore
  private static let linkedPolicies: [ResponsePolicyRow] = [
    // policy                                       stored  origin answer  asked     stored afterwards
    .init(.reloadIgnoringLocalAndRemoteCacheData,   .none,  .up,   .v2,    .get,     .unsaid),
    .init(.reloadIgnoringLocalAndRemoteCacheData,   .none,  .down, .error, .attempt, .nothing),
    .init(.reloadIgnoringLocalAndRemoteCacheData,   .fresh, .up,   .v2,    .get,     .unsaid),
    .init(.reloadIgnoringLocalAndRemoteCacheData,   .fresh, .down, .error, .attempt, .unsaid),
    .init(.reloadIgnoringLocalAndRemoteCacheData,   .stale, .up,   .v2,    .get,     .unsaid),
    .init(.reloadIgnoringLocalAndRemoteCacheData,   .stale, .down, .error, .attempt, .unsaid),
    .init(.reloadRevalidatingCacheData,             .none,  .up,   .v2,    .check,   .unsaid),
    .init(.reloadRevalidatingCacheData,             .none,  .down, .error, .attempt, .nothing),
    .init(.reloadRevalidatingCacheData,             .fresh, .up,   .v2,    .check,   .unsaid),
    .init(.reloadRevalidatingCacheData,             .fresh, .down, .error, .attempt, .unsaid),
    .init(.reloadRevalidatingCacheData,             .stale, .up,   .v2,    .check,   .unsaid),
    .init(.reloadRevalidatingCacheData,             .stale, .down, .error, .attempt, .unsaid),
  ]
}
