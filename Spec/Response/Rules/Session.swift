/// A session's configuration has a policy for the requests that name none, and comes with a store: the shared one by
/// default, one in memory for an ephemeral session. From 'Set a Cache Policy for Url Requests' and the overview of
/// Apple's 'Accessing cached data'.
extension ResponseSpec {
  static var sessionTopic: Topic<ResponseAction> {
    Topic("response.session", premises: sessionPremises) {
      Rule(
        "policy-inherited", .must, "A request made by a session takes its policy from the session's configuration.",
        from: policy, about: .responseSessionPolicy
      ).rows {
        Row("returnCacheDataDontLoad", given: .freshStored) {
          Step(.configure(.other, SessionSetup(policy: .returnCacheDataDontLoad)))
          Step(.load(.a, by: .other), .answers(.v1), .requestsNothing)
          Step(.load(.b, by: .other), .fails, .requestsNothing)
        }
        Row("reloadIgnoringLocalCacheData", given: .freshStored) {
          Step(.configure(.other, SessionSetup(policy: .reloadIgnoringLocalCacheData)))
          Step(.load(.a, by: .other), .answers(.v2), .requests(.get("/a")))
        }
      }
      Rule(
        "request-overrides", .derived, "A policy set on the request itself overrides the session's policy.",
        from: policy,
        because:
          "Follows from response.policy.reload-ignoring-local, which holds for every request that names it: if the session's policy won, no request could control its own caching.",
        about: .responsePolicyOwner
      ).rows {
        Row(
          "the request's policy loads, the session's does not",
          given: .originHasVersion2.and(
            "a session fails for /b, which is not stored", relyingOn: "response.session.policy-inherited",
            [
              Step(.configure(.other, SessionSetup(policy: .returnCacheDataDontLoad))),
              Step(.load(.b, by: .other), .fails, .requestsNothing),
            ])
        ) {
          Step(.load(.a.with(.returnCacheDataElseLoad), by: .other), .answers(.v2), .requests(.get("/a")))
        }
        Row(
          "the request's policy uses the store, the session's does not",
          given: .freshStored.and(
            "a session loads /b although a fresh response is stored", relyingOn: "response.session.policy-inherited",
            [
              Step(.serve(.v3, at: Resource.b)),
              Step(.put(.v1, for: .b)),
              Step(.configure(.other, SessionSetup(policy: .reloadIgnoringLocalCacheData))),
              Step(.load(.b, by: .other), .answers(.v3), .requests(.get("/b"))),
            ])
        ) {
          Step(.load(.a.with(.returnCacheDataDontLoad), by: .other), .answers(.v1), .requestsNothing)
        }
      }
      Rule(
        "default-store", .derived,
        "A session with a default configuration that was given no store uses the shared store.", from: overview,
        because:
          "Follows from response.load.own-store: the shared store is shared by the sessions that are given no other store.",
        about: .responseOwnStore
      ).rows {
        Row(given: .originHasVersion2) {
          Step(.put(.v1, for: .a, in: .shared))
          Step(.configure(.main, SessionSetup(store: .own)))
          Step(.configure(.other, SessionSetup(store: .main)))
          Step(.load(.a, by: .main), .answers(.v1), .requestsNothing)
          Step(.load(.a, by: .other), .answers(.v2), .requests(.get("/a")))
        }
        Row("storing what it loads", given: .loaderHasStored.originHas(.v2)) {
          Step(.configure(.main, SessionSetup(store: .own)))
          Step(.load(.a, by: .main), .answers(.v2), .requests(.get("/a")))
          Step(.find(.a, in: .shared), .answers(.v2))
        }
      }
      Rule(
        "ephemeral", .derived,
        "Two sessions with ephemeral configurations share nothing with each other or with the shared store, and leave nothing on disk.",
        from: overview, manage,
        because:
          "Follows from response.load.own-store and response.storage.memory-only: an ephemeral configuration comes with a store of its own, in memory.",
        about: .responseSessionKind
      ).rows {
        Row("between two ephemeral sessions", given: .loaderHasAsked.originHas(.v1)) {
          Step(.configure(.main, SessionSetup(.ephemeral, store: .own)))
          Step(.configure(.other, SessionSetup(.ephemeral, store: .own)))
          Step(.load(.a, by: .main), .answers(.v1), .requests(.get("/a")))
          Step(
            .load(.a, by: .main),
            oneOf: [
              Outcome("kept in memory", .answers(.v1), .requestsNothing),
              Outcome("not kept", .answers(.v1), .requests(.get("/a"))),
            ])
          Step(.serve(.v2, at: Resource.a))
          Step(.load(.a, by: .other), .answers(.v2), .requests(.get("/a")))
          Step(.restart)
          Step(.serve(.v3, at: Resource.a))
          Step(.load(.a, by: .main), .answers(.v3), .requests(.get("/a")))
        }
        Row("the shared store has a response", given: .originHasVersion2) {
          Step(.put(.v1, for: .a, in: .shared))
          Step(.configure(.other, SessionSetup(.ephemeral, store: .own)))
          Step(.load(.a, by: .other), .answers(.v2), .requests(.get("/a")))
          Step(.find(.a, in: .shared), .answers(.v1))
        }
        Row("searching the disk for its bytes", given: .bytesAreFound.originHas(Representation(forMemoryOnly))) {
          Step(.configure(.main, SessionSetup(.ephemeral, store: .own)))
          Step(.load(.a, by: .main), .answers(.body(forMemoryOnly)), .requests(.get("/a")))
          Step(.searchDisk(forMemoryOnly), .answers(.notOnDisk))
          // Nothing is on disk once the session has ended, either.
          Step(.configure(.main, SessionSetup()))
          Step(.searchDisk(forMemoryOnly), .answers(.notOnDisk))
        }
      }
    }
  }

  private static var sessionPremises: [Premise<ResponseAction>] {
    [
      Premise("response.session.policy-inherited[returnCacheDataDontLoad]") {
        if case .configure(_, let setup) = $0 { setup.policy != nil } else { false }
      }
    ]
  }
}
