/// Logging in, whoever was the user before. Written under 'CustomerInfo' in RevenueCat's 'Caching'. Answers that come
/// after another user has logged in are in the table of `Logout.swift` too.
extension CustomerSpec {
  static let loginTopic = Topic<CustomerAction>(
    rules: loginRules, premises: loginPremises, scenarios: loginRows)

  private static let loginRules: [Rule] = [
    Rule(
      "customer.login.isolates-users", .derived,
      "After another user has logged in, no read, listener or log shows the old user's data.", from: customerInfo,
      because: usersNeverMix, about: .appUser),
    Rule(
      "customer.login.stored-copy", .open,
      "When another user logs in, what is stored for the old user is removed, or kept for the old user.",
      from: customerInfo,
      because:
        "The document says that logging out clears the cache, but not what happens to it when another user logs in without a log-out."
    ),
    Rule(
      "customer.login.late-answer-discarded", .derived,
      "After another user logs in, the answer to a request that was still in flight for the old user never enters the new user's cache, and no listener is told of it.",
      from: customerInfo, because: usersNeverMix, about: .requestedUser),
    Rule(
      "customer.login.requests-during-switch", .derived,
      "Once another user is logged in, each read requests and returns the new user's data, whatever requests are still in flight for the old user.",
      from: customerInfo, because: usersNeverMix, about: .requestedUser, .appUser),
  ]

  private static let loginPremises: [Premise<CustomerAction>] = [
    Premise("customer.login.requests-during-switch[one user, and then another]") { $0.calls(\.changesUser) },
    .seen("customer.login.requests-during-switch[one user, and then another]") { $0.asksForLoggedOut }
      .explainingAnyFailure,
    .last("customer.login.isolates-users[offline, and after a restart]") { $0.readsUnfetched },
  ]

  private static let loginRows: [CustomerScenario] = [
    Scenario(
      "customer.login.isolates-users", "in reads of customer info", given: .young,
      then: [.changesUser(.call(.logIn(.bob))), .reads(.v2, of: .bob), .reads(.v2, of: .bob)]),
    Scenario(
      "customer.login.isolates-users", "in reads of offerings", given: .youngOfferings,
      then: [.changesUser(.call(.logIn(.bob))), .readsOfferings(.v2, for: .bob), .readsOfferings(.v2, for: .bob)]),
    Scenario(
      "customer.login.isolates-users", "in the listener and the log", given: .young.listening.logged,
      then: [
        Step(.call(.logIn(.bob)), .notifiesOfNothingOfAlice),
        Step(.call(.customerInfo()), .returns, .notifiesOfNothingOfAlice, .logsNothingOfAlice),
        Step(.app(.background)),
        .anHour,
        Step(.app(.foreground), .notifiesOfNothingOfAlice, .logsNothingOfAlice),
        .reads(.v2, of: .bob),
      ]),
    Scenario(
      "customer.login.isolates-users", "offline", given: .young.offline,
      then: [
        .logsInOffline(.bob),
        Step(.callInTurn([.appUserID, .customerInfo(.fromCacheOnly)]), oneOf: bobHasNothing(.info(.v1))),
      ]),
    Scenario(
      "customer.login.isolates-users", "offline, and after a restart", given: .loggedIn.offline,
      then: [
        .logsInOffline(.bob), Step(.restart),
        Step(.callInTurn([.appUserID, .customerInfo(.fromCacheOnly)]), oneOf: bobHasNothing(.info(.v0))),
      ]),
    Scenario(
      "customer.login.isolates-users", "the old user was anonymous", given: .anonymous.serving(.v1),
      then: [.changesUser(.call(.logIn(.alice))), .reads(.v1), .reads(.v1)]),
    Scenario(
      "customer.login.stored-copy", given: .young.findable,
      then: [
        .changesUser(.call(.logIn(.bob))), .reads(.v2, of: .bob),
        Step(.searchStorage(.alice), oneOf: [Outcome("removed", .storesNothing), Outcome("kept", .stores(.alice))]),
      ]),
    // This holds for every earlier user, not only for the user before the last switch.
    Scenario(
      "customer.login.late-answer-discarded", "after two users have logged in", given: .held(.staleRead),
      then: [
        Step(.serve(.customerInfo(.v3))), Step(.listen(.start)),
        .changesUser(.callMeanwhile(.logIn(.bob))), .changesUser(.callMeanwhile(.logIn(.carol))),
        Step(.requests(.customerInfo, .releaseAll), .notifiesOfNothingOfAlice).resting(
          on: "customer.login.requests-during-switch[one user, and then another]"),
        Step(.finish, .returns), .isUser(.known(.carol)), .reads(.v3, of: .known(.carol)),
        .reads(.v3, of: .known(.carol)), .startWithoutID, .reads(.v3, of: .known(.carol)),
      ]),
    // Without network, no newer answer replaces the late one and hides it.
    Scenario(
      "customer.login.late-answer-discarded", "offline after the log-in",
      given: .held(.staleRead),
      then: [
        Step(.network(.down)),
        Step(.callMeanwhile(.logIn(.bob)), oneOf: [Outcome("fails", .fails), Outcome("succeeds")]),
        Step(.requests(.customerInfo, .releaseAll)), Step(.finish, .returns),
        Step(.callInTurn([.appUserID, .customerInfo(.fromCacheOnly)]), oneOf: bobHasNothing(.info(.v1), .info(.v2)))
          .resting(on: "customer.login.isolates-users[offline]"),
      ]),
    Scenario(
      "customer.login.late-answer-discarded", "a queued purchase is not made for the new user", given: .held(.purchase),
      then: queued + [
        .changesUser(.callMeanwhile(.logIn(.bob))), nothingIsSent(by: .bob, at: .requests(.customerInfo, .releaseAll)),
        nothingIsSent(by: .bob, at: .finish, .returns), .isUser(.bob), .reads(.v3, of: .bob),
        .reads(.v3, of: .bob, by: .fetchCurrent),
        .startWithoutID, .reads(.v3, of: .bob),
      ]),
    // A request for the old user and one for the new user are separate, whichever is answered first.
    Scenario(
      "customer.login.requests-during-switch",
      given: .held(.fetchCurrent),
      then: [
        Step(.serve(.customerInfo(.v3))),
        .changesUser(.callMeanwhile(.logIn(.bob))),
        .reads(.v3, of: .bob, by: .fetchCurrent),
        Step(.requests(.customerInfo, .releaseAll)),
        Step(.finish, .returns),
        .isUser(.bob).demanded(by: "customer.identity.stable"),
        .reads(.v3, of: .bob, .requestsNothing),
      ]),
    Scenario(
      "customer.login.requests-during-switch", "the user who logged out, and then another", given: .young,
      then: [
        .changesUser(.call(.logOut)), .changesUser(.call(.logIn(.alice))), .readsAfterReturning(.v2),
        .isUser(.alice).demanded(by: "customer.identity.stable"),
        .changesUser(.call(.logIn(.bob))), .reads(.v2, of: .bob),
        .isUser(.bob).demanded(by: "customer.identity.stable"),
      ]),
    Scenario(
      "customer.login.requests-during-switch", "one user, and then another", given: .young,
      then: [
        .changesUser(.call(.logIn(.bob))), .reads(.v2, of: .bob),
        .isUser(.bob).demanded(by: "customer.identity.stable"),
        .changesUser(.call(.logIn(.carol))), .reads(.v2, of: .known(.carol)),
        .isUser(.known(.carol)).demanded(by: "customer.identity.stable"),
      ]),
    Scenario(
      "customer.login.requests-during-switch", "during a first read of offerings", given: .held(.offeringsFirstRead),
      then: [
        Step(.serve(.offerings(.v3))), .changesUser(.callMeanwhile(.logIn(.bob))), .readsOfferings(.v3, for: .bob),
        Step(.requests(.offerings, .releaseAll)), Step(.finish, .returns),
        .isUser(.bob).demanded(by: "customer.identity.stable"),
        .readsOfferings(.v3, for: .bob).demanded(by: "customer.login.late-answer-discarded"),
      ]),
  ]

  /// bob is the user and has nothing yet. If logging in needs the server, alice is still the user.
  private static func bobHasNothing(_ hers: CustomerAnswer...) -> [Outcome<CustomerAction>] {
    [
      Outcome("bob, with nothing cached", .answer(.exactly([.value(.user(.bob)), .nothing]))),
      .stillAlice([.nothing] + hers.map { .value($0) }),
    ]
  }

  /// A cache may make purchases concurrently or one after another: a queued purchase is never sent for the next user.
  private static let queued: [CustomerStep] = [
    Step(.requests(.customerInfo, .hold)), Step(.begin(.purchase("extra"))), Step(.begin(.restore)),
    Step(
      .requests(.customerInfo, .awaitHeldUnlessJoined(3)),
      oneOf: [Outcome("all at once"), Outcome("one after the other", .fails)]),
    Step(.requests(.customerInfo, .holdNoMore)), Step(.serve(.customerInfo(.v3))),
  ]

  private static func nothingIsSent(
    by user: CustomerUser, at action: CustomerAction, _ more: Expectation<CustomerAction>...
  ) -> CustomerStep {
    let calls: [CustomerRequest] = [CustomerRequest(.purchase("extra"), user), CustomerRequest(.restore, user)]
    return Step(action, calls.map { .request(.times(0, .value($0))) } + more)
  }
}
