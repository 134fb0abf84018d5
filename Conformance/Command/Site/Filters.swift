import CacheSpec

/// The fields that narrow a page down. They do nothing without the script, which shows them.
extension Site {
  /// Fields for a text, a level and, on a page with results, a verdict.
  ///
  /// - Parameters:
  ///   - looks: the verdicts to choose from, the worst first; none if the page has no results.
  ///   - modules: whose verdict it may be, if that is to be chosen.
  func filters(_ looks: [Look], of modules: [SiteModule] = []) -> HTML {
    .tag(
      "div", ["class": "filters", "role": "group", "aria-label": "Filter the rules", "hidden": ""],
      [
        .tag("label", ["Text ", .void("input", ["type": "search", "name": "text", "autocomplete": "off"])]),
        choice("Level", "level", Level.allCases.map { ($0.rawValue, $0.rawValue) }),
        looks.isEmpty
          ? "" : choice("Verdict", "verdict", looks.filter { $0 != .noResult }.map { ($0.style, $0.words) }),
        modules.count < 2 ? "" : choice("Module", "module", modules.map { ($0.page, $0.label) }),
        modules.isEmpty
          ? "" : .tag("label", [.void("input", ["type": "checkbox", "name": "statements"]), " Statements"]),
        .tag("span", ["role": "status"], ""),
      ])
  }

  private func choice(_ title: HTML, _ name: String, _ options: [(value: String, words: String)]) -> HTML {
    let all = [HTML.tag("option", ["value": ""], "any")]
    let items = options.map { HTML.tag("option", ["value": $0.value], HTML($0.words)) }
    return .tag("label", [title, " ", .tag("select", ["name": name], HTML(all + items))])
  }
}
