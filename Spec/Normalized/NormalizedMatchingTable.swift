import CacheVocabulary

extension NormalizedSpec {
  /// Droids of these keys are cached, and objects are removed by a pattern. The keys under *open* are either removed, all
  /// of them, or left: the document does not say which.
  // swift-format-ignore
  static let matchingTable: [NormalizedMatchingRow] = [
    // name                            pattern   removed                   left              open              kind, rule
    .init("contained: 200",            "200",    ["2001", "2002", "3200"], ["1000", "2010"], [],               "normalized.remove.matching"),
    .init("whole: 3200",               "3200",   ["3200"],                 ["2001", "1000"], [],               "normalized.remove.matching"),
    .init("at the start: 20",          "20",     ["2001", "2002", "3200"], ["1002"],         [],               "normalized.remove.matching"),
    .init("at the end: 01",            "01",     ["2001"],                 ["2002", "1000"], [],               "normalized.remove.matching"),
    .init("longer than a key: 20011",  "20011",  [],                       ["2001", "2002"], [],               "normalized.remove.matching"),
    .init("quote: o'",                 "o'",     ["o'neill"],              ["oneill"],       [],               "normalized.remove.matching"),
    .init("lower-case pattern: droid", "droid",  ["Droid:1", "MyDROID"],   ["Dro:id"],       [],               "normalized.remove.matching-ignores-case"),
    .init("upper-case pattern: DROID", "DROID",  ["droid:1", "Droid:2"],   ["drone"],        [],               "normalized.remove.matching-ignores-case"),
    .init("percent, kind=memory",      "a%b",    ["a%b"],                  ["c"],            ["aXXb"],         kind: .memory, "normalized.remove.matching-wildcards"),
    .init("underscore, kind=memory",   "a_b",    ["a_b"],                  ["aXXb"],         ["aXb"],          kind: .memory, "normalized.remove.matching-wildcards"),
    .init("percent, kind=sqlite",      "a%b",    ["a%b"],                  ["c"],            ["aXXb"],         kind: .sqlite, "normalized.remove.matching-wildcards"),
    .init("underscore, kind=sqlite",   "a_b",    ["a_b"],                  ["aXXb"],         ["aXb"],          kind: .sqlite, "normalized.remove.matching-wildcards"),
    .init("all or none",               "",       [],                       [],               ["2001", "x"],    "normalized.remove.matching-empty"),
    .init("Ä and ä",                   "ä",      ["ärger"],                ["arger"],        ["ÄRGER"],        "normalized.remove.matching-case-beyond-ascii"),
  ]
}
