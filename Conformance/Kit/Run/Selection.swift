public import CacheSpec

/// Chooses scenarios by patterns, one of which has to fit: a chapter, a topic, a rule's id, a scenario's id, or any of these with `*` in it.
public struct Selection: Hashable, Sendable, CustomStringConvertible {
  /// The patterns as written.
  public let patterns: [String]

  /// Takes a pattern as written.
  public init(_ pattern: String) { self.init(anyOf: [pattern]) }

  /// Takes several patterns as written.
  public init(anyOf patterns: [String]) { self.patterns = patterns }

  /// Whether a scenario is chosen.
  public func contains(_ scenario: ScenarioInfo) -> Bool {
    patterns.contains { Self.matches(scenario.id, $0) } || contains(scenario.rule.id)
  }

  /// Whether a rule is chosen.
  public func contains(_ rule: RuleID) -> Bool {
    patterns.contains { Self.matches(rule.text, $0) || rule.text.hasPrefix($0 + ".") }
  }

  public var description: String { patterns.joined(separator: ", ") }

  /// Whether a text is the pattern, where `*` stands for any text. All else, brackets included, stands for itself.
  private static func matches(_ text: String, _ pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return text == pattern }
    guard text.hasPrefix(first) else { return false }
    var rest = text.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.count >= last.count && rest.hasSuffix(last)
  }
}
