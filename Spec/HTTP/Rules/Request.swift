/// What a request asks of caches (RFC 9111, 5.2.1 and 5.4).
extension HTTPSpec {
  static var requestTopic: Topic<ResponseAction> {
    Topic(
      "http.request",
      tables: [Table("What a request asks of caches", legend: requestLegend, requestTable, isComplete: false)],
      scenarios: requestTable.map(\.scenario)
    ) {
      Rule(
        "no-cache", .open,
        "What a request with `no-cache` in `Cache-Control`, or in `Pragma` alone, gets of a fresh response.",
        from: section("5.2.1.4"), section("5.4"), because: advisory)
      Rule(
        "no-store", .open,
        "Whether the response to a request with `no-store` is stored, and whether a fresh stored one is served to it.",
        from: section("5.2.1.5"),
        because: "\(advisory) It is preferred that nothing is stored; what is stored may be served."
      ).rows {
        Row("nothing is stored", given: .loaderHasStored.originHas(.v1)) {
          Step(.load(.a.saying(with("no-store"))), .answers(.v1))
          Step(
            .find(.a), oneOf: [Outcome("not stored (preferred)", .answersNothing), Outcome("stored", .answers(.v1))])
        }
      }
      Rule(
        "max-age", .open, "What a request gets of a fresh response older than the request's `max-age`.",
        from: section("5.2.1.1"), because: advisory
      ).rows {
        Row("a request that allows less age fails", given: .stored(halfFresh)) {
          Step(.origin(.down))
          Step(
            .load(.a.saying(with("max-age=10"))), oneOf: [Outcome("error", .fails), Outcome("served", .answers(.v1))])
          Step(.load(.a), .answers(.v1), .requestsNothing)
        }
      }
      Rule(
        "min-fresh", .open,
        "What a request gets of a response that stays fresh for less than the request's `min-fresh`.",
        from: section("5.2.1.3"), because: advisory)
      Rule(
        "max-stale", .may,
        "A request with `max-stale` may be served what is stale for no longer than that says, and has neither `must-revalidate` nor `no-cache`.",
        from: section("5.2.1.2"), section("4.2.4"))
      Rule(
        "only-if-cached", .open,
        "Whether a request with `only-if-cached` gets 504 without a request, or the origin's response, when none is stored.",
        from: section("5.2.1.7"), because: advisory
      ).rows {
        onlyIfCached(
          "nothing is stored", .originHasVersion2, Outcome("loaded", .answers(.v2), .requests(.get("/a"))))
        onlyIfCached(
          "a stale response is stored", .staleStored, Outcome("checked", .answers(.v2), .checks),
          Outcome("stale response served", .answers(.v1), .requestsNothing))
        // What may not be served stale is not served for this request either.
        onlyIfCached(
          "a stale response with must-revalidate is stored", .offered(saying("max-age=0, must-revalidate")),
          Outcome("checked", .answers(.v2), .checks))
        Row("a fresh response is stored", given: .freshStored) {
          Step(.load(.a.saying(with("only-if-cached"))), .answers(.v1), .requestsNothing)
        }
      }
    }
  }

  private static let advisory = "A request's directives are only advice (RFC 9111, 5.2.1)."

  /// Fresh for a minute, half of which has passed.
  private static let halfFresh = saying("max-age=60").with("Age", "30")

  private static func with(_ directives: String) -> HeaderFields { ["Cache-Control": directives] }

  /// The directives of a request: a response that has been stored for this long meets a request, and is `.served`,
  /// `.checked` (revalidated), or `.either`.
  // swift-format-ignore
  static let requestTable: [HTTPRequestRow] = [
    //     name                                  stored                                for                 request                 originanswer    rule
    .init(("no-cache in Cache-Control",          saying("max-age=60"),                 for: .seconds(0),   with("no-cache"),       .up, .either),  "http.request.no-cache"),
    .init(("no-cache in Pragma",                 saying("max-age=60"),                 for: .seconds(0),   ["Pragma": "no-cache"], .up, .either),  "http.request.no-cache"),
    .init(("older than the request's max-age",   halfFresh,                            for: .seconds(0),   with("max-age=10"),     .up, .either),  "http.request.max-age"),
    .init(("younger than the request's max-age", halfFresh,                            for: .seconds(0),   with("max-age=50"),     .up, .served),  "http.request.max-age"),
    .init(("max-age=0 for a new response",       saying("max-age=60"),                 for: .seconds(0),   with("max-age=0"),      .up, .either),  "http.request.max-age"),
    .init(("max-age=0 for an older response",    halfFresh,                            for: .seconds(0),   with("max-age=0"),      .up, .either),  "http.request.max-age"),
    .init(("fresh for less than min-fresh",      halfFresh,                            for: .seconds(0),   with("min-fresh=50"),   .up, .either),  "http.request.min-fresh"),
    .init(("fresh for exactly min-fresh",        saying("max-age=60"),                 for: .seconds(30),  with("min-fresh=30"),   .up, .either),  "http.request.min-fresh"),
    .init(("fresh for longer than min-fresh",    halfFresh,                            for: .seconds(0),   with("min-fresh=10"),   .up, .served),  "http.request.min-fresh"),
    .init(("stale for less than max-stale",      saying("max-age=60"),                 for: .seconds(119), with("max-stale=60"),   .up, .either),  "http.request.max-stale"),
    .init(("stale for exactly max-stale",        saying("max-age=60"),                 for: .seconds(120), with("max-stale=60"),   .up, .either),  "http.request.max-stale"),
    .init(("stale for longer than max-stale",    saying("max-age=60"),                 for: .seconds(121), with("max-stale=60"),   .up, .checked), "http.request.max-stale"),
    .init(("max-stale without a number",         saying("max-age=0"),                  for: .seconds(2),   with("max-stale"),      .up, .either),  "http.request.max-stale"),
    .init(("a response with must-revalidate",    saying("max-age=0, must-revalidate"), for: .seconds(0),   with("max-stale=90"),   .up, .checked), "http.request.max-stale"),
    .init(("a response with no-cache",           saying("no-cache, max-age=60"),       for: .seconds(0),   with("max-stale=90"),   .up, .checked), "http.request.max-stale"),
    .init(("a fresh response is stored",         saying("max-age=60"),                 for: .seconds(0),   with("no-store"),       .up, .either),  "http.request.no-store"),
  ]

  private static func onlyIfCached(
    _ row: String, _ fixture: Fixture<ResponseAction>, _ others: Outcome<ResponseAction>..., line: Int = #line
  ) -> Row {
    Row(row, given: fixture, line: line) {
      Step(
        .load(.a.saying(with("only-if-cached"))),
        oneOf: [Outcome("error without a request (preferred)", .fails, .requestsNothing)] + others)
      // An error that is not a response leaves the status of the previous answer.
      Step(.inspectStatus, oneOf: [Outcome("504", .answers(.status(504))), Outcome("200", .answers(.status(200)))])
    }
  }
}
