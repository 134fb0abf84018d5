public import CacheConformance
public import CacheSpec
public import Testing

/// Tests a module against a scenario, and records an issue that names the scenario's table row if it does not conform.
///
/// A known deviation is a known issue; a deviation on record that no longer happens is an issue. A scenario that the
/// module cannot run, or that is blocked by a rule that the module breaks, cancels its test case with the reason. The
/// first such scenario of a rule also records a warning, which says how many there are. The broken rule's own scenarios
/// fail.
///
/// - Parameters:
///   - module: the module.
///   - scenario: a scenario of a chapter that the module implements.
///   - timeLimit: the time that a step may take, a minute by default, because a test process runs much else at the same
///     time; all steps together may take ten times that.
///   - sourceLocation: where issues are recorded.
public func expectConformance<Action>(
  of module: CacheModule, to scenario: Scenario<Action>, timeLimit: Duration = .seconds(60),
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  guard let result = await module.result(of: scenario, timeLimit: timeLimit) else {
    Issue.record("\(module) implements no chapter that \(scenario) is of", sourceLocation: sourceLocation)
    return
  }
  if let warning = await module.notTried(in: result, timeLimit: timeLimit) {
    Issue.record("\(warning)", severity: .warning, sourceLocation: sourceLocation)
  }
  let text = result.description(check: module.command.map { "swift run \($0) check \(module.fullName)" })
  switch result.verdict {
  case .passed: return
  case .notAssessed(let why): try Test.cancel("not assessed: \(why)", sourceLocation: sourceLocation)
  case .blocked(let rule, let why):
    try Test.cancel("blocked by \(rule), which the module breaks: \(why)", sourceLocation: sourceLocation)
  case .knownDeviation(let deviation, _):
    withKnownIssue("\(deviation.words)", sourceLocation: sourceLocation) {
      Issue.record("\(text)", sourceLocation: sourceLocation)
    }
  case .violated, .crashed, .hung, .setupFailed, .unexpectedPass:
    Issue.record("\(text)", sourceLocation: sourceLocation)
  }
}

/// Explores a module: draws runs of a chapter that no one wrote down, and records an issue for each rule that one of them
/// breaks, with the run as Swift.
///
/// - Parameters:
///   - module: the module.
///   - chapter: the chapter, which the module implements.
///   - seed: decides which runs are drawn. The same seed draws the same runs everywhere.
///   - runs: how many runs are drawn.
///   - steps: how many steps a run has.
///   - timeLimit: the time that a step may take, a minute by default.
///   - sourceLocation: where issues are recorded.
public func expectConformance(
  of module: CacheModule, exploring chapter: String, seed: Int, runs: Int = 300, steps: Int = 30,
  timeLimit: Duration = .seconds(60), sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  try [module].checkDeviations()
  let options = ExploreOptions(chapter: chapter, seed: seed, runs: runs, steps: steps, timeLimit: timeLimit)
  let explorations = try await module.explore(options)
  if explorations.isEmpty {
    Issue.record("\(module) implements no chapter '\(chapter)' of which runs are drawn", sourceLocation: sourceLocation)
  }
  for exploration in explorations where !exploration.isClean {
    Issue.record("\(exploration.text(command: module.command))", sourceLocation: sourceLocation)
  }
}
