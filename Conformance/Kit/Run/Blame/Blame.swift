import CacheSpec

// This file decides which rule is to blame for a failure. A failure may come from several rules. The first of them that
// one of its own scenarios shows to be broken is to blame, if that failed alike. If there is none, the rule of the failed
// scenario is. What is on record explains no more than what failed does.

extension ObservedScenario {
  /// Every rule to check before the verdict is final.
  var suspectedRules: [RuleID] { suspects.map(\.rule) }

  /// Whether this result alone makes the run fail, whatever the other results are.
  package var failsByItself: Bool {
    let isSuspicious = !suspectedRules.isEmpty
    return !(isSuspicious && planned.mayBeExcused) && considered.kind.failsTheRun
  }

  /// The fixture stage that failed, or nil if the rule itself was tested.
  fileprivate var failedStage: ScenarioTrace.Stage? {
    switch verdict {
    case .setupFailed, .crashed, .hung: trace.stage
    default: nil
    }
  }

  /// What the failure may come from other than the scenario's own rule: the scenarios that check what its steps so far
  /// take for granted, the rule of the fixture's stage that failed, and the rules whose expectations were not met.
  /// Empty if the failure is a known deviation.
  fileprivate var suspects: [Suspect] {
    if deviatesAsKnown { return [] }
    // No premise excuses a crash.
    if case .violated(let violation) = verdict {
      return violation.evidence.premises.map(Suspect.premise)
        + violation.evidence.unmet.filter { $0 != scenario.rule.id }.map { .rule($0, reaching: nil) }
    }
    guard let stage = failedStage?.ruled else { return [] }
    return [.rule(stage.rule, reaching: stage.scenario)]
  }

  /// What it shows about the rules that may be broken, or nil if no step of its own failed.
  fileprivate var evidence: Evidence? { if case .violated(let violation) = verdict { violation.evidence } else { nil } }

  /// Whether the failure shows by itself that the scenario's own rule is broken.
  fileprivate var showsABreach: Bool {
    if isOnRecordAsUnsteady { return false }
    return switch verdict {
    case .violated(let violation): violation.rules == [scenario.rule.id]
    case .crashed, .hung: trace.stage?.ruled == nil && representatives.isEmpty
    default: false
    }
  }

  /// Whether the failure is on record as unsteady. What fails in some runs only explains no failure of another scenario.
  var isOnRecordAsUnsteady: Bool { deviatesAsKnown && planned.deviation?.isUnsteady == true }

  /// Whether the verdict is the one that the known deviation has on record.
  fileprivate var deviatesAsKnown: Bool { planned.deviation?.outcome == verdict.kind }

  /// The verdict once the known deviation is considered: it happened, it no longer happens, or the verdict stays as it
  /// is. If other scenarios start from this one, a pass says nothing about a deviation from its rule, nor about an
  /// unsteady one. If the deviation covers other scenarios too, they have to pass as well.
  fileprivate var considered: Verdict {
    guard let deviation = planned.deviation else { return verdict }
    let provesNothing = scenario.isStage || deviation.isUnsteady || planned.deviationOfSeveral != nil
    switch verdict.kind {
    case deviation.outcome: return .knownDeviation(deviation, was: verdict)
    case .passed where !provesNothing: return .unexpectedPass(deviation, was: verdict)
    default: return verdict
    }
  }
}

/// What a failure may come from, other than the rule of its scenario.
private enum Suspect: Hashable {
  /// Something that the failed scenario takes for granted.
  case premise(NeededPremise)
  /// A rule; for a stage of a fixture, with the scenario that shows the stage.
  case rule(RuleID, reaching: String?)

  var rule: RuleID {
    switch self {
    case .premise(let needed): needed.rule
    case .rule(let rule, _): rule
    }
  }
}

extension [ObservedScenario] {
  /// Returns the results with their final verdicts: blocked, where the cause is another rule than the scenario's own.
  ///
  /// - Parameter all: every result of the variant, which together show which rules are broken.
  func blamed(by all: [ObservedScenario]) -> [ScenarioResult] {
    let blame = Blame(all)
    let blamed = map(blame.result)
    // Where two rules would explain each other's failures, what is to explain others is told itself.
    let causes = Set(blamed.compactMap(\.blocking).map(\.planned.key))
    return zip(self, blamed).map { observed, result in
      causes.contains(observed.planned.key) && result.verdict.kind == .blocked ? blame.told(observed) : result
    }
  }

  /// Returns what has to run next, of the cases without a result, before it is known which rules are to blame for these
  /// results; empty if it is known. The verdicts will be the same as if all suspects ran.
  ///
  /// - Parameters:
  ///   - all: every result of the variant so far.
  ///   - cases: every case of the variant.
  func undecided(by all: [ObservedScenario], of cases: [PlannedCase]) -> [PlannedCase] {
    var keys: Set<String> = []
    for result in self {
      let gap = Gap(in: cases, after: all)
      _ = Blame(all, gap).result(result)
      keys.formUnion(gap.cases.map(\.key))
    }
    return cases.filter { keys.contains($0.key) }
  }
}

/// The first cases without a result that a search for the rule to blame has come to.
private final class Gap {
  private let byRule: [RuleID: [PlannedCase]]
  private let known: Set<String>
  private(set) var cases: [PlannedCase] = []

  init(in cases: [PlannedCase], after results: [ObservedScenario]) {
    byRule = Dictionary(grouping: cases, by: \.scenario.rule.id)
    known = Set(results.map(\.planned.key))
  }

  /// Notes that the search comes to the cases of a rule that are before another one; nil for all.
  func note(_ rule: RuleID, before last: ObservedScenario?) {
    guard cases.isEmpty else { return }
    cases = byRule[rule, default: []].prefix { $0.key != last?.planned.key }.filter { !known.contains($0.key) }
  }

  /// Notes that the search comes to a scenario of a rule. If that has not run, what it is likely to come to next runs too.
  func note(_ scenario: String, _ rule: RuleID, next: [Suspect]) {
    func waiting(_ scenario: String, _ rule: RuleID) -> [PlannedCase] {
      byRule[rule, default: []].filter { $0.scenario.id == scenario && !known.contains($0.key) }
    }
    guard cases.isEmpty, !waiting(scenario, rule).isEmpty else { return }
    let more = next.flatMap { suspect in
      if case .premise(let needed) = suspect, needed.scenario != scenario {
        waiting(needed.scenario, suspect.rule)
      } else {
        [PlannedCase]()
      }
    }
    cases = waiting(scenario, rule) + more
  }
}

extension RunReport {
  /// The failures that show the rules to be broken that block results, other than failures that are results themselves:
  /// their scenarios were not selected, or are of another shard. They are not counted.
  public var causes: [ScenarioResult] {
    var known = Set(results.filter(\.verdict.kind.isFailureOfItsOwn).map(\.planned.key))
    return results.compactMap(\.blocking).filter { known.insert($0.planned.key).inserted }
  }

  /// Each failure with a cause of its own: those of the results, and those that block results.
  package var failures: [ScenarioResult] { results.filter(\.verdict.kind.isFailureOfItsOwn) + causes }
}

extension Verdict.Kind {
  /// Whether such a verdict fails the run, and its cause is not reported as another failure.
  fileprivate var isFailureOfItsOwn: Bool { failsTheRun && self != .blocked }
}

extension Evidence? {
  /// Whether a failure may come from what another shows to be broken: only if both failed alike. A fixture that failed may
  /// come from any failure of its rule.
  fileprivate func isLike(_ other: ObservedScenario) -> Bool {
    guard let self else { return true }
    return other.evidence.map { self.symptoms.isLike($0.symptoms) } ?? false
  }
}

extension [ObservedScenario] {
  /// Returns the rule on record that explains why a drawn run did not meet what some rules demand, or nil if none does.
  func deviation(explaining evidence: Evidence) -> RuleID? {
    first { result in
      evidence.unmet.contains(result.scenario.rule.id) && result.deviatesAsKnown && result.showsABreach
        && Optional(evidence).isLike(result)
    }?.scenario.rule.id
  }

  /// Returns the rule, broken or on record, that a drawn run takes for granted and may have failed by, or nil.
  func premise(explaining evidence: Evidence) -> RuleID? {
    let suspects = evidence.premises.map(Suspect.premise)
    return Blame(self).cause(of: suspects, like: evidence)?.rule
  }

  /// The rules that a report would tell as broken.
  var rulesTold: Set<RuleID> { Set(blamed(by: self).filter(\.verdict.kind.isFailureOfItsOwn).map(\.rule.id)) }

  /// Whether a rule's own scenarios show it to be broken, and this is not on record.
  func showBreach(of rule: RuleID) -> Bool {
    contains { $0.scenario.rule.id == rule && $0.showsABreach && !$0.deviatesAsKnown }
  }
}

extension Suspect {
  /// Whether it is this cause itself, and not something that fails by it.
  fileprivate func isItself(_ cause: Blame.Cause) -> Bool {
    switch self {
    case .premise(let needed):
      // What fails in its fixture is shown by the fixture's own scenario.
      needed.scenario == cause.failure.scenario.id || cause.failure.scenario.isStage && rule == cause.rule
    case .rule: rule == cause.rule
    }
  }
}

/// What one variant of a module showed about its rules.
private struct Blame {
  private let byRule: [RuleID: [ObservedScenario]]
  /// Where the search comes to cases that have not run; nil if all have that it may come to.
  private let gap: Gap?

  init(_ all: [ObservedScenario], _ gap: Gap? = nil) {
    byRule = Dictionary(grouping: all) { $0.scenario.rule.id }
    self.gap = gap
  }

  /// Returns the results of a rule, of which those after the first that ends the search may be missing.
  private func results(of rule: RuleID, until ends: (ObservedScenario) -> Bool = { _ in false }) -> [ObservedScenario] {
    let results = byRule[rule] ?? []
    gap?.note(rule, before: results.first(where: ends))
    return results
  }

  /// Returns the result of one scenario of a rule, or nil if there is none.
  ///
  /// - Parameter next: what will be looked at if the scenario passed.
  private func result(of scenario: String, _ rule: RuleID, next: [Suspect] = []) -> ObservedScenario? {
    gap?.note(scenario, rule, next: next)
    return byRule[rule]?.first { $0.scenario.id == scenario }
  }

  /// A broken rule that other failures come from.
  indirect enum Cause {
    case broken(ObservedScenario)
    case deviates(ObservedScenario, KnownDeviation)

    /// The failure that shows it.
    var failure: ObservedScenario {
      switch self {
      case .broken(let failure), .deviates(let failure, _): failure
      }
    }

    var rule: RuleID { failure.scenario.rule.id }
  }

  /// Returns the result with its final verdict.
  func result(_ observed: ObservedScenario) -> ScenarioResult {
    switch cause(of: observed) {
    case .broken(let failure):
      let rule = failure.scenario.rule.id
      return ScenarioResult(
        observed, .blocked(by: rule, why: "\(failure.scenario.id): \(failure.difference)"),
        by: .failure(ScenarioResult(failure, failure.considered)))
    case .deviates(let known, let deviation):
      return ScenarioResult(
        observed, .notAssessed(why: "blocked by \(known.scenario.rule.id), a known deviation: \(deviation.reason)"),
        by: .deviation(deviation))
    case nil: return told(observed)
    }
  }

  /// Returns the result as one that no other rule explains.
  func told(_ observed: ObservedScenario) -> ScenarioResult {
    ScenarioResult(
      observed, observed.considered, by: otherRule(of: observed).map(ScenarioResult.Explanation.otherRule) ?? .itself)
  }

  /// Returns the rule that a scenario violates if it is not the scenario's own: only expectations of another rule were
  /// not met, and no scenario of that rule shows it to be broken.
  private func otherRule(of result: ObservedScenario) -> Rule? {
    guard !result.unmetRules.isEmpty, !result.unmetRules.contains(result.scenario.rule.id) else { return nil }
    return result.unmetRules.sorted().lazy.compactMap { byRule[$0]?.first?.scenario.rule }.first
  }

  /// Returns the broken rule that a failure comes from, or nil if that is the scenario's own.
  ///
  /// - Parameter visited: the rules on the way to it from another failure.
  private func cause(of failure: ObservedScenario, after visited: Set<RuleID> = []) -> Cause? {
    cause(of: failure.suspects, like: failure.evidence, after: visited)
      ?? cause(ofFirst: failure.representatives, after: visited)
  }

  /// Returns the broken rule, of those that a failure may come from, that explains it, or nil if none does.
  ///
  /// A premise may fail by one thing, and the failure by another. So a cause has to be among what it may come from by
  /// itself, unless a fixture failed.
  func cause(of suspects: [Suspect], like evidence: Evidence?, after visited: Set<RuleID> = []) -> Cause? {
    suspects.lazy.compactMap { suspect -> Cause? in
      switch suspect {
      case .premise(let needed):
        guard let premise = result(of: needed.scenario, suspect.rule, next: suspects).flatMap(breach(shownBy:)),
          needed.explainsAnyFailure || evidence.isLike(premise)
        else { return nil }
        return cause(ofFirst: [premise], after: visited)
      case .rule(let rule, let stage): return cause(of: rule, reaching: stage, like: evidence, after: visited)
      }
    }.first { cause in evidence == nil || suspects.contains { $0.isItself(cause) } }
  }

  /// Returns the scenario that shows that the rule of a scenario is broken: itself, or that of a stage of its fixture.
  private func breach(shownBy result: ObservedScenario) -> ObservedScenario? {
    if result.showsABreach { return result }
    let rule = result.scenario.rule.id
    guard let stage = result.failedStage?.ruled, stage.rule == rule else { return nil }
    return self.result(of: stage.scenario, rule).flatMap { $0.showsABreach ? $0 : nil }
  }

  /// Returns the cause that failures of a rule show, or nil if there are none.
  private func cause(ofFirst failures: [ObservedScenario], after visited: Set<RuleID>) -> Cause? {
    guard let failure = failures.first(where: { !$0.deviatesAsKnown }) else {
      return failures.first.flatMap { failure in
        failure.planned.deviation.map { .deviates(failure, $0) }
      }
    }
    let rule = failure.scenario.rule.id
    if !visited.contains(rule), let cause = cause(of: failure, after: visited.union([rule])) { return cause }
    return .broken(failure)
  }

  /// Returns the cause that a rule's scenarios show, or nil if the rule holds.
  private func cause(
    of rule: RuleID, reaching stage: String?, like evidence: Evidence?, after visited: Set<RuleID>
  ) -> Cause? {
    if visited.contains(rule) { return nil }
    // The fixture's own scenario says most about the rule, so the rule's other scenarios come after it.
    let own = stage.flatMap { result(of: $0, rule) }
    if let own, own.showsABreach, !own.deviatesAsKnown { return cause(ofFirst: [own], after: visited) }
    let results = results(of: rule) { $0.showsABreach && !$0.deviatesAsKnown }
    // What is on record excuses only what fails as it does.
    let failures = results.filter { $0.showsABreach && (!$0.deviatesAsKnown || evidence.isLike($0)) }
    let ownFirst = failures.filter { $0.scenario.id == own?.scenario.id } + failures
    if let cause = cause(ofFirst: ownFirst, after: visited) { return cause }
    // If the rule's scenarios fail because of another rule, that rule is the cause.
    return results.lazy.compactMap { blocked in
      blocked.verdict.kind == .passed ? nil : cause(of: blocked, after: visited.union([rule]))
    }.first
  }
}
