/// When a stale response is served: after an error, while it is refreshed, or without a connection (RFC 9111, 4.2.4 and
/// 5.2.2.2; RFC 5861).
extension HTTPSpec {
  static var staleTopic: Topic<ResponseAction> {
    Topic(
      "http.stale", premises: stalePremises,
      tables: [Table("What happens to a stale response", legend: requestLegend, staleTable, isComplete: false)],
      scenarios: staleTable.map(\.scenario)
    ) {
      Rule(
        "must-revalidate", .must,
        "A stale response with `must-revalidate` is not served while the origin cannot be reached: the result is an error.",
        from: section("5.2.2.2"), about: .responseMustRevalidate)
      Rule(
        "disconnected", .open, "What is served when a stored response is stale and the origin cannot be reached.",
        from: section("4.2.4"), because: "A disconnected cache may serve a stale response."
      ).rows {
        Row(given: .staleStored.originIsDown) {
          Step(.load(.a), oneOf: [Outcome("stale response served", .answers(.v1)), Outcome("error", .fails)])
        }
      }
      Rule(
        "stale-while-revalidate", .may,
        "A response with `stale-while-revalidate` may be served while stale for no longer than that says, and is then refreshed in the background.",
        from: Citation(.rfc5861, "3")
      ).rows {
        Row("requested again after the refresh", given: .offered(saying("max-age=0, stale-while-revalidate=30"))) {
          Step(
            .load(.a),
            oneOf: [
              Outcome("served stale", .answers(.v1), .requestsSomething), Outcome("checked", .answers(.v2), .checks),
            ])
          Step(.load(.a), .answers(.v2), .requestsNothing)
        }
      }
      Rule(
        "stale-if-error", .may,
        "A response with `stale-if-error` may be served in place of an error (no connection, or 500, 502, 503, 504) while stale for no longer than that says.",
        from: Citation(.rfc5861, "4"))
    }
  }

  private static var stalePremises: [Premise<ResponseAction>] {
    [
      .load("http.stale.must-revalidate[stale by max-age]") { $0.states("must-revalidate") }
    ]
  }

  private static func with(_ directives: String) -> HeaderFields { ["Cache-Control": directives] }
  /// Fresh for a minute, and then served while it is revalidated for this many seconds.
  private static func behind(_ seconds: Int) -> Representation {
    saying("max-age=60, stale-while-revalidate=\(seconds)")
  }
  /// Fresh for a minute, and then served in place of an error for this many seconds.
  private static func inPlace(_ seconds: Int) -> Representation { saying("max-age=60, stale-if-error=\(seconds)") }

  /// What happens to a stale response when the origin answers and when it fails.
  // swift-format-ignore
  static let staleTable: [HTTPRequestRow] = [
    //     name                                    stored                                                                     for                 request                origin           answer            rule
    .init(("stale by max-age",                     saying("max-age=0"),                                                       for: .seconds(0),   [:],                   .failing,        .servedOrError),  "http.revalidate.server-error"),
    .init(("stale by max-age",                     saying("max-age=0, must-revalidate"),                                      for: .seconds(0),   [:],                   .failing,        .error),          "http.revalidate.server-error-must-revalidate"),
    .init(("stale by Expires",                     saying("must-revalidate").dated(secondsAgo: 120).expiring(inSeconds: -60), for: .seconds(0),   [:],                   .failing,        .error),          "http.revalidate.server-error-must-revalidate"),
    .init(("stale by Date",                        saying("max-age=60, must-revalidate").dated(secondsAgo: 120),              for: .seconds(0),   [:],                   .failing,        .error),          "http.revalidate.server-error-must-revalidate"),
    .init(("stale by Age",                         saying("max-age=60, must-revalidate").with("Age", "120"),                  for: .seconds(0),   [:],                   .failing,        .error),          "http.revalidate.server-error-must-revalidate"),
    .init(("stale by the time in the store",       saying("max-age=1, must-revalidate"),                                      for: .seconds(2),   [:],                   .failing,        .error),          "http.revalidate.server-error-must-revalidate"),
    .init(("beside stale-if-error",                saying("max-age=0, must-revalidate, stale-if-error=600"),                  for: .seconds(0),   [:],                   .failing,        .error),          "http.revalidate.server-error-must-revalidate"),
    .init(("a request with max-stale",             saying("max-age=0, must-revalidate"),                                      for: .seconds(0),   with("max-stale=600"), .failing,        .error),          "http.revalidate.server-error-must-revalidate"),
    .init(("a 504",                                saying("max-age=0, must-revalidate"),                                      for: .seconds(0),   [:],                   .answering(504), .error),          "http.revalidate.server-error-must-revalidate"),
    .init(("stale by max-age",                     saying("max-age=0, must-revalidate"),                                      for: .seconds(0),   [:],                   .down,           .error),          "http.stale.must-revalidate"),
    .init(("stale by Expires",                     saying("must-revalidate").dated(secondsAgo: 120).expiring(inSeconds: -60), for: .seconds(0),   [:],                   .down,           .error),          "http.stale.must-revalidate"),
    .init(("stale by Date",                        saying("max-age=60, must-revalidate").dated(secondsAgo: 120),              for: .seconds(0),   [:],                   .down,           .error),          "http.stale.must-revalidate"),
    .init(("stale by Age",                         saying("max-age=60, must-revalidate").with("Age", "120"),                  for: .seconds(0),   [:],                   .down,           .error),          "http.stale.must-revalidate"),
    .init(("stale by the time in the store",       saying("max-age=1, must-revalidate"),                                      for: .seconds(2),   [:],                   .down,           .error),          "http.stale.must-revalidate"),
    .init(("beside stale-if-error",                saying("max-age=0, must-revalidate, stale-if-error=600"),                  for: .seconds(0),   [:],                   .down,           .error),          "http.stale.must-revalidate"),
    .init(("beside stale-while-revalidate",        saying("max-age=0, must-revalidate, stale-while-revalidate=600"),          for: .seconds(0),   [:],                   .down,           .error),          "http.stale.must-revalidate"),
    .init(("a request with max-stale",             saying("max-age=0, must-revalidate"),                                      for: .seconds(0),   with("max-stale=600"), .down,           .error),          "http.stale.must-revalidate"),
    .init(("within the window",                    behind(60),                                                                for: .seconds(119), [:],                   .up,             .staleOrChecked), "http.stale.stale-while-revalidate"),
    .init(("at the end of the window",             behind(60),                                                                for: .seconds(120), [:],                   .up,             .staleOrChecked), "http.stale.stale-while-revalidate"),
    .init(("after the window",                     behind(60),                                                                for: .seconds(121), [:],                   .up,             .checked),        "http.stale.stale-while-revalidate"),
    .init(("while fresh",                          behind(60),                                                                for: .seconds(0),   [:],                   .up,             .served),         "http.stale.stale-while-revalidate"),
    .init(("a 503 within the window",              inPlace(60),                                                               for: .seconds(119), [:],                   .failing,        .servedOrError),  "http.stale.stale-if-error"),
    .init(("a 503 at the end of the window",       inPlace(60),                                                               for: .seconds(120), [:],                   .failing,        .servedOrError),  "http.stale.stale-if-error"),
    .init(("a 500 within the window",              inPlace(60),                                                               for: .seconds(119), [:],                   .answering(500), .servedOrError),  "http.stale.stale-if-error"),
    .init(("a 503 after the window",               inPlace(60),                                                               for: .seconds(121), [:],                   .failing,        .error),          "http.stale.stale-if-error"),
    .init(("the origin is down within the window", saying("max-age=0, stale-if-error=60"),                                    for: .seconds(0),   [:],                   .down,           .servedOrError),  "http.stale.stale-if-error"),
    .init(("the origin is down after the window",  saying("max-age=0, stale-if-error=1"),                                     for: .seconds(2),   [:],                   .down,           .error),          "http.stale.stale-if-error"),
    .init(("a 404 within the window",              inPlace(60),                                                               for: .seconds(119), [:],                   .answering(404), .passedOn),       "http.stale.stale-if-error"),
  ]
}
