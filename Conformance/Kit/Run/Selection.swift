public import CacheSpec

/// Chooses scenarios by patterns, one of which has to fit: a chapter, a topic, a rule's id, a scenario's id, or any of these with `*` in it.
public struct Selection: Hashable, Sendable, CustomStringConvertible {
  /// The patterns as written.
  public let patterns: [String]
  /// Those without `*`, which are many where a tool chooses.
  private let plain: Set<String>
  /// Those with `*`, taken apart at it.
  private let wild: [[Substring]]

  /// Takes a pattern as written.
  public init(_ pattern: String) { self.init(anyOf: [pattern]) }

  /// Takes several patterns as written.
  public init(anyOf patterns: [String]) {
    self.patterns = patterns
    plain = Set(patterns.filter { !$0.contains("*") })
    wild = patterns.filter { $0.contains("*") }.map { $0.split(separator: "*", omittingEmptySubsequences: false) }
  }

  /// Whether a scenario is chosen.
  public func contains(_ scenario: ScenarioInfo) -> Bool { fits(scenario.id) || contains(scenario.rule.id) }

  /// Whether a rule is chosen.
  public func contains(_ rule: RuleID) -> Bool {
    Self.names(of: rule).contains(where: plain.contains) || wild.contains { Self.matches(rule.text[...], $0) }
  }

  /// The patterns without `*` that choose a scenario: its id, its rule's, its topic, its chapter.
  static func names(of scenario: ScenarioInfo) -> [String] { [scenario.id] + names(of: scenario.rule.id) }

  private static func names(of rule: RuleID) -> [String] {
    [rule.text] + rule.text.indices.filter { rule.text[$0] == "." }.map { String(rule.text[..<$0]) }
  }

  public var description: String { patterns.joined(separator: ", ") }

  /// Whether a pattern is this id, whole or with `*`.
  func fits(_ id: String) -> Bool { plain.contains(id) || wild.contains { Self.matches(id[...], $0) } }

  /// Whether a text has these parts, in order, and any text between two of them. Brackets stand for themselves.
  private static func matches(_ text: Substring, _ parts: [Substring]) -> Bool {
    guard let first = parts.first, let last = parts.last, text.hasPrefix(first) else { return false }
    var rest = text.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.count >= last.count && rest.hasSuffix(last)
  }
}
