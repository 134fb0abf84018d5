import CacheSpecChapters
import Testing

@Suite("The questions that the documents leave")
struct QuestionTests {
  private static let rules = Dictionary(
    Chapters.all.flatMap(\.rules).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  @Test("Every question is unique, names existing rules and a decision, and has an entry for each document")
  func questions() {
    for question in Questions.all {
      #expect(!question.rules.isEmpty && !question.decision.isEmpty, "\(question)")
      #expect(question.answers.count == Question.documents.count, "\(question)")
      for rule in question.rules { #expect(Self.rules[rule] != nil, "\(question): \(rule)") }
    }
    #expect(Set(Questions.all.map(\.text)).count == Questions.all.count)
  }

  @Test("Every open rule is named by a question")
  func openRules() {
    let asked = Set(Questions.all.flatMap(\.rules))
    let open = Self.rules.values.filter { $0.level == .open }.map(\.id).sorted()
    #expect(
      open.filter { !asked.contains($0) } == [], "ask what these leave open in Spec/Questions/Questions.swift")
  }
}
