import CacheSpec
import Foundation
import Testing
import TestSupport

@testable import CacheConformance
@testable import CacheConformanceCommand

@Suite("Reports for machines")
struct ReportTests {
  @Test("JSON is one object with module, summary and results")
  func json() async throws {
    let report = try await CacheModule.liar.run()
    let object = try #require(JSONSerialization.jsonObject(with: Data(report.json().utf8)) as? [String: Any])
    #expect(object["module"] as? String == "liar")
    #expect((object["summary"] as? [String: Int])?["violated"] == 1)
    let results = try #require(object["results"] as? [[String: Any]])
    #expect(results.count == 5)
    let lie = try #require(results.first { $0["verdict"] as? String == "violated" })
    #expect(lie["scenario"] as? String == "toy.doubles[two and three]")
    #expect(lie["rule"] as? String == "toy.doubles")
    #expect(lie["level"] as? String == "must")
    #expect(lie["expected"] as? String == "6")
    #expect(lie["actual"] as? String == "7")
    #expect(lie["file"] as? String == "/toy/Table.swift")
    #expect(lie["line"] as? Int == 1)
    #expect(lie["path"] as? String == "Toy/Table.swift")
    #expect(lie["fixture"] as? String == "one was doubled")
    #expect(lie["trace"] as? [String] == ["double 1: 2", "double 2: 4", "double 3: 7"])
    #expect(lie["given"] as? Int == 1 && lie["step"] as? Int == 3)
    #expect(lie["rerun"] as? String == "swift run cachespec check liar --only 'toy.doubles[two and three]'")
    #expect((lie["citations"] as? [[String: String]])?.first?["heading"] == "Doubling")
  }

  @Test("The page about JSON reports has a row for each field")
  func describesEachField() async throws {
    let report = try JSONReport(json: Data(try await CacheModule.deaf.run().json().utf8))
    let excused = try JSONReport(json: Data(try await CacheModule.excused.run().json().utf8))
    let assessment = try #require(excused.assessment)
    let result = try #require(report.results.first)
    let parts: [(String, Any)] = [
      ("", report), ("declined[].", try #require(report.declined.first)), ("", result),
      ("citations[].", try #require(result.citations.first)), ("assessment.", assessment),
      ("assessment.obstacles[].", try #require(assessment.obstacles.first)),
      ("seen.", try #require(excused.results.lazy.compactMap(\.seen).first)),
    ]
    let fields = parts.flatMap { prefix, value in Mirror(reflecting: value).children.map { prefix + ($0.label ?? "") } }
    #expect(try Set(Field.report().keys).union(Field.result().keys) == Set(fields))
  }

  @Test(
    "Each field of an exploration in JSON has the type that the page about JSON reports gives",
    arguments: [CacheModule.honest, .liar])
  func explorationFitsItsPage(_ module: CacheModule) async throws {
    let explorations = try await module.explore(ExploreOptions(runs: 20, steps: 10))
    let report = try JSON(json: Array(try explorations.json().utf8))
    guard case .list(let all) = report, case .list(let finds)? = all.first?["finds"] else {
      Issue.record("no list of explorations: \(report)")
      return
    }
    #expect(try Field.problems(of: all[0], Field.exploration()) == [])
    #expect(finds.count == explorations[0].finds.count)
    for find in finds { #expect(try Field.problems(of: #require(find["result"]), Field.result()) == []) }
  }

  @Test(
    "Each field of a JSON report has the type that the page about JSON reports gives",
    arguments: [CacheModule.honest, .deaf, .excused, .broken, .thrower])
  func fitsItsPage(_ module: CacheModule) async throws {
    let report = try JSON(json: Array(try await module.run().json().utf8))
    #expect(try Field.problems(of: report, Field.report()) == [])
    guard case .list(let results)? = report["results"] else { return }
    #expect(!results.isEmpty)
    for result in results { #expect(try Field.problems(of: result, Field.result()) == []) }
  }

  @Test(
    "What a blocked scenario saw itself is in JSON, and with --verbose in full",
    arguments: [CacheModule.broken, .excused])
  func seen(_ module: CacheModule) async throws {
    let report = try await module.run()
    let halves = try #require(
      try JSONReport(json: Data(report.json().utf8)).results.first { $0.scenario == "toy.halves" })
    #expect(halves.seen?.actual.text == "step 1, double 1: expected 2, actual 3")
    #expect(halves.trace == ["double 1: 3"])
    let entries = report.text(TextStyle(isVerbose: true)).components(separatedBy: "\n\n")
    let entry = try #require(entries.first { $0.contains("  toy.halves\n") })
    #expect(
      entry.contains("\n  by        double 1: 3\n")
        && entry.contains("\n  saw       step 1, double 1: expected 2, actual 3\n"))
  }

  @Test("What fails now is printed as deviations: of a rule that deviates whole, and else of its scenarios")
  func deviationsToRecord() async throws {
    let report = try await CacheModule.toy("faulty") { $0 == 0 || $0 == 3 ? 7 : $0 * 2 }.run()
    #expect(
      report.printedDeviations() == """
        KnownDeviation("toy.doubles[two and three]", because: "double 3: expected 6, but saw 7", link: ""),
        KnownDeviation("toy.zero", because: "double 0: expected nothing | zero: 0, but saw 7", link: ""),
        """)
    let printed = try JSON(json: Array(report.printedDeviations(asJSON: true).utf8))
    #expect(try [KnownDeviation](printed, name: "deviations") == report.deviationsToRecord())
    var recorded = CacheModule.toy("faulty") { $0 == 0 || $0 == 3 ? 7 : $0 * 2 }
    recorded.deviations = report.deviationsToRecord()
    #expect(try await recorded.run().isClean)
    #expect(try await recorded.run().printedDeviations(asJSON: true) == "[]")
  }

  @Test(
    "What is printed to be recorded keeps the link that is on record, and several deviations are counted in the plural")
  func keepsLinks() async throws {
    let crash = KnownDeviation("toy.zero", .crashed, because: "it divides", link: "https://toy.test/9")
    let module = CacheModule.toy("faulty", deviations: [crash]) { $0 == 0 || $0 == 3 ? 7 : $0 * 2 }
    let printed = try await module.run().deviationsToRecord()
    #expect(printed.map(\.link) == ["", "https://toy.test/9"])
    var recorded = module
    recorded.deviations = printed
    #expect(try await recorded.run().summary == "faulty: 5 scenarios: 3 passed, 2 known deviations")
    #expect(try await recorded.run().markdown().contains("| passed | known deviations |\n"))
    #expect(try await recorded.run().text().contains("7 (no link: add where it is reported)\n"))
  }

  @Test("JUnit and Markdown have every step, and what blocks scenarios and what they saw")
  func filesAreWhole() async throws {
    let broken = try await CacheModule.broken.run()
    let lie = try await CacheModule.liar.run()
    for text in [lie.junit().replacing("&#10;", with: "\n"), lie.markdown()] {
      #expect(text.contains("\n  given     one was doubled\n  by        double 1: 2\n  then      double 2: 4\n"))
    }
    for text in [broken.junit(), broken.markdown()] { #expect(text.contains("step 1, double 1: expected 2, actual 3")) }
    #expect(broken.markdown().contains("\n| `toy.doubles` | toy.doubles\\[two and three] and 1 more | step 1"))
  }

  @Test("A scenario that alone was run is recorded, and not its rule; and so is one that breaks another rule")
  func deviationsOfPart() async throws {
    let selected = try await CacheModule.toy("wrong") { _ in 7 }
      .run(RunOptions(selection: ScenarioSelection("toy.doubles[four]")))
    #expect(selected.deviationsToRecord().map(\.id) == ["toy.doubles[four]"])
    let blocked = try await CacheModule.broken.run(RunOptions(selection: ScenarioSelection("toy.halves")))
    #expect(blocked.count(.blocked) == 1)
    #expect(blocked.deviationsToRecord().map(\.id) == ["toy.doubles[fixture: one was doubled]"])
    let other = try await CacheModule.toy("wrong", in: [ToySpec.crossRule]) { $0 == 6 ? 7 : $0 * 2 }
      .run(RunOptions(selection: ScenarioSelection("toy.tells-once")))
    #expect(other.results.first?.rule.id == "toy.doubles")
    #expect(other.deviationsToRecord().map(\.id) == ["toy.tells-once"])
  }

  @Test("A failure becomes a GitHub annotation at its row, and a row of the Markdown summary")
  func github() async throws {
    let report = try await CacheModule.toy("liar") { $0 == 3 ? 7 : $0 * 2 }.run()
    let command =
      "::error file=Toy/Table.swift,line=1,title=violated%3A toy.doubles[two and three]::"
      + "Doubling answers twice the number.%0Aviolated; expected 6; actual 7%0A"
      + "swift run cachespec check liar --only 'toy.doubles[two and three]'"
    #expect(report.github() == "\(command)\n::notice ::\(report.summary)")
    let row =
      "| violated | `toy.doubles` | \\[two and three] | 6 | 7 | Toy/Table.swift:1 "
      + "| <code>swift run cachespec check liar --only 'toy.doubles\\[two and three]'</code> |"
    #expect(report.markdown().contains(row))
    #expect(report.markdown().hasPrefix("## liar\n\n| passed | violated |\n| --- | --- |\n| 4 | 1 |\n"))
  }

  @Test("What a module says is no command to GitHub, in any report, and no line or cell of its own in a table")
  func commands() async throws {
    let words = "a\r\n::error::b\n ::error::c\r##[error]d ###[e] |\u{301} f"
    let report = try await CacheModule.toy("liar") { number in
      if number == 3 { throw Words(description: words) }
      return number * 2
    }.run()
    #expect(report.count(.violated) == 1)
    for text in [report.text(), report.markdown(), report.junit(), try report.json()] {
      #expect(text.commands == [])
    }
    #expect(report.github().commands.count == 2)
    #expect(report.github().unicodeScalars.count { $0 == "\n" || $0 == "\r" } == 1)
    let row = try #require(report.markdown().split(separator: "\n").first { $0.hasPrefix("| violated | `toy") })
    let bars = zip(" " + row, row).count { $0 != "\\" && $1.unicodeScalars.first == "|" }
    #expect(bars == 8, "\(row)")
    // Who reads the report gets what the module said.
    let read = try JSONReport(json: Data(report.json().utf8))
    #expect(read.results.contains { $0.actual.text?.contains("##[error]d") == true })
  }

  @Test("Characters that control a terminal or the direction of text are escaped in each format")
  func controls() async throws {
    let words = "\u{1B}[31m\u{0}\u{7F}\u{9B}2J\u{202E}\u{2066}\u{61C}"
    let report = try await CacheModule.toy("liar\(words)") { number in
      if number == 3 { throw Words(description: words) }
      return number * 2
    }.run()
    #expect(report.count(.violated) == 1)
    let json = try report.json()
    for text in [report.text(), report.markdown(), report.junit(), report.github(), json] {
      let raw = text.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
      #expect(raw.isEmpty && !text.unicodeScalars.contains(where: \.properties.isBidiControl), "\(text)")
    }
    for text in [report.junit(), report.github()] { #expect(text.contains("(\\u{1b}[31m\\u{0}\\u{7f}\\u{9b}2J")) }
    let read = try JSONReport(json: Data(json.utf8))
    #expect(read.results.contains { $0.actual.text == "an error (\(words))" } && read.module == "liar\(words)")
    let printed = report.printedDeviations(asJSON: true)
    #expect(!printed.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
    let deviations = try [KnownDeviation](JSON(json: Array(printed.utf8)), name: "deviations")
    #expect(deviations == report.deviationsToRecord())
  }

  @Test("JUnit XML has a test case for each scenario, and is escaped")
  func junit() async throws {
    let report = try await CacheModule.toy("<liar>") { $0 == 3 ? 7 : $0 * 2 }.run()
    let xml = report.junit()
    #expect(xml.contains("<testsuites tests=\"5\" failures=\"1\" errors=\"0\" time=\""))
    #expect(xml.contains("<testsuite name=\"&lt;liar&gt;\""))
    #expect(
      xml.contains(/<testcase classname="toy.doubles" name="toy.doubles\[two and three]" time="[0-9]+\.[0-9]{6}">/))
    #expect(xml.contains("<failure message=\"violated\">violated  toy.doubles[two and three]&#10;"))
  }

  @Test("In JUnit XML, what went wrong outside the scenarios is a suite of test cases that fail")
  func junitIncidents() async throws {
    let report = try await CacheModule.liar.run(RunOptions(width: 1, failsFast: true))
    let incident = try #require(report.incidents.first)
    let xml = report.junit()
    #expect(xml.contains("<testsuites tests=\"\(report.results.count + 1)\" failures=\"2\" errors=\"0\" time=\""))
    #expect(xml.contains("<testsuite name=\"liar\" tests=\"\(report.results.count)\" failures=\"1\""))
    #expect(xml.contains("<testsuite name=\"liar: incidents\" tests=\"1\" failures=\"1\""))
    #expect(xml.contains("<failure message=\"incident\">\(incident)</failure>"))
  }
}

private struct Words: Error, CustomStringConvertible {
  let description: String
}

extension String {
  /// The lines that GitHub reads as commands when they are printed.
  fileprivate var commands: [String] {
    unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0).trimmingCharacters(in: .whitespaces) }
      .filter { $0.hasPrefix("::") || $0.contains("##[") && !$0.hasPrefix("::") }
  }
}

/// A row of the page that describes a report in JSON.
private struct Field {
  let types: [Substring]
  let isAlways: Bool

  static func report() throws -> [String: Field] { try fields(under: "## The report") }
  static func result() throws -> [String: Field] { try fields(under: "## A result") }
  static func exploration() throws -> [String: Field] { try fields(under: "## An exploration") }

  private static func fields(under heading: String) throws -> [String: Field] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let page = folder.appending(path: "../../Conformance/Command/REPORT.md").standardized
    let text = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(text.components(separatedBy: heading + "\n").last).prefix { $0 != "#" }
    let rows = section.split(separator: "\n").map { $0.components(separatedBy: " | ") }
    return Dictionary(
      uniqueKeysWithValues: rows.filter { $0.count == 4 && $0[0].hasPrefix("| `") }.map { row in
        (
          row[0].trimmingCharacters(in: CharacterSet(charactersIn: "| `")),
          Field(types: row[1].split(separator: " or "), isAlways: row[2] == "always")
        )
      })
  }

  /// The differences between an object and its description on the page.
  static func problems(of value: JSON, _ fields: [String: Field], under prefix: String = "") -> [String] {
    guard case .object(let object) = value else { return ["\(prefix) is no object"] }
    let missing = fields.compactMap { name, field -> String? in
      let rest = name.dropFirst(prefix.count)
      let isHere = name.hasPrefix(prefix) && !rest.contains(".")
      return isHere && field.isAlways && object[String(rest)] == nil ? "\(name) is missing" : nil
    }
    return missing
      + object.flatMap { name, value -> [String] in
        let name = prefix + name
        guard let field = fields[name] else { return ["\(name) is not described"] }
        if !field.types.contains(where: { fits(value, $0) }) { return ["\(name) is no \(field.types)"] }
        let isDescribed = { (rest: String) in fields.keys.contains { $0.hasPrefix(name + rest) } }
        switch value {
        case .list(let elements) where isDescribed("[]."):
          return elements.flatMap { problems(of: $0, fields, under: name + "[].") }
        case .object where isDescribed("."): return problems(of: value, fields, under: name + ".")
        default: return []
        }
      }
  }

  private static func fits(_ value: JSON, _ type: Substring) -> Bool {
    switch (value, type) {
    case (.null, "null"), (.text, "string"), (.bool, "boolean"), (.integer, "integer"), (.integer, "number"),
      (.fraction, "number"), (.object, "object"), (.list, "array"):
      true
    case (.list(let elements), "array of strings"): elements.allSatisfy { fits($0, "string") }
    default: false
    }
  }
}

extension CacheModule {
  /// Lacks listeners.
  fileprivate static let deaf = toy("deaf", lacking: [.listening: "deaf"]) { $0 * 2 }
  /// Breaks rules that others rely on, and is known to.
  fileprivate static let excused = toy(
    "excused", deviations: [KnownDeviation("toy.doubles", because: "it is tired", link: "https://toy.test/1")]
  ) { $0 == 4 ? 9 : $0 == 1 ? 3 : $0 * 2 }
}
