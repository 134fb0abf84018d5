import CacheSpec
import Foundation
import TestSupport
import Testing
import Toy

@testable import CacheConformance

@Suite("Hostile modules")
struct HostileTests {
  /// What a run in another process came to.
  private struct Ending {
    let status: Int32
    let verdicts: [String: String]
    /// Why the app was not killed in earnest, by scenario.
    let killedByCopy: [String: String]
    /// What was under way when the hostile scenario failed.
    let action: String?
    let incidents: [String]
  }

  /// Some of them take every processor: more at once, and the time limit would be about the machine.
  private static let lanes = Lanes(4)

  private static func run(_ arguments: [String]) async throws -> Ending {
    let process = Process()
    process.executableURL = built("hostilespec")
    process.arguments = ["check"] + arguments + ["--format", "json", "--time-limit", "3"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let printed = await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: output.fileHandleForReading.readDataToEndOfFile()) }.start()
    }
    process.waitUntilExit()
    let object = try JSONSerialization.jsonObject(with: printed) as? [String: Any]
    let results = object?["results"] as? [[String: Any]] ?? []
    func texts(_ key: String) -> [String: String] {
      let texts = results.compactMap { result -> (String, String)? in
        guard let scenario = result["scenario"] as? String, let text = result[key] as? String else { return nil }
        return (scenario, text)
      }
      return Dictionary(texts) { $1 }
    }
    return Ending(
      status: process.terminationStatus, verdicts: texts("verdict"), killedByCopy: texts("killedByCopy"),
      action: results.first { $0["scenario"] as? String == "toy.doubles[four]" }?["action"] as? String,
      incidents: object?["incidents"] as? [String] ?? [])
  }

  @Test(
    "A hostile module gets its verdict, and no other scenario pays for it",
    arguments: HostileToy.all, [[], ["--isolated"]])
  func isContained(_ toy: HostileToy, _ mode: [String]) async throws {
    let ending = try await Self.lanes.run { try await Self.run([toy.name] + mode) }
    let own = try #require(ending.verdicts["toy.doubles[four]"].flatMap(Verdict.Kind.init))
    #expect(toy.verdicts.contains(own), "\(own)")
    // What ends the process a little later is told at the step that started it.
    if own == .crashed { #expect(ending.action == "double 4") }
    let others = ending.verdicts.filter { $0.key != "toy.doubles[four]" }
    #expect(others.count == ToySpec.scenarios.count - 1)
    #expect(others.allSatisfy { $0.value == "passed" }, "\(others)")
    #expect(ending.incidents == [])
    #expect(ending.status == (own == .passed ? 0 : 1))
  }

  /// A cache that only the end of its process finds out.
  struct KilledRow: CustomTestStringConvertible {
    let module: String
    /// Whether there is something for another process to go on with.
    var leavesFolder = true
    /// Whether this is how many of all the scenarios in which it is killed it violates in child processes.
    let isFoundOut: @Sendable (_ violated: Int, _ all: Int) -> Bool
    var testDescription: String { module }
  }

  static let killed = [
    KilledRow(module: "keeps-on-disk") { violated, _ in violated == 0 },
    KilledRow(module: "keeps-in-memory", leavesFolder: false) { violated, _ in violated == 0 },
    // After four of the twenty changes, which clean up, there is nothing to lose.
    KilledRow(module: "keeps-in-process") { violated, all in violated == all - 4 },
    // Each of the fourteen changes that take another's place may be met before it has begun.
    KilledRow(module: "writes-in-halves") { violated, _ in (1...14).contains(violated) },
  ]

  @Test("What a signal leaves of a process is held against the rules, where a copy shows nothing", arguments: killed)
  func isKilledInEarnest(_ row: KilledRow) async throws {
    let arguments = [row.module, "--only", "paywall.lifecycle.survives-kill"]
    let copied = try await Self.lanes.run { try await Self.run(arguments) }
    #expect(copied.verdicts.values.allSatisfy { $0 == "passed" })
    #expect(copied.killedByCopy == [:])
    let killed = try await Self.lanes.run { try await Self.run(arguments + ["--isolated"]) }
    #expect(killed.verdicts.count == copied.verdicts.count)
    let violated = killed.verdicts.values.count { $0 == "violated" }
    #expect(row.isFoundOut(violated, killed.verdicts.count), "\(killed.verdicts)")
    #expect(killed.verdicts.values.allSatisfy { ["passed", "violated"].contains($0) })
    #expect(killed.killedByCopy.count == (row.leavesFolder ? 0 : killed.verdicts.count))
    #expect(killed.incidents == [])
  }
}
