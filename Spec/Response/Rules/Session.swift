/// A session's configuration has a policy for the requests that name none, and comes with a store: the shared one by
/// default, one in memory for an ephemeral session. From 'Set a Cache Policy for Url Requests' and the overview of
/// Apple's 'Accessing cached data'.
extension ResponseSpec {
  static let sessionTopic = Topic<ResponseAction>(
    rules: sessionRules, premises: sessionPremises, scenarios: sessionRows)

  private static let sessionRules: [Rule] = [
    Rule(
      "response.session.policy-inherited", .must,
      "A request made by a session takes its policy from the session's configuration.", from: policy,
      about: .responseSessionPolicy),
    Rule(
      "response.session.request-overrides", .derived,
      "A policy set on the request itself overrides the session's policy.",
      from: policy,
      because:
        "Follows from response.policy.reload-ignoring-local, which holds for every request that names it: if the session's policy won, no request could control its own caching.",
      about: .responsePolicyOwner),
    Rule(
      "response.session.default-store", .derived,
      "A session with a default configuration that was given no store uses the shared store.",
      from: overview,
      because:
        "Follows from response.load.own-store: the shared store is shared by the sessions that are given no other store.",
      about: .responseOwnStore),
    Rule(
      "response.session.ephemeral", .derived,
      "Two sessions with ephemeral configurations share nothing with each other or with the shared store, and leave nothing on disk.",
      from: overview, manage,
      because:
        "Follows from response.load.own-store and response.storage.memory-only: an ephemeral configuration comes with a store of its own, in memory.",
      about: .responseSessionKind),
  ]

  private static let sessionPremises: [Premise<ResponseAction>] = [
    Premise("response.session.policy-inherited[returnCacheDataDontLoad]") {
      if case .configure(_, let setup) = $0 { setup.policy != nil } else { false }
    }
  ]

  private static let sessionRows: [ResponseScenario] = [
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
      "response.session.request-overrides", "the request's policy loads, the session's does not",
      given: .originHasVersion2.and(
        "a session fails for /b, which is not stored", standingOn: "response.session.policy-inherited",
        [
          Step(.configure(.other, SessionSetup(policy: .returnCacheDataDontLoad))),
          Step(.load(.b, by: .other), .fails, .requestsNothing),
        ]),
      then: [
        Step(.load(.a.with(.returnCacheDataElseLoad), by: .other), .answers(.v2), .requests(.get("/a")))
      ]),
    Scenario(
      "response.session.request-overrides", "the request's policy uses the store, the session's does not",
      given: .freshStored.and(
        "a session loads /b although a fresh response is stored", standingOn: "response.session.policy-inherited",
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
      "response.session.default-store", "storing what it loads", given: .loaderHasStored.originHas(.v2),
      then: [
        Step(.configure(.main, SessionSetup(store: .own))),
        Step(.load(.a, by: .main), .answers(.v2), .requests(.get("/a"))),
        Step(.find(.a, in: .shared), .answers(.v2)),
      ]),
    Scenario(
      "response.session.ephemeral", "between two ephemeral sessions",
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
      "response.session.ephemeral", "the shared store has a response", given: .originHasVersion2,
      then: [
        Step(.put(.v1, for: .a, in: .shared)),
        Step(.configure(.other, SessionSetup(.ephemeral, store: .own))),
        Step(.load(.a, by: .other), .answers(.v2), .requests(.get("/a"))),
        Step(.find(.a, in: .shared), .answers(.v1)),
      ]),
    Scenario(
      "response.session.ephemeral", "searching the disk for its bytes",
      given: .bytesAreFound.originHas(Representation(forMemoryOnly)),
      then: [
        Step(.configure(.main, SessionSetup(.ephemeral, store: .own))),
        Step(.load(.a, by: .main), .answers(.body(forMemoryOnly)), .requests(.get("/a"))),
        Step(.searchDisk(forMemoryOnly), .answers(.notOnDisk)),
        // Nothing is on disk once the session has ended, either.
        Step(.configure(.main, SessionSetup())), Step(.searchDisk(forMemoryOnly), .answers(.notOnDisk)),
      ]),
  ]
}
