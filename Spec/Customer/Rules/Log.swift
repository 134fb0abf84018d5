/// The debug log, which tells of answers from the cache. Written under 'Debug Logs' in RevenueCat's 'Caching'.
extension CustomerSpec {
  static var logTopic: Topic<CustomerAction> {
    Topic("customer.log", premises: logPremises) {
      Rule(
        "vending-from-cache", .must,
        "Each answer from the cache logs one line that says so, with the words 'cache' and 'customer info' in any letter case; an answer from the network logs no such line.",
        from: debugLogs, about: .answerSource
      ).rows {
        Row("from a young copy", given: .young.logged) {
          Step.reads(.v1, .vendsFromCache(1))
          Step.reads(.v1, .vendsFromCache(1))
        }
        Row("from a stale copy", given: .stale.logged) { Step.reads(.v1, .vendsFromCache(1)) }
        Row("a read of the cache alone", given: .young.logged) {
          Step.reads(.v1, by: .fromCacheOnly, .vendsFromCache(1))
        }
        Row("twenty reads at once", given: .young.logged) {
          Step(.callOften(.customerInfo(), times: 20, atOnce: true), .vendsFromCache(20))
        }
        Row("not from the network", given: .unfetched().logged) {
          Step.reads(.v1, .vendsFromCache(0))
          Step.reads(.v1, by: .fetchCurrent, .vendsFromCache(0))
        }
      }
    }
  }

  private static var logPremises: [Premise<CustomerAction>] {
    [
      Premise("customer.log.vending-from-cache[from a young copy]") { $0 == .watchLog }
    ]
  }
}
