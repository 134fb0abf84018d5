extension CustomerSpec {
  /// What happens to calls, offerings, updates and timers when another user logs in, or the same one returns.
  static let switchScenarios: [CustomerScenario] =
    queueScenarios + returnScenarios + followingScenarios + bytesScenarios

  // MARK: Queued calls

  /// A cache may make purchases concurrently or one after another: a queued purchase is never sent for the next user.
  private static let queued: [CustomerStep] = [
    Step(.requests(.customerInfo, .hold)), Step(.begin(.purchase("extra"))), Step(.begin(.restore)),
    Step(
      .requests(.customerInfo, .awaitHeldUnlessJoined(3)),
      oneOf: [Outcome("all at once"), Outcome("one after the other", .fails)]),
    Step(.requests(.customerInfo, .holdNoMore)), Step(.serve(.customerInfo(.v3))),
  ]

  private static let queueScenarios: [CustomerScenario] = [
    Scenario(
      "customer.login.late-answer-discarded", "calls that wait their turn", given: .held(.purchase),
      then: queued + [
        Step(.callMeanwhile(.logIn(.bob))), nothingIsSent(by: .bob, at: .requests(.customerInfo, .releaseAll)),
        nothingIsSent(by: .bob, at: .finish, .returns), .isUser(.bob), .reads(.v3, of: .bob),
        .reads(.v3, of: .bob, by: .fetchCurrent),
        .startWithoutID, .reads(.v3, of: .bob),
      ]),
    Scenario(
      "customer.logout.late-answer-discarded", "calls that wait their turn", given: .held(.purchase),
      then: queued + [
        Step(.callMeanwhile(.logOut)), nothingIsSent(by: .anonymous(1), at: .requests(.customerInfo, .releaseAll)),
        nothingIsSent(by: .anonymous(1), at: .finish, .returns), .readsAnonymously(.v3),
        .readsAnonymously(.v3, by: .fetchCurrent), .startWithoutID, .readsAnonymously(.v3),
      ]),
  ]

  private static func nothingIsSent(
    by user: CustomerUser, at action: CustomerAction, _ more: Expectation<CustomerAction>...
  ) -> CustomerStep {
    let calls: [CustomerRequest] = [CustomerRequest(.purchase("extra"), user), CustomerRequest(.restore, user)]
    return Step(action, calls.map { .request(.times(0, .value($0))) } + more)
  }

  // MARK: A user who returns

  /// The refreshes that no call waits for.
  private static let behind = CustomerUnderWay.allCases.filter { !$0.isCalledFor }
  /// The answer to a purchase is an update, whoever was the user in between.
  private static let fetches = CustomerUnderWay.allCases.filter { $0 != .purchase && $0 != .restore }

  private static let returnScenarios: [CustomerScenario] = fetches.map(answeredAfterReturn) + behind.map(askedAnew)

  private static func newest(_ underWay: CustomerUnderWay) -> ServerContent {
    underWay.kind == .offerings ? .offerings(.v3) : .customerInfo(.v3)
  }

  /// The answer is for the current user, and was requested before the cache was cleared.
  private static func answeredAfterReturn(_ underWay: CustomerUnderWay) -> CustomerScenario {
    let (call, dropped, taken): (CustomerCall, CustomerAnswer, CustomerAnswer) =
      switch underWay {
      case .firstRead: (.customerInfo(), .info(.v3), .info(.v1))
      case .offeringsStaleRead: (.offerings, .offerings(.v3, for: .alice), .offerings(.v1, for: .alice))
      case _ where underWay.kind == .offerings: (.offerings, .offerings(.v3, for: .alice), .offerings(.v0, for: .alice))
      default: (.customerInfo(), .info(.v3), .info(.v2))
      }
    let callEnds: [CustomerStep] = underWay.isCalledFor ? [Step(.finish, .returns)] : []
    let read = CustomerStep(
      .call(call), oneOf: [Outcome("dropped", .answers(dropped)), Outcome("taken", .answers(taken))])
    return Scenario(
      "customer.logout.answer-after-return", "\(underWay)", given: .held(underWay),
      then: [
        Step(.serve(newest(underWay))), Step(.callMeanwhile(.logOut)), Step(.callMeanwhile(.logIn(.alice))),
        Step(.requests(underWay.kind, .releaseAll)),
      ] + callEnds + [.isUser(.alice), read])
  }

  /// The user who is back reads, and waits for no earlier request.
  private static func askedAnew(_ underWay: CustomerUnderWay) -> CustomerScenario {
    let isOfOfferings = underWay.kind == .offerings
    // Which of the two answers it is, is not the subject of this rule.
    let answers: [CustomerAnswer] =
      isOfOfferings ? [.offerings(.v0, for: .alice), .offerings(.v3, for: .alice)] : [.info(.v2), .info(.v3)]
    return Scenario(
      "customer.login.requests-during-switch", "\(underWay), and back again", given: .held(underWay),
      then: [
        Step(.serve(newest(underWay))), Step(.callMeanwhile(.logIn(.bob))), Step(.callMeanwhile(.logIn(.alice))),
      ] + CustomerStep.besideAnother(isOfOfferings ? .offerings : .customerInfo(.fetchCurrent), underWay.kind) + [
        Step(.requests(underWay.kind, .releaseAll)), Step(.finish, .answers(oneOf: answers)),
      ])
  }

  // MARK: The next user

  private static let followingScenarios: [CustomerScenario] = [
    // A module whose log-in needs the server completes it once there is network.
    Scenario(
      "customer.login.isolates-users", "young offerings, without network at first", given: .youngOfferings.offline,
      then: [
        .logsInOffline(.bob), Step(.network(.up)), .failsOrNot(.logIn(.bob)), .readsOfferings(.v2, for: .bob),
      ]),
    Scenario(
      "customer.listener.told-of-background-updates", "another user's of the version that was told last",
      given: .notified.offline,
      then: [
        .logsInOffline(.bob), Step(.serve(.customerInfo(.v3))), Step(.network(.up)), .failsOrNot(.logIn(.bob)),
        Step(.serve(.customerInfo(.v2))), Step(.app(.background)), .aDay(tells: .v2, of: .bob),
      ]),
    Scenario(
      "customer.listener.told-of-background-updates", "when the same user has logged in once more",
      given: .young.listening,
      then: [
        .failsOrNot(.logIn(.alice)), Step(.serve(.customerInfo(.v3))), Step(.app(.background)), .anHour,
        Step(.app(.foreground), .notifies(.info(.v3))),
      ]),
    Scenario(
      "customer.background.refreshes-after-a-day", "for one who is there once another logs out meanwhile",
      given: .young,
      then: [
        Step(.app(.background)), Step(.call(.logOut)), .readsAnonymously(.v2), Step(.serve(.customerInfo(.v3))),
      ] + CustomerStep.aDay + [.readsAnonymously(.v3, by: .fromCacheOnly)]),
    Scenario(
      "customer.background.refreshes-after-a-day", "for one who logs in once another has logged out meanwhile",
      given: .young,
      then: [
        Step(.app(.background)), Step(.call(.logOut)), Step(.call(.logIn(.bob))), .reads(.v2, of: .bob),
        Step(.serve(.customerInfo(.v3))),
      ] + CustomerStep.aDay + [.reads(.v3, of: .bob, by: .fromCacheOnly)]),
  ]

  // MARK: Stored bytes

  /// What a cache may hold of the old user besides the file that the next fetch rewrites.
  private static let bytesScenarios: [CustomerScenario] = [
    Scenario(
      "customer.logout.isolates-users", "stored bytes, without network", given: .young.findable.offline,
      then: [.logOutOffline, .findsNoAlice, .startWithoutID, .findsNoAlice]),
    Scenario(
      "customer.logout.isolates-users", "stored bytes", given: .young.findable,
      then: [
        Step(.call(.logOut)), .findsNoAlice, .readsAnonymously(.v2), .startWithoutID, .findsNoAlice,
      ]),
    leftBytes("of an earlier format", .app(.upgrade(.v1, of: .alice))),
    leftBytes("of a copy cut short", .damage(.truncated)),
    Scenario(
      "customer.login.stored-copy", given: .young.findable,
      then: [
        Step(.call(.logIn(.bob))), .reads(.v2, of: .bob),
        Step(.searchStorage(.alice), oneOf: [Outcome("removed", .storesNothing), Outcome("kept", .stores(.alice))]),
      ]),
  ]

  private static func leftBytes(_ name: String, _ event: CustomerAction, line: Int = #line) -> CustomerScenario {
    Scenario(
      "customer.logout.isolates-users", "stored bytes \(name)", given: .entitled().findable,
      then: [
        Step(event), Step(.call(.customerInfo()), .returns), Step(.call(.logOut)), .findsNoAlice, .startWithoutID,
        .findsNoAlice,
      ], line: line)
  }
}
