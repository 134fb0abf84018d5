public import CacheVocabulary

/// One row of the policy table: what a policy does with what is cached of a query and a server that has newer data.
public struct NormalizedPolicyRow: Sendable, CustomStringConvertible {
  /// What is cached when the query is fetched.
  public enum Cached: String, Sendable, CaseIterable {
    /// All of its data.
    case whole
    /// Some of its fields.
    case part
    /// None of its data.
    case none
  }

  /// How the server takes it.
  public enum Server: String, Sendable, CaseIterable {
    /// It answers with newer data.
    case up
    /// It cannot be reached.
    case down
    /// It answers with errors and no data.
    case errors
  }

  /// What the caller is given, in order.
  public enum Results: String, Sendable, CaseIterable {
    /// The cached data.
    case cached
    /// The server's data.
    case server
    /// An error.
    case error
    /// The cached data, then the server's.
    case cachedThenServer
    /// The cached data; the document does not say whether the failure behind it is reported too.
    case cachedThenError
  }

  /// What the server is asked.
  public enum Asked: String, Sendable, CaseIterable {
    /// Nothing.
    case nothing
    /// The query, once.
    case once
    /// Something, however often: the server is down.
    case attempt
  }

  /// What is cached afterwards.
  public enum Afterwards: String, Sendable, CaseIterable {
    /// What was before.
    case same
    /// The server's data, whole.
    case server
  }

  /// The policy that the fetch names, or nil for none.
  public let policy: QueryCachePolicy?
  /// What is cached when the query is fetched.
  public let cached: Cached
  /// How the server takes it.
  public let server: Server
  /// What the caller is given, in order.
  public let results: Results
  /// What the server is asked.
  public let asked: Asked
  /// What is cached afterwards.
  public let afterwards: Afterwards
  /// Where the row stands.
  public let source: SourceLine

  init(
    _ policy: QueryCachePolicy?, _ cached: Cached, _ server: Server, _ results: Results, _ asked: Asked,
    _ afterwards: Afterwards, line: Int = #line
  ) {
    self.policy = policy
    self.cached = cached
    self.server = server
    self.results = results
    self.asked = asked
    self.afterwards = afterwards
    self.source = SourceLine(line: line)
  }

  public var description: String {
    "policy=\(policy?.rawValue ?? "default"),cached=\(cached.rawValue),server=\(server.rawValue)"
  }

  /// The row as steps.
  public var scenario: NormalizedScenario { scenario(of: "normalized.policy.table", description) }

  /// The row as steps that check the rule of one policy.
  func scenario(of rule: RuleID, _ row: String) -> NormalizedScenario {
    let given: [NormalizedStep] =
      switch cached {
      case .none: .works()
      case .part: .having([.heroName: .heroName("R2-D2")])
      case .whole: .having([.heroAndFriends: .heroAndFriends("R2-D2")])
      }
    let serving: [NormalizedStep] = [
      Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)), Step(.server(serverState)),
    ]
    return NormalizedScenario(
      rule, row, given: given + serving,
      then: [
        Step(.fetch(.heroAndFriends, policy), oneOf: outcomes), Step(.peek(.heroName), partAfterwards, .asksNothing),
      ], source: source)
  }

  private var serverState: ServerState {
    switch server {
    case .up: .up
    case .down: .down(.noConnection)
    case .errors: .answersErrors
    }
  }

  private var outcomes: [Outcome] {
    let (old, new) = (GraphValue.heroAndFriends("R2-D2"), GraphValue.heroAndFriends("Artoo"))
    let beside = [asking, wholeAfterwards]
    return switch results {
    case .cached: [Outcome("cached", [.answers(old)] + beside)]
    case .server: [Outcome("fetched", [.answers(new)] + beside)]
    case .error: [Outcome("failed", [.fails] + beside)]
    case .cachedThenServer: [Outcome("both", [.answers(inOrder: [old, new])] + beside)]
    case .cachedThenError:
      [
        Outcome("failure reported", [Expectation(.answer, .thenFailure([Fact(old)]))] + beside),
        Outcome("failure not reported", [.answers(old)] + beside),
      ]
    }
  }

  private var asking: Expectation {
    switch asked {
    case .nothing: .asksNothing
    case .once: .asks(GraphOperation.heroAndFriends)
    case .attempt: .asksSomething
    }
  }

  private var wholeAfterwards: Expectation {
    switch (afterwards, cached) {
    case (.server, _): .stores(graph: .heroAndFriends("Artoo"))
    case (.same, .whole): .stores(graph: .heroAndFriends("R2-D2"))
    case (.same, .part), (.same, .none): .storesNothing
    }
  }

  private var partAfterwards: Expectation {
    switch (afterwards, cached) {
    case (.server, _): .answers(graph: .heroName("Artoo"))
    case (.same, .whole), (.same, .part): .answers(graph: .heroName("R2-D2"))
    case (.same, .none): .fails
    }
  }
}

extension NormalizedSpec {
  /// Policy × cached × server: every combination has one row.
  public static let policyTable = cacheFirst + fetchFirst + cacheAloneOrToo

  /// The default, and the policy that it stands for.
  // swift-format-ignore
  private static let cacheFirst: [NormalizedPolicyRow] = [
    // policy                             cached   server    results             asked      cached afterwards
    .init(nil,                            .whole,  .up,      .cached,            .nothing,  .same),
    .init(nil,                            .whole,  .down,    .cached,            .nothing,  .same),
    .init(nil,                            .whole,  .errors,  .cached,            .nothing,  .same),
    .init(nil,                            .part,   .up,      .server,            .once,     .server),
    .init(nil,                            .part,   .down,    .error,             .attempt,  .same),
    .init(nil,                            .part,   .errors,  .error,             .once,     .same),
    .init(nil,                            .none,   .up,      .server,            .once,     .server),
    .init(nil,                            .none,   .down,    .error,             .attempt,  .same),
    .init(nil,                            .none,   .errors,  .error,             .once,     .same),

    .init(.returnCacheDataElseFetch,      .whole,  .up,      .cached,            .nothing,  .same),
    .init(.returnCacheDataElseFetch,      .whole,  .down,    .cached,            .nothing,  .same),
    .init(.returnCacheDataElseFetch,      .whole,  .errors,  .cached,            .nothing,  .same),
    .init(.returnCacheDataElseFetch,      .part,   .up,      .server,            .once,     .server),
    .init(.returnCacheDataElseFetch,      .part,   .down,    .error,             .attempt,  .same),
    .init(.returnCacheDataElseFetch,      .part,   .errors,  .error,             .once,     .same),
    .init(.returnCacheDataElseFetch,      .none,   .up,      .server,            .once,     .server),
    .init(.returnCacheDataElseFetch,      .none,   .down,    .error,             .attempt,  .same),
    .init(.returnCacheDataElseFetch,      .none,   .errors,  .error,             .once,     .same),
  ]

  /// The policies that always ask the server.
  // swift-format-ignore
  private static let fetchFirst: [NormalizedPolicyRow] = [
    // policy                             cached   server    results             asked      cached afterwards
    .init(.fetchIgnoringCacheData,        .whole,  .up,      .server,            .once,     .server),
    .init(.fetchIgnoringCacheData,        .whole,  .down,    .error,             .attempt,  .same),
    .init(.fetchIgnoringCacheData,        .whole,  .errors,  .error,             .once,     .same),
    .init(.fetchIgnoringCacheData,        .part,   .up,      .server,            .once,     .server),
    .init(.fetchIgnoringCacheData,        .part,   .down,    .error,             .attempt,  .same),
    .init(.fetchIgnoringCacheData,        .part,   .errors,  .error,             .once,     .same),
    .init(.fetchIgnoringCacheData,        .none,   .up,      .server,            .once,     .server),
    .init(.fetchIgnoringCacheData,        .none,   .down,    .error,             .attempt,  .same),
    .init(.fetchIgnoringCacheData,        .none,   .errors,  .error,             .once,     .same),

    .init(.fetchIgnoringCacheCompletely,  .whole,  .up,      .server,            .once,     .same),
    .init(.fetchIgnoringCacheCompletely,  .whole,  .down,    .error,             .attempt,  .same),
    .init(.fetchIgnoringCacheCompletely,  .whole,  .errors,  .error,             .once,     .same),
    .init(.fetchIgnoringCacheCompletely,  .part,   .up,      .server,            .once,     .same),
    .init(.fetchIgnoringCacheCompletely,  .part,   .down,    .error,             .attempt,  .same),
    .init(.fetchIgnoringCacheCompletely,  .part,   .errors,  .error,             .once,     .same),
    .init(.fetchIgnoringCacheCompletely,  .none,   .up,      .server,            .once,     .same),
    .init(.fetchIgnoringCacheCompletely,  .none,   .down,    .error,             .attempt,  .same),
    .init(.fetchIgnoringCacheCompletely,  .none,   .errors,  .error,             .once,     .same),
  ]

  /// The policy that never asks the server, and the one that does both.
  // swift-format-ignore
  private static let cacheAloneOrToo: [NormalizedPolicyRow] = [
    // policy                             cached   server    results             asked      cached afterwards
    .init(.returnCacheDataDontFetch,      .whole,  .up,      .cached,            .nothing,  .same),
    .init(.returnCacheDataDontFetch,      .whole,  .down,    .cached,            .nothing,  .same),
    .init(.returnCacheDataDontFetch,      .whole,  .errors,  .cached,            .nothing,  .same),
    .init(.returnCacheDataDontFetch,      .part,   .up,      .error,             .nothing,  .same),
    .init(.returnCacheDataDontFetch,      .part,   .down,    .error,             .nothing,  .same),
    .init(.returnCacheDataDontFetch,      .part,   .errors,  .error,             .nothing,  .same),
    .init(.returnCacheDataDontFetch,      .none,   .up,      .error,             .nothing,  .same),
    .init(.returnCacheDataDontFetch,      .none,   .down,    .error,             .nothing,  .same),
    .init(.returnCacheDataDontFetch,      .none,   .errors,  .error,             .nothing,  .same),

    .init(.returnCacheDataAndFetch,       .whole,  .up,      .cachedThenServer,  .once,     .server),
    .init(.returnCacheDataAndFetch,       .whole,  .down,    .cachedThenError,   .attempt,  .same),
    .init(.returnCacheDataAndFetch,       .whole,  .errors,  .cachedThenError,   .once,     .same),
    .init(.returnCacheDataAndFetch,       .part,   .up,      .server,            .once,     .server),
    .init(.returnCacheDataAndFetch,       .part,   .down,    .error,             .attempt,  .same),
    .init(.returnCacheDataAndFetch,       .part,   .errors,  .error,             .once,     .same),
    .init(.returnCacheDataAndFetch,       .none,   .up,      .server,            .once,     .server),
    .init(.returnCacheDataAndFetch,       .none,   .down,    .error,             .attempt,  .same),
    .init(.returnCacheDataAndFetch,       .none,   .errors,  .error,             .once,     .same),
  ]
}
