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
  /// Its scenarios, rule by rule, with one for each stage of a fixture that they start from.
  public let scenarios: [Scenario<Action>]
  package let tables: [Table]

  /// Gathers a chapter.
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
    name: String, title: String, folder: String? = nil, rules: [Rule], tables: [Table] = [],
    scenarios: [Scenario<Action>], fixtures: [Fixture<Action>] = []
  ) {
    self.name = name
    self.title = title
    self.folder = folder ?? name.prefix(1).uppercased() + name.dropFirst()
    self.rules = rules
    self.tables = tables
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
    self.scenarios = rules.flatMap { byRule[$0.id] ?? [] } + scenarios.filter { !known.contains($0.rule) }
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
