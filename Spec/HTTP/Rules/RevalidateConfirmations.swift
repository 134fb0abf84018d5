/// What a 304 leaves stored, and what is served then (RFC 9111, 3.2 and 4.3.4).
extension HTTPSpec {
  /// A 304 confirms what is stored, in whole or in part.
  static let confirmations: [ResponseScenario] = [
    Scenario(
      "http.revalidate.not-modified",
      given: .staleStored(.brief(.v1).withTag.with("X-Round", "one")).leading(
        to: "a stale version 1 is stored; the origin has it with another header field",
        [Step(.serve(.v1.withTag.with("X-Round", "two"), at: Resource.a))]),
      then: [
        Step(.load(.a), .answers(.v1), .checks),
        Step(.load(.a), .answers(.v1), .requestsNothing),
        Step(
          .inspect(.a),
          .answers(containing: [
            .status(200), .v1, .header("Cache-Control", "max-age=3600"), .header("ETag", ResponseBody.v1.tag),
            .header("X-Round", "two"), .storagePolicy(.allowed),
          ])),
      ]),
    Scenario(
      "http.revalidate.not-modified", "the 304 has a field that was not there",
      given: .staleStored(.brief(.v1).withTag).originHas(.v1.withTag.with("X-Round", "two")),
      then: [
        Step(.load(.a), .answers(.v1), .checks), Step(.inspectAnswer(["X-Round"]), .answers(.header("X-Round", "two"))),
        Step(.load(.a), .answers(.v1), .requestsNothing),
        Step(.inspectAnswer(["X-Round"]), .answers(.header("X-Round", "two"))),
      ]),
    Scenario(
      "http.revalidate.not-modified", "the 304 has another Content-Location",
      given: .staleStored(.brief(.v1).withTag.with("Content-Location", "/one"))
        .originHas(.v1.withTag.with("Content-Location", "/two")),
      then: [
        Step(.load(.a), .answers(.v1), .checks), served,
        Step(.inspectAnswer(["Content-Location"]), .answers(.header("Content-Location", "/two"))),
      ]),
    Scenario(
      "http.revalidate.not-modified", "the 304 has a Content-Length of 0",
      given: .staleStored(.brief(.v1).withTag.with("X-Round", "one").with("Content-Length", "9"))
        .originHas(.v1.withTag.with("X-Round", "two").with("Content-Length", "0")),
      then: [
        Step(.load(.a), .answers(.v1), .checks),
        Step(.inspectAnswer(["X-Round"]), .answers(.header("X-Round", "two"))),
        // The length of a body that was not sent does not apply to the stored one (RFC 9111, 3.2).
        Step(
          .inspectAnswer(["Content-Length"]),
          oneOf: [
            Outcome("as it was", .answers(.header("Content-Length", "9"))), Outcome("left out", .answersNothing),
          ]),
      ]),
    Scenario(
      "http.revalidate.not-modified", "59 s and 61 s after a 304 with max-age=60",
      given: loadedAndStale.originHas(saying("max-age=60")),
      then: [
        Step(.load(.a), .answers(.v1), .checks), Step(.serve(.v2, at: Resource.a)),
        Step(.advance(.seconds(59))), served,
        Step(.advance(.seconds(2))), checked,
      ]),
    Scenario(
      "http.revalidate.not-modified", "the 304 does not repeat Cache-Control",
      given: loadedAndStale.originHas(saying()).confirmed,
      then: [Step(.serve(.v2, at: Resource.a)), Step(.advance(.seconds(10))), served]),
    Scenario(
      "http.revalidate.not-modified", "after the stale response was served, if it was",
      given: .staleStored(saying("max-age=2, stale-while-revalidate=30")).originHas(saying("max-age=600").withTag),
      then: [Step(.load(.a), .answers(.v1)), Step(.load(.a), .answers(.v1), .requestsNothing)]),
    confirmed("the 304 has an Age beyond max-age", by: saying("max-age=60").with("Age", "100")),
    confirmed("the 304 has a Date long ago", by: saying("max-age=60").dated(secondsAgo: 100)),
    Scenario(
      "http.revalidate.not-modified", "Last-Modified is the validator",
      given: .staleStored(.brief(.v1).with("Last-Modified", changedOnce).with("X-Round", "one"))
        .originHas(.v1.with("Last-Modified", changedOnce).with("X-Round", "two")),
      then: [
        Step(.load(.a), .answers(.v1), .checks),
        Step(.inspectAnswer(["X-Round"]), .answers(.header("X-Round", "two"))),
        served,
      ]),
    Scenario(
      "http.revalidate.no-store",
      given: .staleStored(.brief(.v1).withTag.with("X-Round", "one"))
        .originHas(Representation(.v1, cacheControl: ["no-store"]).withTag.with("X-Round", "two")),
      then: [
        Step(.load(.a), .answers(.v1), .checks),
        Step(
          .inspect(.a),
          oneOf: [
            Outcome("left as it was", .answers(containing: [.v1, .header("X-Round", "one")])),
            Outcome("removed", .answersNothing),
            Outcome("updated", .answers(containing: [.v1, .header("X-Round", "two")])),
          ]),
      ]),
    confirmedInOtherForm("weak in the 304, strong in the store", weakTag, ResponseBody.v1.tag),
    confirmedInOtherForm("strong in the 304, weak in the store", ResponseBody.v1.tag, weakTag),
  ]

  static let contentFields: [ResponseScenario] = [
    ("Content-Encoding", "x-one", "x-two"), ("Content-Type", "text/plain", "text/html"),
    ("Content-Range", "bytes 0-8/9", "bytes 0-8/18"),
  ].map(takenOrLeft)

  /// The loaded response is stale: its minute has passed.
  private static let loadedAndStale = Fixture.loaded(saying("max-age=60"))
    .and("61 s later", [Step(.advance(.seconds(61)))])

  private static let weakTag = "W/\(ResponseBody.v1.tag)"

  /// The origin confirms a tag, naming it in its weak or strong form. It may be asked again without a condition.
  private static func confirmedInOtherForm(
    _ row: String, _ named: String, _ stored: String, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.revalidate.tag-form", row,
      given: .staleStored(.brief(.v1).with("ETag", stored).with("X-Round", "one"))
        .originHas(.v1.with("ETag", named).with("X-Round", "two")),
      then: [
        Step(
          .load(.a),
          oneOf: [
            Outcome("taken as a confirmation", .answers(.v1), .checks),
            Outcome("asked again", .answers(.v1), .requestsSomething),
          ]),
        Step(
          .inspectAnswer(["X-Round"]),
          oneOf: [
            Outcome("as it came", .answers(.header("X-Round", "two"))),
            Outcome("as it was", .answers(.header("X-Round", "one"))),
          ]),
      ], line: line)
  }

  /// A stale version 1 was confirmed by a 304 with the fields of this representation, by which it is stale again.
  private static func confirmed(
    _ row: String, by representation: Representation, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.revalidate.not-modified", row, given: .staleStored(.brief(.v1).withTag).originHas(representation).confirmed,
      then: [Step(.serve(.v2, at: Resource.a)), checked], line: line)
  }

  /// A field by which a cache may have processed the content is taken over from a 304, or left (RFC 9111, 3.2).
  private static func takenOrLeft(_ name: String, _ old: String, _ new: String) -> ResponseScenario {
    Scenario(
      "http.revalidate.content-fields", name,
      given: .staleStored(Representation.brief(.v1).withTag.with(name, old))
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
}
