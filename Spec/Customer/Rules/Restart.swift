/// What a start of the app refreshes, and what is left of the run before it. Written under 'CustomerInfo' and 'Does
/// data cache between app launches?' in RevenueCat's 'Caching'.
extension CustomerSpec {
  static var restartTopic: Topic<CustomerAction> {
    Topic("customer.restart", premises: restartPremises) {
      Rule(
        "refreshes-though-young", .must,
        "A restart refreshes customer info in the background, even if it is less than five minutes old; a read meanwhile is answered from the cache at once.",
        from: customerInfo, about: .appStart
      ).rows {
        Row(given: .young) {
          Step(.restart, .requestsInfo())
          Step.reads(.v2, .requestsNothing)
        }
        Row("a read during the refresh", given: .young) {
          Step(.requests(.customerInfo, .hold))
          Step(.app(.startAtOnce))
          CustomerStep.readsWhileHeld
        }
      }
      Rule(
        "ended-run-writes-nothing", .derived,
        "An answer that arrives after the run that requested it has ended does not change what the next run reads.",
        from: faqLaunches,
        because:
          "Follows from `customer.info.survives-restart`: otherwise what the next run has fetched and stored would be lost again.",
        about: .endedRun
      ).rows {
        Row("an answer for the same user", given: .held(.fetchCurrent)) {
          Step(.serve(.customerInfo(.v3)))
          Step(.restart)
          Step.reads(.v3, by: .fetchCurrent)
          Step(.requests(.customerInfo, .releaseAll))
          Step(.finish, .returns)
          Step.reads(.v3, by: .fromCacheOnly)
          Step(.network(.down))
          Step(.restart)
          Step.reads(.v3, by: .fromCacheOnly)
        }
      }
    }
  }

  private static var restartPremises: [Premise<CustomerAction>] {
    [
      .broken("customer.restart.refreshes-though-young") {
        $0.action.startsAgain && $0.before.info != nil && !$0.isOffline && $0.asks == false
      }
    ]
  }
}
