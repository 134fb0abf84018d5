/// How a step failed: in which aspect, and in which direction. One failure may come from another only if both are alike.
public struct Symptom: Hashable, Sendable, Codable {
  /// How what was observed differs from what was expected.
  enum Difference: String, Sendable, Codable {
    /// Nothing, or an error, where something was expected.
    case missing
    /// Something where nothing, or an error, was expected.
    case surplus
    /// What was expected, and more.
    case further
    /// Something else.
    case other
  }

  let aspect: Aspect
  let difference: Difference

  /// Whether a failure with this may have the cause of one with the other. What a caller gets, what a listener is told
  /// and what an inspector finds all show what is cached, and what should be something else may be nothing elsewhere.
  /// What is not cached is asked for, and what is cached though it should not be is not. To be told more than was
  /// expected, or of nothing that is new, shows nothing that is cached.
  fileprivate func isLike(_ other: Self) -> Bool {
    if self == other { return true }
    switch (aspect.isOfWhatIsCached, other.aspect.isOfWhatIsCached) {
    case (true, true):
      if difference == other.difference { return true }
      return ![self, other].contains(where: \.isOfNeedlessNotification) && (isOfAnother || other.isOfAnother)
    case (true, false): return other.isOfRequestInPlace(of: self)
    case (false, true): return isOfRequestInPlace(of: other)
    case (false, false): return false
    }
  }

  private var isOfNeedlessNotification: Bool { aspect == .notifications && difference == .further }

  private var isOfAnother: Bool { difference == .other || difference == .further }

  /// Whether it is a request for what another lacks, or none for what the other has though it should not.
  private func isOfRequestInPlace(of other: Self) -> Bool {
    guard aspect == .requests, !other.isOfNeedlessNotification else { return false }
    return switch other.difference {
    case .missing: difference == .surplus
    case .surplus: difference == .missing
    case .other, .further: difference == .surplus || difference == .missing
    }
  }

  fileprivate func isOpposite(of other: Self) -> Bool {
    let more: Difference = isOfNeedlessNotification || other.isOfNeedlessNotification ? .further : .surplus
    return aspect == other.aspect && Set([difference, other.difference]) == [.missing, more]
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
    let unmet = observation.symptoms(unmet: nearest.expectations.filter { !$0.matches(observation) })
    let isUnexpected = observation.isFailure && !nearest.expectations.contains { $0.aspect == .answer }
    return isUnexpected ? unmet.union([Symptom(aspect: .answer, difference: .missing)]) : unmet
  }
}

extension StepObservation {
  /// How it differs from what was expected.
  package func symptoms(unmet: [Expectation<Action>]) -> Set<Symptom> {
    if unmet.isEmpty, isFailure { return [Symptom(aspect: .answer, difference: .missing)] }
    return Set(unmet.map(symptom))
  }

  private func symptom(_ unmet: Expectation<Action>) -> Symptom {
    let difference: Symptom.Difference =
      switch unmet.content {
      case .answer(.exactly(let some)) where some.isFollowed(in: answer): .further
      case .answer(let pattern): pattern.difference(from: answer)
      case .requests(let pattern): pattern.difference(from: requests)
      case .stored(let pattern): pattern.difference(from: stored)
      case .notifications(.exactly(let some)) where some.isEmpty || some.isFollowed(in: notifications): .further
      case .notifications(let pattern): pattern.difference(from: notifications)
      case .log(let pattern): pattern.difference(from: log)
      }
    return Symptom(aspect: unmet.aspect, difference: difference)
  }
}

extension Pattern {
  /// How facts that do not match differ from what does.
  fileprivate func difference(from facts: [Fact<Value>]?) -> Symptom.Difference {
    let facts = facts ?? []
    switch self {
    case .described(_, let pattern): return pattern.difference(from: facts)
    case .apartFrom(let fact, let pattern): return pattern.difference(from: facts.filter { $0 != fact })
    case .mentioning(let name, let times) where !times.contains(0) && Self.notMentioning(name).matches(facts):
      return .missing
    case .times(1..., let fact) where !facts.contains(fact): return .missing
    case .exactly([]), .exactly([.nothing]), .failure, .notMentioning, .mentioning(_, 0...0), .times(0, _):
      return .surplus
    default: return facts.contains(where: \.isValue) ? .other : .missing
    }
  }
}

extension Array where Element: Equatable {
  /// Whether more facts were seen than these, and these among them.
  fileprivate func isFollowed(in facts: [Element]?) -> Bool {
    guard let facts else { return false }
    return !isEmpty && facts.count > count && allSatisfy(facts.contains)
  }
}
