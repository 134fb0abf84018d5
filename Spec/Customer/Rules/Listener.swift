/// A listener, which is told of updates of customer info. Written under 'CustomerInfo' in RevenueCat's 'Caching'.
extension CustomerSpec {
  static var listenerTopic: Topic<CustomerAction> {
    Topic("customer.listener", premises: listenerPremises) {
      Rule(
        "told-of-background-updates", .must,
        "A listener is told of every update that arrives in the background, with the new data.", from: customerInfo,
        about: .whoListens
      ).rows {
        Row("coming to the foreground", given: .young) {
          Step(.listen(.start))
          Step(.app(.background))
          Step.anHour
          Step(.app(.foreground), .notifies(.info(.v2)))
        }
        Row("a restart", given: .young) {
          Step(.requests(.customerInfo, .hold))
          Step(.app(.startAtOnce))
          Step(.listen(.start))
          Step(.requests(.customerInfo, .awaitHeld(1)))
          // The document does not say whether a newly set listener is told of what is cached.
          Step(
            .requests(.customerInfo, .releaseAll),
            .notify(.oneOf([[.value(.info(.v2))], [.value(.info(.v1)), .value(.info(.v2))]])))
        }
        Row("a day in the background", given: .young) {
          Step(.listen(.start))
          Step(.app(.background))
          Step.aDay(tells: .v2, of: .alice)
        }
        Row("a read of a stale copy", given: .stale) {
          Step(.listen(.start))
          Step(.call(.customerInfo()), .notifies(.info(.v2)))
        }
        Row("only the entitlements change", given: .cached) {
          Step(.listen(.start))
          Step(.serve(.customerInfo(.v1, entitlements: ["pro"])))
          Step(.app(.background))
          Step.anHour
          Step(.app(.foreground), .notifies(CustomerNotification(OwnedVersion(.v1, of: .alice, with: ["pro"]))))
        }
        Row("the second of two listeners", given: .young.listening) {
          Step(.listen(.second))
          Step(.app(.background))
          Step.anHour
          Step(.app(.foreground), .notifies(.info(.v2, to: .second)))
        }
      }
      Rule(
        "not-told-twice", .derived,
        "A listener is not told of an update that changes nothing, nor told twice of one update.", from: customerInfo,
        because:
          "Follows from `customer.listener.told-of-background-updates`: an answer that changes nothing is not an update, and one update is told once.",
        about: .newsOfUpdate
      ).rows {
        Row("an unchanged answer", given: .cached.listening) {
          Step(.app(.background))
          Step.anHour
          Step(.app(.foreground), .requestsInfo(), .notifiesNothing)
          Step(.serve(.customerInfo(.v2)))
          Step(.app(.background))
          Step.anHour
          Step(.app(.foreground), .notifies(.info(.v2)))
          Step(.app(.background))
          Step.anHour
          Step(.app(.foreground), .requestsInfo(), .notifiesNothing)
        }
        Row("ten reads at once", given: .stale.listening) {
          Step(.callOften(.customerInfo(), times: 10, atOnce: true), .notifies(.info(.v2)))
          Step(.callOften(.customerInfo(), times: 10, atOnce: true), .notifiesNothing)
        }
      }
      Rule(
        "removed", .derived, "A listener that was removed is told nothing more.", from: customerInfo,
        because:
          "Follows from `customer.listener.told-of-background-updates`: an app that no longer listens cannot be told of updates.",
        about: .whoListens
      ).rows {
        Row("removed between updates", given: .notified) {
          Step(.listen(.stop))
          Step(.serve(.customerInfo(.v3)))
          Step(.app(.background))
          Step.anHour
          Step(.app(.foreground), .requestsInfo(), .notifiesNothing)
        }
        Row("told again once it is set again", given: .young) {
          Step(.listen(.start))
          Step(.listen(.stop))
          Step(.app(.background))
          Step.anHour
          Step(.app(.foreground), .requestsInfo(), .notifiesNothing)
          Step(.listen(.start))
          Step(.serve(.customerInfo(.v3)))
          Step(.app(.background))
          Step.anHour
          Step(.app(.foreground), .notifies(.info(.v3)))
        }
        Row("removed during a refresh", given: .notified) {
          Step(.serve(.customerInfo(.v3)))
          Step(.app(.background))
          Step.anHour
          Step(.requests(.customerInfo, .hold))
          Step(.app(.foregroundMeanwhile))
          Step(.requests(.customerInfo, .awaitHeld(1)))
          Step(.listen(.stop))
          Step(.requests(.customerInfo, .releaseAll), .notifiesNothing)
        }
      }
      Rule(
        "replaced-when-told", .derived,
        "When a listener is replaced while it is being told of an update, the new listener alone is told of the next update, and only once.",
        from: customerInfo,
        because:
          "Follows from `customer.listener.told-of-background-updates`, which holds for whichever listener is set when an update arrives.",
        about: .whoListens
      ).rows {
        Row(given: .young) {
          // The document does not say whether a newly set listener is told at once of what is cached: if it is, it is
          // replaced at once.
          Step(.listen(.replaceWhenTold))
          Step(.app(.background))
          Step.anHour
          Step(
            .app(.foreground),
            oneOf: [
              Outcome(
                "the first is told",
                .notify(.oneOf([[.value(.info(.v2))], [.value(.info(.v2)), .value(.info(.v2, to: .second))]]))),
              Outcome("the second is told, having been set already", .notifies(.info(.v2, to: .second))),
            ])
          Step(.serve(.customerInfo(.v3)))
          Step(.app(.background))
          Step.anHour
          Step(.app(.foreground), .notifies(.info(.v3, to: .second)))
        }
      }
      Rule(
        "calls-when-told", .derived,
        "A listener that is told of an update may make a call at once: a read returns the update, and what an invalidation or a log-out removes does not come back.",
        from: customerInfo,
        because:
          "Follows from `customer.listener.told-of-background-updates`: an app that hears of an update acts on it, and for its calls the same rules hold as for any others.",
        about: .callWhenTold
      ).rows {
        Row("it reads", given: .young.listening) {
          Step(.listen(.readWhenTold))
          Step(.app(.background))
          Step.anHour
          Step(.app(.foreground), .notifies(.info(.v2), .info(.v2, to: .reader)))
        }
        // Without a network, nothing is fetched in place of what was invalidated.
        Row("it invalidates", given: .young.listening) {
          CustomerStep.awayThenHeld(.anHour)
          Step(.requests(.customerInfo, .awaitHeld(1)))
          Step(.listen(.invalidateWhenTold))
          Step(.network(.down))
          Step(.requests(.customerInfo, .releaseAll), .notifies(.info(.v2)))
          Step(.call(.customerInfo(.fromCacheOnly)), .fails)
          Step(.restart)
          Step(.call(.customerInfo(.fromCacheOnly)), .fails).premise("customer.invalidate.survives-restart")
        }
        Row("it logs out", given: .young.listening) {
          Step(.listen(.logOutWhenTold))
          Step(.app(.background))
          Step.anHour
          Step(.app(.foreground), .notify(.containing([.value(.info(.v2))])))
          Step.readsAnonymously(.v2)
          Step.startWithoutID
          Step.readsAnonymously(.v2)
        } ifPossible: {
          Step.findsNoAlice
        }
      }
      Rule(
        "reordered-entitlements", .open,
        "Of an update that brings the same entitlements in another order, a listener is told, or it is not.",
        from: customerInfo, because: "The document tells a listener of updates, and gives entitlements no order."
      ).rows {
        Row(given: .cached.listening) {
          Step(.serve(.customerInfo(.v2, entitlements: ["pro", "extra"])))
          Step(.call(.customerInfo(.fetchCurrent)))
          Step(.serve(.customerInfo(.v2, entitlements: ["extra", "pro"])))
          Step(.app(.background))
          Step.anHour
          Step(
            .app(.foreground), oneOf: [Outcome("told", .notify(.something)), Outcome("not told", .notifiesNothing)])
        }
      }
    }
  }

  private static var listenerPremises: [Premise<CustomerAction>] {
    [
      .observed("customer.listener.told-of-background-updates[coming to the foreground]") { run in
        run.last?.observation.notifications?.isEmpty == true && CustomerMoment.all(in: run).last?.asks != false
          && run.contains { if case .listen = $0.action { true } else { false } }
      }
    ]
  }
}

extension Fixture where Action == CustomerAction {
  /// A listener has been told of an update.
  fileprivate static let notified = young.leading(
    to: "a listener was told of version 2 of alice's customer info when the app came to the foreground",
    relyingOn: "customer.listener.told-of-background-updates",
    [
      Step(.listen(.start)), Step(.app(.background)), .anHour, Step(.app(.foreground), .notifies(.info(.v2))),
    ])
}
