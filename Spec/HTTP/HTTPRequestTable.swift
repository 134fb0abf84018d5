extension HTTPSpec {
  /// Fresh for a minute, half of which has passed.
  private static let halfFresh = saying("max-age=60").with("Age", "30")

  private static func with(_ directives: String) -> HeaderFields { ["Cache-Control": directives] }
  /// Fresh for a minute, and then served while it is revalidated for this many seconds.
  private static func behind(_ seconds: Int) -> Representation {
    saying("max-age=60, stale-while-revalidate=\(seconds)")
  }
  /// Fresh for a minute, and then served in place of an error for this many seconds.
  private static func inPlace(_ seconds: Int) -> Representation { saying("max-age=60, stale-if-error=\(seconds)") }

  /// The directives of a request: a response that has been stored for this long meets a request, and is `.served`,
  /// `.checked` (revalidated), or `.either`.
  // swift-format-ignore
  static let requestTable: [HTTPRequestRow] = [
    .init(("Cache-Control",             saying("max-age=60"),                 for: .seconds(0),   with("no-cache"),       .up, .either),  "http.request.no-cache"),
    .init(("Pragma alone",              saying("max-age=60"),                 for: .seconds(0),   ["Pragma": "no-cache"], .up, .either),  "http.request.no-cache"),
    .init(("older than max-age",        halfFresh,                            for: .seconds(0),   with("max-age=10"),     .up, .either),  "http.request.max-age"),
    .init(("younger than max-age",      halfFresh,                            for: .seconds(0),   with("max-age=50"),     .up, .served),  "http.request.max-age"),
    .init(("fresh for less",            halfFresh,                            for: .seconds(0),   with("min-fresh=50"),   .up, .either),  "http.request.min-fresh"),
    .init(("fresh for longer",          halfFresh,                            for: .seconds(0),   with("min-fresh=10"),   .up, .served),  "http.request.min-fresh"),
    .init(("stale for less",            saying("max-age=60"),                 for: .seconds(119), with("max-stale=60"),   .up, .either),  "http.request.max-stale"),
    .init(("stale for longer",          saying("max-age=60"),                 for: .seconds(121), with("max-stale=60"),   .up, .checked), "http.request.max-stale"),
    .init(("stale for ever so long",    saying("max-age=0"),                  for: .seconds(2),   with("max-stale"),      .up, .either),  "http.request.max-stale"),
    .init(("must-revalidate",           saying("max-age=0, must-revalidate"), for: .seconds(0),   with("max-stale=90"),   .up, .checked), "http.request.max-stale"),
    .init(("no-cache",                  saying("no-cache, max-age=60"),       for: .seconds(0),   with("max-stale=90"),   .up, .checked), "http.request.max-stale"),
    .init(("what is fresh is stored",   saying("max-age=60"),                 for: .seconds(0),   with("no-store"),       .up, .either),  "http.request.no-store"),
  ]

  /// An answer to a revalidation that does not confirm the stored response is passed on, whatever it is (RFC 9111,
  /// 4.3.3).
  static let answeredScenarios: [ResponseScenario] =
    [404].flatMap { status in
      [("", "max-age=0"), (", must-revalidate", "max-age=0, must-revalidate")].map { name, directives in
        HTTPRequestRow(
          (
            "a check answered with \(status)\(name)", saying(directives), for: .seconds(0), [:], .answering(status),
            .passedOn
          ),
          "response.policy.use-protocol"
        ).scenario
      }
    }

  /// What happens to a stale response when the origin answers and when it fails.
  // swift-format-ignore
  static let staleTable: [HTTPRequestRow] = [
    .init(("by max-age",               saying("max-age=0"),                                                       for: .seconds(0),   [:], .failing, .servedOrError),  "http.revalidate.server-error"),
    .init(("by max-age",               saying("max-age=0, must-revalidate"),                                      for: .seconds(0),   [:], .failing, .error),          "http.revalidate.server-error-must-revalidate"),
    .init(("by Expires",               saying("must-revalidate").dated(secondsAgo: 120).expiring(inSeconds: -60), for: .seconds(0),   [:], .failing, .error),          "http.revalidate.server-error-must-revalidate"),
    .init(("by Date",                  saying("max-age=60, must-revalidate").dated(secondsAgo: 120),              for: .seconds(0),   [:], .failing, .error),          "http.revalidate.server-error-must-revalidate"),
    .init(("by Age",                   saying("max-age=60, must-revalidate").with("Age", "120"),                  for: .seconds(0),   [:], .failing, .error),          "http.revalidate.server-error-must-revalidate"),
    .init(("by the time in the store", saying("max-age=1, must-revalidate"),                                      for: .seconds(2),   [:], .failing, .error),          "http.revalidate.server-error-must-revalidate"),
    .init(("beside stale-if-error",         saying("max-age=0, must-revalidate, stale-if-error=600"),                                    for: .seconds(0),   [:], .failing, .error),          "http.revalidate.server-error-must-revalidate"),
    .init(("asked for with max-stale",      saying("max-age=0, must-revalidate"),                                                        for: .seconds(0),   with("max-stale=600"), .failing, .error),          "http.revalidate.server-error-must-revalidate"),
    .init(("504",                           saying("max-age=0, must-revalidate"),                                                        for: .seconds(0),   [:], .answering(504), .error),          "http.revalidate.server-error-must-revalidate"),
    .init(("by max-age",                    saying("max-age=0, must-revalidate"),                                                        for: .seconds(0),   [:], .down,    .error),          "http.stale.must-revalidate"),
    .init(("by Expires",                    saying("must-revalidate").dated(secondsAgo: 120).expiring(inSeconds: -60),                   for: .seconds(0),   [:], .down,    .error),          "http.stale.must-revalidate"),
    .init(("by Date",                       saying("max-age=60, must-revalidate").dated(secondsAgo: 120),                                for: .seconds(0),   [:], .down,    .error),          "http.stale.must-revalidate"),
    .init(("by Age",                        saying("max-age=60, must-revalidate").with("Age", "120"),                                    for: .seconds(0),   [:], .down,    .error),          "http.stale.must-revalidate"),
    .init(("by the time in the store",      saying("max-age=1, must-revalidate"),                                                        for: .seconds(2),   [:], .down,    .error),          "http.stale.must-revalidate"),
    .init(("beside stale-if-error",         saying("max-age=0, must-revalidate, stale-if-error=600"),                                    for: .seconds(0),   [:], .down,    .error),          "http.stale.must-revalidate"),
    .init(("asked for with max-stale",      saying("max-age=0, must-revalidate"),                                                        for: .seconds(0),   with("max-stale=600"), .down,    .error),          "http.stale.must-revalidate"),
    .init(("within the window",        behind(60),                                                                for: .seconds(119), [:], .up,      .staleOrChecked), "http.stale.stale-while-revalidate"),
    .init(("after it",                 behind(60),                                                                for: .seconds(121), [:], .up,      .checked),        "http.stale.stale-while-revalidate"),
    .init(("while fresh",              behind(60),                                                                for: .seconds(0),   [:], .up,      .served),         "http.stale.stale-while-revalidate"),
    .init(("503, within the window",   inPlace(60),                                                               for: .seconds(119), [:], .failing, .servedOrError),  "http.stale.stale-if-error"),
    .init(("503, after it",            inPlace(60),                                                               for: .seconds(121), [:], .failing, .error),  "http.stale.stale-if-error"),
    .init(("down, at once",            saying("max-age=0, stale-if-error=60"),                                    for: .seconds(0),   [:], .down,    .servedOrError),  "http.stale.stale-if-error"),
    .init(("down, a second after it",  saying("max-age=0, stale-if-error=1"),                                     for: .seconds(2),   [:], .down,    .error),  "http.stale.stale-if-error"),
    .init(("404 is no such error",     inPlace(60),                                                               for: .seconds(119), [:], .answering(404), .passedOn),     "http.stale.stale-if-error"),
  ]

  /// Cases for which the table of requests has no outcome.
  static let requestScenarios: [ResponseScenario] = [
    onlyIfCached("nothing stored", .originHasVersion2, Outcome("loaded", .answers(.v2), .requests(.get("/a")))),
    onlyIfCached(
      "stale", .staleStored, Outcome("checked", .answers(.v2), .checks),
      Outcome("stale response served", .answers(.v1), .requestsNothing)),
    Scenario(
      "http.request.only-if-cached", "fresh", given: .freshStored,
      then: [Step(.load(.a.saying(with("only-if-cached"))), .answers(.v1), .requestsNothing)]),
    Scenario(
      "http.stale.stale-while-revalidate", "then refreshed",
      given: .stored(saying("max-age=0, stale-while-revalidate=30")),
      then: [
        Step(
          .load(.a),
          oneOf: [
            Outcome("served stale", .answers(.v1), .requestsSomething), Outcome("checked", .answers(.v2), .checks),
          ]), Step(.load(.a), .answers(.v2), .requestsNothing),
      ]),
  ]

  private static func onlyIfCached(
    _ row: String, _ fixture: Fixture<ResponseAction>, _ others: Outcome<ResponseAction>..., line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.request.only-if-cached", row, given: fixture,
      then: [
        Step(
          .load(.a.saying(with("only-if-cached"))),
          oneOf: [Outcome("error without a request (preferred)", .fails, .requestsNothing)] + others),
        // An error that is not a response leaves the status of the previous answer.
        Step(.inspectStatus, oneOf: [Outcome("504", .answers(.status(504))), Outcome("200", .answers(.status(200)))]),
      ], line: line)
  }
}
