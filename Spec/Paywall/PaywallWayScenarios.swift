import CacheVocabulary

/// A way in which a remote layer's data comes into the cache: by whichever it came, a copy is kept and dated alike.
private struct Way {
  let name: String
  let fixture: PaywallFixture
  let steps: [PaywallStep]
  /// The version that it brings.
  let version: PaywallVersion

  init(
    _ name: String, from fixture: PaywallFixture = .cached(aged: .hours(10)), _ steps: PaywallStep...,
    brings version: PaywallVersion = .v3
  ) {
    (self.name, self.fixture, self.steps, self.version) = (name, fixture, steps, version)
  }

  static let all = [
    Way("a load", Step(.load(.onboarding), .answers(.v3))),
    Way("a load of what has expired", Step(.load(.onboarding, .halfAnHour), .answers(.v3))),
    Way(
      "a load of what was not there", from: .uncached(),
      Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3))),
    Way("an adaptive load", Step(.network(.good)), Step(.call(.adapt(.onboarding)), .answers(.v3))),
    Way("a refresh", Step(.call(.refresh(.onboarding)), .answers(.v3))),
    Way("preloading", Step(.preload([.onboarding]))),
    Way("the server", from: .cached(aged: .hours(10)).cdnDown, Step(.load(.onboarding), .answers(.v2)), brings: .v2),
  ]
}

extension PaywallSpec {
  static let wayScenarios: [PaywallScenario] =
    Way.all.map(isDated) + [
      Scenario(
        "paywall.lifecycle.age-survives-restart", "of a copy that updates brought", given: .cached(.updating),
        then: [
          Step(.advance(.hours(10))), Step(.remote(.down)), Step(.restart),
          Step(
            .load(.onboarding, .returnCacheDataIfNotExpiredElseLoad(maxAge: .hours(3))), .answers(.v3),
            .requestsNothing),
        ])
    ] + fallbackWays

  /// A copy is dated by when it came, in memory and on disk.
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

  /// Whichever way led to the fallback, the cache is left as it was.
  private static let fallbackWays: [PaywallScenario] = [
    ("an adaptive load", [Step(.network(.good)), Step(.call(.adapt(.onboarding)), .answers(.v0))]),
    ("a refresh", [Step(.call(.refresh(.onboarding)), .answers(.v0))]),
    ("preloading", [Step(.preload([.onboarding])), Step(.call(.get(.onboarding)), .answers(.v0))]),
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
