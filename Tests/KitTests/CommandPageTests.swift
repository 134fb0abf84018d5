import CacheConformanceCommand
import CacheSpec
import Foundation
import TestSupport
import Testing

@testable import CacheConformance

/// Tests what commands print of the specification and write as pages, by running executables of this package.
struct CommandPageTests {
  @Test("Help, list, show and modules print their pages")
  func pages() async throws {
    #expect(try await runCommand([]).output == runCommand(["--help"]).output)
    #expect(
      try await runCommand(["list", "toy"]).output == """
        toy.doubles     must     Doubling answers twice the number.
        toy.tells-once  must     A listener is told once.
        toy.zero        open     What doubling zero answers.
        toy.unseen      must     The toy dreams. (not checked: dreams leave no trace)
        toy.halves      must     Halving undoes doubling.

        """)
    #expect(
      try await runCommand(["show", "toy.zero"]).output == """
        toy.zero
          level   open, since version 1
          rule    What doubling zero answers.
          source  Toy, 'Doubling': https://toy.test/manual
          reason  The manual leaves zero out.

        toy.zero
          row     Toy/Table.swift:4
          then    double 0 ⇒ nothing | zero: 0

        rerun: swift run toyspec check honest --only 'toy.zero'

        """)
    #expect(
      try await runCommand(["show", "toy.doubles[two and three]", "--verbose"]).output.contains(
        """
        toy.doubles[two and three]
          row     Toy/Table.swift:1
          given   one was doubled
          by      double 1 ⇒ 2
          then    double 2 ⇒ 4
          then    double 3 ⇒ 6
        """))
    #expect(try await runCommand(["modules"]).output.hasPrefix("honest: a toy\n  chapters toy\n"))
  }

  @Test("A topic is shown rule by rule")
  func topic() async throws {
    let output = try await runCommand(["show", "dashboard.overview"], of: "cachespec").output
    for rule in ["real-time", "new-and-active-customers", "large-accounts"] {
      #expect("\n\(output)".contains("\ndashboard.overview.\(rule)\n  level"))
      #expect("\(output)\n".contains("\n  whole   swift run cachespec show dashboard.overview.\(rule)\n"))
    }
    #expect(!output.contains("\n  then "))
  }

  @Test("A chapter's page tells its story and lists its rules, with what the first module chose for open rules")
  func chapterPage() async throws {
    let page = try await runCommand(["show", "toy"]).output
    #expect(page.contains("# A toy\n"))
    #expect(
      page.contains("## How it works\n\n1. **Asked.** A toy doubles and halves (`doubles`, `halves`).\n"))
    #expect(
      page.contains(
        """
        ### [Doubling](https://toy.test/manual)

        - **must** Doubling answers twice the number. `toy.doubles`
        - **open** What doubling zero answers. `toy.zero` *The manual leaves zero out.* Reference: zero.

        """))
    // In the order of the document; a heading that the document does not list is last.
    let headings = page.matches(of: /### \[(\w+)\]/).map { String($0.1) }
    #expect(headings == ["Listening", "Doubling", "Halving", "Dreams"])
  }

  @Test("Pages are written below the given folder")
  func pagesAreWritten() async throws {
    let folder = TemporaryFolders.newURL()
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try await runCommand(["pages", folder.path]).status == 0)
    let contents = try String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(contents.contains("| [toy](Toy/README.md) | A toy | Toy | 5 | 5 |"))
    #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("Toy/README.md").path))
  }

  @Test("A site replaces an earlier one, and one line counts its files, rules and reports")
  func siteIsWritten() async throws {
    let folder = TemporaryFolders.newURL()
    defer { try? FileManager.default.removeItem(at: folder) }
    let index = folder.appendingPathComponent("index.html").path
    let ending = try await runCommand(["site", "--output", folder.path])
    #expect(ending.output == "wrote 4 files for 5 rules and 0 reports; begin at \(index)\n")
    let report = folder.appendingPathComponent("report.json").path
    _ = try await runCommand(["check", "liar", "--format", "json", "--output", report])
    #expect(
      try await runCommand(["site", report, "--output", folder.path]).output.contains(
        "7 files for 5 rules and 1 report;"))
    #expect(try String(contentsOfFile: index, encoding: .utf8).contains("<a href=\"module-liar.html\">liar</a>"))
    #expect(
      try await runCommand(["site", built("toyspec").path, "--output", folder.path]).errors.contains(
        "is no report in JSON"))
  }

  @Test(
    "Whatever whole numbers a report has, its pages are made, and it is compared",
    arguments: [Int.min, -1, .max])
  func extremeNumbers(_ number: Int) async throws {
    let folder = TemporaryFolders.newURL()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let known = KnownDeviation("toy.doubles[fixture: *]", because: "it is tired", link: "")
    let module = CacheModule.toy("extreme", deviations: [known]) { $0 == 0 ? 7 : $0 == 1 ? 3 : $0 * 2 }
    // A report of another version of the format is refused.
    let report = try await module.run().json().replacing(/"(?!format)(\w+)" : -?[0-9][0-9.e+-]*/) {
      "\"\($0.1)\" : \(number)"
    }
    #expect(report.contains("\"step\" : \(number)") && report.contains("\"scenarios\" : \(number)"))
    let file = folder.appendingPathComponent("report.json").path
    try report.write(toFile: file, atomically: true, encoding: .utf8)
    let site = try await runCommand(["site", file, "--baseline", file, "--output", folder.path])
    #expect(site.status == 0, "\(site.errors)")
    #expect(try await runCommand(["compare", file, file]).status == 0)
  }
}
