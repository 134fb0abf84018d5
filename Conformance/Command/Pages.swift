import CacheConformance
import CacheSpec

/// The pages of the command line that need no run.
extension CacheSpecCommand {
  func describe(_ variants: [CacheModule]) -> String {
    var lines = ["\(variants[0].name): \(variants[0].summary)"]
    for module in variants {
      let chapters = module.implementations.flatMap(\.chapterNames).joined(separator: ", ")
      lines.append("  chapters \(chapters)" + (module.variant == nil ? "" : " (as \(module.fullName))"))
      lines += module.everythingLacking.sorted { $0.key < $1.key }.map { "  without \($0): \($1)" }
      for reason in Set(module.deviations.map(\.reason)).sorted() {
        let ids = module.deviations.filter { $0.reason == reason }.map(\.id).sorted()
        lines.append("  known deviation: \(reason): \(ids.joined(separator: " "))")
      }
    }
    return lines.joined(separator: "\n")
  }

  func list(_ chapter: String?) throws(UsageError) -> String {
    let chosen = rules.filter { chapter == nil || $0.id.chapter == chapter }
    if chosen.isEmpty {
      let names = rules.map(\.id.chapter).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      throw UsageError("unknown chapter '\(chapter ?? "")'; the chapters are \(names.joined(separator: ", "))")
    }
    let width = chosen.map(\.id.text.count).max() ?? 0
    return chosen.map { rule in
      let id = rule.id.text + String(repeating: " ", count: width - rule.id.text.count)
      let level = rule.level.rawValue + String(repeating: " ", count: 7 - rule.level.rawValue.count)
      return "\(id)  \(level)  \(rule.statement)" + (rule.uncheckable.map { " (not checked: \($0))" } ?? "")
    }.joined(separator: "\n")
  }

  func show(_ id: String) throws(UsageError) -> String {
    let ruleID = RuleID(String(id.prefix { $0 != "[" }))
    guard let rule = rules.first(where: { $0.id == ruleID }) else {
      throw UsageError("unknown rule '\(id)'; list prints them all")
    }
    var lines = ["\(rule.id)", "  level   \(rule.level)", "  rule    \(rule.statement)"]
    for citation in rule.citations { lines.append("  source  \(citation): \(citation.document.link)") }
    if let reason = rule.reason { lines.append("  reason  \(reason)") }
    if let uncheckable = rule.uncheckable { lines.append("  not checked: \(uncheckable)") }
    let scenarios = scenarios.filter { $0.rule.id == rule.id && (id == rule.id.text || $0.id == id) }
    if scenarios.isEmpty, id != rule.id.text {
      throw UsageError("\(rule.id) has no row '\(id)'; show \(rule.id) prints its rows")
    }
    for scenario in scenarios {
      lines += ["", scenario.id, "  row     \(scenario.source)"]
      if let fixture = scenario.fixture { lines.append("  given   \(fixture)") }
      lines += scenario.steps.map { "  then    \($0)" }
    }
    lines += ["", "rerun: \(rerunCommand(id))"]
    return lines.joined(separator: "\n")
  }
}
