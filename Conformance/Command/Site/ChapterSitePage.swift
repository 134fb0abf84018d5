import CacheSpec

/// The page of a chapter: its story, its tables, its rules with the verdicts of each module, and what is open.
extension Site {
  func chapter(_ chapter: any SpecifiedChapter) -> HTML {
    let sections = chapter.rulesByHeading
    let choices = decisions.rows(of: chapter)
    let capabilities = chapter.capabilityGroups
    let scenarios = chapter.scenarioIDs
    let titles =
      chapter.tables.indices.map { ("table-\($0 + 1)", chapter.tables[$0].title) }
      + sections.indices.map { ("rules-\($0 + 1)", sections[$0].citation.pageTitle) }
      + (choices.isEmpty ? [] : [("open", Self.openTitle)]) + (capabilities.isEmpty ? [] : [("lacks", Self.lacksTitle)])
    let documents = chapter.documents.map { HTML.link(to: $0.link, "\($0.name): \($0.title)") }
    return [
      .tag("p", ["class": "lead"], "What such a cache does, from \(documents.joined(separator: ", "))."),
      .tag("p", ["\(chapter.counts). ", .tag("a", ["href": "index.html#levels"], "What the levels mean"), "."]),
      story(of: chapter),
      .tag(
        "nav", ["class": "contents", "aria-label": "On this page"],
        .tag(
          "details",
          [
            .tag("summary", "On this page"),
            .tag("ul", HTML(titles.map { id, title in .tag("li", .tag("a", ["href": "#\(id)"], HTML(title))) })),
          ])),
      filters(looks(of: modules.filter { $0.hasResults(in: chapter) })),
      HTML(
        chapter.tables.enumerated().map {
          section(HTML($1.title), id: "table-\($0 + 1)", table($1, legend(ofTable: $0, chapter)))
        }),
      HTML(
        sections.enumerated().map { index, part in
          section(
            HTML(part.citation.pageTitle), id: "rules-\(index + 1)",
            HTML(part.rules.map { rule($0, of: chapter, scenarios[$0.id] ?? []) }))
        }),
      choices.isEmpty ? "" : section(HTML(Self.openTitle), id: "open", table(of: choices)),
      capabilities.isEmpty
        ? ""
        : section(
          HTML(Self.lacksTitle), id: "lacks",
          [.tag("p", links.inline(ChapterPage.lacking)), HTML(capabilities.map { table($0, of: $1) })]),
    ]
  }

  private static let openTitle = "What is open, and how the reference decided"
  private static let lacksTitle = "What a module may lack"

  private func story(of chapter: any SpecifiedChapter) -> HTML {
    let steps = chapter.story.map { step in
      let sentences = step.sentences.map { sentence -> HTML in
        let rules = sentence.rules.map { links.link(to: $0, .tag("code", $0.withoutChapter.breakable)) }
        return "\(links.inline(sentence.text.trimmingSuffix("."))) (\(rules.joined(separator: ", ")))."
      }
      return HTML.tag("li", [.tag("strong", "\(step.title)."), " ", sentences.joined(separator: " ")])
    }
    return steps.isEmpty
      ? "" : section(HTML(ChapterPage.storyTitle), id: "story", .tag("ol", ["class": "story"], HTML(steps)))
  }

  private func legend(ofTable index: Int, _ chapter: any SpecifiedChapter) -> HTML {
    let (own, earlier) = chapter.legend(ofTable: index)
    let words = earlier.map { HTML.tag("a", ["href": "#table-\($0 + 1)"], HTML(ChapterPage.wordsTitle)) }
    return [links.inline(own), own.isEmpty ? "" : " ", words.map { "\($0)." } ?? ""]
  }

  private func table(_ table: Table, _ legend: HTML) -> HTML {
    let merged = MergedTable(table)
    return [
      .tag("p", legend),
      self.table(
        table.title, merged.columns + ["rule"],
        merged.rows.map { row in
          merged.cells(of: row).map(links.inline)
            + [links.link(to: row.rule, .tag("code", row.rule.withoutChapter.breakable))]
        }),
    ]
  }

  private func table(of choices: [(statement: String, rule: RuleID, reason: String, decided: String)]) -> HTML {
    table(
      Self.openTitle, ["what", "why it is open", "the reference"],
      choices.map { statement, rule, reason, decided in
        [
          "\(links.inline(statement)) \(links.link(to: rule, .tag("code", rule.text.breakable)))", links.inline(reason),
          links.inline(decided),
        ]
      })
  }

  private func table(_ title: String, of capabilities: [(capability: Capability, scenarios: Int)]) -> HTML {
    table(
      title, ["name", "a module that has it", "scenarios that need it"],
      capabilities.map { [.tag("code", ".\($0.expression)"), links.inline($0.meaning), "\($1)"] })
  }

  // MARK: A rule

  private func rule(_ rule: Rule, of chapter: any SpecifiedChapter, _ scenarios: [String]) -> HTML {
    let id = rule.id.text
    let verdicts = modules.filter { $0.outcomes[rule.id] != nil }.map { module in
      HTML.tag("li", [.tag("a", ["href": module.page], HTML(module.label)), " ", module.cell(on: rule.id)])
    }
    return .tag(
      "article", ["class": "rule", "id": id],
      [
        .tag("h3", [.tag("a", ["href": "#\(id)"], .tag("code", id.breakable)), " ", level(rule.level.rawValue)]),
        .tag("p", ["class": "statement"], links.inline(rule.statement)),
        rule.reason.map {
          .tag("p", ["class": "reason"], links.inline(chapter.explained($0) { "`\($0)`" }))
        } ?? "",
        rule.uncheckable.map { .tag("p", ["class": "reason"], "Not checked: \(links.inline($0)).") } ?? "",
        .tag("p", ["class": "source"], sources(rule)),
        scenarios.isEmpty
          ? ""
          : .tag(
            "details",
            [
              .tag("summary", ["aria-label": "\(scenarios.named) of \(id)"], HTML(scenarios.named)),
              .tag("ul", HTML(scenarios.map { .tag("li", .tag("code", $0.row(of: id).breakable)) })),
            ]),
        verdicts.isEmpty ? "" : .tag("ul", ["class": "verdicts", "aria-label": "Verdicts on \(id)"], HTML(verdicts)),
      ])
  }

  private func sources(_ rule: Rule) -> HTML {
    let links = rule.citations.map { HTML.link(to: $0.link, HTML($0.description)) }
    let since: HTML = rule.since == .v1 ? "" : " Since version \(rule.since.number)."
    return "Source: \(links.joined(separator: "; ")).\(since)"
  }

  func level(_ level: String) -> HTML { .tag("span", ["class": "level"], HTML(level)) }
}

extension [String] {
  fileprivate var named: String { count.counted("scenario") }
}

extension String {
  /// The row of a scenario's id, which distinguishes it from others of its rule; the id if it has none.
  func row(of rule: String) -> String {
    guard hasPrefix("\(rule)["), hasSuffix("]") else { return self }
    return String(dropFirst(rule.count + 1).dropLast())
  }
}
