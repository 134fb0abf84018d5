extension CustomerSpec {
  /// The user's identity.
  static let identityScenarios: [CustomerScenario] =
    keptScenarios + stabilityScenarios + otherUserScenarios + ["", " ", "\t\n"].flatMap(blankScenarios)

  private static let keptScenarios: [CustomerScenario] = [
    Scenario(
      "customer.identity.survives-restart", "made up by the module",
      given: .anonymous.offline,
      then: [.isUser(.anonymous(1)), Step(.restart), .isUser(.anonymous(1))]),
    Scenario(
      "customer.identity.survives-restart", "logged in", given: .loggedIn.offline,
      then: [Step(.restart), .isUser(.alice)]),
  ]

  private static let stabilityScenarios: [CustomerScenario] = [
    stability("made up by the module", .anonymous(1), given: .anonymous),
    stability("logged in", .alice, given: .loggedIn),
  ]

  private static let otherUserScenarios: [CustomerScenario] = [
    Scenario(
      "customer.identity.made-up-ids-differ", "another device",
      given: .anonymous,
      then: [Step(.use(.other)), Step(.app(.configure(CustomerSetup()))), .isUser(.anonymous(2))]),
    Scenario(
      "customer.identity.made-up-ids-differ", "after a log-out", given: .anonymous,
      then: [
        Step(.call(.logIn(.alice))),
        Step(.call(.logOut)),
        Step(
          .call(.appUserID),
          oneOf: [
            Outcome("a new one", .answers(.user(.anonymous(2)))), Outcome("none", .answersNothing),
            Outcome("an error", .fails),
          ]),
      ]),
    Scenario(
      "customer.identity.case-tells-apart", "log in", given: .young,
      then: [Step(.call(.logIn("Alice"))), .isUser(.known("Alice")), .reads(.v2, of: .known("Alice"))]),
    Scenario(
      "customer.identity.case-tells-apart", "configure", given: .cached.offline,
      then: [
        Step(.app(.configure(CustomerSetup("Alice")))), .isUser(.known("Alice")),
        Step(.call(.customerInfo(.fromCacheOnly)), .fails),
      ]),
  ]

  private static func stability(
    _ row: String, _ user: CustomerUser, given: Fixture<CustomerAction>, line: Int = #line
  ) -> CustomerScenario {
    let isTheSame = CustomerStep.isUser(user)
    return Scenario(
      "customer.identity.stable", row, given: given,
      then: [
        Step(.advance(.days(1))), isTheSame,
        Step(.setClock(by: .days(-1))), isTheSame,
        Step(.network(.down)), Step(.call(.customerInfo(.fetchCurrent)), .returns), isTheSame,
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
            oneOf: [Outcome("refused", .fails, requestsForNobody), Outcome("ignored", requestsForNobody)]),
          .isUser(.alice),
          .reads(.v1, .requestsNothing),
        ]),
      Scenario(
        "customer.identity.blank-id-refused", "configure, \(row)",
        then: [
          Step(
            .app(.configure(CustomerSetup(AppUserID(id)))),
            oneOf: [Outcome("refused", .fails, .requestsNothing), Outcome("an id made up", requestsForNobody)]),
          .isAnonymousOrNobody(1),
          Step(.app(.configure(CustomerSetup(.alice)))),
          .reads(.v0),
        ]),
    ]
  }
}
