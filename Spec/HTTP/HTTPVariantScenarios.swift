extension HTTPSpec {
  /// Several variants that could answer one request. How many are kept is left to the cache.
  static let variantScenarios: [ResponseScenario] = [
    matching(
      "http.vary.most-recent", "the one made last", first: 60, second: 30,
      [Outcome("the newer", .answers(.v2), .requestsNothing)]),
    matching(
      "http.vary.several", "of two that match, made at once", first: 59, second: 60,
      [
        Outcome("the one stored first", .answers(.v1), .requestsNothing),
        Outcome("the one stored last", .answers(.v2), .requestsNothing),
      ]),
  ]

  /// Two responses are loaded a second apart, and neither answers the other's request. Then a request comes that both
  /// could answer: if both are stored, the most recent by `Date` is used (RFC 9111, 4).
  ///
  /// - Parameters:
  ///   - first: how many seconds before its arrival the first response was generated.
  ///   - second: the same for the second.
  private static func matching(
    _ rule: RuleID, _ row: String, first: Int, second: Int, _ outcomes: [Outcome<ResponseAction>], line: Int = #line
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
        Step(
          .load(.a.saying(["X-Flavor": "sweet", "X-Size": "large"])),
          oneOf: outcomes + [Outcome("checked", .answers(.v3), .checks)]),
      ], line: line)
  }
}
