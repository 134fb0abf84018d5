import CacheSpecChapters
import Testing

/// The properties of a chapter, without its types.
struct ChapterShape: Sendable, CustomStringConvertible {
  struct Row: Sendable {
    let id: String
    let rule: RuleID
    let requires: Set<Capability>
    let steps: Int
    let choices: Int
    /// The premises of its actions.
    let premises: [String]
    /// What its steps take for granted besides.
    let bases: [String]
    /// The file that declares it, or nil for a row of a table and for a stage of a fixture.
    let file: String?
  }

  let name: String
  let folder: String
  let rules: [Rule]
  let scenarios: [Row]
  let tables: [Table]
  let story: [StoryStep]
  let stages: [Stage]
  /// The ids of the scenarios that show what actions take for granted, and the rules that are more basic than each.
  let premises: [String]
  let moreBasic: [RuleID: Set<RuleID>]
  /// The scenarios with the same steps as others, one line each.
  let repeated: [String]
  /// The steps that expect an action to have no effect, although no step expects that effect of such an action, one
  /// line each.
  let untwinned: [String]

  /// A stage of a fixture, with all steps that lead to it.
  struct Stage: Sendable, Hashable {
    let name: String
    let rule: RuleID?
    let isJudged: Bool
    let path: [String]
  }

  init(_ chapter: some SpecifiedChapter) {
    name = chapter.name
    folder = chapter.folder
    rules = chapter.rules
    tables = chapter.tables
    story = chapter.story
    let ofTables = Set(chapter.tables.flatMap(\.rows).map(\.source))
    scenarios = chapter.scenarios.map { scenario in
      Row(
        id: scenario.id, rule: scenario.rule, requires: scenario.requires, steps: scenario.steps.count,
        choices: scenario.steps.count { $0.outcomes.count > 1 },
        premises: scenario.premisesOfActions, bases: (scenario.fixture.steps + scenario.steps).flatMap(\.premises),
        file: scenario.isStage || ofTables.contains(scenario.source)
          ? nil : scenario.source.path)
    }
    repeated = Dictionary(grouping: chapter.scenarios) { $0.fixture.steps + $0.steps }.values.filter { $0.count > 1 }
      .map { $0.map(\.id).joined(separator: " = ") }.sorted()
    (premises, moreBasic) = Self.premises(of: chapter)
    stages = Array(Set(chapter.scenarios.flatMap { Self.stages(of: $0.fixture) }))
    untwinned = Self.untwinned(chapter)
  }

  /// The steps that expect an action to have no effect, if no other step expects that effect of an action of its kind.
  private static func untwinned(_ chapter: some SpecifiedChapter) -> [String] {
    let steps = chapter.scenarios.flatMap { scenario in
      (scenario.fixture.steps.map { ($0, nil) } + scenario.steps.map { ($0, scenario.id) }) as [(Step, String?)]
    }
    var happens: [Aspect: Set<String>] = [:]
    for (step, _) in steps {
      for expectation in step.outcomes.flatMap(\.expectations) where !expectation.isOfNothing {
        happens[expectation.aspect, default: []].insert(step.action.kind)
      }
    }
    return steps.compactMap { step, id in
      guard let id, let outcome = step.outcomes.first else { return nil }
      let lonely = outcome.expectations.filter {
        $0.isOfNothing && happens[$0.aspect]?.contains(step.action.kind) != true
      }
      return lonely.isEmpty ? nil : "\(id): \(step)"
    }
  }

  private static func premises<Of: SpecifiedChapter>(of chapter: Of) -> ([String], [RuleID: Set<RuleID>]) {
    let premises = Of.Action.premises
    let moreBasic = premises.map { (RuleID(ofScenario: $0.scenario), Set($0.moreBasic)) }
    return (premises.map(\.scenario), Dictionary(moreBasic) { $0.union($1) })
  }

  private static func stages(of fixture: Fixture<some ScenarioAction>) -> [Stage] {
    fixture.stages.indices.map { index in
      let stage = fixture.stages[index]
      return Stage(
        name: stage.name, rule: stage.rule, isJudged: stage.steps.contains { !$0.judgedAspects.isEmpty },
        path: fixture.stages[...index].flatMap { $0.steps.map(\.description) })
    }
  }

  var description: String { name }

  static let all = Chapters.all.map { ChapterShape($0) }
  static let allRules = Dictionary(all.flatMap(\.rules).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}

@Suite("Chapters")
struct ChapterTests {
  @Test("Every rule has a scenario, or says why it cannot be checked", arguments: ChapterShape.all)
  func rulesAreChecked(_ chapter: ChapterShape) {
    let checked = Set(chapter.scenarios.map(\.rule))
    for rule in chapter.rules {
      #expect(
        checked.contains(rule.id) == (rule.uncheckable == nil),
        "\(rule.id) needs a scenario, or a reason why it can have none (uncheckable:)")
    }
  }

  @Test("Every scenario belongs to a rule of its chapter, and has a step", arguments: ChapterShape.all)
  func scenariosHaveRules(_ chapter: ChapterShape) {
    let rules = Set(chapter.rules.map(\.id))
    for scenario in chapter.scenarios {
      #expect(rules.contains(scenario.rule), "\(scenario.id)")
      #expect(scenario.steps > 0, "\(scenario.id)")
    }
  }

  @Test("A scenario outside a table is in a file of its rule's topic", arguments: ChapterShape.all)
  func filesAreOfTopics(_ chapter: ChapterShape) {
    for row in chapter.scenarios {
      guard let file = row.file else { continue }
      let topic = row.rule.text.split(separator: ".")[1].split(separator: "-").joined()
      let isOfTopic = file.lowercased().hasPrefix("Spec/\(chapter.folder)/Rules/\(topic)".lowercased())
      #expect(
        isOfTopic,
        "\(row.id) stands in \(file): move it to the file of its topic, Spec/\(chapter.folder)/Rules/\(topic).swift")
    }
  }

  @Test("Rule ids are slugs that begin with their chapter, and every id is unique", arguments: ChapterShape.all)
  func ids(_ chapter: ChapterShape) {
    for rule in chapter.rules {
      #expect(rule.id.text.wholeMatch(of: /[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*)+/) != nil, "\(rule.id)")
      #expect(rule.id.chapter == chapter.name)
    }
    #expect(Set(chapter.rules.map(\.id)).count == chapter.rules.count)
    let twice = Dictionary(grouping: chapter.scenarios, by: \.id).filter { $0.value.count > 1 }.keys.sorted()
    #expect(twice == [])
  }

  @Test("Every rule cites a heading, and a derived or open rule gives its reason", arguments: ChapterShape.all)
  func citations(_ chapter: ChapterShape) {
    for rule in chapter.rules {
      #expect(!rule.citations.isEmpty, "\(rule.id) cites no heading (from:)")
      #expect(
        (rule.level == .derived || rule.level == .open) == (rule.reason != nil),
        "\(rule.id): a derived or open rule says why it holds (because:), and no other does")
      #expect(rule.statement.hasSuffix("."), "\(rule.id): its statement is no sentence with a period")
    }
  }

  @Test("An open rule leaves a choice", arguments: ChapterShape.all)
  func openRulesChoose(_ chapter: ChapterShape) {
    for rule in chapter.rules where rule.level == .open {
      #expect(
        chapter.scenarios.contains { $0.rule == rule.id && $0.choices > 0 },
        "\(rule.id) is open, and no step of its scenarios has two outcomes")
    }
  }

  @Test("A complete table has one row for every combination of its inputs", arguments: ChapterShape.all)
  func tablesAreWhole(_ chapter: ChapterShape) {
    for table in chapter.tables {
      for row in table.rows { #expect(row.given.count == table.inputs.count, "\(row.source)") }
      for row in table.rows { #expect(row.expected.count == table.outcomes.count, "\(row.source)") }
      guard table.isComplete else { continue }
      let wanted = table.inputs.reduce([[]]) { rows, column in
        rows.flatMap { row in column.values.map { row + [$0] } }
      }
      let rows = table.rows.map(\.given)
      #expect(Set(rows).count == rows.count, "\(table.title): a row stands twice")
      #expect(Set(rows) == Set(wanted), "\(table.title)")
    }
  }

  @Test("A stage that judges the module names the must or derived rule that it relies on", arguments: ChapterShape.all)
  func fixturesStandOnRules(_ chapter: ChapterShape) {
    for stage in chapter.stages where stage.isJudged {
      let rule = stage.rule.flatMap { ChapterShape.allRules[$0] }
      #expect(rule != nil, "'\(stage.name)' judges the module and names no rule")
      #expect(rule?.level != .open, "'\(stage.name)' relies on \(rule?.id.text ?? ""), which leaves a choice")
    }
  }

  @Test("Every premise is shown by a scenario of a must or derived rule", arguments: ChapterShape.all)
  func premisesAreScenarios(_ chapter: ChapterShape) {
    let scenarios = ChapterShape.all.flatMap(\.scenarios).filter {
      let level = ChapterShape.allRules[$0.rule]?.level
      return level == .must || level == .derived
    }
    let unknown = Set(chapter.premises + chapter.scenarios.flatMap(\.bases)).subtracting(scenarios.map(\.id)).sorted()
    #expect(unknown == [], "a premise names a scenario of a must or derived rule, with its row: …[policy=disk]")
  }

  @Test("No rule is more basic than one that is more basic than it", arguments: ChapterShape.all)
  func premisesAreInOrder(_ chapter: ChapterShape) {
    for (rule, moreBasic) in chapter.moreBasic {
      for basic in moreBasic {
        #expect(chapter.moreBasic[basic]?.contains(rule) != true, "\(rule) and \(basic): take away one")
        #expect(ChapterShape.allRules[basic] != nil, "\(rule) is said to be less basic than \(basic), which is no rule")
      }
    }
  }

  @Test("No scenario takes for granted what takes that scenario for granted")
  func premisesAreAcyclic() {
    let premises = Dictionary(
      ChapterShape.all.flatMap(\.scenarios).map { ($0.id, $0.premises + $0.bases) },
      uniquingKeysWith: { first, _ in first })
    for row in ChapterShape.all.flatMap(\.scenarios) {
      for basis in row.bases {
        var (reached, next) = (Set([basis]), [basis])
        while let id = next.popLast() {
          next += (premises[id] ?? []).filter { reached.insert($0).inserted }
        }
        #expect(!reached.contains(row.id), "\(basis) takes for granted \(row.id), which takes it for granted")
      }
    }
  }

  @Test("No two fixtures have the same name", arguments: ChapterShape.all)
  func fixtureNames(_ chapter: ChapterShape) {
    let paths = Dictionary(grouping: chapter.stages, by: \.name).mapValues { Set($0.map(\.path)) }
    for (name, paths) in paths {
      #expect(
        paths.count == 1,
        "'\(name)' names \(paths.count) fixtures: put what differs, such as a parameter, into the name")
    }
  }

  @Test("A retired id is never used again", arguments: ChapterShape.all)
  func retiredIDs(_ chapter: ChapterShape) {
    let used = chapter.rules.map(\.id.text) + chapter.scenarios.map(\.id)
    #expect(used.filter(RetiredIDs.all.contains) == [], "give it another id: these are retired (Spec/RetiredIDs.swift)")
  }

  @Test("An effect that one scenario rules out for an action is expected in another", arguments: ChapterShape.all)
  func twins(_ chapter: ChapterShape) {
    // For these, the effect shows in another step of the same scenario. A dashboard may also compute a card's figures
    // whenever it likes, as long as they are right.
    let exempt = ["cancel ", "wait for ", "fetch returns ", "log in a blank id", "view "]
    let lonely = chapter.untwinned.filter { line in !exempt.contains { line.contains(": \($0)") } }
    #expect(
      lonely.isEmpty,
      """
      Nothing proves that the checker would see what these steps expect not to happen. Expect it of the same case of the
      action in another scenario:
      \(lonely.joined(separator: "\n"))
      """)
  }

  @Test("No two scenarios have the same steps", arguments: ChapterShape.all)
  func repeatsNothing(_ chapter: ChapterShape) {
    #expect(chapter.repeated.isEmpty, "\(chapter.repeated.joined(separator: "\n"))")
  }
}
