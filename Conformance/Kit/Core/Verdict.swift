import CacheSpec

/// Where a scenario came to light: the action under way, and what happened up to it.
public struct Trace: Hashable, Sendable, Codable {
  /// The number of the step that the verdict is about, from 1; zero before the first.
  public var step = 0
  /// Its action, in words.
  public var action = ""
  /// What was given, in words.
  public var given: [String] = []
  /// The steps tried so far, each with what was observed.
  public var steps: [String] = []

  /// An empty trace.
  public init() {}
}

/// What a step should have shown and what it showed.
public struct Violation: Hashable, Sendable, Codable {
  /// What the rule allows.
  public let expected: String
  /// What was observed.
  public let actual: String

  /// Sets the one against the other.
  public init(expected: String, actual: String) {
    self.expected = expected
    self.actual = actual
  }
}

/// What a scenario came to. The kinds are counted apart and never folded together.
public enum Verdict: Hashable, Sendable, Codable {
  /// Every step showed what it had to; for steps with a choice, the names of the outcomes seen.
  case passed(recorded: [String])
  /// A step showed something else.
  case violated(Violation)
  /// The process was ended from within.
  case crashed(how: String)
  /// The time limit passed.
  case hung(seconds: Double)
  /// The world, the module or what is given did not come about.
  case setupFailed(why: String)
  /// The module says that it cannot take what the scenario needs.
  case notAssessed(why: String)
  /// It broke the rule in the way that is on record.
  indirect case knownDeviation(KnownDeviation, was: Verdict)
  /// A deviation is on record, and it no longer happens.
  indirect case unexpectedPass(KnownDeviation, was: Verdict)

  /// The kinds, for counting.
  public enum Kind: String, Sendable, Codable, CaseIterable, CustomStringConvertible {
    case passed, violated, crashed, hung, setupFailed, notAssessed, knownDeviation, unexpectedPass

    public var description: String { rawValue }

    /// Whether a run with such a verdict has failed.
    public var failsTheRun: Bool {
      switch self {
      case .passed, .notAssessed, .knownDeviation: false
      case .violated, .crashed, .hung, .setupFailed, .unexpectedPass: true
      }
    }
  }

  /// Its kind.
  public var kind: Kind {
    switch self {
    case .passed: .passed
    case .violated: .violated
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

  func covers(_ scenario: ScenarioInfo) -> Bool { Selection(id).contains(scenario) }
}
