public import CacheConformance
public import CacheSpec
import Testing

/// Tests a module against a scenario, and records an issue at the scenario's table row if it does not conform.
///
/// A known deviation is a known issue; one that no longer happens is an issue. A scenario that the module cannot run,
/// or that is blocked by a rule that the module breaks, cancels its test case with the reason. The broken rule's own
/// scenarios fail.
///
/// - Parameters:
///   - module: the module.
///   - scenario: a scenario of a chapter that the module implements.
///   - timeLimit: the time that a step may take; all steps together may take ten times that.
public func expectConformance<Action>(
  of module: CacheModule, to scenario: Scenario<Action>, timeLimit: Duration = .seconds(60)
) async throws {
  let location = SourceLocation(
    fileID: scenario.source.fileID, filePath: scenario.source.filePath, line: scenario.source.line,
    column: scenario.source.column)
  guard let result = await module.result(of: scenario, timeLimit: timeLimit) else {
    Issue.record("\(module) implements no chapter that \(scenario) is of", sourceLocation: location)
    return
  }
  let text = result.description(check: "swift run cachespec check \(module.fullName)")
  switch result.verdict {
  case .passed: return
  case .notAssessed(let why): try Test.cancel("not assessed: \(why)", sourceLocation: location)
  case .blocked(let rule, let why):
    try Test.cancel("blocked by \(rule), which the module breaks: \(why)", sourceLocation: location)
  case .knownDeviation(let deviation, _):
    withKnownIssue("\(deviation.reason) (\(deviation.link))", sourceLocation: location) {
      Issue.record("\(text)", sourceLocation: location)
    }
  case .violated, .crashed, .hung, .setupFailed, .unexpectedPass: Issue.record("\(text)", sourceLocation: location)
  }
}
