public import CacheConformance
public import CacheSpec
import Testing

/// Holds a module against a scenario, and records an issue at the scenario's table row when it does not conform.
///
/// A deviation on record is a known issue; one that no longer happens is an issue. A scenario that the module cannot take
/// cancels its test case, with the reason.
public func expectConformance<Action>(
  of subject: Subject<Action>, to scenario: Scenario<Action>, timeLimit: Duration = .seconds(60)
) async throws {
  let result = await subject.result(of: scenario, timeLimit: timeLimit)
  let location = SourceLocation(
    fileID: scenario.source.fileID, filePath: scenario.source.filePath, line: scenario.source.line,
    column: scenario.source.column)
  let rule = Action.rules.first { $0.id == scenario.rule }
  let text = result.description(rule: rule, check: "swift run cachespec check MODULE")
  switch result.verdict {
  case .passed: return
  case .notAssessed(let why): try Test.cancel("not assessed: \(why)", sourceLocation: location)
  case .knownDeviation(let deviation, _):
    withKnownIssue("\(deviation.reason) (\(deviation.link))", sourceLocation: location) {
      Issue.record("\(text)", sourceLocation: location)
    }
  case .violated, .crashed, .hung, .setupFailed, .unexpectedPass: Issue.record("\(text)", sourceLocation: location)
  }
}
