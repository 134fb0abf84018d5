/// A way in which a remote layer's data enters the cache. A copy is kept and dated the same way whichever it was.
private struct Way {
  let name: String
  /// The rule by which its data is cached.
  let rule: RuleID
  let fixture: PaywallFixture
  let steps: [PaywallStep]
  /// The version that it delivers.
  let version: PaywallVersion

  init(
    _ name: String, by rule: RuleID = "paywall.cache.holds-most-recent",
    from fixture: PaywallFixture = .cached(aged: .hours(10)), _ steps: PaywallStep...,
    brings version: PaywallVersion = .v3
  ) {
    (self.name, self.rule, self.fixture, self.steps, self.version) = (name, rule, fixture, steps, version)
  }

  static let all = [
    Way("a load", Step(.load(.onboarding), .answers(.v3))),
    Way(
      "a load of what has expired", by: "paywall.policy.max-age-expired",
      Step(.load(.onboarding, .halfAnHour), .answers(.v3))),
    Way(
      "a load of what was not there", by: "paywall.policy.cache-else-load-miss", from: .uncached(),
      Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3))),
    Way(
      "a load of a young copy that was not there", by: "paywall.policy.max-age-miss", from: .uncached(),
      Step(.load(.onboarding, .halfAnHour), .answers(.v3))),
    Way(
      "an adaptive load", by: "paywall.adaptive.good-network-reloads", Step(.network(.good)),
      Step(.call(.adapt(.onboarding)), .answers(.v3))),
    Way(
      "an adaptive load of what was not there", from: .uncached(), Step(.call(.adapt(.onboarding)), .answers(.v3))),
    Way("a refresh", by: "paywall.refresh.updates-cache", Step(.call(.refresh(.onboarding)), .answers(.v3))),
    Way("preloading", by: preloading, preload),
    Way("preloading of what was not there", by: preloading, from: .uncached(), preload),
    Way(
      "asking for what is not critical", from: .uncached(), Step(.preload([])),
      Step(.call(.get(.onboarding)), .answers(.v3))),
    Way(
      "the server", by: "paywall.priority.server-after-cdn", Step(.remote(.down, of: [.cdn])),
      Step(.load(.onboarding), .answers(.v2), .requestsServer), brings: .v2),
    Way(
      "a load of a large paywall", by: "paywall.lifecycle.nothing-else-clears", Step(.publish(.large3)),
      Step(.load(.onboarding), .answers(.large3)),
      brings: .large3),
  ]

  /// The ways that differ in more than their fixture.
  static let differing = all.reduce(into: [Self]()) { ways, way in
    if !ways.contains(where: { $0.steps == way.steps }) { ways.append(way) }
  }

  /// Data from updates, whose age depends on when the module makes them.
  static let updates = [
    Way("an update", by: updating, from: .cached(.updating), Step(.advance(.hours(2)))),
    Way(
      "an update with a large paywall", by: updating, from: .cached(.updating), Step(.publish(.large3)),
      Step(.advance(.hours(2))), brings: .large3),
  ]

  private static let preload = PaywallStep(.preload([.onboarding]), .requestsCDN.demanded(by: preloading))
  private static let preloading: RuleID = "paywall.preload.critical-placements"
  private static let updating: RuleID = "paywall.background.updates-cache"

  /// The way has delivered its version, which is cached.
  var hasBrought: PaywallFixture {
    fixture.and(
      "\(name) has brought \(version)", standingOn: rule,
      steps + [Step(.inspect(.onboarding), .stores(version)).demanded(by: keepingRule)])
  }

  /// The rule that demands that its data is cached.
  private var keepingRule: RuleID {
    rule == "paywall.priority.server-after-cdn" ? "paywall.cache.holds-most-recent" : rule
  }
}

extension PaywallSpec {
  static let wayScenarios: [PaywallScenario] =
    Way.all.map(isDated) + (Way.all + Way.updates).flatMap(isKept) + Way.differing.map(isUpdated) + afterwards
    + fallbackWays

  private static let afterwards: [PaywallScenario] =
    [
      Scenario(
        "paywall.priority.fallback-after-cache", "after a clean-up", given: .cached(.withFallback).offline,
        then: [
          Step(.app(.cleanUp)),
          Step(.inspect(.onboarding), .storesNothing).demanded(by: "paywall.lifecycle.manual-cleanup-clears"),
          Step(.load(.onboarding), .answers(.v0), .keepsFallbackOut),
        ]),
      Scenario(
        "paywall.lifecycle.nothing-else-clears", "an app that is set up otherwise",
        given: .cached().restarted().offline,
        then: [
          Step(.start(.updating)), Step(.inspect(.onboarding), .stores(.v1)),
          Step(.start(AppSetup(timeOut: .seconds(5)))), Step(.inspect(.onboarding), .stores(.v1)),
        ]),
      Scenario(
        "paywall.lifecycle.age-survives-restart", "of a copy that updates brought", given: .cached(.updating),
        then: [
          Step(.advance(.hours(10))), Step(.remote(.noNetwork)), Step(.restart),
          Step(
            .load(.onboarding, .returnCacheDataIfNotExpiredElseLoad(maxAge: .hours(3))), .answers(.v3),
            .requestsNothing),
        ]),
      Scenario(
        "paywall.lifecycle.age-survives-restart", "of a copy that updates brought again",
        given: .firstCached(.updating),
        then: [
          Step(.advance(.hours(10))), Step(.remote(.noNetwork)), Step(.restart),
          Step(.load(.onboarding, .threeHours), .answers(.v1), .requestsNothing),
        ]),
      Scenario(
        "paywall.lifecycle.age-survives-restart", "of a copy that a failed load returned",
        given: .cached(aged: .hours(1)).offline,
        then: [
          Step(.load(.onboarding), .answers(.v1)), Step(.restart), Step(.remote(.up)),
          Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN),
        ]),
      Scenario(
        "paywall.lifecycle.logout", "its age stays too", given: .cached(aged: .minutes(10)),
        then: [Step(.app(.logOut)), Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing)]),
      Scenario(
        "paywall.lifecycle.manual-cleanup-clears", "the next update brings nothing back", given: .cached(.updating),
        then: [
          Step(.app(.cleanUp)), Step(.advance(.hours(2))),
          // An update may cover everything that the app has requested, and its data is fresh.
          Step(
            .inspect(.onboarding),
            oneOf: [Outcome("nothing", .storesNothing), Outcome("a fresh version", .stores(.v3))]),
        ]),
      Scenario(
        "paywall.lifecycle.manual-cleanup-clears", "the next update fails", given: .cached(.updating).offline,
        then: [
          Step(.inspect(.onboarding), .stores(.v1)), Step(.app(.cleanUp)), Step(.advance(.hours(2))),
          Step(.inspect(.onboarding), .storesNothing),
        ]),
    ] + afterEvents

  private static let afterEvents: [PaywallScenario] =
    [
      updates("after a clean-up", [Step(.app(.cleanUp)), Step(.load(.onboarding), .answers(.v3))]),
      updates("after a log-out", [Step(.app(.logOut))]),
      updates("after several log-outs", Array(repeating: Step(.app(.logOut)), count: 3)),
      updates(
        "after a failed load", [Step(.remote(.noNetwork)), Step(.load(.onboarding), .answers(.v1)), Step(.remote(.up))]),
      updates("after a failed preload", [Step(.preload([.deepLink]))]),
      updates(
        "after calls that failed",
        [
          Step(.load(.deepLink), .fails), Step(.load(.deepLink, .returnCacheDataElseLoad), .fails),
          Step(.call(.adapt(.deepLink)), .fails), Step(.call(.refresh(.deepLink)), .fails),
        ]),
      updates("after a restart with the clock set back", [Step(.setClock(by: .zero - .days(30))), Step(.restart)]),
      updates(
        "after the clock was set back", [Step(.advance(.hours(2))), Step(.setClock(by: .zero - .days(30)))]),
      updates(
        "while it is read",
        Array(
          repeating: [Step(.advance(.minutes(30))), Step(.load(.onboarding, .returnCacheDataElseLoad))], count: 5
        ).flatMap(\.self)),
      Scenario(
        "paywall.overlap.other-placement", "names that differ in case",
        given: .started().published(.v3, .capitals6).loading,
        then: [
          Step(.begin(.load(.capitals), as: "another")), Step(.requests(.awaitHeld(2))), Step(.requests(.releaseAll)),
          Step(.finish("another"), .answers(PaywallModel(.capitals6))), Step(.finish("the load"), .answers(.v3)),
        ]),
    ]

  /// Earlier events do not keep updates from reaching the cache.
  private static func updates(_ row: String, _ steps: [PaywallStep]) -> PaywallScenario {
    Scenario(
      "paywall.background.updates-cache", row, given: .cached(.updating),
      then: steps + [
        Step(.publish(.v4)), Step(.advance(.hours(2))), Step(.inspect(.onboarding), .stores(.v4)),
      ])
  }

  /// A copy is dated by when it arrived, in memory and on disk.
  private static func isDated(_ way: Way) -> PaywallScenario {
    let hit = PaywallStep(.load(.onboarding, .halfAnHour), .answers(way.version), .requestsNothing)
    let later = PaywallStep(.advance(.minutes(20)))
    return Scenario(
      "paywall.lifecycle.age-survives-restart", "of a copy that \(way.name) brought", given: way.fixture,
      then: way.steps + [
        later, hit, Step(.restart), hit,
        later, Step(.remote(.up)), Step(.publish(.v4)), Step(.load(.onboarding, .halfAnHour), .answers(.v4)),
      ])
  }

  /// A copy is kept until a clean-up, whichever way it arrived.
  private static func isKept(_ way: Way) -> [PaywallScenario] {
    let isStored = PaywallStep(.inspect(.onboarding), .stores(way.version))
    let isGone = PaywallStep(.inspect(.onboarding), .storesNothing)
    let offline = PaywallStep(.remote(.noNetwork))
    func scenario(_ rule: RuleID, _ steps: [PaywallStep]) -> PaywallScenario {
      Scenario(rule, "what \(way.name) brought", given: way.hasBrought, then: steps)
    }
    return [
      scenario("paywall.lifecycle.survives-restart", [offline, Step(.restart), isStored]),
      scenario("paywall.lifecycle.survives-kill", [offline, Step(.kill), isStored]),
      scenario(
        "paywall.lifecycle.manual-cleanup-clears", [Step(.app(.cleanUp)), isGone, offline, Step(.restart), isGone]),
    ]
  }

  /// A copy is updated, whichever way it arrived.
  private static func isUpdated(_ way: Way) -> PaywallScenario {
    Scenario(
      "paywall.background.updates-cache", "what \(way.name) brought", given: .uncached(.updating),
      then: way.steps + [
        Step(.remote(.up)), Step(.publish(.v4)), Step(.advance(.hours(2))), Step(.inspect(.onboarding), .stores(.v4)),
      ])
  }

  /// Whichever call returned the fallback, the cache stays as it was.
  private static let fallbackWays: [PaywallScenario] = [
    ("an adaptive load", [Step(.network(.good)), Step(.call(.adapt(.onboarding)), .answers(.v0))]),
    ("a refresh", [Step(.call(.refresh(.onboarding)), .answers(.v0))]),
    ("preloading", [Step(.preload([.onboarding])), Step(.call(.get(.onboarding)), .answers(.v0))]),
    ("asking for what is not critical", [Step(.preload([])), Step(.call(.get(.onboarding)), .answers(.v0))]),
    ("a load that asks for a young copy", [Step(.load(.onboarding, .halfAnHour), .answers(.v0))]),
    ("a load that prefers the cache", [Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v0))]),
  ].map { (name: String, steps: [PaywallStep]) in
    Scenario(
      "paywall.fallback.never-masks-newer-data", "after \(name)", given: .uncached(.withFallback).offline,
      then: steps + [
        Step(.inspect(.onboarding), .storesNothing), Step(.restart), Step(.inspect(.onboarding), .storesNothing),
        Step(.remote(.up)), Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsCDN),
      ])
  }
}

extension Placement {
  fileprivate static let capitals = Placement("FROM_ONBOARDING")
}

extension PaywallVersion {
  fileprivate static let large3 = PaywallVersion(3, padding: 1 << 20)
  fileprivate static let capitals6 = PaywallVersion(6, of: .capitals)
}
