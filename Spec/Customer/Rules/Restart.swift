/// What a start of the app refreshes, and what is left of the run before it. Written under 'CustomerInfo' and 'Does
/// data cache between app launches?' in RevenueCat's 'Caching'.
extension CustomerSpec {
  static let restartTopic = Topic<CustomerAction>(
    rules: restartRules, premises: restartPremises, scenarios: restartRows)

  private static let restartRules: [Rule] = [
    Rule(
      "customer.restart.refreshes-though-young", .must,
      "A restart refreshes customer info in the background, even if it is less than five minutes old; a read meanwhile is answered from the cache at once.",
      from: customerInfo, about: .appStart),
    Rule(
      "customer.restart.ended-run-writes-nothing", .derived,
      "An answer that arrives after the run that requested it has ended does not change what the next run reads.",
      from: faqLaunches,
      because:
        "Follows from `customer.info.survives-restart`: otherwise what the next run has fetched and stored would be lost again.",
      about: .endedRun),
  ]

  private static let restartPremises: [Premise<CustomerAction>] = [
    .seen("customer.restart.refreshes-though-young") {
      $0.action.startsAgain && $0.before.info != nil && !$0.isOffline && $0.asks == false
    }
  ]

  private static let restartRows: [CustomerScenario] = [
    Scenario(
      "customer.restart.refreshes-though-young", given: .young,
      then: [Step(.restart, .requestsInfo()), .reads(.v2, .requestsNothing)]),
    Scenario(
      "customer.restart.refreshes-though-young", "a read during the refresh", given: .young,
      then: [Step(.requests(.customerInfo, .hold)), Step(.app(.startAtOnce))] + CustomerStep.readsWhileHeld),
    Scenario(
      "customer.restart.ended-run-writes-nothing", "an answer for the same user", given: .held(.fetchCurrent),
      then: [
        Step(.serve(.customerInfo(.v3))), Step(.restart), .reads(.v3, by: .fetchCurrent),
        Step(.requests(.customerInfo, .releaseAll)), Step(.finish, .returns), .reads(.v3, by: .fromCacheOnly),
        Step(.network(.down)), Step(.restart), .reads(.v3, by: .fromCacheOnly),
      ]),
  ]
}
