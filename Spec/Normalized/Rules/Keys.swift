/// The text of keys. The server chooses the ids, so any text may come: it follows from Apollo's 'Controlling
/// normalization' and 'Direct cache access' that each is stored, read and removed as it is.
extension NormalizedSpec {
  static var keysTopic: Topic<NormalizedAction> {
    Topic("normalized.keys", premises: keysPremises) {
      Rule(
        "any-text", .derived, "Keys with any characters are stored, read and removed exactly.", from: control, access,
        because:
          "Follows from `normalized.records.id-function` and `normalized.remove.object`: the server chooses the ids.",
        about: .graph(.keyText)
      ).rows {
        for (row, key, other) in shownKeys {
          Row(row, given: .works()) {
            Step(.serve(.droids([key: "this", other: "other"]), to: .listDroids))
            Step(.fetch(.listDroids, .fetchIgnoringCacheData), .requests(.listDroids))
            removing(key, leaving: other)
          }
        }
        Row("a key that reads like a path", given: .works()) {
          [Step].fetching(.home("9", "Mos Eisley", in: "Tatooine"), .home("9"))
          [Step].fetching(.home("9.home", "Theed", in: "Naboo"), .home("9.home"))
          [Step].fetching(.home("9\\.home", "Keren", in: "Rori"), .home("9\\.home"))
          Step(.peek(.home("9")), .answers(.home("9", "Mos Eisley", in: "Tatooine")))
          Step(.peek(.home("9.home")), .answers(.home("9.home", "Theed", in: "Naboo")))
          Step(.peek(.home("9\\.home")), .answers(.home("9\\.home", "Keren", in: "Rori")))
        }
      }
      Rule(
        "aliased", .open,
        "Whether an object is kept by its key where an operation gives the field that keys come from another name.",
        from: control,
        because: "The document computes keys from an object's fields, and does not say by which of their names."
      ).rows {
        Row(given: .works()) {
          [Step].fetching(.artoo("R2-D2"), .character("2001"))
          [Step].fetching(["hero": ["key": "2001", "name": "Artoo"]], .heroKeyByAlias)
          Step(
            .peek(.character("2001")),
            oneOf: [
              Outcome("by its key", .answers(.artoo("Artoo"))), Outcome("by its path", .answers(.artoo("R2-D2"))),
            ])
        }
      }
    }
  }

  private static var keysPremises: [Premise<NormalizedAction>] {
    shownKeys.map { row, key, _ in
      // A key takes for granted what the row of another shows, if they share a special character, or are both very long.
      let characters = Set(key.filter { String($0).isAwkward })
      return .data(
        "normalized.keys.any-text[\(row)]",
        objectsWhere: { id in
          id.isAwkward && (row == "slash" || id.contains(where: characters.contains))
            || row == "case" && id.contains(where: \.isUppercase)
            || id.utf8.count > 200 && key.utf8.count > 200
        })
    }
  }

  /// Two droids are read by their keys, and one is removed.
  private static func removing(_ key: String, leaving other: String) -> [NormalizedStep] {
    [
      Step(.read(.characterName, key), .answers(.character(key, "this"))),
      Step(.read(.characterName, other), .answers(.character(other, "other"))),
      Step(.remove(key)),
      Step(.read(.characterName, key), .fails),
      Step(.read(.characterName, other), .answers(.character(other, "other"))),
    ]
  }

  /// Keys that rows show, each paired with another that is almost the same.
  static let shownKeys: [(String, String, String)] = [
    ("quotes", "o'\"key\"", "o'\"key"), ("brackets", "a[0](b){c}", "a[0](b){d}"), ("period", "a.b", "a"),
    ("slash", "a/b\\c", "a/b"), ("zero byte", "a\u{0}b", "a\u{0}c"), ("emoji", "🤖👩‍👩‍👧", "🤖👩‍👩‍👦"), ("case", "Key", "kEY"),
    ("10,000 characters", long + "1", long + "2"), ("SQL", "'; DROP TABLE records; --", "x"),
    ("an opening round bracket", "a(b", "a(c"), ("the beginning of a path", "9", "9.home"),
    ("a number with leading zeros", "007", "7"), ("a percent escape", "a%20b", "a b"),
    ("an entity", "a&amp;b", "a&b"),
  ]

  /// Keys that runs are drawn with.
  static let awkwardKeys: [(String, String, String)] =
    shownKeys + [
      ("percent", "a%b", "aXb"), ("underscore", "a_b", "aXb"), ("space", "a b", "a  b"), ("newline", "a\nb", "a\nc"),
      ("Cyrillic", "ключ", "ключи"), ("the root's name", "QUERY_ROOT.hero", "QUERY_ROOT.droids"),
      ("a closing round bracket", "a)b", "a)c"), ("an opening square bracket", "a[b", "a[c"),
      ("a closing square bracket", "a]b", "a]c"), ("an opening curly bracket", "a{b", "a{c"),
      ("a closing curly bracket", "a}b", "a}c"), ("an opening angle bracket", "a<b", "a<c"),
      ("a closing angle bracket", "a>b", "a>c"), ("brackets the wrong way round", "a)](b", "a)](c"),
      ("a bracket alone", "(", ")"), ("a number with a sign", "+7", "7"), ("a number with a fraction", "7.0", "7"),
      ("a number with an exponent", "7e2", "700"), ("a number in hexadecimal", "0x7", "7"),
      ("a plus for a space", "a+b", "a b"),
    ]

  private static let long = String(repeating: "long/", count: 2000)
}
