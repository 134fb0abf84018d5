/// What the cache holds: for each placement the most recent data that a remote layer delivered, unchanged. It is written
/// in Adapty's 'Understand the caching system in Adapty', under 'How Adapty's multi-layer caching works'.
extension PaywallSpec {
  static var cacheTopic: Topic<PaywallAction> {
    Topic("paywall.cache", premises: cachePremises) {
      Rule(
        "holds-most-recent", .must, "When either remote layer answers a load, the answer replaces the cached copy.",
        from: layers, about: PaywallInput.success
      ).rows {
        Row("from the CDN", given: .cached()) {
          Step.reloads(finding: .v3)
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing)
            .demanded(by: "paywall.policy.cache-else-load-hit")
        }
        Row("the next load finds it", given: .cached()) {
          Step(.load(.onboarding), .answers(.v3))
          Step(.publish(.v4))
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3))
        }
        Row("from the server", given: .cached().cdnDown) {
          Step(
            .load(.onboarding), .answers(.v2).demanded(by: "paywall.priority.server-after-cdn"), .requestsServer,
            .stores(.v2))
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v2), .requestsNothing)
        }
        Row("a short version replaces a long one", given: .cached()) {
          Step(.publish(long))
          Step(.load(.onboarding), .answers(long), .stores(long))
          Step(.publish(.v5))
          Step(.load(.onboarding), .answers(.v5), .stores(.v5))
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v5), .requestsNothing)
          Step(.restart)
          Step(.inspect(.onboarding), .stores(.v5))
        }
        Row("the same version with other content", given: .cached()) {
          [300, 0, 300].flatMap { padding -> [PaywallStep] in
            let version = PaywallVersion(3, padding: padding)
            return [Step(.publish(version)), Step(.load(.onboarding), .answers(version), .stores(version))]
          }
          Step(.restart)
          Step(.inspect(.onboarding), .stores(PaywallVersion(3, padding: 300)))
        }
      }
      Rule(
        "per-placement", .derived,
        "Data of one placement is never returned or cached for another, and a failure for one placement does not affect the others.",
        from: together,
        because:
          "Follows from paywall.priority.cache-after-network: what is returned is a copy of the requested paywall.",
        about: PaywallInput.placement
      ).rows {
        Row("two placements are cached", given: .cached()) {
          Step(.inspect(.settings), .stores(.settings7))
          Step(.inspect(.onboarding), .stores(.v1))
          Step(.inspect(.deepLink), .storesNothing)
        }
        // A cache that keeps nothing mixes nothing up.
        Row("one placement is loaded after another", given: .started().published(.v1)) {
          Step(.load(.onboarding), .answers(.v1))
          Step(.inspect(.settings), .store(.notMentioning(Placement.onboarding.name)))
        }
        Row("loads of one placement fail", given: .cached().published(.settings8).remote(.down, for: .onboarding)) {
          Step(.load(.onboarding), .answer(.described("an answer or an error", .something)))
          Step(.load(.settings), .answers(.settings8), .requestsCDN(for: .settings))
        }
      }
      Rule(
        "failed-load-keeps-copy", .derived, "A failed load leaves the cached copy as it was.", from: together,
        lifecycle,
        because:
          "Follows from paywall.lifecycle.nothing-else-clears: a failure is neither a removal of the app nor a manual clean-up.",
        about: PaywallInput.loss
      ).rows {
        Row(given: .cached().offline) {
          Step(.load(.onboarding), .answers(.v1), .triesNetwork, .stores(.v1))
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))
          Step(.restart)
          Step(.inspect(.onboarding), .stores(.v1))
          Step(.remote(.up))
          Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3))
        }
      }
      Rule(
        "opaque", .derived,
        "The content that a remote layer delivered is returned byte for byte, also from the cache and after a restart.",
        from: lifecycle,
        because: "Follows from paywall.lifecycle.survives-restart: a copy that differs is not what was cached.",
        about: PaywallInput.content
      ).rows {
        Row(given: .started().published(.v1)) {
          // A cache that keeps nothing changes nothing.
          Step(.load(.onboarding), .answers(.v1), .store(.described("version 1, or nothing", .ownOrNothing(.v1))))
          Step(.restart)
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1))
        }
        opaque(
          "the content is text", PaywallVersion(4, content: .text), PaywallModel(PaywallVersion(4, content: .text)))
        opaque("there is no content", PaywallVersion(4, content: .nothing), PaywallModel(.v4, content: .empty))
      }
      Rule(
        "older-answer-does-not-replace", .open,
        "When two loads overlap and the older version arrives last, the older version replaces the newer one in the cache, or it does not.",
        from: layers,
        because:
          "The document says that the cache stores the most recent data, but not whether the version or the time of arrival decides which is most recent."
      ).rows {
        Row(
          given: .cached().loading.published(.v4).and(
            "a later load has cached version 4, and the earlier load has returned after it",
            relyingOn: "paywall.overlap.same-placement",
            [
              Step(.begin(.load(.onboarding), as: "the later load")),
              Step(.awaitBothHeld),
              Step(.requests(.releaseNewest)),
              Step(.finish("the later load"), .answers(.v4), .stores(.v4)),
              Step(.requests(.releaseAll)),
              Step(.finish("the load")),
            ])
        ) {
          Step(
            .inspect(.onboarding),
            oneOf: [Outcome("does not replace", .stores(.v4)), Outcome("replaces", .stores(.v3))])
        }
      }
      Rule(
        "older-version-published", .open,
        "When a remote layer answers a load with an older version than the cached one, either version may be returned, and either may be in the cache afterwards.",
        from: layers,
        because:
          "The document says that the cache stores the most recent data, but not whether the version or the time of arrival decides which is most recent."
      ).rows {
        Row(
          given: .started().published(.v4).and(
            "a load has cached version 4", relyingOn: "paywall.cache.holds-most-recent",
            [Step(.load(.onboarding), .answers(.v4), .stores(.v4))]
          ).published(.v3).and(
            "a load has asked the CDN again", relyingOn: "paywall.priority.cdn-first",
            [Step(.load(.onboarding), .requestsCDN)])
        ) {
          Step(
            .inspect(.onboarding),
            oneOf: [Outcome("replaces", .stores(.v3)), Outcome("does not replace", .stores(.v4))])
        }
        Row("the answer of the load", given: .cached().reloaded.published(.v2)) {
          Step(
            .load(.onboarding),
            oneOf: [
              Outcome("the older version is returned", .answers(.v2), .requestsCDN),
              Outcome("the newer one is returned", .answers(.v3), .requestsCDN),
            ])
        }
      }
    }
  }

  private static let cachePremises =
    placementPremises
    + copyPremises.map {
      $0.lessBasic(than: "paywall.priority.no-shared-limit", "paywall.priority.cdn-first", "paywall.cache.opaque")
    }

  private static var placementPremises: [Premise<PaywallAction>] {
    [
      .last("paywall.cache.per-placement[one placement is loaded after another]") { $0.findsAnother }
        .lessBasic(than: "paywall.priority.no-shared-limit"),
      .observed("paywall.cache.per-placement[one placement is loaded after another]") {
        Set(PaywallLookup.all(in: $0).map(\.placement)).count > 1
      }.lessBasic(than: "paywall.priority.no-shared-limit"),
      .last("paywall.cache.opaque") { $0.findsOtherContent },
    ]
  }

  private static var copyPremises: [Premise<PaywallAction>] {
    [
      .last(caching) { $0.isNotStored },
      .last(replacing) { $0.isNotStored || $0.mayBeUpdated },
      .last(replacing) { $0.lacksCopy && $0.stored.isReplacement },
      .last("paywall.cache.holds-most-recent[the next load finds it]") { $0.lacksCopy && $0.stored.isReplacement },
      .last("paywall.cache.holds-most-recent[a short version replaces a long one]") {
        $0.isNotStored && ($0.stored.copy?.version.padding ?? 0) > 0
      },
    ]
  }

  /// The scenario that shows that an answer is cached where nothing was.
  static let caching =
    "paywall.cache.holds-most-recent[fixture: an app with no fallback; version 1 is published and cached]"
  /// The scenario that shows that an answer replaces the cached copy.
  static let replacing = "paywall.cache.holds-most-recent[from the CDN]"

  /// The CDN delivers a version as this paywall, and it is cached as delivered.
  private static func opaque(_ row: String, _ version: PaywallVersion, _ paywall: PaywallModel) -> Row {
    let isKept: [PaywallStep] = [
      Step(.load(.onboarding), .answers(paywall), .requestsCDN, .stores(paywall)).premise(caching), Step(.restart),
      Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(paywall), .stores(paywall)),
    ]
    return Row(row, given: .started()) {
      Step(.publish(version))
      isKept
    }
  }

  private static let long = PaywallVersion(4, padding: 1 << 16)
}
