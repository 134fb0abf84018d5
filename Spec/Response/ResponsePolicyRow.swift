import CacheVocabulary

/// A row of the policy table: what a policy does with what is stored, and an origin that has version 2.
struct ResponsePolicyRow: TableRow {
  /// What is stored when the request is made.
  enum Stored: String, CaseIterable, CustomStringConvertible {
    case nothing, fresh, stale

    var description: String { rawValue }
  }

  /// What the caller gets.
  enum Answer: String {
    case stored = "stored version"
    case loaded = "origin's version"
    case error
    case storedOrError = "stored version or error"
  }

  /// What the origin is asked.
  enum Request: String {
    case nothing
    case load = "GET"
    case check
    case confirm = "check by its tag"
    case attempt
  }

  /// What is stored afterwards.
  enum Afterwards: String {
    case nothing
    case asBefore = "stored version"
    case loaded = "origin's version"
    case unsaid = "not said"
  }

  static let inputs = [
    Column("policy", RequestPolicy.self), Column("stored", Stored.self), Column("origin", OriginState.self),
  ]
  static let outcomes = ["answer", "request", "stored afterwards"]

  private let policy: RequestPolicy?
  private let stored: Stored
  private let origin: OriginState
  private let answer: Answer
  private let request: Request
  private let afterwards: Afterwards
  let rule: RuleID
  let source: SourceLine

  init(
    _ policy: RequestPolicy, _ stored: Stored, _ origin: OriginState, _ answer: Answer, _ request: Request,
    _ afterwards: Afterwards, _ rule: RuleID, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    self.init(
      policy, stored, origin, answer, request, afterwards, rule,
      source: SourceLine(fileID: fileID, filePath: filePath, line: line))
  }

  private init(
    _ policy: RequestPolicy?, _ stored: Stored, _ origin: OriginState, _ answer: Answer, _ request: Request,
    _ afterwards: Afterwards, _ rule: RuleID, source: SourceLine
  ) {
    (self.policy, self.stored, self.origin, self.answer) = (policy, stored, origin, answer)
    (self.request, self.afterwards, self.rule, self.source) = (request, afterwards, rule, source)
  }

  /// The row of a request that names no policy, where this is one of the policy that is then meant.
  var withoutPolicy: Self? {
    policy != .useProtocolCachePolicy
      ? nil
      : Self(
        nil, stored, origin, answer, request, afterwards, "response.policy.default-is-use-protocol", source: source)
  }

  var given: [String] { [policy?.rawValue ?? "default", "\(stored)", "\(origin)"] }
  var expected: [String] { [answer.rawValue, request.rawValue, afterwards.rawValue] }

  /// The row as scenarios: one for each reason for being fresh, or stale.
  var scenarios: [ResponseScenario] {
    states.map { state in
      let given = ["\(policy?.rawValue ?? "default")", state.name, "\(origin)"]
      let name = zip(Self.inputs, given).map { "\($0.name)=\($1)" }.joined(separator: ",")
      let fixture = origin == .up ? state.fixture : state.fixture.originIsDown
      return Scenario(rule, name, given: fixture, then: steps, source: source)
    }
  }

  private var states: [(name: String, fixture: Fixture<ResponseAction>)] {
    switch stored {
    // Whether a loader asks for what is stored nowhere is what this rule is about.
    case .nothing where rule == "response.policy.else-load-miss": [("nothing", .anotherIsStored.originHas(.v2))]
    case .nothing: [("nothing", .originHasVersion2)]
    case .fresh: FreshReason.allCases.map { ("fresh by \($0)", .freshStored(by: $0)) }
    case .stale: StaleReason.allCases.map { ("stale by \($0)", .staleStored(by: $0)) }
    }
  }

  var fixture: Fixture<ResponseAction> { states[0].fixture }

  var steps: [ResponseStep] { [Step(.load(.a.with(policy)), oneOf: allowed)] }

  private var allowed: [Outcome<ResponseAction>] {
    let beside = [requesting] + storing
    return switch answer {
    case .stored: [Outcome("served", [.answers(.v1)] + beside)]
    case .loaded: [Outcome("loaded", [.answers(.v2)] + beside)]
    case .error: [Outcome("failed", [.fails] + beside)]
    case .storedOrError:
      [Outcome("stale response served", [.answers(.v1)] + beside), Outcome("error", [.fails] + beside)]
    }
  }

  private var requesting: Expectation<ResponseAction> {
    switch request {
    case .nothing: .requestsNothing
    case .load: .requests(.get("/a"))
    case .check: .checks
    case .confirm: .confirms
    case .attempt: .requestsSomething
    }
  }

  private var storing: [Expectation<ResponseAction>] {
    switch afterwards {
    case .nothing: [.storesNothing]
    case .asBefore: [.stores(.v1)]
    case .loaded: [.stores(.v2)]
    case .unsaid: []
    }
  }
}
