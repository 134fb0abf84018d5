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
    .init(("of a type: char",           "char",  .numbered, .usual,  [],                                           []),                     "normalized.remove.matching"),
    .init(("quote: o'",                 "o'",    .quoted,   .usual,  ["o'neill"],                                  []),                     "normalized.remove.matching"),
    .init(("lower-case pattern: droid", "droid", .named,    .usual,  ["Droid:1", "droid:1", "Droid:2", "MyDROID"], []),                     "normalized.remove.matching-ignores-case"),
    .init(("upper-case pattern: DROID", "DROID", .named,    .usual,  ["Droid:1", "droid:1", "Droid:2", "MyDROID"], []),                     "normalized.remove.matching-ignores-case"),
    .init(("lower-case, kind=memory",   "droid", .named,    .memory, ["Droid:1", "droid:1", "Droid:2", "MyDROID"], []),                     "normalized.remove.matching-ignores-case"),
    .init(("upper-case, kind=memory",   "DROID", .named,    .memory, ["Droid:1", "droid:1", "Droid:2", "MyDROID"], []),                     "normalized.remove.matching-ignores-case"),
    .init(("lower-case, kind=sqlite",   "droid", .named,    .sqlite, ["Droid:1", "droid:1", "Droid:2", "MyDROID"], []),                     "normalized.remove.matching-ignores-case"),
    .init(("upper-case, kind=sqlite",   "DROID", .named,    .sqlite, ["Droid:1", "droid:1", "Droid:2", "MyDROID"], []),                     "normalized.remove.matching-ignores-case"),
    .init(("percent, kind=memory",      "a%b",   .wild,     .memory, ["a%b"],                                      ["a_b", "aXb", "aXXb"]), "normalized.remove.matching-wildcards"),
    .init(("underscore, kind=memory",   "a_b",   .wild,     .memory, ["a_b"],                                      ["a%b", "aXb"]),         "normalized.remove.matching-wildcards"),
    .init(("percent, kind=sqlite",      "a%b",   .wild,     .sqlite, ["a%b"],                                      ["a_b", "aXb", "aXXb"]), "normalized.remove.matching-wildcards"),
    .init(("underscore, kind=sqlite",   "a_b",   .wild,     .sqlite, ["a_b"],                                      ["a%b", "aXb"]),         "normalized.remove.matching-wildcards"),
    .init(("all or none",               "",      .two,      .usual,  [],                                           ["2001", "x"]),          "normalized.remove.matching-empty"),
    .init(("Ä and ä",                   "ä",     .accented, .usual,  ["ärger"],                                    ["ÄRGER"]),              "normalized.remove.matching-case-beyond-ascii"),
  ]
}
