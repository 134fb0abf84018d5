import CacheConformance
import CacheConformanceCommand
import Foundation
import CacheConformanceModules
import TestSupport
import Testing

/// The site of the shipped specification with a report of a stub, one of the reference, and a hostile one that is
/// compared with an earlier one; made once.
enum SampleSite {
  static let hostile = "<img src=x onerror=alert(1)>\u{202E}\u{0}../"

  static let files = Task {
    let stub = try await report(.alwaysHit, on: "response")
    // On a busy machine a step may take longer than usual while requests are held.
    let options = RunOptions(selection: ScenarioSelection("dashboard"), timeLimit: .seconds(60))
    let reference = try await CacheModule.reference.run(options).json()
    return try await site(
      [stub, reference, hostile(stub, 0)], comparedWith: hostile(stub, 1), for: CacheModule.reference)
  }

  static func report(_ module: CacheModule, on chapter: String) async throws -> String {
    try await module.run(RunOptions(selection: ScenarioSelection(chapter))).json()
  }

  /// Returns the files of the site with reports of these texts, by their paths.
  static func site(
    _ reports: [String], comparedWith baseline: String? = nil, for modules: [CacheModule]
  ) async throws -> [String: String] {
    let folder = TemporaryFolders.newURL()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String, _ text: String) throws -> String {
      let file = folder.appendingPathComponent(name)
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path
    }
    let paths = try reports.enumerated().map { try file("report-\($0).json", $1) }
    let files = try await CacheSpecCommand(modules: modules, programs: [], questions: Questions.all).site(
      of: paths, comparedWith: try baseline.map { try file("baseline.json", $0) },
      sourceURL: "https://example.com/main")
    return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) })
  }

  /// Returns the report with markup and control characters in every text, and with a rule that is not in the
  /// specification.
  ///
  /// - Parameter shift: makes the verdicts differ from those with another shift.
  static func hostile(_ report: String, _ shift: Int) throws -> String {
    var object = try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any] ?? [:]
    let results = (object["results"] as? [[String: Any]] ?? []).enumerated().map { number, result in
      var result = result
      for field in ["expected", "actual", "reason", "statement", "level", "path", "rerun", "variant", "action"] {
        result[field] = hostile
      }
      result["scenario"] = "\(hostile)\(number)"
      (result["trace"], result["given"], result["step"]) = ([hostile, hostile], 1, 3)
      result["link"] = "javascript:alert(1)"
      result["verdict"] = ["violated", "knownDeviation", "notAssessed", "blocked"][(number + shift) % 4]
      result["blockedBy"] = hostile
      if number % 5 == 0 { result["rule"] = hostile }
      return result
    }
    object["results"] = results
    for field in ["module", "toolchain", "platform", "version", "date"] { object[field] = hostile }
    object["homepage"] = "javascript:alert(1)"
    object["incidents"] = [hostile]
    return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }
}

@Suite("Results as pages")
struct SiteTests {
  private static func pages() async throws -> [String: String] {
    try await SampleSite.files.value.filter { $0.key.hasSuffix(".html") }
  }

  @Test("Every link has a target, and no id occurs twice on a page")
  func links() async throws {
    let (files, pages) = (try await SampleSite.files.value, try await Self.pages())
    let ids = pages.mapValues { page in page.matches(of: /\sid="([^"]*)"/).map { String($0.1) } }
    for (path, page) in pages {
      #expect(Set(ids[path] ?? []).count == ids[path]?.count, "\(path) has an id twice")
      for match in page.matches(of: /\s(?:href|src)="([^"]*)"/) where !match.1.hasPrefix("https://") {
        let parts = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts[0] == "data:," { continue }
        let target = parts[0].isEmpty ? path : parts[0]
        #expect(files[target] != nil, "\(path) links to \(match.1)")
        if parts.count > 1 { #expect(ids[target]?.contains(parts[1]) == true, "\(path) links to \(match.1)") }
      }
    }
  }

  @Test("Every rule has its id on its chapter's page, and a row in the matrix of a chapter with results")
  func rules() async throws {
    let pages = try await Self.pages()
    let ids = pages.mapValues { page in Set(page.matches(of: /\sid="([^"]*)"/).map { String($0.1) }) }
    let links = Set(
      try #require(pages["matrix.html"]).matches(of: /<th scope="row"><a href="([^"]*)"/).map { "\($0.1)" })
    for id in CacheModule.reference.flatMap(\.implementations).flatMap(\.rules).map(\.id) {
      #expect(ids["\(id.chapter).html"]?.contains(id.text) == true, "\(id)")
      if id.chapter == "response" { #expect(links.contains("response.html#\(id)"), "\(id)") }
    }
  }

  @Test("A chapter's page begins with its story, and says once what words mean and in words what a rule follows from")
  func chapters() async throws {
    let page = try #require(try await Self.pages()["paywall.html"]).replacing("<wbr>", with: "")
    let story = try #require(page.firstRange(of: "<section id=\"story\">"))
    #expect(try story.lowerBound < #require(page.firstRange(of: "<table")).lowerBound)
    #expect(page.contains("<li><strong>Cached.</strong> Whatever a remote layer answers replaces the cached copy (<a "))
    #expect(page.components(separatedBy: "<em>The CDN's version</em> is version 3").count == 2)
    #expect(page.contains("<a href=\"#table-1\">What the words mean</a>."))
    let idea = """
      Follows from <a href="paywall.html#paywall.input.never-answers"><code>paywall.input.never-answers</code></a> \
      (“A layer that does not answer within the module's own time-out counts as failed”)
      """
    #expect(page.contains(idea))
  }

  @Test("A page has one heading of the first level, a language, and a policy that allows nothing from elsewhere")
  func heads() async throws {
    for (path, page) in try await Self.pages() {
      #expect(page.matches(of: /<h1>/).count == 1, "\(path)")
      #expect(page.contains("<html lang=\"en\">") && page.contains("default-src 'none'"), "\(path)")
      #expect(!page.contains("style=\"") && page.matches(of: /<script/).count == 1, "\(path)")
    }
  }

  @Test("Texts from a report are escaped, whatever they contain")
  func hostile() async throws {
    for (path, text) in try await SampleSite.files.value {
      let name = path.trimmingPrefix("badges/")
      #expect(name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) })
      #expect(!text.unicodeScalars.contains { $0 == "\u{0}" || $0.properties.isBidiControl }, "\(path)")
      let badge = /<img src="badges\/[a-z0-9.-]+" alt="[a-z]+: \d+ of \d+ rules kept" height="20">/
      let rest = text.replacing(badge, with: "")
      if path != "site.js" { #expect(!rest.contains("<img") && !rest.contains("href=\"javascript"), "\(path)") }
    }
    let page = try #require(try await Self.pages()["module-img-src-x-onerror-alert-1-...html"])
    #expect(page.contains("Rules that this specification does not know"))
    #expect(page.contains("<dt>actual</dt><dd>&lt;img src=x onerror=alert(1)&gt;\\u{202e}\\u{0}../</dd>"))
  }

  @Test("A cell of the matrix names the worst verdict and its count, and links to the result unless it passed")
  func cells() async throws {
    let (honest, liar) = (try await CacheModule.honest.run().json(), try await CacheModule.liar.run().json())
    let files = try await SampleSite.site([honest, "[\(liar),\(liar)]"], for: [.honest])
    let matrix = try #require(files["matrix.html"])
    #expect(matrix.contains("<td><span class=\"passed\">passed 2 of 2</span></td>"))
    let lie = "violated 1 of 2: liar (report-1) on toy.doubles"
    #expect(
      matrix.contains(
        "<a class=\"violated\" href=\"module-liar-report-1.html#toy.doubles\" aria-label=\"\(lie)\">violated 1 of 2</a>"
      ))
    #expect(matrix.contains("not checked"))
    #expect(files["module-liar-report-1-2.html"]?.contains("<dt>actual</dt><dd>7</dd>") == true)
    #expect(files["toy.html"]?.contains("href=\"module-honest.html\">honest</a> ") == true)
    #expect(files["questions.html"] == nil)
    #expect(files["module-honest.html"]?.contains("<p>Assessed: 4 of 4 rules (100 %).</p>") == true)
    #expect(files["index.html"]?.contains("<p>Assessed: <span>4 of 4 rules (100 %)</span></p>") == true)
  }

  @Test("The front page has a cell for each rule in its order, with a name and a sign, and a link to what it shows")
  func pictures() async throws {
    let files = try await SampleSite.site([try await CacheModule.liar.run().json()], for: [.liar])
    let index = try #require(files["index.html"])
    let cells = index.matches(of: /<a class="\w+" href="[^"]*" aria-label="[^"]*">[^<]*<\/a>/)
    #expect(
      cells.map { String($0.0) }.prefix(2) == [
        "<a class=\"violated\" href=\"module-liar.html#toy.doubles\" aria-label=\"toy.doubles: violated 1 of 2\">×</a>",
        "<a class=\"passed\" href=\"toy.html#toy.tells-once\" aria-label=\"toy.tells-once: passed 1 of 1\"></a>",
      ])
    #expect(cells.count == CacheModule.liar.rules.count)
    #expect(index.contains("<strong>3 of 4</strong> rules kept"))
    #expect(index.contains("<i class=\"violated\">×</i>violated</li>"))
  }

  @Test("The front page and a module's page say what it is, its version, its homepage, the date and the specification")
  func provenance() async throws {
    var module = CacheModule.honest
    (module.version, module.homepage) = ("1.2-beta", "https://example.com/toy")
    let files = try await SampleSite.site([try await module.run().json()], for: [module])
    let provenance = try Regex(
      """
      version 1\\.2-beta · <a href="https://example\\.com/toy" rel="noreferrer">homepage</a> · \
      <time>\\d{4}-\\d\\d-\\d\\d</time> · specification \\d
      """)
    for page in ["index.html", "module-honest.html"] {
      #expect(files[page]?.contains(provenance) == true, "\(page)")
      #expect(files[page]?.contains("<p class=\"about\">A toy</p>") == true, "\(page)")
    }
  }

  @Test("With a baseline, a page shows both pictures and what broke; the front page counts it")
  func changes() async throws {
    let (old, new) = (CacheModule.toy("toy") { $0 * 2 }, CacheModule.toy("toy") { $0 == 3 ? 7 : $0 * 2 })
    let (before, now) = (try await old.run().json(), try await new.run().json())
    let files = try await SampleSite.site([now], comparedWith: before, for: [new])
    let page = try #require(files["changes-toy.html"])
    #expect(page.contains("class=\"passed changed broken\" href=\"toy.html#toy.doubles\""))
    #expect(page.contains("class=\"violated changed broken\" href=\"module-toy.html#toy.doubles\""))
    #expect(page.components(separatedBy: " same\"").count - 1 == 2 * (new.rules.count - 1))
    #expect(page.contains("</code></a>: passed → violated: expected 6, actual 7</li>"))
    #expect(files["index.html"]?.contains("<a href=\"changes-toy.html\">What changed</a>: 1 broken</p>") == true)
    #expect(files["module-toy-before.html"] != nil && page.contains("ringed"))
    let same = try await SampleSite.site([now], comparedWith: now, for: [new])
    #expect(same["changes-toy.html"]?.contains("Scenarios: nothing changed.</p>") == true)
    await #expect(throws: (any Error).self) {
      try await SampleSite.site([now], comparedWith: try await CacheModule.honest.run().json(), for: [new])
    }
  }

  @Test("The matrix shows a module only in the chapters that it has results in, with how many rules it keeps")
  func columns() async throws {
    let matrix = try #require(try await Self.pages()["matrix.html"])
    let dashboard = try #require(matrix.firstMatch(of: /<section id="dashboard">.*?<\/thead>/.dotMatchesNewlines())).0
    #expect(dashboard.contains(">reference</a><span class=\"none\">7 of 7</span>"))
    #expect(!dashboard.contains("always-hit"))
  }

  @Test("A failure marks its step, tells those that set up from its own, and links to its row; the worst comes first")
  func failures() async throws {
    let module = CacheModule.toy("toy") { number in
      if number == 0 { throw ToyError() }
      return number == 3 ? 7 : number * 2
    }
    var report = try #require(
      try JSONSerialization.jsonObject(with: Data(try await module.run().json().utf8)) as? [String: Any])
    var results = try #require(report["results"] as? [[String: Any]])
    let last = try #require(results.lastIndex { $0["verdict"] as? String == "violated" })
    results[last]["verdict"] = "crashed"
    report["results"] = results
    let text = String(decoding: try JSONSerialization.data(withJSONObject: report), as: UTF8.self)
    let page = try #require(try await SampleSite.site([text], for: [module])["module-toy.html"])
    #expect(page.contains("<dt>given</dt><dd><ol><li value=\"1\">double 1: 2</li></ol></dd>"))
    #expect(page.contains("<li value=\"2\">double 2: 4</li><li value=\"3\" class=\"failing\">double 3: 7</li>"))
    #expect(
      page.contains("<a href=\"https://example.com/main/Toy/Table.swift#L1\" rel=\"noreferrer\">Toy/Table.swift:1</a>"))
    let crashed = try #require(results[last]["rule"] as? String)
    #expect(page.firstMatch(of: /<article class="rule" id="([^"]*)"/)?.1 == crashed[...])
  }

  @Test("A known deviation looks like a breach, unless the documents leave the choice, and only a breach is a finding")
  func deviations() async throws {
    let module = CacheModule.toy(
      "toy",
      deviations: [
        KnownDeviation("toy.doubles[four]", because: "It counts badly.", link: "https://example.com/1"),
        KnownDeviation("toy.zero", because: "Zero is one here.", link: "https://example.com/2"),
      ]
    ) { [0: 1, 4: 9, 5: 1][$0] ?? $0 * 2 }
    let files = try await SampleSite.site([try await module.run().json()], for: [module])
    let index = try #require(files["index.html"])
    #expect(
      index.contains(
        "<a class=\"breach\" href=\"module-toy.html#toy.doubles\" aria-label=\"toy.doubles: broken (on record) 1 of 2\">r</a>"
      ))
    #expect(index.contains("<a class=\"choice\" href=\"module-toy.html#toy.zero\""))
    let page = try #require(files["module-toy.html"]).replacing("<wbr>", with: "")
    #expect(page.contains("<span class=\"choice\">1 chosen otherwise (on record)</span>"))
    let (before, after) = (
      try #require(page.firstRange(of: "<ol class=\"findings\">")), page.firstRange(of: "class=\"picture\"")
    )
    #expect(try before.upperBound < #require(after).lowerBound)
    let findings = page[before.upperBound...].prefix(upTo: try #require(page.firstRange(of: "</ol>")).lowerBound)
    let halves = """
      <li><strong class="violated">violated</strong> Halving undoes doubling: <em>expected</em> 10, <em>saw</em> 1 \
      (<a href="#toy.halves"><code>toy.halves</code></a>; must; \
      <a href="https://toy.test/manual" rel="noreferrer">Toy, 'Halving'</a>).</li>
      """
    let doubles = """
      <li><strong class="breach">broken (on record)</strong> Doubling answers twice the number: <em>expected</em> 8, \
      <em>saw</em> 9 (<code>four</code> of <a href="#toy.doubles"><code>toy.doubles</code></a>; must; \
      <a href="https://toy.test/manual" rel="noreferrer">Toy, 'Doubling'</a>).\
      <span class="none"> On record: It counts badly.</span></li>
      """
    #expect(findings == halves + doubles)
    #expect(files["badges/toy-toy.svg"]?.contains("fill=\"#a1221c\"") == true)
  }

  @Test("The command that runs a failure again has no path of the machine that made the report")
  func portableReruns() async throws {
    var report = try #require(
      try JSONSerialization.jsonObject(with: Data(try await CacheModule.liar.run().json().utf8)) as? [String: Any])
    report["results"] = try #require(report["results"] as? [[String: Any]]).map { result in
      var result = result
      result["file"] = "/home/me/package/\(try #require(result["path"] as? String))"
      result["rerun"] =
        "swift run toyspec check --exec '/opt/python/bin/python3 /home/me/package/adapters/store.py' --only 'toy[/a/b]'"
      return result
    }
    let text = String(decoding: try JSONSerialization.data(withJSONObject: report), as: UTF8.self)
    let page = try #require(try await SampleSite.site([text], for: [.liar])["module-liar.html"])
    #expect(
      page.replacing("<wbr>", with: "").contains(
        "<code>swift run toyspec check --exec 'python3 adapters/store.py' --only 'toy[/a/b]'</code>"))
  }

  @Test("What the search finds is shown with its id and its statement, and no cell is named meanwhile")
  func search() async throws {
    let folder = TemporaryFolders.newURL()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    guard try await run(["node", "--version"], in: folder).status == 0 else { return }
    let script = try #require(try await SampleSite.site([], for: [.honest])["site.js"])
    let search = """
      field.value = "twice the";
      field.listeners.input();
      const [name, text] = found.parts[0].parts[0].parts;
      console.log([found.parts.length, name.textContent, text, label.textContent].join("|"));
      """
    try (Self.document + script + search).write(
      to: folder.appendingPathComponent("search.js"), atomically: true, encoding: .utf8)
    let shown = try await run(["node", "search.js"], in: folder)
    #expect(shown.output == "1|toy.doubles| Doubling answers twice the number.|\n")
  }

  /// As much of a browser's document, in JavaScript, as the site's script needs to search.
  private static let document = """
    class Element {
      parts = [];
      listeners = {};
      textContent = "";
      append(...parts) { this.parts.push(...parts); }
      appendChild(part) { this.append(part); return part; }
      replaceChildren(...parts) { this.parts = parts; }
      addEventListener(kind, listener) { this.listeners[kind] = listener; }
      closest() { return this; }
      querySelector() { return null; }
      querySelectorAll() { return []; }
    }
    const elements = {};
    const document = Object.assign(new Element(), {
      body: new Element(),
      createElement: () => new Element(),
      getElementById: id => elements[id] ??= new Element(),
    });

    """

  @Test("A rule that blocks a result is on the module's page with its failing row, though it was not selected")
  func causes() async throws {
    let report = try await CacheModule.broken.run(RunOptions(selection: ScenarioSelection("toy.halves"))).json()
    let page = try #require(try await SampleSite.site([report], for: [.broken])["module-broken.html"])
    #expect(page.contains("<strong class=\"blocked\">1 blocked</strong> by <a href=\"#toy.doubles\">"))
    let article = try #require(page.firstMatch(of: /<article class="rule" id="toy.doubles">.*?<\/article>/)).0
    #expect(article.contains("<code>fixture: one was doubled</code>"))
    #expect(article.contains("<dt>expected</dt><dd>2</dd>") && article.contains("<dt>actual</dt><dd>3</dd>"))
    #expect(page.contains("1 result: <span class=\"blocked\">1 blocked</span>."))
  }

  @Test("A module has a badge for each chapter, and its page has the text that shows it elsewhere")
  func badges() async throws {
    let files = try await SampleSite.site([try await CacheModule.liar.run().json()], for: [.liar])
    let badge = try #require(files["badges/liar-toy.svg"])
    #expect(badge.contains(">3 of 4 rules</text>") && badge.contains("fill=\"#a1221c\""))
    let page = try #require(files["module-liar.html"])
    #expect(page.contains("<img src=\"badges/liar-toy.svg\" alt=\"toy: 3 of 4 rules kept\""))
    #expect(page.replacing("<wbr>", with: "").contains("[![toy](SITE/badges/liar-toy.svg)](SITE/module-liar.html)"))
  }

  @Test("The contents page explains each verdict in the words of the package's README")
  func verdicts() async throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let rows = readme.matches(of: /\n\| `[a-zA-Z`, ]+` \| ([^|]+) \| (yes|no) \|/)
    let contents = try #require(try await Self.pages()["index.html"]).replacing(/\ data-column="[^"]*"/, with: "")
    #expect(rows.count == 8)
    for row in rows { #expect(contents.contains("<td>\(row.1)</td><td>\(row.2)</td>"), "\(row.1)") }
  }
}
