import CacheSpec

/// The verdict and trace of a scenario, before known deviations and other scenarios are considered.
package struct Judgement: Sendable {
  package let verdict: Verdict
  let trace: Trace
  /// What the models of the chapter do not allow of what was observed; unknown if it ran in a child process.
  var breaches: [Breach] = []
  /// The kinds of the verdicts of all runs, the first of them beside other scenarios; empty if they were the same.
  var runs: [Verdict.Kind] = []
  /// Whether the verdict appears only when a signal ends the module's process.
  var isKilledInEarnest = false
  /// Why a copy of the storage simulated the kill, although a signal was to end the module's process.
  var killedByCopy: String?
  /// Why it was not run, if it would reach a dead end. The verdict and trace are then those of a case that ran.
  var notRun: NotRun?

  /// Whether the machine or the kit failed, and not the module.
  var isFailureOfTheWorld: Bool {
    if case .setupFailed(let why) = verdict { why.hasPrefix("the world ") } else { false }
  }

  /// The fixture stage that failed, or nil if the rule itself was tested.
  var failedStage: Trace.Stage? {
    switch verdict {
    case .setupFailed, .crashed, .hung: trace.stage
    default: nil
    }
  }

  /// What the failure of a scenario of this rule may come from instead: what its steps so far take for granted, the
  /// rule of the fixture's stage that failed, and the rules whose expectations were not met.
  fileprivate func suspects(beside rule: RuleID) -> [Suspect] {
    // No premise excuses a crash.
    if case .violated(let violation) = verdict {
      return violation.premises.map(Suspect.scenario)
        + violation.rules.subtracting([rule]).sorted().map { .rule($0, reaching: nil) }
    }
    guard let stage = failedStage, let suspect = stage.rule else { return [] }
    return [.rule(RuleID(suspect), reaching: stage.ruled)]
  }

  /// Every rule to check before the verdict on a scenario of this rule is final.
  func suspectedRules(beside rule: RuleID) -> [RuleID] { suspects(beside: rule).map(\.rule) }

  /// Whether the failure shows by itself that this rule, the scenario's own, is broken.
  fileprivate func shows(breachOf rule: RuleID) -> Bool {
    switch verdict {
    case .violated(let violation): violation.rules == [rule]
    case .crashed, .hung: trace.stage?.rule == nil && notRun == nil
    default: false
    }
  }
}

/// What a failure may come from, other than the rule of its scenario.
private enum Suspect: Hashable {
  /// The plain scenario of something that was taken for granted.
  case scenario(String)
  /// A rule; for a stage of a fixture, with the state that the rule brings about.
  case rule(RuleID, reaching: String?)

  var rule: RuleID {
    switch self {
    case .scenario(let id): RuleID(ofScenario: id)
    case .rule(let rule, _): rule
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

  /// What the failure may come from, other than the scenario's own rule; nothing if the failure is known.
  fileprivate var suspects: [Suspect] { deviatesAsKnown ? [] : judgement.suspects(beside: planned.scenario.rule.id) }

  /// Whether the failure shows by itself that the scenario's own rule is broken.
  fileprivate var showsABreach: Bool { judgement.shows(breachOf: planned.scenario.rule.id) }

  /// Every rule to check before the verdict is final.
  var suspectedRules: [RuleID] { judgement.suspectedRules(beside: planned.scenario.rule.id) }
}

/// What one variant of a module showed about its rules. It tells which rule is to blame for a failure: the first of
/// those that the failure may come from that a scenario of its own shows to be broken, or else the scenario's rule.
struct RuleRecord: Sendable {
  private let byRule: [RuleID: [JudgedCase]]

  init(_ judged: [JudgedCase]) { byRule = Dictionary(grouping: judged) { $0.planned.scenario.rule.id } }

  /// A broken rule that other failures come from.
  private enum Cause {
    case broken(RuleID, why: String)
    case deviates(RuleID, KnownDeviation)
  }

  /// Returns the result of a case: blocked, if the cause is another rule than its own.
  func result(of judged: JudgedCase) -> ScenarioResult {
    let planned = judged.planned
    func result(_ verdict: Verdict) -> ScenarioResult {
      ScenarioResult(
        variant: planned.variant, scenario: planned.scenario, verdict: verdict, trace: judged.judgement.trace,
        runs: judged.judgement.runs, isKilledInEarnest: judged.judgement.isKilledInEarnest,
        killedByCopy: judged.judgement.killedByCopy, notRun: judged.judgement.notRun?.words,
        unmetRules: judged.judgement.verdict.unmetRules, breaches: judged.judgement.breaches)
    }
    switch cause(of: judged) {
    case .broken(let rule, let why): return result(.blocked(by: rule, why: why))
    case .deviates(let rule, let deviation):
      return result(.notAssessed(why: "blocked by \(rule), a known deviation: \(deviation.reason)"))
    case nil:
      var own = result(planned.considered(judged.judgement.verdict))
      own.otherRule = otherRule(of: judged)
      return own
    }
  }

  /// Returns the rule that a case violates if it is not the scenario's own: only expectations of another rule were not
  /// met, and no scenario of that rule shows it to be broken.
  private func otherRule(of judged: JudgedCase) -> Rule? {
    guard case .violated(let violation) = judged.judgement.verdict,
      !violation.rules.contains(judged.planned.scenario.rule.id)
    else { return nil }
    return violation.rules.sorted().lazy.compactMap { byRule[$0]?.first?.planned.scenario.rule }.first
  }

  /// Returns the broken rule that a failure comes from, or nil if that is the scenario's own.
  private func cause(of judged: JudgedCase, visited: Set<RuleID> = []) -> Cause? {
    for suspect in judged.suspects {
      switch suspect {
      case .scenario(let id):
        let cases = (byRule[suspect.rule] ?? []).filter { $0.planned.scenario.id == id && $0.showsABreach }
        if let cause = cause(ofFirst: cases, visited) { return cause }
      case .rule(let rule, let stage):
        if let cause = cause(of: rule, reaching: stage, visited) { return cause }
      }
    }
    return cause(ofFirst: judged.judgement.notRun?.instead ?? [], visited)
  }

  /// Returns the cause that failures of a rule show, or nil if there are none.
  private func cause(ofFirst failures: [JudgedCase], _ visited: Set<RuleID>) -> Cause? {
    guard let failure = failures.first(where: { !$0.deviatesAsKnown }) else {
      return failures.first.flatMap { failure in
        failure.planned.deviation.map { .deviates(failure.planned.scenario.rule.id, $0) }
      }
    }
    let rule = failure.planned.scenario.rule.id
    if !visited.contains(rule), let cause = cause(of: failure, visited: visited.union([rule])) { return cause }
    return .broken(rule, why: failure.difference)
  }

  /// Returns the cause that a rule's scenarios show, or nil if the rule holds.
  private func cause(of rule: RuleID, reaching stage: String?, _ visited: Set<RuleID>) -> Cause? {
    if visited.contains(rule) { return nil }
    // The fixture's own scenario says most about the rule, so the rule's other scenarios come after it.
    let cases = byRule[rule] ?? []
    let own = stage.map { "\(rule)[fixture: \($0)]" }
    let failures = cases.filter(\.showsABreach)
    let ownFirst = failures.filter { $0.planned.scenario.id == own } + failures
    if let cause = cause(ofFirst: ownFirst, visited) { return cause }
    // Where each of its scenarios fails because of another rule, that rule is the cause.
    let visited = visited.union([rule])
    return cases.lazy.compactMap { blocked in
      blocked.judgement.verdict.kind == .passed ? nil : cause(of: blocked, visited: visited)
    }.first
  }
}

extension PlannedCase {
  /// Returns whether this judgement alone makes the run fail, whatever the other verdicts are.
  func fails(with judgement: Judgement) -> Bool {
    let isSuspicious = !judgement.suspectedRules(beside: scenario.rule.id).isEmpty
    return !(isSuspicious && mayBeExcused) && considered(judgement.verdict).kind.failsTheRun
  }

  /// Applies the known deviation to a verdict. If other scenarios start from this one, a pass says nothing about a
  /// deviation from its rule; if the deviation covers others too, they have to pass as well.
  fileprivate func considered(_ verdict: Verdict) -> Verdict {
    let provesNothing = scenario.isStage || deviationOfSeveral != nil
    return provesNothing && verdict.kind == .passed ? verdict : verdict.considering(deviation)
  }
}

extension Verdict {
  /// The rules whose expectations were not met.
  fileprivate var unmetRules: Set<RuleID> { if case .violated(let violation) = self { violation.rules } else { [] } }

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
