extension CustomerSpec {
  /// Different kinds of users: one who logged in after another was configured, an anonymous one, one with an unusual
  /// id.
  static let whomScenarios: [CustomerScenario] =
    switchedUserScenarios + anonymousScenarios + alikeIDs.map(alike) + oddIDs.flatMap(odd) + idScenarios

  private static let offline = CustomerStep(.network(.down))
  // MARK: A user who logged in after another was configured

  private static let logsInBob: [CustomerStep] = [Step(.call(.logIn(.bob))), .reads(.v2, of: .bob)]
  /// The same, and the server has newer data.
  private static let leavesBobBehind = logsInBob + [Step(.serve(.customerInfo(.v3)))]

  private static let switchedUserScenarios: [CustomerScenario] = [
    Scenario(
      "customer.purchase.unlocks", "for one who logged in", given: .young,
      then: logsInBob + [
        Step(.call(.purchase("pro")), .request(.times(1, .value(CustomerRequest(.purchase("pro"), .bob))))),
        offline, Step(.call(.customerInfo()), .answers(.info(.v2, of: .bob, with: ["pro"]))),
      ]),
    Scenario(
      "customer.restore.refreshes", "for one who logged in", given: .young,
      then: leavesBobBehind + [
        .anHour, Step(.call(.restore), .request(.times(1, .value(CustomerRequest(.restore, .bob))))),
        .reads(.v3, of: .bob, by: .fromCacheOnly),
      ]),
    Scenario(
      "customer.foreground.refreshes-when-old", "for one who logged in", given: .young,
      then: leavesBobBehind + [
        Step(.app(.background)), .anHour, Step(.app(.foreground), .requestsInfo(of: .bob)),
        .reads(.v3, of: .bob, by: .fromCacheOnly),
      ]),
    Scenario(
      "customer.background.refreshes-after-a-day", "for one who logs in meanwhile", given: .young,
      then: [Step(.app(.background))] + leavesBobBehind + CustomerStep.aDay + [
        .reads(.v3, of: .bob, by: .fromCacheOnly)
      ]),
    Scenario(
      "customer.background.refreshes-after-a-day", "for one who logged in", given: .young,
      then: leavesBobBehind + [
        Step(.app(.background))
      ] + CustomerStep.aDay + [.reads(.v3, of: .bob, by: .fromCacheOnly)]),
    Scenario(
      "customer.logout.clears-offerings", "of one who comes back", given: .youngOfferings,
      then: [
        Step(.call(.logOut)), Step(.call(.logIn(.alice))), offline,
        Step(
          .call(.offerings),
          oneOf: [
            Outcome("none", .fails), Outcome("fetched at the log-in", .answers(.offerings(.v2, for: .alice))),
          ]),
      ]),
    Scenario(
      "customer.configure.other-user", "over what an earlier format holds of the first", given: .cached.offline,
      then: [
        Step(.app(.configure(CustomerSetup(.bob)))), Step(.app(.upgrade(.v1, of: .alice))),
        readsNoVersion(nil), readsNoVersion(.fromCacheOnly),
      ]),
  ]

  /// Nothing that the first user had is shown.
  private static func readsNoVersion(_ policy: CustomerFetchPolicy?) -> CustomerStep {
    Step(
      .call(.customerInfo(policy)),
      oneOf: [Outcome("nothing", .fails), Outcome("no version", .answers(.owned(OwnedVersion(nil, of: .known(.bob)))))])
  }

  // MARK: An anonymous user

  private static let nobodyKnown = CustomerUser.anonymous(1)

  private static let anonymousScenarios: [CustomerScenario] =
    [
      anonymous("customer.get.refreshes-when-old", [.anHour, Step(.call(.customerInfo()))]),
      anonymous("customer.foreground.refreshes-when-old", CustomerStep.away(.anHour)),
      anonymous("customer.background.refreshes-after-a-day", [Step(.app(.background))] + CustomerStep.aDay),
      anonymous("customer.invalidate.forces-fetch", [Step(.call(.invalidate)), .reads(.v1, of: nobodyKnown)]),
      Scenario(
        "customer.purchase.unlocks", "for an anonymous user", given: .anonymous.serving(.v1),
        then: [Step(.call(.purchase("pro"))), offline, readsBought, Step(.restart), readsBought]),
      Scenario(
        "customer.listener.told-of-background-updates", "of an anonymous user", given: .anonymous.serving(.v1),
        then: [
          Step(.listen(.start)), Step(.app(.background)), .anHour,
          Step(.app(.foreground), .notifies(.info(.v1, of: nobodyKnown))),
        ]),
      Scenario(
        "customer.offerings.refreshes-when-old", "for an anonymous user", given: .anonymous.servingOfferings(.v1),
        then: [.anHour, Step(.call(.offerings)), .readsOfferings(.v1, for: nobodyKnown)]),
      Scenario(
        "customer.identity.survives-restart", "made up without network",
        then: [
          offline, .startWithoutID, .isAnonymousOrNobody(1), Step(.restart), .isAnonymousOrNobody(1),
          Step(.network(.up)), .reads(.v0, of: nobodyKnown),
        ]),
    ]
    + [("a read", .customerInfo(.fetchCurrent)), ("a purchase", .purchase("pro"))].map(lateAnswer)

  private static let readsBought = CustomerStep(
    .call(.customerInfo()),
    .answers(oneOf: [.info(.v0, of: nobodyKnown, with: ["pro"]), .info(.v1, of: nobodyKnown, with: ["pro"])]))

  /// What brings a known user's customer info up to date does the same for an anonymous user.
  private static func anonymous(_ rule: RuleID, _ steps: [CustomerStep], line: Int = #line) -> CustomerScenario {
    Scenario(
      rule, "for an anonymous user", given: .anonymous.serving(.v1),
      then: steps + [.reads(.v1, of: nobodyKnown, by: .fromCacheOnly)], line: line)
  }

  /// An anonymous user's request is in flight when alice logs in.
  private static func lateAnswer(_ name: String, _ call: CustomerCall) -> CustomerScenario {
    Scenario(
      "customer.login.late-answer-discarded", "\(name) of an anonymous user", given: .anonymous.serving(.v1),
      then: [
        Step(.requests(.customerInfo, .hold)), Step(.begin(call)), Step(.requests(.customerInfo, .awaitHeld(1))),
        Step(.requests(.customerInfo, .holdNoMore)), Step(.serve(.customerInfo(.v2))), Step(.listen(.start)),
        Step(.callMeanwhile(.logIn(.alice))),
        // If alice's data is fetched at the switch, a listener may be told of it as late as this.
        Step(.requests(.customerInfo, .releaseAll), .notify(.oneOf([[], [.value(.info(.v2))]]))),
        Step(.finish, .returns), .isUser(.alice), .reads(.v2), .reads(.v2),
      ])
  }

  // MARK: A user with an unusual id

  /// Ids that may become one as a key, as a file name or in a careless comparison.
  private static let alikeIDs: [(row: String, AppUserID, AppUserID)] = [
    ("ends otherwise", "customer-of-the-shop-in-the-high-street-1", "customer-of-the-shop-in-the-high-street-2"),
    ("lacks a letter outside ASCII", "zoë", "zo"), ("lacks a period", "a.b", "ab"),
    ("has a hyphen for an underscore", "a_b", "a-b"), ("has an underscore for a slash", "a/b", "a_b"),
  ]

  /// Ids that are long or in another alphabet: a hundred characters may be many bytes.
  private static let oddIDs: [(row: String, AppUserID)] = [
    ("letters outside ASCII", "zoë"), ("another alphabet and an emoji", "用户🎉"), ("the form of an address", "a:b@c.d"),
    ("two hundred bytes", AppUserID(String(repeating: "ë", count: 100))), ("a slash", "a/b"),
    ("the form of a path", "../x"), ("a tab", "a\tb"), ("a quote", "a\"b"), ("a line break", "a\nb"),
  ]

  private static func alike(_ row: String, _ first: AppUserID, _ second: AppUserID) -> CustomerScenario {
    Scenario(
      "customer.configure.other-user", "whose id \(row)",
      then: [
        Step(.app(.configure(CustomerSetup(first)))), .reads(.v0, of: .known(first)), offline,
        Step(.app(.configure(CustomerSetup(second)))), .isUser(.known(second)),
        Step(.call(.customerInfo()), .fails), Step(.call(.customerInfo(.fromCacheOnly)), .fails),
      ])
  }

  private static func odd(_ row: String, _ id: AppUserID) -> [CustomerScenario] {
    [
      Scenario(
        "customer.identity.survives-restart", "an id with \(row)", given: .anonymous,
        then: [Step(.call(.logIn(id))), .isUser(.known(id)), .startWithoutID, .isUser(.known(id))]),
      Scenario(
        "customer.info.survives-restart", "of a user whose id has \(row)", given: .anonymous,
        then: [
          Step(.call(.logIn(id))), .reads(.v0, of: .known(id)), offline, .startWithoutID,
          .reads(.v0, of: .known(id), by: .fromCacheOnly),
        ]),
    ]
  }

  private static let idScenarios: [CustomerScenario] = [
    Scenario(
      "customer.get.answer-for-another-user", "whose id differs in case", given: .stale,
      then: [
        Step(.serve(.answersFor("ALICE"))), .reads(.v1, .requestsSomething), .reads(.v1, by: .fromCacheOnly),
        Step(.serve(.answersFor(nil))), .reads(.v2, by: .fetchCurrent),
      ])
  ]
}
