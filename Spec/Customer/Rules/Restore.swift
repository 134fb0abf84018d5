/// Restoring what the user bought. Written under 'CustomerInfo' in RevenueCat's 'Caching'.
extension CustomerSpec {
  static var restoreTopic: Topic<CustomerAction> {
    Topic("customer.restore", premises: restorePremises) {
      Rule(
        "refreshes", .must,
        "After restoring purchases, customer info that was older than five minutes is up to date in the cache. What happens to a younger copy is only recorded.",
        from: customerInfo, about: .purchaseAnswer
      ).rows {
        Row("with a stale copy", given: .stale) {
          restoring
          Step(.call(.customerInfo(.fromCacheOnly)), .answers(.info(.v2)), .requestsNothing)
          Step(.call(.customerInfo()), .requestsNothing)
        }
        Row("with a young copy", given: .young) {
          restoring
          Step(
            .call(.customerInfo(.fromCacheOnly)),
            oneOf: [
              Outcome("refreshed", .answers(.info(.v2)), .requestsNothing),
              Outcome("left as it was", .answers(.info(.v1)), .requestsNothing),
            ])
          Step(.call(.customerInfo()), .requestsNothing)
        }
      }
    }
  }

  private static var restorePremises: [Premise<CustomerAction>] {
    [
      Premise("customer.restore.refreshes[with a stale copy]") { $0.calls { $0 == .restore } }
    ]
  }

  private static let restoring = CustomerStep(
    .call(.restore), .request(.times(1, .value(CustomerRequest(.restore, .alice)))))
}
