import CacheConformanceModules
import CacheSpecChapters
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CacheConformance

@Suite("Programs")
struct ProgramTests {
  /// The first lines of a program in the shell that implements the dashboard.
  private static let introduction = """
    read line; echo '{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"name":"p","chapters":["dashboard"]}}'
    read state; read begin; echo '{"jsonrpc":"2.0","id":2,"result":null}'
    read open
    """

  /// Runs a program that continues with `rest` once it is asked to open the dashboard, and returns the first verdict
  /// that is not `blocked`.
  private static func verdict(of rest: String) async throws -> Verdict {
    let script = TemporaryFolders.newURL()
    defer { try? FileManager.default.removeItem(at: script) }
    try "\(introduction)\n\(rest)\n".write(to: script, atomically: true, encoding: .utf8)
    let program = Program("/bin/sh '\(script.path)'")
    defer { program.end() }
    let options = RunOptions(timeLimit: .seconds(4))
    let report = try await program.module(of: ProgramChapter.all).run(options)
    return try #require(report.results.map(\.verdict).first { $0.kind != .blocked })
  }

  @Test(
    "A program that breaks the protocol is reported as crashed, and the verdict says how",
    arguments: [
      ("echo garbage; sleep 300", "no JSON: a value was expected at byte 0, in the line 'garbage'"),
      ("printf '{\"jsonrpc\":'; exit 0", "the program ended: exit status 0"),
      ("head -c 1000000000 /dev/zero | tr '\\0' x; sleep 300", "a line of more than 16 MB"),
      ("yes '[' | head -c 9000 | tr -d '\\n'; echo; sleep 300", "no JSON: a value less deep in others"),
      (
        "for n in 1 2; do echo '{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"object\":1}}'; done; sleep 300",
        "an answer to no call, or the second to one"
      ),
      ("echo '{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":null}'; sleep 300", "an answer to no call"),
      ("echo 'no memory' >&2; exit 3", "the program ended: exit status 3, after 'no memory'"),
      ("sleep 300 & exit 3", "the program ended: exit status 3"),
      ("kill -SEGV $$", "the program ended: signal SIGSEGV"),
      ("exec >&-; sleep 300", "the program closed its standard output"),
    ])
  func isToldAsACrash(_ rest: String, _ words: String) async throws {
    let verdict = try await Self.verdict(of: rest)
    guard case .crashed(let how) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(how.contains(words))
  }

  @Test("A program that never answers hangs")
  func silence() async throws {
    let verdict = try await Self.verdict(of: "sleep 300")
    #expect(verdict.kind == .hung, "\(verdict)")
  }

  @Test(
    "A program that cannot be checked is an error, not a module that violates rules",
    arguments: [
      ("true", "'true'` ended before it described itself (exit status 0)"),
      ("./no-such.sh", "'./no-such.sh'` cannot be started, because there is no such program: "),
      ("/etc/passwd", "'/etc/passwd'` cannot be started, because it is not executable: "),
      ("python3 no-such.py", "'python3 no-such.py'` ended before it described itself (exit status 2): "),
      ("echo hello; sleep 300", "does not speak the protocol: "),
      (
        "read line; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocol\":9}}'; sleep 300",
        "'protocol' of a message"
      ),
      (
        "read line; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocol\":1,\"chapters\":[\"cars\"]}}'; sleep 300",
        "implements 'cars', which is none of the chapters paywall, customer"
      ),
      (
        "read line; printf '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocol\":1,\"chapters\":[],\"name\":\"'; "
          + "head -c 1000000 /dev/zero | tr '\\0' x; echo '\"}}'; sleep 300",
        "'name' of a message is not a text of one line and of 100 bytes at most"
      ),
      (
        "read line; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocol\":1,\"chapters\":[],"
          + "\"summary\":\"a\\u000d\\u000a::error::b\"}}'; sleep 300",
        "'summary' of a message is not a text of one line"
      ),
    ])
  func cannotBeHeld(_ command: String, _ words: String) async throws {
    let program = Program("/bin/sh -c '\(command.replacing("'", with: "'\\''"))'")
    defer { program.end() }
    let error = await #expect(throws: ProgramError.self) { _ = try await program.module(of: ProgramChapter.all) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "none")")
  }

  /// What a program answers to every call, with a number in place of `N`.
  private static let anything = """
    {"object":1,"value":"'$card', version 1","updatedAt":N,"memory":N,"disk":N,"url":"N",\
    "status":N,"placement":"N","version":N,"content":"","storagePolicy":"allowed","response":{"url":"N","status":N}}
    """

  @Test(
    "A program may say any number, in answers and in calls of its own",
    arguments: ["9223372036854775807", "-9223372036854775808", "1e300", "-1e999"],
    ["dashboard.last-updated", "response.usage.reported", "paywall.priority"])
  func anyNumber(_ number: String, _ topic: String) async throws {
    let chapter = topic.prefix { $0 != "." }
    let script = TemporaryFolders.newURL()
    defer { try? FileManager.default.removeItem(at: script) }
    let lacking = chapter == "response" ? #"{"loader":"-"}"# : "{}"
    let answer = Self.anything.replacing("N", with: number)
    try """
    read line; echo '{"id":1,"result":{"protocol":1,"name":"p","chapters":["\(chapter)"],"lacking":\(lacking)}}'
    while read -r line; do
      case $line in
      '{"id":'*'"method":'*)
        id=${line#*:}; id=${id%%,*}; card=${line#*'"card":"'}; card=${card%%'"'*}
        echo '{"id":'$id'1,"method":"sleep","params":{"until":\(number)}}'
        echo '{"id":'$id'2,"method":"sleepers","params":{"count":\(number)}}'
        echo '{"method":"cancel","params":{"id":\(number)}}'
        echo '{"id":'$id',"result":\(answer)}';;
      esac
    done
    """.write(to: script, atomically: true, encoding: .utf8)
    let program = Program("/bin/sh '\(script.path)'")
    defer { program.end() }
    // Other tests run meanwhile: what is slow is not hung.
    let options = RunOptions(selection: ScenarioSelection(topic), timeLimit: .seconds(20))
    let kinds = Set(try await program.module(of: ProgramChapter.all).run(options).results.map(\.verdict.kind))
    #expect(!kinds.isEmpty && kinds.isDisjoint(with: [.crashed, .hung, .setupFailed]), "\(kinds)")
  }

  @Test("The served reference answers as in the conversation on the page about the protocol")
  func transcript() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let page = try String(contentsOf: folder.appending(path: "Conformance/Command/PROTOCOL.md"), encoding: .utf8)
    let lines = page.split(separator: "\n").filter { $0.hasPrefix("> ") || $0.hasPrefix("< ") }
    let said = lines.map { (isOfKit: $0.hasPrefix("> "), text: String($0.dropFirst(2))) }
    #expect(said.count > 10)
    let child = try ChildProcess(
      built("cachespec").path, ["serve", "reference"], environment: ProcessInfo.processInfo.environment,
      isProgram: true)
    // A child that nobody waits for would keep Swift Testing from noticing when its own children end.
    Thread { _ = child.wait() }.start()
    defer { child.kill() }
    let heard = Mailbox<[UInt8]>()
    let cutter = Mutex(LineCutter())
    readAll(from: child.reports) { bytes in
      for line in cutter.withLock({ $0.take(bytes) }) { heard.put(line) }
    } atEnd: {
    }
    for (isOfKit, text) in said {
      if isOfKit {
        #expect(writeAll(Array("\(text)\n".utf8), to: child.commands) == nil)
        continue
      }
      let line = try #require(await heard.next(within: .seconds(20)))
      var (expected, actual) = (try JSON(json: Array(text.utf8)), try JSON(json: line))
      // The reference implements more than the example.
      for path in ["chapters", "lacking"] where expected["result"]?[path] != nil {
        (expected, actual) = (expected.without(path), actual.without(path))
      }
      #expect(actual == expected, "\(actual)")
    }
  }

  @Test(
    "An earlier report is gone when a program cannot describe itself",
    arguments: [["check", "--output"], ["explore", "--output"], ["explore", "--write"]])
  func removesTheEarlierReport(_ command: [String]) async throws {
    let folder = TemporaryFolders.newURL()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let report = folder.appending(path: "report")
    try Data("an earlier report".utf8).write(to: report)
    let ending = try await run(
      [built("cachespec").path] + command + [report.path, "--exec", "false"], in: folder)
    #expect(ending.status == 3)
    #expect(ending.output.contains("`false` ended before it described itself (exit status 1)"))
    #expect(try Data(contentsOf: report).isEmpty)
  }

  @Test("A report on a program has the version and the homepage that the program gives")
  func provenance() async throws {
    let description = #"{"protocol":1,"chapters":["dashboard"],"version":"1.2","homepage":"https://example.com"}"#
    let program = Program(#"read line; echo '{"id":1,"result":\#(description)}'; cat > /dev/null"#)
    defer { program.end() }
    let module = try await program.module(of: ProgramChapter.all)
    #expect(module.version == "1.2" && module.homepage == "https://example.com")
  }

  @Test("A duration is read to the nanosecond, whatever the sum of two fractions is, and any number is one")
  func duration() throws {
    #expect(try Duration(.fraction(0.1 + 0.2), name: "until") == .milliseconds(300))
    for number in [1e300, -1e300, -.infinity, .infinity, 9.1e18, 9e9] {
      _ = try Duration(.fraction(number), name: "until")
    }
  }

  @Test(
    "JSON is read as it was written", arguments: ["1", "1.0", "-0.5", "[]", "{\"a\":[null,true,\"\\u0000é\\\"\"]}"])
  func json(_ text: String) throws {
    #expect(String(decoding: try JSON(json: Array(text.utf8)).jsonText, as: UTF8.self) == text)
  }

  @Test(
    "What is not JSON is refused", arguments: ["", "01x", "[1,]", "{a:1}", "\"\u{1}\"", "\"\\ud800\"", "1 2", "nul"])
  func noJSON(_ text: String) {
    #expect(throws: NotJSON.self) { _ = try JSON(json: Array(text.utf8)) }
  }
}

extension JSON {
  /// The answer without a field of its result.
  fileprivate func without(_ name: String) -> Self {
    guard case .object(var message) = self, case .object(var result)? = message["result"] else { return self }
    result[name] = nil
    message["result"] = .object(result)
    return .object(message)
  }
}
