/// A value of a chapter that can be observed: what a caller is answered, what an origin is asked, what is stored.
///
/// Two values are compared by what they are. Their descriptions are for readers, and decide nothing.
public protocol Model: Hashable, Sendable, CustomStringConvertible {
  /// Whether the value is about whom, or what, this name stands for.
  ///
  /// - Parameter name: a name of the chapter: a user's id, a key.
  func mentions(_ name: String) -> Bool
}

extension Model {
  /// Whether the value is about this name: a value that names nothing is about nothing.
  public func mentions(_ name: String) -> Bool { false }
}

/// The model of an aspect that a chapter does not have.
public enum NoModel: Model {
  public var description: String { switch self {} }
}

/// One thing observed: a value, the lack of one, or a failure.
public enum Fact<Value: Model>: Hashable, Sendable, CustomStringConvertible {
  /// A value of the chapter.
  case value(Value)
  /// No value: a miss, an empty place.
  case nothing
  /// An error, in the module's own words, which no rule judges.
  case failure(String)

  /// The fact that the module threw an error.
  package init(failure error: any Error) {
    // A module may say a great deal: more than this nobody reads.
    let text = String(describing: error)
    self = .failure(text.utf8.count > 2000 ? String(text.prefix(1000)) + "…" : text)
  }

  /// The fact for a value, or for the lack of one.
  package init(_ value: Value?) { self = value.map(Fact.value) ?? .nothing }

  /// Whether this is an error.
  package var isFailure: Bool { if case .failure = self { true } else { false } }
  /// Whether this is a value.
  package var isValue: Bool { if case .value = self { true } else { false } }

  public var description: String {
    switch self {
    case .value(let value): value.description
    case .nothing: "nothing"
    case .failure(let text): text.isEmpty ? "an error" : "an error (\(text))"
    }
  }
}

/// A side of a step that can be observed.
public enum Aspect: String, Sendable, CaseIterable, Comparable, DescribedByRawValue {
  /// What the module answered the caller with.
  case answer
  /// What the origins were asked, in order.
  case requests
  /// What is stored afterwards.
  case stored
  /// What listeners, watchers and delegates were told, in order.
  case notifications
  /// What was logged, in order.
  case log

  public static func < (one: Self, other: Self) -> Bool { one.position < other.position }

  private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Says in words what was observed: `version 1`, `requests CDN → server`, `stores nothing`.
  func phrase(_ facts: [some CustomStringConvertible]?) -> String {
    guard let facts else { return self == .answer ? "no answer" : "\(rawValue) not observed" }
    let list = facts.isEmpty ? "nothing" : facts.map(\.description).joined(separator: " → ")
    return switch self {
    case .answer: facts.isEmpty ? "no answer" : list
    case .requests: "requests \(list)"
    case .stored: "stores \(list)"
    case .notifications: "notifies of \(list)"
    case .log: "logs \(list)"
    }
  }
}

/// What was observed while a step was performed.
///
/// An aspect that is nil was not looked at; one that is empty was looked at, and nothing happened.
public struct Observation<Action: ScenarioAction>: Equatable, Sendable, CustomStringConvertible {
  /// What the caller was answered, in order.
  package var answer: [Fact<Action.Answer>]?
  /// What the origins were asked, in order.
  package var requests: [Fact<Action.Request>]?
  /// What is stored afterwards.
  package var stored: [Fact<Action.Stored>]?
  /// What listeners, watchers and delegates were told, in order.
  package var notifications: [Fact<Action.Notification>]?
  /// What was logged, in order.
  package var log: [Fact<Action.LogLine>]?

  /// Gathers facts; nothing was looked at where none are given.
  package init(answer: [Fact<Action.Answer>]? = nil, stored: [Fact<Action.Stored>]? = nil) {
    self.answer = answer
    self.stored = stored
  }

  /// The observation that the module threw an error.
  package init(failure error: any Error) { self.init(answer: [Fact(failure: error)]) }

  /// The observation that nothing came of an action: all was looked at, and nothing was there.
  package static var nothing: Self {
    var nothing = Self(answer: [.nothing], stored: [.nothing])
    (nothing.requests, nothing.notifications, nothing.log) = ([], [], [])
    return nothing
  }

  /// Whether the caller was answered with an error.
  package var isFailure: Bool { answer?.contains(where: \.isFailure) == true }

  /// Describes some aspects, in a fixed order.
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

  /// Whether an aspect was looked at.
  package func has(_ aspect: Aspect) -> Bool {
    switch aspect {
    case .answer: answer != nil
    case .requests: requests != nil
    case .stored: stored != nil
    case .notifications: notifications != nil
    case .log: log != nil
    }
  }
}
