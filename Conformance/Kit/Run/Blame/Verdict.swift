public import CacheSpec

/// How far a scenario got: the action in progress, and what happened before it.
public struct ScenarioTrace: Hashable, Sendable, Codable {
  /// A stage of the fixture.
  package struct Stage: Hashable, Sendable, Codable {
    /// The state that the stage leads to.
    let name: String
    /// The rule that is broken if the stage fails: the stage's own rule or, if it judges nothing, the rule of the next
    /// stage that has one; nil if that is the rule of the scenario itself.
    let ruled: RuledStage?
  }

  /// The number of the step that the verdict is about, from 1; nil before the first.
  public internal(set) var step: Int?
  /// The step's action, in words; nil before the first step.
  public internal(set) var action: String?
  /// The steps of the fixture so far, each with what was observed.
  public internal(set) var given: [String] = []
  /// The scenario's own steps so far, each with what was observed.
  public internal(set) var steps: [String] = []
  /// The stage of the fixture that is in progress, or nil once the rule is being tested.
  var stage: Stage?
  /// Whether the scenario's steps were over, and its app was being ended.
  package var isOver = false
  /// The scenarios that the program's process had served before this one, the newest first, if the program crashed.
  package var recent: [String] = []
  /// What was in progress when the verdict came, in words; nil before the first step.
  package var underWay: String? { isOver ? "end the app, and remove its world" : action }

  package init() {}

  /// The same trace once the scenario's steps are over.
  var atEnd: Self {
    var trace = self
    (trace.isOver, trace.stage) = (true, nil)
    return trace
  }

  /// Adds what has happened since.
  package mutating func append(_ news: Self) {
    given += news.given
    steps += news.steps
    (step, action, stage, isOver) = (news.step, news.action, news.stage, news.isOver)
  }
}

/// The expected and the actual outcome of a step.
public struct Violation: Hashable, Sendable, Codable {
  /// What the rules allow.
  public let expected: String
  /// What was observed.
  public let actual: String
  /// The rules whose expectations were not met.
  public var rules: Set<RuleID> { Set(evidence.unmet) }
  /// What it shows about the rules that may be broken.
  package let evidence: Evidence

  package init(expected: String, actual: String, _ evidence: Evidence) {
    self.expected = expected
    self.actual = actual
    self.evidence = evidence
  }
}

/// What a failed step shows about the rules of which one may be broken.
package struct Evidence: Hashable, Codable, Sendable {
  /// The rules whose demands were not met, in the order in which they demand something.
  package let unmet: [RuleID]
  /// What the steps so far take for granted.
  package let premises: [NeededPremise]
  /// How the step failed.
  package let symptoms: Set<Symptom>

  package init(unmet: [RuleID], premises: [NeededPremise] = [], symptoms: Set<Symptom> = []) {
    (self.unmet, self.premises, self.symptoms) = (unmet, premises, symptoms)
  }
}

/// Why a scenario could not be set up, or be judged.
@nonexhaustive
public enum SetupFailure: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The world failed: the machine, or the kit.
  case world(String)
  /// A fixture failed whose rules hold.
  case fixture(String)
  /// A checker, a record or a worker is not made for the scenario.
  case mistake(String)

  public var description: String {
    switch self {
    case .world(let why): "the world \(why)"
    case .fixture(let why), .mistake(let why): why
    }
  }
}

/// The verdict on a scenario. The kinds are counted separately and never combined.
@nonexhaustive
public indirect enum Verdict: Hashable, Sendable, Codable {
  /// Every step had an allowed outcome. For steps with a choice, `recorded` has the names of the observed outcomes.
  case passed(recorded: [String])
  /// A step had an outcome that is not allowed.
  case violated(Violation)
  /// The fixture failed, or something that the scenario takes for granted does not hold, because the module breaks
  /// another rule.
  case blocked(by: RuleID, why: String)
  /// The process crashed or exited.
  case crashed(how: String)
  /// A step did not end within this many seconds, or all steps together did not.
  case hung(seconds: Double)
  /// The world, or a fixture whose rules hold, failed because of a defect in the kit or the machine.
  case setupFailed(SetupFailure)
  /// The module lacks what the scenario needs, or a known deviation blocks the scenario.
  case notAssessed(why: String)
  /// The module broke the rule as a known deviation says.
  case knownDeviation(KnownDeviation, was: Verdict)
  /// A known deviation no longer happens.
  case unexpectedPass(KnownDeviation, was: Verdict)

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

    /// Whether the scenario shows a breach of a rule.
    package var isBreach: Bool { self == .violated || self == .crashed || self == .hung }

    /// Whether the module was judged by the scenario's rule.
    package var isJudged: Bool {
      switch self {
      case .passed, .violated, .crashed, .hung, .knownDeviation, .unexpectedPass: true
      case .blocked, .setupFailed, .notAssessed: false
      }
    }
  }

  /// The kind of the verdict.
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

  /// The verdict before known deviations were applied.
  public var observed: Verdict {
    switch self {
    case .knownDeviation(_, let was), .unexpectedPass(_, let was): was
    default: self
    }
  }
}
