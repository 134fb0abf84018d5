import Synchronization

/// The rules of one chapter and the scenarios that check them.
public struct Chapter<Action: ScenarioAction>: Sendable {
  /// The first part of the ids of its rules.
  public let name: String
  /// The subject of the chapter.
  public let title: String
  /// The name of its folders.
  package let folder: String
  /// What such a cache does, step by step, for a reader who is new to it.
  package let story: [StoryStep]
  /// Its rules, topic by topic.
  public let rules: [Rule]
  /// What its scenarios take for granted.
  package let premises: [Premise<Action>]
  /// Its models, which state rules as functions of what has happened.
  package let models: [AnyModel<Action>]
  private let madeScenarios: Once<[Scenario<Action>]>
  private let madeTables: Once<[Table]>

  /// Its scenarios, rule by rule, including one for each stage of the fixtures that they start from.
  public var scenarios: [Scenario<Action>] { madeScenarios.value }
  package var tables: [Table] { madeTables.value }

  /// Makes a chapter. Its scenarios and tables are made on first use, because a process that runs a scenario does not
  /// need those of the other chapters.
  ///
  /// - Parameters:
  ///   - name: the first part of the ids of its rules.
  ///   - title: the subject of the chapter.
  ///   - folder: the name of its folders, if it is not the capitalized name of the chapter.
  ///   - story: what such a cache does, step by step, for a reader who is new to it.
  ///   - rules: its rules, topic by topic.
  ///   - premises: what its scenarios take for granted, if their actions name the chapter among their `chapters`.
  ///   - models: its models, which state rules as functions of what has happened.
  ///   - tables: the tables that its page prints.
  ///   - scenarios: its scenarios; those of its fixtures are added.
  ///   - fixtures: the fixtures of other chapters that rely on rules of this one.
  public init(
    name: String, title: String, folder: String? = nil, story: [StoryStep] = [], rules: [Rule],
    premises: [Premise<Action>] = [], models: [AnyModel<Action>] = [],
    tables: @escaping @Sendable @autoclosure () -> [Table] = [],
    scenarios: @escaping @Sendable @autoclosure () -> [Scenario<Action>],
    fixtures: @escaping @Sendable @autoclosure () -> [Fixture<Action>] = []
  ) {
    self.name = name
    self.title = title
    self.folder = folder ?? name.prefix(1).uppercased() + name.dropFirst()
    self.story = story
    self.rules = rules
    self.premises = premises
    self.models = models
    madeTables = Once(tables)
    madeScenarios = Once { Self.withFixtures(scenarios(), fixtures(), of: rules, in: name) }
  }

  /// Makes a chapter of its topics.
  ///
  /// - Parameters:
  ///   - name: the first part of the ids of its rules.
  ///   - title: the subject of the chapter.
  ///   - folder: the name of its folders, if it is not the capitalized name of the chapter.
  ///   - story: what such a cache does, step by step, for a reader who is new to it.
  ///   - topics: its topics.
  ///   - models: its models, which state rules as functions of what has happened.
  ///   - fixtures: the fixtures of other chapters that rely on rules of this one.
  public init(
    name: String, title: String, folder: String? = nil, story: [StoryStep] = [], topics: [Topic<Action>],
    models: [AnyModel<Action>] = [],
    fixtures: @escaping @Sendable @autoclosure () -> [Fixture<Action>] = []
  ) {
    self.init(
      name: name, title: title, folder: folder, story: story, rules: topics.flatMap(\.rules),
      premises: topics.flatMap(\.premises), models: models,
      tables: topics.flatMap { $0.tables() },
      scenarios: topics.flatMap { $0.scenarios() }, fixtures: fixtures())
  }

  /// The scenarios, rule by rule, including those of the fixtures that they start from.
  private static func withFixtures(
    _ scenarios: [Scenario<Action>], _ fixtures: [Fixture<Action>], of rules: [Rule], in name: String
  ) -> [Scenario<Action>] {
    var seen = Set(scenarios.map(\.id))
    // The earlier stages of a fixture come first, because the later ones are reached through them.
    let stages = (scenarios.map(\.fixture) + fixtures).flatMap(\.scenarios).filter {
      $0.rule.chapter == name && seen.insert($0.id).inserted
    }
    // A stage is left out if a scenario of its rule has the same steps.
    let standing = Set(stages.map(\.rule))
    var shown = Set(scenarios.filter { standing.contains($0.rule) }.map(Shown.init))
    let ofFixtures = stages.filter { shown.insert(Shown($0)).inserted }
    let byRule = Dictionary(grouping: ofFixtures + scenarios, by: \.rule)
    let known = Set(rules.map(\.id))
    // A scenario without a known rule is kept, so that a test finds it.
    return rules.flatMap { byRule[$0.id] ?? [] } + scenarios.filter { !known.contains($0.rule) }
  }

  private struct Shown: Hashable {
    let rule: RuleID
    let steps: [Step<Action>]

    init(_ scenario: Scenario<Action>) {
      (rule, steps) = (scenario.rule, scenario.fixture.steps + scenario.steps)
    }

    /// Hashes only the last steps, which distinguish most rows of a rule.
    func hash(into hasher: inout Hasher) {
      hasher.combine(rule)
      hasher.combine(steps.count)
      hasher.combine(steps.suffix(3))
    }
  }
}

/// A value that is made on first use, and then kept.
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

/// A chapter without its types, for lists, pages and reports.
package protocol SpecifiedChapter: Sendable {
  /// The chapter's actions.
  associatedtype Action: ScenarioAction

  /// The first part of the ids of its rules.
  var name: String { get }
  /// The subject of the chapter.
  var title: String { get }
  /// The name of its folders.
  var folder: String { get }
  /// What such a cache does, step by step.
  var story: [StoryStep] { get }
  /// Its rules, topic by topic.
  var rules: [Rule] { get }
  /// Its tables.
  var tables: [Table] { get }
  /// Its scenarios, rule by rule.
  var scenarios: [Scenario<Action>] { get }
}

extension Chapter: SpecifiedChapter {}

extension SpecifiedChapter {
  /// The number of its scenarios, without the stages of fixtures.
  package var scenarioCount: Int { scenarios.count { !$0.isStage } }

  /// The capabilities that its scenarios require, with the number of scenarios that require each.
  package var capabilities: [(capability: Capability, scenarios: Int)] {
    let needed = scenarios.flatMap(\.requires)
    return Set(needed).sorted().map { capability in (capability, needed.count { $0 == capability }) }
  }
}
