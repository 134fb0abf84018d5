extension ResponseSpec {
  /// Cases for which the policy table has no column.
  static let policyScenarios: [ResponseScenario] =
    askingScenarios + [
      Scenario(
        "response.policy.use-protocol", "HEAD of what is stale", given: .staleStored,
        then: [Step(.load(.by("HEAD")), .answers(.body(.empty)), .requestsSomething)]),
      Scenario(
        "response.policy.use-protocol", "a check is answered with 404", given: .staleStored.originHas(failure(404)),
        then: [Step(.load(.a), .answers(.v3), .requestsSomething)]),
      Scenario(
        "response.policy.reload-ignoring-local", "the origin answers 503", given: .freshStored.originHas(failure(503)),
        then: [Step(.load(.a.with(.reloadIgnoringLocalCacheData)), .fails, .requestsSomething)]),
      storedWithNoCache("response.policy.dont-load-hit", .returnCacheDataDontLoad),
      storedWithNoCache("response.policy.else-load-hit", .returnCacheDataElseLoad),
      Scenario(
        "response.policy.dont-load-hit", "a part of what is stored", given: .freshStored,
        then: [
          Step(
            .load(.a.saying(["Range": "bytes=8-8"]).with(.returnCacheDataDontLoad)),
            oneOf: [
              Outcome("error", .fails, .requestsNothing),
              Outcome("part of what is stored", .answers(.body(ResponseBody("1"))), .requestsNothing),
              Outcome("all that is stored", .answers(.v1), .requestsNothing),
            ])
        ]),
      Scenario(
        "response.policy.dont-load-miss", "a part", given: .originHasVersion2,
        then: [
          Step(
            .load(.a.saying(["Range": "bytes=0-3"]).with(.returnCacheDataDontLoad)), .fails, .requestsNothing)
        ]),
      Scenario(
        "response.policy.reload-ignoring-remote", "its header tells caches on the way", given: .freshStored,
        then: [
          Step(
            .load(.a.with(.reloadIgnoringLocalAndRemoteCacheData)), .answers(.v2), .requests(.get("/a"))),
          tellsCachesOnTheWay,
        ]),
      Scenario(
        "response.policy.reload-revalidating", "the origin confirms it",
        given: .freshStored.leading(
          to: "a fresh version 1 is stored; the origin has it too", [Step(.serve(.v1.withTag, at: Resource.a))]),
        then: [Step(.load(revalidating), .answers(.v1), .confirms)]),
      Scenario(
        "response.policy.reload-revalidating", "the origin answers 404", given: .freshStored.originHas(failure(404)),
        then: [Step(.load(revalidating), .answers(.v3), .requestsSomething)]),
      Scenario(
        "response.policy.reload-revalidating", "the origin answers 503", given: .freshStored.originHas(failure(503)),
        then: [Step(.load(revalidating), .fails, .requestsSomething)]),
      Scenario(
        "response.policy.reload-revalidating", "fresh without a validator", given: .stored(.v1),
        then: [Step(.load(revalidating), .answers(.v2), .checks)]),
    ]

  private static let revalidating = RequestMessage.a.with(.reloadRevalidatingCacheData)

  /// Version 3 as the page of an error that may not be stored.
  private static func failure(_ status: Int) -> Representation {
    Representation(.v3, cacheControl: ["no-store"]).status(status)
  }

  /// A stored response is returned even though it says that it must be revalidated.
  private static func storedWithNoCache(
    _ rule: RuleID, _ policy: RequestPolicy, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      rule, "stored with no-cache", given: .stored(Representation(.v1, cacheControl: ["no-cache"]).withTag),
      then: [Step(.load(.a.with(policy)), .answers(.v1), .requestsNothing, .stores(.v1))], line: line)
  }

  /// The request has one or more directives that tell caches not to answer from a stored response without asking (RFC
  /// 9111, 5.2.1).
  static let tellsCachesOnTheWay = ResponseStep(.inspectRequest(["Cache-Control", "Pragma"]), tellingCaches)

  static let tellingCaches: Expectation<ResponseAction> = {
    let directives = ["no-cache", "max-age=0", "no-cache, max-age=0", "max-age=0, no-cache", "no-cache, no-store"]
    let cacheControl = directives.map { ResponseAnswer.header("Cache-Control", $0) }
    let pragma = ResponseAnswer.header("Pragma", "no-cache")
    return .answer(
      .described(
        "Cache-Control: no-cache or max-age=0, or Pragma: no-cache",
        .oneOf((cacheControl.flatMap { [[$0], [$0, pragma]] } + [[pragma]]).map { $0.map(Fact.value) })))
  }()

  /// Which schemes are cached.
  static let schemeScenarios: [ResponseScenario] =
    [
      Scenario(
        "response.scheme.http-and-https-cached", "http", given: .anotherIsStored.originHas(.v1),
        then: [Step(.load(.a), .answers(.v1)), Step(.find(.a), .answers(.v1))]),
      Scenario(
        "response.scheme.http-and-https-cached", "https", given: secureVersion1,
        then: [Step(.load(.secureA), .answers(.v1)), Step(.find(.secureA), .answers(.v1))]),
      Scenario(
        "response.scheme.others-not-cached", given: .anotherIsStored.and("there is a file", [fileHas(.v1)]),
        then: [
          Step(.load(.file), .answers(.v1).demanded(by: "response.scheme.file-policy-controls-access")),
          Step(.find(.file), .answersNothing),
          Step(.find(.another), .answers(.body(.another))),
        ]),
      Scenario(
        "response.scheme.https-on-disk-by-default", given: secureVersion1,
        then: [
          Step(.load(.secureA.with(.useProtocolCachePolicy)), .answers(.v1)),
          Step(.restart),
          Step(.find(.secureA), .answers(.v1)),
        ]),
    ] + [.useProtocolCachePolicy, .returnCacheDataElseLoad, .returnCacheDataDontLoad].map(filePolicyScenario)

  private static let secureVersion1 = Fixture.anotherIsStored.and(
    "the origin has version 1 over HTTPS", [Step(.serve(.v1, at: Resource.secureA))])

  private static func fileHas(_ representation: Representation) -> ResponseStep {
    Step(.serve(representation, at: Resource.file))
  }

  /// A file is loaded twice under a policy, and changes in between.
  private static func filePolicyScenario(_ policy: RequestPolicy) -> ResponseScenario {
    Scenario(
      "response.scheme.file-policy-controls-access", policy.rawValue, given: .anotherIsStored,
      then: [
        fileHas(.v1),
        Step(.load(.file.with(.returnCacheDataElseLoad)), .answers(.v1)),
        fileHas(.v2),
        Step(.load(.file.with(policy)), policy == .returnCacheDataDontLoad ? .fails : .answers(.v2)),
      ])
  }
}
