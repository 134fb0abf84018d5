extension HTTPSpec {
  private static let notModified: RuleID = "http.revalidate.not-modified"

  /// What a 304 takes the place of in what is stored, and what it leaves.
  static let confirmedScenarios: [ResponseScenario] =
    leftByConfirmation + agesOfConfirmations
    + [
      ("Content-Encoding", "x-one", "x-two"), ("Content-Type", "text/plain", "text/html"),
      ("Content-Range", "bytes 0-8/9", "bytes 0-8/18"),
    ].map(takenOrLeft)

  private static let newer = ResponseStep(.serve(.v2, at: Resource.a))

  private static let leftByConfirmation: [ResponseScenario] = [
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
      notModified, "its Date", given: confirmed(by: saying("max-age=60").dated(secondsAgo: 100)),
      then: [newer, checked]),
  ]

  /// A stale version 1 was confirmed by a 304 with the fields of this representation.
  private static func confirmed(by representation: Representation) -> Fixture<ResponseAction> {
    .stored(.stale(.v1).withTag).originHas(representation).confirmed
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

  /// What a HEAD leaves of what is stored, and what answers it.
  static let headScenarios: [ResponseScenario] = [headLength("the length of what is stored", saying("max-age=600"))]

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
      "http.conditions.own", "a tag that what is stored with 404 has", given: .stored(.v1.withTag.status(404)),
      then: [Step(.load(.a.saying(["If-None-Match": ResponseBody.v1.tag])), .answers(oneOf: [.v1, .v2]))]),
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
