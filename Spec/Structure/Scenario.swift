/// What a scenario is given: a named state that its steps start from.
///
/// A fixture is reached in stages, each by steps of its own. A stage whose steps are judged names the rule that brings it
/// about, and is itself a scenario of that rule: when a fixture does not come about, that scenario is violated, and those
/// that start from the fixture are blocked by the rule.
public struct Fixture<Action: ScenarioAction>: Sendable, CustomStringConvertible {
  /// A part of the way to a fixture.
  public struct Stage: Sendable {
    /// The state that is reached, in words, with all that comes before.
    public let name: String
    /// The rule that brings it about, or nil where nothing of the module is judged.
    public let rule: RuleID?
    /// The steps that lead to it.
    public let steps: [Step<Action>]
    /// Where it is written.
    public let source: SourceLine
  }

  /// The way to the fixture.
  public let stages: [Stage]

  /// A world in which nothing has happened yet.
  package static var none: Self { Self(stages: []) }

  private init(stages: [Stage]) { self.stages = stages }

  /// Names a state that the first steps of a scenario lead to.
  ///
  /// - Parameters:
  ///   - name: the whole state, in words.
  ///   - rule: the rule that brings it about, or nil where nothing of the module is judged.
  package init(
    _ name: String, standingOn rule: RuleID? = nil, _ steps: [Step<Action>],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    let source = SourceLine(fileID: fileID, filePath: filePath, line: line)
    self.init(stages: [Stage(name: name, rule: rule, steps: steps, source: source)])
  }

  /// The state that more steps lead to, under a name of its own.
  ///
  /// - Parameters:
  ///   - name: the whole state, in words.
  ///   - rule: the rule that brings it about, or nil where nothing of the module is judged.
  package func leading(
    to name: String, standingOn rule: RuleID? = nil, _ steps: [Step<Action>],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> Self {
    let source = SourceLine(fileID: fileID, filePath: filePath, line: line)
    return Self(stages: stages + [Stage(name: name, rule: rule, steps: steps, source: source)])
  }

  /// The state with something added to it, and to its name.
  ///
  /// - Parameters:
  ///   - addition: what is so beside, in words.
  ///   - rule: the rule that brings it about, or nil where nothing of the module is judged.
  package func and(
    _ addition: String, standingOn rule: RuleID? = nil, _ steps: [Step<Action>],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> Self {
    leading(
      to: stages.isEmpty ? addition : "\(name); \(addition)", standingOn: rule, steps,
      fileID: fileID, filePath: filePath, line: line)
  }

  /// The whole state, in words.
  public var name: String { stages.last?.name ?? "nothing" }

  /// All steps that lead to it.
  public var steps: [Step<Action>] { stages.flatMap(\.steps) }

  public var description: String { name }

  /// The scenarios that show that each stage comes about, each one of the rule that the stage stands on.
  package var scenarios: [Scenario<Action>] {
    stages.indices.compactMap { index in
      let stage = stages[index]
      return stage.rule.map { rule in
        Scenario(
          rule, "fixture: \(stage.name)", given: Fixture(stages: Array(stages[..<index])), then: stage.steps,
          source: stage.source)
      }
    }
  }
}

/// The line of the table that a scenario was written at.
public struct SourceLine: Hashable, Sendable, CustomStringConvertible {
  /// The module and file name, `Module/File.swift`.
  public let fileID: String
  /// The whole path of the file on the machine that built it.
  public let filePath: String
  /// The line.
  public let line: Int
  /// The column.
  public let column: Int

  /// Takes the place that it is called at.
  package init(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The path in this package's repository, or the module and file name for a file that lies elsewhere.
  public var path: String {
    let root = #filePath.dropLast("Spec/Structure/Scenario.swift".count)
    return filePath.hasPrefix(root) ? String(filePath.dropFirst(root.count)) : fileID
  }

  public var description: String { "\(path):\(line)" }
}

/// One run through a rule, as data: what is given, then what happens and what must be observed.
public struct Scenario<Action: ScenarioAction>: Sendable, Identifiable, CustomStringConvertible {
  /// The rule's id and, where the rule has several scenarios, the row in square brackets.
  public let id: String
  /// The rule that it checks.
  public let rule: RuleID
  /// The state that its steps start from.
  public let fixture: Fixture<Action>
  /// The steps that try the rule.
  public let steps: [Step<Action>]
  /// The row's place in the tables.
  public let source: SourceLine
  /// For one of a sequence of changes after which the app is killed: what killing it in the middle of the last is held
  /// against.
  package private(set) var lastChange: LastChange?

  /// The last change before the app is killed.
  package struct LastChange: Sendable {
    /// The number of its step among those that try the rule, from 0.
    package let step: Int
    /// The ids of the scenarios that tell what else may be left: that which ends one change sooner, and others.
    package let otherwise: [String]
  }

  /// The same, which a process that ends in the middle of a change may leave as it is after the change, as it was before,
  /// or otherwise.
  ///
  /// - Parameters:
  ///   - step: the number of the change's step among those that try the rule, from 0.
  ///   - rows: the row that ends one change sooner, and others that tell what may be left.
  package func changingLast(at step: Int, orAs rows: String...) -> Self {
    var copy = self
    copy.lastChange = LastChange(step: step, otherwise: rows.map { "\(rule)[\($0)]" })
    return copy
  }

  /// The number of the first step at which the app is killed, those of the fixture counted, from 0; nil where it never is.
  package var firstKill: Int? {
    (fixture.steps + steps).firstIndex { ($0.action as? any WorldAction)?.worldEvent == .kill }
  }

  /// What the module and its world must be able to do: all that its actions need.
  public var requires: Set<Capability> {
    (fixture.steps + steps).reduce(into: []) { needed, step in needed.formUnion(step.action.requires) }
  }

  /// Writes a scenario down.
  package init(
    _ rule: RuleID, _ row: String? = nil, given fixture: Fixture<Action> = .none, then steps: [Step<Action>],
    source: SourceLine
  ) {
    self.id = row.map { "\(rule)[\($0)]" } ?? rule.text
    self.rule = rule
    self.fixture = fixture
    self.steps = steps
    self.source = source
  }

  /// Writes a scenario down at the line of the call.
  package init(
    _ rule: RuleID, _ row: String? = nil, given fixture: Fixture<Action> = .none, then steps: [Step<Action>],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    self.init(
      rule, row, given: fixture, then: steps,
      source: SourceLine(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  public var description: String { id }
}
