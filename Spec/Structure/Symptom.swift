/// How a step failed: in which aspect, and in which direction. One failure may come from another only if both are alike.
public struct Symptom: Hashable, Sendable, Codable {
  /// How what was observed differs from what was expected.
  enum Difference: String, Sendable, Codable {
    /// Nothing, or an error, where something was expected.
    case missing
    /// Something where nothing, or an error, was expected.
    case surplus
    /// Something else.
    case other
  }

  let aspect: Aspect
  let difference: Difference

  /// Whether a failure with this may have the cause of one with the other. What a caller gets, what a listener is told
  /// and what an inspector finds all show what is cached, and what should be something else may be nothing elsewhere.
  fileprivate func isLike(_ other: Self) -> Bool {
    guard aspect.isOfWhatIsCached, other.aspect.isOfWhatIsCached else { return self == other }
    return difference == other.difference || difference == .other || other.difference == .other
  }

  fileprivate func isOpposite(of other: Self) -> Bool {
    aspect == other.aspect && Set([difference, other.difference]) == [.missing, .surplus]
  }
}

extension Aspect {
  /// Whether it shows what is cached, to a caller, a listener or an inspector.
  fileprivate var isOfWhatIsCached: Bool {
    switch self {
    case .answer, .stored, .notifications: true
    case .requests, .log: false
    }
  }
}

extension Set<Symptom> {
  /// Whether a failure with these symptoms may have the cause of one with others: they are alike in one aspect, and the
  /// opposite in none.
  package func isLike(_ others: Self) -> Bool {
    contains { one in others.contains(where: one.isLike) }
      && !contains { one in others.contains(where: one.isOpposite) }
  }
}

extension Step {
  /// How an observation differs from the outcome that is nearest to it.
  ///
  /// - Parameters:
  ///   - observation: what was observed.
  ///   - rule: the rule of the scenario or of the fixture's stage.
  package func symptoms(of observation: StepObservation<Action>, of rule: RuleID) -> Set<Symptom> {
    // A request that was waited for did not come.
    if observation.isFailure, case .requests(let holding)? = (action as? any WorldAction)?.worldEvent, holding.awaits {
      return [Symptom(aspect: .requests, difference: .missing)]
    }
    guard let nearest = nearestOutcome(to: observation, of: rule) else { return [] }
    return observation.symptoms(unmet: nearest.expectations.filter { !$0.matches(observation) })
  }
}

extension StepObservation {
  /// How it differs from what was expected.
  package func symptoms(unmet: [Expectation<Action>]) -> Set<Symptom> {
    let isUnexpected = isFailure && !unmet.contains { $0.aspect == .answer }
    return Set(unmet.map(symptom) + (isUnexpected ? [Symptom(aspect: .answer, difference: .missing)] : []))
  }

  private func symptom(_ unmet: Expectation<Action>) -> Symptom {
    let isWithout = isNothing(unmet.aspect) || unmet.aspect == .answer && isFailure
    return Symptom(
      aspect: unmet.aspect,
      difference: unmet.isOfNothing || unmet.isOfFailure ? .surplus : isWithout ? .missing : .other)
  }

  /// Whether there is no value of an aspect.
  private func isNothing(_ aspect: Aspect) -> Bool {
    switch aspect {
    case .answer: !(answer ?? []).contains(where: \.isValue)
    case .requests: !(requests ?? []).contains(where: \.isValue)
    case .stored: !(stored ?? []).contains(where: \.isValue)
    case .notifications: !(notifications ?? []).contains(where: \.isValue)
    case .log: !(log ?? []).contains(where: \.isValue)
    }
  }
}
