import Synchronization

/// The rules of one chapter and the scenarios that check them.
public struct Chapter<Action: ScenarioAction>: Sendable {
  /// The first part of its rules' ids.
  public let name: String
  /// What the chapter is about.
  public let title: String
  /// The name of its folders.
  package let folder: String
  /// Its rules, in the order of the documents.
  public let rules: [Rule]
  private let madeScenarios: Once<[Scenario<Action>]>
  private let madeTables: Once<[Table]>

  /// Its scenarios, rule by rule, with one for each stage of a fixture that they start from.
  public var scenarios: [Scenario<Action>] { madeScenarios.value }
  package var tables: [Table] { madeTables.value }

  /// Gathers a chapter. Its scenarios and tables are made when they are asked for: a process that runs a scenario has no
  /// use for those of the other chapters.
  ///
  /// - Parameters:
  ///   - name: the first part of its rules' ids.
  ///   - title: what it is about.
  ///   - folder: the name of its folders, where it is not the chapter's with a capital.
  ///   - rules: its rules, in the order of the documents.
  ///   - tables: those of its tables that its page prints.
  ///   - scenarios: its scenarios; those of its fixtures are added.
  ///   - fixtures: those of chapters that start from what this one is about, and stand on its rules.
  package init(
    name: String, title: String, folder: String? = nil, rules: [Rule],
    tables: @escaping @Sendable @autoclosure () -> [Table] = [],
    scenarios: @escaping @Sendable @autoclosure () -> [Scenario<Action>],
    fixtures: @escaping @Sendable @autoclosure () -> [Fixture<Action>] = []
  ) {
    self.name = name
    self.title = title
    self.folder = folder ?? name.prefix(1).uppercased() + name.dropFirst()
    self.rules = rules
    madeTables = Once(tables)
    madeScenarios = Once { Self.withFixtures(scenarios(), fixtures(), of: rules, in: name) }
  }

  /// The scenarios, rule by rule, and those of the fixtures that they start from.
  private static func withFixtures(
    _ scenarios: [Scenario<Action>], _ fixtures: [Fixture<Action>], of rules: [Rule], in name: String
  ) -> [Scenario<Action>] {
    var seen = Set(scenarios.map(\.id))
    // A fixture's earlier stages come first: the later ones are reached through them.
    let stages = (scenarios.map(\.fixture) + fixtures).flatMap(\.scenarios).filter {
      $0.rule.chapter == name && seen.insert($0.id).inserted
    }
    // What a scenario shows already, of its rule, is not shown again.
    let standing = Set(stages.map(\.rule))
    var shown = Set(scenarios.filter { standing.contains($0.rule) }.map(Shown.init))
    let ofFixtures = stages.filter { shown.insert(Shown($0)).inserted }
    let byRule = Dictionary(grouping: ofFixtures + scenarios, by: \.rule)
    let known = Set(rules.map(\.id))
    // A scenario of no rule is kept, for a test to find.
    return rules.flatMap { byRule[$0.id] ?? [] } + scenarios.filter { !known.contains($0.rule) }
  }

  private struct Shown: Hashable {
    let rule: RuleID
    let steps: [Step<Action>]

    init(_ scenario: Scenario<Action>) {
      (rule, steps) = (scenario.rule, scenario.fixture.steps + scenario.steps)
    }

    /// Hashes the last steps, which tell most rows of one rule apart.
    func hash(into hasher: inout Hasher) {
      hasher.combine(rule)
      hasher.combine(steps.count)
      hasher.combine(steps.suffix(3))
    }
  }
}

/// A value that is made when it is first asked for, and then kept.
private final class Once<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  var value: Value {
    made.withLock { made in
      let value = made ?? make()
      made = value
      return value
    }
  }
}

/// A chapter without its types: what lists, pages and reports need of it.
package protocol SpecifiedChapter: Sendable {
  /// The chapter's actions.
  associatedtype Action: ScenarioAction

  /// The first part of its rules' ids.
  var name: String { get }
  /// What the chapter is about.
  var title: String { get }
  /// The name of its folders.
  var folder: String { get }
  /// Its rules, in the order of the documents.
  var rules: [Rule] { get }
  /// Its tables.
  var tables: [Table] { get }
  /// Its scenarios, rule by rule.
  var scenarios: [Scenario<Action>] { get }
}

extension Chapter: SpecifiedChapter {}

extension SpecifiedChapter {
  /// How many scenarios it has.
  package var scenarioCount: Int { scenarios.count }

  /// What a module may lack, and how many scenarios need it.
  package var capabilities: [(capability: Capability, scenarios: Int)] {
    let needed = scenarios.flatMap(\.requires)
    return Set(needed).sorted().map { capability in (capability, needed.count { $0 == capability }) }
  }
}
