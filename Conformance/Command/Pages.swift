import CacheConformance
import CacheSpec

/// The pages of the command line that need no run.
extension CacheSpecCommand {
  func describe(_ module: Module) -> String {
    var lines = ["\(module.name): \(module.summary)"]
    for variant in module.variants {
      let chapters = variant.suites.map(\.chapter).joined(separator: ", ")
      lines.append("  chapters \(chapters)" + (variant.name.map { " (as \(module.name):\($0))" } ?? ""))
      let lacking = variant.suites.reduce(into: [:]) { all, suite in all.merge(suite.lacking) { first, _ in first } }
      lines += lacking.sorted { $0.key < $1.key }.map { "  without \($0): \($1)" }
      let deviations = Set(variant.suites.flatMap(\.deviations))
      for reason in Set(deviations.map(\.reason)).sorted() {
        let ids = deviations.filter { $0.reason == reason }.map(\.id).sorted()
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
    let scenarios = scenarios.filter { $0.rule == rule.id && (id == rule.id.text || $0.id == id) }
    if scenarios.isEmpty, id != rule.id.text {
      throw UsageError("\(rule.id) has no row '\(id)'; show \(rule.id) prints its rows")
    }
    for scenario in scenarios {
      lines += ["", scenario.id, "  row     \(scenario.source)"]
      if !scenario.given.isEmpty { lines.append("  given   " + scenario.given.joined(separator: " · ")) }
      lines += scenario.steps.map { "  then    \($0)" }
    }
    lines += ["", "rerun: \(rerunCommand(id))"]
    return lines.joined(separator: "\n")
  }
}
