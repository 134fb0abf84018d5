/// What a cached copy is still good for after a failure, a switch of users, or a restart.
extension CustomerSpec {
  static let standingScenarios: [CustomerScenario] =
    failingScenarios + otherUserScenarios + laterRunScenarios + freshnessScenarios

  private static let (up, down) = (CustomerStep(.network(.up)), CustomerStep(.network(.down)))

  // MARK: After a failure

  private static let failingScenarios: [CustomerScenario] = [
    Scenario(
      "customer.offline.served-for-ever", "while refresh after refresh fails", given: .cached.offline,
      then: Array(repeating: [.anHour, .reads(.v1)], count: 12).flatMap(\.self) + [.reads(.v1, by: .fromCacheOnly)]),
    Scenario(
      "customer.listener.told-of-background-updates", "the first update after a refresh that failed",
      given: .stale.listening.offline,
      then: [
        .reads(.v1), up,
        Step(
          .advance(.hours(1)),
          oneOf: [
            Outcome("not asked again by itself", .notifiesNothing),
            Outcome("asked again by itself", .notifies(.info(.v2))),
          ]),
        Step(.serve(.customerInfo(.v3))), Step(.call(.customerInfo()), .notifies(.info(.v3))),
      ]),
    Scenario(
      "customer.policy.failure-keeps-data", "a failure that comes after another has logged in", given: .stale.offline,
      then: [
        Step(.requests(.customerInfo, .hold)), Step(.begin(.customerInfo())),
        Step(.requests(.customerInfo, .awaitHeld(1))),
        Step(.requests(.customerInfo, .holdNoMore)), up, Step(.callMeanwhile(.logIn(.bob))),
        Step(.callMeanwhile(.customerInfo(.fetchCurrent)), .answers(.info(.v2, of: .bob))), down,
        Step(.requests(.customerInfo, .releaseAll)), Step(.finish, .returns), .reads(.v2, of: .bob),
        .reads(.v2, of: .bob, by: .fromCacheOnly),
      ]),
  ]

  // MARK: After a switch of users

  private static let otherUserScenarios: [CustomerScenario] = [
    Scenario(
      "customer.info.survives-restart", "of one who logged in after a log-out", given: .loggedIn,
      then: [
        Step(.call(.logOut)), Step(.call(.logIn(.bob))), .reads(.v0, of: .bob), down, .startWithoutID, .isUser(.bob),
        .reads(.v0, of: .bob), .reads(.v0, of: .bob, by: .fromCacheOnly),
      ]),
    Scenario(
      "customer.login.late-answer-discarded", "makes nothing young that is old", given: .held(.fetchCurrent),
      then: [
        Step(.callMeanwhile(.logIn(.bob))), Step(.callMeanwhile(.customerInfo()), .answers(.info(.v2, of: .bob))),
        Step(.serve(.customerInfo(.v3))), Step(.advance(.minutes(10))), Step(.requests(.customerInfo, .releaseAll)),
        Step(.finish, .returns),
        .reads(.v3, of: .bob, by: .notStaleCachedOrFetched),
      ]),
    Scenario(
      "customer.logout.isolates-users", "stored bytes, of the second who logs out", given: .young.findable,
      then: [
        Step(.call(.logOut)), Step(.call(.logIn(.bob))), .reads(.v2, of: .bob),
        Step(.searchStorage(.bob), .stores(.bob)),
        Step(.call(.logOut)), Step(.searchStorage(.bob), .storesNothing),
      ]),
    Scenario(
      "customer.offerings.refreshes-when-old", "of one who logged in", given: .youngOfferings,
      then: [
        Step(.call(.logIn(.bob))), .readsOfferings(.v2, for: .bob), Step(.serve(.offerings(.v3))), .moreThanFiveMinutes,
        Step(.call(.offerings)), .readsOfferings(.v3, for: .bob),
      ]),
  ]

  // MARK: In a later run

  private static let laterRunScenarios: [CustomerScenario] = [
    Scenario(
      "customer.foreground.refreshes-when-old", "what an earlier run stored", given: .young.offline,
      then: [
        Step(.restart), Step(.app(.background)), up, .anHour, Step(.app(.foreground)), .reads(.v2, by: .fromCacheOnly),
      ]),
    Scenario(
      "customer.listener.not-told-twice", "what an earlier run stored", given: .cached.offline,
      then: [
        Step(.restart), Step(.listen(.start)), Step(.app(.background)), up, .anHour,
        Step(.app(.foreground), .requestsInfo(), .notifiesNothing), Step(.serve(.customerInfo(.v2))),
        Step(.app(.background)), .anHour, Step(.app(.foreground), .notifies(.info(.v2))),
      ]),
  ]

  // MARK: Young and old

  private static let freshnessScenarios: [CustomerScenario] = [
    Scenario(
      "customer.get.refreshes-when-old", "with entitlements", given: .entitled().serving(.v3),
      then: [.moreThanFiveMinutes, Step(.call(.customerInfo())), .reads(.v3, by: .fromCacheOnly)]),
    Scenario(
      "customer.foreground.quiet-when-young", "again and again", given: .young,
      then: Array(
        repeating: [
          Step(.app(.background)), Step(.advance(.minutes(1))), Step(.app(.foreground), .requestsNoInfo),
        ], count: 4
      ).flatMap(\.self) + CustomerStep.away(.anHour) + [.reads(.v2, by: .fromCacheOnly)]),
  ]
}
