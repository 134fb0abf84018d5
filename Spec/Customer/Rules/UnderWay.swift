/// A request for alice that is in flight, and held.
enum CustomerUnderWay: String, CaseIterable, DescribedByRawValue {
  case start = "the fetch at a start"
  case firstRead = "a first read"
  case staleRead = "the refresh that follows a stale read"
  case fetchCurrent = "a read by fetchCurrent"
  case foreground = "the refresh on coming to the foreground"
  case day = "the refresh after a day in the background"
  case purchase = "a purchase"
  case restore = "a restore"
  case offeringsStart = "the fetch of offerings at a start"
  case offeringsFirstRead = "a first read of offerings"
  case offeringsStaleRead = "the refresh of old offerings"

  /// What is requested.
  var kind: RequestKind {
    switch self {
    case .start, .firstRead, .staleRead, .fetchCurrent, .foreground, .day, .purchase, .restore: .customerInfo
    case .offeringsStart, .offeringsFirstRead, .offeringsStaleRead: .offerings
    }
  }

  /// Whether a call by the app waits for it.
  var isCalledFor: Bool {
    switch self {
    case .start, .foreground, .day, .offeringsStart: false
    case .firstRead, .staleRead, .fetchCurrent, .purchase, .restore, .offeringsFirstRead, .offeringsStaleRead: true
    }
  }

  /// The fixture before the request, the rule that demands the request, and the steps that cause it.
  fileprivate var way: (from: Fixture<CustomerAction>, rule: RuleID, steps: [CustomerStep]) {
    switch self {
    case .start: (.young, "customer.restart.refreshes-though-young", held([Step(.app(.startAtOnce))]))
    case .firstRead: (.unfetched(), "customer.policy.cached-or-fetched", held([Step(.begin(.customerInfo()))]))
    case .staleRead: (.stale, "customer.policy.stale-served-then-refreshed", held([Step(.begin(.customerInfo()))]))
    case .fetchCurrent: (.young, "customer.policy.fetch-current", held([Step(.begin(.customerInfo(.fetchCurrent)))]))
    case .foreground: (.young, "customer.foreground.refreshes-when-old", CustomerStep.awayThenHeld(.anHour))
    // A module that sleeps in a task is waited for only while no request is held.
    case .day:
      (
        .young, "customer.background.refreshes-after-a-day",
        [Step(.app(.background))]
          + held([Step(.advance(.hours(25) + .seconds(1))), Step(.callMeanwhile(.customerInfo()), .returns)])
      )
    case .purchase: (.young, "customer.purchase.refreshes", held([Step(.begin(.purchase("pro")))]))
    case .restore: (.young, "customer.restore.refreshes", held([Step(.begin(.restore))]))
    case .offeringsStart: (.young, "customer.configure.fetches-offerings", held([Step(.app(.startAtOnce))]))
    case .offeringsFirstRead: (.unfetched(), "customer.offerings.coalesces", held([Step(.begin(.offerings))]))
    case .offeringsStaleRead:
      (.offerings, "customer.offerings.refreshes-when-old", [.anHour] + held([Step(.begin(.offerings))]))
    }
  }

  private func held(_ steps: [CustomerStep]) -> [CustomerStep] { [Step(.requests(kind, .hold))] + steps }
}

extension Fixture where Action == CustomerAction {
  /// A request is in flight, and held; later ones are answered at once.
  static func held(_ underWay: CustomerUnderWay) -> Self {
    let (from, rule, steps) = underWay.way
    return from.and(
      "\(underWay) is under way, and held", relyingOn: rule,
      steps + [
        Step(.requests(underWay.kind, .awaitHeld(1))), Step(.requests(underWay.kind, .holdNoMore)),
      ])
  }
}
