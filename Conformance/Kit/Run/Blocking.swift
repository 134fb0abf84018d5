import CacheSpec

/// What running a scenario brought, before deviations on record and other scenarios are considered.
package struct Judgement: Sendable {
  package let verdict: Verdict
  let trace: Trace
  /// What it came to first, where it was run again by itself and came to something else.
  var inCompany: Verdict.Kind?
  /// Whether it shows only where a signal ends the process of the module.
  var isKilledInEarnest = false
  /// Why the app was killed by a copy alone, where a signal was to end the process of the module.
  var killedByCopy: String?
  /// Why it was not run, where it starts from a dead end: the rest is then of one that was.
  var notRun: NotRun?

  /// The stage of the fixture that did not come about, or nil where the rule itself was tried.
  var failedStage: Trace.Stage? {
    switch verdict {
    case .setupFailed, .crashed, .hung: trace.stage
    default: nil
    }
  }

  /// The rule that has to be looked at before the scenario can be called blocked.
  fileprivate var suspect: RuleID? { failedStage?.rule.map { RuleID($0) } }

  /// The ids of the scenarios that have to be looked at before a violation can be called its own. No premise excuses a
  /// crash.
  fileprivate var premises: [String] { verdict.kind == .violated ? trace.premises : [] }

  /// Every rule that has to be looked at before the verdict stands.
  var suspects: [RuleID] { [suspect].compactMap(\.self) + premises.map { RuleID(ofScenario: $0) } }

  /// Whether the rule itself is broken.
  fileprivate var isOwnFailure: Bool {
    switch verdict {
    case .violated: true
    case .crashed, .hung: trace.stage?.rule == nil && notRun == nil
    default: false
    }
  }
}

/// A case with what running it brought.
struct JudgedCase: Sendable {
  let planned: PlannedCase
  let judgement: Judgement

  /// What was expected and what was seen, after its id.
  fileprivate var difference: String {
    let result = ScenarioResult(
      variant: nil, scenario: planned.scenario, verdict: judgement.verdict, trace: judgement.trace, inCompany: nil)
    return "\(planned.scenario.id): \(result.difference)"
  }

  /// Whether it deviates in the way that is on record.
  fileprivate var deviatesAsKnown: Bool { planned.deviation?.outcome == judgement.verdict.kind }

  /// What its failure may come from, where it is no rule's that is a premise itself.
  fileprivate var premises: [String] {
    let rules = judgement.premises.map { RuleID(ofScenario: $0) }
    return deviatesAsKnown || rules.contains(planned.scenario.rule.id) ? [] : judgement.premises
  }
}

/// What one variant of a module showed of its rules: from it follows which rule is at the bottom of a fixture that did not
/// come about, and of a failure after what an action takes for granted.
struct RuleRecord: Sendable {
  private let byRule: [RuleID: [JudgedCase]]

  init(_ judged: [JudgedCase]) { byRule = Dictionary(grouping: judged) { $0.planned.scenario.rule.id } }

  /// How a rule stands.
  private enum Standing {
    case holds
    case broken(RuleID, why: String)
    case deviates(RuleID, KnownDeviation)
  }

  /// The result of a case: blocked, where a broken rule that it leans on is the cause.
  func result(of judged: JudgedCase) -> ScenarioResult {
    let planned = judged.planned
    func result(_ verdict: Verdict) -> ScenarioResult {
      ScenarioResult(
        variant: planned.variant, scenario: planned.scenario, verdict: verdict, trace: judged.judgement.trace,
        inCompany: judged.judgement.inCompany, isKilledInEarnest: judged.judgement.isKilledInEarnest,
        killedByCopy: judged.judgement.killedByCopy, notRun: judged.judgement.notRun?.words)
    }
    switch cause(of: judged) {
    case .broken(let rule, let why): return result(.blocked(by: rule, why: why))
    case .deviates(let rule, let deviation):
      return result(.notAssessed(why: "blocked by \(rule), a known deviation: \(deviation.reason)"))
    case .holds: return result(planned.considered(judged.judgement.verdict))
    }
  }

  /// How the rules stand that a case leans on.
  private func cause(of judged: JudgedCase) -> Standing {
    if let stage = judged.judgement.failedStage, let suspect = judged.judgement.suspect {
      let standing = standing(of: suspect, failingAt: stage.ruled, visited: [])
      if case .holds = standing {} else { return standing }
    }
    let instead = judged.judgement.notRun?.instead ?? []
    return brokenPremise(of: judged) ?? standing(ofFirst: instead) ?? .holds
  }

  /// How a rule stands that a failure takes for granted and that does not hold, or nil where all of them do.
  private func brokenPremise(of judged: JudgedCase) -> Standing? {
    judged.premises.lazy.compactMap { premise in
      let cases = byRule[RuleID(ofScenario: premise)] ?? []
      return standing(ofFirst: cases.filter { $0.planned.scenario.id == premise && $0.judgement.isOwnFailure })
    }.first
  }

  /// What failures of a rule say of it, or nil where there are none.
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
    // A fixture's own scenario of the rule says most about it, the others of the rule come after.
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
  /// Whether a judgement of it is enough to say that the run fails, whatever other scenarios come to.
  func fails(with judgement: Judgement) -> Bool {
    (judgement.suspects.isEmpty || !mayBeExcused) && considered(judgement.verdict).kind.failsTheRun
  }

  /// A verdict with the deviation on record. Where other scenarios start from this one, and it comes about, that says
  /// nothing of a deviation from its rule.
  fileprivate func considered(_ verdict: Verdict) -> Verdict {
    scenario.isStage && verdict.kind == .passed ? verdict : verdict.considering(deviation)
  }
}

extension Verdict {
  /// The verdict with a deviation on record: as expected, gone, or still a plain verdict.
  fileprivate func considering(_ deviation: KnownDeviation?) -> Verdict {
    guard let deviation else { return self }
    switch kind {
    case deviation.outcome: return .knownDeviation(deviation, was: self)
    case .passed: return .unexpectedPass(deviation, was: self)
    default: return self
    }
  }
}
