import CacheSpec

/// The page of what the documents leave open or contradict, generated from the table of questions.
struct QuestionsPage {
  let questions: [Question]

  /// Selects the questions that these rules answer. A command for other chapters has none.
  init(_ questions: [Question] = Questions.all, answeredBy rules: [Rule]) {
    let known = Set(rules.map(\.id))
    self.questions = questions.filter { known.isSuperset(of: $0.rules) }
  }

  /// The page in Markdown.
  var markdown: String {
    let columns = ["question"] + Question.documents.map(\.name) + ["decided", "rules"]
    let rows = questions.map { question in
      [question.text] + question.answers.map { $0 ?? "silent" }
        + [question.decision, question.rules.map { "`\($0)`" }.joined(separator: " ")]
    }
    return """
      <!-- Made from the tables by `cachespec pages`; a test holds it to them. -->
      # Where the documents leave or contradict something

      What each document says, in our words, how it was decided here, and the rules that say so. *Recorded* is what an
      `open` rule does: every outcome that a sensible reading allows passes. `cachespec audit` accounts for the sentences
      of the documents themselves.

      \(([columns, columns.map { _ in "---" }] + rows).map(Self.line).joined(separator: "\n"))
      """
  }

  private static func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
}
