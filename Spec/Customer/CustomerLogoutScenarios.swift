extension CustomerSpec {
  /// Logging out, and logging another user in.
  static let logoutScenarios: [CustomerScenario] =
    [
      Scenario(
        "customer.logout.clears-customer-info", given: .cached.offline,
        then: [
          .logOutOffline,
          Step(.call(.customerInfo(.fromCacheOnly)), .fails, .requestsNothing),
          Step(.call(.customerInfo()), .fails),
          Step(.serve(.customerInfo(.v2))),
          Step(.network(.up)),
          .readsAnonymously(.v2),
          Step(.call(.logIn(.bob))),
          .reads(.v2, of: .bob),
        ]),
      Scenario(
        "customer.logout.clears-customer-info", "and back again", given: .cached.offline,
        then: [
          .logOutOffline,
          .logsInOffline(.alice),
          Step(.call(.customerInfo(.fromCacheOnly)), .fails),
          Step(.serve(.customerInfo(.v2))),
          Step(.network(.up)),
          .failsOrNot(.logIn(.alice)),
          .reads(.v2),
        ]),
      Scenario(
        "customer.logout.clears-customer-info", "after a restart", given: .loggedIn.offline,
        then: [
          Step(.restart),
          .reads(.v0, by: .fromCacheOnly).demanded(by: "customer.info.survives-restart"),
          .logOutOffline,
          Step(.call(.customerInfo(.fromCacheOnly)), .fails, .requestsNothing),
          Step(.call(.customerInfo()), .fails),
        ]),
      Scenario(
        "customer.logout.clears-offerings", given: .offerings.offline,
        then: [
          .logOutOffline,
          Step(.call(.offerings), .fails),
          Step(.serve(.offerings(.v2))),
          Step(.network(.up)),
          .readsOfferingsAnonymously(.v2),
          Step(.call(.logIn(.bob))),
          .readsOfferings(.v2, for: .bob),
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
        "customer.logout.stays-cleared", "offerings", given: .offerings.offline,
        then: [.logOutOffline, .startWithoutID, Step(.call(.offerings), .fails)]),
      Scenario(
        "customer.logout.stays-cleared", "for the same user", given: .cached.offline,
        then: [
          .logOutOffline,
          Step(.app(.configure(CustomerSetup(.alice)))),
          Step(.call(.customerInfo(.fromCacheOnly)), .fails),
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
              Outcome("a new anonymous id", .answers(oneOf: [.user(.anonymous(2)), .user(.anonymous(1))])),
              Outcome("no id", .answersNothing),
              Outcome("an error", .fails),
            ]),
        ]),
      Scenario("customer.logout.anonymous", given: .anonymous, then: anonymousLogOut),
      Scenario(
        "customer.logout.anonymous", "after a restart", given: .anonymous, then: [Step(.restart)] + anonymousLogOut),
      Scenario(
        "customer.logout.anonymous", "offerings", given: .anonymous,
        then: [
          .readsOfferings(.v0, for: .anonymous(1)), Step(.serve(.offerings(.v1))),
          Step(
            .callInTurn([.logOut, .offerings]),
            oneOf: [
              Outcome("refused", .answer(.exactly([.nothing, .value(.offerings(.v0, for: .anonymous(1)))]))),
              Outcome("offerings for the other user", .answers(.offerings(.v1, for: .anonymous(2)))),
              Outcome("cleared, for the same user", .answers(.offerings(.v1, for: .anonymous(1)))),
              Outcome("nobody's", .answersNothing),
            ]),
        ]),
      Scenario(
        "customer.logout.anonymous", "after a log-out", given: .young,
        then: [Step(.call(.logOut)), .isAnonymousOrNobody(1), anonymousLogsOut, whoIsThere]),
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
    + isolationScenarios("customer.login.isolates-users", .logIn(.bob)) + loginScenarios + switchesDuringRequests

  /// A user logs out who never logged in.
  private static let anonymousLogOut: [CustomerStep] = [
    Step(.serve(.customerInfo(.v1))),
    // The server has a newer version by now, which shows that something was cleared.
    Step(
      .callInTurn([.logOut, .appUserID, .customerInfo()]),
      oneOf: [
        Outcome("refused, and nothing is cleared", .answer(.exactly([.nothing] + reading(.v0, of: .anonymous(1))))),
        Outcome("another user", .answer(.exactly(reading(.v1, of: .anonymous(2))))),
        Outcome("cleared, for the same user", .answer(.exactly(reading(.v1, of: .anonymous(1))))),
        Outcome("nobody", .answer(.exactly([.nothing, .nothing]))),
      ]),
    Step(.network(.down)),
    Step(
      .callInTurn([.appUserID, .customerInfo(.fromCacheOnly)]),
      oneOf: [
        Outcome("customer info kept", .answer(.exactly(reading(.v0, of: .anonymous(1))))),
        Outcome("customer info of the other user fetched", .answer(.exactly(reading(.v1, of: .anonymous(2))))),
        Outcome("customer info fetched again", .answer(.exactly(reading(.v1, of: .anonymous(1))))),
        Outcome("nobody's", .answer(.exactly([.nothing, .nothing]))),
      ]),
  ]

  private static func reading(_ version: DataVersion, of user: CustomerUser) -> [Fact<CustomerAnswer>] {
    [.value(.user(user)), .value(.info(version, of: user))]
  }

  private static let anonymousLogsOut = CustomerStep(
    .call(.logOut), oneOf: [Outcome("refused", .fails), Outcome("succeeds")])

  private static let whoIsThere = CustomerStep(
    .call(.appUserID),
    oneOf: [
      Outcome("the same id", .answers(.user(.anonymous(1)))), Outcome("another id", .answers(.user(.anonymous(2)))),
      Outcome("no id", .answersNothing), Outcome("an error", .fails),
    ])

  /// After a switch of users, no read, listener or log shows the old user's data.
  private static func isolationScenarios(_ rule: RuleID, _ leaving: CustomerCall) -> [CustomerScenario] {
    let reads: (DataVersion) -> CustomerStep = { leaving == .logOut ? .readsAnonymously($0) : .reads($0, of: .bob) }
    let readsOfferings: (DataVersion) -> CustomerStep = {
      leaving == .logOut ? .readsOfferingsAnonymously($0) : .readsOfferings($0, for: .bob)
    }
    // Whether anything survives the run is the subject of another rule.
    let readsNext: CustomerStep =
      leaving == .logOut
      ? .readsAnonymously(.v2)
      : Step(
        .call(.customerInfo()), oneOf: [Outcome("theirs", .answers(.info(.v2, of: .bob))), Outcome("nothing", .fails)])
    return [
      Scenario(
        rule, "reads", given: .young, then: [Step(.call(leaving)), reads(.v2), reads(.v2)]),
      Scenario(
        rule, "reads of the next run", given: .young,
        then: [Step(.call(leaving)), Step(.network(.down)), .startWithoutID, readsNext]),
      Scenario(
        rule, "offerings", given: .youngOfferings,
        then: [Step(.call(leaving)), readsOfferings(.v2), readsOfferings(.v2)]),
      Scenario(
        rule, "listener and log", given: .young.listening.logged,
        then: [
          Step(.call(leaving), .notifiesOfNothingOfAlice),
          Step(.call(.customerInfo()), .returns, .notifiesOfNothingOfAlice, .logsNothingOfAlice),
          Step(.app(.background)),
          .anHour,
          Step(.app(.foreground), .notifiesOfNothingOfAlice, .logsNothingOfAlice),
          reads(.v2),
        ]),
    ]
  }

  /// Logging in, whoever was the user before.
  private static let loginScenarios: [CustomerScenario] = [
    duringSwitch, twoSwitches, twoLateAnswers,
    Scenario(
      "customer.login.requests-during-switch", "one who logged out before", given: .young,
      then: [
        Step(.call(.logOut)), Step(.call(.logIn(.alice))), .reads(.v2),
        .isUser(.alice).demanded(by: "customer.identity.stable"),
      ]),
    Scenario(
      "customer.login.isolates-users", "from an anonymous user", given: .anonymous.serving(.v1),
      then: [Step(.call(.logIn(.alice))), .reads(.v1), .reads(.v1)]),
    Scenario(
      "customer.login.isolates-users", "from an anonymous user, without network", given: .anonymous.offline,
      then: [
        .logsInOffline(.alice), .findsNothingOfAnAnonymousUser,
      ]),
    Scenario(
      "customer.login.isolates-users", "offerings of an anonymous user", given: .anonymous.servingOfferings(.v1),
      then: [Step(.call(.logIn(.alice))), .readsOfferings(.v1), .readsOfferings(.v1)]),
    Scenario(
      "customer.login.isolates-users", "the age", given: .young,
      then: [
        .almostFiveMinutes,
        Step(.call(.logIn(.bob))),
        .reads(.v2, of: .bob),
        .almostFiveMinutes,
        .reads(.v2, of: .bob, .requestsNothing),
        Step(.advance(.seconds(2))),
        Step(.serve(.customerInfo(.v3))),
        Step(.call(.customerInfo())),
        .reads(.v3, of: .bob).demanded(by: "customer.get.refreshes-when-old"),
      ]),
    Scenario(
      "customer.login.isolates-users", "and back again", given: .young,
      then: [
        Step(.call(.logIn(.bob))), .reads(.v2, of: .bob), Step(.serve(.customerInfo(.v3))), Step(.call(.logIn(.alice))),
        // Her own copy may have been kept and is young.
        Step(.call(.customerInfo()), .answers(oneOf: [.info(.v1), .info(.v3)])),
      ]),
  ]

  /// A request for the old user and one for the new user are separate, whichever is answered first.
  private static let duringSwitch = Scenario(
    "customer.login.requests-during-switch",
    given: .held(.fetchCurrent),
    then: [
      Step(.serve(.customerInfo(.v3))),
      Step(.callMeanwhile(.logIn(.bob))),
      .reads(.v3, of: .bob, by: .fetchCurrent),
      Step(.requests(.customerInfo, .releaseAll)),
      Step(.finish, .returns),
      .isUser(.bob).demanded(by: "customer.identity.stable"),
      .reads(.v3, of: .bob, .requestsNothing),
    ])

  /// The new user waits for no request in flight for the old user.
  private static let switchesDuringRequests = CustomerUnderWay.allCases.map { underWay in
    let (news, read): (ServerContent, CustomerStep) =
      switch underWay.kind {
      case .customerInfo: (.customerInfo(.v3), .reads(.v3, of: .bob))
      case .offerings: (.offerings(.v3), .readsOfferings(.v3, for: .bob))
      }
    return CustomerScenario(
      "customer.login.requests-during-switch", underWay.rawValue, given: .held(underWay),
      then: [Step(.serve(news)), Step(.callMeanwhile(.logIn(.bob))), read, Step(.requests(underWay.kind, .releaseAll))]
        + (underWay.isCalledFor ? [Step(.finish, .returns)] : [])
        + [
          .isUser(.bob).demanded(by: "customer.identity.stable"),
          read.demanded(by: "customer.login.late-answer-discarded"),
        ])
  }

  /// This holds for every user who was left, not only for the one before the last switch.
  private static let twoSwitches = Scenario(
    "customer.login.late-answer-discarded", "after two log-ins", given: .held(.staleRead),
    then: [
      Step(.serve(.customerInfo(.v3))), Step(.listen(.start)),
      Step(.callMeanwhile(.logIn(.bob))), Step(.callMeanwhile(.logIn(.carol))),
      Step(.requests(.customerInfo, .releaseAll), .notifiesOfNothingOfAlice),
      Step(.finish, .returns),
    ] + readsOnly(.known(.carol)))

  /// Each of several late answers is discarded.
  private static let twoLateAnswers = Scenario(
    "customer.login.late-answer-discarded", "two answers",
    given: Fixture.held(.staleRead).and(
      "so is a purchase", standingOn: "customer.purchase.refreshes",
      [
        Step(.requests(.customerInfo, .hold)), Step(.beginMeanwhile(.purchase("pro"))),
        Step(.requests(.customerInfo, .awaitHeld(2))), Step(.requests(.customerInfo, .holdNoMore)),
      ]),
    then: [
      Step(.serve(.customerInfo(.v3))), Step(.listen(.start)),
      Step(.callMeanwhile(.logIn(.bob))),
      Step(.requests(.customerInfo, .releaseAll), .notifiesOfNothingOfAlice),
      Step(.finish, .returns),
    ] + readsOnly(.bob))

  private static func readsOnly(_ user: CustomerUser) -> [CustomerStep] {
    [.isUser(user), .reads(.v3, of: user), .reads(.v3, of: user), .startWithoutID, .reads(.v3, of: user)]
  }
}
