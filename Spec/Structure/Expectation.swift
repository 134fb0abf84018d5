/// A condition on the facts observed of one aspect.
public indirect enum Pattern<Value: ObservedValue>: Hashable, Sendable {
  /// Exactly these facts, in this order.
  case exactly([Fact<Value>])
  /// Exactly one of these lists of facts.
  case oneOf([[Fact<Value>]])
  /// A single failure, with any text.
  case failure
  /// These facts in this order, followed by one failure with any text.
  case thenFailure([Fact<Value>])
  /// At least one fact.
  case something
  /// All of these facts, and possibly others.
  case containing([Fact<Value>])
  /// These facts, in any order.
  case inAnyOrder([Fact<Value>])
  /// This fact exactly this many times, and possibly others.
  case times(Int, Fact<Value>)
  /// Each of these facts at least once, first occurring in this order; then, if given, the last fact, once.
  case tried([Fact<Value>], then: Fact<Value>?)
  /// This fact last, and possibly others before it.
  case endingWith(Fact<Value>)
  /// No value that mentions this name and no failure, but possibly other facts.
  case notMentioning(String)
  /// Only values that mention at least one of these names, and possibly facts without a value.
  case onlyAbout([String])
  /// A number of values in this range that mention this name, and possibly others.
  case mentioning(String, times: ClosedRange<Int>)
  /// Facts that match the pattern after every occurrence of this fact is removed.
  case apartFrom(Fact<Value>, Pattern)
  /// A pattern with a description of its own, where the generated one would be too long.
  case described(String, Pattern)

  /// Whether the facts match.
  package func matches(_ facts: [Fact<Value>]) -> Bool {
    switch self {
    case .exactly(let expected): return facts == expected
    case .oneOf(let lists): return lists.contains(facts)
    case .failure: return facts.count == 1 && facts[0].isFailure
    case .thenFailure(let expected):
      return facts.last?.isFailure == true && Array(facts.dropLast()) == expected
    case .something: return !facts.isEmpty
    case .containing(let wanted): return wanted.allSatisfy(facts.contains)
    case .times(let times, let fact): return count(fact, facts) == times
    case .endingWith(let fact): return facts.last == fact
    case .tried(let tried, let last):
      guard last == nil || facts.last == last else { return false }
      let firsts = facts.dropLast(last == nil ? 0 : 1).reduce(into: [Fact<Value>]()) { firsts, fact in
        if !firsts.contains(fact) { firsts.append(fact) }
      }
      return firsts == tried
    case .notMentioning(let name):
      return facts.allSatisfy { fact in
        switch fact {
        case .value(let value): !value.mentions(name)
        case .nothing: true
        case .failure: false
        }
      }
    case .onlyAbout(let names):
      return facts.allSatisfy { fact in
        if case .value(let value) = fact { names.contains(where: value.mentions) } else { true }
      }
    case .mentioning(let name, let times):
      return times.contains(facts.count { if case .value(let value) = $0 { value.mentions(name) } else { false } })
    case .inAnyOrder(let expected):
      return facts.count == expected.count && facts.allSatisfy { fact in count(fact, facts) == count(fact, expected) }
    case .apartFrom(let fact, let pattern): return pattern.matches(facts.filter { $0 != fact })
    case .described(_, let pattern): return pattern.matches(facts)
    }
  }

  private func count(_ fact: Fact<Value>, _ facts: [Fact<Value>]) -> Int { facts.count { $0 == fact } }

  fileprivate func phrase(_ aspect: Aspect) -> String {
    switch self {
    case .exactly(let facts): aspect.phrase(facts)
    case .oneOf(let lists): aspect.phrase([lists.map(aspect.list).alternatives])
    case .failure: "an error"
    case .thenFailure(let facts): aspect.phrase(facts) + " → an error"
    case .something: aspect == .answer ? "an answer" : aspect.phrase(["something"])
    case .containing(let facts): "\(aspect.phrase(facts)), whatever else"
    case .times(0, let fact): aspect.denial(of: fact)
    case .times(1, let fact): "\(aspect.phrase([fact])) once, whatever else"
    case .times(let times, let fact): "\(aspect.phrase([fact])) \(times) times, whatever else"
    case .endingWith(let fact): "\(aspect.phrase([fact])) last, whatever before"
    case .tried(let tried, let last):
      last == nil
        ? aspect.phrase(tried) + " (again or not)"
        : aspect.phrase(tried.map { "\($0) (again or not)" } + (last.map { ["\($0)"] } ?? []))
    case .notMentioning(let name): aspect.phrase(["nothing about \(name)"])
    case .onlyAbout(let names):
      aspect.phrase(names.isEmpty ? [String]() : ["what is about \(names.alternatives) alone"])
    case .mentioning(let name, 0...0): aspect.phrase(["nothing about \(name)"])
    case .mentioning(let name, let times):
      aspect.phrase([times.upperBound == .max ? "something about \(name)" : "\(name) \(times.inWords)"])
    case .inAnyOrder(let facts): aspect.phrase(facts) + (Set(facts).count < 2 ? "" : " (in any order)")
    case .apartFrom(let fact, .exactly([])): aspect.phrase(["nothing but perhaps \(fact)"])
    case .apartFrom(let fact, let pattern): "\(pattern.phrase(aspect)), and perhaps \(fact)"
    case .described(let words, _): words
    }
  }

  /// The lists of facts that it consists of, or nil if there is no end of them.
  private var lists: [[Fact<Value>]]? {
    switch self {
    case .exactly(let facts): [facts]
    case .oneOf(let lists): lists
    case .failure: [[.failure("")]]
    case .thenFailure(let facts): [facts + [.failure("")]]
    case .described(_, let pattern): pattern.lists
    default: nil
    }
  }

  /// Whether it is known to match no empty list.
  private var needsFacts: Bool {
    switch self {
    case .containing(let facts), .inAnyOrder(let facts), .tried(let facts, nil): !facts.isEmpty
    case .tried, .endingWith: true
    case .times(let times, _): times > 0
    case .mentioning(_, let times): times.lowerBound > 0
    case .apartFrom(_, let pattern), .described(_, let pattern): pattern.needsFacts
    default: lists?.allSatisfy { !$0.isEmpty } ?? false
    }
  }

  /// Whether whatever matches it is known to match another pattern too.
  fileprivate func implies(_ other: Self) -> Bool {
    if case .something = other, needsFacts { return true }
    return self == other || lists?.allSatisfy(other.matches) ?? false
  }
}

extension ClosedRange<Int> {
  fileprivate var inWords: String {
    lowerBound == upperBound
      ? (lowerBound == 1 ? "once" : "\(lowerBound) times") : "\(lowerBound) to \(upperBound) times"
  }
}

extension [String] {
  /// The texts as alternatives, each once: `version 1, 2 or 3 of alice's customer info` where they differ in one word
  /// alone, and otherwise `nothing or version 1`.
  package var alternatives: String {
    let once = reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    guard once.count > 1 else { return once.joined() }
    let words = once.map { $0.split(separator: " ", omittingEmptySubsequences: false).map(String.init) }
    let differing = words[0].indices.filter { index in
      words.contains { $0.count != words[0].count || $0[index] != words[0][index] }
    }
    // A part of a value in brackets or quotes cannot be read apart from it.
    if let place = differing.first, differing.count == 1, words[0].count > 1,
      !once.contains(where: { $0.contains { "{[\"".contains($0) } })
    {
      return (words[0][..<place] + [words.map { $0[place] }.listed] + words[0][(place + 1)...]).joined(separator: " ")
    }
    return once.listed
  }

  /// `a, b or c`; `a or b or c` if one of them has a comma of its own.
  private var listed: String {
    contains { $0.contains(",") } || count < 3
      ? joined(separator: " or ") : dropLast().joined(separator: ", ") + " or " + suffix(1).joined()
  }
}

/// A condition on what is observed of one aspect of a step, and the rule that demands it.
public struct Expectation<Action: ScenarioAction>: Hashable, Sendable, CustomStringConvertible {
  enum Content: Hashable, Sendable {
    case answer(Pattern<Action.Answer>)
    case requests(Pattern<Action.Request>)
    case stored(Pattern<Action.Stored>)
    case notifications(Pattern<Action.Notification>)
    case log(Pattern<Action.LogLine>)
  }

  let content: Content
  /// The rule that demands it, or nil for the rule of the step that contains it.
  package private(set) var rule: RuleID?

  private init(_ content: Content) { self.content = content }

  /// The same condition, demanded by this rule in whichever scenario it is used.
  public func demanded(by rule: RuleID) -> Self {
    var copy = self
    copy.rule = rule
    return copy
  }

  /// The answers to the caller match.
  public static func answer(_ pattern: Pattern<Action.Answer>) -> Self { Self(.answer(pattern)) }
  /// The requests to the origins match.
  public static func request(_ pattern: Pattern<Action.Request>) -> Self { Self(.requests(pattern)) }
  /// The values stored afterwards match.
  public static func store(_ pattern: Pattern<Action.Stored>) -> Self { Self(.stored(pattern)) }
  /// The notifications to listeners, watchers and delegates match.
  public static func notify(_ pattern: Pattern<Action.Notification>) -> Self { Self(.notifications(pattern)) }
  /// The logged lines match.
  public static func log(_ pattern: Pattern<Action.LogLine>) -> Self { Self(.log(pattern)) }

  /// The aspect that it is about.
  package var aspect: Aspect {
    switch content {
    case .answer: .answer
    case .requests: .requests
    case .stored: .stored
    case .notifications: .notifications
    case .log: .log
    }
  }

  /// The pattern that the observed facts are compared with.
  package var pattern: any Sendable {
    switch content {
    case .answer(let pattern): pattern
    case .requests(let pattern): pattern
    case .stored(let pattern): pattern
    case .notifications(let pattern): pattern
    case .log(let pattern): pattern
    }
  }

  /// Whether it expects that nothing is answered, requested, stored, notified or logged.
  package var isOfNothing: Bool {
    switch content {
    case .answer(let pattern): pattern == .exactly([.nothing])
    case .requests(let pattern): pattern == .exactly([])
    case .stored(let pattern): pattern == .exactly([.nothing])
    case .notifications(let pattern): pattern == .exactly([])
    case .log(let pattern): pattern == .exactly([])
    }
  }

  /// Whether it expects that the caller receives an error and nothing else.
  var isOfFailure: Bool { content == .answer(.failure) }

  /// Whether whatever meets it is known to meet another expectation too.
  func implies(_ other: Self) -> Bool {
    switch (content, other.content) {
    case (.answer(let one), .answer(let other)): one.implies(other)
    case (.requests(let one), .requests(let other)): one.implies(other)
    case (.stored(let one), .stored(let other)): one.implies(other)
    case (.notifications(let one), .notifications(let other)): one.implies(other)
    case (.log(let one), .log(let other)): one.implies(other)
    default: false
    }
  }

  /// Whether an observation matches. An aspect that was not observed never does.
  package func matches(_ observation: StepObservation<Action>) -> Bool {
    switch content {
    case .answer(let pattern): observation.answer.map(pattern.matches) ?? false
    case .requests(let pattern): observation.requests.map(pattern.matches) ?? false
    case .stored(let pattern): observation.stored.map(pattern.matches) ?? false
    case .notifications(let pattern): observation.notifications.map(pattern.matches) ?? false
    case .log(let pattern): observation.log.map(pattern.matches) ?? false
    }
  }

  public var description: String {
    switch content {
    case .answer(let pattern): pattern.phrase(aspect)
    case .requests(let pattern): pattern.phrase(aspect)
    case .stored(let pattern): pattern.phrase(aspect)
    case .notifications(let pattern): pattern.phrase(aspect)
    case .log(let pattern): pattern.phrase(aspect)
    }
  }
}

extension Expectation {
  /// The caller receives exactly this value.
  public static func answers(_ value: Action.Answer) -> Self { .answer(.exactly([.value(value)])) }
  /// The caller receives exactly these values, in order.
  public static func answers(inOrder values: [Action.Answer]) -> Self { .answer(.exactly(values.map(Fact.value))) }
  /// The caller receives all of these values, and possibly others.
  public static func answers(containing values: [Action.Answer]) -> Self {
    .answer(.containing(values.map(Fact.value)))
  }
  /// The caller receives one of these values.
  public static func answers(oneOf values: [Action.Answer]) -> Self { .answer(.oneOf(values.map { [.value($0)] })) }
  /// The caller receives no value.
  public static var answersNothing: Self { .answer(.exactly([.nothing])) }
  /// The caller receives an error.
  public static var fails: Self { .answer(.failure) }

  /// The origins receive exactly these requests, in this order.
  public static func requests(_ requests: Action.Request...) -> Self { .request(.exactly(requests.map(Fact.value))) }
  /// No origin receives a request.
  public static var requestsNothing: Self { .request(.exactly([])) }
  /// At least one request is made: for origins that are down, where retries are no mistake.
  public static var requestsSomething: Self { .request(.something) }

  /// Exactly this is stored afterwards.
  public static func stores(_ value: Action.Stored) -> Self { .store(.exactly([.value(value)])) }
  /// Nothing is stored afterwards.
  public static var storesNothing: Self { .store(.exactly([.nothing])) }

  /// Listeners, watchers and delegates receive exactly these notifications, in this order.
  public static func notifies(_ values: Action.Notification...) -> Self { .notify(.exactly(values.map(Fact.value))) }
  /// No listener, watcher or delegate is notified.
  public static var notifiesNothing: Self { .notify(.exactly([])) }
}
