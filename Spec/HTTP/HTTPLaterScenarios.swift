extension HTTPSpec {
  /// How fresh a stored response is after a revalidation, a failed refresh or a restart.
  static let laterScenarios: [ResponseScenario] = [
    Scenario(
      "http.store.no-cache", "in a second line, across a restart", given: .stored(saying("max-age=60", "no-cache")),
      then: [Step(.restart), checked]),
    Scenario(
      "http.store.no-cache", "in a first line, across a restart", given: .stored(saying("no-cache", "max-age=60")),
      then: [Step(.restart), checked]),
    Scenario(
      "http.store.no-cache", "with the clock set back", given: .stored(saying("no-cache, max-age=60")),
      then: [Step(.setClock(by: .zero - .days(1))), checked]),
    Scenario(
      "http.age.resident", "beside large ones that are removed, and replaced, in a later run",
      given: .loaded(saying("max-age=60").undated),
      then: [Step(.advance(.seconds(40)))] + large.map { Step(.put(.v3.padded(to: 20_000), for: $0)) }
        + [Step(.load(.another), .answers(.body(.another)), .requestsNothing), Step(.restart)]
        + large.prefix(6).map { Step(.remove(.one($0))) } + large.suffix(6).map { Step(.put(.v3, for: $0)) }
        + [served, Step(.restart), served, Step(.advance(.seconds(30))), checked]),
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
      "http.stale.stale-while-revalidate", "a second time",
      given: .stored(refreshedBehind(.v1)).and("100 s later", [Step(.advance(.seconds(100)))])
        .originHas(refreshedBehind(.v2)),
      then: [
        servedOrChecked(.v1, .v2), Step(.advance(.seconds(100))), Step(.serve(refreshedBehind(.v3), at: Resource.a)),
        servedOrChecked(.v2, .v3),
      ]),
    ofAnotherVariant("of another variant", "max-age=0"),
    ofAnotherVariant("of another variant that was as fresh", "max-age=60", after: .seconds(100)),
    Scenario(
      "http.revalidate.not-modified", "of 100 kB, across a restart",
      given: .stored(Representation.stale(.v1).withTag.padded(to: 100_000))
        .originHas(Representation.v1.withTag.padded(to: 100_000)),
      then: [
        Step(.load(.a), .answers(.body(ResponseBody("version 1", size: 100_000))), .checks), Step(.restart),
        Step(.load(.a), .answers(.body(ResponseBody("version 1", size: 100_000))), .requestsNothing),
      ]),
    Scenario(
      "http.revalidate.other-tag", "in other letters",
      given: .stored(.stale(.v1).withTag)
        .originHas(Representation(.empty).status(304).with("ETag", ResponseBody.v1.tag.uppercased())),
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
  ]

  private static let large = (1...12).map { RequestMessage("http://origin.test/large/\($0)") }

  /// Two variants are stored and no longer fresh. A confirmation of one does not apply to the other.
  private static func ofAnotherVariant(
    _ row: String, _ directive: String, after time: Duration = .zero, line: Int = #line
  ) -> ResponseScenario {
    func variant(_ body: ResponseBody) -> Representation {
      Representation(body, cacheControl: [directive]).withTag.with("Vary", "X-Flavor")
    }
    let (sweet, sour) = (RequestMessage.a.saying(["X-Flavor": "sweet"]), RequestMessage.a.saying(["X-Flavor": "sour"]))
    return Scenario(
      "http.revalidate.other-tag", row,
      given: .stored(variant(.v1), for: sweet).and(
        "and version 2 for another variant", standingOn: "response.store.returns-what-was-stored",
        [Step(.have(variant(.v2), for: sour)), Step(.find(sour), .answers(.v2)), Step(.advance(time))]
      ).originHas(Representation.v1.withTag.with("Vary", "X-Flavor")),
      then: [
        Step(.load(sweet), .answers(.v1), .checks), Step(.serve(.v3, at: Resource.a)),
        Step(.load(sour), .answers(.v3), .checks),
      ], line: line)
  }

  private static func refreshedBehind(_ body: ResponseBody) -> Representation {
    Representation(body, cacheControl: ["max-age=60, stale-while-revalidate=60"])
  }

  /// The stored version is served and refreshed in the background, or revalidated.
  private static func servedOrChecked(_ stored: ResponseAnswer, _ newer: ResponseAnswer) -> ResponseStep {
    Step(
      .load(.a),
      oneOf: [
        Outcome("served", .answers(stored), .requestsSomething), Outcome("checked", .answers(newer), .checks),
      ])
  }

  private static let servedOrFailed = ResponseStep(
    .load(.a),
    oneOf: [
      Outcome("served stale", .answers(.v1), .requestsSomething), Outcome("error", .fails, .requestsSomething),
    ])
}
