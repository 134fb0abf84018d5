import CacheVocabulary

/// A row of the table of freshness: what a response said of its age, and whether it is served.
struct HTTPFreshnessRow: TableRow {
  typealias Came = HTTPResponseRow.Came
  typealias Answer = HTTPResponseRow.Answer

  static let inputs = ["row", "came", "Cache-Control", "Date", "Age", "requested"].map { Column($0, []) }
  static let outcomes = ["answer"]

  let name: String
  private let came: Came
  private let representation: Representation
  private let dated: Int
  private let age: Int?
  private let later: Duration
  private let answer: Answer
  let rule: RuleID
  let source: SourceLine

  init(
    _ name: String, _ came: Came, _ cacheControl: [String], dated: Int, age: Int?, _ later: Double, _ answer: Answer,
    _ rule: RuleID, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    let undated = Representation(.v1, cacheControl: cacheControl).withTag.dated(secondsAgo: dated)
    representation = age.map { undated.with("Age", "\($0)") } ?? undated
    (self.name, self.came, self.dated, self.age, self.answer, self.rule) = (name, came, dated, age, answer, rule)
    self.later = .seconds(later)
    source = SourceLine(fileID: fileID, filePath: filePath, line: line)
  }

  private init(loaded row: Self) {
    // What is stale when it comes need not be stored.
    (name, came) = ("\(row.name), loaded", row.answer == .served ? .loaded : .answered)
    representation = row.representation
    (dated, age, later, answer) = (row.dated, row.age, row.later, row.answer)
    (rule, source) = (row.rule, row.source)
  }

  /// The row of a response that was loaded, and is the same otherwise.
  var whenLoaded: Self { Self(loaded: self) }

  var given: [String] {
    [
      name, came.rawValue, representation.cacheControl.joined(separator: " and "),
      dated == 0 ? "now" : "\(dated) s ago", age.map { "\($0) s" } ?? "absent",
      later == .zero ? "at once" : "\(later.inWords) later",
    ]
  }

  var expected: [String] { [answer.rawValue] }

  var fixture: Fixture<ResponseAction> {
    let fixture: Fixture<ResponseAction> =
      switch came {
      case .loaded: .loaded(representation)
      case .answered: .answered(representation)
      case .stored: .stored(representation)
      }
    return later == .zero ? fixture : fixture.and("\(later.inWords) later", [Step(.advance(later))])
  }

  var steps: [ResponseStep] { [answer == .served ? HTTPSpec.served : HTTPSpec.checked] }
}
