extension ResponseSpec {
  private static let reloading: [(rule: RuleID, policy: RequestPolicy)] = [
    ("response.policy.reload-ignoring-local", .reloadIgnoringLocalCacheData),
    ("response.policy.reload-ignoring-remote", .reloadIgnoringLocalAndRemoteCacheData),
    ("response.policy.reload-revalidating", .reloadRevalidatingCacheData),
  ]

  /// A policy holds for a HEAD, a part and a condition, too.
  static let askingScenarios: [ResponseScenario] =
    reloading.flatMap { rule, policy in ResponseAsking.allCases.map { reloaded(rule, policy, $0) } }
    + ResponseAsking.allCases.filter { $0 != .part }.flatMap(notLoaded) + [ResponseAsking.tag, .date].map(ofStale)

  /// A policy to reload goes past what is fresh.
  private static func reloaded(
    _ rule: RuleID, _ policy: RequestPolicy, _ asking: ResponseAsking
  ) -> ResponseScenario {
    var steps: [ResponseStep] = [asking.forwarded(under: policy)]
    if policy == .reloadIgnoringLocalAndRemoteCacheData { steps.append(tellsCachesOnTheWay) }
    return Scenario(rule, "\(asking), of what is fresh", given: .servedWithValidators, then: steps)
  }

  /// What is not to be loaded is not, whether something is stored or nothing.
  private static func notLoaded(_ asking: ResponseAsking) -> [ResponseScenario] {
    let request = asking.request(under: .returnCacheDataDontLoad)
    let miss = ResponseScenario(
      "response.policy.dont-load-miss", asking.rawValue, given: .originHasVersion2,
      then: [Step(.load(request), .fails, .requestsNothing)])
    let hit = ResponseScenario(
      "response.policy.dont-load-hit", "\(asking), of what is stored", given: .servedWithValidators,
      then: [asking.notLoaded])
    return [miss, hit]
  }

  private static func ofStale(_ asking: ResponseAsking) -> ResponseScenario {
    Scenario(
      "response.policy.use-protocol", "\(asking), of what is stale",
      given: .stored(ResponseAsking.stored("max-age=0")), then: [asking.forwarded()])
  }
}
