/// An app that is left open in the background, which refreshes once a day. Written under 'What happens if the user
/// leaves the app open in the background?' in RevenueCat's 'Caching'.
extension CustomerSpec {
  static var backgroundTopic: Topic<CustomerAction> {
    Topic("customer.background") {
      Rule(
        "refreshes-after-a-day", .must,
        "A production app that is left open in the background refreshes after 24 to 25 hours, either by itself or at the next read, and again a day later. Without a call, it never refreshes earlier.",
        from: faqBackground, about: .backgroundState
      ).rows {
        Row(given: .young) {
          Step(.app(.background))
          Step(.advance(.days(1) - .seconds(1)), .requestsNothing)
          Step.byItselfOrNot(after: .hours(1) + .seconds(2))
          Step(.call(.customerInfo()))
          Step.reads(.v2, by: .fromCacheOnly)
          // The second day counts from the first refresh, which came after 24 to 25 hours.
          Step(.advance(.hours(23) - .seconds(2)), .requestsNothing)
          Step(.serve(.customerInfo(.v3)))
          Step.byItselfOrNot(after: .hours(2) + .seconds(3))
          Step(.call(.customerInfo()))
          Step.reads(.v3, by: .fromCacheOnly)
        }
        Row("25 hours in the foreground do not count", given: .young) {
          Step(.app(.background))
          Step(.advance(.minutes(1)))
          Step(.app(.foreground))
          Step(.advance(.hours(25)), .requestsNothing)
          Step(.app(.background))
          CustomerStep.aDay
          Step.reads(.v2, by: .fromCacheOnly)
        }
      }
      Rule(
        "exactly-a-day", .open, "After exactly 24 hours in the background, an app refreshes, or does not yet.",
        from: faqBackground, because: "'After 24-25 hours' does not say whether the limits are included."
      ).rows {
        Row(given: .young) {
          Step(.app(.background))
          Step(.advance(.days(1) - .seconds(1)))
          Step(
            .advance(.seconds(1)), oneOf: [Outcome("not yet", .requestsNoInfo), Outcome("refreshes", .requestsInfo())])
        }
      }
      Rule(
        "production-only", .open,
        "A sandbox build in the background refreshes after a day as well, or more often, or not at all.",
        from: faqBackground, because: "The document mentions production only."
      ).rows {
        Row(given: .sandbox) {
          Step(.app(.background))
          Step(
            .advance(.hours(25)),
            oneOf: [
              Outcome("does not refresh", .requestsNothing), Outcome("refreshes as in production", .requestsInfo()),
              Outcome("refreshes more often", .requestsSomething),
            ])
        }
      }
    }
  }
}

extension Fixture where Action == CustomerAction {
  /// A sandbox build of the app.
  fileprivate static let sandbox = Fixture(
    "alice's customer info is cached by a sandbox build: version 0",
    relyingOn: "customer.configure.fetches-customer-info",
    [Step(.app(.configure(CustomerSetup(.alice, environment: .sandbox)))), .reads(.v0)])
}
