import CacheSpec
import Testing

/// A pattern, facts that it fits, and facts that it does not.
private struct PatternRow: Sendable, CustomStringConvertible {
  let pattern: Pattern
  let fits: [[Fact]]
  let misfits: [[Fact]]

  init(_ pattern: Pattern, fits: [[Fact]], misfits: [[Fact]]) {
    self.pattern = pattern
    self.fits = fits
    self.misfits = misfits
  }

  var description: String { "\(pattern)" }
}

@Suite("Patterns and outcomes")
struct PatternTests {
  private static let (a, b, error): (Fact, Fact, Fact) = (.value("a"), .value("b"), .failure("broken"))

  private static let rows = [
    PatternRow(.exactly([a, b]), fits: [[a, b]], misfits: [[b, a], [a], [a, b, b], []]),
    PatternRow(.exactly([]), fits: [[]], misfits: [[a], [.nothing]]),
    PatternRow(.exactly([.nothing]), fits: [[.nothing]], misfits: [[], [.value("nothing")], [error]]),
    PatternRow(.oneOf([[a], [a, b]]), fits: [[a], [a, b]], misfits: [[b], [b, a], []]),
    PatternRow(.failure, fits: [[error], [.failure("")]], misfits: [[], [a], [a, error], [error, error]]),
    PatternRow(.thenFailure([a]), fits: [[a, error]], misfits: [[error], [a], [error, a], [b, error]]),
    PatternRow(.something, fits: [[a], [error]], misfits: [[]]),
    PatternRow(.containing([a, b]), fits: [[a, b], [b, a, a]], misfits: [[a], []]),
    PatternRow(.inAnyOrder([a, b, a]), fits: [[a, a, b]], misfits: [[a, b], [a, b, b], [a, a, b, b]]),
    PatternRow(.times(1, a), fits: [[a], [b, a]], misfits: [[], [a, a], [b]]),
    PatternRow(.notNaming(["a"]), fits: [[], [b]], misfits: [[.value("banana")], [.failure("that")]]),
  ]

  @Test("A pattern fits what it describes and nothing else", arguments: rows)
  private func patterns(_ row: PatternRow) {
    for facts in row.fits { #expect(row.pattern.matches(facts), "\(facts)") }
    for facts in row.misfits { #expect(!row.pattern.matches(facts), "\(facts)") }
  }

  @Test("An aspect that was not observed fits no expectation, not even that nothing happened")
  func unobserved() {
    #expect(!Expectation.asksNothing.matches(Observation()))
    #expect(Expectation.asksNothing.matches(Observation([.asked: []])))
  }

  @Test("A failure that no expectation speaks of is no outcome")
  func unexpectedFailure() {
    let observation = Observation([.answer: [Self.error], .asked: []])
    #expect(!Outcome("", .asksNothing).matches(observation))
    #expect(!Outcome("").matches(observation))
    #expect(Outcome("", .fails, .asksNothing).matches(observation))
  }
}
