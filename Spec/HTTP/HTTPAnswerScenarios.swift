extension HTTPSpec {
  static let answerRules: [Rule] = [
    Rule(
      "http.head.served", .must,
      "A HEAD is answered by what is stored only where a GET with its header fields would be, and without a body.",
      from: section("4"), Citation(.rfc9110, "9.3.2"), since: .v2, about: .responseHeadAsked),
    Rule(
      "http.conditions.own", .must,
      "A condition of the app's own is answered with 304 only where it holds for a success that would be served: `If-None-Match` names its tag, and where there is none `If-Modified-Since` is no earlier than its `Last-Modified`.",
      from: section("4.3.2"), Citation(.rfc9110, "13.2.1"), Citation(.rfc9110, "13.2.2"), since: .v2,
      about: .responseOwnCondition),
  ]

  /// What is answered to a HEAD, and to conditions that the app sets itself.
  static let answerScenarios: [ResponseScenario] =
    [
      asked("of what is stale", .staleStored),
      asked("of what is checked each time", .stored(saying("no-cache, max-age=60"))),
      asked(
        "of another variant", .stored(Representation.v1.withTag.with("Vary", "X-Flavor"), for: .a.saying(sweet)),
        ["X-Flavor": "sour"]),
      Scenario(
        "http.head.served", "of what must be checked, where nothing answers",
        given: .stored(saying("max-age=0, must-revalidate")).originIsDown, then: [Step(.load(.by("HEAD")), .fails)]),
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

  /// What is stored does not answer a HEAD: the origin is asked.
  private static func asked(
    _ row: String, _ fixture: Fixture<ResponseAction>, _ fields: HeaderFields = [:], line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.head.served", row, given: fixture,
      then: [Step(.load(.by("HEAD").saying(fields)), .answers(.body(.empty)), .requestsSomething)], line: line)
  }

  /// A condition that does not hold of what is stored, nor of what the origin has: a whole response is the answer.
  private static func unmet(_ row: String, _ fields: HeaderFields, line: Int = #line) -> ResponseScenario {
    Scenario(
      "http.conditions.own", row, given: .stored(saying("max-age=600").with("Last-Modified", changed)),
      then: [Step(.load(.a.saying(fields)), .answers(oneOf: [.v1, .v2]))], line: line)
  }
}
