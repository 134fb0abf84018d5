package import CacheSpec

/// What one scenario showed when it ran, whatever other scenarios show and whatever is on record.
package struct ObservedScenario: Sendable {
  /// The scenario as it was planned.
  package let planned: PlannedCase
  /// The verdict on what was observed.
  package let verdict: Verdict
  /// What happened, step by step.
  package let trace: ScenarioTrace
  /// The kinds of the verdicts of all runs of the scenario, of which the first was beside other scenarios; empty if all
  /// kinds were the same, and nobody asked how often the scenario fails.
  package var runs: [Verdict.Kind] = []
  /// How long the scenario took, in real time; nil if it was not run.
  package var duration: Duration?
  /// How the scenario hung, and did not when it ran again, alone and with a longer limit, in words; nil if it did not hang.
  /// It is slow, or its process was busy, and the verdict is that of the second run.
  package var slow: String?
  /// Whether the verdict appears only if a signal ends the module's process, as with `--isolated`.
  package let isKilledBySignal: Bool
  /// Why a copy of the storage simulated the kill, although a signal was to end the module's process.
  package var killedByCopy: String?
  /// The scenarios that ran instead, if this one was not run because it would reach a dead end. The verdict and trace
  /// are then taken from them.
  package let representatives: [Self]
  /// What the models of the chapter say of the scenario, if they judged it in this process.
  package let judged: FollowedScenario

  package init(
    _ planned: PlannedCase, _ verdict: Verdict, _ trace: ScenarioTrace = ScenarioTrace(),
    judged: FollowedScenario = FollowedScenario(),
    isKilledBySignal: Bool = false, taking duration: Duration? = nil
  ) {
    (self.planned, self.verdict, self.trace, self.judged) = (planned, verdict, trace, judged)
    (self.isKilledBySignal, self.duration, representatives) = (isKilledBySignal, duration, [])
  }

  /// What a scenario would show that was not run, because others that ended at the same place did.
  ///
  /// - Parameters:
  ///   - planned: the scenario.
  ///   - first: the first of those that ran.
  ///   - others: those that ran after it.
  init(_ planned: PlannedCase, notRunFor first: Self, _ others: some Sequence<Self>) {
    (self.planned, verdict, trace, judged) = (planned, first.verdict, first.trace, FollowedScenario())
    (isKilledBySignal, representatives) = (false, [first] + others)
  }

  /// The scenario.
  package var scenario: ScenarioInfo { planned.scenario }

  /// The rules whose expectations were not met, even if another rule is the cause.
  package var unmetRules: Set<RuleID> { if case .violated(let violation) = verdict { violation.rules } else { [] } }

  /// Why the scenario was not run, if it would reach a place where others hung or ended and that none passed; else nil.
  package var notRun: String? {
    if representatives.isEmpty { return nil }
    let names = representatives.prefix(2).map(\.planned.key).joined(separator: " and ")
    return "\(names) failed at this point, and no scenario passed it"
  }

  /// Whether the machine or the kit failed, and not the module.
  package var isFailureOfTheWorld: Bool {
    if case .setupFailed(.world) = verdict { true } else { false }
  }

  /// What was expected and what was observed, in one line.
  package var difference: String { verdict.difference }
}

/// What a proof asks of a scenario beside its verdict.
package struct FollowedScenario: Sendable {
  /// The observations that the models of the chapter do not allow.
  package var breaches: [Breach] = []
  /// What the scenario took for granted in the steps that were performed.
  package var premises: [NeededPremise] = []

  package init() {}
}

/// What scenarios showed, keyed by planned case.
package typealias ResultsByKey = [String: ObservedScenario]
