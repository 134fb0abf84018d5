/// What some actions take for granted, and the plain scenario that shows it.
///
/// While that scenario fails, what follows such an action shows nothing about other rules, except about the rules of
/// the premises that are listed before this one. What was observed may show the opposite: where the rule of the premise
/// was kept in every step, and demands something of what is wrong in the last, the failure comes from another.
public struct Premise<Action: ScenarioAction>: Sendable {
  /// The id of the scenario.
  package let scenario: String
  /// Whether some actions, in their order, take it for granted.
  package let isNeeded: @Sendable ([Action]) -> Bool

  private init(_ scenario: String, ofRuns isNeeded: @escaping @Sendable ([Action]) -> Bool) {
    self.scenario = scenario
    self.isNeeded = isNeeded
  }

  /// Makes a premise of the actions for which a closure returns true, whatever comes before them.
  public init(_ scenario: String, by isNeeded: @escaping @Sendable (Action) -> Bool) {
    self.init(scenario, ofRuns: { $0.contains(where: isNeeded) })
  }

  /// A premise of runs for which a closure returns true.
  public static func inRuns(_ scenario: String, where isNeeded: @escaping @Sendable ([Action]) -> Bool) -> Self {
    Self(scenario, ofRuns: isNeeded)
  }
}

extension Premise where Action: WorldAction {
  /// The premise that stored data survives the end of a run of the app, as this scenario shows.
  public static func survival(_ scenario: String) -> Self { Self(scenario) { $0.worldEvent?.endsARun == true } }
}

extension ScenarioAction {
  /// The ids of the scenarios that show what some actions take for granted, in the order of the premises.
  ///
  /// - Parameters:
  ///   - actions: the actions of a run, in their order.
  ///   - rule: the list ends before a premise of this rule, because only more basic premises can block it.
  package static func premises(of actions: [Self], before rule: RuleID?) -> [String] {
    premises.prefix { RuleID(ofScenario: $0.scenario) != rule }.filter { $0.isNeeded(actions) }.map(\.scenario)
  }
}

extension Scenario {
  /// The ids of the scenarios that show what this scenario takes for granted in the last of its first steps.
  ///
  /// - Parameter count: the number of steps, with those of the fixture.
  package func premises(inSteps count: Int) -> [String] {
    let steps = (fixture.steps + steps).prefix(count)
    return premises(of: steps) + (steps.last?.premises ?? [])
  }

  /// The ids of the scenarios that show what its actions take for granted.
  package var premisesOfActions: [String] { premises(of: (fixture.steps + steps)[...]) }

  private func premises(of steps: ArraySlice<Step<Action>>) -> [String] {
    Action.premises(of: steps.map(\.action), before: rule)
  }
}
