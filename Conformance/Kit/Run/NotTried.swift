import CacheSpec

extension CacheModule {
  /// Returns a line about the rule of a scenario that was blocked or not assessed: in how many of the rule's scenarios the
  /// module was not tried, and why. Only the first of the rule's scenarios to ask is answered, because a test of one
  /// scenario cannot tell whether another one tells of the rule.
  ///
  /// - Parameters:
  ///   - result: the scenario's result.
  ///   - timeLimit: the time that a step may take. The rule's scenarios that have not run yet are run.
  /// - Returns: The line, or nil if the scenario was tried or its rule has been reported.
  package func notTried(in result: ScenarioResult, timeLimit: Duration) async -> String? {
    let rule = result.scenario.rule.id
    guard result.verdict.whyNotTried != nil, await memory.isNotYetReported(rule) else { return nil }
    let observed = await results(of: rule, timeLimit)
    let final = observed.blamed(by: await withSuspects(observed, timeLimit))
      .map { $0.scenario.id == result.scenario.id ? result : $0 }
    let reasons = final.compactMap(\.verdict.whyNotTried)
    let each = Set(reasons).sorted().map { reason in (reason: reason, count: reasons.count { $0 == reason }) }
    let words = each.count == 1 ? each[0].reason : each.map { "\($0.count) \($0.reason)" }.joined(separator: "; ")
    return "\(fullName): \(rule) was not tried in \(reasons.count) of \(final.count.counted("scenario")): \(words)"
  }
}

extension Verdict {
  /// Why the module was not tried in the scenario, or nil if it was.
  fileprivate var whyNotTried: String? {
    switch self {
    case .notAssessed(let why): "not assessed: \(why)"
    case .blocked(let rule, _): "blocked by \(rule), which the module breaks"
    case .passed, .violated, .crashed, .hung, .setupFailed, .knownDeviation, .unexpectedPass: nil
    }
  }
}
