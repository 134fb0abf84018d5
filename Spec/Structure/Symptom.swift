/// How a step failed: in which aspect, and in which direction. One failure may come from another only if both are alike.
public struct Symptom: Hashable, Sendable, Codable {
  /// How what was observed differs from what was expected.
  enum Difference: String, Sendable, Codable {
    /// Nothing, where something was expected.
    case nothing
    /// Something, where nothing was expected.
    case something
    /// An error.
    case error
    /// No error, where one was expected.
    case noError
    /// Something else.
    case other

    /// Whether what leads to one cannot lead to the other.
    func isOpposite(of other: Self) -> Bool {
      switch (self, other) {
      case (.nothing, .something), (.something, .nothing), (.error, .noError), (.noError, .error): true
      default: false
      }
    }
  }

  let aspect: Aspect
  let difference: Difference

  /// Whether a failure with this may have the cause of one with the other.
  fileprivate func isLike(_ other: Self) -> Bool {
    aspect == other.aspect
      && (difference == other.difference || aspect == .answer && (difference == .other || other.difference == .other))
  }
}

extension Set<Symptom> {
  /// Whether a failure with these symptoms may have the cause of one with others: they are alike in one aspect, and the
  /// opposite in none.
  package func isLike(_ others: Self) -> Bool {
    contains { one in others.contains(where: one.isLike) }
      && !contains { one in
        others.contains { $0.aspect == one.aspect && $0.difference.isOpposite(of: one.difference) }
      }
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
      return [Symptom(aspect: .requests, difference: .nothing)]
    }
    guard let nearest = nearestOutcome(to: observation, of: rule) else { return [] }
    return observation.symptoms(unmet: nearest.expectations.filter { !$0.matches(observation) })
  }
}

extension StepObservation {
  /// How it differs from what was expected.
  package func symptoms(unmet: [Expectation<Action>]) -> Set<Symptom> {
    if isFailure, !unmet.contains(where: { $0.aspect == .answer }) {
      return Set(unmet.map(symptom) + [Symptom(aspect: .answer, difference: .error)])
    }
    return Set(unmet.map(symptom))
  }

  private func symptom(_ unmet: Expectation<Action>) -> Symptom {
    let difference: Symptom.Difference
    if unmet.aspect == .answer, isFailure {
      difference = .error
    } else if unmet.isOfFailure {
      difference = .noError
    } else if isNothing(unmet.aspect) {
      difference = .nothing
    } else {
      difference = unmet.isOfNothing ? .something : .other
    }
    return Symptom(aspect: unmet.aspect, difference: difference)
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
