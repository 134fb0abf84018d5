/// A question that the documents leave open or answer inconsistently, and how it was decided here.
package struct Question: Sendable, CustomStringConvertible {
  /// The question.
  package let text: String
  /// The answer of each document, in our words and in the order of `documents`. Nil if it has none.
  package let answers: [String?]
  /// The decision.
  package let decision: String
  /// The rules that implement the decision.
  package let rules: [RuleID]

  /// The documents that may answer. Both editions of RevenueCat's page say the same, and Apple's article leaves the
  /// default policy over HTTP to RFC 9111.
  package static let documents: [Document] = [.adapty, .revenueCat, .apple, .apollo, .rfc9111]

  package init(
    _ text: String, adapty: String? = nil, revenueCat: String? = nil, apple: String? = nil, apollo: String? = nil,
    http: String? = nil, decided decision: String, by rules: RuleID...
  ) {
    self.text = text
    answers = [adapty, revenueCat, apple, apollo, http]
    self.decision = decision
    self.rules = rules
  }

  package var description: String { text }
}
