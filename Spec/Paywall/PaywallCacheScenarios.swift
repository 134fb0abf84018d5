/// Scenarios for what the cache holds.
extension PaywallSpec {
  private static let long = PaywallVersion(4, padding: 1 << 16)

  /// One version of each of nine placements.
  static func several(_ number: Int) -> [PaywallVersion] {
    (1...9).map { PaywallVersion(number, of: Placement("other_\($0)")) }
  }

  /// Of nine placements the first, the middle and the last do not fail, whatever the order in which they are updated.
  static func fails(_ version: PaywallVersion) -> Bool {
    !["other_1", "other_5", "other_9"].contains(version.placement.name)
  }

  private static func loaded(_ version: PaywallVersion) -> [PaywallStep] {
    [Step(.publish(version)), Step(.load(version.placement), .answers(version))]
  }

  /// The CDN delivers a version as this paywall, and it is cached as delivered.
  private static func opaque(_ row: String, _ version: PaywallVersion, _ paywall: PaywallModel) -> PaywallScenario {
    let isKept: [PaywallStep] = [
      Step(.load(.onboarding), .answers(paywall), .requestsCDN, .stores(paywall)), Step(.restart),
      Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(paywall), .stores(paywall)),
    ]
    return Scenario(
      "paywall.cache.opaque", row, given: .started(),
      then: [Step(.publish(version))] + isKept)
  }

  /// Versions that are dates or need all bits, and content that ends in zeros, line breaks or spaces.
  static let opaqueScenarios: [PaywallScenario] = [0, 10, 32, 256, 1 << 31, 1_704_067_200_123, Int.max].map { number in
    let version = PaywallVersion(number, padding: 1000)
    return Scenario(
      "paywall.cache.opaque", "its version is \(number)", given: .started().published(version),
      then: [
        Step(.load(.onboarding), .answers(version), .stores(version)), Step(.restart),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(version), .stores(version)),
      ])
  }

  static let cacheScenarios: [PaywallScenario] = [
    Scenario(
      "paywall.cache.holds-most-recent", "the first", given: .uncached(),
      then: [
        Step(.load(.onboarding), .answers(.v3), .stores(.v3)), Step(.advance(.hours(1))),
        Step(.inspect(.onboarding), .stores(.v3)),
      ]),
    Scenario(
      "paywall.cache.holds-most-recent", "from the CDN", given: .cached(),
      then: [
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing)
          .demanded(by: "paywall.policy.cache-else-load-hit"),
      ]),
    Scenario(
      "paywall.cache.holds-most-recent", "a short one in place of a long one", given: .cached(),
      then: [
        Step(.publish(long)),
        Step(.load(.onboarding), .answers(long), .stores(long)),
        Step(.publish(.v5)),
        Step(.load(.onboarding), .answers(.v5), .stores(.v5)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v5), .requestsNothing),
        Step(.restart),
        Step(.inspect(.onboarding), .stores(.v5)),
      ]),
    Scenario(
      "paywall.cache.holds-most-recent", "the same version with other content", given: .cached(),
      then: [300, 0, 300].flatMap { padding -> [PaywallStep] in
        let version = PaywallVersion(3, padding: padding)
        return [Step(.publish(version)), Step(.load(.onboarding), .answers(version), .stores(version))]
      } + [Step(.restart), Step(.inspect(.onboarding), .stores(PaywallVersion(3, padding: 300)))]),
    Scenario(
      "paywall.cache.holds-most-recent", "though the user logs out meanwhile", given: .cached().loading,
      then: [
        Step(.app(.logOut)), Step(.requests(.releaseAll)),
        Step(
          .finish("the load"),
          oneOf: [
            Outcome("answered and cached", .answers(.v3), .stores(.v3)),
            // The document does not say whether a request made before a log-out counts after it.
            Outcome("answered", .answers(.v3), .stores(.v1)), Outcome("ended", .fails, .stores(.v1)),
            // Whether a log-out clears the cache is for paywall.lifecycle.logout to say.
            Outcome("answered, and nothing is cached", .answers(.v3), .storesNothing),
            Outcome("ended, and nothing is cached", .fails, .storesNothing),
          ]),
      ]),
    Scenario(
      "paywall.cache.holds-most-recent", "from the server", given: .cached().cdnDown,
      then: [
        Step(
          .load(.onboarding), .answers(.v2).demanded(by: "paywall.priority.server-after-cdn"), .requestsServer,
          .stores(.v2)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v2), .requestsNothing),
      ]),
    Scenario(
      "paywall.cache.per-placement", "one cached beside another", given: .cached(),
      then: [
        Step(.inspect(.settings), .stores(.settings7)), Step(.inspect(.onboarding), .stores(.v1)),
        Step(.inspect(.deepLink), .storesNothing),
      ]),
    // A cache that keeps nothing mixes nothing up.
    Scenario(
      "paywall.cache.per-placement", "one loaded after another", given: .started().published(.v1),
      then: [
        Step(.load(.onboarding), .answers(.v1)),
        Step(.inspect(.settings), .store(.notMentioning(Placement.onboarding.name))),
      ]),
    Scenario(
      "paywall.cache.per-placement", "one that fails beside others",
      given: .cached().published(.settings8).remote(.down, for: .onboarding),
      then: [
        Step(.load(.onboarding), .answer(.described("an answer or an error", .something))),
        Step(.load(.settings), .answers(.settings8), .requestsCDN(for: .settings)),
      ]),
    // The CDN has version 3 and the server version 2.
    Scenario(
      "paywall.cache.per-placement", "updates of those that the CDN has beside others", given: .started(.updating),
      then: several(1).flatMap(loaded) + several(2).map { Step(.publish($0, on: [.server])) }
        + several(3).map { Step(.publish($0, on: [.cdn])) }
        + several(2).filter(fails).map { Step(.remote(.down, of: [.cdn], for: $0.placement)) }
        + [Step(.advance(.hours(2)))]
        + several(3).enumerated().map { number, new -> PaywallStep in
          guard fails(new) else {
            return Step(.inspect(new.placement), .stores(new)).demanded(by: "paywall.background.updates-cache")
          }
          // The document does not say whether an update asks the server.
          return Step(
            .inspect(new.placement),
            oneOf: [
              Outcome("updated from the server", .stores(several(2)[number])),
              Outcome("not updated", .stores(several(1)[number])),
            ])
        }),
    Scenario(
      "paywall.cache.per-placement", "one that fails while another is loaded",
      // A module may pause between attempts, so the time that passes never exceeds the time-out of the held request.
      given: .cached(.patient).remote(.down, for: .settings).loading,
      then: [
        Step(.requests(.holdNoMore)),
        Step(.load(.settings), .answer(.described("an answer or an error", .something))),
        Step(.requests(.releaseAll)), Step(.finish("the load"), .answers(.v3)),
      ]),
    Scenario(
      "paywall.cache.per-placement", "one that fails again and again", given: .cached(),
      then: Array(repeating: Step(.load(.deepLink), .answer(.described("an error", .something))), count: 12) + [
        Step(.load(.onboarding), .answers(.v3), .requestsCDN)
      ]),
    Scenario(
      "paywall.cache.per-placement", "one unknown to every layer", given: .cached(),
      then: [
        Step(.load(.deepLink), .answer(.described("an error", .something))),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN),
      ]),
    Scenario(
      "paywall.cache.failed-load-keeps-copy", given: .cached().offline,
      then: [
        Step(.load(.onboarding), .answers(.v1), .triesNetwork, .stores(.v1)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1)),
        Step(.restart),
        Step(.inspect(.onboarding), .stores(.v1)),
        Step(.remote(.up)),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
      ]),
    Scenario(
      "paywall.cache.opaque", given: .started().published(.v1),
      then: [
        // A cache that keeps nothing changes nothing.
        Step(.load(.onboarding), .answers(.v1), .store(.described("version 1, or nothing", .ownOrNothing(.v1)))),
        Step(.restart), Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1)),
      ]),
    opaque("text", PaywallVersion(4, content: .text), PaywallModel(PaywallVersion(4, content: .text))),
    opaque("no content", PaywallVersion(4, content: .nothing), PaywallModel(.v4, content: .empty)),
    Scenario(
      "paywall.cache.older-version-published",
      given: .started().published(.v4).and(
        "a load has cached it", standingOn: "paywall.cache.holds-most-recent",
        [Step(.load(.onboarding), .answers(.v4), .stores(.v4))]
      ).published(.v3).and(
        "a load has asked the CDN again", standingOn: "paywall.priority.cdn-first",
        [Step(.load(.onboarding), .requestsCDN)]),
      then: [
        Step(
          .inspect(.onboarding),
          oneOf: [Outcome("replaces", .stores(.v3)), Outcome("does not replace", .stores(.v4))])
      ]),
    Scenario(
      "paywall.cache.older-version-published", "what is returned", given: .cached().reloaded.published(.v2),
      then: [olderVersion(.load(.onboarding), .requestsCDN)]),
  ]
}
