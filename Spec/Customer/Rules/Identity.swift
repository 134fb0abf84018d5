/// Who the user is: an id that the app gives, or one that the module generates. Written under 'App User Id' in
/// RevenueCat's 'Caching'.
extension CustomerSpec {
  static let identityTopic = Topic<CustomerAction>(
    rules: identityRules, premises: identityPremises, scenarios: identityRows)

  private static let identityRules: [Rule] = [
    Rule(
      "customer.identity.survives-restart", .must, "The app user id is the same after a restart, even offline.",
      from: appUserIDs, faqLaunches, about: .keptState, .keptID),
    Rule(
      "customer.identity.stable", .derived,
      "The app user id stays the same until the app changes it: time, failures and invalidation do not.",
      from: appUserIDs,
      because: "Follows from `customer.identity.survives-restart`: an id that changes by itself was not kept.",
      about: .keptID),
    Rule(
      "customer.identity.blank-id-refused", .derived,
      "An empty or blank app user id identifies nobody: logging in with one changes nothing, and no request is ever made for one.",
      from: appUserIDs,
      because:
        "Follows from `customer.identity.survives-restart`: under an id that identifies nobody, all users would share one user's data.",
      about: .blankID),
    Rule(
      "customer.identity.made-up-ids-differ", .derived,
      "An app user id that the module generates differs from every id that it generated before, on this device or another.",
      from: appUserIDs, because: usersNeverMix, about: .madeUpIDs, .installation),
    Rule(
      "customer.identity.case-tells-apart", .derived,
      "App user ids that differ in case identify different users: neither is shown the other's data.", from: appUserIDs,
      because: usersNeverMix, about: .idCase),
    Rule(
      "customer.identity.survives-kill", .derived,
      "After the app's process was killed without warning, the user is the same as before, and a user who had logged out is still logged out.",
      from: appUserIDs,
      because: "Follows from customer.identity.stable: most apps are killed rather than shut down in an orderly way.",
      about: .ending),
    Rule(
      "customer.identity.unreadable-start", .open,
      "Who the user is after a start at which nothing that is stored can be read, as on a locked device: the same as before, or a new one.",
      from: appUserIDs, because: "The document says that ids are kept, and nothing of a start that cannot read them."),
  ]

  private static let identityPremises: [Premise<CustomerAction>] = [
    .last("customer.identity.survives-restart[after logging in]") {
      $0.before.hasRestarted || $0.isNewID || $0.action.searchesStorage
    },
    .seen("customer.identity.survives-restart[after logging in]") { $0.before.hasRestarted && $0.isAnotherUser },
  ]

  private static let identityRows: [CustomerScenario] = [
    Scenario(
      "customer.identity.survives-restart", "a generated id",
      given: .anonymous.offline,
      then: [.isUser(.anonymous(1)), Step(.restart), .isUser(.anonymous(1))]),
    Scenario(
      "customer.identity.survives-restart", "after logging in", given: .loggedIn.offline,
      then: [Step(.restart), .isUser(.alice)]),
    Scenario(
      "customer.identity.survives-restart", "configured with an id, then without one", given: .young.offline,
      then: [Step(.app(.configure(CustomerSetup()))), .isUser(.alice)]),
    Scenario(
      "customer.identity.survives-restart", "an id with punctuation and other scripts", given: .anonymous,
      then: [
        Step(.call(.logIn(odd))), .isUser(.known(odd)), .reads(.v0, of: .known(odd)), Step(.network(.down)),
        .startWithoutID, .isUser(.known(odd)),
        .reads(.v0, of: .known(odd), by: .fromCacheOnly).demanded(by: "customer.info.survives-restart"),
      ]),
    isStable("a generated id", .anonymous(1), given: .anonymous),
    isStable("after logging in", .alice, given: .loggedIn),
    refusesToLogIn("logging in with an empty id", ""),
    refusesToLogIn("logging in with a space", " "),
    refusesToConfigure("configuring with an empty id", ""),
    refusesToConfigure("configuring with a space", " "),
    Scenario(
      "customer.identity.made-up-ids-differ", "on another device",
      given: .anonymous,
      then: [Step(.use(.other)), Step(.app(.configure(CustomerSetup()))), .isUser(.anonymous(2))]),
    Scenario(
      "customer.identity.made-up-ids-differ", "after logging out", given: .anonymous,
      then: [
        .changesUser(.call(.logIn(.alice))),
        .changesUser(.call(.logOut)),
        Step(
          .call(.appUserID),
          oneOf: [
            Outcome("a new one", .answers(.user(.anonymous(2)))), Outcome("none", .answersNothing),
            Outcome("an error", .fails),
          ]),
      ]),
    Scenario(
      "customer.identity.case-tells-apart", "logging in", given: .young,
      then: [Step(.call(.logIn("Alice"))), .isUser(.known("Alice")), .reads(.v2, of: .known("Alice"))]),
    Scenario(
      "customer.identity.case-tells-apart", "configuring", given: .cached.offline,
      then: [
        Step(.app(.configure(CustomerSetup("Alice")))), .isUser(.known("Alice")),
        Step(.call(.customerInfo(.fromCacheOnly)), .fails),
      ]),
    Scenario(
      "customer.identity.survives-kill", "after logging in", given: .loggedIn,
      then: [Step(.network(.down)), Step(.kill), .isUser(.alice)]),
    Scenario(
      "customer.identity.survives-kill", "a generated id", given: .anonymous,
      then: [Step(.network(.down)), Step(.kill), .isUser(.anonymous(1))]),
    Scenario(
      "customer.identity.survives-kill", "after logging out", given: .loggedIn,
      then: [
        .changesUser(.call(.logOut)), Step(.network(.down)), Step(.kill),
        Step(
          .call(.appUserID),
          oneOf: [Outcome("nobody", .answersNothing), Outcome("somebody else", .answer(.notMentioning("alice")))]),
      ]),
    Scenario(
      "customer.identity.unreadable-start", given: .anonymous.offline,
      then: [
        Step(.restartUnreadable, oneOf: [Outcome("started"), Outcome("an error", .fails)]),
        Step(.restart),
        Step(
          .call(.appUserID),
          oneOf: [
            Outcome("the same", .answers(.user(.anonymous(1)))), Outcome("a new one", .answers(.user(.anonymous(2)))),
          ]),
      ]),
  ]

  /// An id that is easily damaged when it is used as a key, as a file name, or as a line of text.
  private static let odd: AppUserID = "../zoë 用户🎉@a\"b\tc\nd"

  /// Time, the clock, a failure and the background leave the user as it was.
  private static func isStable(
    _ row: String, _ user: CustomerUser, given: Fixture<CustomerAction>, line: Int = #line
  ) -> CustomerScenario {
    let isTheSame = CustomerStep.isUser(user)
    return Scenario(
      "customer.identity.stable", row, given: given,
      then: [
        Step(.advance(.days(1))), isTheSame,
        Step(.setClock(by: .days(-1))), isTheSame,
        Step(.network(.down)), Step(.call(.customerInfo(.fetchCurrent)), .returns), isTheSame,
        Step(.call(.invalidate)), isTheSame,
        Step(.app(.background)), Step(.app(.foreground)), isTheSame,
      ], line: line)
  }

  /// Logging in with an id that identifies nobody changes nothing.
  private static func refusesToLogIn(_ row: String, _ id: AppUserID, line: Int = #line) -> CustomerScenario {
    Scenario(
      "customer.identity.blank-id-refused", row, given: .cached,
      then: [
        Step(.call(.logIn(id)), oneOf: [Outcome("refused", .fails, asksForNobody), Outcome("ignored", asksForNobody)]),
        .isUser(.alice),
        .reads(.v1, .requestsNothing),
      ], line: line)
  }

  /// Configuring the cache with an id that identifies nobody is refused, or the module makes up an id.
  private static func refusesToConfigure(_ row: String, _ id: AppUserID, line: Int = #line) -> CustomerScenario {
    Scenario(
      "customer.identity.blank-id-refused", row,
      then: [
        Step(
          .app(.configure(CustomerSetup(id))),
          oneOf: [Outcome("refused", .fails, .requestsNothing), Outcome("an id made up", asksForNobody)]),
        .isAnonymousOrNobody(1),
        Step(.app(.configure(CustomerSetup(.alice)))),
        .reads(.v0),
      ], line: line)
  }

  private static let asksForNobody = Expectation<CustomerAction>.request(.notMentioning(CustomerUser.nobodysName))
}
