extension HTTPSpec {
  static let conditionRules: [Rule] = [
    Rule(
      "http.conditions.met", .open,
      "Whether a condition of the app itself that a stored and fresh response meets is answered with 304 from the cache.",
      from: section("4.3.2"), Citation(.rfc9110, "13.1.2"), Citation(.rfc9110, "13.1.3"),
      because:
        "RFC 9111, 4.3.2 prefers a 304 (SHOULD), and RFC 9110, 13.1.2 has entity tags compared weakly; a cache may leave conditions to the origin, or send the whole.",
      since: .v2),
    Rule(
      "http.conditions.malformed", .open,
      "What becomes of a condition of the app itself whose entity tag, or that of the stored response, is malformed.",
      from: Citation(.rfc9110, "8.8.3"),
      because: "RFC 9110, 8.8.3 defines how a tag is written, and not what a cache makes of another one.",
      since: .v2),
  ]

  private static let tag = ResponseBody.v1.tag
  private static let changed = ResponseAsking.changed

  /// Conditions that the app itself sets, and the forms of entity tags.
  static let conditionScenarios: [ResponseScenario] = metScenarios + malformedScenarios + [confirmedByOrigin(.tag)]

  private static let metScenarios: [ResponseScenario] = [
    met("a weak tag for a strong one", tag, "W/\(tag)"), met("second of a list", tag, "\"other\", \(tag)"),
    met("any", tag, "*"), metByDate("its date", changed),
  ]

  private static let malformedScenarios: [ResponseScenario] = [
    malformed("no quotes in the request", tag, "version-1"),
    malformed("no quotes in what is stored", "version-1", tag),
  ]

  /// A 304 to a condition of the app's own is not taken for the resource.
  private static func confirmedByOrigin(_ asking: ResponseAsking) -> ResponseScenario {
    Scenario(
      "http.conditions.own", "of what is stale, and still at the origin, \(asking)",
      given: .stored(ResponseAsking.stored("max-age=0")).originHas(ResponseAsking.stored("max-age=600")),
      then: [
        Step(.load(asking.request()), .answers(oneOf: [.v1, .body(.empty)]), .requestsSomething),
        Step(.load(.a), .answers(.v1)),
      ])
  }

  private static func metByDate(_ row: String, _ date: String) -> ResponseScenario {
    answeredOrWhole(
      "http.conditions.met", row, saying("max-age=600").with("Last-Modified", changed), ["If-Modified-Since": date])
  }

  private static func met(_ row: String, _ stored: String, _ named: String) -> ResponseScenario {
    answeredOrWhole(
      "http.conditions.met", row, Representation(.v1, cacheControl: ["max-age=600"]).with("ETag", stored),
      ["If-None-Match": named])
  }

  private static func malformed(_ row: String, _ stored: String, _ named: String) -> ResponseScenario {
    answeredOrWhole(
      "http.conditions.malformed", row, Representation(.v1, cacheControl: ["max-age=600"]).with("ETag", stored),
      ["If-None-Match": named])
  }

  /// A fresh response is stored, and a request with a condition comes.
  private static func answeredOrWhole(
    _ rule: RuleID, _ row: String, _ stored: Representation, _ fields: HeaderFields, line: Int = #line
  ) -> ResponseScenario {
    let preferred = rule == "http.conditions.met" ? " (preferred)" : ""
    return Scenario(
      rule, row, given: .stored(stored),
      then: [
        Step(
          .load(.a.saying(fields)),
          oneOf: [
            Outcome("304 from the cache\(preferred)", .answers(.body(.empty)), .requestsNothing),
            Outcome("the whole from the cache", .answers(.v1), .requestsNothing),
            Outcome("left to the origin", .answers(.v2), .requestsSomething),
            Outcome("left to the origin, which confirms it", .answers(.body(.empty)), .requestsSomething),
          ])
      ], line: line)
  }
}
