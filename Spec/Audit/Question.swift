/// A place where the documents leave something, or contradict each other or themselves, and how it was decided here.
package struct Question: Sendable, CustomStringConvertible {
  /// What is asked.
  package let text: String
  /// What each document says, in our words, in the order of `documents`; nil for one that is silent.
  package let answers: [String?]
  /// What was decided.
  package let decision: String
  /// The rules that say so.
  package let rules: [RuleID]

  /// The documents that are asked: both editions of RevenueCat's page say the same, and Apple's article leaves to RFC 9111
  /// what its default policy does over HTTP.
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
