/// A column of a table: its name and, for an input of a few values, each of them.
package struct Column: Sendable {
  package let name: String
  package let values: [String]

  /// An input that takes these values.
  package init(_ name: String, _ values: [String]) {
    self.name = name
    self.values = values
  }

  /// An input that takes every value of a type.
  package init<Value: CaseIterable & CustomStringConvertible>(_ name: String, _: Value.Type) {
    self.init(name, Value.allCases.map(\.description))
  }
}

/// A row of a table: what is given and done, what must come of it, and the rule that it shows.
protocol TableRow: Sendable {
  /// The chapter's actions.
  associatedtype Action: ScenarioAction
  /// A tuple of the cells by name: the inputs in the order of their columns, then the outcomes.
  associatedtype Cells: Sendable

  /// The columns that say what is given and done.
  static var inputs: [Column] { get }
  /// The names of the columns that say what must come of it.
  static var outcomes: [String] { get }

  /// The cells.
  var cells: Cells { get }
  /// The row's name in its scenario's id: where it says nothing else, its inputs.
  var name: String { get }
  /// The values of the inputs, in the order of their columns, as pages print them.
  var given: [String] { get }
  /// What must come of it, in the order of the columns.
  var expected: [String] { get }
  /// The rule that the row shows.
  var rule: RuleID { get }
  /// Where the row stands.
  var source: SourceLine { get }
  /// What starts the scenario.
  var fixture: Fixture<Action> { get }
  /// The steps that try the row.
  var steps: [Step<Action>] { get }

  /// Takes all that a row is.
  init(cells: Cells, rule: RuleID, source: SourceLine)
}

extension TableRow {
  /// Writes a row down at the line of the call.
  init(
    _ cells: Cells, _ rule: RuleID, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    self.init(cells: cells, rule: rule, source: SourceLine(fileID: fileID, filePath: filePath, line: line))
  }

  var given: [String] { Array(texts.prefix(Self.inputs.count)) }
  var expected: [String] { texts.suffix(Self.outcomes.count) }

  /// The cells as they describe themselves. Swift has no other way to go through a tuple whose parts have names.
  private var texts: [String] { Mirror(reflecting: cells).children.map { "\($0.value)" } }

  var name: String { zip(Self.inputs, given).map { "\($0.name)=\($1)" }.joined(separator: ",") }

  /// The row as a scenario.
  var scenario: Scenario<Action> { Scenario(rule, name, given: fixture, then: steps, source: source) }
}

/// A table of a chapter, as its page prints it.
package struct Table: Sendable {
  /// A row without its types.
  package struct Row: Sendable {
    package let name: String
    package let given: [String]
    package let expected: [String]
    package let rule: RuleID
    package let source: SourceLine
  }

  /// What the table is about.
  package let title: String
  /// What its words mean.
  package let legend: String
  /// The columns that say what is given and done.
  package let inputs: [Column]
  /// The names of the columns that say what must come of it.
  package let outcomes: [String]
  /// The rows.
  package let rows: [Row]
  /// Whether every combination of the inputs has a row.
  package let isComplete: Bool

  /// Gathers rows under a title and a legend.
  ///
  /// - Parameters:
  ///   - title: what it is about.
  ///   - legend: what its words mean, in Markdown.
  ///   - rows: the rows.
  ///   - isComplete: whether every combination of the inputs has a row.
  init<Of: TableRow>(_ title: String, legend: String, _ rows: [Of], isComplete: Bool = true) {
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
