import CacheVocabulary

extension ResponseSpec {
  /// What the policy table has no column for.
  static let policyScenarios: [ResponseScenario] = [
    Scenario(
      "response.policy.reload-ignoring-remote", "origin=up", given: .freshStored,
      then: [
        Step(.load(.a.with(.reloadIgnoringLocalAndRemoteCacheData)), .answers(.v2), .requests(.get("/a"))),
        Step(
          .inspectRequest(["Cache-Control", "Pragma"]),
          oneOf: [
            Outcome(
              "both fields",
              .answers(inOrder: [.header("Cache-Control", "no-cache"), .header("Pragma", "no-cache")])),
            Outcome("Cache-Control", .answers(.header("Cache-Control", "no-cache"))),
            Outcome("Pragma", .answers(.header("Pragma", "no-cache"))),
          ]),
      ]),
    Scenario(
      "response.policy.reload-revalidating", "confirmed",
      given: .freshStored.leading(
        to: "a fresh version 1 is stored; the origin has it too", [Step(.serve(.v1.withTag, at: Resource.a))]),
      then: [Step(.load(.a.with(.reloadRevalidatingCacheData)), .answers(.v1), .checks)]),
  ]

  /// Whose policy counts: the session's for a request that names none, else the request's.
  static let sessionScenarios: [ResponseScenario] = [
    Scenario(
      "response.session.policy-inherited", "returnCacheDataDontLoad", given: .staleStored,
      then: [
        Step(.configure(.other, SessionSetup(policy: .returnCacheDataDontLoad))),
        Step(.load(.a, by: .other), .answers(.v1), .requestsNothing),
        Step(.load(.b, by: .other), .fails, .requestsNothing),
      ]),
    Scenario(
      "response.session.policy-inherited", "reloadIgnoringLocalCacheData", given: .freshStored,
      then: [
        Step(.configure(.other, SessionSetup(policy: .reloadIgnoringLocalCacheData))),
        Step(.load(.a, by: .other), .answers(.v2), .requests(.get("/a"))),
      ]),
    Scenario(
      "response.session.request-overrides", "loads though the session does not", given: .originHasVersion2,
      then: [
        Step(.configure(.other, SessionSetup(policy: .returnCacheDataDontLoad))),
        Step(.load(.a.with(.returnCacheDataElseLoad), by: .other), .answers(.v2), .requests(.get("/a"))),
      ]),
    Scenario(
      "response.session.request-overrides", "uses the store though the session does not", given: .staleStored,
      then: [
        Step(.configure(.other, SessionSetup(policy: .reloadIgnoringLocalCacheData))),
        Step(.load(.a.with(.returnCacheDataDontLoad), by: .other), .answers(.v1), .requestsNothing),
      ]),
  ]

  /// What is cached over which scheme.
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
          Step(.load(.file), .answers(.v1)),
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
    ] + RequestPolicy.allCases.map(filePolicyScenario)

  private static let secureVersion1 = Fixture.anotherIsStored.and(
    "the origin has version 1 over HTTPS", [Step(.serve(.v1, at: Resource.secureA))])

  private static func fileHas(_ representation: Representation) -> ResponseStep {
    Step(.serve(representation, at: Resource.file))
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
