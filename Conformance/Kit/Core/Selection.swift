public import CacheSpec

/// Chooses scenarios by a pattern: a chapter, a topic, a rule's id, a scenario's id, or any of these with `*` in it.
public struct Selection: Hashable, Sendable, CustomStringConvertible {
  /// The pattern as written.
  public let pattern: String

  /// Takes a pattern as written.
  public init(_ pattern: String) { self.pattern = pattern }

  /// Whether a scenario is chosen.
  public func contains(_ scenario: ScenarioInfo) -> Bool {
    matches(scenario.id) || contains(scenario.rule.id)
  }

  /// Whether a rule is chosen.
  public func contains(_ rule: RuleID) -> Bool { matches(rule.text) || rule.text.hasPrefix(pattern + ".") }

  public var description: String { pattern }

  /// Whether a text is the pattern, where `*` stands for any text. All else, brackets included, stands for itself.
  private func matches(_ text: String) -> Bool {
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
