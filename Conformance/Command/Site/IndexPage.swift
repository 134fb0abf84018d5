import CacheConformance
import CacheSpec

/// The page with the chapters, the modules, and what levels and verdicts mean.
extension Site {
  var contents: HTML {
    [
      .tag(
        "p", ["class": "lead"],
        """
        What client-side caches do, chapter by chapter, as widely read documents say it, and how modules were held \
        against it. Each rule cites where it is written, and its id is a link that stays.
        """),
      section(
        "Chapters",
        table(
          "Chapters", ["chapter", "what it is about", "rules", "scenarios", "rules from"],
          chapters.map { chapter in
            [
              .tag("a", ["href": chapter.page], HTML(chapter.name)), HTML(chapter.title),
              "\(chapter.rules.count)", "\(chapter.scenarioCount)", HTML(chapter.documentNames),
            ]
          })),
      modules.isEmpty ? "" : section("Modules", modulesTable),
      section("Levels", .tag("p", links.inline(ContentsPage.levels))),
      section(
        "Verdicts",
        table(
          "Verdicts", ["verdict", "means", "fails the run"],
          Verdict.Kind.meanings.map { kinds, meaning in
            [
              kinds.map { HTML.tag("span", ["class": $0.styleClass], HTML($0.words)) }.joined(separator: ", "),
              links.inline(meaning), kinds.allSatisfy(\.failsTheRun) ? "yes" : "no",
            ]
          })),
    ]
  }

  private var modulesTable: HTML {
    let kinds = Verdict.Kind.ranked.reversed().filter { kind in modules.contains { $0.report.count(kind) > 0 } }
    return table(
      "Modules", ["module", "rules assessed", "results"] + kinds.map { HTML($0.words) },
      modules.map { module -> [HTML] in
        let assessed = module.report.assessment.map { "\($0.assessed) of \($0.rules)" } ?? ""
        return [
          .tag("a", ["href": module.page], module.label.breakable), HTML(assessed),
          "\(module.report.results.count)",
        ]
          + kinds.map { kind in
            let count = module.report.count(kind)
            return .tag("span", ["class": count == 0 ? "none" : kind.styleClass], "\(count)")
          }
      })
  }
}

extension JSONReport {
  func count(_ kind: Verdict.Kind) -> Int { results.count { $0.verdict == kind } }
}
