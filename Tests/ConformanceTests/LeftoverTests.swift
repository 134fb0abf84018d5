import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CacheConformance

@Suite("What a run leaves behind")
struct LeftoverTests {
  /// How a run ends.
  enum End: String, CaseIterable, CustomTestStringConvertible {
    case normally, hung, interruptedEarly, killedEarly, interrupted, terminated, hungUp, killed, workerKilled

    var testDescription: String { rawValue }
    /// Whether the program answers every call, with an error.
    var answers: Bool { self == .normally }
    /// Whether the run ends while the program describes itself, which it never does then.
    var isEarly: Bool { self == .interruptedEarly || self == .killedEarly }
    var signal: Int32? {
      switch self {
      case .normally, .hung: nil
      case .interruptedEarly, .interrupted: SIGINT
      case .terminated: SIGTERM
      case .hungUp: SIGHUP
      case .killedEarly, .killed, .workerKilled: SIGKILL
      }
    }
    /// How many children of programs are there when the signal comes. The first two are of the program that describes
    /// itself before any worker begins.
    var children: Int { isEarly ? 1 : 3 }
    /// How the command ends. Once its workers were killed, it is interrupted.
    var ending: String {
      switch self {
      case .normally, .hung: "exit status 1"
      case .interruptedEarly, .interrupted, .terminated, .hungUp, .workerKilled: "exit status 3"
      case .killedEarly, .killed: "signal SIGKILL"
      }
    }
  }

  /// A program that ignores signals and the end of its input, and has two children that do so too, one of them in a
  /// group of its own.
  private static func script(in folder: URL, describes: Bool, answers: Bool) -> String {
    """
    trap '' TERM INT HUP
    for_ever() { while :; do sleep 0.2; done; }
    if [ "$1" = child ]; then touch '\(folder.path)'/child.$$; for_ever; fi
    set -m
    /bin/bash "$0" child &
    set +m
    /bin/bash "$0" child &
    answer() { echo "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":$id,$1}"; }
    while read -r line; do
      [[ $line =~ \\"id\\":([0-9]+) ]] || continue
      id=${BASH_REMATCH[1]}
      case $line in
        *'"describe"'*)
          \(describes ? "" : "for_ever")
          answer '"result":{"protocol":1,"name":"hostile","chapters":["dashboard"]}' ;;
        *'"begin"'* | *'"sync"'*) answer '"result":null' ;;
        *) \(answers ? "answer '\"error\":{\"code\":1,\"message\":\"no\"}'" : "for_ever") ;;
      esac
    done
    for_ever
    """
  }

  /// Limits how many runs there are at once, each with a dozen processes.
  private static let lanes = Lanes(3)

  @Test(
    "No program of a run, none of its children and no folder is left two seconds after the run, however it ends",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "the program is for /bin/bash"),
    arguments: End.allCases, [[], ["--isolated"]])
  func nothingIsLeft(_ end: End, _ mode: [String]) async throws {
    try await Self.lanes.run { try await Self.expectNothingLeft(by: end, mode) }
  }

  private static func expectNothingLeft(by end: End, _ mode: [String]) async throws {
    let folder = TemporaryFolders.newURL()
    let temporary = folder.appending(path: "temporary")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "hostile.sh")
    let text = Self.script(in: folder, describes: !end.isEarly, answers: end.answers)
    try text.write(to: script, atomically: true, encoding: .utf8)

    // A process that Foundation starts is taken to run for as long as anything that it has started does.
    let process = try ChildProcess(
      built("cachespec").path,
      ["check", "--exec", "/bin/bash '\(script.path)'", "--only", "dashboard.overview", "--fail-fast"]
        + ["--time-limit", end == .hung ? "1" : "60"] + mode,
      environment: ProcessInfo.processInfo.environment.merging(["TMPDIR": temporary.path]) { $1 }, isProgram: true)
    for descriptor in [process.reports, process.output] { readAll(from: descriptor, { _ in }) { close(descriptor) } }
    async let ending = withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: process.wait()) }.start()
    }
    if let signal = end.signal {
      var children = 0
      while children < end.children, process.isRunning {
        try await Task.sleep(for: .milliseconds(20))
        children = try FileManager.default.contentsOfDirectory(atPath: folder.path).count { $0.hasPrefix("child.") }
      }
      let victims = try await end == .workerKilled ? workers(of: process) : [process.processIdentifier]
      #expect(!victims.isEmpty)
      for victim in victims { kill(victim, signal) }
      if end == .workerKilled { kill(process.processIdentifier, SIGINT) }
    }
    let how = await ending
    close(process.commands)
    #expect(how == end.ending)

    let deadline = ContinuousClock.now + .seconds(2)
    var left = try await Self.left(of: script)
    while !left.isEmpty, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(200))
      left = try await Self.left(of: script)
    }
    #expect(left == [])
    for process in left { kill(process, SIGKILL) }
    // A run that is killed can remove nothing. The next one does.
    if end.ending == End.killed.ending { return }
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
  }

  /// The processes of this machine whose commands name the script. A worker's does too, and so does that of a program
  /// that is just starting.
  private static func left(of script: URL) async throws -> [pid_t] {
    try await processes().filter { $0.command.contains(script.path) }.map(\.id)
  }

  /// The workers of a run that have begun.
  private static func workers(of process: ChildProcess) async throws -> [pid_t] {
    try await processes().filter { $0.parent == process.processIdentifier && $0.command.contains(" work ") }.map(\.id)
  }

  /// The processes of this machine. What is left of a run inherits none of the descriptors that this uses.
  private static func processes() async throws -> [(id: pid_t, parent: pid_t, command: Substring)] {
    let child = try ChildProcess(
      "/bin/ps", ["-A", "-ww", "-o", "pid=,ppid=,command="], environment: ProcessInfo.processInfo.environment,
      isProgram: true, leadsSession: false)
    let printed = Mutex<[UInt8]>([])
    await withCheckedContinuation { continuation in
      readAll(from: child.reports, { bytes in printed.withLock { $0 += bytes } }) { continuation.resume() }
    }
    Thread { _ = child.wait() }.start()
    for descriptor in [child.commands, child.reports, child.output] { close(descriptor) }
    return String(decoding: printed.withLock(\.self), as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, let id = pid_t(words[0]), let parent = pid_t(words[1]) else { return nil }
      return (id, parent, words[2])
    }
  }
}
