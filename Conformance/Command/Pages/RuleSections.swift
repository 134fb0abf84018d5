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
    if let reason = rule.reason { text += " *\(explained(reason))*" }
    if let decided = decisions[rule.id] { text += " Reference: \(decided.joined(separator: "; "))." }
    if let uncheckable = rule.uncheckable { text += " *Not checked: \(uncheckable).*" }
    return text
  }

  /// A reason in which each rule of the chapter is a link, with the idea of the rule where one follows from it.
  private func explained(_ reason: String) -> String {
    var ideas = reason.hasPrefix("Follows from ")
    return reason.replacing(/`?([a-z]+(?:\.[a-z0-9-]*[a-z0-9])+)`?/) { match in
      guard let rule = chapter.rules.first(where: { $0.id.text == match.1 }) else { return String(match.0) }
      defer { if reason[match.range.upperBound...].hasPrefix(":") { ideas = false } }
      return "[`\(rule.id.withoutChapter)`](#\(rule.id))" + (ideas ? " (“\(rule.idea)”)" : "")
    }
  }
}

extension Rule {
  /// The beginning of its statement, which is enough to know which rule is meant.
  fileprivate var idea: String {
    let end = statement.firstRange(of: /[.;:](?: |$)/)?.lowerBound ?? statement.endIndex
    return String(statement[..<end])
  }
}
