extension NormalizedSpec {
  /// Droids with different keys are cached, and objects are removed by a pattern: those with the keys under *removed*,
  /// and no others. Those under *open* are all removed or all stay: the document does not say.
  ///
  /// - *droids*: `.many`, with all the keys that the patterns need; `.two`.
  /// - *cache*: `.usual`, the kind under test; `.memory`; `.sqlite`.
  // swift-format-ignore
  static let matchingTable: [NormalizedMatchingRow] = [
    //  name                            pattern  droids cache    removed                                       open                     rule
    .init(("contained: 200",            "200",   .many, .usual,  ["2001", "2002", "3200"],                     []),                     "normalized.remove.matching"),
    .init(("whole: 3200",               "3200",  .many, .usual,  ["3200"],                                     []),                     "normalized.remove.matching"),
    .init(("at the start: 20",          "20",    .many, .usual,  ["2001", "2002", "2010", "3200"],             []),                     "normalized.remove.matching"),
    .init(("at the end: 01",            "01",    .many, .usual,  ["2001", "2010"],                             []),                     "normalized.remove.matching"),
    .init(("longer than a key: 20011",  "20011", .many, .usual,  [],                                           []),                     "normalized.remove.matching"),
    .init(("of a type: char",           "char",  .many, .usual,  [],                                           []),                     "normalized.remove.matching"),
    .init(("quote: o'",                 "o'",    .many, .usual,  ["o'neill"],                                  []),                     "normalized.remove.matching"),
    .init(("lower-case pattern: droid", "droid", .many, .usual,  ["Droid:1", "droid:1", "Droid:2", "MyDROID"], []),                     "normalized.remove.matching-ignores-case"),
    .init(("upper-case pattern: DROID", "DROID", .many, .usual,  ["Droid:1", "droid:1", "Droid:2", "MyDROID"], []),                     "normalized.remove.matching-ignores-case"),
    .init(("lower-case, kind=memory",   "droid", .many, .memory, ["Droid:1", "droid:1", "Droid:2", "MyDROID"], []),                     "normalized.remove.matching-ignores-case"),
    .init(("upper-case, kind=memory",   "DROID", .many, .memory, ["Droid:1", "droid:1", "Droid:2", "MyDROID"], []),                     "normalized.remove.matching-ignores-case"),
    .init(("lower-case, kind=sqlite",   "droid", .many, .sqlite, ["Droid:1", "droid:1", "Droid:2", "MyDROID"], []),                     "normalized.remove.matching-ignores-case"),
    .init(("upper-case, kind=sqlite",   "DROID", .many, .sqlite, ["Droid:1", "droid:1", "Droid:2", "MyDROID"], []),                     "normalized.remove.matching-ignores-case"),
    .init(("percent, kind=memory",      "a%b",   .many, .memory, ["a%b"],                                      ["a_b", "aXb", "aXXb"]), "normalized.remove.matching-wildcards"),
    .init(("underscore, kind=memory",   "a_b",   .many, .memory, ["a_b"],                                      ["a%b", "aXb"]),         "normalized.remove.matching-wildcards"),
    .init(("percent, kind=sqlite",      "a%b",   .many, .sqlite, ["a%b"],                                      ["a_b", "aXb", "aXXb"]), "normalized.remove.matching-wildcards"),
    .init(("underscore, kind=sqlite",   "a_b",   .many, .sqlite, ["a_b"],                                      ["a%b", "aXb"]),         "normalized.remove.matching-wildcards"),
    .init(("all or none",               "",      .two,  .usual,  [],                                           ["2001", "x"]),          "normalized.remove.matching-empty"),
    .init(("Ä and ä",                   "ä",     .many, .usual,  ["ärger"],                                    ["ÄRGER"]),              "normalized.remove.matching-case-beyond-ascii"),
  ]
}
