import CacheConformance
import CacheSpec

/// The picture of a report: a cell for each rule in the order of the chapters, with the verdict's colour and sign.
extension Site {
  /// The chapters that a module has results in.
  func chapters(of module: SiteModule) -> [any SpecifiedChapter] { chapters.filter { module.hasResults(in: $0) } }

  /// The chapters that any module has results in.
  var chaptersWithResults: [any SpecifiedChapter] {
    chapters.filter { chapter in modules.contains { $0.hasResults(in: chapter) } }
  }

  /// The cells of a module, chapter by chapter. A chapter without results is blank, so that the chapters of several
  /// modules are above one another.
  ///
  /// - Parameters:
  ///   - shown: the chapters.
  ///   - changes: what became of rules, if the picture is one of two. The cells of other rules have no colour.
  func picture(
    of module: SiteModule, _ shown: [any SpecifiedChapter], changes: [RuleID: Comparison.Change]? = nil
  ) -> HTML {
    .tag(
      "div", ["class": "picture"],
      HTML(
        shown.map { chapter in
          if !module.hasResults(in: chapter) {
            return .tag("div", ["class": "blank", "aria-hidden": "true"], cells(of: chapter) { _ in .tag("i", "") })
          }
          return .tag(
            "div", ["role": "group", "aria-label": "\(module.label) on \(chapter.name), rule by rule"],
            [
              .tag(
                "p", [.tag("a", ["href": chapter.page], HTML(chapter.name)), " \(share(of: module, chapter.rules))"]),
              cells(of: chapter) { cell($0, of: module, changes) },
            ])
        }))
  }

  private func cells(of chapter: any SpecifiedChapter, _ cell: (Rule) -> HTML) -> HTML {
    .tag("div", ["class": "cells"], HTML(chapter.rules.map(cell)))
  }

  private func cell(_ rule: Rule, of module: SiteModule, _ changes: [RuleID: Comparison.Change]?) -> HTML {
    let look = module.look(of: rule)
    let change = changes?[rule.id]
    return .tag(
      "a",
      [
        "class": look.style + (changes == nil ? "" : change.map { " changed \($0)" } ?? " same"),
        "href": address(of: rule.id, in: module),
        "aria-label": "\(rule.id): \(module.standing(on: rule.id)?.words ?? look.words)"
          + (change.map { ", \($0)" } ?? ""),
      ], HTML(look.sign))
  }

  /// Where the results of a module on a rule are or, if it passed, the rule; nil if the specification does not know it.
  func address(of rule: RuleID, in module: SiteModule) -> String? {
    links.address(of: rule).map { module.isNotable(rule) ? "\(module.page)#\(rule)" : $0 }
  }

  /// How many rules a module keeps, of those that it was judged by.
  func share(of module: SiteModule, _ rules: [Rule]) -> String {
    let (kept, assessed) = module.share(of: rules)
    return "\(kept) of \(assessed)"
  }

  /// How rules look in the pictures of these modules, the worst first.
  func looks(of modules: [SiteModule]) -> [Look] {
    let looks = Set(modules.flatMap { module in chapters(of: module).flatMap(\.rules).map(module.look) })
    return Look.ranked.filter(looks.contains)
  }

  /// What the cells of these modules mean, and the rings around those of rules that changed.
  func legend(of modules: [SiteModule], changes: Set<Comparison.Change> = []) -> HTML {
    let items = looks(of: modules).reversed().map { look in
      HTML.tag("li", [.tag("i", ["class": look.style], HTML(look.sign)), HTML(look.words)])
    }
    let rings = Comparison.Change.allCases.filter(changes.contains).map { change in
      HTML.tag("li", [.tag("i", ["class": "changed \(change)"], ""), HTML(change.rawValue)])
    }
    return .tag("ul", ["class": "legend cells", "aria-label": "What the cells mean"], HTML(items + rings))
  }
}

extension SiteModule {
  func hasResults(in chapter: any SpecifiedChapter) -> Bool { chapter.rules.contains { outcomes[$0.id] != nil } }

  /// How a rule looks in the picture of a module.
  func look(of rule: Rule) -> Look { standing(on: rule.id)?.look ?? .noResult }
}
