import CacheSpec
import Synchronization
import Testing
import TestSupport

@testable import CacheConformance

@Suite("Verdicts")
struct VerdictTests {
  /// The report's text about a scenario, without the line about the machine.
  private func text(_ id: String, _ module: CacheModule, limit: Duration = .seconds(5)) async throws -> String {
    let scenario = try #require(ToySpec.scenarios.first { $0.id == id })
    let result = try #require(await module.result(of: scenario, timeLimit: limit))
    let machine = "  on        \(RunEnvironment.toolchain), \(RunEnvironment.platform)\n"
    return result.description(check: "swift run cachespec check toy").replacing(machine, with: "")
  }

  @Test("A correct module passes")
  func passes() async throws {
    #expect(try await text("toy.doubles[two and three]", .honest) == "passed  toy.doubles[two and three]")
  }

  @Test("The outcome of an open rule is recorded by name")
  func recordsOutcomes() async throws {
    #expect(try await text("toy.zero", .honest) == "passed  toy.zero: zero")
    #expect(try await text("toy.zero", .toy("silent") { _ in nil }) == "passed  toy.zero: nothing")
  }

  @Test("An outcome outside an open rule's list is a violation")
  func openRulesCanBeViolated() async throws {
    let message = """
      violated  toy.zero
        rule      What doubling zero answers.
        level     open. The manual leaves zero out.
        source    Toy, 'Doubling': https://toy.test/manual
        then      double 0: 1
        expected  nothing | zero: 0
        actual    1
        row       Toy/Table.swift:4
        rerun     swift run cachespec check toy --only 'toy.zero'
      """
    #expect(try await text("toy.zero", .toy("odd") { $0 * 2 + 1 }) == message)
  }

  @Test("A wrong answer violates the rule at the step that shows it")
  func lies() async throws {
    let message = """
      violated  toy.doubles[two and three]
        rule      Doubling answers twice the number.
        level     must
        source    Toy, 'Doubling': https://toy.test/manual
        given     one was doubled
        then      double 2: 4
                  double 3: 7
        expected  6
        actual    7
        row       Toy/Table.swift:1
        rerun     swift run cachespec check toy --only 'toy.doubles[two and three]'
      """
    #expect(try await text("toy.doubles[two and three]", .liar) == message)
  }

  @Test("A module's error is reported in its own words")
  func throwing() async throws {
    let message = """
      violated  toy.doubles[four]
        rule      Doubling answers twice the number.
        level     must
        source    Toy, 'Doubling': https://toy.test/manual
        then      double 4: an error (the spring broke)
        expected  8
        actual    an error (the spring broke)
        row       Toy/Table.swift:2
        rerun     swift run cachespec check toy --only 'toy.doubles[four]'
      """
    #expect(try await text("toy.doubles[four]", .thrower) == message)
  }

  @Test("Notifying twice violates a rule that allows one notification")
  func notifiesTwice() async throws {
    let message = try await text("toy.tells-once", .toy("chatty", tellsTwice: true) { $0 * 2 })
    #expect(message.contains("  expected  4, notifies of 4\n  actual    4, notifies of 4 → 4\n"))
  }

  @Test("A slow module does not count as hung: the time limit applies to each step")
  func isSlow() async throws {
    let id = "toy.doubles[two and three]"
    #expect(try await text(id, .slow, limit: .seconds(2)) == "passed  \(id)")
  }

  @Test("A module that never answers hangs, and the time limit ends it", arguments: [CacheModule.sleeper, .deadlocker])
  func hangs(_ module: CacheModule) async throws {
    let message = """
      hung  toy.doubles[four]
        rule      Doubling answers twice the number.
        level     must
        source    Toy, 'Doubling': https://toy.test/manual
        during    double 4
        expected  an answer
        actual    no answer within 0.2 s
        hint      --time-limit gives a slow module, disk or machine longer; what sleeps for over a minute
                  on the world's clock sleeps on; --verbose passes on what the module prints
        row       Toy/Table.swift:2
        rerun     swift run cachespec check toy --only 'toy.doubles[four]'
      """
    #expect(try await text("toy.doubles[four]", module, limit: .milliseconds(200)) == message)
  }

  @Test("A fixture that cannot be reached blocks the scenario by the broken rule")
  func blocks() async throws {
    let message = """
      blocked  toy.halves
        rule      Halving undoes doubling.
        level     must
        source    Toy, 'Halving': https://toy.test/manual
        given     one was doubled
        by        double 1: 3
        during    double 1
        expected  what it relies on holds
        actual    blocked by toy.doubles; toy.doubles[fixture: one was doubled]: violated; expected 2;
                  actual 3
        saw       step 1, double 1: expected 2, actual 3
        row       Toy/Table.swift:5
        rerun     swift run cachespec check toy --only 'toy.halves'
      """
    #expect(try await text("toy.halves", .broken) == message)
  }

  @Test("A world that cannot be created is a failed set-up")
  func makingFails() async throws {
    let message = try await text("toy.doubles[four]", .toy("unmade", making: ToyError()) { $0 })
    #expect(message.hasPrefix("set-up failed  toy.doubles[four]\n"))
    #expect(message.contains("  actual    the world could not be made: the spring broke\n"))
  }

  @Test("A failure of the world is a failed set-up, not the module's fault")
  func worldFails() async throws {
    let message = try await text("toy.doubles[four]", .toy("unlucky") { _ in throw WorldError() })
    #expect(message.hasPrefix("set-up failed  toy.doubles[four]\n"))
    #expect(message.contains("  actual    the world failed at step 1, double 4: the sky fell\n"))
  }

  @Test("A scenario that the module lacks a capability for is not assessed, with the reason")
  func notAssessed() async throws {
    let deaf = CacheModule.toy("deaf", lacking: [.listening: "it is deaf"]) { $0 * 2 }
    #expect(try await text("toy.tells-once", deaf) == "not assessed  toy.tells-once: needs listening: it is deaf")
  }

  @Test("A known deviation is not a failure, but a deviation on record that no longer happens is")
  func deviations() async throws {
    func tired(_ module: CacheModule) -> CacheModule {
      var module = module
      module.deviations = [KnownDeviation("toy.doubles[four]", because: "it is tired", link: "https://toy.test/1")]
      return module
    }
    #expect(
      try await text("toy.doubles[four]", tired(.thrower)) == """
        known deviation  toy.doubles[four]
          rule      Doubling answers twice the number.
          level     must
          source    Toy, 'Doubling': https://toy.test/manual
          known     it is tired (https://toy.test/1)
          then      double 4: an error (the spring broke)
          expected  8
          actual    an error (the spring broke)
          row       Toy/Table.swift:2
          rerun     swift run cachespec check toy --only 'toy.doubles[four]'
        """)
    let gone = try await text("toy.doubles[four]", tired(.honest))
    #expect(gone.hasPrefix("passed unexpectedly  toy.doubles[four]\n"))
    #expect(gone.contains("  expected  the known deviation 'toy.doubles[four]': violated, it is tired\n"))
    let advice = "passed; take the deviation off the record, or record it as unsteady if it comes and goes"
    #expect(gone.contains("  actual    \(advice)\n"))
  }

  @Test(
    "If several deviations cover a scenario, the first is reported",
    arguments: [
      ["toy.doubles[f*]", "toy.doubles"], ["toy.doubles", "toy.doubles[f*]"], ["toy.doubles[four]", "toy.doubles"],
    ])
  func firstDeviation(_ ids: [String]) async throws {
    var module = CacheModule.thrower
    module.deviations = ids.map { KnownDeviation($0, because: "as \($0)", link: "https://toy.test/1") }
    #expect(try await text("toy.doubles[four]", module).contains("  known     as \(ids[0]) "))
  }

  @Test("A fixture passes although its rule has a known deviation")
  func deviationOfAFixture() async throws {
    var module = CacheModule.honest
    module.deviations = [KnownDeviation("toy.doubles", because: "it is tired", link: "https://toy.test/1")]
    let id = "toy.doubles[fixture: one was doubled]"
    #expect(try await text(id, module) == "passed  \(id)")
    #expect(try await text("toy.doubles[four]", module).hasPrefix("passed unexpectedly  toy.doubles[four]\n"))
  }

  @Test("Scenarios of a known deviation may pass as long as one deviates")
  func deviationOfARule() async throws {
    var module = CacheModule.liar
    module.deviations = [KnownDeviation("toy.doubles", because: "it is tired", link: "https://toy.test/1")]
    let all = try await module.run()
    #expect(all.summary == "liar: 5 scenarios: 4 passed, 1 known deviation")
    #expect(all.isClean)
    let one = try await module.run(RunOptions(selection: ScenarioSelection("toy.doubles[four]")))
    #expect(one.summary == "liar: 1 scenario: 1 passed")
    #expect(try await text("toy.doubles[four]", module) == "passed  toy.doubles[four]")
    module.deviations = [KnownDeviation("toy.tells-once", because: "it is tired", link: "https://toy.test/1")]
    #expect(try await module.run().count(.unexpectedPass) == 1)
  }

  @Test("A deviation that only drawn runs show is no unexpected pass, and excuses no scenario")
  func deviationOfDrawnRuns() async throws {
    let drawn = KnownDeviation(
      "toy.doubles", shownBy: .exploring, because: "it tires in the end", link: "https://toy.test/1")
    var (honest, liar) = (CacheModule.honest, CacheModule.liar)
    (honest.deviations, liar.deviations) = ([drawn], [drawn])
    #expect(try await honest.run().summary == "honest: 5 scenarios: 5 passed")
    #expect(try await liar.run().count(.violated) == 1)
    let exploration = try #require(try await liar.explore(ExploreOptions(runs: 20, shrinks: false)).first)
    #expect(exploration.isClean && exploration.deviations["toy.doubles"] ?? 0 > 0)
  }

  /// Answers 0 to every action, and has a remark about it.
  private struct RemarkingChecker: Checker {
    func perform(_ action: ToyAction) -> StepObservation<ToyAction> { StepObservation(answer: [.value(0)]) }
    func tearDown() {}
    func remark() -> String? { "1 of its tasks still slept" }
  }

  @Test("A remark on a failed step is printed with the observation")
  func remarks() async throws {
    let implementation = ChapterImplementation { (_) -> any Checker<ToyAction> in RemarkingChecker() }
    let module = CacheModule("toy", summary: "a toy", [implementation])
    #expect(try await text("toy.doubles[four]", module).contains("  actual    0; 1 of its tasks still slept\n"))
    #expect(try await text("toy.zero", module) == "passed  toy.zero: zero")
  }

  @Test("A deviation with another verdict than the recorded one keeps its verdict")
  func otherDeviation() async throws {
    var module = CacheModule.thrower
    module.deviations = [KnownDeviation("toy.doubles[four]", .hung, because: "tired", link: "https://toy.test/1")]
    let scenario = ToySpec.scenario("toy.doubles[four]")
    #expect(await module.result(of: scenario, timeLimit: .seconds(5))?.verdict.kind == .violated)
  }

  @Test("An intermittent violation is reported with the verdict of each run")
  func race() async throws {
    let turns = Counter()
    let module = CacheModule.toy("turncoat") { number in
      if number == 4, turns.next() % 2 == 1 { return 9 }
      return number * 2
    }
    let result = await module.result(of: ToySpec.scenario("toy.doubles[four]"), timeLimit: .seconds(5))
    #expect(result?.runs == [.violated, .passed, .violated, .passed])
  }

  /// Counts from one.
  private final class Counter: Sendable {
    private let value = Mutex(0)
    func next() -> Int {
      value.withLock {
        $0 += 1
        return $0
      }
    }
  }

  @Test("A copy of a module with other deviations is blamed for nothing that the module did before")
  func copiesShareNothing() async throws {
    let module = CacheModule.toy("copied", in: [ToySpec.crossRule]) { $0 == 4 || $0 == 6 ? 1 : $0 * 2 }
    let scenario = try #require(ToySpec.crossRule.scenarios.first { $0.rule == "toy.tells-once" })
    let result = await module.result(of: scenario, timeLimit: .seconds(5))
    #expect(result?.verdict.kind == .blocked)
    var copy = module
    copy.deviations = [KnownDeviation("toy.doubles", because: "it is tired", link: "https://toy.test/1")]
    #expect(await copy.result(of: scenario, timeLimit: .seconds(5))?.verdict.kind == .notAssessed)
  }
}
