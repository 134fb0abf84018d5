/// Coming to the foreground, which refreshes customer info after five minutes. Written under 'CustomerInfo' in
/// RevenueCat's 'Caching'.
extension CustomerSpec {
  static let foregroundTopic = Topic<CustomerAction>(
    rules: foregroundRules, premises: foregroundPremises, scenarios: foregroundRows)

  private static let foregroundRules: [Rule] = [
    Rule(
      "customer.foreground.refreshes-when-old", .must,
      "Coming to the foreground after five minutes refreshes customer info in the background; a read meanwhile is answered from the cache at once.",
      from: customerInfo, about: .infoAge, .foregroundEvent),
    Rule(
      "customer.foreground.quiet-when-young", .must,
      "Coming to the foreground before five minutes have passed makes no request for customer info.",
      from: customerInfo,
      about: .infoAge),
    Rule(
      "customer.foreground.counts-from", .open,
      "The five minutes after which coming to the foreground refreshes customer info count from the last fetch, or from going to the background.",
      from: customerInfo, because: "'After 5 minutes has passed' does not say since when."),
    Rule(
      "customer.foreground.exactly-five-minutes", .open,
      "Coming to the foreground at exactly five minutes refreshes customer info, or does not.", from: customerInfo,
      because: "'After 5 minutes has passed' can be read either way at exactly five minutes."),
  ]

  private static let foregroundPremises: [Premise<CustomerAction>] = [
    .seen("customer.foreground.refreshes-when-old[after 5 min 1 s]") {
      $0.action.comesToForeground && $0.lacksRefresh
    },
    .seen("customer.foreground.quiet-when-young") {
      $0.action.comesToForeground && $0.copy?.isYoung == true && $0.asks == true && !$0.isClockSet
    },
  ]

  private static let foregroundRows: [CustomerScenario] = [
    Scenario(
      "customer.foreground.refreshes-when-old", given: .young,
      then: [
        Step(.app(.background)), Step(.advance(.minutes(1))),
        Step(.app(.foreground), .requestsNoInfo).resting(on: "customer.foreground.quiet-when-young"),
        Step(.app(.background)), .moreThanFiveMinutes, Step(.app(.foreground), .requestsInfo()),
        .reads(.v2, .requestsNothing),
      ]),
    Scenario(
      "customer.foreground.refreshes-when-old", "after 5 min 1 s", given: .young,
      then: [
        Step(.app(.background)), .moreThanFiveMinutes, Step(.app(.foreground), .requestsInfo()),
        .reads(.v2, by: .fromCacheOnly),
      ]),
    Scenario(
      "customer.foreground.refreshes-when-old", "a read during the refresh", given: .young,
      then: CustomerStep.awayThenHeld(.anHour) + CustomerStep.readsWhileHeld),
    Scenario(
      "customer.foreground.quiet-when-young", given: .young,
      then: [
        Step(.app(.background)), .almostFiveMinutes, Step(.app(.foreground), .requestsNoInfo),
        .reads(.v1, .requestsNothing),
        Step(.app(.background)), .moreThanFiveMinutes, Step(.app(.foreground), .requestsInfo()),
      ]),
    Scenario(
      "customer.foreground.counts-from", "fetched 4 min before 2 min in the background", given: .young,
      then: [
        Step(.advance(.minutes(4))), Step(.app(.background)), Step(.advance(.minutes(2))),
        Step(
          .app(.foreground),
          oneOf: [
            Outcome("from the last fetch", .requestsInfo()), Outcome("from going to the background", .requestsNoInfo),
          ]),
      ]),
    Scenario(
      "customer.foreground.counts-from", "fetched in the background", given: .fetchedInBackground,
      then: [
        Step(.advance(.minutes(4) + .seconds(30))),
        Step(
          .app(.foreground),
          oneOf: [
            Outcome("from the last fetch", .requestsNoInfo), Outcome("from going to the background", .requestsInfo()),
          ]),
      ]),
    Scenario(
      "customer.foreground.exactly-five-minutes", given: .young,
      then: [
        Step(.app(.background)), .fiveMinutes,
        Step(.app(.foreground), oneOf: [Outcome("not yet", .requestsNoInfo), Outcome("refreshes", .requestsInfo())]),
      ]),
  ]
}

extension Fixture where Action == CustomerAction {
  /// Version 2 is cached, just fetched in the background.
  fileprivate static let fetchedInBackground = stale.leading(
    to: "the app has been in the background for a minute, and version 2 of alice's customer info was just fetched",
    standingOn: "customer.policy.fetch-current",
    [
      Step(.app(.background)), Step(.advance(.minutes(1))), Step(.call(.customerInfo(.fetchCurrent))),
      .reads(.v2, by: .fromCacheOnly),
    ])
}
