import CacheConformance
import CacheConformanceCommand
import Foundation
import CacheConformanceModules
import Testing
import Toy

/// The site of the shipped specification with a report of a stub, one of the reference, and a hostile one; made once.
enum SampleSite {
  static let hostile = "<img src=x onerror=alert(1)>\u{202E}\u{0}../"

  static let files = Task {
    let stub = try await report(.alwaysHit, on: "response")
    let reference = try await CacheModule.reference.run(RunOptions(selection: Selection("dashboard"))).json()
    return try await site([stub, reference, hostile(stub)], for: CacheModule.reference)
  }

  static func report(_ module: CacheModule, on chapter: String) async throws -> String {
    try await module.run(RunOptions(selection: Selection(chapter))).json()
  }

  /// Returns the files of the site with reports of these texts, by their paths.
  static func site(_ reports: [String], for modules: [CacheModule]) async throws -> [String: String] {
    let folder = TemporaryFolders.newURL()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = try reports.enumerated().map { number, text in
      let file = folder.appendingPathComponent("report-\(number).json")
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path
    }
    let files = try await CacheSpecCommand(modules: modules, programs: [], ledger: Ledger.whole).site(of: paths)
    return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) })
  }

  /// Returns the report with markup and control characters in every text, and with a rule that is not in the
  /// specification.
  static func hostile(_ report: String) throws -> String {
    var object = try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any] ?? [:]
    let results = (object["results"] as? [[String: Any]] ?? []).enumerated().map { number, result in
      var result = result
      for field in ["expected", "actual", "reason", "scenario", "statement", "level", "path", "rerun", "variant"] {
        result[field] = hostile
      }
      result["trace"] = [hostile]
      result["link"] = "javascript:alert(1)"
      result["verdict"] = ["violated", "knownDeviation", "notAssessed", "blocked"][number % 4]
      result["blockedBy"] = hostile
      if number % 5 == 0 { result["rule"] = hostile }
      return result
    }
    object["results"] = results
    for field in ["module", "toolchain", "platform"] { object[field] = hostile }
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
      #expect(path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) })
      #expect(!text.unicodeScalars.contains { $0 == "\u{0}" || $0.properties.isBidiControl }, "\(path)")
      if path.hasSuffix(".html") { #expect(!text.contains("<img") && !text.contains("href=\"javascript"), "\(path)") }
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
    #expect(matrix.contains("<td><span class=\"passed\">passed 2</span></td>"))
    let lie = "violated 1 of 2: liar (report-1) on toy.doubles"
    #expect(
      matrix.contains(
        "<a class=\"failed\" href=\"module-liar-report-1.html#toy.doubles\" aria-label=\"\(lie)\">violated 1 of 2</a>"))
    #expect(matrix.contains("not checked"))
    #expect(files["module-liar-report-1-2.html"]?.contains("<dt>actual</dt><dd>7</dd>") == true)
    #expect(files["toy.html"]?.contains("href=\"module-honest.html\">honest</a> ") == true)
    #expect(files["questions.html"] == nil)
    #expect(files["module-honest.html"]?.contains("<p>Assessed: 4 of 4 rules (100 %).</p>") == true)
    #expect(files["index.html"]?.contains("<td>4 of 4</td>") == true)
  }

  @Test("The contents page explains each verdict in the words of the package's README")
  func verdicts() async throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let rows = readme.matches(of: /\n\| `[a-zA-Z`, ]+` \| ([^|]+) \| (yes|no) \|/)
    let contents = try #require(try await Self.pages()["index.html"])
    #expect(rows.count == 8)
    for row in rows { #expect(contents.contains("<td>\(row.1)</td><td>\(row.2)</td>"), "\(row.1)") }
  }
}
