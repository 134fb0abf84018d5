import CacheSpec

/// A rule that a module is known to break. The deviation fails the run once it no longer happens: once none of the
/// scenarios that it covers deviates. Some of them may pass all along. An unsteady one fails no run.
public struct KnownDeviation: Hashable, Sendable, Codable {
  /// What shows a deviation.
  @nonexhaustive
  public enum Evidence: String, Sendable, Codable, CaseIterable {
    /// Scenarios, at least one of which deviates.
    case scenarios
    /// Only runs that are drawn at random: the rule's scenarios pass.
    case exploring
  }

  /// A rule or a scenario. At least one of the scenarios deviates.
  public let id: String
  /// The kind of the deviating scenarios' verdicts.
  public let outcome: Verdict.Kind
  /// Why the module does so.
  public let reason: String
  /// Where the reason is documented or reported.
  public let link: String
  /// What shows the deviation.
  public let shownBy: Evidence
  /// Whether the scenario deviates in some runs and passes in others, as by a race. Such a deviation excuses its own
  /// scenario, blocks no other, and may stay on record when the scenario passes.
  public let isUnsteady: Bool

  /// Records a known deviation.
  ///
  /// - Parameters:
  ///   - id: a rule or a scenario, with `*` for any text inside the brackets.
  ///   - outcome: the kind of their verdicts: violated, crashed or hung.
  ///   - isUnsteady: whether it happens in some runs only. The id is then that of one scenario.
  ///   - shownBy: what shows the deviation. One that only drawn runs show excuses nothing in the scenarios.
  ///   - reason: why the module does so.
  ///   - link: where the reason is documented or reported.
  public init(
    _ id: String, _ outcome: Verdict.Kind = .violated, isUnsteady: Bool = false, shownBy: Evidence = .scenarios,
    because reason: String, link: String
  ) {
    (self.id, self.outcome, self.isUnsteady, self.shownBy) = (id, outcome, isUnsteady, shownBy)
    (self.reason, self.link) = (reason, link)
  }

  /// Records the same known deviation for several rules or scenarios.
  public static func each(
    _ ids: [String], _ outcome: Verdict.Kind = .violated, isUnsteady: Bool = false, because reason: String, link: String
  ) -> [Self] {
    ids.map { Self($0, outcome, isUnsteady: isUnsteady, because: reason, link: link) }
  }
}

extension CacheModule {
  /// Why the first of the deviations on record that can be none cannot, or nil: it names neither a rule nor a scenario,
  /// or a verdict that breaks no rule.
  var mistakeInDeviations: RunError? {
    if deviations.isEmpty { return nil }
    let known = Set(rules.map(\.id))
    return deviations.lazy.compactMap { mistake(in: $0, known) }.first
  }

  /// The module without the deviations that cover more than a record may.
  package var withoutWideDeviations: Self {
    let known = Set(rules.map(\.id))
    var module = self
    module.deviations.removeAll {
      switch mistake(in: $0, known) {
      case .wideDeviation, .unsteadyDeviation: true
      default: false
      }
    }
    return module
  }

  private func mistake(in deviation: KnownDeviation, _ known: Set<RuleID>) -> RunError? {
    guard deviation.outcome.isBreach else { return .outcomeOfDeviation(deviation.id, deviation.outcome) }
    if deviation.isUnsteady { return mistake(inUnsteady: deviation) }
    if known.contains(RuleID(ofScenario: deviation.id)) { return nil }
    let covered = ScenarioSelection(deviation.id)
    var seen: Set<RuleID> = []
    let rules = plan().filter { covered.contains($0.scenario) }.map(\.scenario.rule.id)
      .filter { seen.insert($0).inserted }
    return rules.isEmpty ? .unknownDeviation(deviation.id) : .wideDeviation(deviation.id, rules: rules)
  }

  private func mistake(inUnsteady deviation: KnownDeviation) -> RunError? {
    let (scenarios, covered) = (plan().map(\.scenario), ScenarioSelection(deviation.id))
    if deviation.shownBy == .scenarios, scenarios.contains(where: { $0.id == deviation.id }) { return nil }
    return scenarios.contains(where: covered.contains)
      ? .unsteadyDeviation(deviation.id) : .unknownDeviation(deviation.id)
  }
}

extension [CacheModule] {
  /// Checks the deviations on record, before anything runs. A deviation from a rule of a later version is fine.
  ///
  /// - Throws: `RunError` if a known deviation can be none, or matches no scenario.
  package func checkDeviations() throws(RunError) {
    for module in self where !module.deviations.isEmpty {
      if let mistake = module.mistakeInDeviations { throw mistake }
      let cases = module.plan()
      for deviation in module.deviations where deviation.shownBy == .scenarios {
        let covered = ScenarioSelection(deviation.id)
        if !cases.contains(where: { covered.contains($0.scenario) }) { throw .unknownDeviation(deviation.id) }
      }
    }
  }
}

/// The known deviations of a module that its scenarios show, by the rule that they are about, because there may be
/// hundreds of them and many scenarios.
struct DeviationsOnRecord {
  private let byRule: [RuleID: [(deviation: KnownDeviation, covered: ScenarioSelection)]]

  init(_ deviations: [KnownDeviation]) {
    let shown = deviations.filter { $0.shownBy == .scenarios }.map { ($0, ScenarioSelection($0.id)) }
    byRule = Dictionary(grouping: shown) { RuleID(ofScenario: $0.0.id) }
  }

  /// Returns the unsteady deviation of a scenario or, if there is none, the first deviation that covers it, or nil.
  func first(covering scenario: ScenarioInfo) -> KnownDeviation? {
    let ofRule = byRule[scenario.rule.id] ?? []
    let unsteady = ofRule.first { $0.deviation.isUnsteady && $0.deviation.id == scenario.id }
    return (unsteady ?? ofRule.first { !$0.deviation.isUnsteady && $0.covered.contains(scenario) })?.deviation
  }
}
