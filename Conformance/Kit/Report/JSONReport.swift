import CacheSpec
package import Foundation

/// A report is encoded as `Conformance/Command/REPORT.md` describes it.
extension RunReport: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try JSONReport(self, Rerun.check(check("cachespec"))).encode(to: encoder)
  }

  /// Returns the report for programs: an object whose fields `Conformance/Command/REPORT.md` describes.
  ///
  /// - Parameter command: the name of the executable that the report tells people to run.
  /// - Throws: `EncodingError` if a number in it is not finite.
  public func json(command: String = "cachespec") throws -> String {
    try JSONReport(self, Rerun.check(check(command))).reportText()
  }
}

extension Encodable {
  /// The text of a report in JSON.
  func reportText() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self).printableJSON
  }
}

/// A report in JSON, as it is written and read. `Conformance/Command/REPORT.md` describes each field, and a test checks
/// that the two agree.
package struct JSONReport: Codable, Sendable {
  /// The version of the report's format that this kit writes. It changes when readers of the report have to change.
  package static let currentFormat = 1

  let format: Int
  package let module: String
  /// Nil in a report of an earlier version.
  package let about: String?
  package let version: String?
  package let homepage: String?
  /// Nil in a report of an earlier version, as is the date.
  package let specification: Int?
  package let date: String?
  let shard: String?
  let isolated: Bool
  package let toolchain: String
  package let platform: String
  package let summary: [String: Int]
  /// Nil in a report of an earlier version.
  package let assessment: Assessment?
  let declined: [JSONDeclined]
  package var results: [JSONResult]
  /// Nil in a report of an earlier version.
  package let causes: [JSONResult]?
  package let incidents: [String]

  /// Reads a report.
  ///
  /// - Throws: `DecodingError` if the data is no report, or `UnknownFormat`.
  package init(json: Data) throws {
    self = try JSONDecoder().decode(Self.self, from: json)
    guard format == Self.currentFormat else { throw UnknownFormat(format: format) }
  }

  /// Reads one report, or a list of them.
  ///
  /// - Throws: `DecodingError` if the data is neither, or `UnknownFormat`.
  package static func list(json: Data) throws -> [Self] {
    guard let list = try? JSONDecoder().decode([Self].self, from: json) else { return [try Self(json: json)] }
    if let other = list.first(where: { $0.format != currentFormat }) { throw UnknownFormat(format: other.format) }
    return list
  }

  fileprivate init(_ report: RunReport, _ rerun: Rerun) {
    format = Self.currentFormat
    module = report.module
    about = report.about
    version = report.version
    homepage = report.homepage
    specification = report.specification.number
    date = Date.now.formatted(.iso8601)
    shard = report.shard?.description
    isolated = report.isolated
    toolchain = RunEnvironment.toolchain
    platform = RunEnvironment.platform
    summary = Dictionary(uniqueKeysWithValues: Verdict.Kind.allCases.map { ($0.rawValue, report.count($0)) })
    assessment = report.assessment
    incidents = report.incidents
    declined = report.declined.map { JSONDeclined(capability: $0.identifier, rules: $1.map(\.text)) }
    results = report.results.map { JSONResult($0, rerun) }
    causes = report.causes.map { JSONResult($0, rerun) }
  }
}

/// The error when a report has a format that this kit does not read.
package struct UnknownFormat: Error, CustomStringConvertible {
  let format: Int
  package var description: String { "it has format \(format), and only format \(JSONReport.currentFormat) is read" }
}

/// The result of a scenario, as a report has it.
package struct JSONResult: Codable, Sendable {
  package let scenario: String
  package let rule: String
  package let level: String
  package let verdict: Verdict.Kind
  let observed: Verdict.Kind
  package let expected: Nullable
  package let actual: Nullable
  package let file: String
  package let line: Int
  package let path: String
  package let statement: String
  package let citations: [JSONCitation]
  let fixture: Nullable
  /// How long the scenario took.
  let seconds: Double
  var needs: [String]?
  package var variant: String?
  package var step: Int?
  package var action: String?
  package var trace: [String]?
  package var given: Int?
  package var recorded: [String]?
  package var reason: String?
  package var link: String?
  package var blockedBy: String?
  package var seen: JSONSeen?
  package var otherRule: String?
  package var rerun: String?
  package var unsteady: String?
  var runs: [Verdict.Kind]?
  var slow: String?
  var killedByCopy: String?
  var notRun: String?

  init(_ result: ScenarioResult, _ rerun: Rerun) {
    scenario = result.scenario.id
    rule = result.scenario.rule.id.text
    level = result.scenario.rule.level.rawValue
    verdict = result.verdict.kind
    observed = result.verdict.observed.kind
    let (expected, actual) = result.verdict.expectedAndActual
    self.expected = Nullable(text: expected)
    self.actual = Nullable(text: actual)
    file = result.scenario.source.filePath
    line = result.scenario.source.line
    path = result.scenario.source.path
    statement = result.scenario.rule.statement
    citations = result.scenario.rule.citations.map(JSONCitation.init)
    fixture = Nullable(text: result.scenario.fixture)
    seconds = ((result.duration ?? .zero).seconds * 1e6).rounded() / 1e6
    let needs = result.scenario.requires.map(\.identifier)
    if !needs.isEmpty { self.needs = needs }
    variant = result.variant
    recorded = result.verdict.observed.recordedOutcomes
    reason = result.verdict.reason
    if case .knownDeviation(let deviation, _) = result.verdict { link = deviation.link }
    unsteady = result.unsteadiness
    if !result.runs.isEmpty { runs = result.runs }
    slow = result.slow
    killedByCopy = result.observed.killedByCopy
    notRun = result.observed.notRun
    blockedBy = result.blockedBy?.text
    otherRule = result.otherRule?.id.text
    seen = result.seenThoughBlocked.map(JSONSeen.init)
    if result.verdict.observed.kind.failsTheRun || seen != nil {
      step = result.trace.step
      action = result.trace.underWay
      trace = result.trace.given + result.trace.steps
      given = result.trace.given.count
      self.rerun = rerun.command(for: result)
    }
  }
}

/// What a blocked scenario saw itself.
package struct JSONSeen: Codable, Sendable {
  let verdict: Verdict.Kind
  package let expected: Nullable
  package let actual: Nullable

  fileprivate init(_ seen: Verdict) {
    verdict = seen.kind
    let (expected, actual) = seen.expectedAndActual
    (self.expected, self.actual) = (Nullable(text: expected), Nullable(text: actual))
  }
}

/// The documented rules that a module declines because it lacks a capability.
struct JSONDeclined: Codable, Sendable {
  let capability: String
  let rules: [String]
}

/// Where a rule is written.
package struct JSONCitation: Codable, Sendable {
  package let document: String
  package let heading: String
  package let link: String

  fileprivate init(_ citation: Citation) {
    document = citation.document.name
    heading = citation.heading
    link = citation.link
  }
}

/// A text or null, so that readers of the report find the key in every result.
package struct Nullable: Codable, Sendable {
  package let text: String?

  fileprivate init(text: String?) { self.text = text }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    text = container.decodeNil() ? nil : try container.decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let text { try container.encode(text) } else { try container.encodeNil() }
  }
}
