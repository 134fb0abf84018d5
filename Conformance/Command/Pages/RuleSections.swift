import CacheConformance
import CacheSpec

/// The rules of a chapter on its page, under the headings that they cite, in the order of each document.
struct RuleSections {
  let chapter: any SpecifiedChapter
  let decisions: Decisions

  /// A section for each document, in Markdown.
  var markdown: [String] {
    let headings = chapter.rulesByHeading
    return chapter.documents.compactMap { document in
      let parts = headings.filter { $0.citation.document == document }
      if parts.isEmpty { return nil }
      return "## Rules from \(document.name)\n\n" + parts.map(section).joined(separator: "\n\n")
    }
  }

  private func section(_ citation: Citation, _ rules: [Rule]) -> String {
    "### [\(citation.title)](\(citation.link))\n\n" + rules.map(entry).joined(separator: "\n")
  }

  private func entry(_ rule: Rule) -> String {
    var text = "- <a id=\"\(rule.id)\"></a>**\(rule.level)** \(rule.statement) `\(rule.id)`"
    let others = rule.citations.dropFirst().map { citation in
      let document = citation.document == rule.citations.first?.document ? "" : "\(citation.document.name), "
      return "[\(document)\(citation.heading)](\(citation.link))"
    }
    if !others.isEmpty { text += " (also \(others.joined(separator: ", ")))" }
    if let reason = rule.reason {
      text += " *\(chapter.explained(reason) { "[`\($0.withoutChapter)`](#\($0))" })*"
    }
    if let decided = decisions[rule.id] { text += " Reference: \(decided.joined(separator: "; "))." }
    if let uncheckable = rule.uncheckable { text += " *Not checked: \(uncheckable).*" }
    return text
  }
}
