/// What the cache holds: for each placement the most recent data that a remote layer delivered, unchanged. It is written
/// in Adapty's 'Understand the caching system in Adapty', under 'How Adapty's multi-layer caching works'.
extension PaywallSpec {
  static let cacheTopic = Topic<PaywallAction>(
    rules: cacheRules, premises: cachePremises, scenarios: cacheRows)

  private static let cacheRules: [Rule] = [
    Rule(
      "paywall.cache.holds-most-recent", .must,
      "When either remote layer answers a load, the answer replaces the cached copy.", from: layers,
      about: PaywallInput.success),
    Rule(
      "paywall.cache.per-placement", .derived,
      "Data of one placement is never returned or cached for another, and a failure for one placement does not affect the others.",
      from: together,
      because:
        "Follows from paywall.priority.cache-after-network: what is returned is a copy of the requested paywall.",
      about: PaywallInput.placement),
    Rule(
      "paywall.cache.failed-load-keeps-copy", .derived, "A failed load leaves the cached copy as it was.",
      from: together, lifecycle,
      because:
        "Follows from paywall.lifecycle.nothing-else-clears: a failure is neither a removal of the app nor a manual clean-up.",
      about: PaywallInput.loss),
    Rule(
      "paywall.cache.opaque", .derived,
      "The content that a remote layer delivered is returned byte for byte, also from the cache and after a restart.",
      from: lifecycle,
      because: "Follows from paywall.lifecycle.survives-restart: a copy that differs is not what was cached.",
      about: PaywallInput.content),
    Rule(
      "paywall.cache.older-answer-does-not-replace", .open,
      "When two loads overlap and the older version arrives last, the older version replaces the newer one in the cache, or it does not.",
      from: layers,
      because:
        "The document says that the cache stores the most recent data, but not whether the version or the time of arrival decides which is most recent."
    ),
    Rule(
      "paywall.cache.older-version-published", .open,
      "When a remote layer answers a load with an older version than the cached one, either version may be returned, and either may be in the cache afterwards.",
      from: layers,
      because:
        "The document says that the cache stores the most recent data, but not whether the version or the time of arrival decides which is most recent."
    ),
  ]

  private static let cachePremises =
    placementPremises
    + copyPremises.map {
      $0.lessBasic(than: "paywall.priority.no-shared-limit", "paywall.priority.cdn-first", "paywall.cache.opaque")
    }

  private static let placementPremises: [Premise<PaywallAction>] = [
    .last("paywall.cache.per-placement[one placement is loaded after another]") { $0.findsAnother }
      .lessBasic(than: "paywall.priority.no-shared-limit"),
    .observed("paywall.cache.per-placement[one placement is loaded after another]") {
      Set(PaywallLookup.all(in: $0).map(\.placement)).count > 1
    }.lessBasic(than: "paywall.priority.no-shared-limit"),
    .last("paywall.cache.opaque") { $0.findsOtherContent },
  ]

  private static let copyPremises: [Premise<PaywallAction>] = [
    .last(caching) { $0.isNotStored },
    .last(replacing) { $0.isNotStored || $0.mayBeUpdated },
    .last(replacing) { $0.lacksCopy && $0.stored.isReplacement },
    .last("paywall.cache.holds-most-recent[the next load finds it]") { $0.lacksCopy && $0.stored.isReplacement },
    .last("paywall.cache.holds-most-recent[a short version replaces a long one]") {
      $0.isNotStored && ($0.stored.copy?.version.padding ?? 0) > 0
    },
  ]

  /// The scenario that shows that an answer is cached where nothing was.
  static let caching =
    "paywall.cache.holds-most-recent[fixture: an app with no fallback; version 1 is published and cached]"
  /// The scenario that shows that an answer replaces the cached copy.
  static let replacing = "paywall.cache.holds-most-recent[from the CDN]"

  private static let cacheRows: [PaywallScenario] = [
    Scenario(
      "paywall.cache.holds-most-recent", "from the CDN", given: .cached(),
      then: [
        .reloads(finding: .v3),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing)
          .demanded(by: "paywall.policy.cache-else-load-hit"),
      ]),
    Scenario(
      "paywall.cache.holds-most-recent", "the next load finds it", given: .cached(),
      then: [
        Step(.load(.onboarding), .answers(.v3)), Step(.publish(.v4)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3)),
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
      "paywall.cache.holds-most-recent", "a short version replaces a long one", given: .cached(),
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
      "paywall.cache.per-placement", "two placements are cached", given: .cached(),
      then: [
        Step(.inspect(.settings), .stores(.settings7)), Step(.inspect(.onboarding), .stores(.v1)),
        Step(.inspect(.deepLink), .storesNothing),
      ]),
    // A cache that keeps nothing mixes nothing up.
    Scenario(
      "paywall.cache.per-placement", "one placement is loaded after another", given: .started().published(.v1),
      then: [
        Step(.load(.onboarding), .answers(.v1)),
        Step(.inspect(.settings), .store(.notMentioning(Placement.onboarding.name))),
      ]),
    Scenario(
      "paywall.cache.per-placement", "loads of one placement fail",
      given: .cached().published(.settings8).remote(.down, for: .onboarding),
      then: [
        Step(.load(.onboarding), .answer(.described("an answer or an error", .something))),
        Step(.load(.settings), .answers(.settings8), .requestsCDN(for: .settings)),
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
    opaque("the content is text", PaywallVersion(4, content: .text), PaywallModel(PaywallVersion(4, content: .text))),
    opaque("there is no content", PaywallVersion(4, content: .nothing), PaywallModel(.v4, content: .empty)),
    Scenario(
      "paywall.cache.older-answer-does-not-replace",
      given: .cached().loading.published(.v4).and(
        "a later load has cached version 4, and the earlier load has returned after it",
        standingOn: "paywall.overlap.same-placement",
        [
          Step(.begin(.load(.onboarding), as: "the later load")),
          Step(.awaitBothHeld),
          Step(.requests(.releaseNewest)),
          Step(.finish("the later load"), .answers(.v4), .stores(.v4)),
          Step(.requests(.releaseAll)),
          Step(.finish("the load")),
        ]),
      then: [
        Step(
          .inspect(.onboarding),
          oneOf: [Outcome("does not replace", .stores(.v4)), Outcome("replaces", .stores(.v3))])
      ]),
    Scenario(
      "paywall.cache.older-version-published",
      given: .started().published(.v4).and(
        "a load has cached version 4", standingOn: "paywall.cache.holds-most-recent",
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
      "paywall.cache.older-version-published", "the answer of the load", given: .cached().reloaded.published(.v2),
      then: [
        Step(
          .load(.onboarding),
          oneOf: [
            Outcome("the older version is returned", .answers(.v2), .requestsCDN),
            Outcome("the newer one is returned", .answers(.v3), .requestsCDN),
          ])
      ]),
  ]

  /// The CDN delivers a version as this paywall, and it is cached as delivered.
  private static func opaque(_ row: String, _ version: PaywallVersion, _ paywall: PaywallModel) -> PaywallScenario {
    let isKept: [PaywallStep] = [
      Step(.load(.onboarding), .answers(paywall), .requestsCDN, .stores(paywall)).resting(on: caching), Step(.restart),
      Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(paywall), .stores(paywall)),
    ]
    return Scenario(
      "paywall.cache.opaque", row, given: .started(),
      then: [Step(.publish(version))] + isKept)
  }

  private static let long = PaywallVersion(4, padding: 1 << 16)
}
