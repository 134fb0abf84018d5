extension HTTPSpec {
  private static let notModified: RuleID = "http.revalidate.not-modified"
  private static let sweet = RequestMessage.a.saying(["X-Flavor": "sweet"])
  private static let sour = RequestMessage.a.saying(["X-Flavor": "sour"])

  /// What a 304 takes the place of in what is stored, and what it leaves.
  static let confirmedScenarios: [ResponseScenario] =
    leftByConfirmation + agesOfConfirmations
    + [("cache-control", "Cache-Control"), ("Cache-Control", "cache-control")].map(replaced)
    + [
      ("Last-Modified", "Mon, 01 Jan 2018 00:00:00 GMT", "Tue, 01 Jan 2019 00:00:00 GMT"),
      ("Set-Cookie", "id=1", "id=2"), ("Link", "</one>", "</two>"), ("Content-Location", "/a", "/b"),
    ].map(taken)
    + [
      ("Content-Encoding", "x-one", "x-two"), ("Content-Type", "text/plain", "text/html"),
      ("Content-Range", "bytes 0-8/9", "bytes 0-8/18"),
    ].map(takenOrLeft)
    + stateOfConfirmed

  private static let newer = ResponseStep(.serve(.v2, at: Resource.a))

  private static let leftByConfirmation: [ResponseScenario] = [
    Scenario(
      "http.vary.matches", "after a 304 that does not repeat it",
      given: .stored(Representation.stale(.v1).withTag.with("Vary", "X-Flavor"), for: sweet)
        .originHas(saying("max-age=600"))
        .and("it was asked for (\(sweet.fields))", standingOn: notModified, [Step(.load(sweet), .answers(.v1))]),
      then: [newer, Step(.load(sour), .answers(.v2), .checks)]),
    Scenario(
      notModified, "fresh anew, by what the 304 does not repeat",
      given: staleAfterAMinute.originHas(saying()).confirmed, then: [newer, Step(.advance(.seconds(10))), served]),
  ]

  private static let staleAfterAMinute = Fixture.loaded(saying("max-age=60"))
    .and("61 s later", [Step(.advance(.seconds(61)))])

  private static let agesOfConfirmations: [ResponseScenario] = [
    Scenario(
      notModified, "its Age", given: confirmed(by: saying("max-age=60").with("Age", "100")),
      then: [newer, checked]),
    Scenario(
      notModified, "its Age, which leaves it fresh",
      given: confirmed(by: saying("max-age=60").with("Age", "10")), then: [newer, served]),
    Scenario(
      notModified, "its Date", given: confirmed(by: saying("max-age=60").dated(secondsAgo: 100)),
      then: [newer, checked]),
  ]

  /// A stale version 1 was confirmed by a 304 with the fields of this representation.
  private static func confirmed(by representation: Representation) -> Fixture<ResponseAction> {
    .stored(.stale(.v1).withTag).originHas(representation).confirmed
  }

  /// A field is replaced by one whose name is written otherwise.
  private static func replaced(_ stored: String, by name: String) -> ResponseScenario {
    Scenario(
      "http.directives.syntax", "\(stored), replaced by \(name) of a 304",
      given: .stored(saying().with(stored, "max-age=0")).originHas(saying().with(name, "max-age=600")).confirmed,
      then: [newer, served, Step(.inspectAnswer([name]), .answers(.header(name, "max-age=600")))])
  }

  /// A field of a 304 is taken over.
  private static func taken(_ name: String, _ old: String, _ new: String) -> ResponseScenario {
    Scenario(
      notModified, "its \(name)",
      given: .stored(Representation.stale(.v1).withTag.with(name, old))
        .originHas(saying("max-age=600").with(name, new)).confirmed,
      then: [Step(.inspect(.a), .answers(containing: [.v1, .header(name, new)]))])
  }

  /// A field by which a cache may have processed the content is taken over from a 304, or left (RFC 9111, 3.2).
  private static func takenOrLeft(_ name: String, _ old: String, _ new: String) -> ResponseScenario {
    Scenario(
      "http.revalidate.content-fields", name,
      given: .stored(Representation.stale(.v1).withTag.with(name, old))
        .originHas(saying("max-age=600").with(name, new)).confirmed,
      then: [
        Step(
          .inspect(.a),
          oneOf: [
            Outcome("taken over (preferred)", .answers(containing: [.v1, .header(name, new)])),
            Outcome("left", .answers(containing: [.v1, .header(name, old)])),
          ])
      ])
  }

  /// A response that a 304 has confirmed is served, and not served, by the same rules as one that was loaded.
  private static let stateOfConfirmed: [ResponseScenario] = [
    confirmedThen(
      "http.stale.must-revalidate", "confirmed by a 304", "max-age=60, must-revalidate", after: 61,
      [Step(.origin(.down)), Step(.load(.a), .fails)]),
    confirmedThen(
      "http.stale.stale-if-error", "down, after it, confirmed by a 304", "max-age=60, stale-if-error=60", after: 121,
      [Step(.origin(.down)), Step(.load(.a), .fails)]),
    confirmedThen(
      "http.stale.stale-while-revalidate", "after it, confirmed by a 304", "max-age=60, stale-while-revalidate=60",
      after: 121, [newer, checked]),
    confirmedThen("http.immutable", "stale, confirmed by a 304", "max-age=60, immutable", after: 61, [newer, checked]),
    confirmedThen(
      "http.invalidate.unsafe-method", "of what a 304 has confirmed", "max-age=60", after: 1,
      [Step(.load(.by("PUT")), .reaches(by: "PUT")), newer, checked]),
    confirmedThen(
      "http.invalidate.unsafe-method", "by DELETE, of what a 304 has confirmed", "max-age=60", after: 1,
      [Step(.load(.by("DELETE")), .reaches(by: "DELETE")), newer, checked]),
    ofStored(
      "of what a 304 has confirmed", ["Range": "bytes=8-8"], ("8-8", "1", newer: "2"),
      given: .stored(.stale(.v1).withTag).originHas(saying("max-age=60")).confirmed.originHas(.v2)),
    confirmedThen(
      "http.headers.age-sent", "of what a 304 has confirmed", "max-age=60", after: 30,
      [served, Step(.inspectAnswer(["Age"]), .answers(.header("Age", "30")))]),
  ]

  /// A stale version 1 was confirmed by a 304 with these directives; time passes.
  private static func confirmedThen(
    _ rule: RuleID, _ row: String, _ directives: String, after seconds: Int, _ steps: [ResponseStep], line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      rule, row,
      given: .stored(.stale(.v1).withTag).originHas(saying(directives)).confirmed
        .and("\(seconds) s later", [Step(.advance(.seconds(seconds)))]),
      then: steps, line: line)
  }

  /// What a HEAD leaves of what is stored, and what answers it.
  static let headScenarios: [ResponseScenario] =
    [
      headNotFound,
      headLength("the length of what is stored", saying("max-age=600")),
      headLength("the length that is stored", saying("max-age=600").with("Content-Length", "9")),
    ]

  private static let headNotFound = ResponseScenario(
    "http.fresh.max-age", "after a HEAD that was answered with 404",
    given: staleAfterAMinute.originHas(Representation(.v1, cacheControl: ["max-age=600"]).status(404)),
    then: [
      Step(.load(.by("HEAD")), .answers(.body(.empty)), .requestsSomething).demanded(by: "http.head.served"), newer,
      checked,
    ])

  private static func headLength(_ row: String, _ stored: Representation, line: Int = #line) -> ResponseScenario {
    Scenario(
      "http.head.served", row, given: servedFirst(stored),
      then: [
        Step(.load(.by("HEAD")), .answers(.body(.empty))),
        Step(
          .inspectAnswer(["Content-Length"]),
          oneOf: [
            Outcome("that of the body", .answers(.header("Content-Length", "9"))),
            Outcome("left out", .answersNothing),
          ]),
      ], line: line)
  }

  /// A version 1 that is fresh is stored, and served; the origin has version 2.
  static func servedFirst(_ representation: Representation) -> Fixture<ResponseAction> {
    .stored(representation).and(
      "it is served", standingOn: "response.policy.default-is-use-protocol", [served])
  }

  /// What a 304 to a condition of the app's own brings, from the store or from the origin.
  static let ownConditionScenarios: [ResponseScenario] = [
    ownFields(.tag), ownFields(.date),
    Scenario(
      "http.conditions.own", "an early date, of what has no date of change",
      given: .stored(Representation(.v1, cacheControl: ["max-age=600"])),
      then: [
        Step(.load(.a.saying(["If-Modified-Since": ResponseAsking.changed])), .answers(oneOf: [.v1, .v2]))
      ]),
  ]

  private static let beside: HeaderFields = [
    "Content-Location": "/a", "Expires": "Thu, 01 Jan 2099 00:00:00 GMT", "Vary": "X-Flavor",
  ]

  private static func ownFields(_ asking: ResponseAsking) -> ResponseScenario {
    let whole = beside.lines.reduce(ResponseAsking.stored("max-age=600")) { $0.with($1.name, $1.value) }
    let sent = beside.lines + [.init("Cache-Control", "max-age=600"), .init("ETag", ResponseBody.v1.tag)]
    let facts = sent.map { ResponseAnswer.header($0.name, $0.value) }
    return Scenario(
      "http.conditions.own", "the fields of what is not sent, \(asking)", given: .stored(whole).originHas(whole),
      then: [
        Step(.load(asking.request()), .answers(oneOf: [.v1, .body(.empty)])),
        Step(.inspectAnswer(sent.map(\.name)), .answers(containing: facts)),
      ])
  }
}
