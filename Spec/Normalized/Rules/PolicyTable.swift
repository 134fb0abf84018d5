extension NormalizedSpec {
  /// A query is fetched under a policy, and the server has newer data than the cache.
  ///
  /// - *cached*, before: `.whole`, all data of the query; `.part`, some of its fields; `.nothing`.
  /// - *server*: `.up`, it answers; `.down`, it cannot be reached; `.errors`, it answers with errors and no data.
  /// - *gives*, in order: `.cached`, the cached data; `.server`, the server's; `.error`; `.both`, the cached data, then the
  ///   server's; `.cachedThenError`, the cached data, then the error or, as the document is silent on it, nothing more.
  /// - *requests*: `.nothing`; `.one`, the query once; `.attempts`, the query at least once: retries after a failure
  ///   are allowed.
  /// - *cached*, afterwards: `.asBefore`; `.server`, all of the server's data.
  // swift-format-ignore
  static let policyTable: [NormalizedPolicyRow] = [
    //  policy                            cached    server   gives             requests   cached      rule
    .init((.returnCacheDataElseFetch,     .whole,   .up,     .cached,          .nothing,  .asBefore), "normalized.policy.cache-else-fetch"),
    .init((.returnCacheDataElseFetch,     .whole,   .down,   .cached,          .nothing,  .asBefore), "normalized.policy.cache-else-fetch"),
    .init((.returnCacheDataElseFetch,     .part,    .up,     .server,          .one,      .server),   "normalized.policy.cache-else-fetch"),
    .init((.returnCacheDataElseFetch,     .part,    .down,   .error,           .attempts, .asBefore), "normalized.policy.cache-else-fetch"),
    .init((.returnCacheDataElseFetch,     .nothing, .up,     .server,          .one,      .server),   "normalized.policy.cache-else-fetch"),
    .init((.returnCacheDataElseFetch,     .nothing, .down,   .error,           .attempts, .asBefore), "normalized.policy.cache-else-fetch"),

    .init((.fetchIgnoringCacheData,       .whole,   .up,     .server,          .one,      .server),   "normalized.policy.fetch-ignoring-cache-data"),
    .init((.fetchIgnoringCacheData,       .whole,   .down,   .error,           .attempts, .asBefore), "normalized.policy.fetch-ignoring-cache-data"),
    .init((.fetchIgnoringCacheData,       .whole,   .errors, .error,           .attempts, .asBefore), "normalized.policy.fetch-ignoring-cache-data"),
    .init((.fetchIgnoringCacheData,       .part,    .up,     .server,          .one,      .server),   "normalized.policy.fetch-ignoring-cache-data"),
    .init((.fetchIgnoringCacheData,       .nothing, .up,     .server,          .one,      .server),   "normalized.policy.fetch-ignoring-cache-data"),

    .init((.fetchIgnoringCacheCompletely, .whole,   .up,     .server,          .one,      .asBefore), "normalized.policy.fetch-ignoring-cache-completely"),
    .init((.fetchIgnoringCacheCompletely, .whole,   .down,   .error,           .attempts, .asBefore), "normalized.policy.fetch-ignoring-cache-completely"),
    .init((.fetchIgnoringCacheCompletely, .whole,   .errors, .error,           .attempts, .asBefore), "normalized.policy.fetch-ignoring-cache-completely"),
    .init((.fetchIgnoringCacheCompletely, .part,    .up,     .server,          .one,      .asBefore), "normalized.policy.fetch-ignoring-cache-completely"),
    .init((.fetchIgnoringCacheCompletely, .nothing, .up,     .server,          .one,      .asBefore), "normalized.policy.fetch-ignoring-cache-completely"),

    .init((.returnCacheDataDontFetch,     .whole,   .up,     .cached,          .nothing,  .asBefore), "normalized.policy.cache-dont-fetch"),
    .init((.returnCacheDataDontFetch,     .whole,   .down,   .cached,          .nothing,  .asBefore), "normalized.policy.cache-dont-fetch"),
    .init((.returnCacheDataDontFetch,     .part,    .up,     .error,           .nothing,  .asBefore), "normalized.policy.cache-dont-fetch"),
    .init((.returnCacheDataDontFetch,     .nothing, .up,     .error,           .nothing,  .asBefore), "normalized.policy.cache-dont-fetch"),

    .init((.returnCacheDataAndFetch,      .whole,   .up,     .both,            .one,      .server),   "normalized.policy.cache-and-fetch"),
    .init((.returnCacheDataAndFetch,      .whole,   .down,   .cachedThenError, .attempts, .asBefore), "normalized.policy.cache-and-fetch"),
    .init((.returnCacheDataAndFetch,      .whole,   .errors, .cachedThenError, .attempts, .asBefore), "normalized.policy.cache-and-fetch"),
    .init((.returnCacheDataAndFetch,      .part,    .up,     .server,          .one,      .server),   "normalized.policy.cache-and-fetch"),
    .init((.returnCacheDataAndFetch,      .nothing, .up,     .server,          .one,      .server),   "normalized.policy.cache-and-fetch"),
    .init((.returnCacheDataAndFetch,      .nothing, .down,   .error,           .attempts, .asBefore), "normalized.policy.cache-and-fetch"),

    .init((nil,                           .whole,   .up,     .cached,          .nothing,  .asBefore), "normalized.policy.default-is-cache-else-fetch"),
    .init((nil,                           .part,    .up,     .server,          .one,      .server),   "normalized.policy.default-is-cache-else-fetch"),
    .init((nil,                           .nothing, .up,     .server,          .one,      .server),   "normalized.policy.default-is-cache-else-fetch"),
    .init((nil,                           .nothing, .down,   .error,           .attempts, .asBefore), "normalized.policy.default-is-cache-else-fetch"),
  ]

  /// A fetch that asks the server fails, in an app that has chosen the failures after which it shows old data.
  // swift-format-ignore
  static let failureTable: [NormalizedFailureRow] = [
    //  name                         chosen                     failure        cached    gives     rule
    .init(("a chosen failure, all is cached",     [.noConnection, .timeOut], .timeOut,      .whole,   .cached), "normalized.policy.after-failure"),
    .init(("a chosen failure, nothing is cached", [.noConnection, .timeOut], .timeOut,      .nothing, .error),  "normalized.policy.after-failure"),
    .init(("a chosen failure, a part is cached",  [.noConnection, .timeOut], .timeOut,      .part,    .error),  "normalized.policy.after-failure"),
    .init(("a failure that is not chosen",        [.noConnection, .timeOut], .serverError,  .whole,   .error),  "normalized.policy.after-failure"),
    .init(("no failure is chosen",                [],                        .noConnection, .whole,   .error),  "normalized.policy.after-failure"),
  ]
}

/// What is cached, in the policy tables, before a query is fetched.
enum NormalizedCached: String, CaseIterable, DescribedByRawValue {
  case whole, part, nothing
}

/// A row of the policy table.
struct NormalizedPolicyRow: TableRow {
  /// How the server treats the request.
  enum Server: String, CaseIterable, DescribedByRawValue {
    case up, down, errors
  }

  /// What the caller receives, in order.
  enum Gives: String, DescribedByRawValue {
    case cached = "cached data"
    case server = "the server's data"
    case error = "an error"
    case both = "cached data, then the server's"
    case cachedThenError = "cached data, then an error or nothing"
  }

  /// The requests to the server.
  enum Requests: String, DescribedByRawValue {
    case nothing
    case one
    case attempts = "at least one"
  }

  /// What is cached afterwards.
  enum Afterwards: String, DescribedByRawValue {
    case asBefore = "as before"
    case server = "the server's data"
  }

  static let inputs = [
    Column("policy", QueryCachePolicy.allCases.map(\.rawValue) + [withoutName]),
    Column("cached", NormalizedCached.self), Column("server", Server.self),
  ]
  static let outcomes = ["gives", "requests", "cached afterwards"]
  private static let withoutName = "not named"

  let cells:
    (
      policy: QueryCachePolicy?, cached: NormalizedCached, server: Server, gives: Gives, requests: Requests,
      afterwards: Afterwards
    )
  let rule: RuleID
  let source: SourceLine

  var given: [String] { [cells.policy?.rawValue ?? Self.withoutName, "\(cells.cached)", "\(cells.server)"] }

  var fixture: NormalizedFixture {
    let before: NormalizedFixture =
      switch (cells.cached, cells.policy) {
      case (.nothing, _): .works()
      // Whether this policy finds stored data is what the row tests, so the fixture must not depend on it.
      case (.part, .returnCacheDataDontFetch): .fetched("the hero R2-D2", .heroName("R2-D2"), .heroName)
      case (.whole, .returnCacheDataDontFetch):
        .fetched("the hero R2-D2 and two friends", .heroAndFriends("R2-D2"), .heroAndFriends)
      case (.part, _): .hero()
      case (.whole, _): .heroAndFriends()
      }
    return before.and(
      "the server has newer data and \(serverState)",
      [Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends)), Step(.server(serverState))])
  }

  var steps: [NormalizedStep] {
    let fetch = Step(
      .fetch(.heroAndFriends, cells.policy),
      oneOf: allowed.map { Outcome($0.name, [$0.answer, asking, wholeAfterwards]) })
    let mergesNewData = cells.cached != .nothing && cells.afterwards == .server
    return before + [
      mergesNewData ? fetch.premise("normalized.records.merge[another field is fetched]") : fetch,
      Step(.peek(.heroName), partAfterwards, .requestsNothing.demanded(by: looking)),
    ]
  }

  /// A look at what is cached, before a fetch that the server does not answer.
  private var before: [NormalizedStep] {
    guard cells.cached == .whole, cells.server != .up, cells.policy != .returnCacheDataDontFetch else { return [] }
    return [Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2")), .requestsNothing).demanded(by: looking)]
  }

  private var serverState: GraphServerState {
    switch cells.server {
    case .up: .up
    case .down: .down(.noConnection)
    case .errors: .answersErrors
    }
  }

  private var allowed: [(name: String, answer: Expectation<NormalizedAction>)] {
    let (old, new) = (GraphValue.heroAndFriends("R2-D2"), GraphValue.heroAndFriends("Artoo"))
    return switch cells.gives {
    case .cached: [("cached", .answers(old))]
    case .server: [("fetched", .answers(new))]
    case .error: [("failed", .fails)]
    case .both: [("both", .answers(inOrder: old, new))]
    case .cachedThenError: [("failure reported", .answersThenFails(old)), ("failure not reported", .answers(old))]
    }
  }

  private var asking: Expectation<NormalizedAction> {
    switch cells.requests {
    case .nothing: .requestsNothing
    case .one: .requests(.heroAndFriends)
    case .attempts: .requestsSomething
    }
  }

  private var wholeAfterwards: Expectation<NormalizedAction> {
    switch (cells.afterwards, cells.cached) {
    case (.server, _): .stores(.heroAndFriends("Artoo"))
    case (.asBefore, .whole): .stores(.heroAndFriends("R2-D2"))
    case (.asBefore, .part), (.asBefore, .nothing): missing(.storesNothing)
    }
  }

  private var partAfterwards: Expectation<NormalizedAction> {
    switch (cells.afterwards, cells.cached) {
    case (.server, _): .answers(.heroName("Artoo"))
    case (.asBefore, .whole), (.asBefore, .part): .answers(.heroName("R2-D2"))
    case (.asBefore, .nothing): missing(.fails)
    }
  }

  /// The policy under which what is cached is looked at.
  private var looking: RuleID { "normalized.policy.cache-dont-fetch" }

  /// If the server has sent no data, there is nothing to store: what is found nevertheless is a fault of the policy
  /// under which the cache is looked at.
  private func missing(_ expectation: Expectation<NormalizedAction>) -> Expectation<NormalizedAction> {
    cells.server == .up ? expectation : expectation.demanded(by: looking)
  }
}

/// A row of the table of failed fetches.
struct NormalizedFailureRow: TableRow {
  /// What the caller receives.
  enum Gives: String, DescribedByRawValue {
    case cached = "cached data"
    case error = "an error"
  }

  static let inputs = [
    Column("old data after", []), Column("failure", OriginFailure.self), Column("cached", NormalizedCached.self),
  ]
  static let outcomes = ["gives"]

  let cells: (name: String, chosen: [OriginFailure], failure: OriginFailure, cached: NormalizedCached, gives: Gives)
  let rule: RuleID
  let source: SourceLine

  var name: String { cells.name }
  var given: [String] {
    [
      cells.chosen.isEmpty ? "no failure" : cells.chosen.map(\.description).joined(separator: ", "), "\(cells.failure)",
      "\(cells.cached)",
    ]
  }

  var fixture: NormalizedFixture {
    let setup = ClientSetup(oldDataAfter: cells.chosen)
    let before: NormalizedFixture = cells.cached == .nothing ? .works(setup) : .hero(setup)
    let newer = cells.cached == .part ? "data of which a part is cached" : "a newer name"
    return before.and(
      "the server has \(newer) and is down (\(cells.failure))",
      [
        Step(.serve(cells.cached == .part ? .heroAndFriends("Artoo") : .heroName("Artoo"), to: query)),
        Step(.server(.down(cells.failure))),
      ])
  }

  var steps: [NormalizedStep] {
    let answer: Expectation<NormalizedAction> =
      switch cells.gives {
      case .cached: .answers(.heroName("R2-D2"))
      case .error: .fails
      }
    return [Step(.fetch(query, .fetchIgnoringCacheData), answer, .requestsSomething)]
  }

  private var query: GraphOperation { cells.cached == .part ? .heroAndFriends : .heroName }
}

extension Fixture where Action == NormalizedAction {
  /// Data that was fetched. The scenario checks whether it was stored.
  fileprivate static func fetched(_ what: String, _ data: GraphValue, _ query: GraphOperation) -> Self {
    Self(
      "a client has fetched \(what)", relyingOn: "normalized.policy.fetch-ignoring-cache-data",
      [Step].fetching(data, query))
  }
}
