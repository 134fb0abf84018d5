extension HTTPSpec {
  /// Parts of a response: requests with `Range`, and the use of 206.
  static let rangeScenarios: [ResponseScenario] = [
    Scenario(
      "http.range.partial", "then the whole", given: .loaderHasAsked.originHas(.v1),
      then: [Step(.load(part("0-3"))), Step(.serve(.v2, at: Resource.a)), partThenWhole]),
    Scenario(
      "http.range.partial", "then another part", given: .loaderHasAsked.originHas(.v1),
      then: [
        Step(.load(part("0-3"))),
        Step(.load(part("8-8")), oneOf: [Outcome("the part", .answers("1")), Outcome("the whole", .answers(.v1))]),
      ]),
    partThen("the part again", "0-3", ["vers"]), partThen("a part of the part", "1-2", ["er"]),
    partThen("the end, which was not loaded", "-1", ["1"]),
    partThen("all but the first byte", "1-", ["ersion 1"]),
    Scenario(
      "http.range.partial", "two parts with other fields",
      given: .loaderHasAsked.originHas(.v1.withTag.with("X-Round", "one").with("X-Kept", "1")),
      then: [
        Step(.load(part("0-3"))), Step(.serve(.v1.withTag.with("X-Round", "two").with("X-Kept", "1"), at: Resource.a)),
        Step(.load(part("4-8"))), Step(.serve(.v2.with("X-Round", "three").with("X-Kept", "1"), at: Resource.a)),
        Step(
          .load(.a),
          oneOf: [
            Outcome("combined, or the whole was stored", .answers(.v1), .requestsNothing),
            Outcome("asked", .answers(.v2), .checks),
          ]),
        // A combination has the fields of the newest part (RFC 9111, 3.4). A cache that asks for the whole at once stores it
        // with the fields of that answer.
        Step(.inspectAnswer(["X-Round"]), .answers(oneOf: ["one", "two", "three"].map { .header("X-Round", $0) })),
        Step(.inspectAnswer(["X-Kept"]), .answers(.header("X-Kept", "1"))),
      ]),
    Scenario(
      "http.range.partial", "two of two versions", given: .loaderHasAsked.originHas(.v1.withTag),
      then: [
        Step(.load(part("0-3"))), Step(.serve(inCapitals, at: Resource.a)), Step(.load(part("4-8"))),
        Step(
          .load(.a),
          oneOf: [
            Outcome("the whole was stored", .answers(oneOf: [.v1, .body(inCapitals.body)]), .requestsNothing),
            Outcome("asked", .answers(.body(inCapitals.body)), .checks),
          ]),
      ]),
    Scenario(
      "http.range.partial", "answered with the whole", given: .loaderHasAsked.originHas(.v1),
      then: [Step(.load(part("0-99")), .answers(.v1)), Step(.serve(.v2, at: Resource.a)), partThenWhole]),
    Scenario(
      "http.range.partial", "not asked for",
      given: .loaderHasAsked.originHas(Representation.v1.status(206).with("Content-Range", "bytes 0-8/18")),
      then: [takenOrRefused, Step(.serve(.v2, at: Resource.a)), checked]),
    ofStored("of what is stored", ["Range": "bytes=8-8"], ("8-8", "1", newer: "2")),
    ofStored("from a byte on", ["Range": "bytes=2-"], ("2-8", "rsion 1", newer: "rsion 2")),
    ofStored("the middle of what is stored", ["Range": "bytes=2-5"], ("2-5", "rsio", newer: "rsio")),
    ofStored("the end of what is stored", ["Range": "bytes=-1"], ("8-8", "1", newer: "2")),
    ofStored(
      "all of it but the first byte, from its end", ["Range": "bytes=-8"], ("1-8", "ersion 1", newer: "ersion 2")),
    ofStored("beyond the end", ["Range": "bytes=7-99"], ("7-8", " 1", newer: " 2")),
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

  /// The first four bytes were loaded, and other bytes of the same version are requested.
  private static func partThen(_ row: String, _ range: String, _ texts: [String]) -> ResponseScenario {
    Scenario(
      "http.range.partial", "then \(row)", given: .loaderHasAsked.originHas(.v1.withTag),
      then: [
        Step(.load(part("0-3"))),
        Step(.load(part(range)), .answers(oneOf: texts.map { .body(ResponseBody($0)) } + [.v1])),
      ])
  }

  /// A part of a stored and fresh response is requested: it comes from the cache or from the origin, and may be the
  /// whole.
  static func ofStored(
    _ row: String, _ fields: HeaderFields, _ part: (range: String, text: String, newer: String)? = nil,
    given: Fixture<ResponseAction> = .freshServed, line: Int = #line
  ) -> ResponseScenario {
    var outcomes = [
      Outcome<ResponseAction>("all that is stored", .answers(.v1), .requestsNothing),
      Outcome("all of the newer", .answers(.v2), .requestsSomething),
    ]
    var messages: [[ResponseAnswer]] = [[.status(200), .v1], [.status(200), .v2]]
    if let part {
      outcomes += [
        Outcome("part of what is stored", .answers(part.text), .requestsNothing),
        Outcome("part of the newer", .answers(part.newer), .requestsSomething),
      ]
      // The sender may not know the length of the whole (RFC 9110, 14.4).
      messages += [part.text, part.newer].flatMap { text in
        ["9", "*"].map { length in
          [.status(206), .body(ResponseBody(text)), .header("Content-Range", "bytes \(part.range)/\(length)")]
        }
      }
    }
    return Scenario(
      "http.range.partial", row, given: given,
      then: [
        Step(.load(.a.saying(fields)), oneOf: outcomes),
        Step(
          .inspectPart,
          .answer(
            .described(
              "200 and the whole, or 206, the part and its Content-Range", .oneOf(messages.map { $0.map(Fact.value) })))
        ),
      ], line: line)
  }

  private static let inCapitals = Representation(ResponseBody("VERSION 2")).withTag

  private static func part(_ range: String) -> RequestMessage { .a.saying(["Range": "bytes=\(range)"]) }

  /// The response to a request for a part may have been the whole.
  private static let partThenWhole = ResponseStep(
    .load(.a),
    oneOf: [Outcome("the whole was stored", .answers(.v1), .requestsNothing), Outcome("asked", .answers(.v2), .checks)])
}

extension Expectation where Action == ResponseAction {
  /// The caller gets a body with this text.
  fileprivate static func answers(_ text: String) -> Self { answers(.body(ResponseBody(text))) }
}
