import CacheVocabulary

/// A row of a table of responses: what one said of itself, and whether it is served.
struct HTTPResponseRow: TableRow {
  /// How the response came into the cache.
  enum Came: String {
    case loaded
    case answered = "loaded, and stored or not"
    case stored = "stored by direct access"
  }

  /// What a request for it then brings.
  enum Answer: String {
    case served, checked
    case either = "served or checked"
  }

  static let inputs = ["row", "came", "response", "requested"].map { Column($0, []) }
  static let outcomes = ["answer"]

  let name: String
  private let came: Came
  private let representation: Representation
  private let later: Duration
  private let answer: Answer
  let rule: RuleID
  let source: SourceLine

  init(
    _ name: String, _ came: Came, _ representation: Representation, _ later: Duration, _ answer: Answer, _ rule: RuleID,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    (self.name, self.came, self.representation) = (name, came, representation)
    (self.later, self.answer, self.rule) = (later, answer, rule)
    source = SourceLine(fileID: fileID, filePath: filePath, line: line)
  }

  var given: [String] {
    [name, came.rawValue, "\(representation)", later == .zero ? "at once" : "\(later.inWords) later"]
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

  var steps: [ResponseStep] {
    switch answer {
    case .served: [HTTPSpec.served]
    case .checked: [HTTPSpec.checked]
    case .either: [HTTPSpec.servedOrChecked]
    }
  }
}
