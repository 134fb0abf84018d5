import CacheVocabulary

extension CustomerSpec {
  /// Who the user is.
  static let identityScenarios: [CustomerScenario] =
    [
      Scenario(
        "customer.identity.survives-restart", "made up by the module",
        given: .anonymous.offline,
        then: [.isUser(.anonymous(1)), Step(.restart), .isUser(.anonymous(1))]),
      Scenario(
        "customer.identity.survives-restart", "logged in", given: .loggedIn.offline,
        then: [Step(.restart), .isUser(.alice)]),
      stability("made up by the module", .anonymous(1), given: .anonymous),
      stability("logged in", .alice, given: .loggedIn),
      Scenario(
        "customer.identity.stable", "invalidated", given: .loggedIn,
        then: [Step(.call(.invalidate)), .isUser(.alice)]),
    ] + ["", " ", "\t\n"].flatMap(blankScenarios)

  private static func stability(
    _ row: String, _ user: CustomerUser, given: Fixture<CustomerAction>, line: Int = #line
  ) -> CustomerScenario {
    let isTheSame = CustomerStep.isUser(user)
    return Scenario(
      "customer.identity.stable", row, given: given,
      then: [
        Step(.advance(.days(1))), isTheSame,
        Step(.setClock(by: .days(-1))), isTheSame,
        Step(.network(.down)), Step(.call(.customerInfo(.fetchCurrent)), .fails), isTheSame,
        Step(.app(.background)), Step(.app(.foreground)), isTheSame,
      ], line: line)
  }

  private static func blankScenarios(_ id: String) -> [CustomerScenario] {
    let row = id.isEmpty ? "empty" : id == " " ? "a space" : "a tab and a line feed"
    let requestsForNobody = Expectation<CustomerAction>.request(.notMentioning(CustomerUser.nobodysName))
    return [
      Scenario(
        "customer.identity.blank-id-refused", "log in, \(row)", given: .cached,
        then: [
          Step(
            .call(.logIn(AppUserID(id))),
            oneOf: [Outcome("refused", .fails, .requestsNothing), Outcome("ignored", .requestsNothing)]),
          .isUser(.alice),
          .reads(.v1, .requestsNothing),
        ]),
      Scenario(
        "customer.identity.blank-id-refused", "configure, \(row)",
        then: [
          Step(
            .app(.configure(CustomerSetup(AppUserID(id)))),
            oneOf: [Outcome("refused", .fails, .requestsNothing), Outcome("an id made up", requestsForNobody)]),
          Step(.app(.configure(CustomerSetup(.alice)))),
          .reads(.v0),
        ]),
    ]
  }

  /// Reading, and what refreshes.
  static let readScenarios: [CustomerScenario] = [
    Scenario(
      "customer.configure.fetches-customer-info",
      then: [
        Step(.app(.configure(CustomerSetup(.alice))), .refreshes),
        Step(.network(.down)),
        .reads(.v0, .requestsNothing),
      ]),
    Scenario(
      "customer.configure.fetches-offerings",
      then: [
        Step(.app(.configure(CustomerSetup(.alice))), .refreshesOfferings),
        Step(.network(.down)),
        .readsOfferings(.v0, .requestsNothing),
      ]),
    Scenario(
      "customer.get.cached-without-request", given: .young,
      then: [.reads(.v1, .requestsNothing), .almostFiveMinutes, .reads(.v1, .requestsNothing)]),
    Scenario(
      "customer.get.safe-to-repeat", "in a row", given: .young,
      then: [
        Step(
          .callOften(.customerInfo(), times: 1000, atOnce: false), .answers(.info(.v1)), .requestsNothing)
      ]),
    Scenario(
      "customer.get.safe-to-repeat", "at once", given: .young,
      then: [
        Step(.callOften(.customerInfo(), times: 1000, atOnce: true), .answers(.info(.v1)), .requestsNothing)
      ]),
    Scenario(
      "customer.get.refreshes-when-old", "4 min 59 s", given: .first.serving(.v1),
      then: [.almostFiveMinutes, .reads(.v0, .requestsNothing), .reads(.v0, .requestsNothing)]),
    Scenario(
      "customer.get.refreshes-when-old", "5 min 1 s", given: .first.serving(.v1),
      then: [
        .moreThanFiveMinutes, Step(.call(.customerInfo()), .requestsInfo()), .reads(.v1, .requestsNothing),
        Step(.serve(.customerInfo(.v2))),
        .moreThanFiveMinutes, Step(.call(.customerInfo()), .requestsInfo()), .reads(.v2, .requestsNothing),
      ]),
    Scenario(
      "customer.get.exactly-five-minutes", given: .young,
      then: [
        .fiveMinutes,
        Step(
          .call(.customerInfo()),
          oneOf: [Outcome("not yet old", .requestsNothing), Outcome("refreshes", .requestsInfo())]),
      ]),
    Scenario(
      "customer.get.only-on-call", "back from the background",
      given: .young.and(
        "the app was in the background for a minute", standingOn: "customer.foreground.quiet-when-young",
        [Step(.app(.background)), Step(.advance(.minutes(1))), Step(.app(.foreground))]),
      then: [Step(.advance(.hours(25)), .requestsNothing), Step(.call(.customerInfo()), .requestsInfo())]),
    Scenario(
      "customer.get.only-on-call", "an hour", given: .young,
      then: [Step(.advance(.hours(1)), .requestsNothing), Step(.call(.customerInfo()), .requestsInfo())]),
    Scenario(
      "customer.get.coalesces", "nothing cached", given: .unfetched(),
      then: [
        Step(.requests(.customerInfo, .hold)),
        Step(.begin(.customerInfo(), times: 20)),
        Step(.requests(.customerInfo, .awaitHeld(1))),
        Step(.requests(.customerInfo, .releaseAll), .requestsInfo()),
        Step(.finish, .answers(.info(.v1)), .requestsNothing),
      ]),
    Scenario(
      "customer.get.answer-for-another-user", "nothing cached",
      given: .unfetched().answeringForBob,
      then: [
        Step(.call(.customerInfo()), .fails, .requestsSomething),
        Step(.call(.customerInfo(.fromCacheOnly)), .fails),
        Step(.serve(.answersFor(nil))),
        .reads(.v1, by: .fetchCurrent),
      ]),
    Scenario(
      "customer.get.answer-for-another-user", "cached", given: .stale.answeringForBob,
      then: [
        .reads(.v1, .requestsSomething),
        .reads(.v1, by: .fromCacheOnly),
        Step(.serve(.answersFor(nil))),
        .reads(.v2, by: .fetchCurrent),
      ]),
    Scenario(
      "customer.get.answer-for-another-user", "stored bytes",
      given: .stale.findable.answeringForBob,
      then: [.reads(.v1, .requestsSomething), Step(.searchStorage(.bob), .storesNothing)]),
    Scenario(
      "customer.get.answer-for-another-user", "offerings",
      given: .offerings.answeringForBob,
      then: [
        .anHour, Step(.call(.offerings), .requestsSomething), .readsOfferings(.v1), Step(.serve(.answersFor(nil))),
        .readsOfferings(.v1),
      ]),
  ]

  /// Reading while someone sets the clock.
  static let clockScenarios: [CustomerScenario] =
    [.days(1), .seconds(200), .seconds(301)].map { (jump: Duration) in
      Scenario(
        "customer.get.clock-moved-back", "by \(jump.inWords)",
        given: .young.and("the clock is set back by \(jump.inWords)", [Step(.setClock(by: .zero - jump))]),
        then: [.moreThanFiveMinutes, Step(.call(.customerInfo())), .reads(.v2)])
    } + [
      Scenario(
        "customer.get.clock-moved-back", "by 1 d, before a restart without network",
        given: .young.offline.and("the clock is set back by a day", [Step(.setClock(by: .days(-1)))]),
        then: [
          Step(.restart), .reads(.v1), Step(.network(.up)), .moreThanFiveMinutes,
          Step(.call(.customerInfo()), .requestsInfo()), .reads(.v2),
        ]),
      Scenario(
        "customer.get.clock-moved-forward",
        given: .young.and("the clock is set ahead by a day", [Step(.setClock(by: .days(1)))]),
        then: [
          Step(.call(.customerInfo())),
          Step(.call(.customerInfo()), .requestsNothing),
          .almostFiveMinutes,
          Step(.call(.customerInfo()), .requestsNothing),
          Step(.advance(.seconds(2))),
          Step(.call(.customerInfo())),
          .reads(.v2),
        ]),
    ]

  /// What changes customer info.
  static let purchaseScenarios: [CustomerScenario] = [
    changeScenario("customer.purchase.refreshes", "old", .purchase("pro"), given: .stale),
    changeScenario("customer.purchase.refreshes", "young", .purchase("pro"), given: .young),
    changeScenario("customer.restore.refreshes", "old", .restore, given: .stale),
    changeScenario("customer.restore.refreshes", "young", .restore, given: .young),
    Scenario(
      "customer.purchase.older-answer-discarded",
      given: .held(.staleRead),
      then: [
        Step(.call(.purchase("pro"))),
        Step(.requests(.customerInfo, .releaseAll)),
        Step(
          .call(.customerInfo(.fromCacheOnly)), .answers(.info(.v2, with: ["pro"])),
          .requestsNothing),
      ]),
  ]

  private static func changeScenario(
    _ rule: RuleID, _ row: String, _ call: CustomerCall, given: Fixture<CustomerAction>, line: Int = #line
  ) -> CustomerScenario {
    let product: String? = if case .purchase(let product) = call { product } else { nil }
    let change = CustomerRequest(product.map(CustomerRequest.Subject.purchase) ?? .restore, .alice)
    let upToDate = Outcome<CustomerAction>(
      "refreshed", .answers(.info(.v2, with: product.map { [$0] } ?? [])), .requestsNothing)
    let asBefore = Outcome<CustomerAction>("left as it was", .answers(.info(.v1)), .requestsNothing)
    return Scenario(
      rule, row, given: given,
      then: [
        Step(.call(call), .request(.times(1, .value(change)))),
        Step(.call(.customerInfo(.fromCacheOnly)), oneOf: row == "old" ? [upToDate] : [upToDate, asBefore]),
      ], line: line)
  }
}
