import CacheSpec

/// The page of what the documents leave open or contradict, generated from the table of questions.
struct QuestionsPage {
  let questions: [Question]

  /// Selects the questions that these rules answer. A command for other chapters has none.
  init(_ questions: [Question], answeredBy rules: [Rule]) {
    let known = Set(rules.map(\.id))
    self.questions = questions.filter { known.isSuperset(of: $0.rules) }
  }

  static let title = "Where the documents are silent or disagree"

  /// What the table shows, in Markdown.
  static let introduction = """
    What each document says, in our words, how it was decided here, and the rules that say so. *Recorded* means that a
    rule is `open`: every outcome that a sensible reading allows passes, and reports say which it was. `prove audit`
    accounts for the sentences of the documents themselves.
    """

  static let columns = ["question"] + Question.documents.map(\.name) + ["decided", "rules"]

  /// A row for each question, in Markdown. By default a rule is its id, without a link.
  func rows(_ link: (RuleID) -> String = { "`\($0)`" }) -> [[String]] {
    questions.map { question in
      [question.text] + question.answers.map { $0 ?? "silent" }
        + [question.decision, question.rules.map(link).joined(separator: " ")]
    }
  }

  /// The page in Markdown, beside the pages of these chapters.
  func markdown(beside chapters: [any SpecifiedChapter]) -> String {
    let folders = Dictionary(chapters.map { ($0.name, $0.folder) }) { first, _ in first }
    let rows = self.rows { rule in "[`\(rule)`](../\(folders[rule.chapter] ?? "")/README.md#\(rule))" }
    return """
      <!-- Made from the tables by `cachespec pages`; a test holds it to them. -->
      # \(Self.title)

      \(Self.introduction)

      \(([Self.columns, Self.columns.map { _ in "---" }] + rows).map(Self.line).joined(separator: "\n"))
      """
  }

  private static func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
}
