public import CacheSpec

/// The result of one scenario of a run.
public struct ScenarioResult: Sendable, CustomStringConvertible {
  /// The variant of the module, or nil for its only one.
  public let variant: String?
  /// The scenario.
  public let scenario: ScenarioInfo
  /// What it came to.
  public let verdict: Verdict
  /// What happened.
  public let trace: Trace

  public var description: String { "\(name): \(verdict.kind)" }
}

/// What a run has to do.
public struct RunOptions: Sendable {
  /// Chooses scenarios; nil for all.
  public var selection: Selection?
  /// The time that a scenario may take.
  public var timeLimit: Duration = .seconds(5)
  /// How many scenarios run side by side.
  public var width: Int
  /// Runs scenarios in child processes, so that a trap or an endless loop costs its own scenario only.
  public var isolation: Isolation?

  /// The usual options.
  public init(selection: Selection? = nil, width: Int = 4, isolation: Isolation? = nil) {
    self.selection = selection
    self.width = width
    self.isolation = isolation
  }
}

/// A run in which something is wrong with the run itself.
public enum RunError: Error, CustomStringConvertible {
  /// Fewer scenarios were executed than were owed.
  case incomplete(missing: [String])
  /// A deviation on record is about no scenario.
  case unknownDeviation(String)
  /// The child processes could not be started.
  case cannotIsolate(String)

  public var description: String {
    switch self {
    case .incomplete(let missing):
      "the run is incomplete: \(missing.count) of the scenarios owed did not report: "
        + missing.prefix(5).joined(separator: ", ") + (missing.count > 5 ? ", …" : "")
    case .unknownDeviation(let id):
      "the known deviation '\(id)' is about no scenario that the module is held against: correct its id, or remove it"
    case .cannotIsolate(let why): "cannot run scenarios in child processes: \(why)"
    }
  }
}

/// The results of holding a module against its chapters.
public struct RunReport: Sendable, CustomStringConvertible {
  /// The module.
  public let module: String
  /// Whether scenarios ran in child processes.
  public let isolated: Bool
  /// The results, in the order of the tables.
  public let results: [ScenarioResult]
  /// The rules of the chapters that the results come from.
  public let rules: [Rule]

  public var description: String { summary }

  /// How many results of each kind.
  public func count(_ kind: Verdict.Kind) -> Int { results.count { $0.verdict.kind == kind } }

  /// Whether nothing was violated, crashed, hung, failed to be set up or passed unexpectedly.
  public var isClean: Bool { !results.contains { $0.verdict.kind.failsTheRun } }
}

/// Results under the keys of what was owed.
typealias ResultsByKey = [String: ScenarioResult]

/// A scenario that a run owes, with all that running and judging it needs.
struct Owed: Sendable {
  let variant: String?
  let scenario: Case
  let deviations: [KnownDeviation]

  var key: String { (variant.map { "\($0):" } ?? "") + scenario.info.id }

  /// The result, deviations on record considered.
  func result(_ verdict: Verdict, _ trace: Trace) -> ScenarioResult {
    ScenarioResult(
      variant: variant, scenario: scenario.info,
      verdict: verdict.considering(deviations.first { $0.covers(scenario.info) }), trace: trace)
  }
}

extension Verdict {
  /// The verdict with a deviation on record: as expected, gone, or still a plain verdict.
  public func considering(_ deviation: KnownDeviation?) -> Verdict {
    guard let deviation else { return self }
    switch kind {
    case deviation.outcome: return .knownDeviation(deviation, was: self)
    case .passed: return .unexpectedPass(deviation, was: self)
    default: return self
    }
  }
}

extension Module {
  /// The manifest: every scenario that a run with this selection owes.
  func owed(_ selection: Selection?) -> [Owed] {
    variants.flatMap { variant in
      variant.suites.flatMap { suite in
        suite.cases.filter { selection?.contains($0.info) ?? true }
          .map { Owed(variant: variant.name, scenario: $0, deviations: suite.deviations) }
      }
    }
  }

  /// Holds the module against every scenario selected.
  ///
  /// - Throws: `RunError` when the run itself failed, an incomplete one included.
  public func run(_ options: RunOptions = RunOptions()) async throws -> RunReport {
    for variant in variants {
      let cases = variant.suites.flatMap(\.cases)
      for deviation in variant.suites.flatMap(\.deviations)
      where !cases.contains(where: { deviation.covers($0.info) }) {
        throw RunError.unknownDeviation(deviation.id)
      }
    }
    let manifest = owed(options.selection)
    let results =
      if let isolation = options.isolation {
        try await isolation.run(manifest, of: self, options)
      } else {
        await runInProcess(manifest, options)
      }
    return try report(results, owed: manifest, isolated: options.isolation != nil)
  }

  /// Holds the results against the manifest.
  func report(_ results: ResultsByKey, owed: [Owed], isolated: Bool) throws(RunError) -> RunReport {
    let missing = owed.map(\.key).filter { results[$0] == nil }
    guard missing.isEmpty else { throw .incomplete(missing: missing) }
    return RunReport(
      module: name, isolated: isolated, results: owed.compactMap { results[$0.key] }, rules: rules)
  }
}
