/// A row of a table of URLs: two URLs, and what happens to the responses that are stored for them.
struct ResponseKeyRow: TableRow {
  /// What happens to the responses.
  enum Entries: String, DescribedByRawValue {
    case twoEntries = "two entries"
    case oneEntry = "one entry"
    case oneOrTwo = "one entry or two"
    case survived = "both survive reopening"
  }

  static let inputs = [Column("URLs", []), Column("one", []), Column("another", [])]
  static let outcomes = ["entries"]

  let cells: (name: String, one: String, other: String, entries: Entries)
  let rule: RuleID
  let source: SourceLine

  var name: String { cells.name }
  var given: [String] { [name, one.shortened, other.shortened] }
  var fixture: Fixture<ResponseAction> { .none }

  private var one: RequestMessage { RequestMessage(cells.one) }
  private var other: RequestMessage { RequestMessage(cells.other) }

  var steps: [ResponseStep] {
    switch cells.entries {
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
