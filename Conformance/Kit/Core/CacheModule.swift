public import CacheSpec

/// A cache module as it is tested: its name, what it lacks, its known deviations, and how to make it in a world.
///
/// A module in several variants (one for each of its backends, for example) is several values with one name.
public struct CacheModule: Sendable, CustomStringConvertible {
  /// The module's name on the command line.
  public let name: String
  /// The name of the variant, or nil for a module's only one.
  public let variant: String?
  /// A one-line description, which reports show: what the module is, and its language.
  public let summary: String
  /// The version of the cache, and the address of its page or repository, for reports. Nil if not given.
  public var version: String?, homepage: String?
  /// The executable whose command line has the module, or nil if none has it. Swift Testing reports name it in the
  /// commands that rerun a failure; without one, they say what reruns it in Swift.
  public let command: String?
  /// The capabilities that the module lacks, each with the reason. Scenarios that need one are not assessed.
  public var lacking: [Capability: String] { didSet { forget() } }
  /// The rules that the module is known to break. A deviation that no longer happens fails the run.
  public var deviations: [KnownDeviation] { didSet { forget() } }
  /// Whether scenarios run one at a time, because instances of the module share something.
  public var runsAlone: Bool { didSet { forget() } }
  /// The command that starts the program, if the module is a program in any language, or nil.
  package var program: String?
  /// What the program implements, which its workers have to find too, or nil if the module is no program.
  var implementedByProgram: String?
  /// How to make the module, chapter by chapter.
  public let implementations: [ChapterImplementation]

  /// The results and limits that scenarios share when each is run on its own, as under Swift Testing.
  private(set) var memory: ModuleMemory

  /// Describes a module.
  ///
  /// - Parameters:
  ///   - name: the module's name on the command line.
  ///   - variant: the name of the variant, or nil for a module's only one.
  ///   - summary: a one-line description: what the module is, and its language.
  ///   - version: the version of the cache, which reports show.
  ///   - homepage: the address of its page or repository, to which reports link.
  ///   - command: the executable whose command line has the module, or nil if none has it.
  ///   - lacking: the capabilities that the module lacks, each with the reason.
  ///   - deviations: the rules that the module is known to break.
  ///   - runsAlone: whether scenarios run one at a time.
  ///   - implementations: how to make the module, one for each chapter that it is tested against.
  public init(
    _ name: String, variant: String? = nil, summary: String, version: String? = nil, homepage: String? = nil,
    command: String? = nil,
    lacking: [Capability: String] = [:], deviations: [KnownDeviation] = [], runsAlone: Bool = false,
    _ implementations: [ChapterImplementation]
  ) {
    self.name = name
    self.variant = variant
    self.summary = summary
    self.version = version
    self.homepage = homepage
    self.command = command
    self.lacking = lacking
    self.deviations = deviations
    self.runsAlone = runsAlone
    self.implementations = implementations
    memory = ModuleMemory(width: runsAlone ? 1 : nil)
  }

  /// Results of the module as it was before a change say nothing about it.
  private mutating func forget() { memory = ModuleMemory(width: runsAlone ? 1 : nil) }

  /// The name that selects this variant on the command line: `reference:memory`.
  public var fullName: String { variant.map { "\(name):\($0)" } ?? name }

  public var description: String { fullName }

  /// The argument that names the module on the command line, without its variant.
  package var argument: String {
    program.map { "--exec '\($0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'" }
      ?? name
  }

  /// The rules of its chapters, each once, chapter by chapter.
  public var rules: [Rule] { implementations.flatMap(\.rules) }

  /// The capabilities that the module lacks, including the optional protocols that it does not implement.
  package var everythingLacking: [Capability: String] {
    implementations.reduce(into: lacking) { all, part in all.merge(part.missing) { first, _ in first } }
  }

  /// Returns why the module cannot run a scenario with these requirements, or nil if it can.
  func lack(of requires: @autoclosure () -> Set<Capability>, _ parts: [Capability: String]) -> String? {
    if lacking.isEmpty && parts.isEmpty { return nil }
    return requires().sorted().lazy.compactMap { capability in
      (lacking[capability] ?? parts[capability]).map { "needs \(capability): \($0)" }
    }.first
  }
}

/// How a module implements the chapters that share one type of action.
struct Implementation<Action: ScenarioAction>: Sendable {
  /// The chapters that the module is tested against.
  let chapters: [Chapter<Action>]
  /// The optional parts that the module does not have, each with the reason.
  let missing: [Capability: String]
  /// Makes a fresh module in a fresh world. Called with the capabilities that the module lacks.
  let makeChecker: @Sendable (_ lacking: [Capability: String]) async throws -> any Checker<Action>
}

/// How to make a module for the chapters that share one type of action, with that type erased.
///
/// Each chapter has a factory, such as `.paywalls { … }`, that takes a closure that makes the module in a world.
public struct ChapterImplementation: Sendable {
  /// The chapters that the module is tested against.
  package let chapters: [any SpecifiedChapter]
  /// The optional parts that the module does not have, each with the reason.
  let missing: [Capability: String]
  private let implementation: any Sendable
  private let plan: @Sendable (CacheModule, _ chapter: String?) -> [PlannedCase]
  /// Serves the module to the kit at the other end of a pipe, in the world that this kit has made; nil if the module
  /// cannot be served.
  let served: (@Sendable (PipedWorld) -> ServedModule)?
  /// Returns the explorer of a module's chapters; nil if no runs are drawn for these chapters.
  let explorer: @Sendable (CacheModule, ExploreOptions) -> (any ChapterExplorer)?

  /// Creates an implementation from a closure that makes a checker for a fresh module in a fresh world.
  ///
  /// - Parameters:
  ///   - missing: the optional parts that the module does not have, each with the reason.
  ///   - chapters: the chapters, or nil for all that use this type of action.
  ///   - makeChecker: makes the checker. Called with the capabilities that the module lacks.
  package init<Action: ScenarioAction>(
    missing: [Capability: String] = [:], chapters: [Chapter<Action>]? = nil,
    makeChecker: @escaping @Sendable (_ lacking: [Capability: String]) async throws -> any Checker<Action>
  ) { self.init(missing: missing, chapters: chapters, served: nil, makeChecker: makeChecker) }

  /// Creates an implementation from a closure that makes a checker, and one that serves the module in a world of
  /// another process.
  package init<Action: ScenarioAction>(
    missing: [Capability: String], chapters: [Chapter<Action>]? = nil,
    served: (@Sendable (PipedWorld) -> ServedModule)?,
    makeChecker: @escaping @Sendable (_ lacking: [Capability: String]) async throws -> any Checker<Action>
  ) {
    let chapters = chapters ?? Action.chapters
    let implementation = Implementation(chapters: chapters, missing: missing, makeChecker: makeChecker)
    self.chapters = chapters
    self.missing = missing
    self.implementation = implementation
    self.served = served
    plan = { module, name in
      let deviations = DeviationsOnRecord(module.deviations)
      return chapters.filter { name == nil || $0.name == name }.flatMap { chapter in
        let rules = Dictionary(chapter.rules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return chapter.scenarios.map { PlannedCase($0, rules[$0.rule], implementation, module, deviations) }
      }
    }
    explorer = { module, options in
      let names = Set(chapters.map(\.name))
      guard let draw = Action.draw, options.saved?.runs.contains(where: { names.contains($0.chapter) }) ?? true else {
        return nil
      }
      return Explorer(module: module, implementation: implementation, draw: draw, options: options)
    }
  }

  /// The rules of its chapters, each once, chapter by chapter.
  public var rules: [Rule] { chapters.flatMap(\.rules) }

  /// The names of its chapters.
  package var chapterNames: [String] { chapters.map(\.name) }

  /// Returns every scenario of the chapters, or of the chapter with this name, as a case planned for a module.
  package func cases(of module: CacheModule, in chapter: String? = nil) -> [PlannedCase] { plan(module, chapter) }

  /// Returns the implementation for a type of action, or nil if this one is for another.
  func implementation<Action>(of _: Action.Type) -> Implementation<Action>? {
    implementation as? Implementation<Action>
  }
}

/// A scenario with its chapter's types erased, for reports, the command line and other processes.
public struct ScenarioInfo: Sendable, CustomStringConvertible {
  /// The scenario's id.
  public let id: String
  /// The rule that it checks.
  public let rule: Rule
  /// The name of the fixture, or nil if there is none.
  public let fixture: String?
  /// The place of the scenario's row in the tables.
  public let source: SourceLine
  /// Whether the scenario is a stage of other scenarios' fixtures.
  package let isStage: Bool
  /// The capabilities that its steps need.
  package var requires: [Capability] { needs() }
  /// Describes the steps on demand, because a run needs few of the descriptions.
  private let words: @Sendable () -> (fixture: [String], steps: [String])
  /// Computes the required capabilities on demand, for the same reason.
  private let needs: @Sendable () -> [Capability]

  package init<Action>(_ scenario: Scenario<Action>, _ rule: Rule?) {
    id = scenario.id
    // A test of the tables finds scenarios whose rule is not in their chapter.
    self.rule = rule ?? Rule(scenario.rule, .must, "")
    fixture = scenario.fixture.stages.isEmpty ? nil : scenario.fixture.name
    source = scenario.source
    isStage = scenario.isStage
    needs = { scenario.requires.sorted() }
    words = { (scenario.fixture.steps.map(\.description), scenario.steps.map(\.description)) }
  }

  public var description: String { id }

  /// The fixture's steps, in words.
  public var fixtureSteps: [String] { words().fixture }
  /// The scenario's own steps and what must be observed, in words.
  public var steps: [String] { words().steps }
  /// The number of steps, including those of the fixture.
  package var stepCount: Int {
    let words = words()
    return words.fixture.count + words.steps.count
  }
}

/// A scenario that a run has planned for a module, with everything needed to run and judge it. It is never changed, and a
/// class because every result of a run refers to it.
package final class PlannedCase: Sendable, CustomStringConvertible {
  /// The name of the module's variant, or nil.
  package let variant: String?
  /// The scenario.
  package let scenario: ScenarioInfo
  /// The known deviation that covers the scenario, or nil.
  package let deviation: KnownDeviation?
  /// Whether a known deviation, which does not fail the run, may be the cause of a failure.
  let mayBeExcused: Bool
  /// Whether no other scenario of the module runs meanwhile.
  package let runsAlone: Bool
  /// Returns whether the app is killed in the scenario. Computed on demand, because few cases are asked.
  private let kills: @Sendable () -> Bool
  /// Returns the prefixes of the scenario. Called only once a case has hung or crashed.
  private let prefixes: @Sendable () -> [StepPrefix]
  /// Returns what the module lacks for the scenario, in words, or nil.
  private let lack: @Sendable () -> String?
  private let run: @Sendable (ScenarioProgress) async -> Verdict

  init<Action>(
    _ scenario: Scenario<Action>, _ rule: Rule?, _ implementation: Implementation<Action>, _ module: CacheModule,
    _ deviations: DeviationsOnRecord
  ) {
    let scenario = scenario.shortened(lacking: Set(module.lacking.keys).union(implementation.missing.keys))
    let info = ScenarioInfo(scenario, rule)
    variant = module.variant
    self.scenario = info
    deviation = deviations.first(covering: info)
    mayBeExcused = !module.deviations.isEmpty
    runsAlone = module.runsAlone
    kills = { scenario.firstKill != nil }
    prefixes = { StepPrefix.all(of: (scenario.fixture.steps + scenario.steps).map(\.action)) }
    lack = { module.lack(of: scenario.requires, implementation.missing) }
    run = { [lack] progress in
      if let why = lack() { return .notAssessed(why: why) }
      return await implementation.judge(scenario, lacking: module.lacking, progress)
    }
  }

  /// Runs the scenario. An action that waits while requests are held gets most of the time limit.
  package func judge(_ progress: ScenarioProgress, within limit: Duration) async -> Verdict {
    await ScenarioProgress.$current.withValue(progress) {
      await Patience.$current.withValue(Patience.within(limit)) { await run(progress) }
    }
  }

  /// The key that identifies the case among those of a run.
  package var key: String { key(of: scenario.id) }

  private func key(of id: String) -> String { (variant.map { "\($0):" } ?? "") + id }

  /// The prefixes of the scenario: no steps, the first step, the first two, and so on to all. The fixture's steps
  /// come first.
  var stepPrefixes: [StepPrefix] { prefixes() }

  /// The variant and the chapter, as a key.
  var chapterKey: String { key(of: scenario.rule.id.chapter) }

  /// Whether the module lacks something that the scenario needs, so that running it takes no time.
  package var isDeclined: Bool { lack() != nil }

  /// Whether the app is killed in the scenario.
  package var isKilled: Bool { kills() }

  package var description: String { key }
}
