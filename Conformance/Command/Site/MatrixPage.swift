import CacheConformance
import CacheSpec

/// The page with a row for each rule and a column for each report.
extension Site {
  var matrix: HTML {
    let shown = chaptersWithResults
    let left = chapters.filter { chapter in !shown.contains { $0.name == chapter.name } }.map {
      HTML.tag("a", ["href": $0.page], HTML($0.name))
    }
    return [
      .tag(
        "p", ["class": "lead"],
        """
        The worst verdict of each module on each rule, over all its variants, with the number of results that have it \
        and the number of all. A verdict that is not plainly passed opens its results.
        """),
      left.isEmpty ? "" : .tag("p", "No report has results of: \(left.joined(separator: ", "))."),
      .tag(
        "nav", ["class": "pages", "aria-label": "On this page"],
        HTML(shown.map { .tag("a", ["href": "#\($0.name)"], HTML($0.name)) })),
      .tag(
        "p",
        [
          .void("input", ["type": "checkbox", "id": "notable"]),
          .tag("label", ["for": "notable"], " Only rules that a module does not pass"),
        ]),
      filters(looks(of: modules), of: modules),
      HTML(shown.map { section(HTML($0.title), id: $0.name, matrix(of: $0)) }),
    ]
  }

  /// How many columns fit on a wide screen without scrolling, so that their headings can stay in sight.
  private static let fittingModules = 5

  private func matrix(of chapter: any SpecifiedChapter) -> HTML {
    let modules = modules.filter { $0.hasResults(in: chapter) }
    let head =
      [HTML.tag("th", ["scope": "col"], "rule")]
      + modules.map { module in
        let name = HTML.tag("a", ["href": module.page], module.label.breakable)
        return .tag(
          "th", ["scope": "col"], [name, .tag("span", ["class": "none"], HTML(share(of: module, chapter.rules)))])
      }
    let rows = chapter.rules.map { rule in
      let isPassed = !modules.contains { $0.isNotable(rule.id) }
      let title: HTML = [
        links.link(to: rule.id, .tag("code", rule.id.withoutChapter.breakable)), " ", level(rule.level.rawValue),
      ]
      return HTML.tag(
        "tr", ["class": isPassed ? "passing" : nil],
        [
          .tag("th", ["scope": "row"], title),
          HTML(modules.map { .tag("td", rule.uncheckable == nil ? $0.cell(on: rule.id) : "not checked") }),
        ])
    }
    return scrolling(
      "\(chapter.title): modules by rule",
      .tag(
        "table", ["class": modules.count <= Self.fittingModules ? "matrix fitting" : "matrix"],
        [
          .tag("caption", "\(chapter.title): modules by rule"), .tag("thead", .tag("tr", HTML(head))),
          .tag("tbody", HTML(rows)),
        ]))
  }
}
