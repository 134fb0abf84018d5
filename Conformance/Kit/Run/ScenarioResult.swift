public import CacheSpec

/// The result of one scenario: at first the verdict on what was observed, and in a report the verdict once known
/// deviations and the module's other scenarios are considered.
public struct ScenarioResult: Sendable, CustomStringConvertible {
  /// The scenario as it was planned.
  let planned: PlannedCase
  /// The verdict.
  public internal(set) var verdict: Verdict
  /// What happened, step by step.
  public internal(set) var trace: Trace
  /// The kinds of the verdicts of all runs of the scenario, the first of them beside other scenarios; empty if they were
  /// the same.
  public internal(set) var runs: [Verdict.Kind] = []
  /// How long the scenario took, in real time; zero if it was not run.
  public internal(set) var duration: Duration
  /// Whether the verdict appears only when a signal ends the module's process, as with `--isolated`.
  var isKilledInEarnest = false
  /// Why a copy of the storage simulated the kill, although a signal was to end the module's process.
  var killedByCopy: String?
  /// The results of those that ran in its place, if it would reach a dead end. The verdict and trace are then theirs.
  var instead: [ScenarioResult] = []
  /// What the module lacks, if the scenario was not assessed for that reason.
  var lack: Capability?
  /// The rule that is violated, if it is not the scenario's own.
  var otherRule: Rule?
  /// The rules whose expectations were not met, even if another rule is the cause.
  package var unmetRules: Set<RuleID> = []
  /// What the models of the chapter do not allow of what was observed, if they were followed in this process.
  package var breaches: [Breach] = []

  init(
    _ planned: PlannedCase, _ verdict: Verdict, _ trace: Trace = Trace(), breaches: [Breach] = [],
    isKilledInEarnest: Bool = false, taking duration: Duration = .zero
  ) {
    self.planned = planned
    self.verdict = verdict
    self.trace = trace
    self.breaches = breaches
    self.isKilledInEarnest = isKilledInEarnest
    self.duration = duration
    if case .violated(let violation) = verdict { unmetRules = violation.rules }
  }

  /// The variant of the module, or nil for its only one.
  public var variant: String? { planned.variant }

  /// The scenario.
  public var scenario: ScenarioInfo { planned.scenario }

  /// The rule that the verdict is about: the scenario's own or, if the module violates only what another rule demands of
  /// its steps, that rule.
  public var rule: Rule { otherRule ?? scenario.rule }

  /// Why it was not run, if it would reach a place where others ended and that none passed.
  package var notRun: String? {
    if instead.isEmpty { return nil }
    let names = instead.prefix(2).map(\.planned.key).joined(separator: " and ")
    return "\(names) came to the same here, and nothing came past it"
  }

  public var description: String { "\(name): \(verdict.kind)" }

  /// Whether it is the result of a stage of fixtures that tells nothing of its own.
  var isPlainStage: Bool {
    switch verdict.kind {
    case .passed, .notAssessed: scenario.isStage
    default: false
    }
  }

  /// Whether the machine or the kit failed, and not the module.
  var isFailureOfTheWorld: Bool {
    if case .setupFailed(let why) = verdict { why.hasPrefix("the world ") } else { false }
  }
}

/// The results of a run, keyed by planned case.
typealias ResultsByKey = [String: ScenarioResult]
