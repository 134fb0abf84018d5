/// A row of the table of removals by pattern.
struct NormalizedMatchingRow: TableRow {
  /// The droids that are cached.
  enum Droids: Hashable, CustomStringConvertible {
    case numbered, named, quoted, wild, accented, two
    /// One with this key, and others that are like it without its mark.
    case marked(String)

    var keys: [String] {
      switch self {
      case .numbered: ["1000", "1002", "2001", "2002", "2010", "3200", "drone", "c"]
      case .named: ["Droid:1", "droid:1", "Droid:2", "MyDROID", "Dro:id", "drone", "1000"]
      case .quoted: ["o'neill", "oneill", "2001"]
      case .wild: ["a%b", "a_b", "aXb", "aXXb", "c"]
      case .accented: ["ärger", "ÄRGER", "arger"]
      case .two: ["2001", "x"]
      case .marked(let key): [key, "ab", "aXb", "aXXb"]
      }
    }

    var description: String { keys.map { GraphValue.text($0).description }.joined(separator: ", ") }
  }

  static let inputs = [Column("pattern", []), Column("droids", []), Column("cache", CacheKind.self)]
  static let outcomes = ["removed", "removed or left"]

  let cells: (name: String, pattern: String, droids: Droids, kind: CacheKind, removed: [String], open: [String])
  let rule: RuleID
  let source: SourceLine

  var name: String { cells.name }
  var given: [String] { [Self.quoted([cells.pattern]), "\(cells.droids)", "\(cells.kind)"] }
  var expected: [String] { [cells.removed, cells.open].map { $0.isEmpty ? "none" : Self.quoted($0) } }

  var fixture: NormalizedFixture {
    .droids(keys, ClientSetup(kind: cells.kind)).eachFound(keys)
  }

  var steps: [NormalizedStep] {
    let allowed = (cells.open.isEmpty ? [cells.removed] : [cells.removed, cells.open + cells.removed]).map { gone in
      Outcome<NormalizedAction>(
        gone.isEmpty ? "removes none" : "removes \(Self.quoted(gone))",
        .finds(keys.filter { !gone.contains($0) }, named: "Droid"))
    }
    return [Step(.remove(matching: cells.pattern), .requestsNothing), Step(.look(at: keys), oneOf: allowed)]
  }

  private var keys: [String] { cells.droids.keys }

  private static func quoted(_ keys: [String]) -> String {
    keys.map { GraphValue.text($0).description }.joined(separator: ", ")
  }
}
