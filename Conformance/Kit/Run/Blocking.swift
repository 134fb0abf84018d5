import CacheSpec

/// What running a scenario brought, before deviations on record and other scenarios are considered.
struct Judgement: Sendable {
  let verdict: Verdict
  let trace: Trace
  /// What it came to first, where it was run again by itself and came to something else.
  var inCompany: Verdict.Kind?

  /// The stage of the fixture that did not come about, or nil where the rule itself was tried.
  var failedStage: Trace.Stage? {
    switch verdict {
    case .setupFailed, .crashed, .hung: trace.stage
    default: nil
    }
  }

  /// The rule that has to be looked at before the scenario can be called blocked.
  var suspect: RuleID? { failedStage?.rule.map { RuleID($0) } }

  /// Whether the rule itself is broken.
  fileprivate var isOwnFailure: Bool {
    switch verdict {
    case .violated: true
    case .crashed, .hung: trace.stage == nil
    default: false
    }
  }
}

/// A case with what running it brought.
struct JudgedCase: Sendable {
  let planned: PlannedCase
  let judgement: Judgement

  /// Whether it deviates in the way that is on record.
  fileprivate var deviatesAsKnown: Bool { planned.deviation?.outcome == judgement.verdict.kind }
}

/// What one variant of a module showed of its rules: from it follows which rule is at the bottom of a fixture that did not
/// come about.
struct RuleRecord: Sendable {
  private let byRule: [RuleID: [JudgedCase]]

  init(_ judged: [JudgedCase]) { byRule = Dictionary(grouping: judged) { $0.planned.scenario.rule.id } }

  /// How a rule stands.
  private enum Standing {
    case holds
    case broken(RuleID, why: String)
    case deviates(RuleID, KnownDeviation)
  }

  /// The result of a case: blocked, where its fixture did not come about and a broken rule is the cause.
  func result(of judged: JudgedCase) -> ScenarioResult {
    let planned = judged.planned
    func result(_ verdict: Verdict) -> ScenarioResult {
      ScenarioResult(
        variant: planned.variant, scenario: planned.scenario, verdict: verdict, trace: judged.judgement.trace,
        inCompany: judged.judgement.inCompany)
    }
    guard let stage = judged.judgement.failedStage, let suspect = judged.judgement.suspect else {
      return result(judged.judgement.verdict.considering(planned.deviation))
    }
    switch standing(of: suspect, failingAt: stage.name, visited: []) {
    case .broken(let rule, let why): return result(.blocked(by: rule, why: why))
    case .deviates(let rule, let deviation):
      return result(.notAssessed(why: "blocked by \(rule), a known deviation: \(deviation.reason)"))
    case .holds: return result(judged.judgement.verdict.considering(planned.deviation))
    }
  }

  private func standing(of rule: RuleID, failingAt stage: String?, visited: Set<RuleID>) -> Standing {
    // A fixture's own scenario of the rule says most about it, the others of the rule come after.
    let cases = byRule[rule] ?? []
    let own = stage.map { "\(rule)[fixture: \($0)]" }
    let failures = cases.filter(\.judgement.isOwnFailure)
    for failure in failures.filter({ $0.planned.scenario.id == own }) + failures where !failure.deviatesAsKnown {
      let result = ScenarioResult(
        variant: nil, scenario: failure.planned.scenario, verdict: failure.judgement.verdict,
        trace: failure.judgement.trace, inCompany: nil)
      return .broken(rule, why: "\(failure.planned.scenario.id): \(result.difference)")
    }
    if let deviation = failures.first?.planned.deviation { return .deviates(rule, deviation) }
    let visited = visited.union([rule])
    for blocked in cases {
      guard let next = blocked.judgement.suspect, !visited.contains(next) else { continue }
      let standing = standing(of: next, failingAt: blocked.judgement.failedStage?.name, visited: visited)
      if case .holds = standing { continue }
      return standing
    }
    return .holds
  }
}

extension PlannedCase {
  /// Whether a judgement of it is enough to say that the run fails, whatever other scenarios come to.
  func fails(with judgement: Judgement) -> Bool {
    judgement.suspect == nil && judgement.verdict.considering(deviation).kind.failsTheRun
  }
}

extension Verdict {
  /// The verdict with a deviation on record: as expected, gone, or still a plain verdict.
  func considering(_ deviation: KnownDeviation?) -> Verdict {
    guard let deviation else { return self }
    switch kind {
    case deviation.outcome: return .knownDeviation(deviation, was: self)
    case .passed: return .unexpectedPass(deviation, was: self)
    default: return self
    }
  }
}
