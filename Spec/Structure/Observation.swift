/// A side of a step that can be observed.
public enum Aspect: String, Sendable, CaseIterable, Comparable, CustomStringConvertible {
  /// What the module answered the caller with.
  case answer
  /// What the origins were asked, in order.
  case asked
  /// What is stored afterwards.
  case stored
  /// What listeners and delegates were told, in order.
  case told
  /// What was logged, in order.
  case logged

  public var description: String { rawValue }

  public static func < (one: Self, other: Self) -> Bool { one.position < other.position }

  private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// One thing observed: a value, the lack of one, or a failure.
public enum Fact: Hashable, Sendable, CustomStringConvertible {
  /// A value, in the words of the chapter.
  case value(String)
  /// No value: a miss, an empty place.
  case nothing
  /// An error, in the module's own words. Two failures are told apart only where a pattern names a word of it.
  case failure(String)

  /// The fact for a noun of the vocabulary.
  public init(_ noun: some CustomStringConvertible) { self = .value(noun.description) }

  /// Whether this is an error.
  public var isFailure: Bool { if case .failure = self { true } else { false } }

  public var description: String {
    switch self {
    case .value(let text): text.isEmpty ? "an empty answer" : text
    case .nothing: "nothing"
    case .failure(let text): text.isEmpty ? "an error" : "an error (\(text))"
    }
  }
}

/// What was observed while a step was performed.
///
/// An aspect that is absent was not looked at; one that is there and empty was looked at and nothing happened.
public struct Observation: Equatable, Sendable, CustomStringConvertible {
  /// The facts by aspect, each in order.
  public private(set) var facts: [Aspect: [Fact]]

  /// Gathers facts.
  public init(_ facts: [Aspect: [Fact]] = [:]) { self.facts = facts }

  /// The facts of one aspect.
  public subscript(aspect: Aspect) -> [Fact]? {
    get { facts[aspect] }
    set { facts[aspect] = newValue }
  }

  /// Describes the facts of some aspects, in a fixed order.
  public func description(of aspects: some Sequence<Aspect>) -> String {
    aspects.sorted().map { aspect in aspect.phrase(facts[aspect]) }.joined(separator: ", ")
  }

  public var description: String { description(of: facts.keys) }
}

extension Aspect {
  /// Says in words what was observed: `v1`, `asked CDN → server`, `stored nothing`.
  func phrase(_ facts: [Fact]?) -> String {
    guard let facts else { return self == .answer ? "no answer" : "\(rawValue) not observed" }
    let list = facts.map(\.description).joined(separator: " → ")
    return switch self {
    case .answer: facts.isEmpty ? "no answer" : list
    default: facts.isEmpty ? "\(rawValue) nothing" : "\(rawValue) \(list)"
    }
  }
}
