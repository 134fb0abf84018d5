public import CacheSpec

/// The options of a run.
public struct RunOptions: Sendable {
  /// The scenarios to run; nil for all.
  public var selection: ScenarioSelection?
  /// The version of the specification to check against. Newer rules are left out.
  public var version: SpecVersion
  /// The time that a step of a scenario may take. All steps together may take ten times that.
  public var timeLimit: Duration
  /// How many scenarios run concurrently.
  public var width: Int
  /// How to run scenarios in child processes, in which a trap or an endless loop affects only its own scenario; nil for
  /// none.
  package var isolation: (any ProcessIsolation)?
  /// Whether to pass what the module prints in child processes on to standard error, up to a readable amount.
  public var passesOutputOn: Bool
  /// Whether to end the run at the first scenario that fails the run. The report says how many were not run.
  public var failsFast: Bool
  /// The seed for running the scenarios in another order, which reveals what instances of the module share; nil for the
  /// usual order.
  public var shuffle: Int?
  /// The part of the scenarios to run; nil for all.
  public var shard: RunShard?
  /// How many times more a scenario that failed is run, in child processes, to find out how often it fails; nil to run
  /// only violated ones again, a few times.
  package var repeats: Int?
  /// Whether the models of the chapters judge the scenarios as well, in this process.
  package var followsModels = false
  /// Called when scenarios hang in child processes, at the first hang and then from time to time, so that a person who
  /// is waiting learns why.
  package var onHangs: (@Sendable (HangProgress) -> Void)?

  /// Called when a scenario is done, with the number of scenarios that are done and the number of all.
  package var onProgress: (@Sendable (_ done: Int, _ planned: Int) -> Void)?

  /// Creates options: the usual ones, unless an argument says otherwise.
  public init(
    selection: ScenarioSelection? = nil, version: SpecVersion = .current, timeLimit: Duration = .seconds(5),
    width: Int = 4,
    passesOutputOn: Bool = false, failsFast: Bool = false, shuffle: Int? = nil, shard: RunShard? = nil
  ) {
    (self.selection, self.version, self.timeLimit, self.width) = (selection, version, timeLimit, width)
    (self.passesOutputOn, self.failsFast) = (passesOutputOn, failsFast)
    (self.shuffle, self.shard) = (shuffle, shard)
  }

  /// Returns the cases whose scenarios are selected. A pattern is matched once per rule, not once per scenario.
  func chosen<Case>(of cases: [Case], _ scenario: (Case) -> ScenarioInfo) -> [Case] {
    var rules: [RuleID: Bool] = [:]
    return cases.filter { one in
      let scenario = scenario(one)
      guard scenario.rule.since <= version, shard?.contains(scenario.id) ?? true else { return false }
      guard let selection else { return true }
      let isOfRule = rules[scenario.rule.id] ?? selection.contains(scenario.rule.id)
      rules[scenario.rule.id] = isOfRule
      return isOfRule || selection.fits(scenario.id)
    }
  }
}
