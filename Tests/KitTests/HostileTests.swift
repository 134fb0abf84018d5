import CacheSpec
import Foundation
import TestSupport
import Testing

@testable import CacheConformance

@Suite("Hostile modules")
struct HostileTests {
  /// The result of a run in another process.
  private struct Ending {
    let status: Int32
    let verdicts: [String: String]
    /// The reasons why a kill of the app was only simulated, by scenario.
    let killedByCopy: [String: String]
    /// The action under way when the hostile scenario failed.
    let action: String?
    let incidents: [String]
  }

  /// Limits how many commands run at once: some modules use every processor, and whether a command stays within the
  /// time limit would then depend on the machine.
  private static let lanes = Lanes(8)

  private static func run(_ arguments: [String]) async throws -> Ending {
    let command = try await runCommand(
      ["check"] + arguments + ["--format", "json", "--time-limit", "3"], of: "toyspec")
    let object = try JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any]
    let results = object?["results"] as? [[String: Any]] ?? []
    func texts(_ key: String) -> [String: String] {
      let texts = results.compactMap { result -> (String, String)? in
        guard let scenario = result["scenario"] as? String, let text = result[key] as? String else { return nil }
        return (scenario, text)
      }
      return Dictionary(texts) { $1 }
    }
    return Ending(
      status: command.status, verdicts: texts("verdict"), killedByCopy: texts("killedByCopy"),
      action: results.first { $0["scenario"] as? String == "toy.doubles[four]" }?["action"] as? String,
      incidents: object?["incidents"] as? [String] ?? [])
  }

  @Test(
    "A drawn run that crashes or hangs is reported in the fewest steps that do so, and exploring goes on",
    arguments: [("fatal-error", "crashed"), ("_exit-0", "crashed"), ("endless-loop", "hung")])
  func isExplored(_ toy: String, _ verdict: String) async throws {
    let arguments = ["explore", toy, "--runs", "10", "--steps", "10", "--time-limit", "3"]
    let command = try await Self.lanes.run { try await runCommand(arguments, of: "toyspec") }
    let text = command.output
    #expect(command.status == 1)
    #expect(text.contains("\(verdict)  toy[seed 1, run 1]\n  during    double 4\n"), "\(text)")
    #expect(text.contains("toy, seed 1: 10 runs, ") && text.contains("  1 find\n"))
  }

  @Test(
    "A hostile module gets its verdict, and every other scenario passes",
    arguments: HostileToy.all, [[], ["--isolated"]])
  func isContained(_ toy: HostileToy, _ mode: [String]) async throws {
    let ending = try await Self.lanes.run { try await Self.run([toy.name] + mode) }
    let own = try #require(ending.verdicts["toy.doubles[four]"].flatMap(Verdict.Kind.init))
    #expect(toy.verdicts.contains(own), "\(own)")
    // Even if the process ends a little after the step, the crash is reported at the step that caused it.
    if own == .crashed { #expect(ending.action == "double 4") }
    let others = ending.verdicts.filter { $0.key != "toy.doubles[four]" }
    #expect(others.count == ToySpec.scenarios.count { !$0.isStage } - 1)
    #expect(others.allSatisfy { $0.value == "passed" }, "\(others)")
    #expect(ending.incidents == [])
    #expect(ending.status == (own == .passed ? 0 : 1))
  }

  @Test("Data of a depth at which releasing it ends the process is a breach or a crash of its own scenarios")
  func isDeep() async throws {
    let arguments = ["deep-answers", "--only", "normalized.policy"]
    let ending = try await Self.lanes.run { try await Self.run(arguments) }
    #expect(ending.status == 1 && ending.incidents == [])
    #expect(Set(ending.verdicts.values).isSubset(of: ["violated", "blocked", "crashed", "notAssessed"]))
  }

  /// A cache whose faults show only when its process ends.
  struct KilledRow: CustomTestStringConvertible {
    let module: String
    /// Whether it leaves a folder from which another process can continue.
    var leavesFolder = true
    /// Whether the number of violated scenarios is right, out of all in which a signal kills the module's process.
    let isFoundOut: @Sendable (_ violated: Int, _ all: Int) -> Bool
    var testDescription: String { module }
  }

  static let killed = [
    KilledRow(module: "keeps-on-disk") { violated, _ in violated == 0 },
    KilledRow(module: "keeps-in-memory", leavesFolder: false) { violated, _ in violated == 0 },
    // One scenario kills the app after a clean-up, when there is nothing to lose.
    KilledRow(module: "keeps-in-process") { violated, all in violated == all - 1 },
  ]

  @Test("A kill by a signal shows violations that a simulated kill does not", arguments: killed)
  func isKilledBySignal(_ row: KilledRow) async throws {
    let arguments = [row.module, "--only", "paywall.lifecycle.survives-kill"]
    let copied = try await Self.lanes.run { try await Self.run(arguments) }
    #expect(copied.verdicts.values.allSatisfy { $0 == "passed" })
    #expect(copied.killedByCopy == [:])
    let killed = try await Self.lanes.run { try await Self.run(arguments + ["--isolated"]) }
    #expect(killed.verdicts.count == copied.verdicts.count)
    let violated = killed.verdicts.values.count { $0 == "violated" }
    #expect(row.isFoundOut(violated, killed.verdicts.count), "\(killed.verdicts)")
    #expect(killed.verdicts.values.allSatisfy { ["passed", "violated"].contains($0) }, "\(killed.verdicts)")
    #expect(killed.killedByCopy.count == (row.leavesFolder ? 0 : killed.verdicts.count))
    #expect(killed.incidents == [])
  }
}
