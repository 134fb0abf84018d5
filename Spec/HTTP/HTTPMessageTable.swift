import CacheVocabulary

extension HTTPSpec {
  private static let past = "Mon, 01 Jan 1990 00:00:00 GMT"
  private static let ahead = "Fri, 01 Jan 2100 00:00:00 GMT"

  /// Directives that are given twice, contradict each other, stand in quotes, or promise that nothing changes.
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
    .init(("a digit after a backslash",        .stored, saying("max-age=\"\\60\""),                                          .zero,               .served),  "http.directives.escapes"),
    .init(("a digit after a backslash, stale", .stored, saying("max-age=\"\\0\""),                                           .zero,               .checked), "http.directives.escapes"),
    .init(("max-age alone",                    .stored, saying("max-age"),                                                   .zero,               .checked), "http.directives.invalid"),
    .init(("max-age=1:00",                     .stored, saying("max-age=1:00"),                                              .zero,               .checked), "http.directives.invalid"),
    .init(("max-age=60=60",                    .stored, saying("max-age=60=60"),                                             .zero,               .checked), "http.directives.invalid"),
    .init(("fresh",                            .stored, saying("max-age=60, immutable"),                                     .zero,               .served),  "http.immutable"),
    .init(("stale by max-age",                 .stored, saying("immutable, max-age=0"),                                      .zero,               .checked), "http.immutable"),
    .init(("stale by Date",                    .stored, saying("max-age=60, immutable").dated(secondsAgo: 120),              .zero,               .checked), "http.immutable"),
    .init(("stale by Age",                     .stored, saying("max-age=60, immutable").with("Age", "120"),                  .zero,               .checked), "http.immutable"),
    .init(("stale by Expires",                 .stored, saying("immutable").dated(secondsAgo: 120).expiring(inSeconds: -60), .zero,               .checked), "http.immutable"),
    .init(("stale by the time in the store",   .stored, saying("max-age=1, immutable"),                                      .milliseconds(1200), .checked), "http.immutable"),
  ]

  /// Parts of a response, and the header fields that are kept and sent.
  static let messageScenarios: [ResponseScenario] =
    directiveScenarios + partScenarios + fieldScenarios + ageScenarios + invalidScenarios

  private static let directiveScenarios: [ResponseScenario] = [
    Scenario(
      "http.immutable.reload", given: .stored(saying("max-age=600, immutable")),
      then: [
        Step(
          .load(.a.saying(["Cache-Control": "max-age=0"])),
          oneOf: [Outcome("served", .answers(.v1), .requestsNothing), Outcome("checked", .answers(.v2), .checks)])
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

  private static let partScenarios: [ResponseScenario] = [
    Scenario(
      "http.range.partial", "then the whole", given: .loaderHasAsked.originHas(.v1),
      then: [Step(.load(part("0-3"))), Step(.serve(.v2, at: Resource.a)), partThenWhole]),
    Scenario(
      "http.range.partial", "then another part", given: .loaderHasAsked.originHas(.v1),
      then: [
        Step(.load(part("0-3"))),
        Step(.load(part("8-8")), oneOf: [Outcome("the part", .answers("1")), Outcome("the whole", .answers(.v1))]),
      ]),
    Scenario(
      "http.range.partial", "answered with the whole", given: .loaderHasAsked.originHas(.v1),
      then: [Step(.load(part("0-99")), .answers(.v1)), Step(.serve(.v2, at: Resource.a)), partThenWhole]),
    Scenario(
      "http.range.partial", "not asked for",
      given: .loaderHasAsked.originHas(Representation.v1.status(206).with("Content-Range", "bytes 0-8/18")),
      then: [takenOrRefused, Step(.serve(.v2, at: Resource.a)), checked]),
    Scenario(
      "http.range.partial", "of what is stored", given: .freshServed,
      then: [
        Step(
          .load(part("8-8")),
          oneOf: [
            Outcome("part of what is stored", .answers("1"), .requestsNothing),
            Outcome("all that is stored", .answers(.v1), .requestsNothing),
            Outcome("part of the newer", .answers("2"), .requestsSomething),
            Outcome("all of the newer", .answers(.v2), .requestsSomething),
          ])
      ]),
    ofStored(
      "the end of what is stored", ["Range": "bytes=-1"], part: "1", newer: "2"),
    ofStored("beyond the end", ["Range": "bytes=7-99"], part: " 1", newer: " 2"),
    ofStored("in other units", ["Range": "items=0-3"]),
    ofStored("if it is still what it is not", ["Range": "bytes=8-8", "If-Range": "\"another\""]),
    Scenario(
      "http.range.partial", "of what is stale", given: .staleStored,
      then: [
        Step(
          .load(part("8-8")),
          oneOf: [
            Outcome("part of the newer", .answers("2"), .requestsSomething),
            Outcome("all of the newer", .answers(.v2), .requestsSomething),
          ])
      ]),
    Scenario(
      "http.range.partial", "of two that are under way", given: .loaderHasAsked.originHas(.v1),
      then: [
        Step(.requests(.hold)), Step(.begin(part("0-6"), as: "the first part")), Step(.requests(.awaitHeld(1))),
        Step(.begin(part("8-8"), as: "the second part")),
        Step(
          .requests(.awaitHeldUnlessJoined(2)),
          oneOf: [Outcome("a request for each"), Outcome("one request at a time", .fails)]),
        Step(.requests(.releaseAll)),
        Step(.finish("the first part"), .answers(oneOf: [.body(ResponseBody("version")), .v1])),
        Step(.finish("the second part"), .answers(oneOf: [.body(ResponseBody("1")), .v1])),
      ]),
  ]

  /// A part is asked for of what is stored and fresh: it comes from there, or from the origin, and may be the whole.
  private static func ofStored(
    _ row: String, _ fields: HeaderFields, part: String? = nil, newer: String? = nil, line: Int = #line
  ) -> ResponseScenario {
    var outcomes = [
      Outcome<ResponseAction>("all that is stored", .answers(.v1), .requestsNothing),
      Outcome("all of the newer", .answers(.v2), .requestsSomething),
    ]
    if let part { outcomes.append(Outcome("part of what is stored", .answers(part), .requestsNothing)) }
    if let newer { outcomes.append(Outcome("part of the newer", .answers(newer), .requestsSomething)) }
    return Scenario(
      "http.range.partial", row, given: .freshServed, then: [Step(.load(.a.saying(fields)), oneOf: outcomes)],
      line: line)
  }

  private static let ofConnections = [
    "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info", "TE", "Upgrade",
  ]

  private static let fieldScenarios: [ResponseScenario] =
    ofConnections.map { notStored($0, Representation.v1.with($0, "close")) } + ofConnections.map(notTakenOver) + [
      Scenario(
        "http.headers.stored", "others are",
        given: .loaderHasStored.originHas(Representation.v1.with("X-Kept", "1")),
        then: [
          Step(.load(.a), .answers(.v1)), Step(.inspect(.a), .answers(containing: [.v1, .header("X-Kept", "1")])),
        ]),
      notStored(
        "X-Hop", named: "X-Hop, named in a second line",
        Representation.v1.with("Connection", "X-Other").with("Connection", "X-Hop").with("X-Hop", "1")),
      notStored("X-Hop", Representation.v1.with("Connection", "X-Hop").with("X-Hop", "1")),
    ]

  private static let ageScenarios: [ResponseScenario] = [
    ages("after a minute", .loaded(saying("max-age=600")), after: .minutes(1), [60]),
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

  private static let fortyYears = 40 * 365 * 24 * 3600

  /// What is not as it has to be, in what the origin sends.
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

  /// A response is loaded, and then asked for again, when the origin has version 2.
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

  private static let takenOrRefused = ResponseStep(
    .load(.a), oneOf: [Outcome("taken", .answers(.v1)), Outcome("refused", .fails)])

  private static func part(_ range: String) -> RequestMessage { .a.saying(["Range": "bytes=\(range)"]) }

  /// What was loaded for a part may have been the whole.
  private static let partThenWhole = ResponseStep(
    .load(.a),
    oneOf: [Outcome("the whole was stored", .answers(.v1), .requestsNothing), Outcome("asked", .answers(.v2), .checks)])

  /// A header field that is for the connection alone is not kept.
  private static func notStored(
    _ name: String, named row: String? = nil, _ representation: Representation
  ) -> ResponseScenario {
    Scenario(
      "http.headers.stored", row ?? name, given: .loaderHasStored.originHas(representation),
      then: [
        Step(.load(.a), .answers(.v1)),
        Step(.inspect(.a), .answers(containing: [.v1]), .answer(.notMentioning(name.lowercased()))),
      ])
  }

  /// A header field that is for the connection alone is not taken over from a 304.
  private static func notTakenOver(_ name: String) -> ResponseScenario {
    Scenario(
      "http.headers.stored", "\(name) of a 304",
      given: .stored(.stale(.v1).withTag).originHas(.v1.withTag.with(name, "close")),
      then: [
        Step(.load(.a), .answers(.v1), .checks),
        Step(.inspect(.a), .answers(containing: [.v1]), .answer(.notMentioning(name.lowercased()))),
      ])
  }

  /// What is served says how old it is, in seconds.
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

extension Expectation where Action == ResponseAction {
  /// The caller gets a body with this text.
  fileprivate static func answers(_ text: String) -> Self { answers(.body(ResponseBody(text))) }
}
