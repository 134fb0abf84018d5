import CacheConformance
import CacheSpec
import Foundation

/// The page with the pictures of two reports on a module side by side, and what changed between them.
extension Site {
  func changes(_ comparison: SiteComparison) -> HTML {
    let (old, new, changed) = (comparison.old, comparison.new, comparison.comparison)
    let shown = chapters.filter { old.hasResults(in: $0) || new.hasResults(in: $0) }
    let pictures = [("Before", old), ("Now", new)].map { title, module in
      section(
        "\(title): \(.tag("a", ["href": module.page], module.label.breakable))",
        [provenance(of: module), picture(of: module, shown, changes: changed.changes)])
    }
    let lists = Comparison.Change.allCases.map { change in
      let differences = changed.differences.filter { $0.change == change }
      let items = differences.map { HTML.tag("li", self.difference($0, new)) }
      let title = "\(change.rawValue.capitalized): \(differences.count.counted("scenario"))"
      return differences.isEmpty ? "" : section(HTML(title), .tag("ul", HTML(items)))
    }
    return [
      .tag(
        "p", ["class": "lead"],
        "Scenarios: \(changed.summary).\(changed.changes.isEmpty ? "" : " The cells of their rules are ringed.")"),
      legend(of: [old, new], changes: Set(changed.changes.values)), .tag("div", ["class": "sides"], HTML(pictures)),
      HTML(lists),
    ]
  }

  /// What became of a scenario, with a link to the results of its rule.
  private func difference(_ difference: Comparison.Difference, _ module: SiteModule) -> HTML {
    let rule = RuleID(difference.result.rule)
    let name = HTML.tag("code", difference.result.name.breakable)
    return "\(address(of: rule, in: module).map { .tag("a", ["href": $0], name) } ?? name): \(difference.what)"
  }
}
