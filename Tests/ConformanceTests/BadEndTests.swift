import CacheConformanceModules
import CacheSpecChapters
import Foundation
import TestSupport
import Testing

@testable import CacheConformance
import CacheConformanceCommand

@Suite("Programs that end badly", .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
struct BadEndTests {
  /// A dashboard in the shell, which computes whatever it shows.
  ///
  /// - Parameters:
  ///   - chapters: the chapters that it says it implements.
  ///   - atOpen: what it does before it opens.
  ///   - atView: what it does before it shows a card.
  ///   - atClose: what it does when it is asked to close.
  private static func dashboard(
    chapters: String = #""dashboard""#, atOpen: String = ":", atView: String = ":", atClose: String = "answer null"
  ) -> String {
    #"""
    answer() { echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":$1}"; }
    chapters='\#(chapters)'
    while read -r line; do
      [[ $line =~ \"now\":([0-9.]+) ]] && now=${BASH_REMATCH[1]}
      [[ $line =~ \"id\":([0-9]+) ]] || continue
      id=${BASH_REMATCH[1]}
      case $line in
        *'"describe"'*) \#(chapters.isEmpty ? "mkdir \"$0.once\" 2>/dev/null && chapters='\"paywall\"' || chapters='\"dashboard\"'" : ":")
          answer "{\"protocol\":1,\"name\":\"shell\",\"chapters\":[$chapters]}" ;;
        *'"open"'*) \#(atOpen); answer '{"object":1}' ;;
        *'"view"'*)
          \#(atView)
          [[ $line =~ \"card\":(\"[^\"]*\") ]]
          echo "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"compute\",\"params\":{\"card\":${BASH_REMATCH[1]}}}"
          read -r computed
          [[ $computed =~ \"result\":(\"[^\"]*\") ]]
          answer "{\"updatedAt\":$now,\"value\":${BASH_REMATCH[1]}}" ;;
        *'"close"'*) \#(atClose) ;;
        *) answer null ;;
      esac
    done
    """#
  }

  /// Writes a script into a folder of its own, and hands it over for as long as a closure runs.
  private static func withScript<Value>(
    _ text: String, _ body: (_ command: String) async throws -> Value
  ) async throws -> Value {
    let folder = TemporaryFolders.newURL()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "dashboard.sh")
    try text.write(to: script, atomically: true, encoding: .utf8)
    return try await body("/bin/bash '\(script.path)'")
  }

  /// Checks a dashboard in the shell against a rule that it keeps.
  private static func check(atClose: String, width: Int = 2) async throws -> RunReport {
    try await withScript(dashboard(atClose: atClose)) { command in
      let program = Program(command)
      defer { program.end() }
      return try await program.module(of: ProgramChapter.all).run(
        // A busy machine takes long to start a shell.
        RunOptions(
          selection: ScenarioSelection("dashboard.overview.large-accounts"), timeLimit: .seconds(60), width: width))
    }
  }

  @Test("A program that closes well passes")
  func sound() async throws {
    let report = try await Self.check(atClose: "answer null")
    #expect(report.isClean && report.count(.passed) > 1, "\(report.text())")
  }

  @Test(
    "A program that ends by a signal, or says garbage, when it is last asked to close has crashed",
    arguments: [
      ("kill -SEGV $$", "the program ended: signal SIGSEGV"),
      ("answer null; kill -SEGV $$", "the program ended: signal SIGSEGV"),
      ("echo garbage", "no JSON"), ("answer null; echo garbage", "no JSON"),
      ("answer null; answer null", "the second to one"), ("exit 0", "the program ended: exit status 0"),
    ])
  func badClose(_ atClose: String, _ words: String) async throws {
    let report = try await Self.check(atClose: atClose)
    #expect(report.count(.passed) == 0)
    let crash = try #require(report.results.first { $0.verdict.kind == .crashed })
    #expect(crash.trace.isOver)
    guard case .crashed(let how) = crash.verdict else { return }
    #expect(how.contains(words), "\(how)")
  }

  @Test("A second answer to close is charged to the scenario whose close it was")
  func secondAnswer() async throws {
    let report = try await Self.check(
      atClose: "answer null; mkdir \"$0.once\" 2>/dev/null && answer null", width: 1)
    #expect(report.count(.crashed) == 1)
    #expect(report.results.first?.verdict.kind == .crashed)
    #expect(report.count(.passed) == report.results.count - 1)
  }

  /// Checks a dashboard in the shell with the command, and returns its exit status and its report.
  private static func checkWithCommand(
    _ dashboard: String, _ options: [String]
  ) async throws -> (status: Int32, report: String) {
    try await withScript(dashboard) { command in
      let report = TemporaryFolders.newURL()
      defer { try? FileManager.default.removeItem(at: report) }
      let ending = try await run(
        [
          built("cachespec").path, "check", "--exec", command, "--only", "dashboard.overview.large-accounts",
          "--output",
        ]
          + [report.path] + options, in: TemporaryFolders.parent)
      return (ending.status, try String(contentsOf: report, encoding: .utf8))
    }
  }

  @Test(
    "A program that ends after it has served others, and not alone, has crashed in no scenario, in any report",
    arguments: ["text", "json", "junit", "github", "markdown"])
  func endsInCompany(_ format: String) async throws {
    let (status, report) = try await Self.checkWithCommand(
      Self.dashboard(atOpen: "opened=$((opened + 1)); [ $opened = 3 ] && exit 7"),
      ["--isolated", "--time-limit", "60", "--format", format])
    #expect(status == 1)
    // A text is broken into lines: where depends on which scenarios the process had run.
    let words = report.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(!words.contains("an answer") && words.contains("none of them does it alone"), "\(report)")
    guard format == "json" else { return }
    let read = try JSONReport(json: Data(report.utf8))
    #expect(read.results.count > 2 && read.results.allSatisfy { $0.verdict == .passed }, "\(report)")
    #expect(read.results.contains { $0.runs == [.crashed, .passed] })
    let names = read.incidents.compactMap { incident in
      incident.wholeMatch(
        of: /a process ended \(the program ended: exit status 7\) that ran (.*); none of them does it alone/)?.1
    }
    #expect(!names.isEmpty && names.count == read.incidents.count, "\(read.incidents)")
    // The third that a process serves, and the two before it.
    #expect(names.allSatisfy { $0.components(separatedBy: "dashboard.overview.large-accounts").count == 4 }, "\(names)")
  }

  @Test("A program that crashes alone too has crashed at its step")
  func endsAlone() async throws {
    let (status, report) = try await Self.checkWithCommand(
      Self.dashboard(atView: "exit 7"), ["--time-limit", "60", "--format", "json"])
    let read = try JSONReport(json: Data(report.utf8))
    #expect(status == 1 && read.incidents == [])
    let crash = try #require(read.results.first { $0.verdict == .crashed })
    #expect(crash.action?.hasPrefix("view ") == true, "\(report)")
    #expect(crash.runs == nil)
  }

  @Test("A program that hangs once, and not alone, is slow, which the report says and which fails no run")
  func hangsInCompany() async throws {
    let (status, report) = try await Self.checkWithCommand(
      Self.dashboard(atOpen: #"mkdir "$0.once" 2>/dev/null && sleep 600"#), ["--time-limit", "5", "--format", "json"])
    let read = try JSONReport(json: Data(report.utf8))
    #expect(status == 0 && read.incidents == [], "\(report)")
    // On a busy machine there may be others.
    #expect(read.results.contains { $0.runs == [.hung, .passed] && $0.slow != nil && $0.verdict == .passed })
  }

  @Test("A program that implements something else each time it starts cannot be checked")
  func changesItsChapters() async throws {
    try await Self.withScript(Self.dashboard(chapters: "", atClose: "answer null")) { command in
      let program = Program(command)
      defer { program.end() }
      _ = try await program.process()
      let error = await #expect(throws: ProgramError.self) { _ = try await program.process() }
      #expect(error?.description.hasSuffix("the chapters paywall, and then the chapters dashboard") == true)
    }
    // The worker starts the program anew.
    try await Self.withScript(Self.dashboard(chapters: "", atClose: "answer null")) { command in
      let ending = try await run([built("cachespec").path, "check", "--exec", command], in: TemporaryFolders.parent)
      #expect(ending.status == 3)
      #expect(ending.output.contains("it described itself in two ways"), "\(ending.output)")
    }
  }

  @Test(
    "A command may set a variable, and may be several commands",
    arguments: ["A=b ", "true && ", "cd / && A=b ", ""])
  func command(_ prefix: String) async throws {
    try await Self.withScript(Self.dashboard(atClose: "answer null")) { command in
      let program = Program(prefix + command)
      defer { program.end() }
      let name = try await program.module(of: ProgramChapter.all).name
      #expect(name == "shell")
    }
  }

  @Test("What a program prints is no command to GitHub")
  func printsCommands() async throws {
    let attack =
      "printf ':' >&2; sleep 0.1; printf ':error::a\\r\\n  ::error::b\\nc ##[error]d\\r::error::e' >&2; read a"
    try await Self.withScript(attack) { command in
      let ending = try await run([built("cachespec").path, "check", "--exec", command], in: TemporaryFolders.parent)
      #expect(ending.status == 3)
      #expect(ending.output.contains("error") && ending.output.hasNoCommands, "\(ending.output)")
    }
  }
}

extension String {
  /// Whether GitHub finds no command in what is printed.
  fileprivate var hasNoCommands: Bool {
    let lines = unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map {
      String($0).trimmingCharacters(in: .whitespaces)
    }
    return !lines.contains { $0.hasPrefix("::") || $0.contains("##[") }
  }
}
