public import CacheSpec

/// The result of one scenario in a report: the verdict once known deviations and the module's other scenarios are
/// considered, and what explains it.
public struct ScenarioResult: Sendable, CustomStringConvertible {
  /// Where the verdict comes from.
  indirect enum Explanation: Sendable {
    /// What the scenario itself showed.
    case itself
    /// The same, about another rule than the scenario's own.
    case otherRule(Rule)
    /// The module lacks something.
    case lack(Capability)
    /// Another failure, which shows a rule to be broken.
    case failure(ScenarioResult)
    /// Another failure, which is on record.
    case deviation(KnownDeviation)
  }

  /// What the scenario showed by itself.
  package let observed: ObservedScenario
  /// The verdict.
  public let verdict: Verdict
  let explanation: Explanation

  /// The result of a scenario that nothing else explains.
  package init(_ observed: ObservedScenario) { self.init(observed, observed.verdict) }

  init(_ observed: ObservedScenario, _ verdict: Verdict, by explanation: Explanation = .itself) {
    (self.observed, self.verdict, self.explanation) = (observed, verdict, explanation)
  }

  /// The variant of the module, or nil for its only one.
  public var variant: String? { planned.variant }

  /// The scenario.
  public var scenario: ScenarioInfo { planned.scenario }

  /// What happened, step by step.
  public var trace: ScenarioTrace { observed.trace }

  /// The kinds of the verdicts of all runs of the scenario, of which the first was beside other scenarios; empty if all
  /// kinds were the same, and nobody asked how often the scenario fails.
  public var runs: [Verdict.Kind] { observed.runs }

  /// How long the scenario took, in real time; nil if it was not run.
  public var duration: Duration? { observed.duration }

  /// How the scenario hung, and did not when it ran again, alone and with a longer limit, in words; nil if it did not hang.
  public var slow: String? { observed.slow }

  /// The rule that the verdict is about: the scenario's own rule, or another rule if the module violates only what that
  /// rule demands of the scenario's steps.
  public var rule: Rule { otherRule ?? scenario.rule }

  public var description: String { "\(name): \(verdict.kind)" }
}

extension ScenarioResult {
  /// The scenario as it was planned.
  package var planned: PlannedCase { observed.planned }

  /// The verdict on what the scenario itself observed.
  package var seen: Verdict { observed.verdict }

  /// The rule that is violated, if it is not the scenario's own.
  package var otherRule: Rule? { if case .otherRule(let rule) = explanation { rule } else { nil } }

  /// What the module lacks, if the scenario was not assessed for that reason.
  var lack: Capability? { if case .lack(let lack) = explanation { lack } else { nil } }

  /// The failure that shows the rule to be broken that blocks the scenario.
  package var blocking: ScenarioResult? { if case .failure(let failure) = explanation { failure } else { nil } }

  /// The known deviation that blocks the scenario.
  package var blockingDeviation: KnownDeviation? {
    if case .deviation(let deviation) = explanation { deviation } else { nil }
  }

  /// The rule that blocks the scenario, because the module breaks it or is known to; else nil.
  package var blockedBy: RuleID? {
    if case .blocked(let rule, _) = verdict { return rule }
    return blockingDeviation.map { RuleID(ofScenario: $0.id) }
  }

  /// What the scenario itself observed, if another rule blocks it; nil if it was not run.
  package var seenThoughBlocked: Verdict? {
    let isBlocked = verdict.kind == .blocked || blockingDeviation != nil
    return isBlocked && observed.notRun == nil ? seen : nil
  }

  /// The result, with what the module lacks if the scenario was not assessed for that.
  func explained(by lacking: [Capability: String]) -> Self {
    guard verdict.kind == .notAssessed, blockingDeviation == nil,
      let lack = scenario.requires.first(where: { lacking[$0] != nil })
    else { return self }
    return Self(observed, verdict, by: .lack(lack))
  }

  /// What was expected and what was observed, in one line.
  package var difference: String { verdict.difference }

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
}
