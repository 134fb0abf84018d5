import CacheConformance
import CacheSpec

/// The output of `modules`, `list` and `show`.
extension CacheSpecCommand {
  func describe(_ variants: [CacheModule]) -> String {
    var lines = ["\(variants[0].name): \(variants[0].summary)"]
    for module in variants {
      let chapters = module.implementations.flatMap(\.chapterNames).joined(separator: ", ")
      lines.append("  chapters \(chapters)" + (module.variant == nil ? "" : " (as \(module.fullName))"))
      let lacking = module.everythingLacking.sorted { $0.key < $1.key }
      lines += lacking.filter(\.key.isPromised).map {
        "  " + "without \($0), which the documents promise: \($1)".wrapped(indent: 4)
      }
      lines += lacking.filter { !$0.key.isPromised }.map { "  " + "without \($0): \($1)".wrapped(indent: 4) }
      for reason in Set(module.deviations.map(\.reason)).sorted() {
        let ids = module.deviations.filter { $0.reason == reason }.map {
          $0.id + ($0.shownBy == .exploring ? " (only in drawn runs)" : $0.isUnsteady ? " (unsteady)" : "")
        }.sorted()
        lines.append("  " + "known deviation: \(reason): \(ids.joined(separator: ", "))".wrapped(indent: 4))
      }
    }
    return lines.joined(separator: "\n")
  }

  func list(_ chapter: String?) throws(UsageError) -> String {
    let chosen = rules.filter { chapter == nil || $0.id.chapter == chapter }
    if chosen.isEmpty {
      let names = chapters.map(\.name)
      throw UsageError("unknown chapter '\(chapter ?? "")'; the chapters are \(names.joined(separator: ", "))")
    }
    let width = chosen.map(\.id.text.count).max() ?? 0
    return chosen.map { rule in
      let id = rule.id.text + String(repeating: " ", count: width - rule.id.text.count)
      let level = rule.level.rawValue + String(repeating: " ", count: 7 - rule.level.rawValue.count)
      return "\(id)  \(level)  \(rule.statement)" + (rule.uncheckable.map { " (not checked: \($0))" } ?? "")
    }.joined(separator: "\n")
  }

  /// Returns a chapter's page; a rule with its source, tables and other scenarios; the rules of a topic; or a
  /// scenario.
  func show(_ id: String, isVerbose: Bool) async throws -> String {
    if let chapter = chapters.first(where: { $0.name == id }) {
      return ChapterPage(chapter: chapter, decisions: try await decisions(in: [chapter])).markdown.reflowed
    }
    let ruleID = RuleID(ofScenario: id)
    guard let rule = rules.first(where: { $0.id == ruleID }) else {
      let ofTopic = rules.filter { $0.id.text.hasPrefix("\(id).") }
      if ofTopic.isEmpty {
        throw UsageError("unknown rule or topic '\(id)'; \(listing(id))")
      }
      if isVerbose { return try ofTopic.map { try show($0, $0.id.text, isVerbose: true) }.joined(separator: "\n\n") }
      return ofTopic.map(withNamesOfRows).joined(separator: "\n\n")
    }
    return try show(rule, id, isVerbose: isVerbose)
  }

  private func show(_ rule: Rule, _ id: String, isVerbose: Bool) throws -> String {
    let isWhole = id == rule.id.text
    let scenarios = scenarios.filter { $0.rule.id == rule.id && (isWhole || $0.id == id) }
    if scenarios.isEmpty, !isWhole {
      throw UsageError("\(rule.id) has no row '\(id)'; show \(rule.id) prints its rows")
    }
    let tables = isWhole ? chapters.flatMap(\.tables).filter { $0.rows.contains { $0.rule == rule.id } } : []
    let inTables = Set(tables.flatMap(\.rows).map { "\($0.rule)[\($0.name)]" })
    let parts =
      [describe(rule)]
      + tables.map { "\($0.title)\n\n\($0.legend.reflowed)\n\n\(MergedTable($0, of: rule.id).markdown)" }
      + scenarios.filter { isVerbose || !inTables.contains($0.id) }.map { describe($0, isVerbose: isVerbose) }
      + ["rerun: \(rerunCommand(id))"]
    return parts.joined(separator: "\n\n")
  }

  /// Says how to list the rules of the chapter that an unknown ID begins with, or all rules.
  func listing(_ id: String) -> String {
    let chapter = RuleID(stringLiteral: id).chapter
    return rules.contains { $0.id.chapter == chapter }
      ? "'\(name) list \(chapter)' prints the rules of the chapter" : "'\(name) list' prints all rules"
  }

  /// A rule of a topic, whose rows are only named.
  private func withNamesOfRows(_ rule: Rule) -> String {
    let rows = scenarios.filter { $0.rule.id == rule.id && !$0.isStage }
    let names = rows.map { $0.id == rule.id.text ? "one without a name" : $0.row }.joined(separator: " ")
    return describe(rule) + (rows.isEmpty ? "" : "\n  rows    " + names.wrapped(indent: 10))
      + "\n  whole   swift run \(name) show \(rule.id)"
  }

  private func describe(_ rule: Rule) -> String {
    var lines = ["\(rule.id)", "  level   \(rule.level), since version \(rule.since)"]
    lines.append("  rule    " + rule.statement.wrapped(indent: 10))
    for citation in rule.citations { lines.append("  source  \(citation): \(citation.link)") }
    if let reason = rule.reason { lines.append("  reason  " + reason.wrapped(indent: 10)) }
    if let uncheckable = rule.uncheckable { lines.append("  not checked: \(uncheckable)".wrapped(indent: 10)) }
    return lines.joined(separator: "\n")
  }

  private func describe(_ scenario: ScenarioInfo, isVerbose: Bool) -> String {
    var lines = [scenario.id, "  row     \(scenario.source)"]
    if let fixture = scenario.fixture { lines.append("  given   " + fixture.wrapped(indent: 10)) }
    if isVerbose {
      lines += scenario.fixtureSteps.folded(isLastApart: false).map { "  by      " + $0.wrapped(indent: 10) }
    }
    lines += scenario.steps.folded(isLastApart: false).map { "  then    " + $0.wrapped(indent: 10) }
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// Markdown for a terminal: paragraphs and list items are wrapped again, tables stay as they are, and links within
  /// the page are only their text.
  fileprivate var reflowed: String {
    var blocks: [String] = []
    let text = replacing(/<a id="[^"]*"><\/a>/, with: "").replacing(/\[([^\]]*)\]\(#[^)]*\)/) { $0.1 }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let startsBlock =
        line.isEmpty || line.hasPrefix("- ") || line.hasPrefix("1. ") || line.hasPrefix("|") || line.hasPrefix("#")
      if !startsBlock, let last = blocks.last, !last.isEmpty, !last.hasPrefix("#"), !last.hasPrefix("<!--") {
        blocks[blocks.count - 1] += " " + line
      } else {
        blocks.append(line)
      }
    }
    return blocks.map {
      $0.hasPrefix("|") ? $0 : $0.wrapped(indent: $0.hasPrefix("- ") ? 2 : $0.hasPrefix("1. ") ? 3 : 0)
    }
    .joined(separator: "\n")
  }
}
