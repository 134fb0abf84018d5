import CacheSpec
import Foundation
import Synchronization
import Testing
import TestSupport

@testable import CacheConformance
import CacheConformanceCommand
import DashboardKit

@Suite("Failures in fixtures")
struct FixtureFailureTests {
  @Test("Once two scenarios hang in a fixture, the others that start from it are not run, and the report says why")
  func deadEnds() async throws {
    let report = try await CacheModule.stuck.run(impatient())
    #expect(report.summary == "stuck: 10 scenarios and 1 fixture: 1 passed, 9 blocked, 1 hung")
    #expect(report.results.compactMap(\.observed.notRun).count == 8)
    #expect(
      report.results.compactMap(\.observed.notRun).first
        == "toy.doubles[fixture: one was doubled] and toy.doubles[2] failed at this point, and no scenario passed it")
  }

  @Test("If no app can be ended, the first scenarios report it and the others are not waited for")
  func deadEndAtTheEnd() async throws {
    let report = try await CacheModule.clinging.run(impatient())
    #expect(report.summary == "clinging: 10 scenarios and 1 fixture: 9 blocked, 2 hung")
    let hung = try #require(report.results.first { $0.verdict.kind == .hung })
    #expect(hung.trace.underWay == "end the app, and remove its world")
    #expect(report.text().contains("blocked  9 scenarios by toy.doubles"))
  }

  @Test("A hang says that the module answered but never became idle")
  func restless() async throws {
    struct Restless: DashboardModule {
      func view(_ card: DashboardCard) -> DashboardView { DashboardView("nothing", updatedAt: .distantPast) }
      func waitUntilIdle() async throws { try await Task.sleep(for: .seconds(3600)) }
      func close() {}
    }
    let module = CacheModule("restless", summary: "never idle", [.dashboard { _, _ in Restless() }])
    let result = try #require(
      try await module.run(impatient(ScenarioSelection("dashboard.last-updated"))).results.first)
    #expect(result.trace.underWay?.hasSuffix("; then wait until the module is idle") == true)
  }

  @Test("If one scenario gets past a fixture, all that start from it are run although others hang in it")
  func noDeadEnd() async throws {
    let calls = Mutex(0)
    let module = CacheModule.hesitant {
      calls.withLock { calls in
        calls += 1
        return calls != 2
      }
    }
    let report = try await module.run(impatient())
    #expect(report.results.allSatisfy { $0.observed.notRun == nil })
    #expect(calls.withLock(\.self) == 10)
  }

  @Test("A module shows to lack what no document demands by answering nothing, and not by a wrong answer")
  func showsToLack() async throws {
    func verdict(_ answer: Doubled?) async throws -> Verdict.Kind? {
      let chapter = Chapter<ToyAction>(
        name: "toy", title: "A toy", rules: ToySpec.rules,
        scenarios: [Scenario("toy.doubles", then: [Step(.double(2), .answers(4)).needing([.listening])])])
      let module = CacheModule(
        "mute", summary: "answers alike",
        [ChapterImplementation(chapters: [chapter]) { (_) -> any Checker<ToyAction> in AlikeChecker(answer: answer) }])
      return try await module.run().results.first?.verdict.kind
    }
    #expect(try await verdict(nil) == .notAssessed)
    #expect(try await verdict(5) == .violated)
  }

  @Test("An error in a stage without a rule violates the next stage's rule, or the scenario's")
  func ruleless() async throws {
    let broken = Fixture<ToyAction>("five was doubled", [Step(.double(5))])
    let warm = broken.leading(to: "one was, too", relyingOn: "toy.doubles", [Step(.double(1), .answers(2))])
    let chapter = Chapter(
      name: "toy", title: "A toy", rules: ToySpec.rules,
      scenarios: [
        Scenario("toy.halves", given: warm, then: [Step(.double(2), .answers(4))]),
        Scenario("toy.tells-once", given: broken, then: [Step(.double(2), .notifies(4))]),
      ])
    let module = CacheModule.toy("finger", in: [chapter]) { number in
      if number == 5 { throw ToyError() }
      return number * 2
    }
    let results = try await module.run().results.map { "\($0.name): \($0.verdict.kind)" }
    #expect(
      results == [
        "toy.doubles[fixture: one was, too]: violated", "toy.tells-once: violated", "toy.halves: blocked",
      ])
  }

  @Test("A fixture that fails although its rules hold is a failed set-up")
  func setupFails() async throws {
    // Fails only the first time, in whichever scenario that is.
    let calls = Mutex(0)
    let module = CacheModule.toy("moody") { number in
      let isFirst = calls.withLock { calls in
        if number == 1 { calls += 1 }
        return number == 1 && calls == 1
      }
      return isFirst ? 3 : number * 2
    }
    let report = try await module.run(RunOptions(selection: ScenarioSelection("toy.halves"), width: 1))
    #expect(report.summary == "moody: 1 scenario: 1 set-up failed")
  }

  /// One scenario after another, each of which hangs after a moment.
  private func impatient(_ selection: ScenarioSelection? = nil) -> RunOptions {
    RunOptions(selection: selection, timeLimit: .milliseconds(200), width: 1)
  }
}

/// Answers each call alike.
private struct AlikeChecker: Checker {
  let answer: Doubled?

  func perform(_ action: ToyAction) -> StepObservation<ToyAction> {
    StepObservation(answer: [answer.map(Fact.value) ?? .nothing])
  }

  func tearDown() {}
}
