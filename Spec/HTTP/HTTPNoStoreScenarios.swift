extension HTTPSpec {
  private static let rule: RuleID = "http.store.no-store"

  private static func unstorable(_ body: ResponseBody) -> Representation {
    Representation(body, cacheControl: ["no-store, max-age=60"])
  }

  /// A response that may not be stored is not stored, however it arrives.
  static let noStoreScenarios: [ResponseScenario] =
    RequestPolicy.allCases.filter { $0 != .returnCacheDataDontLoad }.map { policy in
      unstored("under \(policy)", .load(.a.with(policy)))
    }
    + LoadCall.allCases.filter { $0 != .delegate }.map { call in
      unstored("through \(call)", .load(.a, through: call))
    } + [
      Scenario(
        rule, "in a 200 to a check", given: .staleStored.originHas(unstorable(.v2)),
        then: [Step(.load(.a), .answers(.v2), .checks), newerIsNotStored]),
      Scenario(
        rule, "in a 200 to a check behind what is served",
        given: .stored(saying("max-age=0, stale-while-revalidate=60")).originHas(unstorable(.v2)).refreshed(),
        then: [newerIsNotStored]),
    ]

  private static func unstored(_ row: String, _ load: ResponseAction, line: Int = #line) -> ResponseScenario {
    Scenario(
      rule, row, given: .loaderHasStored.originHas(unstorable(.v1)),
      then: [Step(load, .answers(.v1)), Step(.find(.a), .answersNothing)], line: line)
  }

  private static let newerIsNotStored = ResponseStep(
    .find(.a), oneOf: [Outcome("left as it was", .answers(.v1)), Outcome("removed", .answersNothing)])
}
