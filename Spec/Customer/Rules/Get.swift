/// Reading customer info: from the cache while it is less than five minutes old, and refreshed by the next call when it
/// is older. Written under 'CustomerInfo' in RevenueCat's 'Caching'.
extension CustomerSpec {
  static let getTopic = Topic<CustomerAction>(
    rules: getRules, premises: getPremises, scenarios: getRows)

  private static let getRules: [Rule] = [
    Rule(
      "customer.get.cached-without-request", .must,
      "A read of customer info that is less than five minutes old is answered from the cache, with no request.",
      from: customerInfo, about: .infoAge),
    Rule(
      "customer.get.safe-to-repeat", .must,
      "A thousand reads of customer info in a row, and a thousand at once, make no request while the cached copy is less than five minutes old.",
      from: customerInfo, about: .infoAge),
    Rule(
      "customer.get.refreshes-when-old", .must,
      "Once customer info is older than five minutes, the next read in the foreground refreshes it; no earlier read does.",
      from: customerInfo,
      about: .infoAge),
    Rule(
      "customer.get.in-the-background", .open,
      "In the background, a read of customer info that is older than five minutes refreshes it at once, or only after a day has passed.",
      from: customerInfo, faqBackground,
      because:
        "Five minutes are for an app in use, and 24 to 25 hours for one in the background; a shipping SDK applies the latter to reads in the background too."
    ),
    Rule(
      "customer.get.exactly-five-minutes", .open,
      "A read of customer info that is exactly five minutes old refreshes it, or does not.",
      from: customerInfo,
      because: "The text says 'older than', which suggests that it does not; a shipping SDK refreshes."),
    Rule(
      "customer.get.only-on-call", .must,
      "In the foreground, the passing of time alone refreshes nothing: only a call does.", from: customerInfo,
      about: .calls, .foregroundEvent, .backgroundState),
    Rule(
      "customer.get.coalesces", .derived,
      "In a module that lets simultaneous reads share a request, many simultaneous reads of customer info make one request, and all get its answer.",
      from: customerInfo,
      because:
        "Follows from `customer.get.safe-to-repeat`: requests that should be shared, but are not, burden the server unnoticed.",
      about: .sharedRequest),
    Rule(
      "customer.get.clock-moved-back", .derived,
      "When the clock is set back, customer info is still refreshed after five minutes of running time. If the clock was set back by only a few minutes, the refresh may be that much later.",
      from: customerInfo,
      because:
        "Follows from `customer.get.refreshes-when-old`: a copy dated in the future would otherwise stay young until that date.",
      about: .dateSet),
    Rule(
      "customer.get.clock-moved-forward", .derived,
      "When the clock is set ahead, customer info is refreshed at most once for that reason, and then as often as before.",
      from: customerInfo,
      because:
        "Follows from `customer.get.cached-without-request`: a wrong date is no reason to make a request at each read.",
      about: .dateSet),
    Rule(
      "customer.get.answer-for-another-user", .derived,
      "A server's answer that is for another user is neither returned nor cached.", from: customerInfo,
      because: usersNeverMix, about: .answeredUser),
  ]

  private static let getPremises: [Premise<CustomerAction>] = [
    .seen("customer.get.only-on-call[for an hour]") { $0.action.passesTime && $0.asks == true },
    .seen("customer.get.only-on-call[after a minute in the background]") { $0.action.passesTime && $0.asks == true },
    .seen("customer.get.cached-without-request") { moment in
      moment.reads(by: nil, .cachedOrFetched, .notStaleCachedOrFetched) && moment.copy?.isYoung == true
        && moment.asks == true && !moment.isClockSet
    }.lessBasic(than: "customer.policy.fetch-current", "customer.policy.default-is-cached-or-fetched"),
    .last("customer.get.cached-without-request") {
      $0.reads(by: nil, .cachedOrFetched, .notStaleCachedOrFetched) && $0.asks == true && $0.copy?.isOld != true
    }.lessBasic(than: "customer.policy.fetch-current", "customer.policy.default-is-cached-or-fetched"),
    .seen("customer.get.refreshes-when-old[at 5 min 1 s]") { moment in
      moment.reads(by: nil, .cachedOrFetched, .notStaleCachedOrFetched) && moment.lacksRefresh
    },
  ]

  private static let getRows: [CustomerScenario] = [
    Scenario(
      "customer.get.cached-without-request", given: .young,
      then: [.reads(.v1, .requestsNothing), .almostFiveMinutes, .reads(.v1, .requestsNothing)]),
    Scenario(
      "customer.get.cached-without-request", "requested again after an hour", given: .young,
      then: [.reads(.v1, .requestsNothing), .anHour, .servesOld(.v1, .requestsInfo())]),
    Scenario(
      "customer.get.cached-without-request", "after a refresh that brought nothing new", given: .cached,
      then: [
        .anHour, Step(.call(.customerInfo()), .requestsInfo()),
        .reads(.v1, .requestsNothing).resting(
          on: "customer.policy.default-is-cached-or-fetched[policy=none named,cached=stale copy,network=down]"),
        .almostFiveMinutes, .reads(.v1, .requestsNothing),
      ]),
    Scenario(
      "customer.get.safe-to-repeat", "a thousand in a row", given: .young,
      then: [
        Step(
          .callOften(.customerInfo(), times: 1000, atOnce: false), .answers(.info(.v1)), .requestsNothing)
      ]),
    Scenario(
      "customer.get.safe-to-repeat", "a thousand at once", given: .young,
      then: [
        Step(.callOften(.customerInfo(), times: 1000, atOnce: true), .answers(.info(.v1)), .requestsNothing)
      ]),
    Scenario(
      "customer.get.safe-to-repeat", "a thousand in a row after an hour", given: .young,
      then: [
        .anHour, Step(.callOften(.customerInfo(), times: 1000, atOnce: false), .returns, .requestsSomething),
        .reads(.v2, .requestsNothing),
      ]),
    Scenario(
      "customer.get.refreshes-when-old", "not at 4 min 59 s", given: .young,
      then: [.almostFiveMinutes, .reads(.v1, .requestsNothing), .reads(.v1, .requestsNothing)]),
    Scenario(
      "customer.get.refreshes-when-old", "at 5 min 1 s", given: .first.serving(.v1),
      then: [
        .moreThanFiveMinutes, Step(.call(.customerInfo()), .requestsInfo()), .reads(.v1, .requestsNothing),
        Step(.serve(.customerInfo(.v2))),
        .moreThanFiveMinutes, Step(.call(.customerInfo()), .requestsInfo()), .reads(.v2, .requestsNothing),
      ]),
    Scenario(
      "customer.get.refreshes-when-old", "reads every 59 s do not renew the age", given: .first.serving(.v1),
      then: readAllAlong(.reads(.v0, .requestsNothing)) + [Step(.call(.customerInfo()), .requestsInfo()), .reads(.v1)]),
    Scenario(
      "customer.get.refreshes-when-old", "after a minute in the background", given: .young,
      then: [
        Step(.app(.background)), Step(.advance(.minutes(1))), Step(.app(.foreground)), .moreThanFiveMinutes,
        Step(.call(.customerInfo()), .requestsInfo()), .reads(.v2, .requestsNothing),
      ]),
    Scenario(
      "customer.get.refreshes-when-old", "after a failed refresh", given: .stale.offline,
      then: [
        .servesOld(.v1, .requestsSomething), Step(.network(.up)),
        // The document does not say how soon it is retried.
        .anHour, Step(.call(.customerInfo())), .reads(.v2),
      ]),
    Scenario(
      "customer.get.in-the-background", given: .young,
      then: [
        Step(.app(.background)), .moreThanFiveMinutes,
        Step(
          .call(.customerInfo()),
          oneOf: [Outcome("refreshes", .requestsInfo()), Outcome("not before a day has passed", .requestsNothing)]),
        Step(.app(.foreground)), .anHour, Step(.call(.customerInfo())), .reads(.v2, by: .fromCacheOnly),
      ]),
    Scenario(
      "customer.get.exactly-five-minutes", given: .young,
      then: [
        .fiveMinutes,
        Step(
          .call(.customerInfo()),
          oneOf: [Outcome("not yet old", .requestsNothing), Outcome("refreshes", .requestsInfo())]),
      ]),
    Scenario(
      "customer.get.only-on-call", "after a minute in the background",
      given: .young.and(
        "the app was in the background for a minute",
        [Step(.app(.background)), Step(.advance(.minutes(1))), Step(.app(.foreground))]),
      then: [
        Step(.advance(.hours(25)), .requestsNothing),
        Step(.call(.customerInfo()), .requestsInfo()).demanded(by: "customer.get.refreshes-when-old"),
      ]),
    Scenario(
      "customer.get.only-on-call", "for an hour", given: .young,
      then: [
        Step(.advance(.hours(1)), .requestsNothing),
        Step(.call(.customerInfo()), .requestsInfo()).demanded(by: "customer.get.refreshes-when-old"),
      ]),
    Scenario(
      "customer.get.coalesces", "with nothing cached", given: .unfetched(),
      then: [
        Step(.requests(.customerInfo, .hold)),
        Step(.begin(.customerInfo(), times: 20)),
        Step(.requests(.customerInfo, .awaitHeld(1))),
        Step(.requests(.customerInfo, .releaseAll), .requestsInfo()),
        Step(.finish, .answers(.info(.v1)), .requestsNothing),
      ]),
    Scenario(
      "customer.get.coalesces", "with a stale copy", given: .stale,
      then: [
        Step(.requests(.customerInfo, .hold)),
        Step(.begin(.customerInfo(), times: 20)),
        Step(.requests(.customerInfo, .awaitHeld(1))),
        Step(.finish, .answers(.info(.v1))),
        Step(.requests(.customerInfo, .releaseAll), .requestsInfo()),
        .reads(.v2, .requestsNothing),
      ]),
    clockMovedBack("by a day", .days(1), [Step(.call(.customerInfo()))]),
    // A module that goes by the date is late by as much as a small jump. A large jump puts the copy's date far in the
    // future.
    clockMovedBack(
      "by 3 min 20 s", .seconds(200),
      [Step(.call(.customerInfo())), Step(.advance(.seconds(200))), Step(.call(.customerInfo()))]),
    Scenario(
      "customer.get.clock-moved-back", "and the app restarts without a network",
      given: .young.and("the clock is set back by a day", [Step(.setClock(by: .days(-1)))]).offline,
      // The document does not say how soon what a start could not fetch is fetched.
      then: [
        Step(.restart), .anHour, Step(.network(.up)), Step(.call(.customerInfo()), .requestsSomething), .reads(.v2),
      ]),
    Scenario(
      "customer.get.clock-moved-forward",
      given: .young.and("the clock is set ahead by a day", [Step(.setClock(by: .days(1)))]),
      then: [
        Step(.call(.customerInfo())),
        Step(.call(.customerInfo()), .requestsNothing),
        .almostFiveMinutes,
        Step(.call(.customerInfo()), .requestsNothing),
        Step(.advance(.seconds(2))),
        Step(.call(.customerInfo())),
        .reads(.v2),
      ]),
    Scenario(
      "customer.get.answer-for-another-user", "with nothing cached",
      given: .unfetched().answeringForBob,
      then: [
        Step(.call(.customerInfo()), .fails, .requestsSomething),
        Step(.call(.customerInfo(.fromCacheOnly)), .fails),
        Step(.serve(.answersFor(nil))),
        .reads(.v1, by: .fetchCurrent),
      ]),
    Scenario(
      "customer.get.answer-for-another-user", "with a stale copy", given: .stale.answeringForBob,
      then: [
        .reads(.v1, .requestsSomething),
        .reads(.v1, by: .fromCacheOnly),
        Step(.serve(.answersFor(nil))),
        .reads(.v2, by: .fetchCurrent),
      ]),
    Scenario(
      "customer.get.answer-for-another-user", "an answer with offerings",
      given: .offerings.answeringForBob,
      then: [
        .anHour, oldOfferingsOrError, oldOfferingsOrError, Step(.serve(.answersFor(nil))),
        .readsOfferings(.v1),
      ]),
    Scenario(
      "customer.get.answer-for-another-user", "the answer to a purchase", given: .young.answeringForBob,
      then: [
        Step(.call(.purchase("pro")), oneOf: [Outcome("fails", .fails), Outcome("succeeds")]),
        .reads(.v1, by: .fromCacheOnly),
        .isUser(.alice),
      ]),
    Scenario(
      "customer.get.answer-for-another-user", "the answer to a restore", given: .young.answeringForBob,
      then: [
        Step(.call(.restore), oneOf: [Outcome("fails", .fails), Outcome("succeeds")]),
        .reads(.v1, by: .fromCacheOnly),
        .isUser(.alice),
      ]),
  ]

  /// Five minutes and a second, with a read every 59 seconds.
  private static func readAllAlong(_ read: CustomerStep) -> [CustomerStep] {
    let minute: [CustomerStep] = [Step(.advance(.seconds(59))), read]
    return Array(repeating: minute, count: 5).flatMap(\.self) + [Step(.advance(.seconds(6)))]
  }

  /// The copy is refreshed by these reads, five minutes after it was fetched.
  private static func clockMovedBack(
    _ row: String, _ jump: Duration, _ reads: [CustomerStep], line: Int = #line
  ) -> CustomerScenario {
    Scenario(
      "customer.get.clock-moved-back", row,
      given: .young.and("the clock is set back by \(jump.inWords)", [Step(.setClock(by: .zero - jump))]),
      then: [.moreThanFiveMinutes] + reads + [.reads(.v2)], line: line)
  }

  /// The document does not say whether a read of old offerings waits for new ones; another user's offerings count as
  /// none.
  private static let oldOfferingsOrError = CustomerStep(
    .call(.offerings),
    oneOf: [Outcome("the old ones", .answers(.offerings(.v1, for: .alice))), Outcome("waits, and fails", .fails)])
}

extension Fixture where Action == CustomerAction {
  fileprivate var answeringForBob: Self { and("the server answers for bob", [Step(.serve(.answersFor(.bob)))]) }
}
