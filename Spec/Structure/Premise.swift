/// What some actions take for granted, and the plain scenario that shows it.
///
/// While that scenario fails, it explains the failures that are like its own, of runs that need it. The rule of a premise
/// and that of a run may each need the other; the premise then names the rule that is more basic, whose failures it does
/// not explain.
public struct Premise<Action: ScenarioAction>: Sendable {
  /// The id of the scenario.
  package let scenario: String
  /// Whether what was done and observed takes it for granted.
  package let isNeeded: @Sendable ([PerformedStep<Action>]) -> Bool
  /// Whether any failure may come from it, and not only one of the same kind as its own.
  package private(set) var explainsAnyFailure = false
  /// The rules that are more basic, and need it all the same.
  package private(set) var moreBasic: [RuleID] = []

  /// Makes a premise of the actions for which a closure returns true, whatever comes before them.
  public init(_ scenario: String, by isNeeded: @escaping @Sendable (Action) -> Bool) {
    self.scenario = scenario
    self.isNeeded = { $0.contains { isNeeded($0.action) } }
  }

  private init(_ scenario: String, ofRuns isNeeded: @escaping @Sendable ([PerformedStep<Action>]) -> Bool) {
    self.scenario = scenario
    self.isNeeded = isNeeded
  }

  /// A premise of runs for whose actions a closure returns true.
  public static func inRuns(_ scenario: String, where isNeeded: @escaping @Sendable ([Action]) -> Bool) -> Self {
    Self(scenario, ofRuns: { isNeeded($0.map(\.action)) })
  }

  /// A premise of runs for which a closure returns true, which sees what was observed.
  public static func observed(
    _ scenario: String, where isNeeded: @escaping @Sendable ([PerformedStep<Action>]) -> Bool
  ) -> Self {
    Self(scenario, ofRuns: isNeeded)
  }

  /// The same premise, where any failure may come from it: where it is seen that it does not hold, for example.
  public var explainingAnyFailure: Self {
    var copy = self
    copy.explainsAnyFailure = true
    return copy
  }
}

extension Premise {
  /// The same premise, which explains no failure of these rules, because they are more basic.
  public func lessBasic(than rules: RuleID...) -> Self { lessBasic(than: rules) }

  /// The same premise, which explains no failure of these rules, because they are more basic.
  public func lessBasic(than rules: [RuleID]) -> Self {
    var copy = self
    copy.moreBasic += rules
    return copy
  }

  /// Whether it may explain that some rules do not hold.
  fileprivate func isBasic(for rules: [RuleID]) -> Bool {
    !rules.contains { $0 == RuleID(ofScenario: scenario) || moreBasic.contains($0) }
  }
}

/// A premise that a run takes for granted.
package struct NeededPremise: Hashable, Sendable, Codable {
  /// The id of the scenario that shows it.
  package let scenario: String
  /// Whether any failure may come from it, and not only one of the same kind.
  package let explainsAnyFailure: Bool

  package var rule: RuleID { RuleID(ofScenario: scenario) }
}

/// An action that was performed, and what was observed.
public struct PerformedStep<Action: ScenarioAction>: Sendable {
  public let action: Action
  public let observation: StepObservation<Action>

  package init(_ action: Action, _ observation: StepObservation<Action>) {
    (self.action, self.observation) = (action, observation)
  }
}

extension Premise where Action: WorldAction {
  /// The premise that stored data survives the end of a run of the app, as this scenario shows.
  public static func survival(_ scenario: String) -> Self { Self(scenario) { $0.worldEvent?.endsARun == true } }
}

extension ScenarioAction {
  /// What scenarios of these actions take for granted.
  package static var premises: [Premise<Self>] { chapters.flatMap(\.premises) }

  /// The premises that a run takes for granted.
  ///
  /// - Parameters:
  ///   - performed: what was done and observed.
  ///   - rules: the rules that do not hold in the run; none if any may.
  package static func premises(of performed: [PerformedStep<Self>], for rules: [RuleID]) -> [NeededPremise] {
    premises.filter { $0.isBasic(for: rules) && $0.isNeeded(performed) }.map {
      NeededPremise(scenario: $0.scenario, explainsAnyFailure: $0.explainsAnyFailure)
    }
  }
}

extension Scenario {
  /// The premises that this scenario takes for granted in the last of its first steps.
  ///
  /// - Parameters:
  ///   - performed: the steps that were performed, with those of the fixture.
  ///   - unmet: the rules whose expectations the last of them does not meet; nil for the scenario's own.
  package func premises(of performed: [PerformedStep<Action>], for unmet: [RuleID]? = nil) -> [NeededPremise] {
    let steps = (fixture.steps + steps).prefix(performed.count)
    return Action.premises(of: performed, for: unmet ?? [rule])
      + (steps.last?.premises ?? []).map { NeededPremise(scenario: $0, explainsAnyFailure: true) }
  }

  /// The ids of the scenarios that show what its actions take for granted, as far as these alone show it.
  package var premisesOfActions: [String] {
    Action.premises(of: (fixture.steps + steps).map { PerformedStep($0.action, StepObservation()) }, for: [rule])
      .map(\.scenario)
  }
}
