/// Calls that overlap because their requests are held. The document says nothing of them; the rules follow from those of
/// Adapty's 'Understand the caching system in Adapty' that hold for each call.
extension PaywallSpec {
  static var overlapTopic: Topic<PaywallAction> {
    Topic("paywall.overlap", premises: overlapPremises) {
      Rule(
        "same-placement", .derived,
        "Two simultaneous loads of one placement are both answered, and what they loaded is cached.", from: together,
        because:
          "Follows from paywall.priority.cdn-first and paywall.cache.holds-most-recent, which hold for every load.",
        about: PaywallInput.underWay
      ).rows {
        Row("the loads may be joined", given: .cached().loading) {
          Step(.begin(.load(.onboarding), as: "another"))
          Step(.requests(.releaseAll))
          Step(.finish("the load"), .answers(.v3))
          Step(.finish("another"), .answers(.v3))
          Step(.inspect(.onboarding), .stores(.v3))
        }
        Row("each load makes a request", given: .cached().loading) {
          Step(.begin(.load(.onboarding), as: "another"))
          Step(.awaitBothHeld)
          Step(.requests(.releaseNewest))
          Step(.finish("another"), .answers(.v3), .stores(.v3))
          Step(.requests(.releaseAll))
          Step(.finish("the load"), .answers(.v3), .requestsNothing, .stores(.v3))
        }
        Row("one of them is cancelled", given: .cached().loading) {
          Step(.begin(.load(.onboarding), as: "another"))
          Step(.cancelCall("the load"))
          Step(.requests(.releaseAll))
          Step(.finish("another"), .answers(.v3))
          Step(.inspect(.onboarding), .stores(.v3))
        }
      }
      Rule(
        "other-placement", .derived,
        "A load whose request is in flight delays neither a load of another placement nor a read from the cache; loads of two placements at once are both cached.",
        from: together,
        because: "Follows from paywall.cache.per-placement, and because a read from the cache makes no request.",
        about: PaywallInput.underWay
      ).rows {
        Row("both are looked at afterwards", given: .cached().published(.settings8).loading) {
          Step(.begin(.load(.settings), as: "another"))
          Step(.requests(.awaitHeld(2)))
          Step(.requests(.releaseAll))
          Step(.finish("the load"), .answers(.v3))
          Step(.finish("another"), .answers(.settings8))
          Step(.inspect(.onboarding), .stores(.v3))
          Step(.inspect(.settings), .stores(.settings8))
        }
        Row(given: .cached().readFromCache.loading) {
          Step(.load(.settings, .returnCacheDataElseLoad), .answers(.settings7), .requestsNothing)
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing)
          Step(.begin(.load(.settings), as: "another"))
          Step(.requests(.awaitHeld(2)), .requestsCDN(for: .settings))
          Step(.requests(.releaseNewest))
          Step(.finish("another"), .answers(.settings7), .stores(.settings7))
          Step(.requests(.releaseAll))
          Step(.finish("the load"), .answers(.v3), .stores(.v3))
        }
      }
      Rule(
        "restart-during-load", .derived,
        "A restart while a load is in flight loses nothing: the cached copy is still there, and a late answer to the old load does not replace what was loaded after the restart.",
        from: lifecycle,
        because:
          "Follows from paywall.lifecycle.survives-restart: a load of the run that ended can no longer change what is cached.",
        about: PaywallInput.end
      ).rows {
        Row("a copy is cached", given: .cached().loading) {
          Step(.restart)
          Step(.inspect(.onboarding), .stores(.v1))
          Step(.requests(.releaseAll))
          Step(.finish("the load"), .answer(.described("an answer or an error", .something)))
          Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3))
        }
        // After the restart there is no earlier load to join.
        Row("a newer version was loaded since", given: .cached().loading) {
          Step(.restart)
          Step(.publish(.v4))
          Step(.begin(.load(.onboarding), as: "the new load"))
          Step(.requests(.awaitHeld(2)))
          Step(.requests(.releaseNewest))
          Step(.finish("the new load"), .answers(.v4), .stores(.v4))
          Step(.requests(.releaseAll))
          Step(.finish("the load"), .answer(.described("an answer or an error", .something)))
          Step(.inspect(.onboarding), .stores(.v4))
          Step(.restart)
          Step(.inspect(.onboarding), .stores(.v4))
        }
      }
      Rule(
        "logout-during-load", .derived,
        "After a log-out, the answer to a load or an update that began before it does not replace what has been loaded for the next user.",
        from: lifecycle, together,
        because:
          "Follows from paywall.cache.holds-most-recent: the cache holds what was loaded last, and what the old user's load brings was not loaded for the next user.",
        about: PaywallInput.underWay
      ).rows {
        Row("a load is under way", given: .cached().loading) {
          loadedAfterLogOut
          Step(.requests(.releaseAll))
          Step(.finish("the load"), .answer(.described("an answer or an error", .something)))
          newestIsKept
        }
        Row("an update is under way", given: .alone(.patientAndUpdating).published(.v3).updating) {
          loadedAfterLogOut
          Step(.requests(.releaseAll))
          newestIsKept
        }
      }
      Rule(
        "cleanup-during-load", .open,
        "Whether the answer to a load that was in flight during a manual clean-up is cached.", from: lifecycle,
        because: "The document says that a clean-up clears the cache, and nothing of what arrives afterwards."
      ).rows {
        Row(given: .cached().loading) {
          Step(.app(.cleanUp))
          Step(.requests(.releaseAll))
          Step(.finish("the load"), .answer(.described("an answer or an error", .something)))
          Step(
            .inspect(.onboarding), oneOf: [Outcome("cached", .stores(.v3)), Outcome("not cached", .storesNothing)])
        }
      }
      Rule(
        "update-during-load", .derived,
        "A background update and a load at the same time do not interfere: the load returns its own answer, a read from the cache does not wait, and the newest answer is cached.",
        from: together, lifecycle,
        because:
          "Follows from paywall.priority.cdn-first and paywall.background.updates-cache, which hold at the same time.",
        about: PaywallInput.underWay
      ).rows {
        Row("the load finds a newer version", given: .alone(.patientAndUpdating).published(.v4).updating.published(.v5))
        {
          Step(.begin(.load(.onboarding), as: "the load"))
          Step(.awaitBothHeld)
          Step(.requests(.releaseOldest))
          Step(.requests(.releaseAll))
          Step(.finish("the load"), .answers(.v5))
          Step(.inspect(.onboarding), .stores(.v5))
        }
        Row("the load may be joined", given: .alone(.patientAndUpdating).published(.v4).updating) {
          Step(.begin(.load(.onboarding), as: "the load"))
          Step(.requests(.releaseAll))
          Step(.finish("the load"), .answers(.v4))
          Step(.inspect(.onboarding), .stores(.v4))
        }
        Row("a load prefers the cache", given: .cached(.patientAndUpdating).readFromCache.updating) {
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1))
          Step(.requests(.releaseAll))
          Step(.inspect(.onboarding), .stores(.v3))
        }
      }
    }
  }

  private static var overlapPremises: [Premise<PaywallAction>] {
    [
      .observed("paywall.overlap.other-placement[both are looked at afterwards]") { run in
        let begun = run.count { if case .begin = $0.action { true } else { false } }
        return begun > 1 || begun > 0 && run.last?.observation.isFailure == true
      },
      Premise("paywall.overlap.same-placement[the loads may be joined]") {
        if case .begin = $0 { true } else { false }
      },
    ]
  }

  private static let loadedAfterLogOut: [PaywallStep] = [
    Step(.app(.logOut)), Step(.publish(.v4)), Step(.begin(.load(.onboarding), as: "the next user's load")),
    Step(.awaitBothHeld), Step(.requests(.releaseNewest)),
    Step(.finish("the next user's load"), .answers(.v4), .stores(.v4)),
  ]

  private static let newestIsKept: [PaywallStep] = [
    Step(.inspect(.onboarding), .stores(.v4)), Step(.restart), Step(.inspect(.onboarding), .stores(.v4)),
  ]
}
