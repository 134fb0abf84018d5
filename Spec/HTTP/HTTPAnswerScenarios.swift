extension HTTPSpec {
  static let answerRules: [Rule] = [
    Rule(
      "http.head.served", .must,
      "A HEAD is answered with a stored response only if a GET with the same header fields would be, without a body, and with no other `Content-Length` than the length of that body.",
      from: section("4"), Citation(.rfc9110, "9.3.2"), Citation(.rfc9110, "8.6"), since: .v2,
      about: .responseHeadAsked, .responseLoadMethod),
    Rule(
      "http.conditions.own", .must,
      "A request with a condition that the app itself set is answered with 304 only for a success that would be served, and only when `If-None-Match` names its tag, or when there is no `If-None-Match` and `If-Modified-Since` is no earlier than its `Last-Modified`. That 304 has the `Cache-Control`, `Content-Location`, `ETag`, `Expires` and `Vary` of the response.",
      from: section("4.3.2"), Citation(.rfc9110, "13.2.1"), Citation(.rfc9110, "13.2.2"), Citation(.rfc9110, "15.4.5"),
      since: .v2,
      about: .responseOwnCondition),
  ]

  /// Answers to HEAD, and to conditions that the app sets itself.
  static let answerScenarios: [ResponseScenario] =
    [
      asked("of what is stale", .staleStored),
      asked(
        "of another variant", .stored(Representation.v1.withTag.with("Vary", "X-Flavor"), for: .a.saying(sweet)),
        ["X-Flavor": "sour"]),
      Scenario(
        "http.head.served", "of what is fresh", given: .freshServed,
        then: [Step(.load(.by("HEAD")), .answers(.body(.empty)))]),
      unmet("another tag", ["If-None-Match": "\"another\""]),
      unmet("other tags", ["If-None-Match": "\"another\", \"other\""]),
      unmet("another tag, beside a date that fits", ["If-None-Match": "\"another\"", "If-Modified-Since": later]),
      unmet("an earlier date", ["If-Modified-Since": earlier]),
    ]

  private static let sweet: HeaderFields = ["X-Flavor": "sweet"]
  private static let earlier = "Sun, 01 Jan 2017 00:00:00 GMT"
  private static let changed = "Mon, 01 Jan 2018 00:00:00 GMT"
  private static let later = "Tue, 01 Jan 2019 00:00:00 GMT"

  /// A stored response does not answer a HEAD: the origin is asked.
  private static func asked(
    _ row: String, _ fixture: Fixture<ResponseAction>, _ fields: HeaderFields = [:], line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.head.served", row, given: fixture,
      then: [Step(.load(.by("HEAD").saying(fields)), .answers(.body(.empty)), .requestsSomething)], line: line)
  }

  /// A condition that holds neither for the stored response nor for the origin's: the answer is a whole response.
  private static func unmet(_ row: String, _ fields: HeaderFields, line: Int = #line) -> ResponseScenario {
    Scenario(
      "http.conditions.own", row, given: .stored(saying("max-age=600").with("Last-Modified", changed)),
      then: [Step(.load(.a.saying(fields)), .answers(oneOf: [.v1, .v2]))], line: line)
  }
}
