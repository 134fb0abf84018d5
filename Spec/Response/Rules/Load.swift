/// A loader and its store: what is loaded is stored, what is stored is served, and each session uses the store that its
/// configuration was given. From the overview, 'Access the Cache Directly' and 'Manage Caching Programmatically' of
/// Apple's 'Accessing cached data'.
extension ResponseSpec {
  static var loadTopic: Topic<ResponseAction> {
    Topic("response.load", premises: loadPremises) {
      Rule(
        "stores", .must, "A cacheable response that was loaded can then be found in the store by direct access.",
        from: overview, access, about: .responseLoaded
      ).rows {
        Row(given: .anotherIsStored.originHas(.v1)) {
          Step(.find(.a), .answersNothing)
          Step(.load(.a), .answers(.v1), .requests(.get("/a")))
          Step(.find(.a), .answers(.v1))
        }
        Row(
          "what a redirect leads to",
          given: .loaderHasStored.originHas(
            Representation(.moved, cacheControl: []).status(302).with("Location", "/c"))
        ) {
          Step(.serve(.v1, at: Resource.c))
          Step(.load(.a), .answers(oneOf: [.v1, .body(.moved)]))
          Step(.load(.c), .answers(.v1))
          Step(.inspectStatus, .answers(.status(200)))
          Step(.find(.c), .answers(.v1))
          Step(.serve(.v2, at: Resource.c))
          Step(.load(.c), .answers(.v1), .requestsNothing)
        }
      }
      Rule(
        "serves-stored-by-hand", .must, "A response stored by direct access is served by the loader.", from: manage,
        about: .responseHit
      ).rows {
        Row(given: .freshStored) { Step(.load(.a), .answers(.v1), .requestsNothing) }
      }
      Rule(
        "own-store", .must,
        "Sessions configured with different stores share no entries; the shared store is the same store for all.",
        from: overview, about: .responseStore
      ).rows {
        Row(
          "two sessions with different stores",
          given: .loaderHasAsked.and("the origin has version 3 of /b", [Step(.serve(.v3, at: Resource.b))])
        ) {
          Step(.put(.v1, for: .a, in: .main))
          Step(.put(.v2, for: .a, in: .other))
          Step(.put(.v1, for: .b, in: .main))
          Step(.configure(.main, SessionSetup(store: .main)))
          Step(.configure(.other, SessionSetup(store: .other)))
          Step(.load(.a, by: .main), .answers(.v1), .requestsNothing)
          Step(.load(.a, by: .other), .answers(.v2), .requestsNothing)
          Step(.load(.b, by: .other), .answers(.v3), .requests(.get("/b")))
          Step(.load(.b, by: .main), .answers(.v1), .requestsNothing)
        }
        // The only scenario that stores in the shared store, which may outlive a world and be visible to every other
        // scenario.
        Row("two sessions over the shared store", given: .loaderHasAsked) {
          Step(.put(.v1, for: .a, in: .shared))
          Step(.put(.v2, for: .b, in: .shared))
          Step(.configure(.main, SessionSetup(store: .shared)))
          Step(.configure(.other, SessionSetup(store: .shared)))
          Step(.load(.a, by: .main), .answers(.v1), .requestsNothing)
          Step(.load(.a, by: .other), .answers(.v1), .requestsNothing)
          Step(.load(.b, by: .other), .answers(.v2), .requestsNothing)
          Step(.find(.a, in: .main), .answersNothing)
        }
      }
      Rule(
        "configured-store", .must,
        "A session uses the store that its configuration was given, and that store can be read back from the configuration.",
        from: access, about: .responseStore, .responseHit
      ).rows {
        Row(given: .anotherIsStored) {
          Step(.configure(.main, SessionSetup(store: .main)))
          Step(.put(.v1, for: .a))
          Step(.find(.a, in: .configured), .answers(.v1))
          Step(.put(.v2, for: .b, in: .configured))
          Step(.find(.b, in: .main), .answers(.v2))
          // A policy that ignores age, because how long the response is fresh is not the subject here.
          Step(.load(.b.with(.returnCacheDataElseLoad)), .answers(.v2), .requestsNothing)
          Step(.find(.c, in: .configured), .answersNothing)
        }
      }
      Rule(
        "no-store", .derived, "A session without a store caches nothing but still loads.", from: access,
        because: "Follows from response.load.configured-store: the store of a configuration can be set to none.",
        about: .responseNoStore
      ).rows {
        Row(given: .loaderHasStored.originHas(.v1)) {
          Step(.configure(.other, SessionSetup(store: nil)))
          Step(.load(.a, by: .other), .answers(.v1), .requests(.get("/a")))
          Step(.load(.a, by: .other), .answers(.v1), .requests(.get("/a")))
          Step(.find(.a), .answersNothing)
        }
        Row(
          "another session has stored the response",
          given: .freshStored.and(
            "a session over the store serves it", relyingOn: "response.load.serves-stored-by-hand",
            [Step(.load(.a), .answers(.v1), .requestsNothing)])
        ) {
          Step(.configure(.other, SessionSetup(store: nil)))
          Step(.load(.a, by: .other), .answers(.v2), .requests(.get("/a")))
          Step(.find(.a), .answers(.v1))
          Step(.load(.a), .answers(.v1), .requestsNothing)
        }
      }
      Rule(
        "every-call", .derived,
        "A load with a completion handler and an async load use the store in the same way as a load with the session's delegate.",
        from: policy,
        because:
          "Follows from response.policy.use-protocol: the policy belongs to the request, whichever call loads it.",
        about: .responseCall
      ).rows {
        for call in LoadCall.allCases where call != .delegate {
          Row("\(call), stored", given: .freshStored) {
            Step(.load(.a, through: call), .answers(.v1), .requestsNothing)
          }
          Row("\(call), not stored", given: .loaderHasStored.originHas(.v1)) {
            Step(.load(.a, through: call), .answers(.v1), .requests(.get("/a")))
            Step(.find(.a), .answers(.v1))
          }
          Row(
            "\(call), under returnCacheDataDontLoad",
            given: .originHasVersion2.and(
              "a load with the delegate fails when its policy forbids loading",
              relyingOn: "response.policy.dont-load-miss",
              [Step(.load(.a.with(.returnCacheDataDontLoad)), .fails, .requestsNothing)])
          ) {
            Step(.load(.a.with(.returnCacheDataDontLoad), through: call), .fails, .requestsNothing)
          }
        }
      }
    }
  }

  private static let loadPremises = storingPremises + callPremises

  private static var storingPremises: [Premise<ResponseAction>] {
    [
      .last("response.load.configured-store") { lookup in
        lookup.isNotServed || lookup.isNotStored || lookup.lacksLoaded || lookup.isLoad && lookup.returnsOther
      },
      Premise("response.load.configured-store") { if case .configure = $0 { true } else { false } },
      .last("response.load.configured-store") { $0.isAskedPlainly }.explainingAnyFailure,
      .last("response.load.stores") { lookup in
        lookup.isNotStored
          || lookup.kept?.wasLoaded == true && (lookup.lacksKept || lookup.isNotServed || lookup.isAskedPlainly)
      },
    ]
  }

  private static let callPremises = LoadCall.allCases.filter { $0 != .delegate }.map { call in
    Premise<ResponseAction>("response.load.every-call[\(call), stored]") { $0.call == call }
  }
}
