import CacheConformance
import CacheSpec

/// The output of `modules`, `list` and `show`.
extension CacheSpecCommand {
  private var width: Int { Terminal.width ?? TextStyle.usualWidth }

  func describe(_ variants: [CacheModule]) -> String {
    var lines = ["\(variants[0].name): \(variants[0].summary)".wrapped(at: width, indent: 2)]
    for module in variants {
      let chapters = module.implementations.flatMap(\.chapterNames).joined(separator: ", ")
      let variant = module.variant == nil ? "" : " (as \(module.fullName))"
      lines.append("  " + "chapters \(chapters)\(variant)".wrapped(at: width, indent: 4))
      let lacking = module.everythingLacking.sorted { $0.key < $1.key }
      lines += lacking.filter(\.key.isPromised).map {
        "  " + "without \($0), which the documents promise: \($1)".wrapped(at: width, indent: 4)
      }
      lines += lacking.filter { !$0.key.isPromised }.map { "  " + "without \($0): \($1)".wrapped(at: width, indent: 4) }
      for reason in Set(module.deviations.map(\.reason)).sorted() {
        let ids = module.deviations.filter { $0.reason == reason }.map {
          $0.id + ($0.shownBy == .exploring ? " (only in drawn runs)" : $0.isUnsteady ? " (unsteady)" : "")
        }.sorted()
        lines.append("  " + "known deviation: \(reason): \(ids.joined(separator: ", "))".wrapped(at: width, indent: 4))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// A line for each rule that a pattern selects, or each rule. A terminal that is too narrow has the statement in lines
  /// of its own; what reads a pipe has one line for each.
  func list(_ patterns: [String]) throws(UsageError) -> String {
    for pattern in patterns where !rules.contains(where: { ScenarioSelection(pattern).contains($0.id) }) {
      throw UsageError("no rule matches '\(pattern)'\(meaning(of: pattern))")
    }
    let selection = ScenarioSelection(anyOf: patterns)
    let chosen = patterns.isEmpty ? rules : rules.filter { selection.contains($0.id) }
    let longest = chosen.map(\.id.text.count).max() ?? 0
    return chosen.map { rule in
      let id = rule.id.text + String(repeating: " ", count: longest - rule.id.text.count)
      let level = rule.level.rawValue + String(repeating: " ", count: 7 - rule.level.rawValue.count)
      let statement = rule.statement + (rule.uncheckable.map { " (not checked: \($0))" } ?? "")
      guard let columns = Terminal.width else { return "\(id)  \(level)  \(statement)" }
      let indent = longest + 11
      if columns >= indent + 40 { return "\(id)  \(level)  \(statement.wrapped(at: columns, indent: indent))" }
      return "\(rule.id)  \(rule.level)\n    \(statement.wrapped(at: columns, indent: 4))"
    }.joined(separator: "\n")
  }

  /// Returns a chapter's page; a rule with its source, tables and other scenarios; the rules of a topic or a pattern; or
  /// scenarios.
  func show(_ id: String, isVerbose: Bool) async throws -> String {
    if let chapter = chapters.first(where: { $0.name == id }) {
      let page = ChapterPage(chapter: chapter, decisions: try await decisions(in: [chapter]), linksTables: false)
      return page.markdown.reflowed(at: width)
    }
    if let rule = rules.first(where: { $0.id == RuleID(ofScenario: id) }), !id.contains("*") {
      return try show(rule, id, isVerbose: isVerbose)
    }
    let selection = ScenarioSelection(id)
    let chosen = rules.filter { selection.contains($0.id) }
    if isVerbose || chosen.count == 1, !chosen.isEmpty {
      return try chosen.map { try show($0, $0.id.text, isVerbose: isVerbose) }.joined(separator: "\n\n")
    }
    if !chosen.isEmpty { return chosen.map(withNamesOfRows).joined(separator: "\n\n") }
    let rows = scenarios.filter(selection.contains)
    if rows.isEmpty { throw UsageError("unknown rule or topic '\(id)'\(meaning(of: id))") }
    return rows.grouped { $0.rule.id.text }.map { rows in
      ([describe(rows[0].rule)] + rows.map { describe($0, isVerbose: isVerbose) }).joined(separator: "\n\n")
    }.joined(separator: "\n\n")
  }

  private func show(_ rule: Rule, _ id: String, isVerbose: Bool) throws -> String {
    let isWhole = id == rule.id.text
    let scenarios = scenarios.filter { $0.rule.id == rule.id && (isWhole || $0.id == id) }
    if scenarios.isEmpty, !isWhole {
      let near = nearestRow(of: rule.id, to: id).map { "did you mean \($0)?" } ?? "show \(rule.id) prints its rows"
      throw UsageError("\(rule.id) has no row '\(id)'; \(near)")
    }
    let tables = isWhole ? chapters.flatMap(\.tables).filter { $0.rows.contains { $0.rule == rule.id } } : []
    let inTables = Set(tables.flatMap(\.rows).map { "\($0.rule)[\($0.name)]" })
    let parts =
      [describe(rule)]
      + tables.map {
        "\($0.title)\n\n\($0.legend.reflowed(at: width))\n\n\(MergedTable($0, of: rule.id).markdown(isLinked: false))"
      }
      + scenarios.filter { isVerbose || !inTables.contains($0.id) }.map { describe($0, isVerbose: isVerbose) }
      + ["rerun: \(rerunCommand(id))"]
    return parts.joined(separator: "\n\n")
  }

  /// A rule of a topic, whose rows are only named.
  private func withNamesOfRows(_ rule: Rule) -> String {
    let rows = scenarios.filter { $0.rule.id == rule.id && !$0.isStage }
    let names = rows.map { $0.id == rule.id.text ? "one without a name" : $0.row }.joined(separator: " ")
    return describe(rule) + (rows.isEmpty ? "" : "\n  rows    " + names.wrapped(at: width, indent: 10))
      + "\n  whole   swift run \(name) show \(rule.id)"
  }

  private func describe(_ rule: Rule) -> String {
    var lines = [
      "\(rule.id)", "  level   " + "\(rule.level), since version \(rule.since)".wrapped(at: width, indent: 10),
    ]
    lines.append("  rule    " + rule.statement.wrapped(at: width, indent: 10))
    for citation in rule.citations {
      lines.append("  source  " + "\(citation): \(citation.link)".wrapped(at: width, indent: 10))
    }
    if let reason = rule.reason { lines.append("  reason  " + reason.wrapped(at: width, indent: 10)) }
    if let uncheckable = rule.uncheckable {
      lines.append("  not checked: \(uncheckable)".wrapped(at: width, indent: 10))
    }
    return lines.joined(separator: "\n")
  }

  private func describe(_ scenario: ScenarioInfo, isVerbose: Bool) -> String {
    var lines = [scenario.id, "  row     \(scenario.source)"]
    if let fixture = scenario.fixture { lines.append("  given   " + fixture.wrapped(at: width, indent: 10)) }
    if isVerbose {
      lines += scenario.fixtureSteps.folded(isLastApart: false).map { "  by      " + $0.wrapped(at: width, indent: 10) }
    }
    lines += scenario.steps.folded(isLastApart: false).map { "  then    " + $0.wrapped(at: width, indent: 10) }
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// Markdown for a terminal: paragraphs and list items are wrapped again, tables stay as they are, and links within
  /// the page are only their text.
  fileprivate func reflowed(at width: Int) -> String {
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
      $0.hasPrefix("|") ? $0 : $0.wrapped(at: width, indent: $0.hasPrefix("- ") ? 2 : $0.hasPrefix("1. ") ? 3 : 0)
    }
    .joined(separator: "\n")
  }
}
