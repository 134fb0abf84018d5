/// A response that may be served only after revalidation, or only to some requests, is not served otherwise when
/// revalidation fails.
extension HTTPSpec {
  static let failedCheckScenarios: [ResponseScenario] =
    [500, 502, 503, 504].map { status in
      HTTPRequestRow(
        ("\(status) to the check", saying("no-cache, max-age=60"), for: .zero, [:], .answering(status), .error),
        "http.store.no-cache"
      ).scenario
    }
    + [("", saying("max-age=600")), (", of what is stale", saying("max-age=0"))].flatMap { row, representation in
      let forNone = Fixture.originHasVersion2.and(
        "\(representation.with("Vary", "*")) was given to the store",
        [Step(.have(representation.with("Vary", "*"), for: .a))])
      let forSweet = Fixture.stored(representation.with("Vary", "X-Flavor"), for: sweet)
      return [
        unanswered("http.vary.star", "where nothing answers\(row)", forNone, .a),
        unanswered("http.vary.matches", "where nothing answers\(row)", forSweet, .a.saying(["X-Flavor": "sour"])),
      ]
    } + [
      Scenario(
        "http.vary.matches", "refreshed behind what is served",
        given: .stored(refreshed(.v1), for: sweet).originHas(refreshed(.v2)).refreshed(by: sweet),
        then: [
          // The refresh is requested with the header fields of the original request (RFC 9111, 4.3.1).
          Step(.inspectRequest(["X-Flavor"]), .answers(.header("X-Flavor", "sweet")))
        ]),
      ages("offline", Step(.origin(.down))),
      ages("where the origin fails", Step(.serve(failure, at: Resource.a))),
    ]

  private static let sweet = RequestMessage.a.saying(["X-Flavor": "sweet"])
  private static let failure = Representation(.v3, cacheControl: ["no-store"]).status(503).with("X-Other", "1")

  private static func refreshed(_ body: ResponseBody) -> Representation {
    Representation(body, cacheControl: ["max-age=0, stale-while-revalidate=60"]).withTag.with("Vary", "X-Flavor")
  }

  /// A request that the stored response does not answer fails when the origin cannot be reached or fails.
  private static func unanswered(
    _ rule: RuleID, _ row: String, _ fixture: Fixture<ResponseAction>, _ request: RequestMessage, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      rule, row, given: fixture,
      then: [
        Step(.origin(.down)), Step(.load(request), .fails), Step(.origin(.up)),
        Step(.serve(failure, at: Resource.a)), Step(.load(request), .fails),
        Step(.serve(.v2, at: Resource.a)), Step(.load(request), .answers(.v2), .checks),
      ], line: line)
  }

  /// A response that is served in place of an error states its age. A different response is served before it: if there
  /// is an error, that response is inspected.
  private static func ages(_ row: String, _ change: ResponseStep, line: Int = #line) -> ResponseScenario {
    Scenario(
      "http.headers.age-sent", "of what is stale, \(row)",
      given: .stored(saying("max-age=60, stale-if-error=600")).and("100 s later", [Step(.advance(.seconds(100)))]),
      then: [
        Step(.have(Representation.v2.with("X-Other", "1"), for: .b)), Step(.load(.b), .answers(.v2), .requestsNothing),
        change, Step(.load(.a), oneOf: [Outcome("served stale", .answers(.v1)), Outcome("error", .fails)]),
        saysItsAgeAfterRetries,
      ], line: line)
  }
}
