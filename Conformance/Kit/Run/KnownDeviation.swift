import CacheSpec

/// A rule that a module is known to break. The deviation fails the run once it no longer happens: once none of the
/// scenarios that it covers deviates. Some of them may pass all along.
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

  /// Records a known deviation.
  ///
  /// - Parameters:
  ///   - id: a rule or a scenario, with `*` for any text inside the brackets.
  ///   - outcome: the kind of their verdicts: violated, crashed or hung.
  ///   - shownBy: what shows the deviation. One that only drawn runs show excuses nothing in the scenarios.
  ///   - reason: why the module does so.
  ///   - link: where the reason is documented or reported.
  public init(
    _ id: String, _ outcome: Verdict.Kind = .violated, shownBy: Evidence = .scenarios, because reason: String,
    link: String
  ) {
    (self.id, self.outcome, self.shownBy) = (id, outcome, shownBy)
    (self.reason, self.link) = (reason, link)
  }

  /// Records the same known deviation for several rules or scenarios.
  public static func each(
    _ ids: [String], _ outcome: Verdict.Kind = .violated, because reason: String, link: String
  ) -> [Self] {
    ids.map { Self($0, outcome, because: reason, link: link) }
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

  /// The module without the deviations that name neither a rule nor a scenario.
  package var withoutWideDeviations: Self {
    let known = Set(rules.map(\.id))
    var module = self
    module.deviations.removeAll { if case .wideDeviation? = mistake(in: $0, known) { true } else { false } }
    return module
  }

  private func mistake(in deviation: KnownDeviation, _ known: Set<RuleID>) -> RunError? {
    guard [.violated, .crashed, .hung].contains(deviation.outcome) else {
      return .outcomeOfDeviation(deviation.id, deviation.outcome)
    }
    if known.contains(RuleID(ofScenario: deviation.id)) { return nil }
    let covered = Selection(deviation.id)
    var seen: Set<RuleID> = []
    let rules = plan().filter { covered.contains($0.scenario) }.map(\.scenario.rule.id)
      .filter { seen.insert($0).inserted }
    return rules.isEmpty ? .unknownDeviation(deviation.id) : .wideDeviation(deviation.id, rules: rules)
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
        let covered = Selection(deviation.id)
        if !cases.contains(where: { covered.contains($0.scenario) }) { throw .unknownDeviation(deviation.id) }
      }
    }
  }
}

/// The known deviations of a module that its scenarios show, by the rule that they are about, because there may be
/// hundreds of them and many scenarios.
struct DeviationsOnRecord {
  private let byRule: [RuleID: [(deviation: KnownDeviation, covered: Selection)]]

  init(_ deviations: [KnownDeviation]) {
    let shown = deviations.filter { $0.shownBy == .scenarios }.map { ($0, Selection($0.id)) }
    byRule = Dictionary(grouping: shown) { RuleID(ofScenario: $0.0.id) }
  }

  /// Returns the first deviation that covers a scenario, or nil.
  func first(covering scenario: ScenarioInfo) -> KnownDeviation? {
    byRule[scenario.rule.id]?.first { $0.covered.contains(scenario) }?.deviation
  }
}
