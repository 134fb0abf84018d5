/// A row of the table of requests: what is stored, what a request asks for, and what it may get.
struct HTTPRequestRow: TableRow {
  /// The outcome of the request.
  enum Answer: String, DescribedByRawValue {
    case served, checked
    case either = "served or checked"
    case servedOrError = "served or error"
    case staleOrChecked = "served and refreshed, or checked"
    case error
    case passedOn = "answer of the origin"
  }

  static let inputs = ["row", "stored", "for", "request"].map(Column.listed) + [Column("origin", [])]
  static let outcomes = ["answer"]

  let cells:
    (name: String, stored: Representation, for: Duration, fields: HeaderFields, origin: HTTPOrigin, answer: Answer)
  let rule: RuleID
  let source: SourceLine

  var name: String { cells.name }
  var given: [String] {
    [
      name, cells.stored.stated, later == .zero ? "" : "for \(later.spoken)",
      cells.fields.lines.isEmpty ? "" : "request \(cells.fields.stated)", cells.origin.description,
    ]
  }

  private var later: Duration { cells.for }
  private var request: RequestMessage { .a.saying(cells.fields) }

  var fixture: Fixture<ResponseAction> {
    // What need not be served need not be stored.
    let came: Fixture<ResponseAction> = cells.answer == .served ? .stored(cells.stored) : .offered(cells.stored)
    let fixture = later == .zero ? came : came.and("\(later.inWords) later", [Step(.advance(later))])
    return switch cells.origin {
    case .up: fixture
    case .down: fixture.originIsDown
    case .answering(let status):
      fixture.originHas(Representation(.v3, cacheControl: ["no-store"]).status(status))
    }
  }

  var steps: [ResponseStep] {
    let served = Outcome("served", Expectation<ResponseAction>.answers(.v1), .requestsNothing)
    let checked = Outcome("checked", Expectation<ResponseAction>.answers(.v2), .checks)
    let stale = Outcome("served stale", Expectation<ResponseAction>.answers(.v1), .requestsSomething)
    let error = Outcome("error", Expectation<ResponseAction>.fails, .requestsSomething)
    let passedOn = Outcome("passed on", Expectation<ResponseAction>.answers(.v3), .requestsSomething)
    let outcomes =
      switch cells.answer {
      case .served: [served]
      case .checked: [checked]
      case .either: [served, checked]
      case .servedOrError: [stale, error]
      case .staleOrChecked: [stale, checked]
      case .error: [error]
      case .passedOn: [passedOn]
      }
    return [Step(.load(request), oneOf: outcomes)]
  }
}

/// What the origin does with a request.
enum HTTPOrigin: CustomStringConvertible {
  case up, down
  case answering(Int)

  static let failing = Self.answering(503)

  var description: String {
    switch self {
    case .up: ""
    case .down: "is down"
    case .answering(let status): "answers \(status)"
    }
  }
}
