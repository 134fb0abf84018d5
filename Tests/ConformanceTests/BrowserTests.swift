import CacheConformance
import Foundation
import TestSupport
import Testing

@Suite(
  "Pages in a browser", .enabled(if: Browser.path != nil, "install Chromium, or name a browser of its kind in CHROME"))
struct BrowserTests {
  @Test("Pages work with a keyboard, on a phone, in both colour schemes, and with a screen reader")
  func pages() async throws {
    let files = try await SampleSite.files.value
    let folder = TemporaryFolders.newURL()
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("badges"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in files {
      try text.write(to: folder.appendingPathComponent(path), atomically: true, encoding: .utf8)
    }
    try await Browser.run { browser in
      for path in files.keys.sorted() where path.hasSuffix(".html") {
        try browser.show(width: 380, scheme: "light")
        try browser.open(folder.appendingPathComponent(path))
        try expectReadable(browser, path)
        try browser.show(width: 1280, scheme: "dark")
        #expect(try browser.evaluate(Self.wideTables) == [String](), "\(path), 1280 wide")
        #expect(try browser.evaluate(Self.lowContrasts) == [String](), "\(path), dark")
      }
      try expectFinds(browser, in: folder)
      try expectOpens(browser, in: folder)
      try expectNames(browser, in: folder)
      try expectNarrows(browser, in: folder)
      #expect(browser.complaints == [])
    }
  }

  /// Expects that a page fits the width of a phone, has enough contrast, and names its links, controls and tables.
  private func expectReadable(_ browser: Browser, _ path: String) throws {
    #expect(try browser.evaluate("document.documentElement.scrollWidth", as: Int.self) <= 380, "\(path)")
    // Folded sections are checked too, and an article that is the target of a link.
    _ = try browser.evaluate(
      """
      for (const part of document.querySelectorAll("details")) part.open = true;
      location.hash = document.querySelector("article[id]")?.id ?? "";
      """, as: String.self)
    #expect(try browser.evaluate("document.documentElement.scrollWidth", as: Int.self) <= 380, "\(path), unfolded")
    #expect(try browser.evaluate(Self.wideTables) == [String](), "\(path), 380 wide")
    let empty = "[...document.querySelectorAll('.stacked td:empty')].filter(cell => cell.checkVisibility()).length"
    #expect(try browser.evaluate(empty) == 0, "\(path): a line of a cell without content")
    #expect(try browser.evaluate(Self.lowContrasts) == [String](), "\(path), light")
    #expect(try browser.evaluate(Self.unnamed) == [String](), "\(path)")
  }

  /// The tables that have to be scrolled to be read, other than those with a column for each module.
  private static let wideTables = """
    [...document.querySelectorAll(".scroll")].filter(one => one.scrollWidth > one.clientWidth && !one.querySelector(".matrix"))
      .map(one => one.ariaLabel)
    """

  /// Links, controls, tables and landmarks without a name.
  private static let unnamed = """
    [...document.querySelectorAll("a, input, select, button, table, summary, nav, h1, h2, h3, [role=region]")].filter(element =>
      !(element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.caption?.textContent
        ?? (element.matches("nav, [role=region]") ? "" : element.textContent)).trim()
    ).map(element => element.outerHTML.slice(0, 200))
    """

  /// The colours of texts whose contrast with what is behind them is below 4.5, as WCAG computes it.
  private static let lowContrasts = """
    (() => {
      const parse = color => color.match(/[\\d.]+/g).map(Number);
      const light = ([red, green, blue]) => [red, green, blue].map(part => part / 255)
        .map(part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
        .reduce((sum, part, index) => sum + part * [.2126, .7152, .0722][index], 0);
      const behind = element => {
        for (; element; element = element.parentElement) {
          const color = getComputedStyle(element).backgroundColor;
          if ((parse(color)[3] ?? 1) > 0) return color;
        }
        return "rgb(255, 255, 255)";
      };
      const pairs = new Set();
      for (const element of document.querySelectorAll("body *")) {
        const isText = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        if (isText && element.checkVisibility()) pairs.add(`${getComputedStyle(element).color} on ${behind(element)}`);
      }
      const field = document.getElementById("search");
      pairs.add(`${getComputedStyle(field, "::placeholder").color} on ${behind(field)}`);
      return [...pairs].filter(pair => {
        const [one, other] = pair.split(" on ").map(color => light(parse(color))).sort((one, other) => other - one);
        return (one + .05) / (other + .05) < 4.5;
      });
    })()
    """

  /// Expects that the search finds a rule by words of its statement, with the keyboard alone.
  private func expectFinds(_ browser: Browser, in folder: URL) throws {
    try browser.open(folder.appendingPathComponent("index.html"))
    let nodes = try browser.call("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]] ?? []
    let told = nodes.map { node in ["role", "name"].map { (node[$0] as? [String: Any])?["value"] as? String ?? "" } }
    #expect(told.contains(["searchbox", "Search the rules"]) && told.contains(["region", "Chapters"]))
    #expect(told.contains(["table", "Verdicts"]) && told.contains(["rowheader", "dashboard"]))
    try browser.press("Tab")
    #expect(try browser.evaluate("document.activeElement.className") == "skip")
    try browser.press("/", text: "/")
    try browser.call("Input.insertText", ["text": "never stored returns nothing"])
    #expect(try browser.evaluate("document.querySelector('[role=status]').textContent") == "1 found")
    #expect(try browser.evaluate("document.querySelector('#found code').textContent") == "response.store.miss")
    #expect(try browser.evaluate("document.querySelector('.label').textContent") == "")
    try browser.waitForLoad { try browser.press("Enter", text: "\r") }
    try expectTarget(browser, "response.html", "response.store.miss")
  }

  /// Expects that a cell is named under the pointer and with the focus, and that arrow keys go from cell to cell.
  private func expectNames(_ browser: Browser, in folder: URL) throws {
    try browser.open(folder.appendingPathComponent("index.html"))
    let name = "document.querySelector('.label').textContent.split('. ')[0]"
    let focused = "document.activeElement.ariaLabel ?? ''"
    let stops =
      "[...document.querySelectorAll('.picture [role=group]')].map(one => "
      + "one.querySelectorAll('[tabindex=\"0\"]').length)"
    #expect(try Set(browser.evaluate(stops, as: [Int].self)) == [1])
    _ = try browser.evaluate("document.querySelector('.cells a').focus(), ''", as: String.self)
    let first = try browser.evaluate(focused, as: String.self)
    for key in ["ArrowDown", "ArrowRight"] {
      let before = try browser.evaluate(focused, as: String.self)
      try browser.press(key)
      #expect(try browser.evaluate(focused) != before, "\(key)")
      #expect(try browser.evaluate("\(name) === \(focused)", as: Bool.self), "\(key)")
    }
    for key in ["ArrowUp", "ArrowLeft"] { try browser.press(key) }
    #expect(try browser.evaluate(focused) == first)
    try browser.press("Escape")
    #expect(try browser.evaluate(name) == "")
    let place = try browser.evaluate(
      "(box => [box.x + 3, box.y + 3])(document.activeElement.getBoundingClientRect())", as: [Double].self)
    try browser.call("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": place[0], "y": place[1]])
    #expect(try browser.evaluate(name) == first)
  }

  /// Expects that the matrix shows the rules of a level, a verdict and a text, sorts them, and tells their statements.
  private func expectNarrows(_ browser: Browser, in folder: URL) throws {
    try browser.open(folder.appendingPathComponent("matrix.html"))
    func choose(_ field: String, _ value: String) throws -> String {
      try browser.evaluate(
        """
        (field => {
          field.value = "\(value)";
          field.dispatchEvent(new Event("input", { bubbles: true }));
          return document.querySelector(".filters [role=status]").textContent;
        })(document.querySelector(".filters [name=\(field)]"))
        """, as: String.self)
    }
    let shown =
      "[...document.querySelectorAll('tbody tr')].filter(row => row.checkVisibility()).map(row => row.innerText)"
    let all = try browser.evaluate(shown, as: [String].self)
    _ = try choose("level", "must")
    #expect(try browser.evaluate(shown, as: [String].self) == all.filter { $0.contains("must") })
    _ = try choose("verdict", "violated")
    _ = try choose("module", "module-always-hit.html")
    let violated = all.filter { $0.contains("must") && $0.contains("violated") }
    #expect(try browser.evaluate(shown, as: [String].self).allSatisfy(violated.contains))
    #expect(try choose("text", "NEVER stored").hasPrefix("1 of "))
    #expect(try browser.evaluate("document.querySelector('#dashboard').checkVisibility()", as: Bool.self) == false)
    for field in ["text", "module", "verdict", "level"] { _ = try choose(field, "") }
    #expect(try browser.evaluate(shown) == all)
    let first = """
      (table => {
        table.querySelector("th:nth-child(2) button").click();
        return [table.querySelector("th[aria-sort]").ariaSort, table.querySelector("tbody td").innerText.split(" ")[0]];
      })(document.querySelector("#response table"))
      """
    #expect(try browser.evaluate(first) == ["ascending", "violated"])
    #expect(try browser.evaluate(first) == ["descending", "passed"])
    _ = try browser.evaluate("document.querySelector('#response td a').focus(), ''", as: String.self)
    let told = try browser.evaluate(
      "document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent", as: String.self)
    _ = try browser.evaluate("document.querySelector('[name=statements]').click(), ''", as: String.self)
    #expect(
      try browser.evaluate("document.activeElement.closest('tr').querySelector('.statement').textContent") == told)
  }

  /// Expects that a permalink opens its rule, and that a failed cell of the matrix opens the failure.
  private func expectOpens(_ browser: Browser, in folder: URL) throws {
    let page = folder.appendingPathComponent("customer.html")
    try browser.open(try #require(URL(string: "#customer.logout.clears-offerings", relativeTo: page)))
    try expectTarget(browser, "customer.html", "customer.logout.clears-offerings")
    try browser.open(folder.appendingPathComponent("matrix.html"))
    try browser.waitForLoad {
      _ = try browser.evaluate(
        "document.querySelector('td a.violated[href=\"module-always-hit.html#response.store.miss\"]').click(), true",
        as: Bool.self)
    }
    try expectTarget(browser, "module-always-hit.html", "response.store.miss")
    let failure = try browser.evaluate("document.querySelector(':target .failure dl').innerText", as: String.self)
    #expect(failure.contains("version 1"))
  }

  private func expectTarget(_ browser: Browser, _ page: String, _ id: String) throws {
    #expect(try browser.evaluate("location.pathname.split('/').pop()") == page)
    #expect(try browser.evaluate("document.querySelector(':target')?.id ?? ''") == id)
    let top = try browser.evaluate("document.querySelector(':target').getBoundingClientRect().top", as: Double.self)
    #expect((0..<800).contains(top), "\(page): \(id) is at \(top)")
  }
}
