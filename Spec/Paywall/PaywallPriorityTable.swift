public import CacheVocabulary

/// One row of the priority table: which layer answers under the default policy, and which remote layers are asked.
public struct PaywallPriorityRow: Sendable, CustomStringConvertible {
  /// Whether a remote layer can be reached.
  public enum Remote: String, Sendable, CaseIterable {
    case up, down
  }

  /// What is cached.
  public enum Cache: String, Sendable, CaseIterable {
    /// Version 1.
    case filled
    /// Nothing.
    case empty
  }

  /// Whether the app ships with a fallback for the placement.
  public enum Fallback: String, Sendable, CaseIterable {
    /// Version 0.
    case set
    /// None.
    case notSet = "not set"
  }

  /// What the caller gets, or what is cached afterwards.
  public enum Result: String, Sendable, CaseIterable {
    /// The fallback.
    case v0
    /// The cached copy.
    case v1
    /// The server's version.
    case v2
    /// The CDN's version.
    case v3
    /// An error, or an empty cache.
    case none

    var version: PaywallVersion? {
      switch self {
      case .v0: .v0
      case .v1: .v1
      case .v2: .v2
      case .v3: .v3
      case .none: nil
      }
    }

    /// The caller gets this.
    var answered: Expectation { version.map { .answers($0) } ?? .fails }
    /// This is cached afterwards.
    var stored: Expectation { version.map { .stores($0) } ?? .storesNothing }
  }

  /// Whether the CDN can be reached.
  public let cdn: Remote
  /// Whether the server can be reached.
  public let server: Remote
  /// What is cached.
  public let cache: Cache
  /// Whether there is a fallback.
  public let fallback: Fallback
  /// What the caller gets.
  public let answer: Result
  /// The remote layers that are asked, in order.
  public let asked: [RemoteLayer]
  /// What is cached afterwards.
  public let afterwards: Result
  /// Where the row stands.
  public let source: SourceLine

  init(
    _ cdn: Remote, _ server: Remote, _ cache: Cache, _ fallback: Fallback, _ answer: Result, _ asked: [RemoteLayer],
    _ afterwards: Result, line: Int = #line
  ) {
    self.cdn = cdn
    self.server = server
    self.cache = cache
    self.fallback = fallback
    self.answer = answer
    self.asked = asked
    self.afterwards = afterwards
    self.source = SourceLine(line: line)
  }

  public var description: String {
    "cdn=\(cdn.rawValue),server=\(server.rawValue),cache=\(cache.rawValue),fallback=\(fallback.rawValue)"
  }

  /// The row as steps.
  public var scenario: PaywallScenario {
    let setup: AppSetup = fallback == .set ? .withFallback : .plain
    let given: [PaywallStep] = cache == .filled ? .cached(setup) : .uncached(setup)
    return PaywallScenario(
      "paywall.priority.order", description,
      given: given + [
        Step(.remote(cdn == .up ? .up : .down, of: [.cdn])), Step(.remote(server == .up ? .up : .down, of: [.server])),
      ],
      then: [
        Step(
          .call(.load(.onboarding)), answer.answered, Expectation(.asked, .exactly(.requests(to: asked))),
          afterwards.stored)
      ], source: source)
  }
}

extension [Fact] {
  /// Requests for the main placement.
  static func requests(to layers: [RemoteLayer]) -> Self { layers.map { Fact(PaywallRequest($0, for: .onboarding)) } }
}

extension PaywallSpec {
  /// The order of the layers: each answers only when all before it have failed.
  // swift-format-ignore
  public static let priorityTable: [PaywallPriorityRow] = [
    // CDN       server cache    fallback answer asked            cached afterwards
    .init(.up,   .up,   .filled, .set,    .v3,   [.cdn],          .v3),
    .init(.up,   .up,   .filled, .notSet, .v3,   [.cdn],          .v3),
    .init(.up,   .up,   .empty,  .set,    .v3,   [.cdn],          .v3),
    .init(.up,   .up,   .empty,  .notSet, .v3,   [.cdn],          .v3),
    .init(.up,   .down, .filled, .set,    .v3,   [.cdn],          .v3),
    .init(.up,   .down, .filled, .notSet, .v3,   [.cdn],          .v3),
    .init(.up,   .down, .empty,  .set,    .v3,   [.cdn],          .v3),
    .init(.up,   .down, .empty,  .notSet, .v3,   [.cdn],          .v3),
    .init(.down, .up,   .filled, .set,    .v2,   [.cdn, .server], .v2),
    .init(.down, .up,   .filled, .notSet, .v2,   [.cdn, .server], .v2),
    .init(.down, .up,   .empty,  .set,    .v2,   [.cdn, .server], .v2),
    .init(.down, .up,   .empty,  .notSet, .v2,   [.cdn, .server], .v2),
    .init(.down, .down, .filled, .set,    .v1,   [.cdn, .server], .v1),
    .init(.down, .down, .filled, .notSet, .v1,   [.cdn, .server], .v1),
    .init(.down, .down, .empty,  .set,    .v0,   [.cdn, .server], .none),
    .init(.down, .down, .empty,  .notSet, .none, [.cdn, .server], .none),
  ]
}
