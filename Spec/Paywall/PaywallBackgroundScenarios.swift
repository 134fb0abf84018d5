/// Background updates. Each scenario waits two intervals: the document says only that updates are regular.
extension PaywallSpec {
  private static let twoRounds = PaywallStep(.advance(.hours(2)))

  static let backgroundScenarios: [PaywallScenario] =
    updatedScenarios + keptScenarios + [
      mostFail, hundred, eachQuality, emptyAtFirst, longOutage, longOutageOfOne,
    ]
    + [Placement.onboarding, .settings].map(oneFails) + RemoteState.failures.map(failing)

  private static let updatedScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.background.updates-cache", given: .cached(.updating),
      then: [
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
        twoRounds,
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3)),
      ]),
    Scenario(
      "paywall.background.updates-cache", "after a restart", given: .cached(.updating).restarted(),
      then: [
        twoRounds,
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3)),
      ]),
    Scenario(
      "paywall.background.updates-cache", "every placement",
      given: .cached(.updating).published(.settings8, .deepLink5).and(
        "\(PaywallVersion.deepLink5) is cached too", standingOn: "paywall.cache.holds-most-recent",
        [Step(.load(.deepLink), .answers(.deepLink5), .stores(.deepLink5))]
      ).published(.deepLink6),
      then: [
        twoRounds,
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3)),
        Step(.load(.settings, .returnCacheDataElseLoad), .answers(.settings8), .requestsNothing, .stores(.settings8)),
        Step(.load(.deepLink, .returnCacheDataElseLoad), .answers(.deepLink6), .requestsNothing, .stores(.deepLink6)),
      ]),
    Scenario(
      "paywall.background.from-the-server", given: .cached(.updating).updated(to: .v3).published(.v4).cdnDown,
      then: [
        twoRounds,
        Step(
          .inspect(.onboarding),
          oneOf: [Outcome("updated from the server", .stores(.v4)), Outcome("not updated", .stores(.v3))]),
      ]),
    Scenario(
      "paywall.background.updates-cache", "in an app that is used all the time", given: .cached(.updating),
      then: Array(
        repeating: [Step(.advance(.minutes(30))), Step(.load(.onboarding, .returnCacheDataElseLoad))], count: 12
      ).flatMap(\.self) + [Step(.inspect(.onboarding), .stores(.v3))]),
    Scenario(
      "paywall.background.updates-cache", "kept over a restart", given: .cached(.updating),
      then: [
        twoRounds,
        Step(.remote(.noNetwork)),
        Step(.restart),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3)),
      ]),
    Scenario(
      "paywall.background.repeats", given: .cached(.updating),
      then: [
        twoRounds,
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3)),
        Step(.publish(.v4)),
        twoRounds,
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v4), .requestsNothing, .stores(.v4)),
        Step(.publish(.v5)),
        twoRounds,
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v5), .requestsNothing, .stores(.v5)),
      ]),
  ]

  /// There is nothing to update at first, or after a clean-up.
  private static let emptyAtFirst = PaywallScenario(
    "paywall.background.updates-cache", "once something is cached",
    then: [Step(.start(.updating))]
      + (1...3).flatMap { round -> [PaywallStep] in
        let (old, new) = (PaywallVersion(2 * round), PaywallVersion(2 * round + 1))
        return [
          twoRounds, Step(.publish(old)), Step(.load(.onboarding), .answers(old), .stores(old)), Step(.publish(new)),
          twoRounds, Step(.inspect(.onboarding), .stores(new)), Step(.app(.cleanUp)),
        ]
      })

  private static let keptScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.background.failure-keeps-copy", "once", given: .cached(.updating).offline,
      then: [
        twoRounds,
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.remote(.up)),
        twoRounds,
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing),
      ]),
    // Once a day for a month while the app runs, and a year in all: a module may be slow to handle each failure.
    Scenario(
      "paywall.background.failure-keeps-copy", "every day for a year",
      given: .cached(AppSetup(updateInterval: .days(1))).offline,
      then: [
        Step(.advance(.days(30))),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.restart(after: .days(335))),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.remote(.up)),
        Step(.advance(.days(2))),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing),
      ]),
  ]

  /// Updates fail in this way, and continue.
  private static func failing(_ state: RemoteState) -> PaywallScenario {
    Scenario(
      "paywall.background.failure-keeps-copy", "\(state)", given: .cached(.updating),
      then: [
        Step(.remote(state)), twoRounds, Step(.inspect(.onboarding), .stores(.v1)),
        Step(.inspect(.settings), .stores(.settings7)), Step(.remote(.up)), Step(.publish(.v4)), twoRounds,
        Step(.inspect(.onboarding), .stores(.v4)),
      ])
  }

  /// A day without a network while the app runs: the next update and those after it run as usual.
  private static let longOutage = PaywallScenario(
    "paywall.background.failure-keeps-copy", "for a day", given: .cached(.updating).offline,
    then: [
      Step(.advance(.hours(24))), Step(.inspect(.onboarding), .stores(.v1)), Step(.remote(.up)), twoRounds,
      Step(.inspect(.onboarding), .stores(.v3)), Step(.publish(.v4)), twoRounds,
      Step(.inspect(.onboarding), .stores(.v4)),
    ])

  private static let longOutageOfOne = PaywallScenario(
    "paywall.background.failure-keeps-copy", "of one placement for a day",
    given: .cached(.updating).remote(.down, for: .onboarding),
    then: [
      Step(.advance(.hours(24))), Step(.inspect(.onboarding), .stores(.v1)), Step(.publish(.settings8)), twoRounds,
      Step(.inspect(.settings), .stores(.settings8)), Step(.remote(.up, for: .onboarding)), twoRounds,
      Step(.inspect(.onboarding), .stores(.v3)),
    ])

  private static let mostFail = PaywallScenario(
    "paywall.background.failure-keeps-copy", "of most", given: .started(.updating),
    then: several(1).flatMap { [Step(.publish($0)), Step(.load($0.placement), .answers($0))] }
      + several(2).map { Step(.publish($0)) }
      + several(2).filter(fails).map { Step(.remote(.down, for: $0.placement)) } + [twoRounds]
      + zip(several(1), several(2)).map { old, new in Step(.inspect(new.placement), .stores(fails(new) ? old : new)) })

  private static let hundred = PaywallScenario(
    "paywall.background.updates-cache", "a hundred placements", given: .started(.updating),
    then: (1...100).flatMap { number -> [PaywallStep] in
      let version = PaywallVersion(1, of: Placement("other_\(number)"))
      return [Step(.publish(version)), Step(.load(version.placement), .answers(version))]
    } + (1...100).map { Step(.publish(PaywallVersion(2, of: Placement("other_\($0)")))) } + [twoRounds]
      + (1...100).map { number -> PaywallStep in
        let version = PaywallVersion(2, of: Placement("other_\(number)"))
        return Step(.inspect(version.placement), .stores(version))
      })

  /// The network quality chooses policies and nothing else. Without a network no request need be tried.
  private static let eachQuality = PaywallScenario(
    "paywall.background.updates-cache", "at each quality of the network", given: .cached(.updating),
    then: NetworkQuality.allCases.filter { $0 != .offline }.enumerated().flatMap { number, quality -> [PaywallStep] in
      let version = PaywallVersion(number + 10)
      return [
        Step(.network(quality)), Step(.publish(version)), twoRounds, Step(.inspect(.onboarding), .stores(version)),
      ]
    })

  /// Whichever placement cannot be updated, the others are.
  private static func oneFails(_ failing: Placement) -> PaywallScenario {
    Scenario(
      "paywall.background.failure-keeps-copy", "of \(failing) alone",
      given: .cached(.updating).published(.settings8).remote(.down, for: failing),
      then: [
        twoRounds,
        Step(.inspect(.onboarding), .stores(failing == .onboarding ? .v1 : .v3)),
        Step(.inspect(.settings), .stores(failing == .settings ? .settings7 : .settings8)),
        Step(.remote(.up, for: failing)),
        twoRounds,
        Step(.inspect(.onboarding), .stores(.v3)),
        Step(.inspect(.settings), .stores(.settings8)),
      ])
  }
}
