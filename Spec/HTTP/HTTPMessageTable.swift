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
    .init(("alike",                            .stored, saying("max-age=60, max-age=60"),                                    .zero,               .either),  "http.directives.duplicate"),
    .init(("first Expires past",               .stored, saying().with("Expires", past).with("Expires", ahead),               .zero,               .checked), "http.directives.duplicate"),
    .init(("first Expires ahead",              .stored, saying().with("Expires", ahead).with("Expires", past),               .zero,               .either),  "http.directives.duplicate"),
    .init(("fresh and no-cache",               .stored, saying("max-age=60, no-cache"),                                      .zero,               .checked), "http.directives.duplicate"),
    .init(("immutable, no-cache",              .stored, saying("immutable, max-age=60", "no-cache"),                         .zero,               .checked), "http.directives.duplicate"),
    .init(("a quote in quotes",                .stored, saying("unknown=\"a\\\", no-cache, \\\"b\", max-age=60"),            .zero,               .served),  "http.directives.escapes"),
    .init(("and stale",                        .stored, saying("unknown=\"a\\\", max-age=60, \\\"b\", max-age=0"),           .zero,               .checked), "http.directives.escapes"),
    .init(("a backslash at the end of quotes", .stored, saying("unknown=\"a\\\\\", max-age=60, other=\"b\""),                .zero,               .served),  "http.directives.escapes"),
    .init(("three backslashes",                .stored, saying("unknown=\"a\\\\\\\", no-cache, b\", max-age=60"),            .zero,               .served),  "http.directives.escapes"),
    .init(("two backslashes, then no-cache",   .stored, saying("max-age=60, unknown=\"a\\\\\", no-cache, other=\"b\""),      .zero,               .checked), "http.directives.escapes"),
    .init(("four backslashes, then no-cache",  .stored, saying("max-age=60, unknown=\"a\\\\\\\\\", no-cache, other=\"b\""),  .zero,               .checked), "http.directives.escapes"),
    .init(("a digit after a backslash",        .stored, saying("max-age=\"\\60\""),                                          .zero,               .served),  "http.directives.quoted"),
    .init(("a digit after a backslash, stale", .stored, saying("max-age=\"\\0\""),                                           .zero,               .checked), "http.directives.escapes"),
    .init(("max-age alone",                    .stored, saying("max-age"),                                                   .zero,               .checked), "http.directives.invalid"),
    .init(("max-age=1:00",                     .stored, saying("max-age=1:00"),                                              .zero,               .checked), "http.directives.invalid"),
    .init(("an Age of twenty digits",          .stored, saying("max-age=60").with("Age", "99999999999999999999"),            .zero,               .checked), "http.age.header"),
    .init(("an Age of 2^32 + 1",               .stored, saying("max-age=60").with("Age", "4294967297"),                      .zero,               .checked), "http.age.header"),
    .init(("cache-control in small letters",   .stored, saying().with("cache-control", "max-age=60"),                        .zero,               .served),  "http.directives.syntax"),
    .init(("and stale by that",                .stored, saying("max-age=60").with("cache-control", "no-cache"),              .zero,               .checked), "http.directives.syntax"),
    .init(("age in small letters",             .stored, saying("max-age=60").with("age", "120"),                             .zero,               .checked), "http.age.header"),
    .init(("expires in small letters",         .stored, saying().with("expires", past),                                      .zero,               .checked), "http.directives.syntax"),
    .init(("max-age=60=60",                    .stored, saying("max-age=60=60"),                                             .zero,               .checked), "http.directives.invalid"),
    .init(("beside immutable",                 .stored, saying("max-age=60, immutable"),                                     .zero,               .served),  "http.fresh.max-age"),
    .init(("stale by max-age",                 .stored, saying("immutable, max-age=0"),                                      .zero,               .checked), "http.immutable"),
    .init(("stale by Date",                    .stored, saying("max-age=60, immutable").dated(secondsAgo: 120),              .zero,               .checked), "http.immutable"),
    .init(("stale by Age",                     .stored, saying("max-age=60, immutable").with("Age", "120"),                  .zero,               .checked), "http.immutable"),
    .init(("stale by Expires",                 .stored, saying("immutable").dated(secondsAgo: 120).expiring(inSeconds: -60), .zero,               .checked), "http.immutable"),
    .init(("stale by the time in the store",   .stored, saying("max-age=1, immutable"),                                      .milliseconds(1200), .checked), "http.immutable"),
  ]

  /// The header fields that are stored and sent, and invalid messages.
  static let messageScenarios: [ResponseScenario] =
    directiveScenarios + fieldScenarios + readingScenarios + datesAsStored + ageScenarios + ageElsewhereScenarios
    + invalidScenarios

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
    Scenario(
      "http.directives.escapes", "no-store in quotes, when it is loaded",
      given: .loaderHasStored.originHas(saying("unknown=\"a\\\", no-store, \\\"b\", max-age=60")),
      then: [Step(.load(.a), .answers(.v1)), Step(.find(.a), .answers(.v1))]),
    Scenario(
      "http.directives.duplicate", "public and no-store",
      given: .loaderHasStored.originHas(saying("public, max-age=60, no-store")),
      then: [Step(.load(.a), .answers(.v1)), Step(.find(.a), .answersNothing)]),
  ]

  private static let ofProxies = ["Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization"]

  private static let fieldScenarios: [ResponseScenario] =
    ofProxies.map { notStored($0, Representation.v1.with($0, "close")) } + ofProxies.map(notTakenOver)
    + ["Connection", "Keep-Alive", "TE", "Upgrade", "Proxy-Connection"].map {
      leftOutOrKept($0, Representation.v1.with($0, "close"))
    } + [
      Scenario(
        "http.headers.stored", "others are",
        given: .loaderHasStored.originHas(Representation.v1.with("X-Kept", "1")),
        then: [
          Step(.load(.a), .answers(.v1)), Step(.inspect(.a), .answers(containing: [.v1, .header("X-Kept", "1")])),
        ]),
      Scenario(
        "http.headers.stored", "Set-Cookie",
        given: .loaderHasStored.originHas(Representation.v1.with("Set-Cookie", "id=1")),
        then: [
          Step(.load(.a), .answers(.v1)),
          Step(.inspect(.a), .answers(containing: [.v1, .header("Set-Cookie", "id=1")])),
        ]),
      Scenario(
        "http.headers.stored", "in two lines",
        given: .loaderHasStored.originHas(Representation.v1.with("X-Kept", "1").with("X-Kept", "2")),
        then: [
          Step(.load(.a), .answers(.v1)), served,
          Step(.inspectAnswer(["X-Kept"]), .answers(oneOf: ["1, 2", "1,2"].map { .header("X-Kept", $0) })),
        ]),
      leftOutOrKept("Transfer-Encoding", Representation.v1.with("Transfer-Encoding", "chunked")),
      leftOutOrKept("X-Hop", Representation.v1.with("Connection", "X-Hop").with("X-Hop", "1")),
    ]

  /// Fields that tell a client how to read a response are stored like any other.
  private static let readingScenarios: [ResponseScenario] = [
    ("Content-Encoding", "identity"), ("Content-Location", "/a"), ("Content-Range", "bytes 0-8/9"),
    ("Content-Type", "text/plain; charset=utf-8"),
  ].map { name, value in
    Scenario(
      "http.headers.stored", name, given: .loaderHasStored.originHas(Representation.v1.with(name, value)),
      then: [Step(.load(.a), .answers(.v1)), Step(.inspect(.a), .answers(containing: [.v1, .header(name, value)]))])
  }

  /// A date is the one that the origin stated (RFC 9110, 6.6.1).
  private static let datesAsStored: [ResponseScenario] = [
    ("Date", "Mon, 01 Jan 2018 00:00:00 GMT"), ("Expires", "Thu, 01 Jan 2099 00:00:00 GMT"),
  ].map { name, value in
    Scenario(
      "http.headers.stored", "\(name), as it was",
      given: .stored((name == "Date" ? saying("max-age=2000000000").undated : saying()).with(name, value))
        .and("10 s later", [Step(.advance(.seconds(10)))]),
      then: [served, Step(.inspectAnswer([name]), .answers(.header(name, value)))])
  }

  private static let ageScenarios: [ResponseScenario] = [
    ages("after a minute", .loaded(saying("max-age=600")), after: .minutes(1), [60]),
    ages("by Expires", .loaded(saying().expiring(inSeconds: 600)), after: .minutes(1), [60]),
    ages("at once", .stored(saying("max-age=600")), [0, 1]),
    ages("with an Age", .stored(saying("max-age=600").with("Age", "30")), [30, 31]),
    ages("with a Date", .stored(saying("max-age=600").dated(secondsAgo: 40)), [40, 41]),
    ages(
      "with a Date of forty years ago, in two digits",
      .stored(saying("max-age=600").dated(secondsAgo: fortyYears).writing(.rfc850)), under: .returnCacheDataElseLoad,
      [fortyYears, fortyYears + 1]),
    ages("with an Age, later", .loaded(saying("max-age=600").with("Age", "30")), after: .minutes(1), [90]),
    ages(
      "of what is stale, else loaded", .stored(saying("max-age=0")), under: .returnCacheDataElseLoad,
      after: .hours(48), [48 * 3600]),
    ages(
      "of what is stale, cached alone", .stored(saying("max-age=0")), under: .returnCacheDataDontLoad,
      after: .hours(48), [48 * 3600]),
    ages(
      "of what is cached, else loaded", .stored(saying("max-age=600")), under: .returnCacheDataElseLoad,
      after: .minutes(1), [60]),
    ages(
      "of what is cached alone", .stored(saying("max-age=600")), under: .returnCacheDataDontLoad, after: .minutes(1),
      [60]),
  ]

  private static let ageElsewhereScenarios: [ResponseScenario] = [
    agesIfServed("behind which it is refreshed", saying("max-age=60, stale-while-revalidate=600"), .a),
    agesIfServed("asked for with max-stale", saying("max-age=60"), .a.saying(["Cache-Control": "max-stale=600"])),
    agesIfServed("to a HEAD", saying("max-age=600"), .by("HEAD")),
    agesIfServed("in part", saying("max-age=600"), .a.saying(["Range": "bytes=0-6"])),
  ]

  /// A response that was stored 100 seconds ago may answer a request, and then states its age; or the origin answers.
  private static func agesIfServed(
    _ row: String, _ stored: Representation, _ request: RequestMessage, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.headers.age-sent", row,
      given: .stored(stored).and("100 s later", [Step(.advance(.seconds(100)))])
        .originHas(Representation.v2.with("X-Other", "1")),
      then: [
        Step(.load(request)), saysItsAge,
      ], line: line)
  }

  /// The newest answer is the response that was stored 100 seconds ago, and states that age, or is another response.
  static let saysItsAge = saysItsAge(.answers(oneOf: [.header("Age", "100"), .header("Age", "101")]))

  /// The same after the origin has failed. A module that retries lets time pass, and the response ages by that time.
  static let saysItsAgeAfterRetries = saysItsAge(
    .answer(
      .described(
        "age: 100, or more where retries took time",
        .oneOf((100...700).map { [.value(.header("Age", "\($0)"))] }))))

  private static func saysItsAge(_ age: Expectation<ResponseAction>) -> ResponseStep {
    Step(
      .inspectAnswer(["X-Other", "Age"]),
      oneOf: [
        Outcome("served, with its age", age), Outcome("another", .answers(containing: [.header("X-Other", "1")])),
      ])
  }

  private static let fortyYears = 40 * 365 * 24 * 3600

  /// Invalid messages from the origin.
  private static let invalidScenarios: [ResponseScenario] =
    [
      invalid("status 600", Representation.v1.status(600)),
      invalid("a body that stops early", .v1.with("Content-Length", "18")),
      invalid("a length with a comma", .v1.with("Content-Length", "9,")),
    ]
    + [("a CR", "\r"), ("an LF", "\n"), ("a NUL", "\0")].map { name, character in
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
