import CacheVocabulary

/// A row of the table of removals by pattern.
struct NormalizedMatchingRow: TableRow {
  static let inputs = [Column("cache", CacheKind.self), Column("pattern", []), Column("cached keys", [])]
  static let outcomes = ["removed", "removed or left"]

  let name: String
  private let pattern: String
  private let removed: [String]
  private let left: [String]
  private let open: [String]
  private let kind: CacheKind
  let rule: RuleID
  let source: SourceLine

  init(
    _ name: String, _ pattern: String, _ removed: [String], _ left: [String], _ open: [String],
    kind: CacheKind = .usual, _ rule: RuleID, line: Int = #line, fileID: String = #fileID, filePath: String = #filePath
  ) {
    (self.name, self.pattern, self.removed, self.left, self.open) = (name, pattern, removed, left, open)
    (self.kind, self.rule) = (kind, rule)
    source = SourceLine(fileID: fileID, filePath: filePath, line: line)
  }

  private var keys: [String] { open + removed + left }

  var given: [String] { ["\(kind)", Self.quoted([pattern]), Self.quoted(keys)] }
  var expected: [String] { [Self.quoted(removed), Self.quoted(open)] }

  var fixture: NormalizedFixture {
    .droids(keys, ClientSetup(kind: kind)).and(
      "each is found by its key", standingOn: "normalized.read.fragment",
      [Step(.look(at: keys), .finds(keys, named: "Droid"))])
  }

  var steps: [NormalizedStep] {
    let allowed = (open.isEmpty ? [removed] : [removed, open + removed]).map { gone in
      Outcome<NormalizedAction>(
        gone.isEmpty ? "removes none" : "removes \(Self.quoted(gone))",
        .finds(keys.filter { !gone.contains($0) }, named: "Droid"))
    }
    return [Step(.remove(matching: pattern), .requestsNothing), Step(.look(at: keys), oneOf: allowed)]
  }

  private static func quoted(_ keys: [String]) -> String {
    keys.map { GraphValue.text($0).description }.joined(separator: ", ")
  }
}
