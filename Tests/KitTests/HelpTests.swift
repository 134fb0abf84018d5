import CacheSpec
import Foundation
import TestSupport
import Testing

@testable import CacheConformance
@testable import CacheConformanceCommand

/// Tests what the table of commands and options becomes: help, completions, and what is meant by a misspelt name.
struct HelpTests {
  @Test("Help lists every command, and the help of a command its options, each once, and an example that is understood")
  func helpIsWhole() async throws {
    let overview = try await runCommand([]).output
    #expect(try await runCommand(["--help"]).output == overview)
    let help = Help(tool: "toyspec", words: ["MODULE": "honest", "CHAPTER": "toy", "RULE": "toy.zero"], width: 100)
    for command in CommandEntry.all {
      #expect(overview.contains("\n  \(command.usage)"), "\(command.name)")
      let page = help.page(of: command)
      for option in command.allOptions { #expect(page.contains("  \(option.forms)"), "\(option.name)") }
      #expect(Set(command.allOptions.map(\.name)).count == command.allOptions.count)
      let example = try #require(page.split(separator: "\n").last).split(separator: " ").dropFirst().map(String.init)
      _ = try Arguments(example)
    }
    #expect(Set(Option.all.compactMap(\.short)).count == Set(Option.all.filter { $0.short != nil }.map(\.name)).count)
  }

  @Test(
    "The help of a command can be asked for in three ways",
    arguments: [["help", "check"], ["check", "--help"], ["check", "nobody", "-h", "--frobnicate"]])
  func help(_ arguments: [String]) async throws {
    let page = try await runCommand(arguments)
    #expect(page.status == 0 && page.output.hasPrefix("usage: toyspec check [MODULE…] [OPTION…]\n"))
    #expect(page.output.hasSuffix("example:\n  toyspec check honest --only toy\n"))
  }

  @Test("The version says what the specification is and what built the command", arguments: ["--version", "-V"])
  func version(_ option: String) async throws {
    #expect(try await runCommand([option]).output.hasPrefix("toyspec: specification \(SpecVersion.current), report"))
  }

  @Test("The page of the command line names each option of check and explore, and the short forms")
  func pageNamesOptions() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let page = try String(
      contentsOf: folder.appending(path: "../../Conformance/Command/README.md").standardized, encoding: .utf8)
    for command in CommandEntry.all { #expect(page.contains("| `\(command.name)"), "\(command.name)") }
    for option in Option.all {
      #expect(page.contains("`\(option.name)") || page.contains(" \(option.name)"), "\(option.name)")
    }
    for option in Option.all { if let short = option.short { #expect(page.contains("`-\(short)`"), "\(short)") } }
  }

  @Test(
    "A misspelt name is told with the one that was meant",
    arguments: [
      (["chek"], "unknown command 'chek'; did you mean check? See 'toyspec help'"),
      (["help", "chek"], "unknown command 'chek'; did you mean check? See 'toyspec help'"),
      (["--verison"], "unknown option '--verison'; did you mean --version? See 'toyspec help'"),
      (["check", "--verbos"], "unknown option '--verbos'; did you mean --verbose? See 'toyspec help check'"),
      (["check", "--program", "x"], "unknown option '--program'; did you mean --exec? See 'toyspec help check'"),
      (
        ["check", "--format", "jsn"],
        "--format takes text, json, junit, github or markdown, not 'jsn'; did you mean json? See 'toyspec help check'"
      ),
      (["check", "honset"], "unknown module 'honset'; did you mean honest? See 'toyspec help check'"),
      (
        ["check", "toy"], "'toy' is a chapter, not a module; did you mean check --only 'toy'? See 'toyspec help check'"
      ),
      (
        ["check", "toy.*"],
        "'toy.*' is a pattern of rules, not a module; did you mean check --only 'toy.*'? See 'toyspec help check'"
      ),
      (
        ["check", "./x.sh"],
        "'./x.sh' is not a module; a program is checked with --exec './x.sh'; see 'toyspec help check'"
      ),
      (
        ["check", "--only", "toy.dubles"],
        "no scenario of honest matches 'toy.dubles'; did you mean toy.doubles? See 'toyspec help check'"
      ),
      (["show", "zero"], "unknown rule or topic 'zero'; did you mean toy.zero? See 'toyspec help show'"),
      (
        ["show", "toy.doubles[fuor]"],
        "toy.doubles has no row 'toy.doubles[fuor]'; did you mean toy.doubles[four]? See 'toyspec help show'"
      ),
      (
        ["list", "honest"],
        "no rule matches 'honest', which is a module; 'toyspec check honest' checks it; see 'toyspec help list'"
      ),
      (["check", "-only", "toy"], "unknown option '-only'; did you mean --only? See 'toyspec help check'"),
      (
        ["explore", "toy.zero"],
        "'toy.zero' is a rule, not a module; did you mean explore --only 'toy'? See 'toyspec help explore'"
      ),
      (
        ["explore", "--only", "toy.zero"],
        "explore takes one chapter by --only, and not 'toy.zero'; did you mean --only toy? See 'toyspec help explore'"
      ),
      (
        ["show", "toy.doubles[three]"],
        "toy.doubles has no row 'toy.doubles[three]'; did you mean toy.doubles[two and three]? See 'toyspec help show'"
      ),
      (["explore", "--only", "tyo"], "unknown chapter 'tyo'; did you mean toy? See 'toyspec help explore'"),
      (
        ["new", "http"],
        "http has no calls of its own, because its rules are about modules of response: new response NAME, and then check --only http; see 'toyspec help new'"
      ),
      (["new", "paywal"], "unknown chapter 'paywal'; did you mean paywall? See 'toyspec help new'"),
    ] as [([String], String)])
  func meant(_ arguments: [String], _ complaint: String) async throws {
    let ending = try await runCommand(arguments)
    #expect(ending.status == 2 && ending.output == "")
    #expect(ending.errors == "toyspec: \(complaint)\n")
  }

  @Test("Two slips of the fingers in a word are forgiven, and no other word is taken for it")
  func nearest() {
    let names = ["check", "compare", "http.vary.matches"]
    #expect(names.nearest(to: "chcek") == "check" && names.nearest(to: "comprae") == "compare")
    #expect(names.nearest(to: "http.vary.mathces") == "http.vary.matches")
    #expect(names.nearest(to: "comp") == "compare" && names.nearest(to: "http.v") == "http.vary.matches")
    #expect(["toy.doubles"].nearest(to: "toy.nothing") == nil && ["[four]"].nearest(to: "[nine]") == nil)
    #expect(names.nearest(to: "frobnicate") == nil && names.nearest(to: "") == nil)
  }

  @Test("list and show take topics and patterns")
  func patterns() async throws {
    #expect(try await runCommand(["list", "toy.d*", "toy.halves"]).output.split(separator: "\n").count == 2)
    #expect(try await runCommand(["show", "toy.z*"]).output == runCommand(["show", "toy.zero"]).output)
    let rows = try await runCommand(["show", "toy.doubles[*]"]).output
    #expect(rows.hasPrefix("toy.doubles\n  level") && rows.contains("\n\ntoy.doubles[four]\n  row "))
  }

  @Test("Text fits in as many columns as there are, and no word is broken", arguments: [30, 57, 200])
  func width(_ columns: Int) async throws {
    let environment = ["COLUMNS": "\(columns)"]
    for arguments in [["help", "check"], [], ["list"], ["show", "toy.zero"], ["check", "liar"], ["modules"]] {
      let output = try await runCommand(arguments, environment: environment).output
      // What is copied is not wrapped.
      let copied = ["toyspec ", "rerun", "row ", "violated  "]
      for line in output.split(separator: "\n") where !copied.contains(where: line.contains) {
        let words = line.split(separator: " ")
        #expect(line.count <= columns || words.count < 3, "\(arguments): \(line)")
      }
    }
    let wide = try await runCommand(["help", "check"], environment: ["COLUMNS": "200"]).output
    let narrow = try await runCommand(["help", "check"], environment: environment).output
    #expect(narrow.split(whereSeparator: \.isWhitespace) == wide.split(whereSeparator: \.isWhitespace))
  }

  @Test("The summary is one line where a script reads it, and wrapped on a terminal")
  func summaryLine() async throws {
    let doubling: ToyBehaviour = { $0 * 2 }
    let name = "a toy whose name is longer than any line of a report may be, and even longer"
    let report = try await CacheModule.toy(name, doubling).run()
    #expect(report.text().hasSuffix("\n\(report.summary)"))
    #expect(report.text(TextStyle(columns: 60)).split(separator: "\n").allSatisfy { $0.count <= 60 })
  }

  @Test("--quiet prints the failures and the counts only")
  func quiet() async throws {
    #expect(try await runCommand(["check", "-q"]).output == "honest: 5 scenarios: 5 passed\n")
    let liar = try await runCommand(["check", "liar", "--quiet"]).output
    #expect(liar.hasPrefix("violated  toy.doubles") && !liar.contains("recorded") && !liar.contains("assessed  "))
    let explored = try await runCommand(["explore", "-q", "--runs", "10"]).output
    #expect(explored == "honest: toy, seed 1: nothing was found\n")
  }

  @Test("On a terminal, progress has a line of its own, which is erased before anything else is printed")
  func progress() async throws {
    let check = "TERM=xterm '\(built("toyspec").path)' check slow --color never"
    let ending = try await runCommand(["-qec", check, "/dev/null"], of: URL(filePath: "/usr/bin/script"))
    let lines = ending.output.replacing("\r\n", with: "\n")
    #expect(lines.contains(/\r\u{1B}\[K[0-5] of 5 scenarios/), "\(lines.debugDescription)")
    #expect(lines.contains("\r\u{1B}[Krecorded  toy.zero: zero"), "\(lines.debugDescription)")
  }

  @Test("A shell completes commands, options, their values and ids")
  func completions() async throws {
    let folder = TemporaryFolders.newURL()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "completions.bash")
    try Data(try await runCommand(["completions", "bash"]).output.utf8).write(to: script)
    func completed(_ words: String...) async throws -> [Substring] {
      let line = (["\(built("toyspec").path)"] + words).map { "'\($0)'" }.joined(separator: " ")
      let body =
        "source '\(script.path)'; COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); _toyspec; echo \"${COMPREPLY[*]}\""
      return try await runCommand(["-c", body], of: URL(filePath: "/bin/bash")).output
        .split(whereSeparator: \.isWhitespace)
    }
    #expect(try await completed("com") == ["compare", "completions"])
    #expect(try await completed("check", "li") == ["liar"])
    #expect(try await completed("check", "--f") == ["--format", "--fail-fast"])
    #expect(try await completed("check", "--format", "j") == ["json", "junit"])
    #expect(try await completed("check", "honest", "--only", "toy.d") == ["toy.doubles"])
    #expect(try await completed("show", "toy.z") == ["toy.zero"])
    #expect(try await completed("completions", "") == ["bash", "zsh", "fish"])
    for shell in Shell.allCases {
      let text = try await runCommand(["completions", shell.rawValue]).output
      for command in CommandEntry.all { #expect(text.contains(command.name)) }
      for option in Option.all { #expect(text.contains(option.name.dropFirst(2)), "\(option.name)") }
    }
  }
}
