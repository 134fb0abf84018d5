import CacheVocabulary

extension CustomerSpec {
  /// Leaving a user.
  static let logoutScenarios: [CustomerScenario] =
    [
      CustomerScenario(
        "customer.logout.clears-customer-info", given: .configured + [Step(.network(.down))],
        then: [
          .logOutOffline,
          Step(.call(.customerInfo(.fromCacheOnly)), .fails, .asksNothing),
          Step(.call(.customerInfo()), .fails, .asksSomething),
          Step(.serve(.customerInfo("v2"))),
          Step(.network(.up)),
          .readsAnonymously("v2"),
        ]),
      CustomerScenario(
        "customer.logout.clears-offerings", given: .configured + .offered + [Step(.network(.down))],
        then: [
          .logOutOffline,
          Step(.call(.offerings), .fails, .asksSomething),
          Step(.serve(.offerings("o2"))),
          Step(.network(.up)),
          .offersAnonymously("o2"),
        ]),
      CustomerScenario(
        "customer.logout.stays-cleared", given: .configured + [Step(.network(.down))],
        then: [
          .logOutOffline,
          .startWithoutID,
          Step(.call(.customerInfo()), .fails),
          Step(.call(.customerInfo(.fromCacheOnly)), .fails, .asksNothing),
        ]),
      CustomerScenario(
        "customer.logout.isolates-users", "reads without network", given: .configured + [Step(.network(.down))],
        then: [
          .logOutOffline,
          Step(.call(.customerInfo()), .fails),
          Step(.call(.customerInfo(.fromCacheOnly)), .fails),
          .startWithoutID,
          Step(.call(.customerInfo()), .fails),
        ]),
      CustomerScenario(
        "customer.logout.new-identity", given: .loggedIn,
        then: [
          Step(.call(.logOut)),
          Step(
            .call(.appUserID),
            oneOf: [
              Outcome("a new anonymous id", .answers(AppUserID.anonymous2)),
              Outcome("the anonymous id of before", .answers(AppUserID.anonymous1)),
              Outcome("no id", .answersNothing),
              Outcome("an error", .fails),
            ]),
        ]),
      CustomerScenario(
        "customer.logout.anonymous", given: .anonymous,
        then: [
          Step(.call(.logOut), oneOf: [Outcome("refused", .fails), Outcome("succeeds")]),
          Step(
            .call(.appUserID),
            oneOf: [
              Outcome("the same id", .answers(AppUserID.anonymous1)),
              Outcome("another id", .answers(AppUserID.anonymous2)),
              Outcome("no id", .answersNothing),
            ]),
          Step(.network(.down)),
          Step(
            .call(.customerInfo(.fromCacheOnly)),
            oneOf: [
              Outcome("customer info kept", .answers(CustomerInfo(.anonymous1, "v1"))),
              Outcome("customer info cleared", .fails),
            ]),
        ]),
      CustomerScenario(
        "customer.logout.other-installations",
        given: .configured + [
          Step(.use(.other)), Step(.app(.configure(CustomerSetup()))), Step(.call(.logIn(.alice))), .reads("v1"),
          Step(.network(.down)),
        ],
        then: [
          .logOutOffline,
          Step(.call(.customerInfo(.fromCacheOnly)), .fails),
          Step(.use(.main)),
          .reads("v1", .asksNothing),
          Step(.app(.restart)),
          .reads("v1"),
          Step(.call(.appUserID), .answers(AppUserID.alice)),
        ]),
    ] + isolationScenarios("customer.logout.isolates-users", .logOut)
    + isolationScenarios("customer.login.isolates-users", .logIn(.bob)) + [duringSwitch]

  /// After a switch of users nothing shows the old one's data: no read, no listener, no log, no stored byte.
  private static func isolationScenarios(_ rule: RuleID, _ leaving: CustomerCall) -> [CustomerScenario] {
    let reads = leaving == .logOut ? CustomerStep.readsAnonymously : { .reads($0, of: .bob) }
    let offers = leaving == .logOut ? CustomerStep.offersAnonymously : { .offers($0, to: .bob) }
    let newVersions: [CustomerStep] = [Step(.serve(.customerInfo("v2"))), Step(.serve(.offerings("o2")))]
    return [
      CustomerScenario(
        rule, "reads", given: .configured + newVersions, then: [Step(.call(leaving)), reads("v2"), reads("v2")]),
      CustomerScenario(
        rule, "offerings", given: .configured + .offered + newVersions,
        then: [Step(.call(leaving)), offers("o2"), offers("o2")]),
      CustomerScenario(
        rule, "listener and log", given: .configured + newVersions + [Step(.listen(.start)), Step(.watchLog)],
        then: [
          Step(.call(leaving), .tellsNothingOfAlice),
          Step(.call(.customerInfo()), .tellsNothingOfAlice, .logsNothingOfAlice),
          .anHour,
          Step(.app(.foreground), .tellsNothingOfAlice, .logsNothingOfAlice),
          reads("v2"),
        ]),
      CustomerScenario(
        rule, "stored bytes", given: .configured + [Step(.searchStorage("alice"), .stores("alice"))] + newVersions,
        then: [
          Step(.call(leaving)), Step(.searchStorage("alice"), .storesNothing), reads("v2"),
          .startWithoutID, Step(.searchStorage("alice"), .storesNothing),
        ]),
    ]
  }

  /// What the old user asked for and what the new one asks for are two requests, whichever is answered first.
  private static let duringSwitch = CustomerScenario(
    "customer.login.requests-during-switch",
    given: .configured + [
      Step(.serve(.customerInfo("v2"))),
      Step(.requests(.customerInfo, .hold)),
      Step(.begin(.customerInfo(.fetchCurrent))),
      Step(.requests(.customerInfo, .await(1))),
      Step(.requests(.customerInfo, .holdNoMore)),
    ],
    then: [
      Step(.call(.logIn(.bob))),
      Step(.serve(.customerInfo("v3"))),
      .reads("v3", of: .bob, by: .fetchCurrent),
      Step(.requests(.customerInfo, .release)),
      Step(.finish, Expectation(.answer, .something)),
      Step(.call(.appUserID), .answers(AppUserID.bob)),
      .reads("v3", of: .bob, .asksNothing),
    ])

  /// Invalidating.
  static let invalidationScenarios: [CustomerScenario] = [
    CustomerScenario(
      "customer.invalidate.forces-fetch", given: .young,
      then: [Step(.call(.invalidate)), .reads("v2", .asksForInfo()), .reads("v2", .asksNothing)]),
    CustomerScenario(
      "customer.invalidate.forces-fetch", "ten reads at once", given: .young,
      then: [
        Step(.call(.invalidate)),
        Step(.callOften(.customerInfo(), times: 10, atOnce: true), .answers(CustomerInfo(.alice, "v2"))),
      ]),
    CustomerScenario(
      "customer.invalidate.offline", given: .configured + [Step(.network(.down))],
      then: [
        Step(.call(.invalidate)), Step(.call(.customerInfo()), .fails, .asksSomething),
        Step(.call(.customerInfo()), .fails),
      ]),
    CustomerScenario(
      "customer.invalidate.no-request-itself", given: .young, then: [Step(.call(.invalidate), .asksNothing)]),
    CustomerScenario(
      "customer.invalidate.leaves-the-rest", "id", given: .loggedIn,
      then: [Step(.call(.invalidate)), Step(.call(.appUserID), .answers(AppUserID.alice))]),
    CustomerScenario(
      "customer.invalidate.leaves-the-rest", "offerings", given: .configured + .offered,
      then: [Step(.call(.invalidate)), .offers("o1", .asksNothing)]),
    CustomerScenario(
      "customer.invalidate.survives-restart", given: .configured + [Step(.network(.down))],
      then: [
        Step(.call(.invalidate)), Step(.app(.restart)), Step(.call(.customerInfo()), .fails),
        Step(.call(.customerInfo(.fromCacheOnly)), .fails),
      ]),
    CustomerScenario(
      "customer.invalidate.during-fetch", "purchase",
      given: .young + [
        Step(.requests(.customerInfo, .hold)),
        Step(.begin(.purchase("pro"))),
        Step(.requests(.customerInfo, .await(1))),
        Step(.requests(.customerInfo, .holdNoMore)),
        Step(.serve(.customerInfo("v3"))),
      ],
      then: [
        Step(.call(.invalidate)), Step(.requests(.customerInfo, .release)),
        Step(.finish, Expectation(.answer, .something)),
        Step(.call(.customerInfo()), .answers(CustomerInfo(.alice, "v3", entitlements: ["pro"]))),
      ]),
    CustomerScenario(
      "customer.invalidate.during-fetch", "refresh",
      given: .stale + [
        Step(.requests(.customerInfo, .hold)),
        .reads("v1"),
        Step(.requests(.customerInfo, .await(1))),
        Step(.requests(.customerInfo, .holdNoMore)),
        Step(.serve(.customerInfo("v3"))),
      ],
      then: [Step(.call(.invalidate)), Step(.requests(.customerInfo, .release)), .reads("v3")]),
  ]
}
