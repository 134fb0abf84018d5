import Foundation
import TestSupport
import Testing

@Suite("What a run leaves behind")
struct LeftoverTests {
  /// How a run ends.
  enum End: String, CaseIterable, CustomTestStringConvertible {
    case normally, hung, interruptedEarly, interrupted, terminated, hungUp, killed, workerKilled

    var testDescription: String { rawValue }
    /// Whether the program answers every call, with an error.
    var answers: Bool { self == .normally }
    var signal: Int32? {
      switch self {
      case .normally, .hung: nil
      case .interruptedEarly, .interrupted: SIGINT
      case .terminated: SIGTERM
      case .hungUp: SIGHUP
      case .killed, .workerKilled: SIGKILL
      }
    }
    /// How many children of programs are there when the signal comes. The first two are of the program that describes
    /// itself before any worker begins.
    var children: Int { self == .interruptedEarly ? 1 : 3 }
    var status: Int32 {
      switch self {
      case .normally, .hung, .workerKilled: 1
      case .interruptedEarly, .interrupted, .terminated, .hungUp: 3
      case .killed: SIGKILL
      }
    }
  }

  /// A program that ignores signals and the end of its input, and has two children that do so too, one of them in a
  /// group of its own.
  private static func script(in folder: URL, answers: Bool) -> String {
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
        *'"describe"'*) answer '"result":{"protocol":1,"name":"hostile","chapters":["dashboard"]}' ;;
        *'"begin"'* | *'"sync"'*) answer '"result":null' ;;
        *) \(answers ? "answer '\"error\":{\"code\":1,\"message\":\"no\"}'" : "for_ever") ;;
      esac
    done
    for_ever
    """
  }

  @Test(
    "No program of a run, none of its children and no folder is left two seconds after the run, however it ends",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "the program is for /bin/bash"),
    arguments: End.allCases, [[], ["--isolated"]])
  func nothingIsLeft(_ end: End, _ mode: [String]) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "left-\(UUID().uuidString)")
    let temporary = folder.appending(path: "temporary")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "hostile.sh")
    try Self.script(in: folder, answers: end.answers).write(to: script, atomically: true, encoding: .utf8)

    let process = Process()
    process.executableURL = built("cachespec")
    process.arguments =
      ["check", "--exec", "/bin/bash '\(script.path)'", "--only", "dashboard.overview", "--fail-fast"]
      + ["--time-limit", end == .hung || end == .workerKilled ? "1" : "60"] + mode
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": temporary.path]) { $1 }
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    if let signal = end.signal {
      var (victims, children) = ([Int32](), 0)
      while victims.isEmpty || children < end.children {
        try await Task.sleep(for: .milliseconds(20))
        victims = try await end == .workerKilled ? Self.children(of: process) : [process.processIdentifier]
        children = try FileManager.default.contentsOfDirectory(atPath: folder.path).count { $0.hasPrefix("child.") }
      }
      for victim in victims { kill(victim, signal) }
    }
    while process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
    #expect(process.terminationStatus == end.status)

    let deadline = ContinuousClock.now + .seconds(2)
    var left = try await Self.left(of: script)
    while !left.isEmpty, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(50))
      left = try await Self.left(of: script)
    }
    #expect(left == [])
    // A run that is killed can remove nothing. The next one does.
    if end != .killed { #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == []) }
  }

  /// The processes of this machine whose commands name the script.
  private static func left(of script: URL) async throws -> [Substring] {
    let all = try await run(["ps", "-A", "-ww", "-o", "pid=,command="], in: .temporaryDirectory).output
    return all.split(separator: "\n").filter { $0.contains(script.path) && !$0.contains("cachespec") }
  }

  /// The workers of a run that have begun.
  private static func children(of process: Process) async throws -> [Int32] {
    let all = try await run(["ps", "-A", "-ww", "-o", "pid=,ppid=,command="], in: .temporaryDirectory).output
    return all.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 3, words[1] == "\(process.processIdentifier)", words[3] == "work" else { return nil }
      return Int32(words[0])
    }
  }
}
