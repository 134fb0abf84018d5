import CacheVocabulary

/// A row of the table of removals by pattern.
struct NormalizedMatchingRow: TableRow {
  /// The droids that are cached.
  enum Droids: String, CaseIterable, CustomStringConvertible {
    case many, two

    var keys: [String] {
      switch self {
      case .many:
        [
          "1000", "1002", "2001", "2002", "2010", "3200", "o'neill", "oneill", "Droid:1", "droid:1", "Droid:2",
          "MyDROID", "Dro:id", "drone", "a%b", "a_b", "aXb", "aXXb", "c", "ärger", "ÄRGER", "arger",
        ]
      case .two: ["2001", "x"]
      }
    }

    var description: String { rawValue }
  }

  static let inputs = [Column("pattern", []), Column("droids", Droids.self), Column("cache", CacheKind.self)]
  static let outcomes = ["removed", "removed or left"]

  let name: String
  private let pattern: String
  private let keys: [String]
  private let kind: CacheKind
  private let removed: [String]
  private let open: [String]
  let given: [String]
  let rule: RuleID
  let source: SourceLine

  init(
    _ name: String, _ pattern: String, _ droids: Droids, _ kind: CacheKind, _ removed: [String], _ open: [String],
    _ rule: RuleID, line: Int = #line, fileID: String = #fileID, filePath: String = #filePath
  ) {
    (self.name, self.pattern, keys, self.kind) = (name, pattern, droids.keys, kind)
    (self.removed, self.open, self.rule) = (removed, open, rule)
    given = [Self.quoted([pattern]), "\(droids)", "\(kind)"]
    source = SourceLine(fileID: fileID, filePath: filePath, line: line)
  }

  var expected: [String] { [removed, open].map { $0.isEmpty ? "none" : Self.quoted($0) } }

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
