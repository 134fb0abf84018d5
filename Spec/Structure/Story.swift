/// One step of the story of a chapter: what such a cache does, in the order in which it happens, for a reader who is new
/// to it.
public struct StoryStep: Sendable {
  /// What happens in it, in a few words.
  public let title: String
  /// What is said of it.
  public let sentences: [Sentence]

  /// Makes a step.
  public init(_ title: String, _ sentences: Sentence...) { (self.title, self.sentences) = (title, sentences) }

  /// A sentence, and the rules that say it in full.
  public struct Sentence: Sendable {
    /// The sentence.
    public let text: String
    /// The rules, which are of the same chapter.
    public let rules: [RuleID]

    /// Makes a sentence that these rules say in full.
    public init(_ text: String, _ rules: RuleID...) { (self.text, self.rules) = (text, rules) }
  }
}
