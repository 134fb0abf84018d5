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
      "http.range.partial", "not asked for",
      given: .loaderHasAsked.originHas(Representation.v1.status(206).with("Content-Range", "bytes 0-8/18")),
      then: [takenOrRefused, Step(.serve(.v2, at: Resource.a)), checked]),
    ofStored("of what is stored", ["Range": "bytes=8-8"], ("8-8", "1", newer: "2")),
    ofStored("from a byte on", ["Range": "bytes=2-"], ("2-8", "rsion 1", newer: "rsion 2")),
    ofStored("the middle of what is stored", ["Range": "bytes=2-5"], ("2-5", "rsio", newer: "rsio")),
    ofStored("the end of what is stored", ["Range": "bytes=-1"], ("8-8", "1", newer: "2")),
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
  ]

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
