extension HTTPSpec {
  private static let past = "Mon, 01 Jan 1990 00:00:00 GMT"
  private static let ahead = "Fri, 01 Jan 2100 00:00:00 GMT"

  /// Directives that are duplicated, contradictory or quoted, and `immutable`.
  // swift-format-ignore
  static let directiveTable: [HTTPResponseRow] = [
    //  name                                   came     response                                                             later                answer     rule
    .init(("first stale",                      .stored, saying("max-age=0, max-age=60"),                                     .zero,               .checked), "http.directives.duplicate"),
    .init(("first line stale",                 .stored, saying("max-age=0", "max-age=60"),                                   .zero,               .checked), "http.directives.duplicate"),
    .init(("first fresh",                      .stored, saying("max-age=60, max-age=0"),                                     .zero,               .either),  "http.directives.duplicate"),
    .init(("first Expires past",               .stored, saying().with("Expires", past).with("Expires", ahead),               .zero,               .checked), "http.directives.duplicate"),
    .init(("fresh and no-cache",               .stored, saying("max-age=60, no-cache"),                                      .zero,               .checked), "http.directives.duplicate"),
    .init(("a quote in quotes",                .stored, saying("unknown=\"a\\\", no-cache, \\\"b\", max-age=60"),            .zero,               .served),  "http.directives.escapes"),
    .init(("a backslash at the end of quotes", .stored, saying("unknown=\"a\\\\\", max-age=60, other=\"b\""),                .zero,               .served),  "http.directives.escapes"),
    .init(("three backslashes",                .stored, saying("unknown=\"a\\\\\\\", no-cache, b\", max-age=60"),            .zero,               .served),  "http.directives.escapes"),
    .init(("two backslashes, then no-cache",   .stored, saying("max-age=60, unknown=\"a\\\\\", no-cache, other=\"b\""),      .zero,               .checked), "http.directives.escapes"),
    .init(("a digit after a backslash, stale", .stored, saying("max-age=\"\\0\""),                                           .zero,               .checked), "http.directives.escapes"),
    .init(("max-age alone",                    .stored, saying("max-age"),                                                   .zero,               .checked), "http.directives.invalid"),
    .init(("cache-control in small letters",   .stored, saying().with("cache-control", "max-age=60"),                        .zero,               .served),  "http.directives.syntax"),
    .init(("stale by max-age",                 .stored, saying("immutable, max-age=0"),                                      .zero,               .checked), "http.immutable"),
    .init(("stale by Date",                    .stored, saying("max-age=60, immutable").dated(secondsAgo: 120),              .zero,               .checked), "http.immutable"),
    .init(("stale by Age",                     .stored, saying("max-age=60, immutable").with("Age", "120"),                  .zero,               .checked), "http.immutable"),
    .init(("stale by Expires",                 .stored, saying("immutable").dated(secondsAgo: 120).expiring(inSeconds: -60), .zero,               .checked), "http.immutable"),
    .init(("stale by the time in the store",   .stored, saying("max-age=1, immutable"),                                      .milliseconds(1200), .checked), "http.immutable"),
  ]

  /// The header fields that are stored and sent, and invalid messages.
  static let messageScenarios: [ResponseScenario] =
    directiveScenarios + fieldScenarios + ageScenarios + invalidScenarios

  private static let directiveScenarios: [ResponseScenario] = [
    Scenario(
      "http.immutable.reload", given: .stored(saying("max-age=600, immutable")),
      then: [
        // It has to be older than the `max-age` that is asked for.
        Step(.advance(.milliseconds(1200))),
        Step(
          .load(.a.saying(["Cache-Control": "max-age=0"])),
          oneOf: [
            Outcome("served (preferred)", .answers(.v1), .requestsNothing), Outcome("checked", .answers(.v2), .checks),
          ]),
      ]),
  ]

  private static let ofProxies = ["Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization"]

  private static let fieldScenarios: [ResponseScenario] =
    ofProxies.map { notStored($0, Representation.v1.with($0, "close")) } + [notTakenOver("Proxy-Authenticate")]
    + ["Connection", "Keep-Alive"].map {
      leftOutOrKept($0, Representation.v1.with($0, "close"))
    } + [
      Scenario(
        "http.headers.stored", "others are",
        given: .loaderHasStored.originHas(Representation.v1.with("X-Kept", "1")),
        then: [
          Step(.load(.a), .answers(.v1)), Step(.inspect(.a), .answers(containing: [.v1, .header("X-Kept", "1")])),
        ]),
      leftOutOrKept("Transfer-Encoding", Representation.v1.with("Transfer-Encoding", "chunked")),
      leftOutOrKept("X-Hop", Representation.v1.with("Connection", "X-Hop").with("X-Hop", "1")),
    ]

  private static let ageScenarios: [ResponseScenario] = [
    ages("after a minute", .loaded(saying("max-age=600")), after: .minutes(1), [60]),
    ages("at once", .stored(saying("max-age=600")), [0, 1]),
    ages("with an Age", .stored(saying("max-age=600").with("Age", "30")), [30, 31]),
    ages("with a Date", .stored(saying("max-age=600").dated(secondsAgo: 40)), [40, 41]),
    ages("with an Age, later", .loaded(saying("max-age=600").with("Age", "30")), after: .minutes(1), [90]),
    ages(
      "of what is stale, else loaded", .stored(saying("max-age=0")), under: .returnCacheDataElseLoad,
      after: .hours(48), [48 * 3600]),
  ]

  /// Invalid messages from the origin.
  private static let invalidScenarios: [ResponseScenario] =
    [
      invalid("status 600", Representation.v1.status(600)),
      invalid("a body that stops early", .v1.with("Content-Length", "18")),
    ]
    + [("an LF", "\n"), ("a NUL", "\0")].map { name, character in
      Scenario(
        "http.message.invalid", "\(name) in a value",
        given: .loaderHasAsked.originHas(.v1.with("X-Note", "a\(character)b")),
        then: [
          takenOrRefused,
          Step(
            .inspectAnswer(["X-Note"]),
            oneOf: [
              Outcome("a space in its place", .answers(.header("X-Note", "a b"))),
              Outcome("left as it is", .answers(.header("X-Note", "a\(character)b"))),
              Outcome("cut there", .answers(.header("X-Note", "a"))), Outcome("left out", .answersNothing),
            ]),
        ])
    }

  /// A response is loaded and then requested again, when the origin has version 2.
  private static func invalid(
    _ row: String, _ representation: Representation, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.message.invalid", row, given: .loaderHasAsked.originHas(representation),
      then: [
        takenOrRefused, Step(.serve(.v2, at: Resource.a)),
        Step(
          .load(.a),
          oneOf: [
            Outcome("served", .answers(.v1), .requestsNothing), Outcome("served as an error", .fails, .requestsNothing),
            Outcome("checked", .answers(.v2), .checks),
          ]),
      ], line: line)
  }

  static let takenOrRefused = ResponseStep(
    .load(.a), oneOf: [Outcome("taken", .answers(.v1)), Outcome("refused", .fails)])

  /// A header field for the connection alone is omitted or stored: nothing is forwarded here.
  private static func leftOutOrKept(_ name: String, _ representation: Representation) -> ResponseScenario {
    Scenario(
      "http.headers.connection", name, given: .loaderHasStored.originHas(representation),
      then: [
        Step(.load(.a), .answers(.v1)),
        Step(
          .inspect(.a),
          oneOf: [
            Outcome("left out", .answers(containing: [.v1]), .answer(.notMentioning(name.lowercased()))),
            Outcome("kept", .answers(containing: [.v1, .header(name, representation.fields[name] ?? "")])),
          ]),
      ])
  }

  /// A header field for a proxy is not stored.
  private static func notStored(_ name: String, _ representation: Representation) -> ResponseScenario {
    Scenario(
      "http.headers.stored", name, given: .loaderHasStored.originHas(representation),
      then: [
        Step(.load(.a), .answers(.v1)),
        Step(.inspect(.a), .answers(containing: [.v1]), .answer(.notMentioning(name.lowercased()))),
      ])
  }

  /// A header field for a proxy is not stored from a 304.
  private static func notTakenOver(_ name: String) -> ResponseScenario {
    Scenario(
      "http.headers.stored", "\(name) of a 304",
      given: .stored(.stale(.v1).withTag).originHas(.v1.withTag.with(name, "close")).confirmed,
      then: [Step(.inspect(.a), .answers(containing: [.v1]), .answer(.notMentioning(name.lowercased())))])
  }

  /// A stored response that is served states its age in seconds.
  private static func ages(
    _ row: String, _ fixture: Fixture<ResponseAction>, under policy: RequestPolicy? = nil,
    after later: Duration = .zero,
    _ seconds: [Int], line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.headers.age-sent", row,
      given: later == .zero ? fixture : fixture.and("\(later.inWords) later", [Step(.advance(later))]),
      then: [
        Step(.load(.a.with(policy)), .answers(.v1), .requestsNothing),
        Step(.inspectAnswer(["Age"]), .answers(oneOf: seconds.map { .header("Age", "\($0)") })),
      ], line: line)
  }
}
