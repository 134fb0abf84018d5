/// The name of a rule: `chapter.topic.what-holds`, never renumbered and never reused.
public struct RuleID: Hashable, Sendable, Comparable, ExpressibleByStringLiteral, Codable, CustomStringConvertible {
  /// The id as it is written in reports and on the command line.
  public let text: String

  /// Takes the id as it is written.
  public init(_ text: String) { self.text = text }

  /// The rule of a scenario: its id without the row in square brackets.
  package init(ofScenario id: String) { self.init(String(id.prefix { $0 != "[" })) }

  /// Takes the id as it is written in a table.
  public init(stringLiteral text: String) { self.init(text) }

  public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// The part before the first period.
  public var chapter: String { String(text.prefix { $0 != "." }) }

  public var description: String { text }

  public static func < (one: Self, other: Self) -> Bool { one.text < other.text }
}

/// How firmly a rule stands.
public enum Level: String, Sendable, CaseIterable, DescribedByRawValue {
  /// A document says it.
  case must
  /// No sentence says it in so many words, but a documented rule breaks in practice without it.
  case derived
  /// The documents leave it open: the outcome is recorded, and only one outside the rule's list is a violation.
  case open
  /// A document permits it, up to a limit: within the limit the outcome is recorded, beyond it the rule is violated.
  case may
}

/// A document that rules are read from.
public struct Document: Hashable, Sendable, CustomStringConvertible {
  /// Its short name, as reports print it.
  public let name: String
  /// Its title in full.
  public let title: String
  /// Where it is published.
  public let link: String
  /// The file that holds its text, every sentence of which `Ledger` accounts for; nil for a standard, and for a page that
  /// a text links to.
  package let file: String?

  /// Names a document.
  package init(name: String, title: String, link: String, file: String? = nil) {
    self.name = name
    self.title = title
    self.link = link
    self.file = file
  }

  public var description: String { name }
}

/// Where a rule is written: a document and the heading in it.
public struct Citation: Hashable, Sendable, CustomStringConvertible {
  /// The document.
  public let document: Document
  /// The heading, or the section number of an RFC.
  public let heading: String

  /// Cites a heading of a document.
  package init(_ document: Document, _ heading: String) {
    self.document = document
    self.heading = heading
  }

  public var description: String { "\(document.name), '\(heading)'" }
}

/// One documented statement about how a cache behaves.
public struct Rule: Sendable, CustomStringConvertible {
  /// Its name.
  public let id: RuleID
  /// How firmly it stands.
  public let level: Level
  /// What holds, in one or two sentences.
  public let statement: String
  /// Where it is written; a derived rule cites the place of the rule that it follows from.
  public let citations: [Citation]
  /// For a derived or open rule: what it follows from and why, or what the documents leave open.
  public let reason: String?
  /// Why no scenario can hold a module against it, for a rule that is listed but not checked.
  public let uncheckable: String?
  /// The version of the specification that it stands in since.
  public let since: SpecVersion
  /// What its outcome turns on: a module that is blind to one of these violates it.
  package let inputs: [RuleInput]

  /// Writes a rule down.
  package init(
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
}

/// A version of the specification: 1, 2, and so on.
///
/// A rule that is added, or made stricter, stands since the version that comes next, so that whoever holds a module
/// against an earlier one sees nothing new.
public struct SpecVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number.
  public let number: Int

  /// The first: fixtures, tables and the rules of five documents.
  public static let v1 = Self(number: 1)
  /// The second: what a second reading of the documents brought.
  public static let v2 = Self(number: 2)
  /// The newest.
  public static let current = v2

  /// Reads a version as it is written on the command line, or nil for one that there is not.
  public init?(_ text: String) {
    guard let number = Int(text), (1...Self.current.number).contains(number) else { return nil }
    self.number = number
  }

  private init(number: Int) { self.number = number }

  public var description: String { "\(number)" }

  public static func < (one: Self, other: Self) -> Bool { one.number < other.number }
}

/// Something that the outcome of rules turns on: a policy, a reason for being stale, a part of a key, a restart.
package struct RuleInput: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Its name, as the matrix of faults prints it.
  package let name: String

  /// Names an input.
  package init(_ name: String) { self.name = name }

  /// Whether the app's process ends in order or without warning.
  package static let ending = Self("how the app ends")

  package var description: String { name }

  package static func < (one: Self, other: Self) -> Bool { one.name < other.name }
}
