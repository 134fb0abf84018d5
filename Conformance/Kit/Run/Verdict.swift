public import CacheSpec

/// Where a scenario came to: the action under way, and what happened up to it.
public struct Trace: Hashable, Sendable, Codable {
  /// A stage of the fixture.
  package struct Stage: Hashable, Sendable, Codable {
    /// The state that it leads to.
    let name: String
    /// The rule that has failed where it does not come about: its own, or where nothing of the module is judged that of the
    /// next stage that has one; nil where that is the rule of the scenario itself.
    let rule: String?
    /// The state that the rule brings about.
    let ruled: String?
  }

  /// The number of the step that the verdict is about, from 1; zero before the first.
  public internal(set) var step = 0
  /// Its action, in words.
  public internal(set) var action = ""
  /// The name of the state that the scenario starts from.
  public internal(set) var fixture = ""
  /// The steps that led to it so far, each with what was observed.
  public internal(set) var given: [String] = []
  /// The steps tried so far, each with what was observed.
  public internal(set) var steps: [String] = []
  /// The stage of the fixture that is under way, or nil once the rule is being tried.
  var stage: Stage?
  /// Whether the scenario was over, and its app was being ended.
  var isOver = false
  /// What was under way, in words.
  var underWay: String { isOver ? "end the app, and remove its world" : action }
  /// The ids of the scenarios that show what the steps so far take for granted.
  var premises: [String] = []

  init() {}
}

/// What a step should have shown and what it showed.
public struct Violation: Hashable, Sendable, Codable {
  /// What the rule allows.
  public let expected: String
  /// What was observed.
  public let actual: String

  init(expected: String, actual: String) {
    self.expected = expected
    self.actual = actual
  }
}

/// What a scenario came to. The kinds are counted apart and never folded together.
@nonexhaustive
public enum Verdict: Hashable, Sendable, Codable {
  /// Every step showed what it had to; for steps with a choice, the names of the outcomes seen.
  case passed(recorded: [String])
  /// A step showed something else.
  case violated(Violation)
  /// Its fixture did not come about, because the module breaks another rule.
  case blocked(by: RuleID, why: String)
  /// The process was ended from within.
  case crashed(how: String)
  /// So many seconds passed: without a step that ended, or in all.
  case hung(seconds: Double)
  /// The world, or a fixture whose rules hold, did not come about: a defect of the kit, or of the machine.
  case setupFailed(why: String)
  /// The module says that it cannot take what the scenario needs.
  case notAssessed(why: String)
  /// It broke the rule in the way that is on record.
  indirect case knownDeviation(KnownDeviation, was: Verdict)
  /// A deviation is on record, and it no longer happens.
  indirect case unexpectedPass(KnownDeviation, was: Verdict)

  /// The kinds, for counting.
  @nonexhaustive
  public enum Kind: String, Sendable, Codable, CaseIterable, DescribedByRawValue {
    case passed, violated, blocked, crashed, hung, setupFailed, notAssessed, knownDeviation, unexpectedPass

    /// Whether a run with such a verdict has failed.
    public var failsTheRun: Bool {
      switch self {
      case .passed, .notAssessed, .knownDeviation: false
      case .violated, .blocked, .crashed, .hung, .setupFailed, .unexpectedPass: true
      }
    }
  }

  /// Its kind.
  public var kind: Kind {
    switch self {
    case .passed: .passed
    case .violated: .violated
    case .blocked: .blocked
    case .crashed: .crashed
    case .hung: .hung
    case .setupFailed: .setupFailed
    case .notAssessed: .notAssessed
    case .knownDeviation: .knownDeviation
    case .unexpectedPass: .unexpectedPass
    }
  }

  /// The verdict before deviations on record were looked at.
  public var observed: Verdict {
    switch self {
    case .knownDeviation(_, let was), .unexpectedPass(_, let was): was
    default: self
    }
  }
}

/// A rule that a module is known to break: data that fails the run once it no longer holds.
public struct KnownDeviation: Hashable, Sendable, Codable {
  /// The scenarios: a pattern, as `Selection` reads it, every scenario of which deviates.
  public let id: String
  /// The kind of verdict that it leads to.
  public let outcome: Verdict.Kind
  /// Why the module does so.
  public let reason: String
  /// Where that is written or reported.
  public let link: String

  /// Puts a deviation on record.
  ///
  /// - Parameters:
  ///   - id: the scenarios: a chapter, a topic, a rule or a scenario, with `*` for any text.
  ///   - outcome: what they come to: violated, crashed or hung.
  ///   - reason: why the module does so.
  ///   - link: where that is written or reported.
  public init(_ id: String, _ outcome: Verdict.Kind = .violated, because reason: String, link: String) {
    self.id = id
    self.outcome = outcome
    self.reason = reason
    self.link = link
  }

  /// Puts the same deviation on record for several patterns.
  public static func each(
    _ ids: [String], _ outcome: Verdict.Kind = .violated, because reason: String, link: String
  ) -> [Self] {
    ids.map { Self($0, outcome, because: reason, link: link) }
  }
}

/// The deviations on record for a module, by what they cover: a module has hundreds, and a chapter hundreds of scenarios.
struct DeviationsOnRecord {
  private let deviations: [KnownDeviation]
  /// The number of the first of each id without `*`.
  private let numbers: [String: Int]
  private let wild: [(number: Int, selection: Selection)]

  init(_ deviations: [KnownDeviation]) {
    self.deviations = deviations
    let numbered = deviations.enumerated().map { (number: $0.offset, id: $0.element.id) }
    numbers = Dictionary(numbered.map { ($0.id, $0.number) }, uniquingKeysWith: { first, _ in first })
    wild = numbered.filter { $0.id.contains("*") }.map { ($0.number, Selection($0.id)) }
  }

  /// The first that covers a scenario, or nil.
  func first(covering scenario: ScenarioInfo) -> KnownDeviation? {
    if deviations.isEmpty { return nil }
    let named = Selection.names(of: scenario).compactMap { numbers[$0] }.min()
    let wild = wild.first { $0.selection.contains(scenario) }?.number
    return [named, wild].compactMap(\.self).min().map { deviations[$0] }
  }
}
