import Testing

@testable import prove

struct TallyTests {
  private let mutants = Places.mutants(
    of: "func f() {\n  a = 1\n  b(2)\n  c(3, 4)\n}", file: "Sources/ReferenceCache/Time/File.swift",
    declarations: Declarations(of: []))

  private func mutant(_ change: String) throws -> Mutant { try #require(mutants.first { $0.change == change }) }

  @Test("An exemption covers the mutants of its file, line and change")
  func covering() throws {
    let entry = Exemption("Time/File.swift", "c(3, 4)", .constant, "3 → 4", because: "")
    #expect(mutants.filter(entry.covers).map(\.change) == ["3 → 4"])
    #expect(mutants.filter(Exemption("Time/File.swift", "c(3, 4)", .constant, because: "").covers).count == 2)
    #expect(!mutants.contains(where: Exemption("Time/Other.swift", "c(3, 4)", .constant, because: "").covers))
    #expect(!mutants.contains(where: Exemption("Time/File.swift", "c(3, 5)", .constant, because: "").covers))
    #expect(!mutants.contains(where: Exemption("Time/File.swift", "c(3, 4)", .boolean, because: "").covers))
  }

  @Test("An exemption that matches no mutant, or whose mutants are noticed, no longer holds")
  func outdated() throws {
    let fitting = Exemption("Time/File.swift", "a = 1", .constant, because: "")
    let unfitting = Exemption("Time/File.swift", "a = 2", .constant, because: "")
    let exemptions = Exemptions([fitting, unfitting])
    #expect(exemptions.unfitting(mutants) == [unfitting])
    let one = try mutant("1 → 2")
    #expect(Tally([(one, .noticed)], exemptions).outdated == [fitting])
    #expect(Tally([(one, .survived)], exemptions).outdated.isEmpty)
    #expect(Tally([(one, .notTried(why: ""))], exemptions).outdated.isEmpty)
    #expect(Tally([(one, .entered)], exemptions).outdated.isEmpty)
    let byChance = Exemption("Time/File.swift", "a = 1", .constant, because: "", isNoticedByChance: true)
    #expect(Tally([(one, .noticed)], Exemptions([byChance])).outdated.isEmpty)
  }

  @Test("An exempt mutant does not count")
  func counting() throws {
    let outcomes: [(mutant: Mutant, outcome: Outcome)] = [
      (try mutant("1 → 2"), .survived), (try mutant("2 → 3"), .survived), (try mutant("3 → 4"), .noticed),
      (try mutant("4 → 5"), .notTried(why: "no reason")),
    ]
    let tally = Tally(outcomes, Exemptions([Exemption("Time/File.swift", "a = 1", .constant, because: "")]))
    #expect(tally.survivors.map(\.mutant.change) == ["2 → 3"])
    #expect((tally.total.noticed, tally.total.survived, tally.total.known, tally.total.notTried) == (1, 1, 1, 1))
    #expect(tally.total.share == 0.5)
    #expect(tally.isBelow(0.51) && !tally.isBelow(0.5))
    #expect(Tally([], Exemptions([])).isBelow(0))
    let mutants = outcomes.map(\.mutant)
    #expect(tally.exemptions.isTooLarge(for: mutants) && !tally.exemptions.isTooLarge(for: Array(mutants.dropFirst())))
    #expect(Tally([(try mutant("1 → 2"), .entered)], tally.exemptions).total.known == 1)
    #expect(
      tally.report == """
        survived   Sources/ReferenceCache/Time/File.swift:3: 2 → 3: b(2)
        not tried  Sources/ReferenceCache/Time/File.swift:4: 4 → 5: c(3, 4) (no reason)

                     noticed    survived      exempt   not tried       share
        constant           1           1           1           1      50.0 %

        Time               1           1           1           1      50.0 %

        all                1           1           1           1      50.0 %
        """)
  }

  @Test("Changes noticed by exploring count, and are compared with those noticed by scenarios")
  func comparingWithExploring() throws {
    let (first, second, third) = (try mutant("1 → 2"), try mutant("2 → 3"), try mutant("3 → 4"))
    let tally = Tally(
      [(first, .noticed), (second, .survived), (third, .noticed)], Exemptions([]), explored: [first, second])
    #expect(tally.report.contains("scenarios only  \(third)\nexploring only  \(second)\n"))
    #expect(
      tally.report.contains(
        "exploring notices 1 that no scenario notices, and 1 of 2 that break a rule of a scenario\n"))
    #expect(tally.total.noticed == 3 && tally.survivors.isEmpty)
    #expect(!Tally(tally.outcomes, Exemptions([])).report.contains("exploring"))
  }

  @Test("A change that only makes a scenario record another outcome counts, and is not to be found by exploring")
  func recording() throws {
    let (first, second) = (try mutant("1 → 2"), try mutant("2 → 3"))
    let tally = Tally([(first, .noticed), (second, .recorded)], Exemptions([]), explored: [first])
    #expect(tally.total.noticed == 2)
    #expect(tally.report.contains("1 of those noticed are right in another way"))
    #expect(!tally.report.contains("scenarios only"))
  }

  @Test("A seed draws the same sample, in order")
  func sampling() {
    let sample = Array(1...100).sample(10, seed: 7)
    #expect(sample == Array(1...100).sample(10, seed: 7))
    #expect(sample != Array(1...100).sample(10, seed: 8))
    #expect(sample == sample.sorted() && sample.count == 10)
    #expect([1, 2].sample(5, seed: 1) == [1, 2])
  }
}
