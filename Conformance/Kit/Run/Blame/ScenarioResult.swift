public import CacheSpec

/// The result of one scenario. At first it has the verdict on what was observed; in a report, it has the verdict after
/// known deviations and the module's other scenarios have been considered.
public struct ScenarioResult: Sendable, CustomStringConvertible {
  /// The scenario as it was planned.
  package let planned: PlannedCase
  /// The verdict.
  public internal(set) var verdict: Verdict
  /// The verdict on what the scenario itself observed, whatever else the module breaks and is known to break.
  package let seen: Verdict
  /// The known deviation that blocks the scenario, if it was not assessed for that reason.
  package var blockingDeviation: KnownDeviation?
  /// What happened, step by step.
  public internal(set) var trace: Trace
  /// The kinds of the verdicts of all runs of the scenario, of which the first was beside other scenarios; empty if all
  /// kinds were the same, and nobody asked how often the scenario fails.
  public package(set) var runs: [Verdict.Kind] = []
  /// How long the scenario took, in real time; nil if it was not run.
  public package(set) var duration: Duration?
  /// How the scenario hung, and did not when it ran again, alone and with a longer limit, in words; nil if it did not hang.
  /// It is slow, or its process was busy, and the verdict is that of the second run.
  public package(set) var slow: String?
  /// Whether the verdict appears only if a signal ends the module's process, as with `--isolated`.
  var isKilledBySignal = false
  /// Why a copy of the storage simulated the kill, although a signal was to end the module's process.
  package var killedByCopy: String?
  /// The results of the scenarios that ran instead, if this one was not run because it would reach a dead end. The
  /// verdict and trace are then taken from them.
  var representatives: [ScenarioResult] = []
  /// The failure that shows the rule to be broken that blocks the scenario: none, or one.
  var blocking: [ScenarioResult] = []
  /// What the module lacks, if the scenario was not assessed for that reason.
  var lack: Capability?
  /// The rule that is violated, if it is not the scenario's own.
  package var otherRule: Rule?
  /// The rules whose expectations were not met, even if another rule is the cause.
  package var unmetRules: Set<RuleID> = []
  /// What the models of the chapter say of the scenario, if they judged it in this process.
  package var judged = FollowedScenario()

  package init(
    _ planned: PlannedCase, _ verdict: Verdict, _ trace: Trace = Trace(), judged: FollowedScenario = FollowedScenario(),
    isKilledBySignal: Bool = false, taking duration: Duration? = nil
  ) {
    self.planned = planned
    (self.verdict, seen) = (verdict, verdict)
    self.trace = trace
    self.judged = judged
    self.isKilledBySignal = isKilledBySignal
    self.duration = duration
    if case .violated(let violation) = verdict { unmetRules = violation.rules }
  }

  /// The variant of the module, or nil for its only one.
  public var variant: String? { planned.variant }

  /// The scenario.
  public var scenario: ScenarioInfo { planned.scenario }

  /// The rule that the verdict is about: the scenario's own rule, or another rule if the module violates only what that
  /// rule demands of the scenario's steps.
  public var rule: Rule { otherRule ?? scenario.rule }

  /// Why the scenario was not run, if it would reach a place where others hung or ended and that none passed; else nil.
  package var notRun: String? {
    if representatives.isEmpty { return nil }
    let names = representatives.prefix(2).map(\.planned.key).joined(separator: " and ")
    return "\(names) failed at this point, and no scenario passed it"
  }

  /// What the scenario itself observed, if another rule blocks it; nil if it was not run.
  package var seenThoughBlocked: Verdict? {
    let isBlocked = verdict.kind == .blocked || blockingDeviation != nil
    return isBlocked && representatives.isEmpty ? seen : nil
  }

  public var description: String { "\(name): \(verdict.kind)" }

  /// Whether its runs show that the scenario fails in some and passes in others.
  package var isUnsteady: Bool {
    verdict.kind != .passed && verdict.kind.isJudged && runs.contains(.passed) && runs.contains(where: \.isBreach)
  }

  /// Whether this is the result of a fixture's stage and says nothing of its own.
  var isPlainStage: Bool {
    switch verdict.kind {
    case .passed, .notAssessed: scenario.isStage && !runs.contains { $0 == .crashed || $0 == .hung }
    default: false
    }
  }

  /// Whether the machine or the kit failed, and not the module.
  package var isFailureOfTheWorld: Bool {
    if case .setupFailed(.world) = verdict { true } else { false }
  }
}

/// What a proof asks of a scenario beside its verdict.
package struct FollowedScenario: Sendable {
  /// The observations that the models of the chapter do not allow.
  package var breaches: [Breach] = []
  /// What the scenario took for granted in the steps that were performed.
  package var premises: [NeededPremise] = []

  package init() {}
}

/// The results of a run, keyed by planned case.
package typealias ResultsByKey = [String: ScenarioResult]
