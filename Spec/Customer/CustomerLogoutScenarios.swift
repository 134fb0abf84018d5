import CacheVocabulary

extension CustomerSpec {
  /// Leaving a user.
  static let logoutScenarios: [CustomerScenario] =
    [
      Scenario(
        "customer.logout.clears-customer-info", given: .cached.offline,
        then: [
          .logOutOffline,
          Step(.call(.customerInfo(.fromCacheOnly)), .fails, .requestsNothing),
          Step(.call(.customerInfo()), .fails, .requestsSomething),
          Step(.serve(.customerInfo(.v2))),
          Step(.network(.up)),
          .readsAnonymously(.v2),
        ]),
      Scenario(
        "customer.logout.clears-offerings", given: .offerings.offline,
        then: [
          .logOutOffline,
          Step(.call(.offerings), .fails, .requestsSomething),
          Step(.serve(.offerings(.v2))),
          Step(.network(.up)),
          .readsOfferingsAnonymously(.v2),
        ]),
      Scenario(
        "customer.logout.stays-cleared", given: .cached.offline,
        then: [
          .logOutOffline,
          .startWithoutID,
          Step(.call(.customerInfo()), .fails),
          Step(.call(.customerInfo(.fromCacheOnly)), .fails, .requestsNothing),
        ]),
      Scenario(
        "customer.logout.isolates-users", "reads without network", given: .cached.offline,
        then: [
          .logOutOffline,
          Step(.call(.customerInfo()), .fails),
          Step(.call(.customerInfo(.fromCacheOnly)), .fails),
          .startWithoutID,
          Step(.call(.customerInfo()), .fails),
        ]),
      Scenario(
        "customer.logout.new-identity", given: .loggedIn,
        then: [
          Step(.call(.logOut)),
          Step(
            .call(.appUserID),
            oneOf: [
              Outcome("a new anonymous id", .answers(.user(.anonymous(2)))),
              Outcome("the anonymous id of before", .answers(.user(.anonymous(1)))),
              Outcome("no id", .answersNothing),
              Outcome("an error", .fails),
            ]),
        ]),
      Scenario(
        "customer.logout.anonymous", given: .anonymous,
        then: [
          Step(.call(.logOut), oneOf: [Outcome("refused", .fails), Outcome("succeeds")]),
          Step(
            .call(.appUserID),
            oneOf: [
              Outcome("the same id", .answers(.user(.anonymous(1)))),
              Outcome("another id", .answers(.user(.anonymous(2)))),
              Outcome("no id", .answersNothing),
            ]),
          Step(.network(.down)),
          Step(
            .call(.customerInfo(.fromCacheOnly)),
            oneOf: [
              Outcome("customer info kept", .answers(.info(.v0, of: .anonymous(1)))),
              Outcome("customer info cleared", .fails),
            ]),
        ]),
      Scenario(
        "customer.logout.other-installations",
        given: .onTwoDevices.offline,
        then: [
          .logOutOffline,
          Step(.call(.customerInfo(.fromCacheOnly)), .fails),
          Step(.use(.main)),
          .reads(.v1, .requestsNothing),
          Step(.restart),
          .reads(.v1),
          .isUser(.alice),
        ]),
    ] + isolationScenarios("customer.logout.isolates-users", .logOut)
    + isolationScenarios("customer.login.isolates-users", .logIn(.bob)) + [duringSwitch]

  /// After a switch of users nothing shows the old one's data: no read, no listener, no log, no stored byte.
  private static func isolationScenarios(_ rule: RuleID, _ leaving: CustomerCall) -> [CustomerScenario] {
    let reads = leaving == .logOut ? CustomerStep.readsAnonymously : { .reads($0, of: .bob) }
    let readsOfferings =
      leaving == .logOut ? CustomerStep.readsOfferingsAnonymously : { .readsOfferings($0, for: .bob) }
    return [
      Scenario(
        rule, "reads", given: .young, then: [Step(.call(leaving)), reads(.v2), reads(.v2)]),
      Scenario(
        rule, "offerings", given: .youngOfferings,
        then: [Step(.call(leaving)), readsOfferings(.v2), readsOfferings(.v2)]),
      Scenario(
        rule, "listener and log", given: .young.listening.logged,
        then: [
          Step(.call(leaving), .notifiesOfNothingOfAlice),
          Step(.call(.customerInfo()), .notifiesOfNothingOfAlice, .logsNothingOfAlice),
          .anHour,
          Step(.app(.foreground), .notifiesOfNothingOfAlice, .logsNothingOfAlice),
          reads(.v2),
        ]),
      Scenario(
        rule, "stored bytes", given: .young.findable,
        then: [
          Step(.call(leaving)), Step(.searchStorage(.alice), .storesNothing), reads(.v2),
          .startWithoutID, Step(.searchStorage(.alice), .storesNothing),
        ]),
    ]
  }

  /// A request for the old user and one for the new are two, whichever is answered first.
  private static let duringSwitch = Scenario(
    "customer.login.requests-during-switch",
    given: .held(.fetchCurrent),
    then: [
      Step(.serve(.customerInfo(.v3))),
      Step(.call(.logIn(.bob))),
      .reads(.v3, of: .bob, by: .fetchCurrent),
      Step(.requests(.customerInfo, .releaseAll)),
      Step(.finish, .returns),
      .isUser(.bob),
      .reads(.v3, of: .bob, .requestsNothing),
    ])

  /// Invalidating.
  static let invalidationScenarios: [CustomerScenario] = [
    Scenario(
      "customer.invalidate.forces-fetch", given: .young,
      then: [Step(.call(.invalidate)), .reads(.v2, .requestsInfo()), .reads(.v2, .requestsNothing)]),
    Scenario(
      "customer.invalidate.forces-fetch", "ten reads at once", given: .young,
      then: [
        Step(.call(.invalidate)),
        Step(.callOften(.customerInfo(), times: 10, atOnce: true), .answers(.info(.v2))),
      ]),
    Scenario(
      "customer.invalidate.offline", given: .cached.offline,
      then: [
        Step(.call(.invalidate)), Step(.call(.customerInfo()), .fails, .requestsSomething),
        Step(.call(.customerInfo()), .fails),
      ]),
    Scenario(
      "customer.invalidate.no-request-itself", given: .young, then: [Step(.call(.invalidate), .requestsNothing)]),
    Scenario(
      "customer.invalidate.leaves-the-rest", "id", given: .loggedIn,
      then: [Step(.call(.invalidate)), .isUser(.alice)]),
    Scenario(
      "customer.invalidate.leaves-the-rest", "offerings", given: .offerings,
      then: [Step(.call(.invalidate)), .readsOfferings(.v1, .requestsNothing)]),
    Scenario(
      "customer.invalidate.survives-restart", given: .cached.offline,
      then: [
        Step(.call(.invalidate)), Step(.restart), Step(.call(.customerInfo()), .fails),
        Step(.call(.customerInfo(.fromCacheOnly)), .fails),
      ]),
    Scenario(
      "customer.invalidate.during-fetch", "purchase",
      given: .held(.purchase),
      then: [
        Step(.serve(.customerInfo(.v3))),
        Step(.call(.invalidate)), Step(.requests(.customerInfo, .releaseAll)),
        Step(.finish, .returns),
        Step(.call(.customerInfo()), .answers(.info(.v3, with: ["pro"]))),
      ]),
    Scenario(
      "customer.invalidate.during-fetch", "refresh",
      given: .held(.staleRead),
      then: [
        Step(.serve(.customerInfo(.v3))), Step(.call(.invalidate)), Step(.requests(.customerInfo, .releaseAll)),
        .reads(.v3),
      ]),
  ]
}
