public import CacheSpec

/// A scenario without its chapter's types: what reports, the command line and other processes need of it.
public struct ScenarioInfo: Sendable, CustomStringConvertible {
  /// Its id.
  public let id: String
  /// The rule's id.
  public let rule: RuleID
  /// How firmly the rule stands.
  public let level: Level
  /// Where the row stands.
  public let source: SourceLine
  /// Tells of the steps when it is asked: a run has no use for most of these words.
  private let words: @Sendable () -> (given: [String], steps: [String])

  init<Action>(_ scenario: Scenario<Action>, level: Level) {
    id = scenario.id
    rule = scenario.rule
    self.level = level
    source = scenario.source
    words = { (scenario.given.map { "\($0.action)" }, scenario.steps.map(\.description)) }
  }

  public var description: String { id }

  /// What is given, in words.
  public var given: [String] { words().given }
  /// What happens and must be observed, in words.
  public var steps: [String] { words().steps }
}

/// One scenario held against one module.
public struct Case: Sendable, CustomStringConvertible {
  /// The scenario.
  public let info: ScenarioInfo
  /// Runs it.
  public let judge: @Sendable (Progress) async -> Verdict

  public var description: String { info.id }
}

/// A chapter's rules and scenarios, held against one module.
public struct Suite: Sendable, CustomStringConvertible {
  /// The chapter's name.
  public let chapter: String
  /// What the chapter is about.
  public let title: String
  /// Its rules.
  public let rules: [Rule]
  /// Its scenarios.
  public let cases: [Case]
  /// The rules that the module is known to break.
  public let deviations: [KnownDeviation]
  /// What the module cannot take, each with the reason.
  public let lacking: [Capability: String]

  public var description: String { chapter }

  /// Holds a module against a chapter.
  public init<Action>(_ chapter: Chapter<Action>, _ subject: Subject<Action>) {
    let levels = Dictionary(chapter.rules.map { ($0.id, $0.level) }, uniquingKeysWith: { first, _ in first })
    self.chapter = chapter.name
    title = chapter.title
    rules = chapter.rules
    deviations = subject.deviations
    lacking = subject.lacking
    cases = chapter.scenarios.map { scenario in
      Case(
        info: ScenarioInfo(scenario, level: levels[scenario.rule] ?? .must),
        judge: { progress in await subject.judge(scenario, progress: progress) })
    }
  }
}

/// A cache module under the name that the command line knows it by, in one or several variants.
public struct Module: Sendable, CustomStringConvertible {
  /// One way of making the module: with one of its backends, say.
  public struct Variant: Sendable, CustomStringConvertible {
    /// Its name, or nil for a module's only one.
    public let name: String?
    /// The chapters that it is held against.
    public let suites: [Suite]

    public var description: String { name ?? "the only variant" }

    /// Names a variant.
    public init(_ name: String? = nil, _ suites: [Suite]) {
      self.name = name
      self.suites = suites
    }
  }

  /// Its name.
  public let name: String
  /// What it is, in a line.
  public let summary: String
  /// Its variants.
  public let variants: [Variant]

  /// Names a module in several variants.
  public init(_ name: String, _ summary: String, variants: [Variant]) {
    self.name = name
    self.summary = summary
    self.variants = variants
  }

  /// Names a module.
  public init(_ name: String, _ summary: String, _ suites: [Suite]) {
    self.init(name, summary, variants: [Variant(nil, suites)])
  }

  public var description: String { name }

  /// Its rules, each once, chapter by chapter.
  public var rules: [Rule] {
    var seen: Set<RuleID> = []
    return variants.flatMap(\.suites).flatMap(\.rules).filter { seen.insert($0.id).inserted }
  }
}
