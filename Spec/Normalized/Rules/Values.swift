/// The values of fields, which are read from the cache as they were fetched, whatever their type and however they look.
/// It follows from Apollo's 'Specifying a cache policy'.
extension NormalizedSpec {
  static var valuesTopic: Topic<NormalizedAction> {
    Topic("normalized.values", premises: valuesPremises) {
      Rule(
        "any", .derived,
        "Large integers, fractions, large texts, and values that look like a reference are read from the cache exactly as they were fetched.",
        from: policies,
        because: "Follows from `normalized.policy.cache-else-fetch`: what is loaded is the data that was fetched.",
        about: .graph(.valueType)
      ).rows {
        for (row, value) in shownValues {
          Row(row, given: .works()) { fetchedOnce(["sample": ["id": "s", "value": value]], .sample("s")) }
        }
        Row("a letter is decomposed", given: .works()) {
          [Step].fetching(["sample": ["id": "s", "value": .text(decomposed)]], .sample("s"))
          Step(.peek(.sample("s")), oneOf: eitherForm)
        }
      }
    }
  }

  private static var valuesPremises: [Premise<NormalizedAction>] {
    [
      .data("normalized.values.any[zero]") { if case .integer = $0 { true } else { false } },
      .data("normalized.values.any[an integer that a double cannot represent]") { $0.isIntegerBeyondDoubles },
      .data("normalized.values.any[a fraction]") { if case .fraction = $0 { true } else { false } },
      .data("normalized.values.any[true]") { if case .bool = $0 { true } else { false } },
      .data("normalized.values.any[text of any characters]") { value in
        if case .text(let text) = value { text.contains(where: "\"%\u{0}🤖\n".contains) } else { false }
      },
    ]
  }

  /// The outcomes for a letter that was fetched in decomposed form. To a Swift app the two texts are equal.
  private static let eitherForm: [Outcome<NormalizedAction>] = [
    Outcome("in the form that was fetched", .answers(["sample": ["id": "s", "value": .text(decomposed)]])),
    Outcome("in another form, which is equal", .answers(["sample": ["id": "s", "value": .text(composed)]])),
  ]

  /// One letter in its composed and its decomposed form, which differ in their bytes.
  private static let (composed, decomposed) = ("\u{e9}", "e\u{301}")

  /// Values that rows show.
  private static let shownValues: [(String, GraphValue)] = [
    ("zero", 0), ("the largest integer", .integer(.max)),
    ("an integer that a double cannot represent", 9_007_199_254_740_993),
    ("a fraction", 0.1), ("true", true), ("false", false), ("empty text", ""),
    ("64 KB of text", .text(String(repeating: "0123456789abcdef", count: 4096))),
    ("text of any characters", "quote \" percent % zero \u{0} emoji 🤖 newline \n"),
    ("an object that looks like a reference", ["$reference": "2001"]),
    ("text that looks like a reference", "$reference{2001}"), ("text that reads like a number", "1"),
  ]

  /// Values that runs are drawn with.
  static let awkwardValues: [(String, GraphValue)] =
    shownValues + [
      ("the smallest integer", .integer(.min)), ("a tiny fraction", 2.5e-300),
      ("a huge fraction", 1.7976931348623157e308),
      ("70,000 characters", .text(String(repeating: "0123456789", count: 7000))),
      ("integers beyond a double in lists", [9_007_199_254_740_993, [9_007_199_254_740_995]]),
      ("truth values in lists", [true, [false, 0, 1]]), ("a null in an object", ["a": .null, "b": [["c": .null]]]),
      ("fractions in lists", [0.1, [["f": 0.1]]]), ("line ends of two kinds", "a\r\nb\nc\rd"), ("an empty object", [:]),
      ("a list of objects that look like references", [["$reference": "2001"], ["$reference": "2001"]]),
      ("lists of texts that look like references", [["$reference{2001}"], ["2001", "QUERY_ROOT"]]),
      ("an object in which there is a reference by its looks", ["a": ["b": [["$reference": "2001"]]]]),
      ("an object with an id", ["id": "2001", "name": "not an object of the graph"]),
      ("text that reads like null", "null"), ("text that reads like a truth value", "true"),
      ("texts that read like other values, in a list", ["null", "false", "-1.5"]),
    ]
}
