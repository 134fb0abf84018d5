import CacheSpec
import Foundation

extension RunReport {
  /// Returns the report for programs: an object with `format`, `module`, `summary` (a count per verdict), `results` and others.
  ///
  /// - Parameter command: the name of the executable that the report tells people to run.
  public func json(command: String = "cachespec") throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(JSONReport(self, Rerun.check(check(command)))), as: UTF8.self)
  }
}

private struct JSONReport: Encodable {
  /// The version of the form of the report, which changes where a reader would have to.
  let format = 1
  let module: String
  let isolated: Bool
  let toolchain: String
  let platform: String
  let summary: [String: Int]
  /// The documented rules that the module declines, by the capability that it lacks.
  let declined: [JSONDeclined]
  let results: [JSONResult]
  /// What went wrong outside the scenarios.
  let incidents: [String]

  init(_ report: RunReport, _ rerun: Rerun) {
    module = report.module
    isolated = report.isolated
    toolchain = RunEnvironment.toolchain
    platform = RunEnvironment.platform
    summary = Dictionary(uniqueKeysWithValues: Verdict.Kind.allCases.map { ($0.rawValue, report.count($0)) })
    incidents = report.incidents
    declined = report.declined.map { JSONDeclined(capability: $0.identifier, rules: $1.map(\.text)) }
    results = report.results.map { JSONResult($0, rerun) }
  }
}

private struct JSONResult: Encodable {
  let scenario: String
  let rule: String
  let level: String
  let verdict: String
  /// The verdict before known deviations were applied.
  let observed: String
  let expected: Nullable
  let actual: Nullable
  let file: String
  let line: Int
  /// The file's path in the repository of the specification.
  let path: String
  let statement: String
  let citations: [JSONCitation]
  /// The name of the fixture.
  let fixture: Nullable
  /// The capabilities that the scenario needs.
  var needs: [String]?
  var variant: String?
  var step: Int?
  var action: String?
  var trace: [String]?
  var recorded: [String]?
  var reason: String?
  var link: String?
  /// The broken rule that blocks the scenario.
  var blockedBy: String?
  /// The rule that is violated, if it is not the scenario's own.
  var otherRule: String?
  var rerun: String?
  /// The verdicts of all runs of the scenario, the first of them beside other scenarios, if they were not the same.
  var runs: [String]?
  /// Why a copy of the storage simulated the kill, although a signal was to end the module's process.
  var killedByCopy: String?
  /// Why it was not run, if it would reach a place where others ended and that none passed.
  var notRun: String?

  init(_ result: ScenarioResult, _ rerun: Rerun) {
    scenario = result.scenario.id
    rule = result.scenario.rule.id.text
    level = result.scenario.rule.level.rawValue
    verdict = result.verdict.kind.rawValue
    observed = result.verdict.observed.kind.rawValue
    let (expected, actual) = result.verdict.expectedAndActual
    self.expected = Nullable(text: expected)
    self.actual = Nullable(text: actual)
    file = result.scenario.source.filePath
    line = result.scenario.source.line
    path = result.scenario.source.path
    statement = result.scenario.rule.statement
    citations = result.scenario.rule.citations.map(JSONCitation.init)
    fixture = Nullable(text: result.scenario.fixture)
    let needs = result.scenario.requires.map(\.identifier)
    if !needs.isEmpty { self.needs = needs }
    variant = result.variant
    recorded = result.verdict.observed.recordedOutcomes
    reason = result.verdict.reason
    if case .knownDeviation(let deviation, _) = result.verdict { link = deviation.link }
    if !result.runs.isEmpty { runs = result.runs.map(\.rawValue) }
    killedByCopy = result.killedByCopy
    notRun = result.notRun
    if case .blocked(let rule, _) = result.verdict { blockedBy = rule.text }
    otherRule = result.otherRule?.id.text
    if result.verdict.observed.kind.failsTheRun {
      step = result.trace.step
      action = result.trace.underWay
      trace = result.trace.given + result.trace.steps
      self.rerun = rerun.command(for: result)
    }
  }
}

private struct JSONDeclined: Encodable {
  let capability: String
  let rules: [String]
}

private struct JSONCitation: Encodable {
  let document: String
  let heading: String
  let link: String

  init(_ citation: Citation) {
    document = citation.document.name
    heading = citation.heading
    link = citation.document.link
  }
}

/// A text or null, so that readers of the report find the key in every result.
private struct Nullable: Encodable {
  let text: String?

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let text { try container.encode(text) } else { try container.encodeNil() }
  }
}

extension Verdict {
  /// The expected and the actual outcome, for verdicts that compare them.
  var expectedAndActual: (String?, String?) {
    switch self {
    case .violated(let violation): (violation.expected, violation.actual)
    case .crashed(let how): ("an answer", "the process crashed: \(how)")
    case .hung(let seconds): ("an answer", "no answer within \(seconds.trimmed) s")
    case .blocked(let rule, let why): ("what it stands on holds", "blocked by \(rule); \(why)")
    case .setupFailed(let why): ("the fixture comes about", why)
    case .knownDeviation(_, let was): was.expectedAndActual
    case .unexpectedPass(let deviation, _):
      (
        "the known deviation '\(deviation.id)': \(deviation.outcome), \(deviation.reason)",
        "passed; take the deviation off the record"
      )
    case .passed, .notAssessed: (nil, nil)
    }
  }

  /// The reason for a verdict that is neither a plain pass nor a plain failure.
  var reason: String? {
    switch self {
    case .notAssessed(let why), .setupFailed(let why): why
    case .knownDeviation(let deviation, _), .unexpectedPass(let deviation, _): deviation.reason
    case .blocked(let rule, let why): "blocked by \(rule); \(why)"
    case .passed, .violated, .crashed, .hung: nil
    }
  }
}
