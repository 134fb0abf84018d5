extension HTTPSpec {
  /// Many variants of one resource, or several that could answer one request. How many are kept is left to the cache.
  static let variantScenarios: [ResponseScenario] = [
    Scenario("http.vary.several", "of eighteen", given: variants(18), then: looks([1, 2, 3, 16, 17, 18])),
    Scenario(
      "http.vary.several", "of sixteen, and four after a restart",
      given: variants(16),
      then: [Step(.restart)] + (17...20).flatMap(loading) + looks([1, 4, 5, 10, 11, 12, 13, 14, 15, 16, 19, 20])),
    Scenario(
      "http.vary.several", "of sixteen, beside one that may not be kept", given: variants(16),
      then: [
        Step(.put(variant(17).under(.notAllowed), for: asking(17))), Step(look(17), .fails, .requestsNothing),
      ] + looks([1, 2, 16])),
    matching(
      "http.vary.most-recent", "the one made last", first: 60, second: 30,
      [Outcome("the newer", .answers(.v2), .requestsNothing)]),
    matching(
      "http.vary.most-recent", "the one made last, across a restart", first: 60, second: 30,
      [Outcome("the newer", .answers(.v2), .requestsNothing)], after: [Step(.restart)]),
    matching(several, "of two that match, the one made first came last", first: 30, second: 60, eitherVariant),
    matching(several, "of two that match, made at once", first: 59, second: 60, eitherVariant),
    matching(
      several, "of two that match, made at once, across a restart", first: 59, second: 60, eitherVariant,
      after: [Step(.restart)]),
  ]

  private static let several: RuleID = "http.vary.several"

  private static func variant(_ number: Int) -> Representation {
    Representation(ResponseBody("variant \(number)")).with("Vary", "X-Flavor")
  }

  private static func asking(_ number: Int) -> RequestMessage { .a.saying(["X-Flavor": "flavor \(number)"]) }

  /// A variant is loaded, a moment after the previous load.
  private static func loading(_ number: Int) -> [ResponseStep] {
    [
      Step(.advance(.milliseconds(20))), Step(.serve(variant(number), at: Resource.a)),
      Step(.load(asking(number)), .answers(.body(variant(number).body))),
    ]
  }

  /// This many variants were loaded, one after another.
  private static func variants(_ count: Int) -> Fixture<ResponseAction> {
    .loaderHasAsked.and(
      "a load fails where none is allowed", standingOn: "response.policy.dont-load-miss",
      [Step(.load(.b.with(.returnCacheDataDontLoad)), .fails, .requestsNothing)]
    ).leading(
      to: "\(count) variants were loaded, one after another", standingOn: "http.vary.matches",
      (1...count).flatMap(loading))
  }

  /// A request for a stored variant only.
  private static func look(_ number: Int) -> ResponseAction {
    .load(asking(number).with(.returnCacheDataDontLoad))
  }

  private static func looks(_ numbers: [Int]) -> [ResponseStep] {
    numbers.map { number in
      Step(
        look(number),
        oneOf: [
          Outcome("\(number) kept", .answers(.body(variant(number).body)), .requestsNothing),
          Outcome("\(number) not kept", .fails, .requestsNothing),
        ])
    }
  }

  private static let eitherVariant: [Outcome<ResponseAction>] = [
    Outcome("the one stored first", .answers(.v1), .requestsNothing),
    Outcome("the one stored last", .answers(.v2), .requestsNothing),
  ]

  /// Two responses are loaded a second apart, and neither answers the other's request. Then a request comes that both
  /// could answer: if both are stored, the most recent by `Date` is used (RFC 9111, 4).
  ///
  /// - Parameters:
  ///   - first: how many seconds before its arrival the first response was generated.
  ///   - second: the same for the second.
  private static func matching(
    _ rule: RuleID, _ row: String, first: Int, second: Int, _ outcomes: [Outcome<ResponseAction>],
    after meanwhile: [ResponseStep] = [], line: Int = #line
  ) -> ResponseScenario {
    let (byFlavor, bySize) = (Representation.v1.with("Vary", "X-Flavor"), Representation.v2.with("Vary", "X-Size"))
    return Scenario(
      rule, row, given: .originHasVersion2,
      then: [
        Step(.serve(byFlavor.dated(secondsAgo: first), at: Resource.a)),
        Step(.load(.a.saying(["X-Flavor": "sweet", "X-Size": "small"])), .answers(.v1)),
        Step(.advance(.seconds(1))),
        Step(.serve(bySize.dated(secondsAgo: second), at: Resource.a)),
        Step(.load(.a.saying(["X-Flavor": "sour", "X-Size": "large"])), .answers(.v2)),
        Step(.serve(.v3, at: Resource.a)),
      ] + meanwhile + [
        Step(
          .load(.a.saying(["X-Flavor": "sweet", "X-Size": "large"])),
          oneOf: outcomes + [Outcome("checked", .answers(.v3), .checks)])
      ], line: line)
  }
}
