import CacheConformance
import CacheSpec

/// The front page: the picture of each report, the chapters, and what levels and verdicts mean.
extension Site {
  var contents: HTML {
    let rules = chapters.reduce(0) { $0 + $1.rules.count }
    return [
      .tag(
        "p", ["class": "lead"],
        """
        What client-side caches do, as widely read documents say it: \(rules) rules in \(chapters.count) chapters, each \
        with the place where it is written. Version \(SpecVersion.current.number) of the specification.
        """),
      modules.isEmpty
        ? ""
        : [
          .tag("p", "A cell is a rule, and opens it. The figures are the rules kept, of those that could be assessed."),
          legend(of: modules), HTML(modules.map { overview($0) }),
        ],
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

  /// A report at a glance.
  private func overview(_ module: SiteModule) -> HTML {
    let changes = comparisons.filter { $0.new.page == module.page }.map { comparison in
      HTML.tag("p", [.tag("a", ["href": comparison.page], "What changed"), ": \(comparison.comparison.summary)"])
    }
    return .tag(
      "section", ["class": "overview"],
      [
        .tag(
          "div",
          [
            .tag("h2", .tag("a", ["href": module.page], module.label.breakable)),
            .tag(
              "p", ["class": "score"],
              [.tag("strong", HTML(share(of: module, chaptersWithResults.flatMap(\.rules)))), " rules kept"]),
            module.report.assessment.map { .tag("p", HTML("Assessed: \($0.counted)")) } ?? "", provenance(of: module),
            HTML(changes),
          ]),
        picture(of: module, chaptersWithResults),
      ])
  }

  /// Which version of a module a report is about, and when it was checked against which version of the specification.
  func provenance(of module: SiteModule) -> HTML {
    let report = module.report
    let parts = [
      report.version.map { HTML($0) }, report.homepage.map { .link(to: $0, "homepage") },
      report.date.map { HTML(String($0.prefix(10))) }, report.specification.map { "specification \($0)" },
    ].compactMap(\.self)
    return parts.isEmpty ? "" : .tag("p", ["class": "provenance"], parts.joined(separator: " · "))
  }
}
