extension CustomerSpec {
  /// Reading while the clock is set.
  static let clockScenarios: [CustomerScenario] =
    jumps.map(movedBack) + jumps.map(movedBackNotStale) + otherClockScenarios

  private static let jumps: [Duration] = [.days(1), .seconds(200), .seconds(301)]

  private static func movedBackNotStale(by jump: Duration) -> CustomerScenario {
    let late: [CustomerStep] = jump < .minutes(10) ? [Step(.advance(jump))] : []
    return Scenario(
      "customer.get.clock-moved-back", "by \(jump.inWords), read by `notStaleCachedOrFetched`",
      given: .young.and("the clock is set back by \(jump.inWords)", [Step(.setClock(by: .zero - jump))]),
      then: [.moreThanFiveMinutes] + late + [.reads(.v2, by: .notStaleCachedOrFetched)])
  }

  private static func movedBack(by jump: Duration) -> CustomerScenario {
    let read = CustomerStep(.call(.customerInfo()))
    // A module that goes by the date is late by as much as a small jump. A large jump puts the copy's date far in the
    // future.
    let late: [CustomerStep] = jump < .minutes(10) ? [read, Step(.advance(jump))] : []
    let steps: [CustomerStep] = [.moreThanFiveMinutes] + late + [read, .reads(.v2)]
    return Scenario(
      "customer.get.clock-moved-back", "by \(jump.inWords)",
      given: .young.and("the clock is set back by \(jump.inWords)", [Step(.setClock(by: .zero - jump))]), then: steps)
  }

  private static let otherClockScenarios: [CustomerScenario] = [
    Scenario(
      "customer.get.clock-moved-back", "by 1 d, before a restart without network",
      given: .young.offline.and("the clock is set back by a day", [Step(.setClock(by: .days(-1)))]),
      then: [
        // After a failure a module may wait before it retries.
        Step(.restart), .reads(.v1), Step(.network(.up)), Step(.advance(.hours(2))),
        Step(.call(.customerInfo()), .requestsInfo()), .reads(.v2),
      ]),
    Scenario(
      "customer.get.clock-moved-back", "by 1 d, before coming to the foreground",
      given: .young.and("the clock is set back by a day", [Step(.setClock(by: .days(-1)))]),
      then: CustomerStep.away(.moreThanFiveMinutes) + [.reads(.v2, by: .fromCacheOnly)]),
    Scenario(
      "customer.offerings.refreshes-when-old", "the clock set back by 1 d", given: .youngOfferings,
      then: [
        Step(.setClock(by: .days(-1))), .moreThanFiveMinutes, Step(.call(.offerings)), .readsOfferings(.v2),
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
  ]

  /// What changes customer info.
  static let purchaseScenarios: [CustomerScenario] = [
    changeScenario("customer.purchase.refreshes", "old", .purchase("pro"), given: .stale),
    unlocking("young", given: .young),
    unlocking("old", given: .stale),
    boughtWithNothingCached("nothing cached", given: .unfetched(.v2), []),
    boughtWithNothingCached("invalidated", given: .young, [Step(.call(.invalidate))]),
    restoredWithNothingCached("nothing cached", given: .unfetched(.v2), []),
    restoredWithNothingCached("old, and invalidated", given: .stale, [Step(.call(.invalidate))]),
    changeScenario("customer.restore.refreshes", "old", .restore, given: .stale),
    changeScenario("customer.restore.refreshes", "young", .restore, given: .young),
    Scenario(
      "customer.purchase.older-answer-discarded",
      given: .held(.staleRead),
      then: [
        Step(.callMeanwhile(.purchase("pro"))),
        Step(.requests(.customerInfo, .releaseAll)),
        Step(
          .call(.customerInfo(.fromCacheOnly)), .answers(.info(.v2, with: ["pro"])),
          .requestsNothing),
      ]),
    Scenario(
      "customer.purchase.older-answer-discarded", "read by fetchCurrent while both are under way",
      given: .held(.staleRead),
      then: [
        Step(.finish, .returns), Step(.requests(.customerInfo, .hold)), Step(.beginMeanwhile(.purchase("pro"))),
        Step(.requests(.customerInfo, .awaitHeld(2))), Step(.begin(.customerInfo(.fetchCurrent))),
        Step(.requests(.customerInfo, .releaseAll)),
        Step(.finish, .answer(.inAnyOrder([.nothing, .value(.info(.v2, with: ["pro"]))]))),
        Step(.call(.customerInfo(.fromCacheOnly)), .answers(.info(.v2, with: ["pro"]))),
      ]),
    Scenario(
      "customer.purchase.older-answer-discarded", "while a newer request is under way",
      given: .held(.staleRead),
      then: [
        Step(.callMeanwhile(.purchase("pro"))),
        Step(.requests(.customerInfo, .hold)),
        Step(.begin(.customerInfo(.fetchCurrent))),
        Step(
          .requests(.customerInfo, .awaitHeldUnlessJoined(2)),
          oneOf: [Outcome("a request for each"), Outcome("one request for both", .fails)]),
        Step(.requests(.customerInfo, .releaseOldest)),
        // Repeated, because nothing shows when the module has processed one answer while another is held.
        Step(
          .callOften(.customerInfo(.fromCacheOnly), times: 100, atOnce: false), .answers(.info(.v2, with: ["pro"]))),
        Step(.requests(.customerInfo, .releaseAll)),
        Step(.finish, .returns),
        Step(.call(.customerInfo(.fromCacheOnly)), .answers(.info(.v2, with: ["pro"]))),
      ]),
  ]

  /// What was bought is read, without network and in the next run. The document does not say which version it is added
  /// to.
  private static func unlocking(_ row: String, given: Fixture<CustomerAction>, line: Int = #line) -> CustomerScenario {
    let bought = Expectation<CustomerAction>.answers(oneOf: [.info(.v1, with: ["pro"]), .info(.v2, with: ["pro"])])
    return Scenario(
      "customer.purchase.unlocks", row, given: given,
      then: [
        .reads(.v1, by: .fromCacheOnly), Step(.call(.purchase("pro"))), Step(.network(.down)),
        Step(.call(.customerInfo()), bought), Step(.call(.customerInfo(.fromCacheOnly)), bought),
        Step(.restart), Step(.call(.customerInfo()), bought),
      ], line: line)
  }

  /// There is no copy to add to or to compare with.
  private static func boughtWithNothingCached(
    _ row: String, given: Fixture<CustomerAction>, _ steps: [CustomerStep], line: Int = #line
  ) -> CustomerScenario {
    let read = CustomerStep(.call(.customerInfo()), .answers(.info(.v2, with: ["pro"])))
    return Scenario(
      "customer.purchase.unlocks", row, given: given,
      then: steps + [Step(.call(.purchase("pro"))), Step(.network(.down)), read, Step(.restart), read], line: line)
  }

  private static func restoredWithNothingCached(
    _ row: String, given: Fixture<CustomerAction>, _ steps: [CustomerStep], line: Int = #line
  ) -> CustomerScenario {
    Scenario(
      "customer.restore.refreshes", row, given: given,
      then: steps + [
        Step(.call(.restore)), Step(.network(.down)), .reads(.v2), Step(.restart), .reads(.v2, by: .fromCacheOnly),
      ], line: line)
  }

  private static func changeScenario(
    _ rule: RuleID, _ row: String, _ call: CustomerCall, given: Fixture<CustomerAction>, line: Int = #line
  ) -> CustomerScenario {
    let product: String? = if case .purchase(let product) = call { product } else { nil }
    let change = CustomerRequest(product.map(CustomerRequest.Subject.purchase) ?? .restore, .alice)
    let upToDate = Outcome<CustomerAction>(
      "refreshed", .answers(.info(.v2, with: product.map { [$0] } ?? [])), .requestsNothing)
    let asBefore = Outcome<CustomerAction>("left as it was", .answers(.info(.v1)), .requestsNothing)
    let steps: [CustomerStep] = [
      Step(.call(call), .request(.times(1, .value(change)))),
      Step(.call(.customerInfo(.fromCacheOnly)), oneOf: row == "old" ? [upToDate] : [upToDate, asBefore]),
      Step(.call(.customerInfo()), .requestsNothing),
    ]
    return Scenario(rule, row, given: given, then: steps, line: line)
  }
}
