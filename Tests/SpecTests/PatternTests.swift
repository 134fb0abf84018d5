import CacheSpecChapters
import Testing

/// A text that mentions each of its parts.
private struct Letter: ObservedValue {
  let text: String
  init(_ text: String) { self.text = text }
  func mentions(_ name: String) -> Bool { text.contains(name) }
  var description: String { text }
}

private enum LetterAction: ScenarioAction {
  typealias Answer = Letter
  typealias Request = Letter
  static let chapters: [Chapter<Self>] = []
  var requires: Set<Capability> { [] }
  var description: String { switch self {} }
}

/// A pattern, facts that match it, and facts that do not.
private struct PatternRow: Sendable, CustomStringConvertible {
  let pattern: Pattern<Letter>
  let fits: [[Fact<Letter>]]
  let misfits: [[Fact<Letter>]]

  init(_ pattern: Pattern<Letter>, fits: [[Fact<Letter>]], misfits: [[Fact<Letter>]]) {
    self.pattern = pattern
    self.fits = fits
    self.misfits = misfits
  }

  var description: String { "\(pattern)" }
}

@Suite("Patterns and outcomes")
struct PatternTests {
  private static let (a, b): (Fact<Letter>, Fact<Letter>) = (.value(Letter("a")), .value(Letter("b")))
  private static let error = Fact<Letter>.failure("broken")

  private static let rows = [
    PatternRow(
      .tried([a], then: b), fits: [[a, b], [a, a, b]], misfits: [[b], [a], [b, a], [a, b, b], [a, b, a]]),
    PatternRow(
      .tried([a, b], then: nil), fits: [[a, b], [a, a, b, a, b]], misfits: [[], [a], [b, a], [b, a, b]]),
    PatternRow(.exactly([a, b]), fits: [[a, b]], misfits: [[b, a], [a], [a, b, b], []]),
    PatternRow(.exactly([]), fits: [[]], misfits: [[a], [.nothing]]),
    PatternRow(.exactly([.nothing]), fits: [[.nothing]], misfits: [[], [.value(Letter("nothing"))], [error]]),
    PatternRow(.oneOf([[a], [a, b]]), fits: [[a], [a, b]], misfits: [[b], [b, a], []]),
    PatternRow(.failure, fits: [[error], [.failure("")]], misfits: [[], [a], [a, error], [error, error]]),
    PatternRow(.thenFailure([a]), fits: [[a, error]], misfits: [[error], [a], [error, a], [b, error]]),
    PatternRow(.something, fits: [[a], [error]], misfits: [[]]),
    PatternRow(.containing([a, b]), fits: [[a, b], [b, a, a]], misfits: [[a], []]),
    PatternRow(.inAnyOrder([a, b, a]), fits: [[a, a, b]], misfits: [[a, b], [a, b, b], [a, a, b, b]]),
    PatternRow(.times(1, a), fits: [[a], [b, a]], misfits: [[], [a, a], [b]]),
    PatternRow(.endingWith(a), fits: [[a], [b, a], [a, a]], misfits: [[], [a, b]]),
    PatternRow(
      .notMentioning("a"), fits: [[], [b], [.nothing]],
      misfits: [[.value(Letter("banana"))], [b, a], [.failure("that")]]),
    PatternRow(
      .onlyAbout(["a", "b"]), fits: [[], [a, b], [.nothing, error]],
      misfits: [[.value(Letter("c"))], [a, .value(Letter("c"))]]),
    PatternRow(.onlyAbout([]), fits: [[], [.nothing], [error]], misfits: [[a]]),
    PatternRow(
      .mentioning("a", times: 1...2), fits: [[a], [a, b, .value(Letter("banana"))]], misfits: [[], [b], [a, a, a]]),
    PatternRow(.described("the letter a", .exactly([a])), fits: [[a]], misfits: [[b], []]),
  ]

  @Test("A pattern fits what it describes and nothing else", arguments: rows)
  private func patterns(_ row: PatternRow) {
    for facts in row.fits { #expect(row.pattern.matches(facts), "\(facts)") }
    for facts in row.misfits { #expect(!row.pattern.matches(facts), "\(facts)") }
  }

  private static func texts(_ texts: String...) -> [[Fact<Letter>]] { texts.map { [.value(Letter($0))] } }

  private static let wordings: [(outcome: Outcome<LetterAction>, phrase: String)] = [
    (Outcome("", .request(.oneOf([[], [a], [a, b]]))), "requests nothing, a or a → b"),
    (Outcome("", .answer(.oneOf([[], [a], [a]]))), "no answer or a"),
    (
      Outcome("", .answer(.oneOf(texts("version 1 of a", "version 2 of a", "version 3 of a")))),
      "version 1, 2 or 3 of a"
    ),
    (Outcome("", .answer(.oneOf(texts("1, of a", "2", "none")))), "1, of a or 2 or none"),
    (Outcome("", .answer(.oneOf(texts("{name: 1}", "{name: 2}")))), "{name: 1} or {name: 2}"),
    (Outcome("", .answer(.oneOf(texts("user 2", "user 2")))), "user 2"),
    (Outcome("", .answer(.times(0, a))), "anything but a"),
    (Outcome("", .request(.times(0, a))), "does not request a"),
    (Outcome("", .request(.apartFrom(b, .exactly([])))), "requests nothing but perhaps b"),
    (Outcome("", .request(.apartFrom(b, .exactly([a])))), "requests a, and perhaps b"),
    // What another expectation implies is not printed beside it.
    (Outcome("", .answersNothing, .answer(.times(0, a))), "nothing"),
    (Outcome("", .answer(.times(0, a)), .answer(.exactly([b]))), "b"),
    (Outcome("", .requestsSomething, .request(.exactly([a])), .requestsSomething), "requests a"),
    (Outcome("", .request(.tried([a], then: nil)), .requestsSomething), "requests a (again or not)"),
    (Outcome("", .requestsSomething, .requestsSomething), "requests something"),
    (Outcome("", .answer(.exactly([a])), .answer(.times(0, a))), "a, anything but a"),
    (Outcome("", .answersNothing, .requestsNothing), "nothing, requests nothing"),
  ]

  @Test("What is expected reads as a person says it, and once", arguments: wordings)
  private func phrases(_ outcome: Outcome<LetterAction>, _ phrase: String) {
    #expect(outcome.description == phrase)
  }

  @Test("An aspect that was not observed fits no expectation, not even that nothing happened")
  func unobserved() {
    var observation = StepObservation<LetterAction>()
    #expect(!Expectation.requestsNothing.matches(observation))
    observation.requests = []
    #expect(Expectation.requestsNothing.matches(observation))
  }

  @Test("An outcome without an expectation of a failure does not match one")
  func unexpectedFailure() {
    var observation = StepObservation<LetterAction>(answer: [Self.error])
    observation.requests = []
    #expect(!Outcome("", .requestsNothing).matches(observation))
    #expect(!Outcome("").matches(observation))
    #expect(Outcome("", .fails, .requestsNothing).matches(observation))
  }
}
