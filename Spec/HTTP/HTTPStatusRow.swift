import CacheVocabulary

/// A row of the table of statuses: what a response said, and whether it answers the next request.
struct HTTPStatusRow: TableRow {
  /// What the response says of how long it is fresh.
  enum Freshness: String {
    case nothing
    case minute = "max-age=60"
  }

  static let inputs = ["came", "status", "freshness", "requested"].map { Column($0, []) }
  static let outcomes = ["answer"]

  private let came: HTTPResponseRow.Came
  private let status: Int
  private let freshness: Freshness
  private let later: Duration
  private let answer: HTTPResponseRow.Answer
  let rule: RuleID
  let source: SourceLine

  init(
    _ came: HTTPResponseRow.Came, _ status: Int, _ freshness: Freshness, _ later: Duration,
    _ answer: HTTPResponseRow.Answer, _ rule: RuleID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) {
    (self.came, self.status, self.freshness, self.later) = (came, status, freshness, later)
    (self.answer, self.rule) = (answer, rule)
    source = SourceLine(fileID: fileID, filePath: filePath, line: line)
  }

  var name: String {
    "\(status)" + (freshness == .nothing ? "" : ", \(freshness.rawValue)") + (came == .stored ? ", stored" : "")
      + (later == .zero ? "" : ", \(later.inWords) later")
  }

  var given: [String] {
    [came.rawValue, "\(status)", freshness.rawValue, later == .zero ? "at once" : "\(later.inWords) later"]
  }

  var expected: [String] { [answer.rawValue] }

  /// A response changed a year ago, which leaves something to guess by. One that redirects, or has no content, is empty.
  private var representation: Representation {
    Representation(
      [204, 301, 302, 303, 307, 308].contains(status) ? .empty : .v1,
      cacheControl: freshness == .nothing ? [] : [freshness.rawValue]
    )
    .status(status).modified(secondsAgo: 365 * 24 * 3600)
  }

  /// What the caller gets of it.
  private var answered: Expectation<ResponseAction> { status >= 500 ? .fails : .answers(.body(representation.body)) }

  var fixture: Fixture<ResponseAction> {
    let came: Fixture<ResponseAction> =
      came == .stored
      ? .stored(representation)
      : .loaderHasAsked.leading(
        to: "\(representation) was loaded; the origin has version 2",
        standingOn: "response.policy.default-is-use-protocol",
        [
          Step(.serve(representation, at: Resource.a)), Step(.load(.a), answered, .requests(.get("/a"))),
          Step(.serve(.v2, at: Resource.a)),
        ])
    return later == .zero ? came : came.and("\(later.inWords) later", [Step(.advance(later))])
  }

  var steps: [ResponseStep] {
    let served = Outcome("served", answered, .requestsNothing)
    let checked = Outcome("checked", Expectation.answers(.v2), .checks)
    return switch answer {
    case .served: [Step(.load(.a), oneOf: [served])]
    case .checked: [Step(.load(.a), oneOf: [checked])]
    case .either: [Step(.load(.a), oneOf: [served, checked])]
    }
  }
}
