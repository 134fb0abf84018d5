extension ResponseSpec {
  /// Which policy applies: the session's for a request that names none, otherwise the request's.
  static let sessionScenarios: [ResponseScenario] = inheritingScenarios + ownScenarios

  /// A session with a policy over the main store.
  private static func setUp(_ policy: RequestPolicy) -> ResponseStep {
    Step(.configure(.other, SessionSetup(policy: policy)))
  }

  /// Every policy is inherited by every request, whichever call loads it.
  private static let inheritingScenarios: [ResponseScenario] =
    [
      inherited(
        .returnCacheDataElseLoad, "response.policy.else-load-hit", stored: .stale(.v1).withTag,
        [Step(.load(.b.with(.returnCacheDataElseLoad)), .answers(.v1), .requestsNothing)],
        [Step(.load(.a, by: .other), .answers(.v1), .requestsNothing)]),
      inherited(
        .reloadIgnoringLocalAndRemoteCacheData, "response.policy.reload-ignoring-remote", stored: .v1,
        [Step(.load(.b.with(.reloadIgnoringLocalAndRemoteCacheData)), .answers(.v3)), tellsCachesOnTheWay],
        [Step(.load(.a, by: .other), .answers(.v2), .requests(.get("/a"))), tellsCachesOnTheWay]),
      inherited(
        .reloadRevalidatingCacheData, "response.policy.reload-revalidating", stored: .v1.withTag,
        [Step(.load(.b.with(.reloadRevalidatingCacheData)), .answers(.v3), .requestsSomething)],
        [Step(.load(.a, by: .other), .answers(.v2), .confirms)]),
      Scenario(
        "response.session.policy-inherited", "again and again", given: .freshStored,
        then: [setUp(.reloadIgnoringLocalCacheData)]
          + Array(repeating: Step(.load(.a, by: .other), .answers(.v2), .requests(.get("/a"))), count: 5)),
    ]
    + [TaskKind.upload, .download].map { kind in
      Scenario(
        "response.session.policy-inherited", "by \(kind) tasks", given: .freshStored,
        then: [
          setUp(.reloadIgnoringLocalCacheData),
          Step(.load(.a, as: kind, by: .other), .answers(.v2), .requests(.get("/a"))),
        ])
    }
    + LoadCall.allCases.filter { $0 != .delegate }.map { call in
      Scenario(
        "response.session.policy-inherited", "through \(call)", given: .freshStored,
        then: [
          setUp(.reloadIgnoringLocalCacheData),
          Step(.load(.a, by: .other, through: call), .answers(.v2), .requests(.get("/a"))),
        ])
    }

  /// A session has a policy that works when a request names it, as requests for /b showed.
  private static func inherited(
    _ policy: RequestPolicy, _ rule: RuleID, stored: Representation, _ named: [ResponseStep],
    _ inherited: [ResponseStep], line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "response.session.policy-inherited", "\(policy)",
      given: .stored(stored).and(
        "\(policy) works where a request names it", standingOn: rule,
        [Step(.serve(.v3, at: Resource.b)), Step(.put(stored, for: .b))] + named),
      then: [setUp(policy)] + inherited, line: line)
  }

  private static let ownScenarios: [ResponseScenario] = [
    Scenario(
      "response.session.policy-inherited", "returnCacheDataDontLoad", given: .freshStored,
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
      "response.session.request-overrides", "loads though the session does not",
      given: .originHasVersion2.and(
        "a session does not load what is not stored", standingOn: "response.session.policy-inherited",
        [
          Step(.configure(.other, SessionSetup(policy: .returnCacheDataDontLoad))),
          Step(.load(.b, by: .other), .fails, .requestsNothing),
        ]),
      then: [
        Step(.load(.a.with(.returnCacheDataElseLoad), by: .other), .answers(.v2), .requests(.get("/a")))
      ]),
    Scenario(
      "response.session.request-overrides", "uses the store though the session does not",
      given: .freshStored.and(
        "a session loads what is stored fresh for /b", standingOn: "response.session.policy-inherited",
        [
          Step(.serve(.v3, at: Resource.b)),
          Step(.put(.v1, for: .b)),
          Step(.configure(.other, SessionSetup(policy: .reloadIgnoringLocalCacheData))),
          Step(.load(.b, by: .other), .answers(.v3), .requests(.get("/b"))),
        ]),
      then: [Step(.load(.a.with(.returnCacheDataDontLoad), by: .other), .answers(.v1), .requestsNothing)]),
    Scenario(
      "response.session.default-store", given: .originHasVersion2,
      then: [
        Step(.put(.v1, for: .a, in: .shared)),
        Step(.configure(.main, SessionSetup(store: .own))),
        Step(.configure(.other, SessionSetup(store: .main))),
        Step(.load(.a, by: .main), .answers(.v1), .requestsNothing),
        Step(.load(.a, by: .other), .answers(.v2), .requests(.get("/a"))),
      ]),
    Scenario(
      "response.session.default-store", "what is loaded", given: .loaderHasStored.originHas(.v2),
      then: [
        Step(.configure(.main, SessionSetup(store: .own))),
        Step(.load(.a, by: .main), .answers(.v2), .requests(.get("/a"))),
        Step(.find(.a, in: .shared), .answers(.v2)),
      ]),
    Scenario(
      "response.session.default-store", "two of them", given: .originHasVersion2,
      then: [
        Step(.put(.v1, for: .a, in: .shared)),
        Step(.configure(.main, SessionSetup(store: .own))),
        Step(.configure(.other, SessionSetup(store: .own))),
        Step(.load(.a, by: .main), .answers(.v1), .requestsNothing),
        Step(.load(.a, by: .other), .answers(.v1), .requestsNothing),
      ]),
    Scenario(
      "response.session.ephemeral", "two of them",
      given: .loaderHasAsked.originHas(.v1),
      then: [
        Step(.configure(.main, SessionSetup(.ephemeral, store: .own))),
        Step(.configure(.other, SessionSetup(.ephemeral, store: .own))),
        Step(.load(.a, by: .main), .answers(.v1), .requests(.get("/a"))),
        Step(
          .load(.a, by: .main),
          oneOf: [
            Outcome("kept in memory", .answers(.v1), .requestsNothing),
            Outcome("not kept", .answers(.v1), .requests(.get("/a"))),
          ]),
        Step(.serve(.v2, at: Resource.a)),
        Step(.load(.a, by: .other), .answers(.v2), .requests(.get("/a"))),
        Step(.restart),
        Step(.serve(.v3, at: Resource.a)),
        Step(.load(.a, by: .main), .answers(.v3), .requests(.get("/a"))),
      ]),
    Scenario(
      "response.session.ephemeral", "beside what is shared", given: .originHasVersion2,
      then: [
        Step(.put(.v1, for: .a, in: .shared)),
        Step(.configure(.other, SessionSetup(.ephemeral, store: .own))),
        Step(.load(.a, by: .other), .answers(.v2), .requests(.get("/a"))),
        Step(.find(.a, in: .shared), .answers(.v1)),
      ]),
    Scenario(
      "response.session.ephemeral", "beside what is shared, whatever its age",
      given: .originHasVersion2,
      then: [
        Step(.put(.v1, for: .a, in: .shared)),
        Step(.configure(.other, SessionSetup(.ephemeral, store: .own))),
        Step(.load(.a.with(.returnCacheDataElseLoad), by: .other), .answers(.v2), .requests(.get("/a"))),
        Step(.find(.a, in: .shared), .answers(.v1)),
      ]),
    keepingOffDisk("bytes", Representation(forMemoryOnly)),
    keepingOffDisk("many bytes", Representation(forMemoryOnly).padded(to: 1 << 18)),
  ]

  /// What an ephemeral session loads is never on disk, not even after the session has ended.
  private static func keepingOffDisk(
    _ row: String, _ representation: Representation, line: Int = #line
  ) -> ResponseScenario {
    let search = ResponseStep(.searchDisk(forMemoryOnly), .answers(.notOnDisk))
    return Scenario(
      "response.session.ephemeral", row, given: .bytesAreFound.originHas(representation),
      then: [
        Step(.configure(.main, SessionSetup(.ephemeral, store: .own))),
        Step(.load(.a, by: .main), .answers(.body(representation.body)), .requests(.get("/a"))), search,
        Step(.configure(.main, SessionSetup())), search,
      ], line: line)
  }
}
