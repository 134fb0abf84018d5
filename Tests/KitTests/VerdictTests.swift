import CacheConformance
import CacheSpec
import Testing
import Toy

@Suite("Verdicts")
struct VerdictTests {
  private func text(_ id: String, _ subject: Subject<ToyAction>, limit: Duration = .seconds(5)) async throws -> String {
    let scenario = try #require(ToySpec.scenarios.first { $0.id == id })
    let result = await subject.result(of: scenario, timeLimit: limit)
    return result.description(
      rule: ToySpec.rules.first { $0.id == scenario.rule }, check: "swift run cachespec check toy")
  }

  @Test("A module that does what is said passes")
  func passes() async throws {
    #expect(try await text("toy.doubles[two]", .honest) == "passed  toy.doubles[two]")
  }

  @Test("The outcome of an open rule is recorded by its name")
  func recordsOutcomes() async throws {
    #expect(try await text("toy.zero", .honest) == "passed  toy.zero: zero")
    #expect(try await text("toy.zero", .toy { _ in [.nothing] }) == "passed  toy.zero: nothing")
  }

  @Test("An outcome outside an open rule's list is a violation")
  func openRulesCanBeViolated() async throws {
    let message = """
      toy.zero  (Toy, 'Doubling')
        rule      What doubling zero answers.
        step 1    double 0
        expected  nothing: nothing | zero: 0
        actual    1
        row       Toy/Table.swift:4
        rerun     swift run cachespec check toy --only 'toy.zero'
      """
    #expect(try await text("toy.zero", .toy { [Fact($0 * 2 + 1)] }) == message)
  }

  @Test("A module that lies violates the rule, at the step where it lies")
  func lies() async throws {
    let message = """
      toy.doubles[two]  (Toy, 'Doubling')
        rule      Doubling answers twice the number.
        given     double 1
        step 3    double 3
        expected  6
        actual    7
        trace     double 2: 4 · double 3: 7
        row       Toy/Table.swift:1
        rerun     swift run cachespec check toy --only 'toy.doubles[two]'
      """
    #expect(try await text("toy.doubles[two]", .liar) == message)
  }

  @Test("An error of the module is told in its own words")
  func throwing() async throws {
    let message = """
      toy.doubles[four]  (Toy, 'Doubling')
        rule      Doubling answers twice the number.
        step 1    double 4
        expected  8
        actual    an error (the spring broke)
        row       Toy/Table.swift:2
        rerun     swift run cachespec check toy --only 'toy.doubles[four]'
      """
    #expect(try await text("toy.doubles[four]", .thrower) == message)
  }

  @Test("A module that answers twice violates what it may answer once")
  func answersTwice() async throws {
    let message = """
      toy.tells-once  (Toy, 'Listening')
        rule      A listener is told once.
        given     listen
        step 2    double 2
        expected  4, told 4
        actual    4, told 4 → 4
        row       Toy/Table.swift:3
        rerun     swift run cachespec check toy --only 'toy.tells-once'
      """
    #expect(try await text("toy.tells-once", .toy(toldTwice: true) { [Fact($0 * 2)] }) == message)
  }

  @Test("A module that never answers hangs, and the time limit ends it")
  func hangs() async throws {
    let message = """
      toy.doubles[four]  (Toy, 'Doubling')
        rule      Doubling answers twice the number.
        step 1    double 4
        expected  an answer
        actual    no answer within 0.2 s
        row       Toy/Table.swift:2
        rerun     swift run cachespec check toy --only 'toy.doubles[four]'
      """
    #expect(try await text("toy.doubles[four]", .sleeper, limit: .milliseconds(200)) == message)
    #expect(try await text("toy.doubles[four]", .deadlocker, limit: .milliseconds(200)) == message)
  }

  @Test("What is given and does not come about is a failed set-up, not a violation")
  func givenFails() async throws {
    let message = """
      toy.doubles[two]  (Toy, 'Doubling')
        rule      Doubling answers twice the number.
        given     double 1
        step 1    double 1
        expected  what is given comes about
        actual    step 1, double 1: expected 2, actual 3
        row       Toy/Table.swift:1
        rerun     swift run cachespec check toy --only 'toy.doubles[two]'
      """
    #expect(try await text("toy.doubles[two]", .toy { [Fact($0 * 2 + 1)] }) == message)
  }

  @Test("A module that cannot be made is a failed set-up")
  func makingFails() async throws {
    let message = """
      toy.doubles[four]  (Toy, 'Doubling')
        rule      Doubling answers twice the number.
        expected  what is given comes about
        actual    the module could not be made: the spring broke
        row       Toy/Table.swift:2
        rerun     swift run cachespec check toy --only 'toy.doubles[four]'
      """
    #expect(try await text("toy.doubles[four]", .toy(making: ToyError()) { [Fact($0)] }) == message)
  }

  @Test("A failure of the world is a failed set-up, not the module's fault")
  func worldFails() async throws {
    let message = """
      toy.doubles[four]  (Toy, 'Doubling')
        rule      Doubling answers twice the number.
        step 1    double 4
        expected  what is given comes about
        actual    the world failed at step 1, double 4: the sky fell
        row       Toy/Table.swift:2
        rerun     swift run cachespec check toy --only 'toy.doubles[four]'
      """
    #expect(try await text("toy.doubles[four]", .toy { _ in throw WorldError() }) == message)
  }

  @Test("What a module cannot take is not assessed, with the reason")
  func notAssessed() async throws {
    let deaf = Subject.toy(lacking: [.listening: "it is deaf"]) { [Fact($0 * 2)] }
    #expect(try await text("toy.tells-once", deaf) == "not assessed  toy.tells-once: needs listening: it is deaf")
  }

  @Test("A deviation on record is known, and one that no longer happens fails")
  func deviations() async throws {
    let four = [KnownDeviation("toy.doubles[four]", because: "it is tired", link: "https://toy.test/1")]
    #expect(
      try await text("toy.doubles[four]", .thrower.deviating(four)) == """
        known deviation  toy.doubles[four]: it is tired (https://toy.test/1)
          violated; expected 8; actual an error (the spring broke)
        """)
    #expect(
      try await text("toy.doubles[four]", .honest.deviating(four)) == """
        toy.doubles[four]  (Toy, 'Doubling')
          rule      Doubling answers twice the number.
          step 1    double 4
          expected  the known deviation 'toy.doubles[four]': violated, it is tired
          actual    passed; take the deviation off the record
          row       Toy/Table.swift:2
          rerun     swift run cachespec check toy --only 'toy.doubles[four]'
        """)
  }

  @Test("A deviation that comes out in another way than the one on record is what it is")
  func otherDeviation() async throws {
    let hung = [KnownDeviation("toy.doubles[four]", .hung, because: "it is tired", link: "https://toy.test/1")]
    let scenario = ToySpec.scenarios[1]
    let result = await Subject.thrower.deviating(hung).result(of: scenario, timeLimit: .seconds(5))
    #expect(result.verdict.kind == .violated)
  }
}
