/// How a stale response is revalidated, and how the answer affects what is stored (RFC 9111, 4.3.1, 4.3.3 and 4.3.4).
extension HTTPSpec {
  static let revalidateTopic = Topic(
    rules: revalidateRules, premises: revalidatePremises,
    scenarios: conditionalRequests + confirmations + contentFields + answers)

  private static let revalidateRules: [Rule] = [
    Rule(
      "http.revalidate.etag", .must, "A stale response with an `ETag` is revalidated with `If-None-Match`.",
      from: section("4.3.1"), about: .responseEtag),
    Rule(
      "http.revalidate.last-modified", .open,
      "By which date a stale response with `Last-Modified` and no `ETag` is revalidated.",
      from: section("4.3.1"), Citation(.rfc9110, "13.1.3"),
      because: "RFC 9111, 4.3.1 prefers `If-Modified-Since` and that date (SHOULD)."),
    Rule(
      "http.revalidate.no-validator", .must,
      "A stale response without a validator is loaded by a plain request, or revalidated with `If-Modified-Since` and its `Date` or the time when it was received, and with no other condition.",
      from: section("4.3.1"), Citation(.rfc9110, "13.1.3"), about: .responseNoValidator),
    Rule(
      "http.revalidate.not-modified", .must,
      "When a revalidation is answered with 304, the stored body is served, the stored header fields are updated, and the response is fresh again.",
      from: section("4.3.3"), section("4.3.4"), about: .responseNotModified),
    Rule(
      "http.revalidate.other-tag", .must,
      "A 304 with a different entity tag than that of a stored response does not apply to that response, and does not make it fresh again.",
      from: section("4.3.4"), about: .responseConfirmed),
    Rule(
      "http.revalidate.other-date", .derived,
      "A 304 without an entity tag does not apply to a stored response without one if their `Last-Modified` dates differ, and does not make that response fresh again.",
      from: section("4.3.4"),
      because:
        "By RFC 9111, 4.3.4 a 304 updates the stored response that its validators match; otherwise the body of one version would be taken for that of another.",
      about: .responseConfirmed),
    Rule(
      "http.revalidate.tag-form", .open,
      "A 304 whose entity tag differs from a stored response's only in being weak or strong updates that response, or does not apply to it.",
      from: section("4.3.4"), Citation(.rfc9110, "8.8.3.2"),
      because:
        "By RFC 9111, 4.3.4 a strong tag in the 304 has to be the same as the stored one, and a weak tag has to correspond; what it has to correspond to is not said."
    ),
    Rule(
      "http.revalidate.no-store", .open,
      "A stored response that a 304 with `no-store` confirms is left as it is, updated, or removed.",
      from: section("4.3.4"), section("5.2.2.5"),
      because: "A 304 updates a stored response, but `no-store` keeps any part of the 304 from being stored."),
    Rule(
      "http.revalidate.content-fields", .open,
      "Whether the `Content-Encoding`, `Content-Range` or `Content-Type` of a 304 replaces that of the stored response.",
      from: section("3.2"),
      because:
        "RFC 9111, 3.2 requires it, but lets a cache that stores processed content keep the old fields that the processing depends on, which it SHOULD limit: taken over is preferred."
    ),
    Rule(
      "http.revalidate.changed", .must,
      "When a revalidation is answered with 200, the new response is served and replaces the stored one.",
      from: section("4.3.3"), about: .responseModified),
    Rule(
      "http.revalidate.server-error", .open,
      "What is served when the revalidation of a stale response is answered with 5xx.",
      from: section("4.3.3"),
      because: "RFC 9111, 4.3.3 lets a cache pass the error on, or act as if the origin could not be reached."),
    Rule(
      "http.revalidate.server-error-must-revalidate", .must,
      "A stale response with `must-revalidate` is not served when its revalidation is answered with 5xx: the error is passed on.",
      from: section("5.2.2.2"), about: .responseMustRevalidate),
  ]

  private static let revalidatePremises: [Premise<ResponseAction>] = [
    .anyLook("http.revalidate.changed") { $0.isReplaced }.lessBasic(than: "http.fresh.max-age"),
    .anyLook("http.revalidate.changed[the new response has another tag]") {
      $0.isReplaced && $0.origin?.tagged == true
    }.lessBasic(than: "http.fresh.max-age"),
    .anyLook("http.revalidate.etag") {
      $0.isAsked && !$0.isChecked && ($0.isUpdated || $0.inspected.contains("If-None-Match"))
    }.explainingAnyFailure,
    .anyLook("http.revalidate.not-modified") { $0.isChecked && $0.isConfirmed },
    .anyLook("http.revalidate.other-tag[the origin answers every request with that 304]") { $0.origin?.status == 304 },
    .load("http.revalidate.server-error-must-revalidate[stale by max-age]") { $0.states("must-revalidate") },
  ]

  static let changedOnce = "Mon, 01 Jan 2018 00:00:00 GMT"
  private static let changedAgain = "Tue, 01 Jan 2019 00:00:00 GMT"

  /// The requests by which a stored response is revalidated.
  private static let conditionalRequests: [ResponseScenario] = [
    Scenario(
      "http.revalidate.etag", given: .staleStored,
      then: [
        Step(.load(.a), .answers(.v2), .confirms),
        named(ResponseBody.v1.tag),
      ]),
    Scenario(
      "http.revalidate.etag", "a weak tag", given: .staleStored(.brief(.v1).with("ETag", "W/\"version-1\"")),
      then: [
        Step(.load(.a), .answers(.v2), .confirms),
        named("W/\"version-1\""),
      ]),
    Scenario(
      "http.revalidate.etag", "a Last-Modified beside the tag",
      given: .staleStored(.brief(.v1).withTag.with("Last-Modified", changedOnce)),
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
      "http.revalidate.etag", "the response replaced another",
      given: .staleStored(.brief(.v1).withTag).originHas(.brief(.v2).withTag).and(
        "a load has replaced it, and 2 s have passed", standingOn: "http.revalidate.changed",
        [Step(.load(.a), .answers(.v2), .checks), Step(.advance(.seconds(2)))]),
      then: [
        Step(.serve(.v3.withTag, at: Resource.a)), Step(.load(.a), .answers(.v3), .confirms),
        named(ResponseBody.v2.tag),
      ]),
    Scenario(
      "http.revalidate.last-modified", given: .staleStored(.brief(.v1).with("Last-Modified", changedOnce)),
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
      "http.revalidate.no-validator",
      // The resource changed after the response was received, but not after this moment.
      given: .staleStored(.brief(.v1)).and("2 s later", [Step(.advance(.seconds(2)))])
        .originHas(.v2.modified(secondsAgo: 0)),
      then: [
        Step(.load(.a), .answers(.v2), .checks),
        Step(
          .inspectRequest(["If-None-Match", "If-Match", "If-Unmodified-Since", "If-Range"]), .answersNothing),
      ]),
  ]

  /// A 304 for another response, and a 200.
  private static let answers: [ResponseScenario] = [
    Scenario(
      "http.revalidate.other-tag",
      given: .staleStored(.brief(.v1).withTag).originHas(.v2.withTag),
      then: [
        Step(.load(RequestMessage(Resource.a, fields: ["If-None-Match": ResponseBody.v2.tag])), .requestsSomething),
        Step(.load(.a), .answers(.v2)),
      ]),
    confirmedAsAnother(
      "http.revalidate.other-tag", "the origin answers every request with that 304", .brief(.v1).withTag,
      ("ETag", ResponseBody.v2.tag)),
    confirmedAsAnother(
      "http.revalidate.other-tag", "the other tag is weak", .brief(.v1).withTag, ("ETag", "W/\(ResponseBody.v2.tag)")),
    // The 304 has no date, because the same date would be a validator for both (RFC 9110, 8.8.2.2).
    confirmedAsAnother(
      "http.revalidate.other-tag", "the stored response has only a Last-Modified",
      .brief(.v1).with("Last-Modified", changedOnce),
      ("ETag", ResponseBody.v2.tag)),
    Scenario(
      "http.revalidate.other-date",
      given: .staleStored(.brief(.v1).with("Last-Modified", changedOnce)).originHas(
        .v2.with("Last-Modified", changedAgain)),
      then: [
        Step(.load(.a.saying(["If-Modified-Since": changedAgain])), .requestsSomething), Step(.load(.a), .answers(.v2)),
      ]),
    confirmedAsAnother(
      "http.revalidate.other-date", "the origin answers every request with that 304",
      .brief(.v1).with("Last-Modified", changedOnce), ("Last-Modified", changedAgain)),
    Scenario(
      "http.revalidate.changed", given: .staleStored,
      then: [
        Step(.load(.a), .answers(.v2), .checks, .stores(.v2)),
        Step(.load(.a), .answers(.v2), .requestsNothing),
      ]),
    Scenario(
      "http.revalidate.changed", "the new response has another tag",
      given: .staleStored(.brief(.v1).withTag).originHas(.v2.withTag),
      then: [checked]),
  ]

  /// The newest request named a tag, or was the GET that followed a HEAD.
  private static func named(_ tag: String) -> ResponseStep {
    Step(
      .inspectRequest(["If-None-Match"]),
      oneOf: [
        Outcome("conditional GET", .answers(.header("If-None-Match", tag))),
        Outcome("GET after a HEAD", .answersNothing),
      ])
  }

  /// The origin answers any request with a 304 for another response, which confirms nothing.
  private static func confirmedAsAnother(
    _ rule: RuleID, _ row: String, _ stored: Representation, _ field: (name: String, value: String), line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      rule, row,
      given: .staleStored(stored).originHas(Representation(.empty).status(304).with(field.name, field.value)),
      then: [
        Step(
          .load(.a),
          oneOf: [
            Outcome("handed back", .answers(.body(.empty))), Outcome("error", .fails),
            Outcome("stale response served", .answers(.v1)),
          ]), Step(.serve(.v2, at: Resource.a)), Step(.load(.a), .answers(.v2), .checks),
      ], line: line)
  }
}
