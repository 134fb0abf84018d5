/// What the facts of one aspect have to look like.
public enum Pattern: Hashable, Sendable {
  /// Exactly these facts, in this order.
  case exactly([Fact])
  /// Exactly one of these lists of facts.
  case oneOf([[Fact]])
  /// One failure, whatever it says.
  case failure
  /// These facts, in this order, and then one failure, whatever it says.
  case thenFailure([Fact])
  /// At least one fact.
  case something
  /// All of these facts, whatever else there is.
  case containing([Fact])
  /// These facts, in any order.
  case inAnyOrder([Fact])
  /// This fact so many times, whatever else there is.
  case times(Int, Fact)
  /// No fact whose text contains one of these words, whatever else there is.
  case notNaming([String])

  /// Whether the facts fit.
  public func matches(_ facts: [Fact]) -> Bool {
    switch self {
    case .exactly(let expected): return facts == expected
    case .oneOf(let lists): return lists.contains(facts)
    case .failure: return facts.count == 1 && facts[0].isFailure
    case .thenFailure(let expected):
      return facts.last?.isFailure == true && Array(facts.dropLast()) == expected
    case .something: return !facts.isEmpty
    case .containing(let wanted): return wanted.allSatisfy(facts.contains)
    case .times(let times, let fact): return count(fact, facts) == times
    case .notNaming(let words): return !facts.contains { fact in words.contains(where: fact.description.contains) }
    case .inAnyOrder(let expected):
      return facts.count == expected.count && facts.allSatisfy { fact in count(fact, facts) == count(fact, expected) }
    }
  }

  private func count(_ fact: Fact, _ facts: [Fact]) -> Int { facts.count { $0 == fact } }
}

/// What must be observed of one aspect of a step.
public struct Expectation: Hashable, Sendable, CustomStringConvertible {
  /// The side of the step that is looked at.
  public let aspect: Aspect
  /// What it has to look like.
  public let pattern: Pattern
  /// The expectation in words, for a pattern that is longer than what it says.
  private let words: String?

  /// Expects an aspect to fit a pattern.
  public init(_ aspect: Aspect, _ pattern: Pattern, words: String? = nil) {
    self.aspect = aspect
    self.pattern = pattern
    self.words = words
  }

  /// Whether an observation fits. An aspect that was not observed fits nothing.
  public func matches(_ observation: Observation) -> Bool {
    observation[aspect].map(pattern.matches) ?? false
  }

  public var description: String {
    if let words { return words }
    return switch pattern {
    case .exactly(let facts): aspect.phrase(facts)
    case .oneOf(let lists): lists.map { aspect.phrase($0) }.joined(separator: " or ")
    case .failure: "an error"
    case .thenFailure(let facts): aspect.phrase(facts) + " → an error"
    case .something: aspect == .answer ? "an answer" : "\(aspect) something"
    case .containing(let facts): "\(aspect.phrase(facts)), whatever else"
    case .times(let times, let fact): "\(aspect) \(fact) \(times) times"
    case .notNaming(let words): "\(aspect) nothing that names \(words.joined(separator: ", "))"
    case .inAnyOrder(let facts): facts.isEmpty ? aspect.phrase([]) : aspect.phrase(facts) + " (in any order)"
    }
  }
}

extension Expectation {
  /// The caller gets this.
  public static func answers(_ noun: some CustomStringConvertible) -> Self { Self(.answer, .exactly([Fact(noun)])) }
  /// The caller gets exactly these, in order.
  public static func answers(inOrder nouns: [some CustomStringConvertible]) -> Self {
    Self(.answer, .exactly(nouns.map { Fact($0) }))
  }
  /// The caller gets all of these, and maybe more.
  public static func answers(containing nouns: [some CustomStringConvertible]) -> Self {
    Self(.answer, .containing(nouns.map { Fact($0) }))
  }
  /// The caller gets one of these.
  public static func answers(oneOf nouns: [some CustomStringConvertible]) -> Self {
    Self(.answer, .oneOf(nouns.map { [Fact($0)] }))
  }
  /// The caller is told that there is nothing.
  public static var answersNothing: Self { Self(.answer, .exactly([.nothing])) }
  /// The caller gets an error.
  public static var fails: Self { Self(.answer, .failure) }

  /// The origins are asked exactly this, in this order.
  public static func asks(_ nouns: any CustomStringConvertible...) -> Self {
    Self(.asked, .exactly(nouns.map { .value($0.description) }))
  }
  /// No origin is asked anything.
  public static var asksNothing: Self { Self(.asked, .exactly([])) }
  /// An origin is asked, however often: for origins that are down, where trying again is nobody's mistake.
  public static var asksSomething: Self { Self(.asked, .something) }

  /// Exactly this is stored afterwards.
  public static func stores(_ noun: some CustomStringConvertible) -> Self { Self(.stored, .exactly([Fact(noun)])) }
  /// Nothing is stored afterwards.
  public static var storesNothing: Self { Self(.stored, .exactly([.nothing])) }

  /// Listeners and delegates are told exactly this, in this order.
  public static func tells(_ nouns: any CustomStringConvertible...) -> Self {
    Self(.told, .exactly(nouns.map { .value($0.description) }))
  }
  /// No listener and no delegate is told anything.
  public static var tellsNothing: Self { Self(.told, .exactly([])) }

  /// Nothing is logged.
  public static var logsNothing: Self { Self(.logged, .exactly([])) }
}
