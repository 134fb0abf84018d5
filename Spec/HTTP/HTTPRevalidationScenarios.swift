extension HTTPSpec {
  private static let changedOnce = "Mon, 01 Jan 2018 00:00:00 GMT"
  private static let changedAgain = "Tue, 01 Jan 2019 00:00:00 GMT"
  private static let weakTag = "W/\(ResponseBody.v1.tag)"

  /// The origin confirms a tag, naming it in its weak or strong form. It may be asked again without a condition.
  private static func confirmedWeakly(
    _ row: String, _ named: String, _ stored: String, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.revalidate.tag-form", row,
      given: .stored(.stale(.v1).with("ETag", stored).with("X-Round", "one"))
        .originHas(.v1.with("ETag", named).with("X-Round", "two")),
      then: [
        Step(
          .load(.a),
          oneOf: [
            Outcome("taken for a word about it", .answers(.v1), .checks),
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

  private static let checkedEachTime = Representation(.v1, cacheControl: ["no-cache, max-age=60"]).withTag

  /// The loaded response is stale: its minute has passed.
  private static func loadedAndStale(_ directives: String) -> Fixture<ResponseAction> {
    .loaded(saying(directives)).and("61 s later", [Step(.advance(.seconds(61)))])
  }

  /// A stale response with a validator is revalidated with that validator, unchanged.
  private static func checkedBy(
    _ rule: RuleID, _ row: String, _ field: String, of stored: (String, String), line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      rule, row, given: .stored(.stale(.v1).with(stored.0, stored.1)),
      then: [
        Step(.load(.a), .answers(.v2), .confirms),
        Step(
          .inspectRequest([field]),
          oneOf: [
            Outcome("conditional GET", .answers(.header(field, stored.1))),
            Outcome("GET after a HEAD", .answersNothing),
          ]),
      ], line: line)
  }

  /// How a stale response is revalidated.
  static let revalidationScenarios: [ResponseScenario] = [
    Scenario(
      "http.revalidate.etag", given: .staleStored,
      then: [
        Step(.load(.a), .answers(.v2), .confirms),
        // The newest request named its validator, or was the GET that followed a HEAD.
        Step(
          .inspectRequest(["If-None-Match", "If-Modified-Since"]),
          oneOf: [
            Outcome("conditional GET", .answers(.header("If-None-Match", ResponseBody.v1.tag))),
            Outcome("GET after a HEAD", .answersNothing),
          ]),
      ]),
    checkedBy("http.revalidate.etag", "weak", "If-None-Match", of: ("ETag", "W/\"version-1\"")),
    Scenario(
      "http.revalidate.etag", "beside Last-Modified",
      given: .stored(.stale(.v1).withTag.with("Last-Modified", changedOnce)),
      then: [
        Step(.load(.a), .answers(.v2), .confirms),
        Step(
          .inspectRequest(["If-None-Match", "If-Modified-Since"]),
          oneOf: [
            Outcome("conditional GET", .answers(containing: [.header("If-None-Match", ResponseBody.v1.tag)])),
            Outcome("GET after a HEAD", .answersNothing),
          ]),
      ]),
    Scenario(
      "http.revalidate.last-modified", given: .stored(.stale(.v1).with("Last-Modified", changedOnce)),
      then: [
        Step(.load(.a), .answers(.v2), .requestsSomething),
        Step(
          .inspectRequest(["If-Modified-Since"]),
          oneOf: [
            Outcome("by its date (preferred)", .answers(.header("If-Modified-Since", changedOnce))),
            Outcome("by no date, or by a HEAD", .answersNothing), Outcome("by another date"),
          ]),
      ]),
    Scenario(
      "http.revalidate.not-modified",
      given: .stored(.stale(.v1).withTag.with("X-Round", "one")).leading(
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
      "http.revalidate.not-modified", "as it is served",
      given: .stored(.stale(.v1).withTag.with("X-Round", "one").with("Content-Length", "9"))
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
      "http.store.no-cache", "each time", given: .stored(checkedEachTime).originHas(checkedEachTime).confirmed,
      then: Array(repeating: Step(.load(.a), .answers(.v1), .checks), count: 2)),
    // Fields that it does not name stay as stored (RFC 9111, 4.3.4).
    Scenario(
      "http.store.no-cache", "after a 304 that does not repeat it",
      given: .stored(checkedEachTime).originHas(Representation(.v1, cacheControl: []).withTag).confirmed,
      then: [Step(.load(.a), .answers(.v1), .checks)]),
    Scenario(
      "http.revalidate.not-modified", "fresh anew",
      given: loadedAndStale("max-age=60").originHas(saying("max-age=60")),
      then: [
        Step(.load(.a), .answers(.v1), .checks), Step(.serve(.v2, at: Resource.a)),
        Step(.advance(.seconds(59))), served,
        Step(.advance(.seconds(2))), checked,
      ]),
    Scenario(
      "http.revalidate.no-store",
      given: .stored(.stale(.v1).withTag.with("X-Round", "one"))
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
    Scenario(
      "http.revalidate.other-tag",
      given: .stored(.stale(.v1).withTag).originHas(.v2.withTag),
      then: [
        Step(.load(RequestMessage(Resource.a, fields: ["If-None-Match": ResponseBody.v2.tag])), .requestsSomething),
        Step(.load(.a), .answers(.v2)),
      ]),
    Scenario(
      "http.revalidate.other-tag", "whatever is asked",
      given: .stored(.stale(.v1).withTag)
        .originHas(Representation(.empty).status(304).with("ETag", ResponseBody.v2.tag)),
      then: [
        notConfirmed, Step(.serve(.v2, at: Resource.a)), Step(.load(.a), .answers(.v2), .checks),
      ]),
    Scenario(
      "http.revalidate.other-tag", "a weak one",
      given: .stored(.stale(.v1).withTag)
        .originHas(Representation(.empty).status(304).with("ETag", "W/\(ResponseBody.v2.tag)")),
      then: [
        notConfirmed, Step(.serve(.v2, at: Resource.a)), Step(.load(.a), .answers(.v2), .checks),
      ]),
    Scenario(
      "http.revalidate.changed", "with another tag",
      given: .stored(.stale(.v1).withTag).originHas(.v2.withTag),
      then: [checked]),
    Scenario(
      "http.revalidate.other-tag", "where it has none",
      // It has no date, because the same date would be a validator for both (RFC 9110, 8.8.2.2).
      given: .stored(.stale(.v1).with("Last-Modified", changedOnce))
        .originHas(Representation(.empty).status(304).with("ETag", ResponseBody.v2.tag)),
      then: [
        notConfirmed, Step(.serve(.v2, at: Resource.a)), Step(.load(.a), .answers(.v2), .checks),
      ]),
    Scenario(
      "http.revalidate.other-date",
      given: .stored(.stale(.v1).with("Last-Modified", changedOnce)).originHas(.v2.with("Last-Modified", changedAgain)),
      then: [
        Step(.load(.a.saying(["If-Modified-Since": changedAgain])), .requestsSomething), Step(.load(.a), .answers(.v2)),
      ]),
    Scenario(
      "http.revalidate.other-date", "whatever is asked",
      given: .stored(.stale(.v1).with("Last-Modified", changedOnce))
        .originHas(Representation(.empty).status(304).with("Last-Modified", changedAgain)),
      then: [
        notConfirmed, Step(.serve(.v2, at: Resource.a)), Step(.load(.a), .answers(.v2), .checks),
      ]),
    Scenario(
      "http.revalidate.not-modified", "without a tag",
      given: .stored(.stale(.v1).with("Last-Modified", changedOnce).with("X-Round", "one"))
        .originHas(.v1.with("Last-Modified", changedOnce).with("X-Round", "two")),
      then: [
        Step(.load(.a), .answers(.v1), .checks), Step(.inspectAnswer(["X-Round"]), .answers(.header("X-Round", "two"))),
        served,
      ]),
    confirmedWeakly("a strong tag by a weak one", weakTag, ResponseBody.v1.tag),
    confirmedWeakly("a weak tag by a strong one", ResponseBody.v1.tag, weakTag),
    Scenario(
      "http.revalidate.changed", given: .staleStored,
      then: [
        Step(.load(.a), .answers(.v2), .checks, .stores(.v2)),
        Step(.load(.a), .answers(.v2), .requestsNothing),
      ]),
    Scenario(
      "http.revalidate.no-validator",
      // It changed after it was received, but not after this moment.
      given: .stored(.stale(.v1)).and("2 s later", [Step(.advance(.seconds(2)))])
        .originHas(.v2.modified(secondsAgo: 0)),
      then: [
        Step(.load(.a), .answers(.v2), .checks),
        Step(
          .inspectRequest(["If-None-Match", "If-Match", "If-Unmodified-Since", "If-Range"]), .answersNothing),
      ]),
    Scenario(
      "http.directives.syntax", "NO-STORE",
      given: .loaderHasStored.originHas(Representation(.v1, cacheControl: ["NO-STORE, max-age=60"])),
      then: [Step(.load(.a), .answers(.v1)), Step(.find(.a), .answersNothing)]),
    Scenario(
      "http.stale.disconnected", given: .staleStored.originIsDown,
      then: [
        Step(.load(.a), oneOf: [Outcome("stale response served", .answers(.v1)), Outcome("error", .fails)])
      ]),
  ]
}
