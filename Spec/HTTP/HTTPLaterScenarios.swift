import CacheVocabulary

extension HTTPSpec {
  /// What a check, a failed refresh or a restart leaves of how fresh a stored response is.
  static let laterScenarios: [ResponseScenario] = [
    Scenario(
      "http.store.no-cache", "in a second line, across a restart", given: .stored(saying("max-age=60", "no-cache")),
      then: [Step(.restart), checked]),
    Scenario(
      "http.stale.stale-while-revalidate", "after a refresh that failed",
      given: .stored(saying("max-age=60, stale-while-revalidate=60"))
        .and("100 s later", [Step(.advance(.seconds(100)))]).originIsDown,
      then: [
        servedOrFailed, Step(.origin(.up)), Step(.advance(.seconds(30))), checked,
      ]),
    Scenario(
      "http.stale.stale-while-revalidate", "after a refresh that was answered with 503",
      given: .stored(saying("max-age=60, stale-while-revalidate=60"))
        .and("100 s later", [Step(.advance(.seconds(100)))])
        .originHas(Representation(.v3, cacheControl: ["no-store"]).status(503)),
      then: [
        servedOrFailed, Step(.serve(.v2, at: Resource.a)), Step(.advance(.seconds(30))), checked,
      ]),
    Scenario(
      "http.revalidate.other-tag", "of another variant",
      given: .stored(varying(.v1), for: .a.saying(["X-Flavor": "sweet"])).and(
        "and version 2 for another variant", standingOn: "response.store.returns-what-was-stored",
        [
          Step(.put(varying(.v2), for: .a.saying(["X-Flavor": "sour"]))),
          Step(.find(.a.saying(["X-Flavor": "sour"])), .answers(.v2)),
        ]
      ).originHas(Representation.v1.withTag.with("Vary", "X-Flavor")),
      then: [
        Step(.load(.a.saying(["X-Flavor": "sweet"])), .answers(.v1), .checks), Step(.serve(.v3, at: Resource.a)),
        Step(.load(.a.saying(["X-Flavor": "sour"])), .answers(.v3), .checks),
      ]),
    Scenario(
      "http.revalidate.other-tag", "a weak one",
      given: .stored(.stale(.v1).withTag)
        .originHas(Representation(.empty).status(304).with("ETag", "W/\(ResponseBody.v2.tag)")),
      then: [
        notConfirmed, Step(.serve(.v2, at: Resource.a)), Step(.load(.a), .answers(.v2), .checks),
      ]),
  ]

  private static func varying(_ body: ResponseBody) -> Representation {
    .stale(body).withTag.with("Vary", "X-Flavor")
  }

  private static let servedOrFailed = ResponseStep(
    .load(.a),
    oneOf: [
      Outcome("served stale", .answers(.v1), .requestsSomething), Outcome("error", .fails, .requestsSomething),
    ])
}
