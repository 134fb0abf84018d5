/// Marks in texts: each stands for itself, in arguments as in patterns that objects are removed by.
extension NormalizedSpec {
  static let marks: [(name: String, text: String)] = [
    ("an asterisk", "*"), ("a question mark", "?"), ("a period", "."), ("a comma", ","), ("a colon", ":"),
    ("a semicolon", ";"), ("a hyphen", "-"), ("a plus sign", "+"), ("an equals sign", "="), ("an ampersand", "&"),
    ("a caret", "^"), ("a dollar sign", "$"), ("a number sign", "#"), ("a quotation mark", "\""),
    ("an apostrophe", "'"), ("a slash", "/"), ("an opening round bracket", "("), ("a closing round bracket", ")"),
    ("an opening square bracket", "["), ("a closing square bracket", "]"), ("an opening curly bracket", "{"),
    ("a closing curly bracket", "}"),
  ]

  /// Objects are removed by a pattern with a mark in it.
  static let markedTable: [NormalizedMatchingRow] = marks.map { name, text in
    // Brackets come in pairs in the key, so that the row is about the pattern alone.
    let pair = ["()", "[]", "{}"].first { $0.contains(text) }
    let key = "a\(pair ?? text)b"
    let pattern = pair == nil ? key : pair?.hasPrefix(text) == true ? "a\(text)" : "\(text)b"
    return .init(("a mark: \(name)", pattern, .marked(key), .usual, [key], []), "normalized.remove.matching")
  }

  /// Arguments that are nearly the same.
  static let argumentScenarios: [NormalizedScenario] =
    (marks + [("a zero byte", "\u{0}"), ("a line end", "\n")]).map { name, text in
      entries("a text with \(name)", ["a\(text)b", "ab", "a\(text)c", "a"].map { [GraphArgument("text", .text($0))] })
    }
    + nearlySame.map { entries($0.row, $0.arguments) }

  private static let nearlySame: [(row: String, arguments: [[GraphArgument]])] = [
    ("a number and its negative", [[GraphArgument("limit", 5)], [GraphArgument("limit", -5)]]),
    ("long texts", ["1", "2"].map { [GraphArgument("text", .text(long + $0))] }),
    (
      "a text that reads like another argument",
      [
        [GraphArgument("name", "a"), GraphArgument("text", "b")], [GraphArgument("name", "a,text:b")],
        [GraphArgument("name", "a\",text:\"b")], [GraphArgument("name", "a, text: b")],
        [GraphArgument("name", "a\", text: \"b")],
      ]
    ),
    (
      "texts with quotation marks in a list",
      [[GraphArgument("texts", ["a", "b"])], [GraphArgument("texts", ["a\",\"b"])]]
    ),
    (
      "nulls in a list",
      [["a"], [.null, "a"], ["a", .null], []].map { [GraphArgument("texts", .list($0))] }
    ),
    (
      "an item again in a list",
      [["a"], ["a", "a"], ["a", "b", "a"], ["a", "b"]].map { [GraphArgument("texts", .list($0))] }
    ),
    (
      "a null in an object",
      [["side": "light"], ["side": "light", "rank": .null], ["rank": .null]].map { [GraphArgument("of", $0)] }
    ),
  ]

  private static let long = String(repeating: "search for this and that ", count: 200)

  /// Searches by each of these arguments are fetched one after another, and none is taken for another.
  private static func entries(_ row: String, _ arguments: [[GraphArgument]]) -> NormalizedScenario {
    let searches = arguments.enumerated().map { index, arguments in
      let query: GraphOperation =
        arguments.first?.name == "texts" ? .searchAll(arguments[0].value) : .search(arguments)
      return (query, GraphValue.object([query.fields[0].name: [.character("\(index)", "found")]]))
    }
    return NormalizedScenario(
      "normalized.records.arguments", row, given: .works(),
      then: searches.flatMap { query, data in
        [Step(.peek(query), .fails)] + [NormalizedStep].fetching(data, query)
      } + searches.map { Step(.peek($0), .answers($1)) })
  }
}
