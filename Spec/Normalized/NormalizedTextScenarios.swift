extension NormalizedSpec {
  /// Keys and values of any kind.
  static let textScenarios: [NormalizedScenario] =
    awkwardKeys.map { row, key, other in
      NormalizedScenario(
        "normalized.keys.any-text", row, given: .works(),
        then: [
          Step(.serve(.droids([key: "this", other: "other"]), to: .listDroids)),
          Step(.fetch(.listDroids), .requests(.listDroids)),
        ] + removing(key, leaving: other))
    }
    + [
      NormalizedScenario(
        "normalized.keys.any-text", "composed and decomposed, in one answer", given: .works(),
        then: [
          Step(.serve(.droids([composed: "this", decomposed: "other"]), to: .listDroids)),
          Step(.fetch(.listDroids), .requests(.listDroids)),
          Step(.peek(.listDroids), .answers(.droids([composed: "this", decomposed: "other"]))),
        ] + removing(composed, leaving: decomposed)),
      NormalizedScenario(
        "normalized.keys.any-text", "composed and decomposed, in two answers", given: .works(),
        then: [NormalizedStep].fetching(["leader": .character(composed, "this")], .leader)
          + .fetching(["traitor": .character(decomposed, "other")], .traitor) + [
            Step(.peek(.leader), .answers(["leader": .character(composed, "this")])),
            Step(.peek(.traitor), .answers(["traitor": .character(decomposed, "other")])),
          ] + removing(composed, leaving: decomposed)),
      NormalizedScenario(
        "normalized.keys.any-text", "a key that reads like a path", given: .works(),
        then: [NormalizedStep].fetching(.home("9", "Mos Eisley", in: "Tatooine"), .home("9"))
          + .fetching(.home("9.home", "Theed", in: "Naboo"), .home("9.home"))
          + .fetching(.home("9\\.home", "Keren", in: "Rori"), .home("9\\.home")) + [
            Step(.peek(.home("9")), .answers(.home("9", "Mos Eisley", in: "Tatooine"))),
            Step(.peek(.home("9.home")), .answers(.home("9.home", "Theed", in: "Naboo"))),
            Step(.peek(.home("9\\.home")), .answers(.home("9\\.home", "Keren", in: "Rori"))),
          ]),
    ]
    + [
      NormalizedScenario(
        "normalized.values.any", "one in place of another", given: .works(),
        then: (plainValues + plainValues.reversed()).flatMap { value -> [NormalizedStep] in
          let data: GraphValue = ["sample": ["id": "s", "value": value]]
          let found = NormalizedStep(.peek(.sample("s")), .answers(data))
          return .fetching(data, .sample("s"))
            + [value == .null ? found.demanded(by: "normalized.records.null") : found]
        }),
      NormalizedScenario(
        "normalized.values.any", "composed, then decomposed", given: .works(),
        then: fetchedOnce(["sample": ["id": "s", "value": .text(composed)]], .sample("s")) + [
          Step(.serve(["sample": ["id": "s", "value": .text(decomposed)]], to: .sample("s"))),
          Step(.fetch(.sample("s"), .fetchIgnoringCacheData)),
          Step(.peek(.sample("s")), oneOf: eitherForm),
        ]),
      NormalizedScenario(
        "normalized.values.any", "decomposed text", given: .works(),
        then: [NormalizedStep].fetching(["sample": ["id": "s", "value": .text(decomposed)]], .sample("s")) + [
          Step(.peek(.sample("s")), oneOf: eitherForm)
        ]),
    ]
    + awkwardValues.map { row, value in
      NormalizedScenario(
        "normalized.values.any", row, given: .works(),
        then: fetchedOnce(["sample": ["id": "s", "value": value]], .sample("s")))
    }

  /// A letter whose form was decomposed when it was fetched. To a Swift app the two texts are equal.
  private static let eitherForm: [Outcome<NormalizedAction>] = [
    Outcome("in the form that was fetched", .answers(["sample": ["id": "s", "value": .text(decomposed)]])),
    Outcome("in another form, which is equal", .answers(["sample": ["id": "s", "value": .text(composed)]])),
  ]

  /// One letter that two texts encode in different bytes.
  private static let (composed, decomposed) = ("\u{e9}", "e\u{301}")
  static let twoForms = [composed, decomposed]

  /// Two droids are read by their keys, and one is removed.
  static func removing(_ key: String, leaving other: String) -> [NormalizedStep] {
    [
      Step(.read(.characterName, key), .answers(.character(key, "this"))),
      Step(.read(.characterName, other), .answers(.character(other, "other"))),
      Step(.remove(key)),
      Step(.read(.characterName, key), .fails),
      Step(.read(.characterName, other), .answers(.character(other, "other"))),
    ]
  }

  /// Each paired with another that is almost the same.
  static let awkwardKeys: [(String, String, String)] = [
    ("quotes", "o'\"key\"", "o'\"key"), ("brackets", "a[0](b){c}", "a[0](b){d}"), ("percent", "a%b", "aXb"),
    ("underscore", "a_b", "aXb"), ("period", "a.b", "a"), ("slash", "a/b\\c", "a/b"), ("space", "a b", "a  b"),
    ("zero byte", "a\u{0}b", "a\u{0}c"), ("newline", "a\nb", "a\nc"), ("emoji", "🤖👩‍👩‍👧", "🤖👩‍👩‍👦"),
    ("Cyrillic", "ключ", "ключи"),
    ("case", "Key", "kEY"), ("10,000 characters", long + "1", long + "2"), ("SQL", "'; DROP TABLE records; --", "x"),
    ("the root's name", "QUERY_ROOT.hero", "QUERY_ROOT.droids"),
    ("an opening round bracket", "a(b", "a(c"), ("a closing round bracket", "a)b", "a)c"),
    ("an opening square bracket", "a[b", "a[c"), ("a closing square bracket", "a]b", "a]c"),
    ("an opening curly bracket", "a{b", "a{c"), ("a closing curly bracket", "a}b", "a}c"),
    ("an opening angle bracket", "a<b", "a<c"), ("a closing angle bracket", "a>b", "a>c"),
    ("brackets the wrong way round", "a)](b", "a)](c"), ("a bracket alone", "(", ")"),
    ("the beginning of a path", "9", "9.home"), ("a number with noughts before it", "007", "7"),
    ("a number with a sign", "+7", "7"), ("a number with a fraction", "7.0", "7"),
    ("a number with an exponent", "7e2", "700"), ("a number in hexadecimal", "0x7", "7"),
    ("a percent escape", "a%20b", "a b"), ("a plus for a space", "a+b", "a b"), ("an entity", "a&amp;b", "a&b"),
  ]

  private static let long = String(repeating: "long/", count: 2000)

  private static let plainValues: [GraphValue] = [
    1, 1.5, true, false, "text", "", .null, ["a", "b"], [], ["a": 1], [[1, .null]],
  ]

  static let awkwardValues: [(String, GraphValue)] = [
    ("the largest integer", .integer(.max)), ("the smallest integer", .integer(.min)),
    ("an integer beyond a double", 9_007_199_254_740_993), ("zero", 0), ("a fraction", 0.1),
    ("a tiny fraction", 2.5e-300),
    ("a huge fraction", 1.7976931348623157e308), ("true", true), ("false", false), ("empty text", ""),
    ("64 KB of text", .text(String(repeating: "0123456789abcdef", count: 4096))),
    ("70,000 characters", .text(String(repeating: "0123456789", count: 7000))),
    ("integers beyond a double in lists", [9_007_199_254_740_993, [9_007_199_254_740_995]]),
    ("truth values in lists", [true, [false, 0, 1]]), ("a null in an object", ["a": .null, "b": [["c": .null]]]),
    ("fractions in lists", [0.1, [["f": 0.1]]]), ("line ends of two kinds", "a\r\nb\nc\rd"),
    ("text of any characters", "quote \" percent % zero \u{0} emoji 🤖 newline \n"), ("an empty object", [:]),
    ("an object that looks like a reference", ["$reference": "2001"]),
    ("text that looks like a reference", "$reference{2001}"),
    ("a list of objects that look like references", [["$reference": "2001"], ["$reference": "2001"]]),
    ("lists of texts that look like references", [["$reference{2001}"], ["2001", "QUERY_ROOT"]]),
    ("an object in which there is a reference by its looks", ["a": ["b": [["$reference": "2001"]]]]),
    ("an object with an id", ["id": "2001", "name": "not an object of the graph"]),
    ("text that reads like null", "null"), ("text that reads like a truth value", "true"),
    ("text that reads like a number", "1"),
    ("texts that read like other values, in a list", ["null", "false", "-1.5"]),
  ]
}
