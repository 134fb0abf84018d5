/// Updates of the cache without a call by the app. They are written in Adapty's 'Understand the caching system in Adapty',
/// under 'Cache persistence and lifecycle'. Rows wait two intervals: the document says only that updates are regular.
extension PaywallSpec {
  static var backgroundTopic: Topic<PaywallAction> {
    Topic("paywall.background", premises: backgroundPremises) {
      Rule(
        "updates-cache", .must,
        "Every cached placement is updated regularly without a call by the app. After an update, a load that the cache answers returns the new data, also after a restart.",
        from: elseLoad, lifecycle, about: PaywallInput.updates, PaywallInput.several
      ).rows {
        Row(given: .cached(.updating)) {
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))
          twoRounds
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3))
        }
        Row("the app has restarted", given: .cached(.updating).restarted()) {
          twoRounds
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3))
        }
        Row("the app restarts after an update", given: .cached(.updating)) {
          twoRounds
          Step(.remote(.noNetwork))
          Step(.restart)
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3))
        }
        Row(
          "three placements are cached",
          given: .cached(.updating).published(.settings8, .deepLink5).and(
            "\(PaywallVersion.deepLink5) is cached too", relyingOn: "paywall.cache.holds-most-recent",
            [Step(.load(.deepLink), .answers(.deepLink5), .stores(.deepLink5))]
          ).published(.deepLink6)
        ) {
          twoRounds
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3))
          Step(.load(.settings, .returnCacheDataElseLoad), .answers(.settings8), .requestsNothing, .stores(.settings8))
          Step(.load(.deepLink, .returnCacheDataElseLoad), .answers(.deepLink6), .requestsNothing, .stores(.deepLink6))
        }
      }
      Rule(
        "from-the-server", .open,
        "When the CDN cannot be reached, a background update asks the server, or it asks the CDN alone.",
        from: lifecycle,
        because: "The document gives the order of the layers for a paywall that is requested, and none for updates."
      ).rows {
        Row(given: .cached(.updating).updated(to: .v3).published(.v4).cdnDown) {
          twoRounds
          Step(
            .inspect(.onboarding),
            oneOf: [Outcome("updated from the server", .stores(.v4)), Outcome("not updated", .stores(.v3))])
        }
      }
      Rule(
        "repeats", .must, "Background updates continue: a second change of the data reaches the cache too.",
        from: lifecycle, about: PaywallInput.updates
      ).rows {
        Row(given: .cached(.updating)) {
          twoRounds
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3))
          Step(.publish(.v4))
          twoRounds
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v4), .requestsNothing, .stores(.v4))
          Step(.publish(.v5))
          twoRounds
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v5), .requestsNothing, .stores(.v5))
        }
      }
      Rule(
        "failure-keeps-copy", .derived,
        "When a background update of one placement fails, its cached copy stays as it was, the other placements are updated, and the next update runs.",
        from: lifecycle, because: "Follows from paywall.lifecycle.nothing-else-clears and paywall.background.repeats.",
        about: PaywallInput.loss, PaywallInput.severalFail
      ).rows {
        Row("there is no network for a time", given: .cached(.updating).offline) {
          twoRounds
          Step(.inspect(.onboarding), .stores(.v1))
          Step(.remote(.up))
          twoRounds
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing)
        }
        Row("one update fails after another, each in its way", given: .cached(.updating)) {
          RemoteState.failures.flatMap { failure in
            [Step(.remote(failure)), twoRounds, Step(.inspect(.onboarding), .stores(.v1))]
          }
          Step(.remote(.up))
          twoRounds
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing)
        }
        Row(
          "one of two placements fails", given: .cached(.updating).published(.settings8).remote(.down, for: .onboarding)
        ) {
          twoRounds
          Step(.inspect(.onboarding), .stores(.v1))
          Step(.inspect(.settings), .stores(.settings8))
          Step(.remote(.up, for: .onboarding))
          twoRounds
          Step(.inspect(.onboarding), .stores(.v3))
        }
      }
      Rule(
        "keeps-nothing-waiting", .derived,
        "A background update blocks nothing. While its request is in flight, the app starts at once, and loads that the cache answers and loads of other placements return at once.",
        from: elseLoad, lifecycle,
        because:
          "Follows from paywall.policy.cache-else-load-hit, which returns cached data immediately, and from the document's word 'background'.",
        about: PaywallInput.underWay
      ).rows {
        Row("loads that the cache answers", given: .cached(.patientAndUpdating).updating) {
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1))
          Step(.load(.onboarding, .returnCacheDataIfNotExpiredElseLoad(maxAge: .days(1))), .answers(.v1))
          Step(.load(.settings, .returnCacheDataElseLoad), .answers(.settings7))
          Step(.requests(.releaseAll))
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3))
        }
        Row(
          "a load of another placement",
          given: .alone(.patientAndUpdating).published(.v3).updating.published(.settings7)
        ) {
          Step(.requests(.holdNoMore))
          Step(.load(.settings), .answers(.settings7), .stores(.settings7))
          Step(.load(.settings, .returnCacheDataElseLoad), .answers(.settings7))
          Step(.requests(.releaseAll))
          Step(.inspect(.onboarding), .stores(.v3))
        }
        Row("the app starts", given: .cached(.patientAndUpdating).updating) {
          Step(.restart)
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1))
          Step(.load(.settings, .returnCacheDataElseLoad), .answers(.settings7))
          Step(.requests(.releaseAll))
          Step(.advance(.hours(2)))
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3))
        }
      }
    }
  }

  private static var backgroundPremises: [Premise<PaywallAction>] {
    [
      .last("paywall.background.updates-cache[three placements are cached]") { $0.isNotUpdated }.explainingAnyFailure,
      .last("paywall.background.updates-cache") { $0.mayBeUpdated },
      .last("paywall.background.updates-cache[three placements are cached]") { $0.mayBeUpdated },
      .last("paywall.background.repeats") { $0.mayBeUpdated },
      .last("paywall.background.failure-keeps-copy[one of two placements fails]") { $0.mayBeUpdated }
        .lessBasic(than: "paywall.background.updates-cache", "paywall.background.repeats"),
    ]
  }

  private static let twoRounds = PaywallStep(.advance(.hours(2)))
}
