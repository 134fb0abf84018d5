import CacheVocabulary

extension CustomerSpec {
  /// Who the user is.
  static let identityScenarios: [CustomerScenario] =
    [
      CustomerScenario(
        "customer.identity.survives-restart", "made up by the module",
        given: .anonymous + [Step(.call(.appUserID), .answers(AppUserID.anonymous1)), Step(.network(.down))],
        then: [Step(.app(.restart)), Step(.call(.appUserID), .answers(AppUserID.anonymous1))]),
      CustomerScenario(
        "customer.identity.survives-restart", "logged in", given: .loggedIn + [Step(.network(.down))],
        then: [Step(.app(.restart)), Step(.call(.appUserID), .answers(AppUserID.alice))]),
      stability("made up by the module", .anonymous1, given: .anonymous),
      stability("logged in", .alice, given: .loggedIn),
      CustomerScenario(
        "customer.identity.stable", "invalidated", given: .loggedIn,
        then: [Step(.call(.invalidate)), Step(.call(.appUserID), .answers(AppUserID.alice))]),
    ] + ["", " ", "\t\n"].flatMap(blankScenarios)

  private static func stability(
    _ row: String, _ user: AppUserID, given: [CustomerStep], line: Int = #line
  ) -> CustomerScenario {
    let isTheSame = Step(CustomerAction.call(.appUserID), .answers(user))
    return CustomerScenario(
      "customer.identity.stable", row, given: given,
      then: [
        Step(.pass(seconds: 86_400)), isTheSame,
        Step(.setDate(aheadBySeconds: -86_400)), isTheSame,
        Step(.network(.down)), Step(.call(.customerInfo(.fetchCurrent)), .fails), isTheSame,
        Step(.app(.background)), Step(.app(.foreground)), isTheSame,
      ], line: line)
  }

  private static func blankScenarios(_ id: String) -> [CustomerScenario] {
    let row = id.isEmpty ? "empty" : id == " " ? "a space" : "a tab and a line feed"
    let asksForNobody = Expectation(.asked, .notNaming(["a blank id"]))
    return [
      CustomerScenario(
        "customer.identity.blank-id-refused", "log in, \(row)", given: .configured,
        then: [
          Step(
            .call(.logIn(AppUserID(id))),
            oneOf: [Outcome("refused", .fails, .asksNothing), Outcome("ignored", .asksNothing)]),
          Step(.call(.appUserID), .answers(AppUserID.alice)),
          .reads("v1", .asksNothing),
        ]),
      CustomerScenario(
        "customer.identity.blank-id-refused", "configure, \(row)",
        then: [
          Step(
            .app(.configure(CustomerSetup(AppUserID(id)))),
            oneOf: [Outcome("refused", .fails, .asksNothing), Outcome("an id made up", asksForNobody)]),
          Step(.app(.configure(CustomerSetup(.alice)))),
          .reads("v0"),
        ]),
    ]
  }

  /// Reading, and what refreshes.
  static let readScenarios: [CustomerScenario] = [
    CustomerScenario(
      "customer.configure.fetches-customer-info",
      then: [
        Step(.app(.configure(CustomerSetup(.alice))), .refreshes),
        Step(.network(.down)),
        .reads("v0", .asksNothing),
      ]),
    CustomerScenario(
      "customer.configure.fetches-offerings",
      then: [
        Step(.app(.configure(CustomerSetup(.alice))), .refreshesOfferings),
        Step(.network(.down)),
        .offers("o0", .asksNothing),
      ]),
    CustomerScenario(
      "customer.get.cached-without-request", given: .young,
      then: [.reads("v1", .asksNothing), .almostFiveMinutes, .reads("v1", .asksNothing)]),
    CustomerScenario(
      "customer.get.safe-to-repeat", "in a row", given: .young,
      then: [
        Step(
          .callOften(.customerInfo(), times: 1000, atOnce: false), .answers(CustomerInfo(.alice, "v1")), .asksNothing)
      ]),
    CustomerScenario(
      "customer.get.safe-to-repeat", "at once", given: .young,
      then: [
        Step(.callOften(.customerInfo(), times: 1000, atOnce: true), .answers(CustomerInfo(.alice, "v1")), .asksNothing)
      ]),
    CustomerScenario(
      "customer.get.refreshes-when-old", "4 min 59 s", given: .young,
      then: [.almostFiveMinutes, .reads("v1", .asksNothing), .reads("v1", .asksNothing)]),
    CustomerScenario(
      "customer.get.refreshes-when-old", "5 min 1 s", given: .young,
      then: [.moreThanFiveMinutes, Step(.call(.customerInfo()), .asksForInfo()), .reads("v2", .asksNothing)]),
    CustomerScenario(
      "customer.get.exactly-five-minutes", given: .young,
      then: [
        .fiveMinutes,
        Step(
          .call(.customerInfo()),
          oneOf: [Outcome("not yet old", .asksNothing), Outcome("refreshes", .asksForInfo())]),
      ]),
    CustomerScenario(
      "customer.get.only-on-call", "back from the background",
      given: .young + [Step(.app(.background)), Step(.pass(seconds: 60)), Step(.app(.foreground))],
      then: [Step(.pass(seconds: day + hour), .asksNothing), Step(.call(.customerInfo()), .asksForInfo())]),
    CustomerScenario(
      "customer.get.only-on-call", "an hour", given: .young,
      then: [Step(.pass(seconds: 3600), .asksNothing), Step(.call(.customerInfo()), .asksForInfo())]),
    CustomerScenario(
      "customer.get.coalesces", "nothing cached", given: .unfetched + [Step(.requests(.customerInfo, .hold))],
      then: [
        Step(.begin(.customerInfo(), times: 20)),
        Step(.requests(.customerInfo, .await(1))),
        Step(.requests(.customerInfo, .release), .asksForInfo()),
        Step(.finish, .answers(CustomerInfo(.alice, "v1")), .asksNothing),
      ]),
    CustomerScenario(
      "customer.get.answer-for-another-user", "nothing cached",
      given: .unfetched + [Step(.serve(.answersFor(.bob)))],
      then: [
        Step(.call(.customerInfo()), .fails, .asksSomething),
        Step(.call(.customerInfo(.fromCacheOnly)), .fails),
        Step(.serve(.answersFor(nil))),
        .reads("v1", by: .fetchCurrent),
      ]),
    CustomerScenario(
      "customer.get.answer-for-another-user", "cached", given: .stale + [Step(.serve(.answersFor(.bob)))],
      then: [
        .reads("v1", .asksSomething),
        .reads("v1", by: .fromCacheOnly),
        Step(.serve(.answersFor(nil))),
        .reads("v2", by: .fetchCurrent),
      ]),
    CustomerScenario(
      "customer.get.answer-for-another-user", "stored bytes",
      given: .stale + [Step(.searchStorage("alice"), .stores("alice")), Step(.serve(.answersFor(.bob)))],
      then: [.reads("v1", .asksSomething), Step(.searchStorage("bob"), .storesNothing)]),
    CustomerScenario(
      "customer.get.answer-for-another-user", "offerings",
      given: .configured + .offered + [.anHour, Step(.serve(.answersFor(.bob)))],
      then: [Step(.call(.offerings), .asksSomething), .offers("o1"), Step(.serve(.answersFor(nil))), .offers("o1")]),
  ]

  /// Reading while someone sets the clock.
  static let clockScenarios: [CustomerScenario] =
    [-86_400, -200, -301].map { jump in
      CustomerScenario(
        "customer.get.clock-moved-back", "by \((-jump).asTime)",
        given: .young + [Step(.setDate(aheadBySeconds: jump))],
        then: [.moreThanFiveMinutes, Step(.call(.customerInfo())), .reads("v2")])
    } + [
      CustomerScenario(
        "customer.get.clock-moved-back", "by 1 d, before a restart without network",
        given: .young + [Step(.network(.down)), Step(.setDate(aheadBySeconds: -86_400))],
        then: [
          Step(.app(.restart)), .reads("v1"), Step(.network(.up)), .moreThanFiveMinutes,
          Step(.call(.customerInfo()), .asksForInfo()), .reads("v2"),
        ]),
      CustomerScenario(
        "customer.get.clock-moved-forward", given: .young + [Step(.setDate(aheadBySeconds: 86_400))],
        then: [
          Step(.call(.customerInfo())),
          Step(.call(.customerInfo()), .asksNothing),
          .almostFiveMinutes,
          Step(.call(.customerInfo()), .asksNothing),
          Step(.pass(seconds: 2)),
          Step(.call(.customerInfo())),
          .reads("v2"),
        ]),
    ]

  /// What changes customer info.
  static let purchaseScenarios: [CustomerScenario] = [
    changeScenario("customer.purchase.refreshes", "old", .purchase("pro"), given: .stale),
    changeScenario("customer.purchase.refreshes", "young", .purchase("pro"), given: .young),
    changeScenario("customer.restore.refreshes", "old", .restore, given: .stale),
    changeScenario("customer.restore.refreshes", "young", .restore, given: .young),
    CustomerScenario(
      "customer.purchase.older-answer-discarded",
      given: .stale + [
        Step(.requests(.customerInfo, .hold)),
        .reads("v1"),
        Step(.requests(.customerInfo, .await(1))),
        Step(.requests(.customerInfo, .holdNoMore)),
      ],
      then: [
        Step(.call(.purchase("pro"))),
        Step(.requests(.customerInfo, .release)),
        Step(
          .call(.customerInfo(.fromCacheOnly)), .answers(CustomerInfo(.alice, "v2", entitlements: ["pro"])),
          .asksNothing),
      ]),
  ]

  private static func changeScenario(
    _ rule: RuleID, _ row: String, _ call: CustomerCall, given: [CustomerStep], line: Int = #line
  ) -> CustomerScenario {
    let change: CustomerRequest
    var entitlements: [String] = []
    if case .purchase(let product) = call {
      change = .purchase(product, .alice)
      entitlements = [product]
    } else {
      change = .restore(.alice)
    }
    let upToDate = Outcome("refreshed", .answers(CustomerInfo(.alice, "v2", entitlements: entitlements)), .asksNothing)
    let asBefore = Outcome("left as it was", .answers(CustomerInfo(.alice, "v1")), .asksNothing)
    return CustomerScenario(
      rule, row, given: given,
      then: [
        Step(.call(call), Expectation(.asked, .times(1, Fact(change)))),
        Step(.call(.customerInfo(.fromCacheOnly)), oneOf: row == "old" ? [upToDate] : [upToDate, asBefore]),
      ], line: line)
  }
}
