import CacheVocabulary

/// Two URLs that differ in one part. Their host is not the origin's, whose address is another for loaders that use real
/// sockets: these stay as they are written.
private struct KeyRow {
  let part: String
  let one: String
  let other: String
  let line: Int

  init(_ part: String, _ one: String, _ other: String, line: Int = #line) {
    self.part = part
    self.one = one
    self.other = other
    self.line = line
  }
}

extension ResponseSpec {
  /// Which requests share an entry.
  static let keyScenarios: [ResponseScenario] =
    differingParts.map { row in
      ResponseScenario(
        "response.store.key", row.part,
        then: [
          Step(.put(Representation("v1"), for: HTTPRequest(row.one))),
          Step(.find(HTTPRequest(row.one)), .answers("v1")),
          Step(.find(HTTPRequest(row.other)), .answersNothing),
          Step(.put(Representation("v2"), for: HTTPRequest(row.other))),
          Step(.find(HTTPRequest(row.other)), .answers("v2")),
          Step(.find(HTTPRequest(row.one)), .answers("v1")),
        ], line: row.line)
    } + [
      ResponseScenario(
        "response.store.key", "fragment",
        then: [
          Step(.put(Representation("v1"), for: HTTPRequest("http://store.test/a#top"))),
          Step(.find(HTTPRequest("http://store.test/a#end")), .answers("v1")),
          Step(.find(HTTPRequest("http://store.test/a")), .answers("v1")),
          Step(.find(HTTPRequest("http://store.test/b")), .answersNothing),
        ])
    ]
    + ["POST", "PUT", "DELETE"].map { method in
      ResponseScenario(
        "response.store.key-method", method,
        then: [
          Step(.put(Representation("v1"), for: .a)),
          Step(.find(HTTPRequest(.a, method: method)), .answersNothing),
          Step(.find(.a), .answers("v1")),
        ])
    }
    + oddURLs.map { row in
      ResponseScenario(
        "response.store.large-and-odd-keys", row.part,
        then: [
          Step(.put(Representation("v1"), for: HTTPRequest(row.one))),
          Step(.put(Representation("v2"), for: HTTPRequest(row.other))),
          Step(.reopen()),
          Step(.find(HTTPRequest(row.one)), .answers("v1")),
          Step(.find(HTTPRequest(row.other)), .answers("v2")),
        ], line: row.line)
    }

  // swift-format-ignore
  private static let differingParts = [
    // part                one URL                         another
    KeyRow("scheme",         "http://store.test/a",        "https://store.test/a"),
    KeyRow("host",           "http://store.test/a",       "http://other.test/a"),
    KeyRow("port",           "http://store.test/a",       "http://store.test:8080/a"),
    KeyRow("path",           "http://store.test/a",       "http://store.test/b"),
    KeyRow("path case",      "http://store.test/a",       "http://store.test/A"),
    KeyRow("query",          "http://store.test/a?q=1",   "http://store.test/a?q=2"),
    KeyRow("no query",       "http://store.test/a",       "http://store.test/a?q=1"),
    KeyRow("trailing slash", "http://store.test/a",       "http://store.test/a/"),
  ]

  private static let long = "http://store.test/" + String(repeating: "long/", count: 1596)

  // swift-format-ignore
  private static let oddURLs = [
    // what                  one URL                                     another
    KeyRow("8,000 characters", long + "1",                               long + "2"),
    KeyRow("non-ASCII",        "http://store.test/größe/日本/☕️",        "http://store.test/größe/日本/🍵"),
    KeyRow("percent-encoded",  "http://store.test/%C3%A9%2Fa",          "http://store.test/%C3%A9%2Fb"),
    KeyRow("punctuation",      "http://store.test/~!$&'()*+,;=:@-._1",  "http://store.test/~!$&'()*+,;=:@-._2"),
    KeyRow("odd host",         "http://xn--bcher-kva.test/abc?def>>>",   "http://xn--bcher-kva.test/abd?def>>>"),
  ]
}
