/// An observable value of a chapter: an answer to a caller, a request to an origin, a stored value.
///
/// Values are compared with `==`. Their descriptions are for readers, and decide nothing.
public protocol ObservedValue: Hashable, Sendable, CustomStringConvertible {
  /// Whether the value is about the user or thing with this name.
  ///
  /// - Parameter name: a name used in the chapter: a user's id, a key.
  func mentions(_ name: String) -> Bool
}

extension ObservedValue {
  /// Whether the value is about this name. By default it is about no name.
  public func mentions(_ name: String) -> Bool { false }
}

/// The value of an aspect that a chapter does not have.
public enum NoValue: ObservedValue {
  public var description: String { switch self {} }
}

/// One observed fact: a value, the lack of one, or a failure.
public enum Fact<Value: ObservedValue>: Hashable, Sendable, CustomStringConvertible {
  /// A value of the chapter.
  case value(Value)
  /// No value: a miss, or an empty entry.
  case nothing
  /// An error with the module's own text, which no rule judges.
  case failure(String)

  /// Makes the fact that the module threw an error.
  public init(failure error: any Error) {
    // Long texts are truncated, because nobody reads more than this.
    let text = String(describing: error)
    self = .failure(text.utf8.count > 2000 ? String(text.prefix(1000)) + "…" : text)
  }

  /// Makes the fact for a value, or for the lack of one.
  public init(_ value: Value?) { self = value.map(Fact.value) ?? .nothing }

  /// Whether this is an error.
  public var isFailure: Bool { if case .failure = self { true } else { false } }
  /// Whether this is a value.
  public var isValue: Bool { if case .value = self { true } else { false } }

  public var description: String {
    switch self {
    case .value(let value): value.description
    case .nothing: "nothing"
    case .failure(let text): text.isEmpty ? "an error" : "an error (\(text))"
    }
  }
}

/// An observable aspect of a step.
public enum Aspect: String, Sendable, Codable, CaseIterable, Comparable, DescribedByRawValue {
  /// The answers to the caller.
  case answer
  /// The requests to the origins, in order.
  case requests
  /// The values stored afterwards.
  case stored
  /// The notifications to listeners, watchers and delegates, in order.
  case notifications
  /// The logged lines, in order.
  case log

  public static func < (one: Self, other: Self) -> Bool { one.position < other.position }

  private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Describes the observed facts: `version 1`, `requests CDN → server`, `stores nothing`.
  func phrase(_ facts: [some CustomStringConvertible]?) -> String {
    guard let facts else { return self == .answer ? "no answer" : "\(rawValue) not observed" }
    let list = list(facts)
    return switch self {
    case .answer: list
    case .requests: "requests \(list)"
    case .stored: "stores \(list)"
    case .notifications: "notifies of \(list)"
    case .log: "logs \(list)"
    }
  }

  /// Says that a fact is not observed: `does not request server`.
  func denial(of fact: some CustomStringConvertible) -> String {
    switch self {
    case .answer: "anything but \(fact)"
    case .requests: "does not request \(fact)"
    case .stored: "does not store \(fact)"
    case .notifications: "does not notify of \(fact)"
    case .log: "does not log \(fact)"
    }
  }

  /// Describes the facts without saying what they are of.
  func list(_ facts: [some CustomStringConvertible]) -> String {
    if facts.isEmpty { return self == .answer ? "no answer" : "nothing" }
    return facts.map(\.description).joined(separator: " → ")
  }
}

/// The facts observed while a step was performed.
///
/// An aspect that is nil was not observed. An aspect that is empty was observed, and nothing happened.
public struct StepObservation<Action: ScenarioAction>: Equatable, Sendable, CustomStringConvertible {
  /// The answers to the caller, in order.
  public var answer: [Fact<Action.Answer>]?
  /// The requests to the origins, in order.
  public var requests: [Fact<Action.Request>]?
  /// The values stored afterwards.
  public var stored: [Fact<Action.Stored>]?
  /// The notifications to listeners, watchers and delegates, in order.
  public var notifications: [Fact<Action.Notification>]?
  /// The logged lines, in order.
  public var log: [Fact<Action.LogLine>]?

  /// Makes an observation. Aspects that are not given were not observed.
  public init(answer: [Fact<Action.Answer>]? = nil, stored: [Fact<Action.Stored>]? = nil) {
    self.answer = answer
    self.stored = stored
  }

  /// Makes the observation that the module threw an error.
  public init(failure error: any Error) { self.init(answer: [Fact(failure: error)]) }

  /// The observation that an action had no effect: every aspect was observed, and nothing happened.
  public static var nothing: Self {
    var nothing = Self(answer: [.nothing], stored: [.nothing])
    (nothing.requests, nothing.notifications, nothing.log) = ([], [], [])
    return nothing
  }

  /// Whether the caller received an error.
  public var isFailure: Bool { answer?.contains { $0.isFailure } == true }

  /// Describes these aspects, in a fixed order.
  package func description(of aspects: some Sequence<Aspect>) -> String {
    aspects.sorted().map { aspect in
      switch aspect {
      case .answer: aspect.phrase(answer)
      case .requests: aspect.phrase(requests)
      case .stored: aspect.phrase(stored)
      case .notifications: aspect.phrase(notifications)
      case .log: aspect.phrase(log)
      }
    }.joined(separator: ", ")
  }

  public var description: String {
    description(of: Aspect.allCases.filter(has))
  }

  /// The aspects in which something was observed.
  package var tellingAspects: Set<Aspect> {
    let counts: [(Aspect, Int?)] = [
      (.answer, answer?.count), (.requests, requests?.count), (.stored, stored?.count),
      (.notifications, notifications?.count), (.log, log?.count),
    ]
    return Set(counts.filter { ($0.1 ?? 0) > 0 }.map(\.0))
  }

  /// Whether an aspect was observed.
  public func has(_ aspect: Aspect) -> Bool {
    switch aspect {
    case .answer: answer != nil
    case .requests: requests != nil
    case .stored: stored != nil
    case .notifications: notifications != nil
    case .log: log != nil
    }
  }
}
