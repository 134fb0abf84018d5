/// Coming to the foreground, which refreshes customer info after five minutes. Written under 'CustomerInfo' in
/// RevenueCat's 'Caching'.
extension CustomerSpec {
  static var foregroundTopic: Topic<CustomerAction> {
    Topic("customer.foreground", premises: foregroundPremises) {
      Rule(
        "refreshes-when-old", .must,
        "Coming to the foreground after five minutes refreshes customer info in the background; a read meanwhile is answered from the cache at once.",
        from: customerInfo, about: .infoAge, .foregroundEvent
      ).rows {
        Row(given: .young) {
          Step(.app(.background))
          Step(.advance(.minutes(1)))
          Step(.app(.foreground), .requestsNoInfo).premise("customer.foreground.quiet-when-young")
          Step(.app(.background))
          Step.moreThanFiveMinutes
          Step(.app(.foreground), .requestsInfo())
          Step.reads(.v2, .requestsNothing)
        }
        Row("after 5 min 1 s", given: .young) {
          Step(.app(.background))
          Step.moreThanFiveMinutes
          Step(.app(.foreground), .requestsInfo())
          Step.reads(.v2, by: .fromCacheOnly)
        }
        Row("a read during the refresh", given: .young) {
          CustomerStep.awayThenHeld(.anHour)
          CustomerStep.readsWhileHeld
        }
      }
      Rule(
        "quiet-when-young", .must,
        "Coming to the foreground before five minutes have passed makes no request for customer info.",
        from: customerInfo, about: .infoAge
      ).rows {
        Row(given: .young) {
          Step(.app(.background))
          Step.almostFiveMinutes
          Step(.app(.foreground), .requestsNoInfo)
          Step.reads(.v1, .requestsNothing)
          Step(.app(.background))
          Step.moreThanFiveMinutes
          Step(.app(.foreground), .requestsInfo())
        }
      }
      Rule(
        "counts-from", .open,
        "The five minutes after which coming to the foreground refreshes customer info count from the last fetch, or from going to the background.",
        from: customerInfo, because: "'After 5 minutes has passed' does not say since when."
      ).rows {
        Row("fetched 4 min before 2 min in the background", given: .young) {
          Step(.advance(.minutes(4)))
          Step(.app(.background))
          Step(.advance(.minutes(2)))
          Step(
            .app(.foreground),
            oneOf: [
              Outcome("from the last fetch", .requestsInfo()), Outcome("from going to the background", .requestsNoInfo),
            ])
        }
        Row("fetched in the background", given: .fetchedInBackground) {
          Step(.advance(.minutes(4) + .seconds(30)))
          Step(
            .app(.foreground),
            oneOf: [
              Outcome("from the last fetch", .requestsNoInfo), Outcome("from going to the background", .requestsInfo()),
            ])
        }
      }
      Rule(
        "exactly-five-minutes", .open,
        "Coming to the foreground at exactly five minutes refreshes customer info, or does not.", from: customerInfo,
        because: "'After 5 minutes has passed' can be read either way at exactly five minutes."
      ).rows {
        Row(given: .young) {
          Step(.app(.background))
          Step.fiveMinutes
          Step(.app(.foreground), oneOf: [Outcome("not yet", .requestsNoInfo), Outcome("refreshes", .requestsInfo())])
        }
      }
    }
  }

  private static var foregroundPremises: [Premise<CustomerAction>] {
    [
      .broken("customer.foreground.refreshes-when-old[after 5 min 1 s]") {
        $0.action.comesToForeground && $0.lacksRefresh
      },
      .broken("customer.foreground.quiet-when-young") {
        $0.action.comesToForeground && $0.copy?.isYoung == true && $0.asks == true && !$0.isClockSet
      },
    ]
  }
}

extension Fixture where Action == CustomerAction {
  /// Version 2 is cached, just fetched in the background.
  fileprivate static let fetchedInBackground = stale.leading(
    to: "the app has been in the background for a minute, and version 2 of alice's customer info was just fetched",
    relyingOn: "customer.policy.fetch-current",
    [
      Step(.app(.background)), Step(.advance(.minutes(1))), Step(.call(.customerInfo(.fetchCurrent))),
      .reads(.v2, by: .fromCacheOnly),
    ])
}
