import CacheConformance
import CacheSpec
import Foundation

/// The specification and results as a folder of static pages, which need no network and no server.
struct Site {
  let chapters: [any SpecifiedChapter]
  let questions: QuestionsPage
  /// What the reference recorded where the documents leave a choice.
  let decisions: Decisions
  let modules: [SiteModule]
  /// The modules of earlier reports, and each with those that the site shows.
  let earlier: [SiteModule]
  let comparisons: [SiteComparison]
  /// The address below which the tables of the rules are, or nil.
  let sourceURL: String?
  let links: RuleLinks

  init(
    _ chapters: [any SpecifiedChapter], _ questions: QuestionsPage, _ decisions: Decisions, _ modules: [SiteModule],
    comparedWith earlier: [SiteModule], sourceURL: String?
  ) {
    (self.chapters, self.questions, self.decisions, self.modules) = (chapters, questions, decisions, modules)
    (self.earlier, self.sourceURL) = (earlier, sourceURL)
    comparisons = earlier.flatMap { old in
      modules.filter { $0.report.module == old.report.module }.map { SiteComparison(old, $0) }
    }
    links = RuleLinks(chapters)
  }

  /// Every file with its path.
  var files: [(path: String, text: String)] {
    get throws {
      [("style.css", Self.style), ("site.js", try script), file("index.html", "Cache conformance", contents)]
        + chapters.map { file($0.page, $0.title, chapter($0)) }
        + (questions.questions.isEmpty ? [] : [file("questions.html", QuestionsPage.title, questionsTable)])
        + (modules.isEmpty ? [] : [file("matrix.html", "Modules by rule", matrix)])
        + (modules + earlier).map { file($0.page, $0.label, results(of: $0)) }
        + comparisons.map { file($0.page, "\($0.new.label): what changed", changes($0)) }
        + (modules + earlier).flatMap { module in chapters(of: module).map { badge(of: module, $0) } }
    }
  }

  private var places: [(page: String, title: String)] {
    [("index.html", "Contents")] + (modules.isEmpty ? [] : [("matrix.html", "Modules by rule")])
      + (questions.questions.isEmpty ? [] : [("questions.html", "Questions")])
  }

  /// Puts the content of a page below its heading, and adds the parts that all pages share.
  private func file(_ path: String, _ title: String, _ content: HTML) -> (path: String, text: String) {
    let navigation = places.map { page, title in
      HTML.tag("a", ["href": page, "aria-current": page == path ? "page" : nil], HTML(title))
    }
    let page: HTML = [
      .tag(
        "head",
        [
          .void("meta", ["charset": "utf-8"]),
          .void("meta", ["http-equiv": "Content-Security-Policy", "content": Self.policy]),
          .void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
          .void("meta", ["name": "color-scheme", "content": "light dark"]),
          .void("link", ["rel": "icon", "href": "data:,"]),
          .void("link", ["rel": "stylesheet", "href": "style.css"]),
          .tag("title", HTML(path == "index.html" ? title : "\(title) – cache conformance")),
        ]),
      .tag(
        "body",
        [
          .tag("a", ["class": "skip", "href": "#main"], "Skip to the content"),
          .tag("header", [.tag("nav", ["aria-label": "Site"], HTML(navigation)), Self.search]),
          .tag("main", ["id": "main", "tabindex": "-1"], [.tag("h1", title.breakable), content]),
          .tag("script", ["src": "site.js"], ""),
        ]),
    ]
    return (path, "<!doctype html>\n" + HTML.tag("html", ["lang": "en"], page).source + "\n")
  }

  /// Allows only what is beside the page. `file:` is for browsers in which a file has no origin for 'self' to match.
  private static let policy =
    "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' data: file:; base-uri 'none'; "
    + "form-action 'none'"

  private static let search = HTML.tag(
    "search", ["hidden": ""],
    [
      .tag("label", ["for": "search"], "Search the rules"),
      .void(
        "input",
        [
          "id": "search", "type": "search", "autocomplete": "off", "spellcheck": "false", "aria-keyshortcuts": "/",
          "placeholder": "Search the rules (press /)", "aria-controls": "found", "aria-describedby": "count",
        ]),
      .tag("div", [.tag("p", ["id": "count", "role": "status"], ""), .tag("ul", ["id": "found"], "")]),
    ])

  // MARK: Parts of pages

  /// A table with a caption, which scrolls by itself where it is wider than the page. The first cell of a row is its
  /// header. On a phone each cell is a line that its column names.
  func table(_ caption: String, _ columns: [String], _ rows: [[HTML]]) -> HTML {
    let body = rows.map { row in
      let cells = zip(columns.dropFirst(), row.dropFirst()).map { HTML.tag("td", ["data-column": $0], $1) }
      return HTML.tag(
        "tr", [.tag("th", ["scope": "row", "data-column": columns.first], row.first ?? ""), HTML(cells)])
    }
    return scrolling(
      caption,
      .tag(
        "table", ["class": "stacked"],
        [
          .tag("caption", HTML(caption)),
          .tag("thead", .tag("tr", HTML(columns.map { .tag("th", ["scope": "col"], HTML($0)) }))),
          .tag("tbody", HTML(body)),
        ]))
  }

  func scrolling(_ label: String, _ content: HTML) -> HTML {
    .tag("div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": label], content)
  }

  /// A section under a heading.
  func section(_ title: HTML, id: String? = nil, _ content: HTML) -> HTML {
    .tag("section", ["id": id], [.tag("h2", title), content])
  }

  private var questionsTable: HTML {
    [
      .tag("p", ["class": "lead"], links.inline(QuestionsPage.introduction)),
      .tag(
        "div", ["class": "questions"],
        table(
          QuestionsPage.title, QuestionsPage.columns,
          questions.rows().map { row in
            row.map { $0 == "silent" ? .tag("span", ["class": "none"], "silent") : links.inline($0) }
          })),
    ]
  }
}

extension CacheSpecCommand {
  /// Returns every file of the site that shows these reports.
  ///
  /// - Parameters:
  ///   - paths: the files of the reports.
  ///   - baseline: a file with earlier reports on some of the modules, with which theirs are compared.
  ///   - sourceURL: the address below which the tables of the rules are.
  package func site(
    of paths: [String], comparedWith baseline: String? = nil, sourceURL: String? = nil
  ) async throws -> [(path: String, text: String)] {
    try await makeSite(of: paths, comparedWith: baseline, sourceURL: sourceURL).files
  }

  private func makeSite(of paths: [String], comparedWith baseline: String?, sourceURL: String?) async throws -> Site {
    let reports = try paths.flatMap { path in
      let file = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      return try JSONReport.reports(at: path).map { (file, $0) }
    }
    let old = try baseline.map { try JSONReport.reports(at: $0) } ?? []
    if let other = old.first(where: { old in !reports.contains { $0.1.module == old.module } }) {
      throw UsageError("--baseline has a report on \(other.module), and no other report is on it")
    }
    let (modules, earlier) = SiteModule.all(reports, earlier: old)
    return Site(
      chapters, QuestionsPage(questions, answeredBy: rules), try await decisions(in: chapters),
      modules, comparedWith: earlier, sourceURL: sourceURL)
  }

  /// Writes the site, and returns a line that counts its files, rules and reports.
  func writeSite(of paths: [String], to folder: String, _ arguments: Arguments) async throws -> String {
    let site = try await makeSite(of: paths, comparedWith: arguments.baseline, sourceURL: arguments.sourceURL)
    let files = try site.files
    try Self.write(files, to: folder)
    let rules = site.chapters.reduce(0) { $0 + $1.rules.count }
    return "wrote \(files.count.counted("file")) for \(rules.counted("rule")) and "
      + "\(site.modules.count.counted("report")); begin at "
      + URL(fileURLWithPath: folder).appendingPathComponent("index.html").relativePath
  }
}
