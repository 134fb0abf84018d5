extension ResponseSpec {
  /// Cases for which the policy table has no column.
  static let policyScenarios: [ResponseScenario] =
    reloadScenarios + HTTPSpec.answeredScenarios + revalidatingScenarios + dontLoadScenarios + askingScenarios + [
      Scenario(
        "response.policy.use-protocol", "HEAD of what is stale", given: .staleStored,
        then: [Step(.load(.by("HEAD")), .answers(.body(.empty)), .requestsSomething)]),
      Scenario(
        "response.policy.reload-ignoring-remote", "origin=up", given: .freshStored,
        then: [Step(reloadingPastCaches, .answers(.v2), .requests(.get("/a"))), tellsCachesOnTheWay]),
      Scenario(
        "response.policy.reload-ignoring-remote", "nothing stored", given: .originHasVersion2,
        then: [Step(reloadingPastCaches, .answers(.v2), .requests(.get("/a"))), tellsCachesOnTheWay]),
      pastCachesByRedirect,
      Scenario(
        "response.policy.reload-revalidating", "confirmed",
        given: .freshStored.leading(
          to: "a fresh version 1 is stored; the origin has it too", [Step(.serve(.v1.withTag, at: Resource.a))]),
        then: [Step(.load(.a.with(.reloadRevalidatingCacheData)), .answers(.v1), .confirms)]),
    ]
    + [
      "no-cache, max-age=60", "no-cache", "max-age=0, must-revalidate", "max-age=0, stale-while-revalidate=60",
    ].flatMap { directives in
      [
        storedThoughItSays(directives, "response.policy.dont-load-hit", .returnCacheDataDontLoad),
        storedThoughItSays(directives, "response.policy.else-load-hit", .returnCacheDataElseLoad),
      ]
    }

  private static let reloading = RequestMessage.a.with(.reloadIgnoringLocalCacheData)

  /// The stored response is not used, whichever call loads, and whatever the origin answers.
  private static let reloadScenarios: [ResponseScenario] =
    [500, 502, 503, 504].map { status in
      Scenario(
        "response.policy.reload-ignoring-local", "origin answers \(status)",
        given: .freshStored.originHas(Representation(.v3, cacheControl: ["no-store"]).status(status)),
        then: [Step(.load(reloading), .fails, .requestsSomething)])
    }
    + LoadCall.allCases.filter { $0 != .delegate }.map { call in
      Scenario(
        "response.policy.reload-ignoring-local", "through \(call)", given: .freshStored,
        then: [Step(.load(reloading, through: call), .answers(.v2), .requests(.get("/a")))])
    }
    + TaskKind.allCases.filter { $0 != .data }.map { kind in
      Scenario(
        "response.policy.reload-ignoring-local", "by \(kind) tasks", given: .freshStored,
        then: [Step(.load(reloading, as: kind), .answers(.v2), .requests(.get("/a")))])
    }
    + [SessionKind.ephemeral, .background].map { kind in
      Scenario(
        "response.policy.reload-ignoring-local", "by \(kind) sessions", given: .freshStored,
        then: [
          Step(.configure(.other, SessionSetup(kind))),
          Step(.load(reloading, by: .other), .answers(.v2), .requests(.get("/a"))),
        ])
    } + [
      Scenario(
        "response.policy.reload-ignoring-local", "again and again", given: .freshStored,
        then: [Step(.load(reloading), .answers(.v2), .requests(.get("/a"))), Step(.serve(.v3, at: Resource.a))]
          + Array(repeating: Step(.load(reloading), .answers(.v3), .requests(.get("/a"))), count: 5)),
      Scenario(
        "response.policy.reload-ignoring-local", "over HTTPS", given: secureVersion1,
        then: [
          Step(.put(.v1, for: .secureA)), Step(.serve(.v2, at: Resource.secureA)),
          Step(.load(.secureA.with(.reloadIgnoringLocalCacheData)), .answers(.v2), .requests(.get("/a"))),
        ]),
      Scenario(
        "response.policy.reload-ignoring-local", "what it is redirected to",
        given: .freshStored.originHas(Representation(.moved, cacheControl: []).status(302).with("Location", "/b")),
        then: [
          Step(.put(.v1, for: .b)), Step(.serve(.v3, at: Resource.b)),
          Step(
            .load(reloading),
            oneOf: [
              Outcome("followed", .answers(.v3), .requests(.get("/a"), .get("/b"))),
              Outcome("handed back", .answers(.body(.moved)), .requests(.get("/a"))),
            ]),
        ]),
    ]

  private static let revalidating = RequestMessage.a.with(.reloadRevalidatingCacheData)

  /// A stored response that the origin does not confirm is not served, however fresh it is.
  private static let revalidatingScenarios: [ResponseScenario] =
    [500, 503].map { status in
      Scenario(
        "response.policy.reload-revalidating", "origin answers \(status)",
        given: .freshStored.originHas(Representation(.v3, cacheControl: ["no-store"]).status(status)),
        then: [Step(.load(revalidating), .fails, .requestsSomething)])
    } + [
      Scenario(
        "response.policy.reload-revalidating", "origin answers 404",
        given: .freshStored.originHas(Representation(.v3, cacheControl: ["no-store"]).status(404)),
        then: [Step(.load(revalidating), .answers(.v3), .requestsSomething)]),
      Scenario(
        "response.policy.reload-revalidating", "origin answers 503, stale-if-error",
        given: .stored(servedInPlaceOfErrors)
          .originHas(Representation(.v3, cacheControl: ["no-store"]).status(503)),
        then: [Step(.load(revalidating), .fails, .requestsSomething)]),
      Scenario(
        "response.policy.reload-revalidating", "origin is down, stale-if-error",
        given: .stored(servedInPlaceOfErrors).originIsDown,
        then: [Step(.load(revalidating), .fails, .requestsSomething)]),
      Scenario(
        "response.policy.reload-revalidating", "stale-while-revalidate",
        given: .stored(Representation(.v1, cacheControl: ["max-age=0, stale-while-revalidate=60"]).withTag),
        then: [Step(.load(revalidating), .answers(.v2), .confirms)]),
      Scenario(
        "response.policy.reload-revalidating", "fresh with Last-Modified alone",
        given: .stored(.v1.modified(secondsAgo: 7200)),
        then: [Step(.load(revalidating), .answers(.v2), .checks)]),
      Scenario(
        "response.policy.reload-revalidating", "fresh without a validator", given: .stored(.v1),
        then: [Step(.load(revalidating), .answers(.v2), .checks)]),
    ]

  private static let servedInPlaceOfErrors =
    Representation(.v1, cacheControl: ["max-age=60, stale-if-error=600"]).withTag

  private static let notLoading = RequestMessage.a.with(.returnCacheDataDontLoad)
  private static let fails = Outcome<ResponseAction>("error", .fails, .requestsNothing)

  /// Nothing is loaded, whatever is stored, and wherever it is stored.
  private static let dontLoadScenarios: [ResponseScenario] =
    [
      ("response.policy.dont-load-hit", RequestPolicy.returnCacheDataDontLoad),
      ("response.policy.else-load-hit", .returnCacheDataElseLoad),
    ].map { rule, policy in
      Scenario(
        rule, "across a restart", given: .staleStored,
        then: [Step(.restart), Step(.load(.a.with(policy)), .answers(.v1), .requestsNothing)])
    } + [
      Scenario(
        "response.policy.dont-load-miss", "a part", given: .originHasVersion2,
        then: [Step(.load(notLoading.saying(["Range": "bytes=0-3"])), .fails, .requestsNothing)]),
      Scenario(
        "response.policy.dont-load-hit", "a part of what is stored", given: .freshStored,
        then: [
          Step(
            .load(notLoading.saying(["Range": "bytes=8-8"])),
            oneOf: [
              fails, Outcome("part of what is stored", .answers(.body(ResponseBody("1"))), .requestsNothing),
              Outcome("all that is stored", .answers(.v1), .requestsNothing),
            ])
        ]),
      Scenario(
        "response.policy.dont-load-miss", "by a session without a store", given: .originHasVersion2,
        then: [
          Step(.configure(.other, SessionSetup(store: nil))),
          Step(.load(notLoading, by: .other), .fails, .requestsNothing),
        ]),
      Scenario(
        "response.policy.dont-load-hit", "what a stored redirect leads to", given: .loaderHasAsked,
        then: [
          Step(
            .put(Representation(.moved, cacheControl: ["max-age=60"]).status(301).with("Location", "/b"), for: .a)),
          Step(.serve(.v2, at: Resource.b)),
          Step(
            .load(notLoading), oneOf: [fails, Outcome("handed back", .answers(.body(.moved)), .requestsNothing)]),
        ]),
    ]

  /// Caches on the way are told at every address that a redirect leads to.
  private static let pastCachesByRedirect = ResponseScenario(
    "response.policy.reload-ignoring-remote", "where a redirect leads",
    given: .loaderHasAsked.originHas(Representation(.moved, cacheControl: []).status(302).with("Location", "/b")),
    then: [
      Step(.serve(.v2, at: Resource.b)),
      Step(
        reloadingPastCaches,
        oneOf: [Outcome("followed", .answers(.v2)), Outcome("handed back", .answers(.body(.moved)))]),
      tellsCachesOnTheWay,
    ])

  private static let reloadingPastCaches = ResponseAction.load(.a.with(.reloadIgnoringLocalAndRemoteCacheData))

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

  /// A stored response is returned even though it says that it must be revalidated.
  private static func storedThoughItSays(
    _ directives: String, _ rule: RuleID, _ policy: RequestPolicy
  ) -> ResponseScenario {
    Scenario(
      rule, "stored with \(directives)", given: .stored(Representation(.v1, cacheControl: [directives]).withTag),
      then: [Step(.load(.a.with(policy)), .answers(.v1), .requestsNothing, .stores(.v1))])
  }

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
          fileIsRead(),
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
      Scenario(
        "response.scheme.file-policy-controls-access", "the session's policy", given: .anotherIsStored,
        then: [
          fileHas(.v1), Step(.load(.file), .answers(.v1)),
          Step(.configure(.other, SessionSetup(policy: .returnCacheDataDontLoad))),
          Step(.load(.file, by: .other), .fails),
        ]),
    ] + RequestPolicy.allCases.map(filePolicyScenario)
    + RequestPolicy.allCases.filter { $0 != .returnCacheDataDontLoad }.map(fileNotStored)

  private static let secureVersion1 = Fixture.anotherIsStored.and(
    "the origin has version 1 over HTTPS", [Step(.serve(.v1, at: Resource.secureA))])

  private static func fileHas(_ representation: Representation) -> ResponseStep {
    Step(.serve(representation, at: Resource.file))
  }

  /// A file is loaded twice under a policy, and changes in between.
  private static func fileIsRead(_ policy: RequestPolicy? = nil) -> ResponseStep {
    Step(
      .load(RequestMessage(RequestMessage.file.url, policy: policy)),
      .answers(.v1).demanded(by: "response.scheme.file-policy-controls-access"))
  }

  private static func fileNotStored(_ policy: RequestPolicy) -> ResponseScenario {
    Scenario(
      "response.scheme.others-not-cached", policy.rawValue,
      given: .anotherIsStored.and("there is a file", [fileHas(.v1)]),
      then: [
        fileIsRead(policy), Step(.find(.file), .answersNothing),
        fileHas(.v2),
        Step(.load(.file.with(policy)), .answers(.v2)), Step(.find(.file), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
      ])
  }

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
