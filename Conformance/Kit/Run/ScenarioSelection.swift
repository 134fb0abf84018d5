public import CacheSpec

/// Selects the scenarios that match at least one pattern: a chapter, topic, rule or scenario, each also with `*`.
public struct ScenarioSelection: Hashable, Sendable, CustomStringConvertible {
  /// The patterns as written.
  public let patterns: [String]
  /// The patterns without `*`, as a set, because a tool may pass many of them.
  private let plain: Set<String>
  /// The patterns with `*`, split at each `*`.
  private let wild: [[Substring]]

  /// Creates a selection with one pattern.
  public init(_ pattern: String) { self.init(anyOf: [pattern]) }

  /// Creates a selection with several patterns.
  public init(anyOf patterns: [String]) {
    self.patterns = patterns
    plain = Set(patterns.filter { !$0.contains("*") })
    wild = patterns.filter { $0.contains("*") }.map { $0.split(separator: "*", omittingEmptySubsequences: false) }
  }

  /// Returns whether a scenario is selected.
  public func contains(_ scenario: ScenarioInfo) -> Bool { fits(scenario.id) || contains(scenario.rule.id) }

  /// Returns whether a rule is selected.
  public func contains(_ rule: RuleID) -> Bool {
    Self.names(of: rule).contains(where: plain.contains) || wild.contains { Self.matches(rule.text[...], $0) }
  }

  /// Returns the patterns without `*` that select a rule: its id, and those of its topic and chapter.
  private static func names(of rule: RuleID) -> [String] {
    [rule.text] + rule.text.indices.filter { rule.text[$0] == "." }.map { String(rule.text[..<$0]) }
  }

  public var description: String { patterns.joined(separator: ", ") }

  /// Returns whether a pattern matches this id, in full or with `*`.
  func fits(_ id: String) -> Bool { plain.contains(id) || wild.contains { Self.matches(id[...], $0) } }

  /// Returns whether a text consists of these parts, in order, with any text between two parts. Brackets are literal.
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
