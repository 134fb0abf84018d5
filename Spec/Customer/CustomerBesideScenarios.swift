/// Parts of a cache that act at the same time, and late answers that no newer answer hides.
extension CustomerSpec {
  static let besideScenarios: [CustomerScenario] =
    lateAnswerScenarios + returningScenarios + silentScenarios + youngScenarios + boughtScenarios + refreshScenarios

  private static let bobs: [Outcome<CustomerAction>] = [
    Outcome("bob, who has nothing yet", .answer(.exactly([.value(.user(.bob)), .nothing])))
  ]
  private static let nobodys: [Outcome<CustomerAction>] = [
    Outcome("nobody", .answer(.exactly([.nothing, .nothing]))),
    Outcome(
      "one whom the module made up, who has nothing yet",
      .answer(.oneOf((1...3).map { [.value(.user(.anonymous($0))), .nothing] }))),
  ]

  /// If switching users needs the server, the old user is still the user, with their own data.
  private static func still(
    _ user: CustomerUser, _ answers: [CustomerAnswer]
  ) -> Outcome<CustomerAction> {
    Outcome(
      "still \(user)",
      .answer(.oneOf([[.value(.user(user)), .nothing]] + answers.map { [.value(.user(user)), .value($0)] })))
  }

  private static func either(_ call: CustomerCall) -> CustomerStep {
    Step(.callMeanwhile(call), oneOf: [Outcome("fails", .fails), Outcome("succeeds")])
  }

  // MARK: Late answers that no newer answer hides

  private static let lateAnswerScenarios: [CustomerScenario] =
    [.firstRead, .staleRead, .fetchCurrent, .purchase, .offeringsStaleRead].flatMap { way in
      [
        late("customer.login.late-answer-discarded", .logIn(.bob), bobs, way),
        late("customer.logout.late-answer-discarded", .logOut, nobodys, way),
      ]
    }

  private static func late(
    _ rule: RuleID, _ leaving: CustomerCall, _ others: [Outcome<CustomerAction>], _ way: CustomerUnderWay,
    line: Int = #line
  ) -> CustomerScenario {
    let isOfInfo = way.kind == .customerInfo
    let hers: [CustomerAnswer] =
      isOfInfo
      ? [.info(.v1), .info(.v2), .info(.v2, with: ["pro"])]
      : [.offerings(.v0, for: .alice), .offerings(.v1, for: .alice), .offerings(.v2, for: .alice)]
    return Scenario(
      rule, "\(way), without network", given: .held(way),
      then: [
        Step(.network(.down)), either(leaving), Step(.requests(way.kind, .releaseAll)), Step(.finish, .returns),
        Step(
          .callInTurn([.appUserID, isOfInfo ? .customerInfo(.fromCacheOnly) : .offerings]),
          oneOf: others + [still(.alice, hers)]),
      ], line: line)
  }

  // MARK: A user who returns

  private static let returningScenarios: [CustomerScenario] = [
    Scenario(
      "customer.login.isolates-users", "customer info, without network", given: .young.offline,
      then: [
        .logsInOffline(.bob),
        Step(.callInTurn([.appUserID, .customerInfo(.fromCacheOnly)]), oneOf: bobs + [still(.alice, [.info(.v1)])]),
      ]),
    Scenario(
      "customer.invalidate.forces-fetch", "another user and back, without network", given: .young,
      then: [
        Step(.call(.invalidate)), Step(.call(.logIn(.bob))), .reads(.v2, of: .bob), Step(.network(.down)),
        .logsInOffline(.alice),
        Step(
          .callInTurn([.appUserID, .customerInfo(.fromCacheOnly)]),
          oneOf: [
            Outcome("alice, who has nothing", .answer(.exactly([.value(.user(.alice)), .nothing]))),
            still(.bob, [.info(.v2, of: .bob)]),
          ]),
      ]),
    Scenario(
      "customer.get.refreshes-when-old", "another user and back, without network", given: .stale,
      then: [
        Step(.call(.logIn(.bob))), .reads(.v2, of: .bob), Step(.network(.down)), .logsInOffline(.alice),
        Step(.network(.up)),
        Step(
          .callInTurn([.appUserID, .customerInfo(.notStaleCachedOrFetched)]),
          oneOf: [
            Outcome("alice", .answer(.exactly([.value(.user(.alice)), .value(.info(.v2))]))),
            still(.bob, [.info(.v2, of: .bob)]),
          ]),
      ]),
    // Her earlier request may count, or be waited for; what was stored is gone.
    Scenario(
      "customer.logout.clears-customer-info", "back while a refresh is held", given: .held(.foreground),
      then: [
        Step(.callMeanwhile(.logOut)), Step(.serve(.customerInfo(.v3))), Step(.callMeanwhile(.logIn(.alice))),
        Step(.begin(.customerInfo())), Step(.requests(.customerInfo, .releaseAll)),
        Step(.finish, .answers(oneOf: [.info(.v2), .info(.v3)])),
      ]),
    Scenario(
      "customer.login.requests-during-switch", "refreshes of the new user's", given: .held(.staleRead),
      then: [
        Step(.serve(.customerInfo(.v3))), Step(.callMeanwhile(.logIn(.bob))),
        Step(.callMeanwhile(.customerInfo()), .answers(.info(.v3, of: .bob))),
        Step(.serve(.customerInfo(DataVersion(4)))), .anHour, Step(.callMeanwhile(.customerInfo()), .returns),
        Step(.requests(.customerInfo, .releaseAll)), .reads(DataVersion(4), of: .bob),
      ]),
  ]

  // MARK: What is neither an update nor a read

  private static let silentScenarios: [CustomerScenario] = [
    Scenario(
      "customer.listener.not-told-twice", "a refresh that fails", given: .notified.offline,
      then: [
        Step(.app(.background)), .anHour, Step(.app(.foreground), .notifiesNothing), .reads(.v2, .notifiesNothing),
      ]),
    Scenario(
      "customer.listener.not-told-twice", "an invalidation", given: .notified.offline,
      then: [Step(.call(.invalidate), .notifiesNothing)]),
    Scenario(
      "customer.listener.not-told-twice", "the same user logs in", given: .notified,
      then: [
        Step(
          .call(.logIn(.alice)),
          oneOf: [Outcome("fails", .fails, .notifiesNothing), Outcome("succeeds", .notifiesNothing)])
      ]),
    Scenario(
      "customer.log.vending-from-cache", "where no customer info is read", given: .youngOfferings.logged,
      then: [
        Step(.call(.customerInfo()), .vendsFromCache(1)), Step(.call(.offerings), .vendsFromCache(0)),
        Step(.app(.background)), Step(.app(.foreground), .vendsFromCache(0)),
      ]),
  ]

  // MARK: What stays young

  private static let youngScenarios: [CustomerScenario] = [
    Scenario(
      "customer.get.cached-without-request", "in a sandbox build", given: .sandbox.serving(.v1),
      then: [
        .reads(.v1, by: .fetchCurrent), Step(.serve(.customerInfo(.v2))), .almostFiveMinutes,
        .reads(.v1, .requestsNothing), Step(.advance(.seconds(2))), Step(.call(.customerInfo())), .reads(.v2),
      ]),
    youngOfferings("the same user logs in", [.failsOrNot(.logIn(.alice))]),
    youngOfferings("a purchase", [Step(.call(.purchase("pro")))]),
    youngOfferings("a read by fetchCurrent", [Step(.call(.customerInfo(.fetchCurrent)))]),
    youngOfferings("the app was in the background", [Step(.app(.background)), Step(.app(.foreground))]),
  ]

  /// Offerings are still young after something else was done; a module that also refreshed them has the newer ones.
  private static func youngOfferings(_ row: String, _ steps: [CustomerStep], line: Int = #line) -> CustomerScenario {
    let both: [CustomerAnswer] = [.offerings(.v1, for: .alice), .offerings(.v2, for: .alice)]
    return Scenario(
      "customer.offerings.cached-without-request", "once \(row)", given: .youngOfferings,
      then: steps + [Step(.call(.offerings), .answers(oneOf: both), .requestsNothing)], line: line)
  }

  // MARK: Purchases in flight

  private static let boughtScenarios: [CustomerScenario] = [
    bought("the same user logs in", [Step(.begin(.logIn(.alice)))]),
    bought("the app goes to the background", [Step(.app(.background))]),
    bought("the app comes and goes", [Step(.app(.background)), Step(.app(.foregroundMeanwhile))]),
  ]

  /// Something happens while a purchase is in flight: what was bought is there.
  private static func bought(_ row: String, _ steps: [CustomerStep], line: Int = #line) -> CustomerScenario {
    Scenario(
      "customer.purchase.unlocks", "while \(row)", given: .held(.purchase),
      then: steps + [
        Step(.requests(.customerInfo, .releaseAll)), Step(.finish, .returns), Step(.network(.down)),
        Step(.call(.customerInfo()), .answers(.info(.v2, with: ["pro"]))),
      ], line: line)
  }

  // MARK: What is refreshed

  private static let refreshScenarios: [CustomerScenario] = [
    Scenario(
      "customer.foreground.refreshes-when-old", "5 min 1 s", given: .young,
      then: [
        Step(.app(.background)), .moreThanFiveMinutes, Step(.app(.foreground)), .reads(.v2, by: .fromCacheOnly),
      ])
  ]
}
