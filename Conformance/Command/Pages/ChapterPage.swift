import CacheConformance
import CacheSpec

/// The page of a chapter, generated from its tables.
struct ChapterPage {
  let chapter: any SpecifiedChapter
  let decisions: Decisions
  /// Whether the rules in tables are links, which a terminal does not show.
  var linksTables = true

  /// The page in Markdown.
  var markdown: String {
    ([heading, story] + tables + RuleSections(chapter: chapter, decisions: decisions).markdown + [capabilities])
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private var heading: String {
    """
    <!-- Made from the tables by `cachespec pages`; a test holds it to them. -->
    # \(chapter.title)

    From \(documents). \(chapter.counts). [What the levels mean](../README.md). `cachespec show RULE` prints how a rule
    is tried.
    """
  }

  private var documents: String {
    chapter.documents.map { "[\($0.name): \($0.title)](\($0.link))" }.joined(separator: ", ")
  }

  private var story: String {
    if chapter.story.isEmpty { return "" }
    let steps = chapter.story.map { step in
      "1. **\(step.title).** " + step.sentences.map(told).joined(separator: " ")
    }
    return "## \(Self.storyTitle)\n\n" + steps.joined(separator: "\n")
  }

  static let storyTitle = "How it works"
  static let wordsTitle = "What the words mean"

  private func told(_ sentence: StoryStep.Sentence) -> String {
    let links = sentence.rules.map { "[`\($0.withoutChapter)`](#\($0))" }.joined(separator: ", ")
    return "\(sentence.text.trimmingSuffix(".")) (\(links))."
  }

  private var tables: [String] {
    chapter.tables.enumerated().map { index, table in
      // What words mean is said once, at the first table that has them.
      let (own, earlier) = chapter.legend(ofTable: index)
      let legend = [own, earlier.map { "[\(Self.wordsTitle)](#\(chapter.tables[$0].title.slug))." } ?? ""]
      let rows = RowList(table)?.markdown ?? MergedTable(table).markdown(isLinked: linksTables)
      return "## \(table.title)\n\n\(legend.filter { !$0.isEmpty }.joined(separator: " "))\n\n\(rows)"
    }
  }
}

extension String {
  /// What leads to a heading with this text on a page.
  fileprivate var slug: String { Document.Section.slug(self).anchor ?? self }
}

extension ChapterPage {
  /// How a module says what it lacks.
  static let lacking = """
    A module that cannot do one of these says so, with the reason: `lacking: [.name: "why"]`. The scenarios that need it
    are then not assessed.
    """

  private var capabilities: String {
    let groups = chapter.capabilityGroups
    guard !groups.isEmpty else { return "" }
    let lists = groups.map { title, capabilities in
      "\(title), and how many scenarios need it:\n\n"
        + capabilities.map { "- `.\($0.expression)` (\($1)): \($0.meaning)" }.joined(separator: "\n")
    }
    return """
      ## What a module may lack

      \(Self.lacking)

      \(lists.joined(separator: "\n\n"))
      """
  }
}
