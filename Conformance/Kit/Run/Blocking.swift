import CacheSpec

/// The verdict and trace of a scenario, before known deviations and other scenarios are considered.
package struct Judgement: Sendable {
  package let verdict: Verdict
  let trace: Trace
  /// The kinds of the verdicts of all runs, the first of them beside other scenarios; empty if they were the same.
  var runs: [Verdict.Kind] = []
  /// Whether the verdict appears only when a signal ends the module's process.
  var isKilledInEarnest = false
  /// Why a copy of the storage simulated the kill, although a signal was to end the module's process.
  var killedByCopy: String?
  /// Why it was not run, if it would reach a dead end. The verdict and trace are then those of a case that ran.
  var notRun: NotRun?

  /// The fixture stage that failed, or nil if the rule itself was tested.
  var failedStage: Trace.Stage? {
    switch verdict {
    case .setupFailed, .crashed, .hung: trace.stage
    default: nil
    }
  }

  /// The rule to check before the scenario can be called blocked.
  fileprivate var suspect: RuleID? { failedStage?.rule.map { RuleID($0) } }

  /// The ids of the scenarios to check before a violation counts against the scenario's own rule. No premise excuses a
  /// crash.
  fileprivate var premises: [String] { verdict.kind == .violated ? trace.premises : [] }

  /// Every rule to check before the verdict is final.
  var suspects: [RuleID] { [suspect].compactMap(\.self) + premises.map { RuleID(ofScenario: $0) } }

  /// Whether the scenario's own rule is broken.
  fileprivate var isOwnFailure: Bool {
    switch verdict {
    case .violated: true
    case .crashed, .hung: trace.stage?.rule == nil && notRun == nil
    default: false
    }
  }
}

/// A case with its judgement.
struct JudgedCase: Sendable {
  let planned: PlannedCase
  let judgement: Judgement

  /// The id, followed by what was expected and what was observed.
  fileprivate var difference: String {
    let result = ScenarioResult(
      variant: nil, scenario: planned.scenario, verdict: judgement.verdict, trace: judgement.trace, runs: [])
    return "\(planned.scenario.id): \(result.difference)"
  }

  /// Whether the verdict is that of the known deviation.
  fileprivate var deviatesAsKnown: Bool { planned.deviation?.outcome == judgement.verdict.kind }

  /// The premises that the failure may come from; none if it is known, or if the scenario's own rule is a premise.
  fileprivate var premises: [String] {
    let rules = judgement.premises.map { RuleID(ofScenario: $0) }
    return deviatesAsKnown || rules.contains(planned.scenario.rule.id) ? [] : judgement.premises
  }
}

/// What one variant of a module showed about its rules. It tells which broken rule caused a fixture to fail, or a
/// failure after an action that takes something for granted.
struct RuleRecord: Sendable {
  private let byRule: [RuleID: [JudgedCase]]

  init(_ judged: [JudgedCase]) { byRule = Dictionary(grouping: judged) { $0.planned.scenario.rule.id } }

  /// The state of a rule.
  private enum Standing {
    case holds
    case broken(RuleID, why: String)
    case deviates(RuleID, KnownDeviation)
  }

  /// Returns the result of a case: blocked, if the cause is a broken rule that the case depends on.
  func result(of judged: JudgedCase) -> ScenarioResult {
    let planned = judged.planned
    func result(_ verdict: Verdict) -> ScenarioResult {
      ScenarioResult(
        variant: planned.variant, scenario: planned.scenario, verdict: verdict, trace: judged.judgement.trace,
        runs: judged.judgement.runs, isKilledInEarnest: judged.judgement.isKilledInEarnest,
        killedByCopy: judged.judgement.killedByCopy, notRun: judged.judgement.notRun?.words)
    }
    switch cause(of: judged) {
    case .broken(let rule, let why): return result(.blocked(by: rule, why: why))
    case .deviates(let rule, let deviation):
      return result(.notAssessed(why: "blocked by \(rule), a known deviation: \(deviation.reason)"))
    case .holds: return result(planned.considered(judged.judgement.verdict))
    }
  }

  /// Returns the state of the rules that a case depends on.
  private func cause(of judged: JudgedCase) -> Standing {
    if let stage = judged.judgement.failedStage, let suspect = judged.judgement.suspect {
      let standing = standing(of: suspect, failingAt: stage.ruled, visited: [])
      if case .holds = standing {} else { return standing }
    }
    let instead = judged.judgement.notRun?.instead ?? []
    return brokenPremise(of: judged) ?? standing(ofFirst: instead) ?? .holds
  }

  /// Returns the state of the first premise of a failure that does not hold, or nil if all of them hold.
  private func brokenPremise(of judged: JudgedCase) -> Standing? {
    judged.premises.lazy.compactMap { premise in
      let cases = byRule[RuleID(ofScenario: premise)] ?? []
      return standing(ofFirst: cases.filter { $0.planned.scenario.id == premise && $0.judgement.isOwnFailure })
    }.first
  }

  /// Returns what failures of a rule say about it, or nil if there are none.
  private func standing(ofFirst failures: [JudgedCase]) -> Standing? {
    guard let failure = failures.first(where: { !$0.deviatesAsKnown }) else {
      return failures.first.flatMap { failure in
        failure.planned.deviation.map { .deviates(failure.planned.scenario.rule.id, $0) }
      }
    }
    if let premise = brokenPremise(of: failure) { return premise }
    return .broken(failure.planned.scenario.rule.id, why: failure.difference)
  }

  private func standing(of rule: RuleID, failingAt stage: String?, visited: Set<RuleID>) -> Standing {
    // The fixture's own scenario says most about the rule, so the rule's other scenarios come after it.
    let cases = byRule[rule] ?? []
    let own = stage.map { "\(rule)[fixture: \($0)]" }
    let failures = cases.filter(\.judgement.isOwnFailure)
    let ownFirst = failures.filter { $0.planned.scenario.id == own } + failures
    if let standing = standing(ofFirst: ownFirst) { return standing }
    let visited = visited.union([rule])
    for blocked in cases {
      guard let next = blocked.judgement.suspect, !visited.contains(next) else { continue }
      let standing = standing(of: next, failingAt: blocked.judgement.failedStage?.ruled, visited: visited)
      if case .holds = standing { continue }
      return standing
    }
    return .holds
  }
}

extension PlannedCase {
  /// Returns whether this judgement alone makes the run fail, whatever the other verdicts are.
  func fails(with judgement: Judgement) -> Bool {
    (judgement.suspects.isEmpty || !mayBeExcused) && considered(judgement.verdict).kind.failsTheRun
  }

  /// Applies the known deviation to a verdict. If other scenarios start from this one, a pass says nothing about a
  /// deviation from its rule; if the deviation covers others too, they have to pass as well.
  fileprivate func considered(_ verdict: Verdict) -> Verdict {
    (scenario.isStage || deviationOfSeveral != nil) && verdict.kind == .passed ? verdict : verdict.considering(deviation)
  }
}

extension Verdict {
  /// Applies a known deviation to the verdict: it happened, it no longer happens, or the verdict stays as it is.
  fileprivate func considering(_ deviation: KnownDeviation?) -> Verdict {
    guard let deviation else { return self }
    switch kind {
    case deviation.outcome: return .knownDeviation(deviation, was: self)
    case .passed: return .unexpectedPass(deviation, was: self)
    default: return self
    }
  }
}
