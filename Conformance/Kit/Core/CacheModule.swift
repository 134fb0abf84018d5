public import CacheSpec

/// A cache module as it is held against the specification: its name, what it can take, what is known of it, and what makes
/// it in a world.
///
/// A module in several variants (on each of its backends, say) is several values with one name.
public struct CacheModule: Sendable, CustomStringConvertible {
  /// The name that the command line knows it by.
  public let name: String
  /// The name of the variant, or nil for a module's only one.
  public let variant: String?
  /// What it is, in a line.
  public let summary: String
  /// What the kit must not ask of it, each with the reason: scenarios that need it come out as not assessed.
  public var lacking: [Capability: String]
  /// The rules that it is known to break: an entry that no longer happens fails the run.
  public var deviations: [KnownDeviation]
  /// Whether scenarios run one at a time, for a module whose instances share something.
  public var runsAlone: Bool
  /// What makes it, chapter by chapter.
  public let implementations: [ChapterImplementation]

  /// What is remembered from one scenario to the next when each runs by itself, as under Swift Testing.
  let memory: ModuleMemory

  /// Describes a module.
  ///
  /// - Parameters:
  ///   - name: its name on the command line.
  ///   - variant: the name of the variant, or nil for a module's only one.
  ///   - summary: what it is, in a line.
  ///   - lacking: what the kit must not ask of it, each with the reason.
  ///   - deviations: the rules that it is known to break.
  ///   - runsAlone: whether scenarios run one at a time.
  ///   - implementations: what makes it: one for each chapter that it is held against.
  public init(
    _ name: String, variant: String? = nil, _ summary: String, lacking: [Capability: String] = [:],
    deviations: [KnownDeviation] = [], runsAlone: Bool = false, _ implementations: [ChapterImplementation]
  ) {
    self.name = name
    self.variant = variant
    self.summary = summary
    self.lacking = lacking
    self.deviations = deviations
    self.runsAlone = runsAlone
    self.implementations = implementations
    memory = ModuleMemory(width: runsAlone ? 1 : nil)
  }

  /// The name that runs this variant again: `reference:memory`.
  public var fullName: String { variant.map { "\(name):\($0)" } ?? name }

  public var description: String { fullName }

  /// Its rules, each once, chapter by chapter.
  public var rules: [Rule] { implementations.flatMap(\.rules) }

  /// What it lacks, the parts that it does not have included.
  package var everythingLacking: [Capability: String] {
    implementations.reduce(into: lacking) { all, part in all.merge(part.missing) { first, _ in first } }
  }

  /// Why the module cannot take a scenario that needs these, or nil.
  func lack(of requires: Set<Capability>, _ parts: [Capability: String]) -> String? {
    requires.sorted().lazy.compactMap { capability in
      (lacking[capability] ?? parts[capability]).map { "needs \(capability): \($0)" }
    }.first
  }
}

/// How one module implements the chapters that one kind of action is about.
struct Implementation<Action: ScenarioAction>: Sendable {
  /// The parts that the module does not have, each with the reason.
  let missing: [Capability: String]
  /// Makes a fresh module in a fresh world; it is told what the module lacks.
  let makeChecker: @Sendable (_ lacking: [Capability: String]) async throws -> any Checker<Action>
}

/// What makes a module for one chapter, without the chapter's types.
///
/// Each chapter has a factory for it, which takes a closure that makes the module in a world: `.paywalls { … }`.
public struct ChapterImplementation: Sendable {
  /// The chapters that the module is held against.
  package let chapters: [any SpecifiedChapter]
  /// The parts that the module does not have, each with the reason.
  let missing: [Capability: String]
  private let implementation: any Sendable
  private let plan: @Sendable (CacheModule, _ chapter: String?) -> [PlannedCase]

  /// Takes what makes a checker for a fresh module in a fresh world.
  ///
  /// - Parameters:
  ///   - missing: the parts that the module does not have, each with the reason.
  ///   - chapters: the chapters, or nil for all that are made of these actions.
  ///   - makeChecker: makes the checker; it is told what the module lacks.
  package init<Action: ScenarioAction>(
    missing: [Capability: String] = [:], chapters: [Chapter<Action>]? = nil,
    makeChecker: @escaping @Sendable (_ lacking: [Capability: String]) async throws -> any Checker<Action>
  ) {
    let (chapters, implementation) = (
      chapters ?? Action.chapters, Implementation(missing: missing, makeChecker: makeChecker)
    )
    self.chapters = chapters
    self.missing = missing
    self.implementation = implementation
    plan = { module, name in
      let deviations = DeviationsOnRecord(module.deviations)
      return chapters.filter { name == nil || $0.name == name }.flatMap { chapter in
        let rules = Dictionary(chapter.rules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return chapter.scenarios.map { PlannedCase($0, rules[$0.rule], implementation, module, deviations) }
      }
    }
  }

  /// Its rules, each once, chapter by chapter.
  public var rules: [Rule] { chapters.flatMap(\.rules) }

  /// The names of its chapters.
  package var chapterNames: [String] { chapters.map(\.name) }

  /// Every scenario of the chapters, or of the one of this name, held against a module.
  package func cases(of module: CacheModule, in chapter: String? = nil) -> [PlannedCase] { plan(module, chapter) }

  /// The implementation for a kind of action, if it is this one.
  func implementation<Action>(of _: Action.Type) -> Implementation<Action>? {
    implementation as? Implementation<Action>
  }
}

/// A scenario without its chapter's types: what reports, the command line and other processes need of it.
public struct ScenarioInfo: Sendable, CustomStringConvertible {
  /// Its id.
  public let id: String
  /// The rule that it checks.
  public let rule: Rule
  /// The name of the state that its steps start from, or nil where they start from nothing.
  public let fixture: String?
  /// Where the row stands.
  public let source: SourceLine
  /// Whether it shows that a fixture of other scenarios comes about.
  let isStage: Bool
  /// What a module must be able to do for its steps to be performed.
  package var requires: [Capability] { needs() }
  /// Tells of the steps when it is asked: a run has no use for most of these words.
  private let words: @Sendable () -> (fixture: [String], steps: [String])
  /// Tells what it requires when it is asked, for the same reason.
  private let needs: @Sendable () -> [Capability]

  package init<Action>(_ scenario: Scenario<Action>, _ rule: Rule?) {
    id = scenario.id
    // A scenario of no rule of its chapter is found by a test of the tables.
    self.rule = rule ?? Rule(scenario.rule, .must, "")
    fixture = scenario.fixture.stages.isEmpty ? nil : scenario.fixture.name
    source = scenario.source
    isStage = scenario.id.hasPrefix("\(scenario.rule)[fixture: ")
    needs = { scenario.requires.sorted() }
    words = { (scenario.fixture.steps.map(\.description), scenario.steps.map(\.description)) }
  }

  public var description: String { id }

  /// The steps that lead to the fixture, in words.
  public var fixtureSteps: [String] { words().fixture }
  /// What happens then and must be observed, in words.
  public var steps: [String] { words().steps }
  /// How many steps it takes, with those of its fixture.
  var stepCount: Int {
    let words = words()
    return words.fixture.count + words.steps.count
  }
}

/// A scenario that a run has planned for a module, with all that running and judging it needs.
package struct PlannedCase: Sendable, CustomStringConvertible {
  /// The name of the module's variant, or nil.
  package let variant: String?
  /// The scenario.
  package let scenario: ScenarioInfo
  /// The deviation on record that covers it.
  let deviation: KnownDeviation?
  /// Whether a failure may come from a rule that is on record as broken, which fails nothing.
  let mayBeExcused: Bool
  /// Tells whether the app is killed in it: it is asked of few.
  private let kills: @Sendable () -> Bool
  /// What else killing it in the middle of the last change is held against; empty where it is not killed so.
  private let otherwise: [String]
  /// Tells the steps: it is asked where something hung or crashed.
  private let steps: @Sendable () -> [WayStep]
  private let run: @Sendable (ScenarioProgress) async -> Verdict

  init<Action>(
    _ scenario: Scenario<Action>, _ rule: Rule?, _ implementation: Implementation<Action>, _ module: CacheModule,
    _ deviations: DeviationsOnRecord
  ) {
    let info = ScenarioInfo(scenario, rule)
    variant = module.variant
    self.scenario = info
    deviation = deviations.first(covering: info)
    mayBeExcused = !module.deviations.isEmpty
    kills = { scenario.firstKill != nil }
    otherwise = scenario.lastChange?.otherwise ?? []
    steps = { scenario.way }
    run = { progress in
      if let why = module.lack(of: scenario.requires, implementation.missing) { return .notAssessed(why: why) }
      return await implementation.judge(scenario, lacking: module.lacking, progress)
    }
  }

  /// Runs it: what it does with requests held has most of the time limit.
  func judge(_ progress: ScenarioProgress, within limit: Duration) async -> Verdict {
    await Patience.$current.withValue(Patience.within(limit)) { await run(progress) }
  }

  /// What tells it from every other case of a run.
  package var key: String { key(of: scenario.id) }

  private func key(of id: String) -> String { (variant.map { "\($0):" } ?? "") + id }

  /// Its steps, those of the fixture first.
  var way: [WayStep] { steps() }

  /// The variant and chapter.
  var ground: String { key(of: scenario.rule.id.chapter) }

  /// Whether the app is killed in it.
  var isKilled: Bool { kills() }
  /// The keys of the cases that tell what else may be left; none where the app is not to be killed in the middle of the
  /// last change.
  var keysOfOtherRemains: [String] { otherwise.map(key) }

  package var description: String { key }
}
