/// The app's process ends without warning: nothing is closed, and nothing flushed.
extension CustomerSpec {
  private static let infoSurvives: RuleID = "customer.info.survives-kill"
  private static let identitySurvives: RuleID = "customer.identity.survives-kill"

  static let killRules: [Rule] = [
    Rule(
      infoSurvives, .derived,
      "Cached customer info is there after the app's process has ended without warning, and what a log-out cleared is not.",
      from: faqLaunches,
      because: "Follows from customer.info.survives-restart: most apps do not end in order, they are killed.",
      since: .v2, about: .ending),
    Rule(
      identitySurvives, .derived,
      "Who the user is stays so after the app's process has ended without warning, and who has logged out stays so too.",
      from: identity,
      because: "Follows from customer.identity.stable: most apps do not end in order, they are killed.", since: .v2,
      about: .ending),
  ]

  private static let offline = Step<CustomerAction>(.network(.down))

  /// What is cached belongs to somebody else, or nothing is.
  private static let readsNothingOfAlice = CustomerStep(
    .call(.customerInfo(.fromCacheOnly)),
    oneOf: [Outcome("nothing is cached", .fails), Outcome("somebody else's", .answer(.notMentioning("alice")))])

  static let killScenarios: [CustomerScenario] =
    [
      Scenario(
        infoSurvives, "a copy", given: .cached, then: [offline, Step(.kill), .reads(.v1, by: .fromCacheOnly)]),
      Scenario(
        infoSurvives, "a fetch under way", given: .cached,
        then: [
          Step(.requests(.customerInfo, .hold)), Step(.begin(.customerInfo(.fetchCurrent))),
          Step(.requests(.customerInfo, .awaitHeld(1))), offline, Step(.kill), .reads(.v1, by: .fromCacheOnly),
        ]),
      Scenario(
        infoSurvives, "a log-out", given: .loggedIn,
        then: [Step(.call(.logOut)), offline, Step(.kill), readsNothingOfAlice]),
      Scenario(
        identitySurvives, "logged in", given: .loggedIn, then: [offline, Step(.kill), .isUser(.alice)]),
      Scenario(
        identitySurvives, "made up", given: .anonymous, then: [offline, Step(.kill), .isUser(.anonymous(1))]),
      Scenario(
        identitySurvives, "logged out", given: .loggedIn,
        then: [
          Step(.call(.logOut)), offline, Step(.kill),
          Step(
            .call(.appUserID),
            oneOf: [Outcome("nobody", .answersNothing), Outcome("somebody else", .answer(.notMentioning("alice")))]),
        ]),
    ] + (1...20).map(killed)

  /// Each change brings a version, by a fetch or by logging another in.
  private static func killed(after count: Int) -> CustomerScenario {
    let changes = (1...count).flatMap { number -> [CustomerStep] in
      let version = DataVersion(10 + number)
      let user: AppUserID = number.isMultiple(of: 8) ? .bob : .alice
      // At the fourth she is logged in already.
      let switching: [CustomerStep] =
        number == 4 ? [.failsOrNot(.logIn(user))] : number.isMultiple(of: 4) ? [Step(.call(.logIn(user)))] : []
      return [Step(.serve(.customerInfo(version)))] + switching + [Step(.call(.customerInfo(.fetchCurrent)))]
    }
    let user: CustomerUser = (8..<12).contains(count) || (16..<20).contains(count) ? .bob : .alice
    let scenario = Scenario(
      infoSurvives, "after \(count) of twenty changes", given: .loggedIn,
      then: changes + [
        offline, Step(.kill), .isUser(user), .reads(DataVersion(10 + count), of: user, by: .fromCacheOnly),
      ])
    // Once another has logged in there is nothing to read before the fetch, and the user of before is gone.
    let isSwitch = count.isMultiple(of: 4)
    return count == 1 || isSwitch
      ? scenario : scenario.changingLast(at: changes.count - 1, orAs: "after \(count - 1) of twenty changes")
  }
}
