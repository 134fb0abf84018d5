/// What the cache survives, and what clears it.
extension PaywallSpec {
  static let lifecycleScenarios: [PaywallScenario] =
    restartScenarios + Damage.allCases.flatMap { damageScenarios($0) }
    + [DamagedFiles.largest, .others].flatMap { files in
      [Damage.truncated, .emptied].flatMap { damageScenarios($0, of: files) }
    }

  private static let restartScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.lifecycle.survives-restart", "one", given: .cached(),
      then: [Step(.restart), Step(.inspect(.onboarding), .stores(.v1))]),
    Scenario(
      "paywall.lifecycle.survives-restart", "several", given: .cached(),
      then: [
        Step(.restart),
        Step(.restart),
        Step(.restart),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
        Step(.inspect(.settings), .stores(.settings7)),
      ]),
    Scenario(
      "paywall.lifecycle.survives-restart", "a later version, from either layer", given: .cached(),
      then: [
        Step(.load(.onboarding), .answers(.v3), .stores(.v3)),
        Step(.restart),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3)),
        Step(.remote(.down, of: [.cdn])),
        Step(.publish(.v4, on: [.server])),
        Step(.load(.onboarding), .answers(.v4), .requestsServer, .stores(.v4))
          .demanded(by: "paywall.priority.server-after-cdn"),
        Step(.restart),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v4), .requestsNothing, .stores(.v4)),
      ]),
    Scenario(
      "paywall.lifecycle.survives-restart", "unlike a reinstallation", given: .cached().offline,
      then: [
        Step(.restart),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.app(.reinstall)),
        Step(.inspect(.onboarding), .storesNothing).demanded(by: "paywall.lifecycle.reinstall-clears"),
      ]),
    Scenario(
      "paywall.lifecycle.age-survives-restart", "expired, after several",
      given: .cached(aged: .minutes(20)).restarted().later(.minutes(20)),
      then: [
        Step(.restart),
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN),
      ]),
    Scenario(
      "paywall.lifecycle.age-survives-restart", "expired, after one without a network",
      given: .cached(aged: .minutes(20)).offline,
      then: [
        Step(.restart),
        Step(.load(.onboarding), .answers(.v1), .triesNetwork),
        Step(.advance(.minutes(20))),
        Step(.remote(.up)),
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN),
      ]),
    Scenario(
      "paywall.lifecycle.logout", "at once", given: .cached(),
      then: [
        Step(.app(.logOut)),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.inspect(.settings), .stores(.settings7)),
      ]),
    Scenario(
      "paywall.lifecycle.logout", "after a restart", given: .cached(),
      then: [
        Step(.app(.logOut)),
        Step(.restart),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
      ]),
    Scenario(
      "paywall.lifecycle.logout", "again and again", given: .cached(),
      then: Array(repeating: Step(.app(.logOut)), count: 3) + [
        Step(.inspect(.onboarding), .stores(.v1)), Step(.restart), Step(.app(.logOut)),
        Step(.inspect(.onboarding), .stores(.v1)), Step(.inspect(.settings), .stores(.settings7)),
      ]),
    Scenario("paywall.lifecycle.logout", "unlike a clean-up", given: .cached(), then: loggingOutThenCleaningUp),
  ]

  private static let loggingOutThenCleaningUp: [PaywallStep] = [
    Step(.app(.logOut)),
    Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
    Step(.app(.cleanUp)),
    Step(.inspect(.onboarding), .storesNothing),
    Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsCDN),
  ]

  private static func damageScenarios(_ damage: Damage, of files: DamagedFiles = .all) -> [PaywallScenario] {
    let kept = PaywallStep(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))
    let reload = PaywallStep(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3))
    func without(_ expectations: Expectation<PaywallAction>...) -> [Outcome<PaywallAction>] {
      let none = Outcome("no copy", expectations)
      let intact = Outcome<PaywallAction>("an intact copy", .answers(.v1), .stores(.v1))
      return damage.mayLeaveACopy || files != .all ? [none, intact] : [none]
    }
    return [
      Scenario(
        "paywall.lifecycle.unreadable-copy", "\(damage)\(files.inRows)", given: .cached().offline,
        then: [
          Step(.restart),
          kept,
          Step(.damage(damage, of: files)),
          Step(.load(.onboarding), oneOf: without(.fails, .triesNetwork, .storesNothing)),
          Step(.remote(.up)),
          Step(
            .load(.onboarding, .returnCacheDataElseLoad), oneOf: without(.answers(.v3), .requestsCDN, .stores(.v3))),
          reload,
          Step(.restart),
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing),
        ]),
      Scenario(
        "paywall.lifecycle.unreadable-copy", "\(damage), with a fallback\(files.inRows)",
        given: .cached(.withFallback).offline,
        then: [
          Step(.restart),
          kept,
          Step(.damage(damage, of: files)),
          Step(.load(.onboarding), oneOf: without(.answers(.v0), .triesNetwork, .keepsFallbackOut)),
        ]),
    ]
  }

  static let clearingScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.lifecycle.reinstall-clears", given: .cached().offline,
      then: [
        Step(.restart),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.inspect(.settings), .stores(.settings7)),
        Step(.app(.reinstall)),
        Step(.inspect(.onboarding), .storesNothing),
        Step(.inspect(.settings), .storesNothing),
      ]),
    Scenario(
      "paywall.lifecycle.manual-cleanup-clears", "after a log-out and a restart", given: .cached(),
      then: [
        Step(.app(.logOut)),
        Step(.restart),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))
          .demanded(by: "paywall.lifecycle.logout"),
        Step(.app(.cleanUp)),
        Step(.inspect(.onboarding), .storesNothing),
      ]),
    Scenario(
      "paywall.lifecycle.manual-cleanup-clears", "at once", given: .cached(),
      then: [
        Step(.app(.cleanUp)),
        Step(.inspect(.onboarding), .storesNothing),
        Step(.inspect(.settings), .storesNothing),
      ]),
    Scenario(
      "paywall.lifecycle.manual-cleanup-clears", "after a restart", given: .cached().offline,
      then: [
        Step(.restart),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.app(.cleanUp)),
        Step(.restart),
        Step(.inspect(.onboarding), .storesNothing),
        Step(.inspect(.settings), .storesNothing),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .fails, .triesNetwork),
      ]),
    Scenario(
      "paywall.lifecycle.manual-cleanup-clears", "and fills again", given: .cached(),
      then: [
        Step(.app(.cleanUp)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsCDN, .stores(.v3)),
        Step(.restart),
        Step(.inspect(.onboarding), .stores(.v3)),
      ]),
    Scenario(
      "paywall.lifecycle.manual-cleanup-clears", "the second time, and after a restart",
      given: .cached().and(
        "the cache was cleaned up, and a load has cached version 3", standingOn: "paywall.cache.holds-most-recent",
        [Step(.app(.cleanUp)), Step(.load(.onboarding), .answers(.v3), .stores(.v3))]
      ).offline,
      then: [
        Step(.app(.cleanUp)), Step(.inspect(.onboarding), .storesNothing), Step(.restart),
        Step(.inspect(.onboarding), .storesNothing), Step(.load(.onboarding), .fails),
      ]),
    Scenario(
      "paywall.lifecycle.manual-cleanup-clears", "hundreds of placements", given: .cached(),
      then: (1...300).flatMap { otherLoad($0) } + [Step(.app(.cleanUp))] + noOthers(300) + [Step(.restart)]
        + noOthers(300)),
    keeping("a year", [Step(.advance(.days(365)))]),
    keeping("a year and a restart", [Step(.advance(.days(365))), Step(.restart)]),
    keeping("restarts", [Step(.restart), Step(.restart), Step(.restart)]),
    keeping("being offline", [Step(.remote(.noNetwork)), Step(.load(.onboarding), .answers(.v1)), Step(.restart)]),
    keeping("failures", RemoteState.kindsOfFailure.flatMap(failedLoad)),
    keeping("loads of other placements", (1...20).flatMap { otherLoad($0) }),
    // More than any round number that might be a limit, and no more than can be written to a file in a second or two.
    keeping("hundreds of other placements", (1...520).flatMap { otherLoad($0) } + keptOthers(520)),
    keeping("loads of other placements in the next run", [Step(.restart)] + (1...3).flatMap { otherLoad($0) }),
    keeping("large paywalls", (1...8).flatMap { otherLoad($0, padding: 1 << 19) } + keptOthers(8, padding: 1 << 19)),
    // No more than a cache that rewrites its whole store at each load can do within the time limit of a step.
    keeping("5 MB in all", (1...10).flatMap { otherLoad($0, padding: 1 << 19) } + keptOthers(10, padding: 1 << 19)),
    keeping("a paywall of 2.5 MB", otherLoad(1, padding: 5 << 19) + keptOthers(1, padding: 5 << 19)),
    keeping(
      "many large versions of another placement in the next run",
      [Step(.restart)] + (10...17).flatMap { largeVersion($0) } + [Step(.restart)]),
    keeping(
      "a failed load of another placement",
      [
        Step(.remote(.noNetwork)),
        Step(.load(.deepLink), .fails),
        Step(.load(.deepLink, .returnCacheDataElseLoad), .fails),
      ]),
    keeping(
      "an adaptive load that fails",
      [Step(.network(.good)), Step(.remote(.noNetwork)), Step(.call(.adapt(.onboarding)), .answers(.v1))]),
    keeping(
      "preloading that fails",
      [
        Step(.remote(.noNetwork)), Step(.preload([.onboarding, .settings])),
        Step(.call(.get(.onboarding)), .answers(.v1)),
      ]),
    keeping(
      "a fallback file that is new",
      [Step(.restart), Step(.inspect(.onboarding), .stores(.v1)), Step(.start(.withFallback))]),
  ]

  private static func failedLoad(_ state: RemoteState) -> [PaywallStep] {
    [Step(.remote(state)), Step(.load(.onboarding), .answers(.v1))]
  }

  private static func largeVersion(_ number: Int) -> [PaywallStep] {
    let version = PaywallVersion(number, of: .deepLink, padding: 1 << 18)
    return [Step(.publish(version)), Step(.load(.deepLink), .answers(version))]
  }

  private static func other(_ number: Int, padding: Int) -> PaywallVersion {
    PaywallVersion(number, of: Placement("other_\(number)"), padding: padding)
  }

  private static func otherLoad(_ number: Int, padding: Int = 0) -> [PaywallStep] {
    let version = other(number, padding: padding)
    return [Step(.publish(version)), Step(.load(version.placement), .answers(version))]
  }

  /// The first and the last of this many are still cached, also after a restart.
  private static func keptOthers(_ count: Int, padding: Int = 0) -> [PaywallStep] {
    let ends = [other(1, padding: padding), other(count, padding: padding)].map { version in
      PaywallStep(.inspect(version.placement), .stores(version))
    }
    return ends + [Step(.restart)] + ends
  }

  /// None of this many is cached.
  private static func noOthers(_ count: Int) -> [PaywallStep] {
    (1...count).map { Step(.inspect(other($0, padding: 0).placement), .storesNothing) }
  }

  private static func keeping(
    _ row: String, _ steps: [PaywallStep], line: Int = #line
  ) -> PaywallScenario {
    Scenario(
      "paywall.lifecycle.nothing-else-clears", row, given: .cached(),
      then: steps + [
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
        Step(.inspect(.settings), .stores(.settings7)),
      ],
      source: SourceLine(line: line))
  }
}
