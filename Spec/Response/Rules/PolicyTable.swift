extension ResponseSpec {
  /// A load under a policy, given what is stored, with version 2 at the origin.
  ///
  /// - The caller gets the `.stored` version, the one `.loaded` from the origin, an `.error`, or `.storedOrError`: the
  ///   stored version or an error, which HTTP leaves to the cache (RFC 9111, 4.2.4).
  /// - The origin is sent `.nothing`, a `.load` (one plain GET), a `.check` that revalidates what is stored, or a plain
  ///   GET; a `.confirm`: a check, but no plain GET; or an `.attempt`: at least one request, since the origin is down.
  /// - Stored afterwards is `.nothing`, `.asBefore` (what was stored), `.loaded`, or `.unsaid`: the documents only say
  ///   where the answer comes from.
  ///
  /// Under `useProtocolCachePolicy`, while the origin is up, each reason for being `.fresh` or `.stale` has a scenario;
  /// elsewhere the reason is `max-age`. A request that names no policy has the rows of `useProtocolCachePolicy` while
  /// the origin is up.
  // swift-format-ignore
  static let policyTable: [ResponsePolicyRow] = [
    //  policy                                     stored    origin answer          request   afterwards  rule
    .init((.useProtocolCachePolicy,                .nothing, .up,   .loaded,        .load,    .loaded),   "response.policy.use-protocol"),
    .init((.useProtocolCachePolicy,                .nothing, .down, .error,         .attempt, .nothing),  "response.policy.use-protocol"),
    .init((.useProtocolCachePolicy,                .fresh,   .up,   .stored,        .nothing, .asBefore), "response.policy.use-protocol"),
    .init((.useProtocolCachePolicy,                .fresh,   .down, .stored,        .nothing, .asBefore), "response.policy.use-protocol"),
    .init((.useProtocolCachePolicy,                .stale,   .up,   .loaded,        .check,   .loaded),   "response.policy.use-protocol"),
    .init((.useProtocolCachePolicy,                .stale,   .down, .storedOrError, .attempt, .unsaid),   "response.policy.use-protocol"),
    .init((.reloadIgnoringLocalCacheData,          .nothing, .up,   .loaded,        .load,    .unsaid),   "response.policy.reload-ignoring-local"),
    .init((.reloadIgnoringLocalCacheData,          .nothing, .down, .error,         .attempt, .nothing),  "response.policy.reload-ignoring-local"),
    .init((.reloadIgnoringLocalCacheData,          .fresh,   .up,   .loaded,        .load,    .unsaid),   "response.policy.reload-ignoring-local"),
    .init((.reloadIgnoringLocalCacheData,          .fresh,   .down, .error,         .attempt, .unsaid),   "response.policy.reload-ignoring-local"),
    .init((.reloadIgnoringLocalCacheData,          .stale,   .up,   .loaded,        .load,    .unsaid),   "response.policy.reload-ignoring-local"),
    .init((.reloadIgnoringLocalCacheData,          .stale,   .down, .error,         .attempt, .unsaid),   "response.policy.reload-ignoring-local"),
    .init((.returnCacheDataDontLoad,               .nothing, .up,   .error,         .nothing, .nothing),  "response.policy.dont-load-miss"),
    .init((.returnCacheDataDontLoad,               .nothing, .down, .error,         .nothing, .nothing),  "response.policy.dont-load-miss"),
    .init((.returnCacheDataDontLoad,               .fresh,   .up,   .stored,        .nothing, .asBefore), "response.policy.dont-load-hit"),
    .init((.returnCacheDataDontLoad,               .fresh,   .down, .stored,        .nothing, .asBefore), "response.policy.dont-load-hit"),
    .init((.returnCacheDataDontLoad,               .stale,   .up,   .stored,        .nothing, .asBefore), "response.policy.dont-load-hit"),
    .init((.returnCacheDataDontLoad,               .stale,   .down, .stored,        .nothing, .asBefore), "response.policy.dont-load-hit"),
    .init((.returnCacheDataElseLoad,               .nothing, .up,   .loaded,        .load,    .loaded),   "response.policy.else-load-miss"),
    .init((.returnCacheDataElseLoad,               .nothing, .down, .error,         .attempt, .nothing),  "response.policy.else-load-miss"),
    .init((.returnCacheDataElseLoad,               .fresh,   .up,   .stored,        .nothing, .asBefore), "response.policy.else-load-hit"),
    .init((.returnCacheDataElseLoad,               .fresh,   .down, .stored,        .nothing, .asBefore), "response.policy.else-load-hit"),
    .init((.returnCacheDataElseLoad,               .stale,   .up,   .stored,        .nothing, .asBefore), "response.policy.else-load-hit"),
    .init((.returnCacheDataElseLoad,               .stale,   .down, .stored,        .nothing, .asBefore), "response.policy.else-load-hit"),
    // Two more policies, from the page of `NSURLRequest.CachePolicy`.
    .init((.reloadIgnoringLocalAndRemoteCacheData, .nothing, .up,   .loaded,        .load,    .unsaid),   "response.policy.reload-ignoring-remote"),
    .init((.reloadIgnoringLocalAndRemoteCacheData, .nothing, .down, .error,         .attempt, .nothing),  "response.policy.reload-ignoring-remote"),
    .init((.reloadIgnoringLocalAndRemoteCacheData, .fresh,   .up,   .loaded,        .load,    .unsaid),   "response.policy.reload-ignoring-remote"),
    .init((.reloadIgnoringLocalAndRemoteCacheData, .fresh,   .down, .error,         .attempt, .unsaid),   "response.policy.reload-ignoring-remote"),
    .init((.reloadIgnoringLocalAndRemoteCacheData, .stale,   .up,   .loaded,        .load,    .unsaid),   "response.policy.reload-ignoring-remote"),
    .init((.reloadIgnoringLocalAndRemoteCacheData, .stale,   .down, .error,         .attempt, .unsaid),   "response.policy.reload-ignoring-remote"),
    .init((.reloadRevalidatingCacheData,           .nothing, .up,   .loaded,        .load,    .unsaid),   "response.policy.reload-revalidating"),
    .init((.reloadRevalidatingCacheData,           .nothing, .down, .error,         .attempt, .nothing),  "response.policy.reload-revalidating"),
    .init((.reloadRevalidatingCacheData,           .fresh,   .up,   .loaded,        .confirm, .unsaid),   "response.policy.reload-revalidating"),
    .init((.reloadRevalidatingCacheData,           .fresh,   .down, .error,         .attempt, .unsaid),   "response.policy.reload-revalidating"),
    .init((.reloadRevalidatingCacheData,           .stale,   .up,   .loaded,        .confirm, .unsaid),   "response.policy.reload-revalidating"),
    .init((.reloadRevalidatingCacheData,           .stale,   .down, .error,         .attempt, .unsaid),   "response.policy.reload-revalidating"),
  ]
}

/// A row of the policy table: what a policy does, given what is stored and an origin that has version 2.
struct ResponsePolicyRow: TableRow {
  /// What is stored when the request is made.
  enum Stored: String, CaseIterable, DescribedByRawValue {
    case nothing, fresh, stale
  }

  /// What the caller gets.
  enum Answer: String, DescribedByRawValue {
    case stored = "stored version"
    case loaded = "origin's version"
    case error
    case storedOrError = "stored version or error"
  }

  /// The requests to the origin.
  enum Request: String, DescribedByRawValue {
    case nothing
    case load = "GET"
    case check
    case confirm = "check by its tag"
    case attempt
  }

  /// What is stored afterwards.
  enum Afterwards: String, DescribedByRawValue {
    case nothing
    case asBefore = "stored version"
    case loaded = "origin's version"
    case unsaid = "not said"
  }

  static let inputs = [
    Column("policy", RequestPolicy.self), Column("stored", Stored.self), Column("origin", OriginState.self),
  ]
  static let outcomes = ["answer", "request", "stored afterwards"]

  let cells:
    (
      policy: RequestPolicy?, stored: Stored, origin: OriginState, answer: Answer, request: Request,
      afterwards: Afterwards
    )
  let rule: RuleID
  let source: SourceLine

  /// The row for a request that names no policy, if this row is for the default policy while the origin is up.
  var withoutPolicy: Self? {
    guard cells.policy == .useProtocolCachePolicy, cells.origin == .up else { return nil }
    var unnamed = cells
    unnamed.policy = nil
    return Self(cells: unnamed, rule: "response.policy.default-is-use-protocol", source: source)
  }

  var given: [String] { [cells.policy?.rawValue ?? "default", "\(cells.stored)", "\(cells.origin)"] }

  /// The row as scenarios: one for each reason for being fresh or stale, under the default policy while the
  /// origin is up.
  var scenarios: [ResponseScenario] {
    states.map { state in
      let given = [given[0], state.name, given[2]]
      let name = zip(Self.inputs, given).map { "\($0.name)=\($1)" }.joined(separator: ",")
      let fixture = cells.origin == .up ? state.fixture : state.fixture.originIsDown
      return Scenario(rule, name, given: fixture, then: steps, source: source)
    }
  }

  /// Whether each reason for being fresh or stale has a scenario of its own.
  private var hasEachReason: Bool { [nil, .useProtocolCachePolicy].contains(cells.policy) && cells.origin == .up }

  private var states: [(name: String, fixture: Fixture<ResponseAction>)] {
    switch cells.stored {
    // `originHasVersion2` takes for granted that a response that is not stored is loaded, which is what this rule says.
    case .nothing where rule == "response.policy.else-load-miss": [("nothing", .anotherIsStored.originHas(.v2))]
    case .nothing: [("nothing", .originHasVersion2)]
    case .fresh: (hasEachReason ? FreshReason.allCases : [.maxAge]).map { ("fresh by \($0)", .freshStored(by: $0)) }
    case .stale: (hasEachReason ? StaleReason.allCases : [.stored]).map { ("stale by \($0)", .stale(by: $0)) }
    }
  }

  var fixture: Fixture<ResponseAction> { states[0].fixture }

  var steps: [ResponseStep] { [Step(.load(.a.with(cells.policy)), oneOf: allowed)] }

  private var allowed: [Outcome<ResponseAction>] {
    let beside = [requesting] + storing
    return switch cells.answer {
    case .stored: [Outcome("served", [.answers(.v1)] + beside)]
    case .loaded: [Outcome("loaded", [.answers(.v2)] + beside)]
    case .error: [Outcome("failed", [.fails] + beside)]
    case .storedOrError:
      [Outcome("stale response served", [.answers(.v1)] + beside), Outcome("error", [.fails] + beside)]
    }
  }

  private var requesting: Expectation<ResponseAction> {
    switch cells.request {
    case .nothing: .requestsNothing
    case .load: .requests(.get("/a"))
    case .check: .checks
    case .confirm: .revalidates
    case .attempt: .requestsSomething
    }
  }

  private var storing: [Expectation<ResponseAction>] {
    switch cells.afterwards {
    case .nothing: [.storesNothing]
    case .asBefore: [.stores(.v1)]
    case .loaded: [.stores(.v2)]
    case .unsaid: []
    }
  }
}
