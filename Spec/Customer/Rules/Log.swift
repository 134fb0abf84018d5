/// The debug log, which tells of answers from the cache. Written under 'Debug Logs' in RevenueCat's 'Caching'.
extension CustomerSpec {
  static let logTopic = Topic<CustomerAction>(
    rules: logRules, premises: logPremises, scenarios: logRows)

  private static let logRules: [Rule] = [
    Rule(
      "customer.log.vending-from-cache", .must,
      "Each answer from the cache logs one line that says so, with the words 'cache' and 'customer info' in any letter case; an answer from the network logs no such line.",
      from: debugLogs, about: .answerSource)
  ]

  private static let logPremises: [Premise<CustomerAction>] = [
    Premise("customer.log.vending-from-cache[from a young copy]") { $0 == .watchLog }
  ]

  private static let logRows: [CustomerScenario] = [
    Scenario(
      "customer.log.vending-from-cache", "from a young copy", given: .young.logged,
      then: [.reads(.v1, .vendsFromCache(1)), .reads(.v1, .vendsFromCache(1))]),
    Scenario(
      "customer.log.vending-from-cache", "from a stale copy", given: .stale.logged,
      then: [.reads(.v1, .vendsFromCache(1))]),
    Scenario(
      "customer.log.vending-from-cache", "a read of the cache alone", given: .young.logged,
      then: [.reads(.v1, by: .fromCacheOnly, .vendsFromCache(1))]),
    Scenario(
      "customer.log.vending-from-cache", "twenty reads at once", given: .young.logged,
      then: [Step(.callOften(.customerInfo(), times: 20, atOnce: true), .vendsFromCache(20))]),
    Scenario(
      "customer.log.vending-from-cache", "not from the network", given: .unfetched().logged,
      then: [.reads(.v1, .vendsFromCache(0)), .reads(.v1, by: .fetchCurrent, .vendsFromCache(0))]),
  ]
}
