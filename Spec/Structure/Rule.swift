/// The id of a rule: `chapter.topic.what-holds`. It is never changed and never reused.
public struct RuleID: Hashable, Sendable, Comparable, ExpressibleByStringLiteral, Codable, CustomStringConvertible {
  /// The id as it is written in reports and on the command line.
  public let text: String

  /// Makes an id from text.
  public init(_ text: String) { self.text = text }

  /// Makes the id of the rule that a scenario checks: the scenario's id without the row in square brackets.
  package init(ofScenario id: String) { self.init(String(id.prefix { $0 != "[" })) }

  /// Makes an id from a string literal in a table.
  public init(stringLiteral text: String) { self.init(text) }

  public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// Its topic: the part before the last period.
  package var topic: String { text.split(separator: ".").dropLast().joined(separator: ".") }

  /// The part before the first period.
  public var chapter: String { String(text.prefix { $0 != "." }) }

  public var description: String { text }

  public static func < (one: Self, other: Self) -> Bool { one.text < other.text }
}

/// The kinds of authority that a rule has.
public enum Level: String, Sendable, CaseIterable, DescribedByRawValue {
  /// A document states it.
  case must
  /// No document states it literally, but a documented rule breaks in practice without it.
  case derived
  /// The documents leave it open. The outcome is recorded; only an outcome that the rule does not list is a violation.
  case open
  /// A document permits it within a limit. Within the limit the outcome is recorded; beyond it the rule is violated.
  case may
}

/// One documented statement about the behaviour of a cache.
public struct Rule: Sendable, CustomStringConvertible {
  /// Its id.
  public private(set) var id: RuleID
  /// The authority that it has.
  public let level: Level
  /// The statement, in one or two sentences.
  public let statement: String
  /// The places where it is written. A derived rule cites the place of the rule that it follows from.
  public let citations: [Citation]
  /// For a derived or open rule: what it follows from and why, or what the documents leave open.
  public let reason: String?
  /// The reason why no scenario can check it, for a rule that is listed but not checked.
  public let uncheckable: String?
  /// The version of the specification since which it applies in this form.
  public let since: SpecVersion
  /// The inputs that its outcome depends on. A module that ignores one of them violates it.
  package let inputs: [RuleInput]

  /// Makes a rule, whose id in a topic is only its last part: the topic completes it.
  public init(
    _ id: RuleID, _ level: Level, _ statement: String, from citations: Citation..., because reason: String? = nil,
    uncheckable: String? = nil, since: SpecVersion = .v1, about inputs: RuleInput...
  ) {
    self.id = id
    self.level = level
    self.statement = statement
    self.citations = citations
    self.reason = reason
    self.uncheckable = uncheckable
    self.since = since
    self.inputs = inputs
  }

  public var description: String { "\(id) (\(level)): \(statement)" }

  /// The rule of a topic, whose id has been the last part only.
  func completed(by topic: String) -> Self {
    var copy = self
    copy.id = RuleID("\(topic).\(id)")
    return copy
  }
}

/// A version of the specification: 1, 2, and so on.
///
/// A rule that is added or made stricter applies from the next version on, so that checks against an earlier version
/// report nothing new.
public struct SpecVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number.
  public let number: Int

  /// The first version.
  public static let v1 = Self(number: 1)
  /// The second version, for rules that come once the first has been released.
  public static let v2 = Self(number: 2)
  /// The newest version.
  public static let current = v2

  /// Parses a version from the command line. Nil if there is no such version.
  public init?(_ text: String) {
    guard let number = Int(text), (1...Self.current.number).contains(number) else { return nil }
    self.number = number
  }

  private init(number: Int) { self.number = number }

  public var description: String { "\(number)" }

  public static func < (one: Self, other: Self) -> Bool { one.number < other.number }
}

/// An input that the outcome of rules depends on: a policy, a reason for being stale, a part of a key, a restart.
public struct RuleInput: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Its name, as the matrix of faults prints it.
  public let name: String

  /// Makes an input.
  public init(_ name: String) { self.name = name }

  /// Whether the app's process ends normally or without warning.
  public static let ending = Self("how the app ends")

  public var description: String { name }

  public static func < (one: Self, other: Self) -> Bool { one.name < other.name }
}
