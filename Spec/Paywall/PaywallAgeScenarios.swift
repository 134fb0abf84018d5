extension PaywallSpec {
  /// Scenarios about when a copy's age starts to count.
  static let ageScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.policy.max-age-restarts", "a newer version",
      given: .cached(aged: .hours(1)).reloadedExpiredCopy(.v3).published(.v4).later(.minutes(20)),
      then: [
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsNothing),
        Step(.advance(.minutes(20))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v4), .requestsCDN),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "the same version",
      given: .firstCached().later(.hours(1)).reloadedExpiredCopy(.v1).published(.v4).later(.minutes(20)),
      then: [
        Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing),
        Step(.advance(.minutes(20))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v4), .requestsCDN),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "an older version", given: .cached().reloaded.published(.v2).later(.hours(1)),
      then: [
        olderVersion(.load(.onboarding, .halfAnHour), .requestsCDN),
        Step(.advance(.minutes(20))),
        // Whether it replaces the newer version is open; either way the age is that of the cached copy.
        Step(
          .load(.onboarding, .halfAnHour),
          oneOf: [
            Outcome("a hit", .answers(.v2), .requestsNothing, .stores(.v2)),
            Outcome("a hit of the newer one, which was kept", .answers(.v3), .requestsNothing, .stores(.v3)),
            Outcome("the newer one was kept, and is as old as it was", .answers(.v2), .requestsCDN, .stores(.v3)),
            Outcome("the newer one was kept, and returned again", .answers(.v3), .requestsCDN, .stores(.v3)),
          ]),
        Step(.advance(.minutes(20))),
        olderVersion(.load(.onboarding, .halfAnHour), .requestsCDN),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "an answer of the server",
      given: .cached(aged: .hours(1)).cdnDown.and(
        "a load has brought version 2", standingOn: "paywall.priority.server-after-cdn",
        [Step(.load(.onboarding), .answers(.v2), .requestsServer)]
      ).remote(.up).later(.minutes(20)),
      then: [
        Step(.load(.onboarding, .halfAnHour), .answers(.v2), .requestsNothing),
        Step(.advance(.minutes(20))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "a failed load",
      given: .cached(aged: .minutes(20)).offline.and(
        "a load has returned the copy", standingOn: "paywall.priority.cache-after-network",
        [Step(.load(.onboarding), .answers(.v1))]
      ).later(.minutes(20)).remote(.up),
      then: [Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN)]),
    Scenario(
      "paywall.policy.max-age-restarts", "an update", given: .firstCached(.updating),
      then: [
        Step(.advance(.hours(5))),
        Step(.publish(.v4)),
        Step(.load(.onboarding, .threeHours), .answers(.v1), .requestsNothing),
        Step(.load(.settings, .threeHours), .answers(.settings7), .requestsNothing),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "a failed update", given: .cached(.updating).offline,
      then: [
        Step(.advance(.hours(2))),
        Step(.load(.onboarding, .threeHours), .answers(.v1), .requestsNothing),
        Step(.advance(.hours(3))),
        Step(.remote(.up)),
        // Other overdue copies may be updated at the same time.
        Step(.load(.onboarding, .threeHours), .answers(.v3), .request(.containing([.value(.cdn)]))),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "an update that fails for it and succeeds for another",
      given: .cached(.updating).published(.settings8).remote(.down, for: .onboarding),
      then: [
        Step(.advance(.hours(2))), Step(.inspect(.settings), .stores(.settings8)),
        Step(.load(.onboarding, .threeHours), .answers(.v1), .requestsNothing), Step(.advance(.hours(3))),
        Step(.remote(.up, for: .onboarding)),
        Step(.load(.onboarding, .threeHours), .answers(.v3), .request(.containing([.value(.cdn)]))),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "four updates that fail", given: .cached(.updating).offline,
      then: [
        Step(.advance(.hours(4) + .minutes(30))), Step(.remote(.up)),
        Step(.load(.onboarding, .threeHours), .answers(.v3), .request(.containing([.value(.cdn)]))),
      ]),
    Scenario(
      "paywall.policy.max-age-restarts", "of one placement", given: .cached(aged: .minutes(20)),
      then: [
        Step(.load(.settings), .answers(.settings7), .requestsCDN(for: .settings)),
        Step(.publish(.settings8)),
        Step(.advance(.minutes(20))),
        Step(.load(.settings, .halfAnHour), .answers(.settings7), .requestsNothing),
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN),
        Step(.advance(.minutes(20))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsNothing),
        Step(.load(.settings, .halfAnHour), .answers(.settings8), .requestsCDN(for: .settings)),
      ]),
    setBack("while the app runs"),
    setBack("before a restart", [Step(.restart)]),
    // Far ahead, but by no more than the difference between two time zones.
    setBack("by 6 h", by: .hours(6)),
    setBack("by 6 h, before a restart", by: .hours(6), [Step(.restart)]),
    setBack("by a year", by: .days(365)),
    setBack(
      "before each of three restarts",
      [20, 20].flatMap { [Step(.restart), Step(.advance(.minutes($0)))] } + [Step(.restart)], later: .minutes(20)),
    // Nearly as much time has passed as the clock was set back by.
    setBack("until shortly before that date", later: .hours(24) - .minutes(15)),
    setBack("until shortly before that date, after a restart", [Step(.restart)], later: .hours(24) - .minutes(15)),
    youngAfter("young", [Step(.restart), Step(.advance(.minutes(10)))]),
    expiredAfter("expired", [Step(.restart), Step(.advance(.minutes(20)))]),
    youngAfter("young, while it did not run", [Step(.restart(after: .minutes(10)))]),
    expiredAfter("expired, while it did not run", [Step(.restart(after: .minutes(20)))]),
    youngAfter(
      "young, in a time zone ahead", [Step(.app(.travelEast)), Step(.restart), Step(.advance(.minutes(10)))]),
    expiredAfter(
      "expired, in a time zone behind", [Step(.app(.travelWest)), Step(.restart), Step(.advance(.minutes(20)))]),
    youngAfter("young, after a kill", [Step(.kill), Step(.advance(.minutes(10)))]),
    expiredAfter("expired, after a kill", [Step(.kill), Step(.advance(.minutes(20)))]),
    Scenario(
      "paywall.lifecycle.age-survives-restart", "of a copy beside a younger one", given: .cached(aged: .minutes(20)),
      then: [
        Step(.load(.settings), .answers(.settings7)), Step(.restart), Step(.advance(.minutes(20))),
        Step(.load(.settings, .halfAnHour), .answers(.settings7), .requestsNothing),
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN),
      ]),
    Scenario(
      "paywall.lifecycle.age-survives-restart", "of the other one", given: .cached(aged: .minutes(20)),
      then: [
        Step(.load(.onboarding), .answers(.v3)), Step(.publish(.settings8)), Step(.restart),
        Step(.advance(.minutes(20))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsNothing),
        Step(.load(.settings, .halfAnHour), .answers(.settings8), .requestsCDN(for: .settings)),
      ]),
  ]

  /// A copy that is ten minutes old is still young, under a `maxAge` of half an hour, ten minutes later.
  private static func youngAfter(_ row: String, _ steps: [PaywallStep], line: Int = #line) -> PaywallScenario {
    Scenario(
      "paywall.lifecycle.age-survives-restart", row, given: .cached(aged: .minutes(10)),
      then: steps + [Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing)], line: line)
  }

  /// A copy that is twenty minutes old has expired, under a `maxAge` of half an hour, twenty minutes later.
  private static func expiredAfter(_ row: String, _ steps: [PaywallStep], line: Int = #line) -> PaywallScenario {
    Scenario(
      "paywall.lifecycle.age-survives-restart", row, given: .cached(aged: .minutes(20)),
      then: steps + [Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN)], line: line)
  }

  /// A `maxAge` of days, with restarts while the copy is young and after it has expired.
  static let longAgeScenarios: [PaywallScenario] = [7, 90, 1000].map { days in
    let call = PaywallAction.load(.onboarding, .returnCacheDataIfNotExpiredElseLoad(maxAge: .days(days)))
    return Scenario(
      "paywall.lifecycle.age-survives-restart", "under a maxAge of \(days) days", given: .cached(aged: .days(days / 2)),
      then: [
        Step(.restart), Step(call, .answers(.v1), .requestsNothing), Step(.restart(after: .days(days / 4))),
        Step(call, .answers(.v1), .requestsNothing), Step(.advance(.days(days))), Step(.restart),
        Step(call, .answers(.v3), .requestsCDN), Step(.restart), Step(call, .answers(.v3), .requestsNothing),
      ])
  }

  /// A copy that is loaded repeatedly has the same age after a restart as before it.
  static let reloadedScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.lifecycle.age-survives-restart", "of a copy that is loaded again unchanged", given: .firstCached(),
      then: (1...3).flatMap { _ -> [PaywallStep] in
        let hit = PaywallStep(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing)
        return [
          Step(.load(.onboarding), .answers(.v1), .requestsCDN), Step(.advance(.minutes(20))), hit, Step(.restart), hit,
          Step(.advance(.minutes(20))), Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsCDN),
        ]
      }),
    // Enough loads that a module may rewrite its whole store, while it runs or at the next start.
    Scenario(
      "paywall.lifecycle.age-survives-restart", "after a hundred and twenty versions",
      given: .cached(aged: .minutes(20)).published(.settings8),
      then: (11...130).flatMap { number -> [PaywallStep] in
        let version = PaywallVersion(number)
        return [Step(.publish(version)), Step(.load(.onboarding), .answers(version))]
      } + [
        Step(.advance(.minutes(20))),
        Step(.load(.settings, .halfAnHour), .answers(.settings8), .requestsCDN(for: .settings)),
        Step(.restart(after: .minutes(5))), Step(.restart(after: .minutes(10))), Step(.publish(PaywallVersion(131))),
        Step(.load(.onboarding, .halfAnHour), .answers(PaywallVersion(131)), .requestsCDN),
        Step(.load(.settings, .halfAnHour), .answers(.settings8), .requestsNothing),
      ]),
  ]

  /// Events that do not make a copy that is twenty minutes old any younger.
  static let agingScenarios: [PaywallScenario] = [
    ages(
      "read again and again",
      [Step(.load(.onboarding, .halfAnHour)), Step(.load(.onboarding, .returnCacheDataElseLoad))]),
    ages(
      "read over a poor network",
      [
        Step(.network(.poor)),
        Step(.call(.adapt(.onboarding)), .requestsNothing.demanded(by: "paywall.adaptive.poor-network-prefers-cache")),
      ]),
    ages(
      "asked for over a poor network",
      [
        Step(.network(.poor)), Step(.preload([]), .requestsNothing.demanded(by: "paywall.preload.none-when-empty")),
        Step(.call(.get(.onboarding)), .requestsNothing.demanded(by: "paywall.adaptive.poor-network-prefers-cache")),
      ]),
    ages(
      "before a log-out",
      [Step(.app(.logOut)), Step(.inspect(.onboarding), .stores(.v1)).demanded(by: "paywall.lifecycle.logout")]),
    ages("beside one that is loaded again and again", [Step(.load(.settings))]),
  ]

  private static func ages(_ row: String, _ steps: [PaywallStep], line: Int = #line) -> PaywallScenario {
    Scenario(
      "paywall.policy.max-age-expired", row, given: .cached(aged: .minutes(20)),
      then: steps + steps + steps + [
        Step(.inspect(.onboarding), .stores(.v1)), Step(.advance(.minutes(20))),
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN),
      ],
      source: SourceLine(line: line))
  }

  /// One version after another, each loaded at a different minute of the hour, under a `maxAge` of three minutes.
  static let unevenScenario = PaywallScenario(
    "paywall.lifecycle.age-survives-restart", "at any time of the hour", given: .cached(aged: .minutes(10)),
    then: (4...12).flatMap { number -> [PaywallStep] in
      let version = PaywallVersion(number)
      let young = PaywallFetchPolicy.returnCacheDataIfNotExpiredElseLoad(maxAge: .minutes(3))
      return [
        Step(.publish(version)), Step(.load(.onboarding, young), .answers(version), .requestsCDN), Step(.restart),
        Step(.advance(.minutes(2) + .seconds(45))),
        Step(.load(.onboarding, young), .answers(version), .requestsNothing),
        Step(.advance(.seconds(32))),
      ]
    })

  /// The clock is set back by far more than the time that then passes: a copy dated in the future stays young no longer
  /// than any other.
  private static func setBack(
    _ row: String, by jump: Duration = .days(1), _ steps: [PaywallStep] = [], later: Duration = .hours(1),
    line: Int = #line
  ) -> PaywallScenario {
    let youngHit = PaywallStep(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing)
    let expiredMiss = PaywallStep(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN, .stores(.v3))
    let again = PaywallStep(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsNothing)
    return Scenario(
      "paywall.policy.clock-set-back", row, given: .cached(),
      then: [youngHit, Step(.setClock(by: .zero - jump))] + steps
        + [Step(.advance(later)), expiredMiss, Step(.publish(.v4)), again],
      source: SourceLine(line: line))
  }
}
