extension NormalizedSpec {
  /// Droids with different keys are cached, and objects are removed by a pattern: those with the keys under *removed*,
  /// and no others. Those under *open* are all removed or all stay: the document does not say.
  ///
  /// - *droids*: those that are cached, by their keys. One awkward key a row.
  /// - *cache*: `.usual`, the kind under test; `.memory`; `.sqlite`.
  // swift-format-ignore
  static let matchingTable: [NormalizedMatchingRow] = [
    //  name                            pattern  droids     cache    removed                                       open                     rule
    .init(("contained: 200",            "200",   .numbered, .usual,  ["2001", "2002", "3200"],                     []),                     "normalized.remove.matching"),
    .init(("whole: 3200",               "3200",  .numbered, .usual,  ["3200"],                                     []),                     "normalized.remove.matching"),
    .init(("at the start: 20",          "20",    .numbered, .usual,  ["2001", "2002", "2010", "3200"],             []),                     "normalized.remove.matching"),
    .init(("at the end: 01",            "01",    .numbered, .usual,  ["2001", "2010"],                             []),                     "normalized.remove.matching"),
    .init(("longer than a key: 20011",  "20011", .numbered, .usual,  [],                                           []),                     "normalized.remove.matching"),
    .init(("the name of a type: char",  "char",  .numbered, .usual,  [],                                           []),                     "normalized.remove.matching"),
    .init(("a quote: o'",               "o'",    .quoted,   .usual,  ["o'neill"],                                  []),                     "normalized.remove.matching"),
    .init(("an asterisk",               "a*b",   .marked("a*b"), .usual, ["a*b"],                                  []),                     "normalized.remove.matching"),
    .init(("a period",                  "a.b",   .marked("a.b"), .usual, ["a.b"],                                  []),                     "normalized.remove.matching"),
    .init(("a square bracket",          "a[",    .marked("a[]b"), .usual, ["a[]b"],                                []),                     "normalized.remove.matching"),
    .init(("small letters: droid",     "droid", .named,    .usual,  ["Droid:1", "droid:1", "Droid:2", "MyDROID"], []),                     "normalized.remove.matching-ignores-case"),
    .init(("capitals: DROID",          "DROID", .named,    .usual,  ["Droid:1", "droid:1", "Droid:2", "MyDROID"], []),                     "normalized.remove.matching-ignores-case"),
    .init(("droid, kind=memory",       "droid", .named,    .memory, ["Droid:1", "droid:1", "Droid:2", "MyDROID"], []),                     "normalized.remove.matching-ignores-case"),
    .init(("droid, kind=sqlite",       "droid", .named,    .sqlite, ["Droid:1", "droid:1", "Droid:2", "MyDROID"], []),                     "normalized.remove.matching-ignores-case"),
    .init(("percent, kind=memory",      "a%b",   .wild,     .memory, ["a%b"],                                      ["a_b", "aXb", "aXXb"]), "normalized.remove.matching-wildcards"),
    .init(("underscore, kind=memory",   "a_b",   .wild,     .memory, ["a_b"],                                      ["a%b", "aXb"]),         "normalized.remove.matching-wildcards"),
    .init(("percent, kind=sqlite",      "a%b",   .wild,     .sqlite, ["a%b"],                                      ["a_b", "aXb", "aXXb"]), "normalized.remove.matching-wildcards"),
    .init(("underscore, kind=sqlite",   "a_b",   .wild,     .sqlite, ["a_b"],                                      ["a%b", "aXb"]),         "normalized.remove.matching-wildcards"),
    .init(("the empty pattern",         "",      .two,      .usual,  [],                                           ["2001", "x"]),          "normalized.remove.matching-empty"),
    .init(("a letter outside ASCII",    "ä",     .accented, .usual,  ["ärger"],                                    ["ÄRGER"]),              "normalized.remove.matching-case-beyond-ascii"),
  ]
}

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

extension Fixture where Action == NormalizedAction {
  /// Droids with these keys are cached, all with the same name.
  fileprivate static func droids(_ keys: [String], _ setup: ClientSetup) -> Self {
    works(setup).leading(
      to: name("droids are cached: \(listed(keys))", setup), relyingOn: rule(of: keys),
      [Step].caching(["droids": .list(keys.map { .character($0, "Droid") })], .listDroids))
  }

  /// Each droid is found by its key.
  fileprivate func eachFound(_ keys: [String]) -> Self {
    and(
      "each is found by its key: \(Self.listed(keys))",
      relyingOn: keys.contains(where: \.isAwkward) ? "normalized.keys.any-text" : "normalized.read.fragment",
      [Step(.look(at: keys), .finds(keys, named: "Droid"))])
  }

  /// The rule that objects with such keys are stored by.
  private static func rule(of keys: [String]) -> RuleID {
    keys.contains(where: \.isAwkward) ? "normalized.keys.any-text" : "normalized.policy.fetch-ignoring-cache-data"
  }

  /// These keys as the name of a stage lists them.
  private static func listed(_ keys: [String]) -> String {
    keys.map { GraphValue.text($0).description }.joined(separator: ", ")
  }
}
