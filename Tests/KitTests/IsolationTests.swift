import CacheSpec
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CacheConformance
@testable import CacheConformanceCommand

@Suite("Child processes")
struct IsolationTests {
  private func run(
    _ name: String, limit: Duration = .seconds(20), failsFast: Bool = false, width: Int = 2,
    sharing: Isolation.Sharing = .worker
  ) async throws -> RunReport {
    var options = RunOptions(timeLimit: limit, width: width, failsFast: failsFast)
    options.isolation = Isolation(executable: built("toyspec"), arguments: ["work", name], sharing: sharing)
    let module = try #require(CacheModule.toys.first { $0.name == name })
    return try await module.run(options)
  }

  @Test("A correct module gets the same verdicts in child processes")
  func sound() async throws {
    #expect(try await run("honest").summary == "honest: 5 scenarios in child processes: 5 passed")
    #expect(try await run("liar").summary == "liar: 5 scenarios in child processes: 4 passed, 1 violated")
  }

  @Test(
    "A trap, an abort or an exit fails only its own scenario, and the verdict says how the process ended",
    arguments: [
      ("trapper", "Index out of range"), ("aborter", "signal SIGABRT"), ("quitter", "exit status 0"),
    ])
  func crashes(_ name: String, _ how: String) async throws {
    let report = try await run(name)
    #expect(report.summary == "\(name): 5 scenarios in child processes: 4 passed, 1 crashed")
    let crash = try #require(report.results.first { $0.verdict.kind == .crashed })
    #expect(crash.scenario.id == "toy.doubles[four]")
    #expect(crash.trace.action == "double 4")
    guard case .crashed(let told) = crash.verdict else { return }
    #expect(told.contains(how), "\(told)")
  }

  @Test("Scenarios that ran beside a crash are listed apart from the results")
  func bystanders() async throws {
    // Whether anything is under way at the same time is a matter of chance.
    for _ in 1...5 {
      let report = try await run("trapper", width: 6, sharing: .all)
      #expect(report.results.filter { !$0.runs.isEmpty }.isEmpty)
      #expect(report.bystanders.allSatisfy { $0.hasSuffix("was under way when its process ended, and passed alone") })
    }
  }

  @Test("A verdict that depends on what else runs fails the run")
  func sharedState() async throws {
    let together = try await run("sharer", width: 6, sharing: .all)
    #expect(!together.isClean)
    #expect(together.text().contains("violated in 1 of 4 runs, only beside other scenarios"))
    #expect(try await run("sharer", sharing: .nothing).isClean)
  }

  @Test("An intermittent violation fails the run, with the verdict of each run")
  func race() async throws {
    let report = try await run("racer")
    #expect(report.summary == "racer: 5 scenarios in child processes: 4 passed, 1 violated; 1 unsteady")
    #expect(!report.isClean && report.incidents == [])
    #expect(report.results.first { $0.verdict.kind == .violated }?.runs == [.violated, .passed, .violated, .passed])
    #expect(report.text().hasPrefix("unsteady: violated in 2 of 4 runs  toy.doubles[four]\n"))
    #expect(report.text().contains("  runs      violated in 2 of 4 runs; the first was beside other"))
  }

  @Test("A scenario whose world failed runs again alone, and that verdict counts")
  func failedWorld() async throws {
    let report = try await run("crowded")
    #expect(report.isClean)
    #expect(report.bystanders == ["toy.doubles[four] could not be set up beside other scenarios, and passed alone"])
  }

  @Test("Removing the run's folder ends the run with a clear error")
  func vanishedFolder() async throws {
    let error = await #expect(throws: RunError.self) { try await run("evicted") }
    #expect(error?.description.hasPrefix("somebody removed /") == true)
  }

  @Test("The first hang is reported at once, later ones from time to time, and stages of fixtures are not counted")
  func hangsAreTold() throws {
    let planned = CacheModule.honest.plan()
    let queue = CaseQueue(planned, failsFast: false)
    let stage = try #require(planned.first { $0.scenario.isStage })
    let scenario = try #require(planned.first { !$0.scenario.isStage })
    for one in [stage, scenario] { queue.note(ObservedScenario(one, .passed(recorded: []))) }
    let first = try #require(queue.noteHangs(["toy.halves"]))
    #expect((first.hung, first.done, first.planned) == (["toy.halves"], 1, 5))
    #expect(queue.noteHangs(["toy.tells-once"]) == nil)
  }

  @Test(
    "An endless loop, a deadlock or a call without an answer fails only its own scenario, soon after the time limit",
    arguments: ["spinner", "deadlocker", "sleeper"])
  func hangs(_ name: String) async throws {
    let report = try await run(name, limit: .seconds(2))
    #expect(report.summary == "\(name): 5 scenarios in child processes: 4 passed, 1 hung")
    #expect(report.results.first { $0.verdict.kind == .hung }?.trace.action == "double 4")
  }

  @Test(
    "What hangs beside other scenarios, and ends alone, is told as slow in each report, and neither fails nor ends a run",
    arguments: [false, true])
  func isOnlySlow(_ failsFast: Bool) async throws {
    let report = try await run("shy", limit: .seconds(5), failsFast: failsFast, width: 1, sharing: .all)
    #expect(report.isClean && report.bystanders == [], "\(report.text())")
    #expect(report.summary == "shy: 5 scenarios: 5 passed")
    let slow = report.results.filter { $0.slow != nil }
    #expect(slow.map(\.scenario.id) == ["toy.doubles[four]"] && slow.map(\.runs) == [[.hung, .passed]])
    let words = "no answer within 5 s; again, alone and with 3 times the limit, passed in "
    #expect(slow.first?.slow?.hasPrefix(words) == true, "\(slow)")
    let text = report.text().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains(" slow toy.doubles[four]: \(words)"), "\(text)")
    #expect(try report.json().contains("\"slow\" : \"\(words)"))
    #expect(report.junit().contains(">\n      <system-out>slow: \(words)"), "\(report.junit())")
    #expect(report.github().contains("::warning title=slow%3A toy.doubles[four]::\(words)"), "\(report.github())")
    #expect(report.markdown().contains("\n- slow: toy.doubles\\[four]: \(words)"), "\(report.markdown())")
  }

  @Test("The pauses for late effects take one time limit at most, however many steps a scenario has")
  func pauses() {
    #expect(Supervisor.pause(ofSteps: 30, within: .seconds(5)) == .milliseconds(100))
    #expect(Supervisor.pause(ofSteps: 1040, within: .seconds(5)) * 1040 <= .seconds(5))
    #expect(Supervisor.pause(ofSteps: 0, within: .seconds(5)) == .milliseconds(100))
  }

  @Test("A traced scenario reports each step once, however many it has")
  func tracedSteps() {
    let all = Mutex(ScenarioTrace())
    let count = Mutex(0)
    let progress = ScenarioProgress(onStep: { news, isContinued in
      count.withLock { $0 += news.given.count + news.steps.count }
      all.withLock { if isContinued { $0.append(news) } else { $0 = news } }
    })
    for number in 1...100 {
      progress.begin(step: number, action: { "double \(number)" }, stage: nil)
      progress.end(isOwn: number > 10) { "double \(number): \(2 * number)" }
    }
    progress.begin(step: 101, action: { "listen" }, stage: nil)
    #expect(count.withLock(\.self) == 100)
    #expect(all.withLock(\.self) == progress.trace)
    progress.beginAgain()
    progress.begin(step: 1, action: { "listen" }, stage: nil)
    #expect(all.withLock(\.self) == progress.trace)
  }

  @Test("A slow module does not count as hung: the time limit applies to each step")
  func isSlow() async throws {
    #expect(try await run("slow", limit: .seconds(2)).summary == "slow: 5 scenarios in child processes: 5 passed")
  }

  @Test(
    "If no scenario gets past a fixture, most scenarios that start from it are not run",
    arguments: [("stuck", Verdict.Kind.hung), ("stuck-and-trapped", .crashed)])
  func deadEnds(_ name: String, _ kind: Verdict.Kind) async throws {
    let report = try await run(name, limit: .seconds(1))
    #expect(report.summary == "\(name): 10 scenarios and 1 fixture in child processes: 1 passed, 9 blocked, 1 \(kind)")
    // By the time the second scenario ended in the fixture, each of the two workers may have begun another.
    #expect(report.results.count { $0.observed.notRun != nil } >= 4)
  }

  @Test(
    "A run that fails fast ends at a violation, a crash and a hang alike",
    arguments: [("liar", Verdict.Kind.violated), ("trapper", .crashed), ("sleeper", .hung)])
  func failsFast(_ name: String, _ kind: Verdict.Kind) async throws {
    let report = try await run(name, limit: .seconds(2), failsFast: true)
    #expect(report.count(kind) == 1)
    #expect(!report.isClean)
    #expect(try await run("honest", failsFast: true).summary == "honest: 5 scenarios in child processes: 5 passed")
  }

  @Test("A process that ends between scenarios is reported, and no verdict is lost")
  func endsBetween() async throws {
    let isolation = Isolation(executable: built("toyspec"), arguments: ["work", "honest"])
    let worker = try await Worker.start(isolation, in: TemporaryFolders.parent)
    worker.judge("toy.zero", isTraced: false, within: .seconds(5))
    guard case .began("toy.zero") = await worker.next(within: .seconds(20)),
      case .judged("toy.zero", let verdict, _) = await worker.next(within: .seconds(20))
    else {
      Issue.record("the worker does not work")
      return
    }
    #expect(verdict == .passed(recorded: ["zero"]))
    worker.end()
    guard case .ended(let how) = await worker.next(within: .seconds(20)) else {
      Issue.record("the process goes on")
      return
    }
    // The worker exits by itself when its stream of commands ends, unless the signal is faster.
    #expect(how.contains("SIGKILL") || how.contains("exit status 0"))
  }

  @Test("A module's output does not mix with the worker's reports")
  func printing() async throws {
    #expect(try await run("chatterbox").isClean)
  }

  @Test("An executable that is no worker, or none at all, is a clear error", arguments: ["/bin/echo", "/no/such/file"])
  func noWorker(_ path: String) async throws {
    var options = RunOptions()
    options.isolation = Isolation(executable: URL(fileURLWithPath: path), arguments: [])
    let error = await #expect(throws: RunError.self) { try await CacheModule.honest.run(options) }
    #expect(error?.description.contains(path) == true)
  }
}
