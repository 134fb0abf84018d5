/// The tables of URLs. Their host is not the origin's, which has a different address for loaders that use real sockets,
/// so these URLs stay as they are written.
extension ResponseSpec {
  /// Two URLs that differ in one part: version 1 is stored for one of them, and they have `.twoEntries` or `.oneEntry`.
  /// Two spellings of one URL may have `.oneOrTwo`.
  // swift-format-ignore
  static let keyTable: [ResponseKeyRow] = [
    //  they differ in           one URL                        another                         entries       rule
    .init(("scheme",                    "http://store.test/a",         "https://store.test/a",         .twoEntries), "response.store.key"),
    .init(("host",                      "http://store.test/a",         "http://other.test/a",          .twoEntries), "response.store.key"),
    .init(("port",                      "http://store.test/a",         "http://store.test:8080/a",     .twoEntries), "response.store.key"),
    .init(("port 80 with https",        "https://store.test:80/a",     "https://store.test/a",        .twoEntries), "response.store.key"),
    .init(("port 443 with http",        "http://store.test:443/a",     "http://store.test/a",         .twoEntries), "response.store.key"),
    .init(("path",                      "http://store.test/a",         "http://store.test/b",          .twoEntries), "response.store.key"),
    .init(("letter case of the path",   "http://store.test/a",         "http://store.test/A",          .twoEntries), "response.store.key"),
    .init(("query",                     "http://store.test/a?q=1",     "http://store.test/a?q=2",      .twoEntries), "response.store.key"),
    .init(("no query",                  "http://store.test/a",         "http://store.test/a?q=1",      .twoEntries), "response.store.key"),
    .init(("empty query",               "http://store.test/a",         "http://store.test/a?",         .twoEntries), "response.store.key"),
    .init(("order of query parameters", "http://store.test/a?q=1&r=2", "http://store.test/a?r=2&q=1",  .twoEntries), "response.store.key"),
    .init(("trailing slash",            "http://store.test/a",         "http://store.test/a/",         .twoEntries), "response.store.key"),
    .init(("user",                      "http://ann@store.test/a",     "http://bob@store.test/a",      .twoEntries), "response.store.key"),
    .init(("password",                  "http://ann:x@store.test/a",   "http://ann:y@store.test/a",    .twoEntries), "response.store.key"),
    .init(("plus encoded",              "http://store.test/a?q=b+c",   "http://store.test/a?q=b%2Bc",  .twoEntries), "response.store.key"),
    .init(("number sign encoded",       "http://store.test/a%23top",  "http://store.test/a",          .twoEntries), "response.store.key"),
    .init(("encoded twice",             "http://store.test/%2561",     "http://store.test/%61",        .twoEntries), "response.store.key"),
    .init(("slash encoded",             "http://store.test/a/b",       "http://store.test/a%2Fb",      .twoEntries), "response.store.key"),
    .init(("fragment",                  "http://store.test/a#top",     "http://store.test/a#end",      .oneEntry),   "response.store.key"),
    .init(("scheme's case",             "HTTP://store.test/a",         "http://store.test/a",         .oneOrTwo),   "response.store.key-spelling"),
    .init(("host's case",               "http://Store.Test/A",         "http://store.test/A",         .oneOrTwo),   "response.store.key-spelling"),
    .init(("port 80 with http",         "http://store.test:80/a",      "http://store.test/a",         .oneOrTwo),   "response.store.key-spelling"),
    .init(("port 443 with https",       "https://store.test:443/a",    "https://store.test/a",        .oneOrTwo),   "response.store.key-spelling"),
    .init(("no path",                   "http://store.test",           "http://store.test/",          .oneOrTwo),   "response.store.key-spelling"),
    .init(("non-ASCII encoded",         "http://store.test/\u{E9}",    "http://store.test/%C3%A9",    .oneOrTwo),   "response.store.key-spelling"),
    .init(("letter encoded",            "http://store.test/%61",       "http://store.test/a",         .oneOrTwo),   "response.store.key-spelling"),
  ]

  /// Two URLs of one kind, each with its own response, which have `.survived` when the store is reopened.
  // swift-format-ignore
  static let oddURLTable: [ResponseKeyRow] = [
    //  both are               one URL                                 another                                 after reopening   rule
    .init(("8,000 characters", long + "11",                            long + "12",                            .survived),       "response.store.large-and-odd-keys"),
    .init(("150 characters",   middling + "1",                         middling + "2",                         .survived),       "response.store.large-and-odd-keys"),
    .init(("non-ASCII",        "http://store.test/größe/日本/☕️",      "http://store.test/größe/日本/🍵",      .survived),       "response.store.large-and-odd-keys"),
    .init(("percent-encoded",  "http://store.test/%C3%A9%2Fa",         "http://store.test/%C3%A9%2Fb",         .survived),       "response.store.large-and-odd-keys"),
  ]

  private static let middling = "http://store.test/" + String(repeating: "m", count: 131)
  private static let long = "http://store.test/" + String(repeating: "long/", count: 1596)
}

/// A row of a table of URLs: two URLs, and what happens to the responses that are stored for them.
struct ResponseKeyRow: TableRow {
  /// What happens to the responses.
  enum Entries: String, DescribedByRawValue {
    case twoEntries = "two entries"
    case oneEntry = "one entry"
    case oneOrTwo = "one entry or two"
    case survived = "both survive reopening"
  }

  static let inputs = [Column("URLs", []), Column("one", []), Column("another", [])]
  static let outcomes = ["entries"]

  let cells: (name: String, one: String, other: String, entries: Entries)
  let rule: RuleID
  let source: SourceLine

  var name: String { cells.name }
  var given: [String] { [name, one.shortened, other.shortened] }
  var fixture: Fixture<ResponseAction> { .none }

  private var one: RequestMessage { RequestMessage(cells.one) }
  private var other: RequestMessage { RequestMessage(cells.other) }

  var steps: [ResponseStep] {
    switch cells.entries {
    case .twoEntries:
      [
        Step(.put(.v1, for: one)),
        Step(.find(one), .answers(.v1)),
        Step(.find(other), .answersNothing),
        Step(.put(.v2, for: other)),
        Step(.find(other), .answers(.v2)),
        Step(.find(one), .answers(.v1)),
      ]
    case .oneEntry:
      [
        Step(.put(.v1, for: one)),
        Step(.find(other), .answers(.v1)),
        Step(.find(RequestMessage(String(other.url.prefix { $0 != "#" }))), .answers(.v1)),
        Step(.find(RequestMessage("http://store.test/elsewhere")), .answersNothing),
      ]
    case .oneOrTwo:
      [
        Step(.put(.v1, for: one)),
        Step(
          .find(other), oneOf: [Outcome("one entry", .answers(.v1)), Outcome("two entries", .answersNothing)]),
        Step(.put(.v2, for: other)),
        Step(.find(other), .answers(.v2)),
        Step(.find(one), oneOf: [Outcome("one entry", .answers(.v2)), Outcome("two entries", .answers(.v1))]),
      ]
    case .survived:
      [
        Step(.put(.v1, for: one)),
        Step(.put(.v2, for: other)),
        Step(.restart),
        Step(.find(one), .answers(.v1)),
        Step(.find(other), .answers(.v2)),
      ]
    }
  }
}
