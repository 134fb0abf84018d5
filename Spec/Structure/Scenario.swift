/// What the world or the app does next: one small enum a chapter, so that a step can be printed, replayed and sent.
public protocol ScenarioAction: Hashable, Sendable, CustomStringConvertible {
  /// The rules that scenarios made of these actions check.
  static var rules: [Rule] { get }
  /// What a module and its world must be able to do for this action to be performed.
  var requires: Set<Capability> { get }
}

/// One way in which a step may come out.
public struct Outcome: Hashable, Sendable, CustomStringConvertible {
  /// A name for it, recorded where a step allows several.
  public let name: String
  /// What is then observed. Aspects that none of these mention are not judged.
  public let expectations: [Expectation]

  /// Names a way in which a step may come out.
  public init(_ name: String, _ expectations: Expectation...) {
    self.init(name, expectations)
  }

  init(_ name: String, _ expectations: [Expectation]) {
    self.name = name
    self.expectations = expectations
  }

  /// Whether an observation is this outcome. A failure that no expectation speaks of never is.
  public func matches(_ observation: Observation) -> Bool {
    let answerIsJudged = expectations.contains { $0.aspect == .answer }
    if !answerIsJudged, observation[.answer]?.contains(where: \.isFailure) == true { return false }
    return expectations.allSatisfy { $0.matches(observation) }
  }

  public var description: String {
    expectations.isEmpty ? "no error" : expectations.map(\.description).joined(separator: ", ")
  }
}

/// An action and what must then be observed.
public struct Step<Action: ScenarioAction>: Hashable, Sendable, CustomStringConvertible {
  /// What happens.
  public let action: Action
  /// How it may come out: one outcome, or several where the documents leave a choice.
  public let outcomes: [Outcome]

  /// A step with one outcome. Without expectations it only has to raise no error.
  public init(_ action: Action, _ expectations: Expectation...) {
    self.action = action
    self.outcomes = [Outcome("", expectations)]
  }

  /// A step with several allowed outcomes; the first that fits is recorded by its name.
  public init(_ action: Action, oneOf outcomes: [Outcome]) {
    self.action = action
    self.outcomes = outcomes
  }

  /// The aspects that any outcome speaks of.
  public var judgedAspects: Set<Aspect> { Set(outcomes.flatMap(\.expectations).map(\.aspect)) }

  /// What is expected, in words.
  public var expected: String {
    outcomes.map { outcomes.count == 1 ? "\($0)" : "\($0.name): \($0)" }.joined(separator: " | ")
  }

  public var description: String { judgedAspects.isEmpty ? "\(action)" : "\(action) ⇒ \(expected)" }
}

/// The line of the table that a scenario was written at.
public struct SourceLine: Hashable, Sendable, CustomStringConvertible {
  /// The module and file name, `Module/File.swift`.
  public let fileID: String
  /// The whole path of the file.
  public let filePath: String
  /// The line.
  public let line: Int
  /// The column.
  public let column: Int

  /// Takes the place that it is called at.
  public init(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  public var description: String { "\(fileID):\(line)" }
}

/// One run through a rule, as data: what is given, then what happens and what must be observed.
public struct Scenario<Action: ScenarioAction>: Sendable, Identifiable, CustomStringConvertible {
  /// The rule's id and, where the rule has several scenarios, the row in square brackets.
  public let id: String
  /// The rule that it checks.
  public let rule: RuleID
  /// What has to be so before the rule can be tried. A given step that does not come about is a failed set-up.
  public let given: [Step<Action>]
  /// The steps that try the rule.
  public let steps: [Step<Action>]
  /// What the module and its world must be able to do: all that its actions need.
  public var requires: Set<Capability> {
    (given + steps).reduce(into: []) { needed, step in needed.formUnion(step.action.requires) }
  }
  /// The row's place in the tables.
  public let source: SourceLine

  /// Writes a scenario down.
  public init(
    _ rule: RuleID, _ row: String? = nil, given: [Step<Action>] = [], then steps: [Step<Action>], source: SourceLine
  ) {
    self.id = row.map { "\(rule)[\($0)]" } ?? rule.text
    self.rule = rule
    self.given = given
    self.steps = steps
    self.source = source
  }

  /// Writes a scenario down at the line of the call.
  public init(
    _ rule: RuleID, _ row: String? = nil, given: [Step<Action>] = [], then steps: [Step<Action>],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    self.init(
      rule, row, given: given, then: steps,
      source: SourceLine(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  public var description: String { id }
}

/// The rules of one chapter and the scenarios that check them.
public struct Chapter<Action: ScenarioAction>: Sendable {
  /// The first part of its rules' ids.
  public let name: String
  /// What the chapter is about.
  public let title: String
  /// Its rules, in the order of the documents.
  public let rules: [Rule]
  /// Its scenarios, rule by rule.
  public let scenarios: [Scenario<Action>]

  /// Gathers a chapter.
  public init(name: String, title: String, rules: [Rule], scenarios: [Scenario<Action>]) {
    self.name = name
    self.title = title
    self.rules = rules
    self.scenarios = scenarios
  }
}
