import CacheConformance
import CacheSpec
import Foundation

/// What somebody may have meant who typed a name that is not there.
extension CacheSpecCommand {
  /// Says what to type in place of an id that nothing has: after a semicolon, the id that is near or where to find them.
  func meaning(of id: String) -> String {
    if families.contains(where: { $0[0].name == id }) { return ", which is a module; '\(name) check \(id)' checks it" }
    if let near = nearestID(to: id) { return "; did you mean \(near)?" }
    return "; \(listing(id))"
  }

  /// Says what to type in place of a name that no module has.
  func notAModule(_ module: String, _ family: String, for command: String) -> String {
    let (chapter, rule) = (RuleID(stringLiteral: module).chapter, RuleID(ofScenario: module))
    let names = families.map { $0[0].name }
    let known = "the modules are \(names.joined(separator: ", "))"
    if let kind = kind(ofID: module) {
      let only = command == "explore" ? chapter : module
      return "'\(module)' is \(kind), not a module; "
        + (command == "serve" ? known : "did you mean \(command) --only '\(only)'?")
    }
    if command == "check", chapters.contains(where: { $0.name == chapter }), let near = nearestID(to: module),
      rule.text.contains(".")
    {
      return "unknown module '\(module)'; did you mean check --only '\(near)'?"
    }
    if module.contains("/") || FileManager.default.fileExists(atPath: module) {
      return "'\(module)' is not a module; a program is checked with --exec '\(module)'"
    }
    if let near = names.nearest(to: family) ?? chapters.map(\.name).nearest(to: module).map({ "--only \($0)" }) {
      return "unknown module '\(family)'; did you mean \(near)?"
    }
    return "unknown module '\(family)'; \(known)"
  }

  /// What an id or a pattern names, or nil if there is nothing of that name.
  private func kind(ofID id: String) -> String? {
    if chapters.contains(where: { $0.name == id }) { return "a chapter" }
    if rules.contains(where: { $0.id.text == id }) { return "a rule" }
    if scenarios.contains(where: { $0.id == id }) { return "a scenario" }
    if !rules.contains(where: { ScenarioSelection(id).contains($0.id) }) { return nil }
    return id.contains("*") ? "a pattern of rules" : "a topic"
  }

  /// The chapter, topic, rule or scenario that somebody most likely meant, also by the last part of its id.
  private func nearestID(to id: String) -> String? {
    let rule = RuleID(ofScenario: id)
    if rules.contains(where: { $0.id == rule }) {
      return nearestRow(of: rule, to: id)
    }
    let names = Set(rules.flatMap(\.id.names))
    return names.nearest(to: rule.text) ?? names.filter { $0.hasSuffix(".\(rule)") }.min()
  }

  /// The scenario of a rule whose row somebody most likely meant.
  func nearestRow(of rule: RuleID, to id: String) -> String? {
    let rows = scenarios.filter { $0.rule.id == rule }.map(\.row)
    let typed = String(id.dropFirst(rule.text.count))
    let part = typed.filter { $0 != "[" && $0 != "]" }
    let row = rows.nearest(to: typed) ?? rows.first { part.count > 2 && $0.contains(part) }
    return row.map { "\(rule)\($0)" }
  }

  /// Says how to list the rules of the chapter that an unknown id begins with, or all rules.
  private func listing(_ id: String) -> String {
    let chapter = RuleID(stringLiteral: id).chapter
    return rules.contains { $0.id.chapter == chapter }
      ? "'\(name) list \(chapter)' prints the rules of the chapter" : "'\(name) list' prints all rules"
  }
}

extension RuleID {
  /// The rule, its topic and its chapter.
  fileprivate var names: [String] {
    [text] + text.indices.filter { text[$0] == "." }.map { String(text[..<$0]) }
  }
}
