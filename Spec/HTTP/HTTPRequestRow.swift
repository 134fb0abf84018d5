import CacheVocabulary

/// A row of the table of requests: what is stored, what a request says, and what it may get.
struct HTTPRequestRow: TableRow {
  /// What the request brings.
  enum Answer: String {
    case served, checked
    case either = "served or checked"
    case servedOrError = "served or error"
    case staleOrChecked = "served and refreshed, or checked"
    case error
  }

  static let inputs = ["row", "stored", "for", "request", "origin"].map { Column($0, []) }
  static let outcomes = ["answer"]

  let name: String
  private let stored: Representation
  private let later: Duration
  private let request: RequestMessage
  private let origin: HTTPOrigin
  private let answer: Answer
  let rule: RuleID
  let source: SourceLine

  init(
    _ name: String, _ stored: Representation, for later: Duration = .zero, _ fields: HeaderFields,
    _ origin: HTTPOrigin, _ answer: Answer, _ rule: RuleID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) {
    (self.name, self.stored, self.later, self.request) = (name, stored, later, .a.saying(fields))
    (self.origin, self.answer, self.rule) = (origin, answer, rule)
    source = SourceLine(fileID: fileID, filePath: filePath, line: line)
  }

  var given: [String] {
    [name, "\(stored)", later.inWords, request.fields.lines.isEmpty ? "plain" : "\(request.fields)", origin.rawValue]
  }

  var expected: [String] { [answer.rawValue] }

  var fixture: Fixture<ResponseAction> {
    let stored = stored == .stale(.v1).withTag ? Fixture.staleStored : .stored(stored)
    let fixture = later == .zero ? stored : stored.and("\(later.inWords) later", [Step(.advance(later))])
    return switch origin {
    case .up: fixture
    case .down: fixture.originIsDown
    case .failing, .failing500, .failing502, .failing504:
      fixture.originHas(Representation(.v3, cacheControl: ["no-store"]).status(Int(origin.rawValue) ?? 503))
    }
  }

  var steps: [ResponseStep] {
    let served = Outcome("served", Expectation<ResponseAction>.answers(.v1), .requestsNothing)
    let checked = Outcome("checked", Expectation<ResponseAction>.answers(.v2), .checks)
    let stale = Outcome("served stale", Expectation<ResponseAction>.answers(.v1), .requestsSomething)
    let error = Outcome("error", Expectation<ResponseAction>.fails, .requestsSomething)
    let outcomes =
      switch answer {
      case .served: [served]
      case .checked: [checked]
      case .either: [served, checked]
      case .servedOrError: [stale, error]
      case .staleOrChecked: [stale, checked]
      case .error: [error]
      }
    return [Step(.load(request), oneOf: outcomes)]
  }
}

/// What the origin does with a request.
enum HTTPOrigin: String {
  case up = "version 2"
  case down
  case failing = "503"
  case failing500 = "500"
  case failing502 = "502"
  case failing504 = "504"
}
