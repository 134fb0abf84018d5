extension CustomerSpec {
  /// What happens is stored, and nothing else is: the next run checks it.
  static let storedScenarios: [CustomerScenario] = changesScenarios + wrongAnswerScenarios + switchedScenarios

  private static let offline = CustomerStep(.network(.down))

  private static let changesScenarios: [CustomerScenario] = [
    killedAfterPurchase("a purchase, young", given: .young),
    killedAfterPurchase("a purchase, old", given: .stale),
    Scenario(
      "customer.info.survives-restart", "after a hundred refreshes", given: .cached,
      then: Array(repeating: [DataVersion.v2, .v1], count: 50).flatMap(\.self).flatMap(refreshed) + refreshed(.v3)
        + [offline, Step(.restart), .reads(.v3), .reads(.v3, by: .fromCacheOnly)]),
    Scenario(
      "customer.invalidate.survives-restart", "killed", given: .cached.offline,
      then: [
        Step(.call(.invalidate)), Step(.kill), Step(.call(.customerInfo()), .fails),
        Step(.call(.customerInfo(.fromCacheOnly)), .fails),
      ]),
    Scenario(
      "customer.purchase.older-answer-discarded", "restarted", given: .held(.staleRead),
      then: [
        Step(.callMeanwhile(.purchase("pro"))), Step(.requests(.customerInfo, .releaseAll)), Step(.finish, .returns),
        offline, Step(.restart),
        Step(.call(.customerInfo(.fromCacheOnly)), .answers(.info(.v2, with: ["pro"]))),
      ]),
    Scenario(
      "customer.invalidate.during-fetch", "restarted", given: .held(.staleRead).offline,
      then: [
        Step(.callMeanwhile(.invalidate)), Step(.requests(.customerInfo, .releaseAll)), Step(.finish, .returns),
        Step(.call(.customerInfo(.fromCacheOnly)), .fails),
        Step(.restart), Step(.call(.customerInfo(.fromCacheOnly)), .fails),
      ]),
    Scenario(
      "customer.policy.failure-keeps-data", "several failures before a restart", given: .stale.offline,
      then: Array(repeating: [.anHour, .reads(.v1), Step(.call(.customerInfo(.fetchCurrent)), .returns)], count: 5)
        .flatMap(\.self) + [Step(.restart), .reads(.v1), .reads(.v1, by: .fromCacheOnly)]),
    Scenario(
      "customer.policy.failure-keeps-data", "a purchase and a restore", given: .young.offline,
      then: [
        CustomerStep.failsOrNot(.purchase("pro")), .reads(.v1, by: .fromCacheOnly), CustomerStep.failsOrNot(.restore),
        .reads(.v1, by: .fromCacheOnly), Step(.restart), .reads(.v1, by: .fromCacheOnly),
      ]),
    Scenario(
      "customer.offline.served-for-ever", "ten years", given: .cached.offline,
      then: [
        Step(.advance(.days(3650))), .reads(.v1), Step(.restart(after: .days(3650))), .reads(.v1),
        .reads(.v1, by: .fromCacheOnly),
      ]),
    Scenario(
      "customer.offline.served-for-ever", "after the same user has logged in once more", given: .cached.offline,
      then: [.logsInOffline(.alice), .reads(.v1), .reads(.v1, by: .fromCacheOnly), Step(.restart), .reads(.v1)]),
    Scenario(
      "customer.offerings.not-kept-across-restart", "after the background", given: .offerings,
      then: [
        Step(.app(.background)), Step(.advance(.minutes(1))), Step(.app(.foreground)), Step(.app(.background)), offline,
        Step(.restart), goneOrKept,
      ]),
  ]

  private static func refreshed(_ version: DataVersion) -> [CustomerStep] {
    [Step(.serve(.customerInfo(version))), .reads(version, by: .fetchCurrent)]
  }

  private static func killedAfterPurchase(
    _ row: String, given: Fixture<CustomerAction>, line: Int = #line
  ) -> CustomerScenario {
    Scenario(
      "customer.info.survives-kill", row, given: given,
      then: [
        Step(.call(.purchase("pro"))), offline, Step(.kill),
        Step(
          .call(.customerInfo(.fromCacheOnly)),
          .answers(oneOf: [.info(.v1, with: ["pro"]), .info(.v2, with: ["pro"])])),
      ], line: line)
  }

  /// A rejected answer for another user is not stored either.
  private static let wrongAnswerScenarios: [CustomerScenario] = [
    ("a purchase", .purchase("pro")), ("a restore", .restore), ("a read", .customerInfo(.fetchCurrent)),
  ].map { (name: String, call: CustomerCall) in
    Scenario(
      "customer.get.answer-for-another-user", "\(name), restarted", given: .young.answeringForBob,
      then: [
        CustomerStep.failsOrNot(call), offline, Step(.restart), .reads(.v1, by: .fromCacheOnly), .isUser(.alice),
      ])
  }

  /// No user finds another user's data in the next run.
  private static let switchedScenarios: [CustomerScenario] = [
    Scenario(
      "customer.logout.stays-cleared", "after a refresh that failed", given: .stale.offline,
      then: [
        .reads(.v1), Step(.call(.customerInfo(.fetchCurrent)), .returns), .logOutOffline, .startWithoutID,
        Step(.call(.customerInfo()), .fails),
        Step(.call(.customerInfo(.fromCacheOnly)), .fails, .requestsNothing),
      ]),
    Scenario(
      "customer.login.isolates-users", "from an anonymous user, without network, restarted", given: .anonymous.offline,
      then: [
        .logsInOffline(.alice), Step(.restart), .findsNothingOfAnAnonymousUser,
      ]),
    Scenario(
      "customer.login.isolates-users", "offerings, without network", given: .offerings.offline,
      then: [
        .logsInOffline(.bob),
        Step(
          .call(.offerings),
          oneOf: [
            Outcome("nothing for him", .fails),
            // For a module whose log-in needs the server.
            Outcome("still alice's", .answers(.offerings(.v1, for: .alice))),
          ]),
      ]),
    Scenario(
      "customer.configure.other-user", "after an anonymous one", given: .anonymous.offline,
      then: [
        Step(.app(.configure(CustomerSetup(.alice)))), .isUser(.alice),
        Step(.call(.customerInfo()), .fails), Step(.call(.customerInfo(.fromCacheOnly)), .fails),
        Step(.restart), .isUser(.alice), Step(.call(.customerInfo(.fromCacheOnly)), .fails),
      ]),
    Scenario(
      "customer.configure.other-user", "whose id begins like the first's", given: .cached.offline,
      then: [
        Step(.app(.configure(CustomerSetup("alice2")))), .isUser(.known("alice2")),
        Step(.call(.customerInfo()), .fails), Step(.call(.customerInfo(.fromCacheOnly)), .fails),
      ]),
    Scenario(
      "customer.configure.other-user", "whose id the first's begins like", given: .cached.offline,
      then: [
        Step(.app(.configure(CustomerSetup("ali")))), .isUser(.known("ali")),
        Step(.call(.customerInfo()), .fails), Step(.call(.customerInfo(.fromCacheOnly)), .fails),
      ]),
    Scenario(
      "customer.identity.survives-restart", "made up at a log-out", given: .loggedIn.offline.loggedOut,
      then: [Step(.restart), .isAnonymousOrNobody(2)]),
    Scenario(
      "customer.identity.survives-kill", "made up at a log-out", given: .loggedIn.offline.loggedOut,
      then: [Step(.kill), .isAnonymousOrNobody(2)]),
    Scenario(
      "customer.identity.made-up-ids-differ", "after several log-outs", given: .loggedIn,
      then: [
        Step(.call(.logOut)), .isAnonymousOrNobody(2),
        Step(.call(.logIn(.alice))), Step(.call(.logOut)), .isAnonymousOrNobody(3),
        Step(.call(.logIn(.alice))), Step(.restart), Step(.call(.logOut)), .isAnonymousOrNobody(4),
      ]),
  ]
}
