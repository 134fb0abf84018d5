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
          .tag(
            "p",
            """
            A module is a cache that was checked. Each cell is a rule, and leads to it. The figures are the rules kept, of \
            those that could be assessed.
            """),
          filters(looks(of: modules)), legend(of: modules), HTML(modules.map { overview($0) }),
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
      section("Levels", id: "levels", .tag("p", links.inline(ContentsPage.levels))),
      section(
        "Verdicts",
        [
          table(
            "Verdicts", ["verdict", "means", "fails the run"],
            Verdict.Kind.meanings.map { kinds, meaning in
              [
                kinds.map { HTML.tag("span", ["class": Look($0, leavesAChoice: false).style], HTML($0.words)) }.joined(
                  separator: ", "),
                links.inline(meaning), kinds.allSatisfy(\.failsTheRun) ? "yes" : "no",
              ]
            }),
          .tag("p", links.inline(Self.deviations)),
        ]),
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
            about(module),
            module.report.assessment.map { .tag("p", ["Assessed: ", .tag("span", HTML($0.counted))]) } ?? "",
            provenance(of: module), HTML(changes),
          ]),
        picture(of: module, chaptersWithResults),
      ])
  }

  private static let deviations = """
    Pages show a known deviation as *broken (on record)*, or as *chosen otherwise (on record)* if the documents leave the \
    choice: if the level of its rule is `open`.
    """

  /// What a module is.
  func about(_ module: SiteModule) -> HTML {
    module.report.about.map { .tag("p", ["class": "about"], HTML($0.prefix(1).uppercased() + $0.dropFirst())) } ?? ""
  }

  /// Which version of a module a report is about, and when it was checked against which version of the specification.
  func provenance(of module: SiteModule) -> HTML {
    let report = module.report
    let parts = [
      report.version.map { HTML(Int($0.prefix(1)) == nil ? $0 : "version \($0)") },
      report.homepage.map { .link(to: $0, "homepage") },
      report.date.map { .tag("time", HTML(String($0.prefix(10)))) }, report.specification.map { "specification \($0)" },
    ].compactMap(\.self)
    return parts.isEmpty ? "" : .tag("p", ["class": "provenance"], parts.joined(separator: " · "))
  }
}
