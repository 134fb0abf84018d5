/// A column of a table: its name and, for an input with few values, all of them.
public struct Column: Sendable {
  public let name: String
  public let values: [String]
  /// Whether a page lists its values in one line where rows are otherwise alike.
  package let isListed: Bool

  /// Makes an input that takes these values.
  public init(_ name: String, _ values: [String]) { self.init(name, values, isListed: false) }

  private init(_ name: String, _ values: [String], isListed: Bool) {
    (self.name, self.values, self.isListed) = (name, values, isListed)
  }

  /// Makes an input with values of its own in each row, which a page lists in one line where rows are otherwise alike.
  package static func listed(_ name: String) -> Self { Self(name, [], isListed: true) }

  /// Makes an input that takes every value of a type.
  public init<Value: CaseIterable & CustomStringConvertible>(_ name: String, _: Value.Type) {
    self.init(name, Value.allCases.map(\.description))
  }
}

/// A row of a table: the inputs, the expected outcomes, and the rule that it checks.
public protocol TableRow: Sendable {
  /// The chapter's actions.
  associatedtype Action: ScenarioAction
  /// A tuple of named cells: the inputs in the order of their columns, then the outcomes.
  associatedtype Cells: Sendable

  /// The columns of the inputs.
  static var inputs: [Column] { get }
  /// The names of the columns of the outcomes.
  static var outcomes: [String] { get }

  /// The cells.
  var cells: Cells { get }
  /// The row's name in its scenario's id. By default, its inputs.
  var name: String { get }
  /// The values of the inputs, in the order of their columns, as pages print them.
  var given: [String] { get }
  /// The expected outcomes, in the order of their columns.
  var expected: [String] { get }
  /// The rule that the row checks.
  var rule: RuleID { get }
  /// Where the row is written.
  var source: SourceLine { get }
  /// The fixture that the scenario starts from.
  var fixture: Fixture<Action> { get }
  /// The steps that check the row.
  var steps: [Step<Action>] { get }

  /// Makes a row.
  init(cells: Cells, rule: RuleID, source: SourceLine)
}

extension TableRow {
  /// Makes a row at the source line of the caller.
  public init(
    _ cells: Cells, _ rule: RuleID, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    self.init(cells: cells, rule: rule, source: SourceLine(fileID: fileID, filePath: filePath, line: line))
  }

  public var given: [String] { Array(texts.prefix(Self.inputs.count)) }
  public var expected: [String] { texts.suffix(Self.outcomes.count) }

  /// The descriptions of the cells. A mirror is Swift's only way to iterate over a tuple with named elements.
  private var texts: [String] { Mirror(reflecting: cells).children.map { "\($0.value)" } }

  public var name: String { zip(Self.inputs, given).map { "\($0.name)=\($1)" }.joined(separator: ",") }

  /// The row as a scenario.
  public var scenario: Scenario<Action> { Scenario(rule, name, given: fixture, then: steps, source: source) }
}

/// A table of a chapter, as its page prints it.
public struct Table: Sendable {
  /// A row without its types.
  public struct Row: Sendable {
    public let name: String
    public let given: [String]
    public let expected: [String]
    public let rule: RuleID
    public let source: SourceLine
  }

  /// The subject of the table.
  public let title: String
  /// The meaning of its terms.
  public let legend: String
  /// The columns of the inputs.
  public let inputs: [Column]
  /// The names of the columns of the outcomes.
  public let outcomes: [String]
  /// The rows.
  public let rows: [Row]
  /// Whether every combination of the inputs has a row.
  public let isComplete: Bool

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - title: the subject.
  ///   - legend: the meaning of its terms, in Markdown.
  ///   - rows: the rows.
  ///   - isComplete: whether every combination of the inputs has a row.
  public init<Of: TableRow>(_ title: String, legend: String, _ rows: [Of], isComplete: Bool = true) {
    self.title = title
    self.legend = legend
    self.isComplete = isComplete
    inputs = Of.inputs
    outcomes = Of.outcomes
    self.rows = rows.map {
      Row(name: $0.name, given: $0.given, expected: $0.expected, rule: $0.rule, source: $0.source)
    }
  }
}
