/// The app's process ends without warning: nothing is closed, and nothing flushed.
extension CustomerSpec {
  private static let infoSurvives: RuleID = "customer.info.survives-kill"
  private static let identitySurvives: RuleID = "customer.identity.survives-kill"

  static let killRules: [Rule] = [
    Rule(
      infoSurvives, .derived,
      "After the app's process was killed without warning, cached customer info is still there, and customer info that a log-out cleared is still gone.",
      from: faqLaunches,
      because:
        "Follows from customer.info.survives-restart: most apps are killed rather than shut down in an orderly way.",
      since: .v2, about: .ending),
    Rule(
      identitySurvives, .derived,
      "After the app's process was killed without warning, the user is the same as before, and a user who had logged out is still logged out.",
      from: identity,
      because: "Follows from customer.identity.stable: most apps are killed rather than shut down in an orderly way.",
      since: .v2,
      about: .ending),
  ]

  private static let offline = Step<CustomerAction>(.network(.down))

  /// What is cached belongs to another user, or nothing is cached.
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

  /// Each change brings in a version, by a fetch or by logging another user in.
  private static func killed(after count: Int) -> CustomerScenario {
    let changes = (1...count).flatMap { number -> [CustomerStep] in
      let version = DataVersion(10 + number)
      let user: AppUserID = number.isMultiple(of: 8) ? .bob : .alice
      // At the fourth change she is already logged in.
      let switching: [CustomerStep] =
        number == 4 ? [.failsOrNot(.logIn(user))] : number.isMultiple(of: 4) ? [Step(.call(.logIn(user)))] : []
      return [Step(.serve(.customerInfo(version)))] + switching + [Step(.call(.customerInfo(.fetchCurrent)))]
    }
    let user: CustomerUser = (8..<12).contains(count) || (16..<20).contains(count) ? .bob : .alice
    let scenario = Scenario(
      infoSurvives, "after \(count) of twenty changes", given: .loggedIn,
      then: changes + [
        offline, Step(.kill), .isUser(user).demanded(by: identitySurvives),
        .reads(DataVersion(10 + count), of: user, by: .fromCacheOnly),
      ])
    // Once another user has logged in, there is nothing to read before the fetch, and the previous user is gone.
    let isSwitch = count.isMultiple(of: 4)
    return count == 1 || isSwitch
      ? scenario : scenario.changingLast(at: changes.count - 1, orAs: "after \(count - 1) of twenty changes")
  }
}
