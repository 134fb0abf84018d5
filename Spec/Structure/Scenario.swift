/// The named state that the steps of a scenario start from.
///
/// A fixture is reached in stages, each with its own steps. A stage whose steps are judged names the rule that it
/// relies on, and is itself a scenario of that rule. If a stage fails, its scenario is violated, and the scenarios that
/// start from the fixture are blocked by the rule.
public struct Fixture<Action: ScenarioAction>: Sendable, CustomStringConvertible {
  /// One stage on the way to a fixture.
  public struct Stage: Sendable {
    /// A description of the whole state that is reached after this stage.
    public let name: String
    /// The rule that it relies on, or nil if nothing of the module is judged.
    public let rule: RuleID?
    /// The steps that lead to it.
    public let steps: [Step<Action>]
    /// Where it is written.
    public let source: SourceLine

    /// The id of the scenario that shows the stage.
    fileprivate func scenario(of rule: RuleID) -> String { "\(rule)[fixture: \(name)]" }

    /// The stage, with the rule that it relies on; nil if it judges nothing of the module.
    package var ruled: RuledStage? { rule.map { RuledStage(rule: $0, scenario: scenario(of: $0)) } }
  }

  /// The stages that lead to it.
  public let stages: [Stage]

  /// A world in which nothing has happened.
  public static var none: Self { Self(stages: []) }

  private init(stages: [Stage]) { self.stages = stages }

  /// Makes a fixture that is reached with these steps.
  ///
  /// - Parameters:
  ///   - name: a description of the whole state.
  ///   - rule: the rule that it relies on, or nil if nothing of the module is judged.
  ///   - steps: the steps that lead to it.
  ///   - fileID: the module and file in which it is written.
  ///   - filePath: the path of the file.
  ///   - line: the line.
  public init(
    _ name: String, relyingOn rule: RuleID? = nil, _ steps: [Step<Action>],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    let source = SourceLine(fileID: fileID, filePath: filePath, line: line)
    self.init(stages: [Stage(name: name, rule: rule, steps: steps, source: source)])
  }

  /// The fixture that is reached from this one with more steps, with a name of its own.
  ///
  /// - Parameters:
  ///   - name: a description of the whole state.
  ///   - rule: the rule that the new stage relies on, or nil if nothing of the module is judged.
  ///   - steps: the steps that lead to it.
  ///   - fileID: the module and file in which it is written.
  ///   - filePath: the path of the file.
  ///   - line: the line.
  public func leading(
    to name: String, relyingOn rule: RuleID? = nil, _ steps: [Step<Action>],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> Self {
    let source = SourceLine(fileID: fileID, filePath: filePath, line: line)
    return Self(stages: stages + [Stage(name: name, rule: rule, steps: steps, source: source)])
  }

  /// The fixture that is reached from this one with more steps, with an addition to its name.
  ///
  /// - Parameters:
  ///   - addition: a description of what is added to the state.
  ///   - rule: the rule that the new stage relies on, or nil if nothing of the module is judged.
  ///   - steps: the steps that lead to it.
  ///   - fileID: the module and file in which it is written.
  ///   - filePath: the path of the file.
  ///   - line: the line.
  public func and(
    _ addition: String, relyingOn rule: RuleID? = nil, _ steps: [Step<Action>],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> Self {
    leading(
      to: stages.isEmpty ? addition : "\(name); \(addition)", relyingOn: rule, steps,
      fileID: fileID, filePath: filePath, line: line)
  }

  /// A description of the whole state.
  public var name: String { stages.last?.name ?? "nothing" }

  /// All steps that lead to it.
  public var steps: [Step<Action>] { stages.flatMap { $0.steps } }

  public var description: String { name }

  /// The scenarios that check that each stage is reached, each belonging to the rule that the stage relies on.
  package var scenarios: [Scenario<Action>] {
    stages.indices.compactMap { index in
      let stage = stages[index]
      return stage.rule.map { rule in
        Scenario(ofStage: stage, of: rule, given: Fixture(stages: Array(stages[..<index])))
      }
    }
  }
}

/// The rule that a stage of a fixture relies on, and the scenario that shows whether the stage is reached.
package struct RuledStage: Hashable, Sendable, Codable {
  package let rule: RuleID
  /// The id of the scenario.
  package let scenario: String
}

/// The source line where a scenario is written.
public struct SourceLine: Hashable, Sendable, CustomStringConvertible {
  /// The module and file name, `Module/File.swift`.
  public let fileID: String
  /// The full path of the file on the machine that built it.
  public let filePath: String
  /// The line.
  public let line: Int
  /// The column.
  public let column: Int

  /// Makes the source line of the caller.
  public init(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The path in this package's repository, or the module and file name if the file is elsewhere.
  public var path: String {
    let root = #filePath.dropLast("Spec/Structure/Scenario.swift".count)
    return filePath.hasPrefix(root) ? String(filePath.dropFirst(root.count)) : fileID
  }

  public var description: String { "\(path):\(line)" }
}

/// One check of a rule, as data: a fixture, the actions, and what must be observed.
public struct Scenario<Action: ScenarioAction>: Sendable, Identifiable, CustomStringConvertible {
  /// The rule's id, followed by the row in square brackets if the rule has several scenarios.
  public let id: String
  /// The rule that it checks.
  public let rule: RuleID
  /// The state that its steps start from.
  public let fixture: Fixture<Action>
  /// The steps that check the rule.
  public private(set) var steps: [Step<Action>]
  /// How many of the steps check it in a module that lacks what the others need.
  private let leastCount: Int
  /// Where it is written.
  public let source: SourceLine
  /// Whether it is a stage of other scenarios' fixtures. It is judged like any other scenario, but is not counted as a
  /// row.
  package let isStage: Bool

  /// The index of the first step that kills the app, counted from the fixture's first step. Nil if there is none.
  package var firstKill: Int? {
    (fixture.steps + steps).firstIndex { ($0.action as? any WorldAction)?.worldEvent == .kill }
  }

  /// The capabilities that it requires of the module and its world.
  public var requires: Set<Capability> { Self.requirements(of: fixture.steps + steps.prefix(leastCount)) }

  /// The scenario as a module is checked against it that lacks some capabilities: without the steps at its end that
  /// need them, if the others check the rule too.
  package func shortened(lacking: Set<Capability>) -> Self {
    if leastCount == steps.count || Self.requirements(of: steps[leastCount...]).isDisjoint(with: lacking) {
      return self
    }
    var copy = self
    copy.steps = Array(steps.prefix(leastCount))
    return copy
  }

  private static func requirements(of steps: some Sequence<Step<Action>>) -> Set<Capability> {
    steps.reduce(into: []) { needed, step in needed.formUnion(step.requires) }
  }

  /// Makes a scenario.
  ///
  /// - Parameters:
  ///   - rule: the rule that it checks.
  ///   - row: its name among the rule's scenarios, or nil for the one without a name.
  ///   - fixture: the state that its steps start from.
  ///   - steps: the steps that check the rule.
  ///   - more: further steps, which a module that lacks what they need is checked without.
  ///   - source: where it is written.
  public init(
    _ rule: RuleID, _ row: String? = nil, given fixture: Fixture<Action> = .none, then steps: [Step<Action>],
    ifPossible more: [Step<Action>] = [], source: SourceLine
  ) {
    self.id = row.map { "\(rule)[\($0)]" } ?? rule.text
    self.rule = rule
    self.fixture = fixture
    self.steps = steps + more
    leastCount = steps.count
    self.source = source
    isStage = false
  }

  fileprivate init(ofStage stage: Fixture<Action>.Stage, of rule: RuleID, given fixture: Fixture<Action>) {
    id = stage.scenario(of: rule)
    (self.rule, self.fixture, steps, leastCount) = (rule, fixture, stage.steps, stage.steps.count)
    (source, isStage) = (stage.source, true)
  }

  /// Makes a scenario at the source line of the caller.
  public init(
    _ rule: RuleID, _ row: String? = nil, given fixture: Fixture<Action> = .none, then steps: [Step<Action>],
    ifPossible more: [Step<Action>] = [],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    self.init(
      rule, row, given: fixture, then: steps, ifPossible: more,
      source: SourceLine(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  public var description: String { id }
}
