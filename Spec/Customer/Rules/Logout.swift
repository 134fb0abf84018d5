/// Logging out, which clears the cache: whoever is the user next sees nothing of the old one. Written under
/// 'CustomerInfo' in RevenueCat's 'Caching'. The table of late answers holds every kind of request that may be under
/// way, for logging out and for logging another user in.
extension CustomerSpec {
  static let logoutTopic = Topic<CustomerAction>(
    rules: logoutRules, premises: logoutPremises,
    tables: [Table("An answer that comes after its user has left", legend: lateAnswerLegend, lateAnswerTable)],
    scenarios: logoutRows + lateAnswerTable.flatMap(\.scenarios))

  private static let logoutRules: [Rule] = [
    Rule(
      "customer.logout.clears-customer-info", .must,
      "After logging out, no customer info is left in the cache: the next read has to fetch.", from: customerInfo,
      about: .appUser),
    Rule(
      "customer.logout.clears-offerings", .derived, "After logging out, no offerings are left in the cache.",
      from: customerInfo,
      because: "Follows from `customer.logout.clears-customer-info`: the document speaks of one cache that is cleared.",
      about: .appUser),
    Rule(
      "customer.logout.stays-cleared", .must,
      "Customer info and offerings that logging out cleared are still gone after a restart, offline.",
      from: customerInfo,
      about: .appUser),
    Rule(
      "customer.logout.new-identity", .open,
      "After logging out, the app user id is a generated one, or there is none; it is never the id of the user who logged out.",
      from: customerInfo,
      because: "The document does not say which id follows; a shipping SDK generates a new anonymous one."),
    Rule(
      "customer.logout.isolates-users", .derived,
      "After logging out, no read, listener or log shows the old user's data, and none of it is left in storage.",
      from: customerInfo, because: usersNeverMix, about: .appUser),
    Rule(
      "customer.logout.late-answer-discarded", .derived,
      "After a user logs out, the answer to a request that was still in flight for that user is never cached for whoever comes next, and no listener is told of it.",
      from: customerInfo, because: usersNeverMix, about: .requestedUser),
    Rule(
      "customer.logout.answer-after-return", .open,
      "When a user logs out and in again, the answer to a request made before the log-out that arrives after the log-in is either discarded or accepted.",
      from: customerInfo,
      because:
        "The answer is that user's own; the document does not mention requests made before the cache was cleared."),
    Rule(
      "customer.logout.anonymous", .open,
      "Logging out when no user is logged in either fails and clears nothing, or clears the cache and keeps, replaces or removes the anonymous user.",
      from: customerInfo,
      because: "The document does not mention it; a shipping SDK fails."),
    Rule(
      "customer.logout.other-installations", .derived,
      "Logging out clears the cache of this installation, and not that of another installation of the same user.",
      from: customerInfo,
      because:
        "Follows from `customer.offline.served-for-ever`: what is cached on a device is lost only through something that happens on that device.",
      about: .installation),
  ]

  private static let logoutPremises: [Premise<CustomerAction>] = [
    Premise("customer.logout.clears-customer-info") { $0.calls { $0 == .logOut } },
    .last("customer.logout.stays-cleared") { $0.before.hasRestartedLoggedOut },
    .seen("customer.logout.stays-cleared") { $0.isOfLoggedOut },
    .last("customer.logout.isolates-users[in the stored bytes]") {
      $0.action.searchesStorage && $0.before.loggedOut != nil
    },
  ]

  private static let logoutRows: [CustomerScenario] = [
    Scenario(
      "customer.logout.clears-customer-info", given: .cached.offline,
      then: [
        .logOutOffline, Step(.call(.customerInfo(.fromCacheOnly)), .fails, .requestsNothing),
        Step(.call(.customerInfo()), .fails),
      ]),
    Scenario(
      "customer.logout.clears-customer-info", "and other is fetched", given: .cached.offline,
      then: [.logOutOffline, Step(.serve(.customerInfo(.v2))), Step(.network(.up)), .readsAnonymously(.v2)]),
    // A user who has logged in logs out like one who was named when the app started.
    Scenario(
      "customer.logout.clears-customer-info", "of a user who has logged in", given: .loggedIn.offline,
      then: [.logOutOffline, Step(.call(.customerInfo(.fromCacheOnly)), .fails, .requestsNothing)]),
    Scenario(
      "customer.logout.clears-customer-info", "for the same user after logging in again", given: .cached.offline,
      then: [
        .logOutOffline,
        .logsInOffline(.alice),
        Step(.call(.customerInfo(.fromCacheOnly)), .fails),
        Step(.serve(.customerInfo(.v2))),
        Step(.network(.up)),
        .failsOrNot(.logIn(.alice)),
        .readsAfterReturning(.v2),
      ]),
    Scenario(
      "customer.logout.clears-offerings", given: .offerings.offline,
      then: [
        .logOutOffline,
        Step(.call(.offerings), .fails),
        Step(.serve(.offerings(.v2))),
        Step(.network(.up)),
        .readsOfferingsAnonymously(.v2),
        .changesUser(.call(.logIn(.bob))),
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
      "customer.logout.stays-cleared", "cleared offerings", given: .offerings.offline,
      then: [.logOutOffline, .startWithoutID, Step(.call(.offerings), .fails)]),
    Scenario(
      "customer.logout.stays-cleared", "configured with the old user's id", given: .cached.offline,
      then: [
        .logOutOffline,
        Step(.app(.configure(CustomerSetup(.alice)))),
        Step(.call(.customerInfo(.fromCacheOnly)), .fails),
      ]),
    Scenario(
      "customer.logout.new-identity", given: .loggedIn,
      then: [
        .changesUser(.call(.logOut)),
        Step(
          .call(.appUserID),
          oneOf: [
            Outcome("a new anonymous id", .answers(oneOf: [.user(.anonymous(2)), .user(.anonymous(1))])),
            Outcome("no id", .answersNothing),
            Outcome("an error", .fails),
          ]),
      ]),
    Scenario(
      "customer.logout.isolates-users", "in reads of customer info", given: .young,
      then: [.changesUser(.call(.logOut)), .readsAnonymously(.v2), .readsAnonymously(.v2)]),
    Scenario(
      "customer.logout.isolates-users", "in reads of offerings", given: .youngOfferings,
      then: [.changesUser(.call(.logOut)), .readsOfferingsAnonymously(.v2), .readsOfferingsAnonymously(.v2)]),
    Scenario(
      "customer.logout.isolates-users", "in the listener and the log", given: .young.listening.logged,
      then: [
        Step(.call(.logOut), .notifiesOfNothingOfAlice),
        Step(.call(.customerInfo()), .returns, .notifiesOfNothingOfAlice, .logsNothingOfAlice),
        Step(.app(.background)),
        .anHour,
        Step(.app(.foreground), .notifiesOfNothingOfAlice, .logsNothingOfAlice),
        .readsAnonymously(.v2),
      ]),
    Scenario(
      "customer.logout.isolates-users", "in the stored bytes", given: .young.findable,
      then: [
        .changesUser(.call(.logOut)), .findsNoAlice, .readsAnonymously(.v2), .startWithoutID, .findsNoAlice,
      ]),
    // Without network, no newer answer replaces the late one and hides it.
    Scenario(
      "customer.logout.late-answer-discarded", "offline after the log-out",
      given: .held(.staleRead),
      then: [
        Step(.network(.down)),
        Step(.callMeanwhile(.logOut), oneOf: [Outcome("fails", .fails), Outcome("succeeds")]),
        Step(.requests(.customerInfo, .releaseAll)), Step(.finish, .returns),
        Step(.callInTurn([.appUserID, .customerInfo(.fromCacheOnly)]), oneOf: nobodyHasHers),
      ]),
    Scenario(
      "customer.logout.answer-after-return", given: .held(.staleRead),
      then: [
        Step(.serve(.customerInfo(.v3))),
        .changesUser(.callMeanwhile(.logOut)), .changesUser(.callMeanwhile(.logIn(.alice))),
        Step(.requests(.customerInfo, .releaseAll)), Step(.finish, .returns),
        .isUser(.alice).demanded(by: "customer.login.requests-during-switch"),
        Step(
          .call(.customerInfo()),
          oneOf: [Outcome("discarded", .answers(.info(.v3))), Outcome("accepted", .answers(.info(.v2)))]),
      ]),
    Scenario("customer.logout.anonymous", given: .anonymous, then: anonymousLogOut),
    Scenario(
      "customer.logout.anonymous", "after a restart", given: .anonymous, then: [Step(.restart)] + anonymousLogOut),
    Scenario(
      "customer.logout.anonymous", "after logging out", given: .young,
      then: [.changesUser(.call(.logOut)), .isAnonymousOrNobody(1), anonymousLogsOut, whoIsThere]),
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
  ]

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
        Outcome("no user, and no customer info", .answer(.exactly([.nothing, .nothing]))),
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

  /// Nobody, or a generated user, has alice's data. If logging out needs the server, she is still the user.
  private static let nobodyHasHers: [Outcome<CustomerAction>] = [
    Outcome("nobody", .answer(.exactly([.nothing, .nothing]))),
    Outcome(
      "an anonymous user, with nothing cached",
      .answer(.oneOf((1...3).map { [.value(.user(.anonymous($0))), .nothing] }))),
    .stillAlice([.nothing, .value(.info(.v1)), .value(.info(.v2))]),
  ]
}

extension Fixture where Action == CustomerAction {
  /// She is logged in on another device too.
  fileprivate static let onTwoDevices = cached.and(
    "alice is logged in on another device too, with version 1 of her customer info cached",
    standingOn: "customer.login.requests-during-switch",
    [Step(.use(.other)), Step(.app(.configure(CustomerSetup()))), .changesUser(.call(.logIn(.alice))), .reads(.v1)])
}
