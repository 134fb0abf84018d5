import CacheVocabulary

/// A row of a table of URLs: two of them, and what becomes of responses that are stored for both.
struct ResponseKeyRow: TableRow {
  /// What becomes of them.
  enum Entries: String {
    case twoEntries = "two entries"
    case oneEntry = "one entry"
    case oneOrTwo = "one entry or two"
    case survived = "both survive reopening"
  }

  static let inputs = [Column("URLs", []), Column("one", []), Column("another", [])]
  static let outcomes = ["entries"]

  let name: String
  private let one: RequestMessage
  private let other: RequestMessage
  private let entries: Entries
  let rule: RuleID
  let source: SourceLine

  init(
    _ name: String, _ one: String, _ other: String, _ entries: Entries, _ rule: RuleID, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) {
    (self.name, self.entries, self.rule) = (name, entries, rule)
    (self.one, self.other) = (RequestMessage(one), RequestMessage(other))
    source = SourceLine(fileID: fileID, filePath: filePath, line: line)
  }

  var given: [String] { [name, one.shortened, other.shortened] }
  var expected: [String] { [entries.rawValue] }
  var fixture: Fixture<ResponseAction> { .none }

  var steps: [ResponseStep] {
    switch entries {
    case .twoEntries:
      [
        Step(.put(.v1, for: one)),
        Step(.find(one), .answers(.v1)),
        Step(.find(other), .answersNothing),
        Step(.put(.v2, for: other)),
        Step(.find(other), .answers(.v2)),
        Step(.find(one), .answers(.v1)),
      ]
    case .oneEntry:
      [
        Step(.put(.v1, for: one)),
        Step(.find(other), .answers(.v1)),
        Step(.find(RequestMessage(String(other.url.prefix { $0 != "#" }))), .answers(.v1)),
        Step(.find(RequestMessage("http://store.test/elsewhere")), .answersNothing),
      ]
    case .oneOrTwo:
      [
        Step(.put(.v1, for: one)),
        Step(
          .find(other), oneOf: [Outcome("one entry", .answers(.v1)), Outcome("two entries", .answersNothing)]),
        Step(.put(.v2, for: other)),
        Step(.find(other), .answers(.v2)),
        Step(.find(one), oneOf: [Outcome("one entry", .answers(.v2)), Outcome("two entries", .answers(.v1))]),
      ]
    case .survived:
      [
        Step(.put(.v1, for: one)),
        Step(.put(.v2, for: other)),
        Step(.restart),
        Step(.find(one), .answers(.v1)),
        Step(.find(other), .answers(.v2)),
      ]
    }
  }
}
