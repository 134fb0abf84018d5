/// One topic of a chapter: the rules that share the first parts of their ids, each with the rows that check it. A topic is
/// declared in a file that is named after it.
///
///     static var fallbackTopic: Topic<PaywallAction> {
///       Topic("paywall.fallback") {
///         Rule("automatic", .must, "The fallback is used automatically.", from: together, about: .fallback).rows {
///           Row("after a restart", given: .uncached(.withFallback).offline) {
///             Step(.restart)
///             Step(.load(.onboarding), .answers(.v0))
///           }
///         }
///       }
///     }
///
/// It is computed, because the compiler checks the initial value of a constant twice: when it writes the module's
/// interface too.
public struct Topic<Action: ScenarioAction>: Sendable {
  /// Its rules.
  public let rules: [Rule]
  let premises: [Premise<Action>]
  let tables: @Sendable () -> [Table]
  let scenarios: @Sendable () -> [Scenario<Action>]

  /// Makes a topic.
  ///
  /// - Parameters:
  ///   - id: what the ids of its rules begin with, without the last period.
  ///   - premises: which of its scenarios others take for granted, and when. They count if the actions name the chapter
  ///     among their `chapters`.
  ///   - tables: the tables that the chapter's page prints.
  ///   - scenarios: the scenarios of the tables.
  ///   - rules: its rules, with their rows.
  public init(
    _ id: String, premises: [Premise<Action>] = [], tables: @escaping @Sendable @autoclosure () -> [Table] = [],
    scenarios: @escaping @Sendable @autoclosure () -> [Scenario<Action>] = [],
    @ListBuilder<CheckedRule<Action>> rules: () -> [CheckedRule<Action>]
  ) {
    let checked = rules().map { $0.completed(by: id) }
    self.rules = checked.map(\.rule)
    (self.premises, self.tables) = (premises, tables)
    self.scenarios = { scenarios() + checked.flatMap(\.scenarios) }
  }
}

/// A rule, and the rows that check it.
public struct CheckedRule<Action: ScenarioAction>: Sendable {
  let rule: Rule
  /// Made on use, because a process that lists rules does not need their rows.
  fileprivate let rows: @Sendable () -> [Row<Action>]

  fileprivate var scenarios: [Scenario<Action>] { rows().map { $0.scenario(of: rule.id) } }

  fileprivate func completed(by topic: String) -> Self { Self(rule: rule.completed(by: topic), rows: rows) }
}

extension Rule {
  /// The rule with the rows that check it, besides those of tables.
  public func rows<Action: ScenarioAction>(
    @ListBuilder<Row<Action>> _ rows: @escaping @Sendable () -> [Row<Action>]
  ) -> CheckedRule<Action> {
    CheckedRule(rule: self, rows: rows)
  }
}

/// One example that tries a rule: a state, and the steps that follow.
public struct Row<Action: ScenarioAction>: Sendable {
  private let name: String?
  private let fixture: Fixture<Action>
  private let steps: [Step<Action>]
  private let more: [Step<Action>]
  private let source: SourceLine

  /// Makes a row at the source line of the caller.
  ///
  /// - Parameters:
  ///   - name: its name among the rule's rows, or nil for the one without a name.
  ///   - fixture: the state that its steps start from.
  ///   - fileID: the module and file in which it is written.
  ///   - filePath: the path of the file.
  ///   - line: the line.
  ///   - column: the column.
  ///   - steps: the steps that check the rule.
  ///   - more: further steps, which a module that lacks what they need is checked without.
  public init(
    _ name: String? = nil, given fixture: Fixture<Action> = .none,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    @ListBuilder<Step<Action>> then steps: () -> [Step<Action>],
    @ListBuilder<Step<Action>> ifPossible more: () -> [Step<Action>] = { [] }
  ) {
    (self.name, self.fixture, self.steps, self.more) = (name, fixture, steps(), more())
    source = SourceLine(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  fileprivate func scenario(of rule: RuleID) -> Scenario<Action> {
    Scenario(rule, name, given: fixture, then: steps, ifPossible: more, source: source)
  }
}

/// Makes a list of elements, and of lists of them, that are written below each other. What is written is consumed, so that
/// the compiler need not destroy it after each: there are thousands.
@resultBuilder
public enum ListBuilder<Element> {
  public static func buildExpression(_ element: consuming Element) -> [Element] { [element] }
  public static func buildExpression(_ elements: consuming [Element]) -> [Element] { elements }
  public static func buildBlock(_ lists: [Element]...) -> [Element] { lists.flatMap(\.self) }
  public static func buildArray(_ lists: [[Element]]) -> [Element] { lists.flatMap(\.self) }
}

extension ListBuilder {
  /// A rule that no row of its own checks.
  public static func buildExpression<Action>(_ rule: consuming Rule) -> [Element] where Element == CheckedRule<Action> {
    [CheckedRule(rule: rule, rows: { [] })]
  }
}
