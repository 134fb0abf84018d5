/// What the world or the app does next: one small enum a chapter, so that a step can be printed, replayed and sent.
public protocol ScenarioAction: Hashable, Sendable, CustomStringConvertible {
  /// What callers are answered with.
  associatedtype Answer: Model
  /// What origins are asked.
  associatedtype Request: Model
  /// What is stored.
  associatedtype Stored: Model = Answer
  /// What listeners, watchers and delegates are told.
  associatedtype Notification: Model = NoModel
  /// What is logged.
  associatedtype LogLine: Model = NoModel

  /// The chapters whose scenarios are made of these actions: those of the list, where no others are named.
  static var chapters: [Chapter<Self>] { get }
  /// What a module and its world must be able to do for this action to be performed.
  var requires: Set<Capability> { get }
  /// The ids of the plain scenarios that show what this action takes for granted of a module. What follows it shows
  /// nothing of another rule while one of them fails.
  var premises: [String] { get }
}

extension ScenarioAction {
  public static var chapters: [Chapter<Self>] { Chapters.all.compactMap { $0 as? Chapter<Self> } }
  public var premises: [String] { [] }

  /// The action without what it is about: a load is a load, of whatever and by whatever policy.
  package var kind: String { kindOfAction(self) }
}

private func kindOfAction(_ action: Any) -> String {
  let mirror = Mirror(reflecting: action)
  guard mirror.displayStyle == .enum, let child = mirror.children.first else { return "\(action)" }
  let payload = Mirror(reflecting: child.value)
  let isCase = payload.displayStyle == .enum && !payload.children.isEmpty
  return (child.label ?? "") + (isCase ? "." + kindOfAction(child.value) : "")
}

/// What happens in every chapter's world alike.
public enum WorldEvent: Hashable, Sendable, CustomStringConvertible {
  /// Time passes.
  case advance(Duration)
  /// The clock on the wall is set ahead, or back by a negative duration, without any time passing.
  case setClock(by: Duration)
  /// The app ends in order and starts again over what it stored.
  case restart
  /// The app ends in order, and starts again so much later.
  case restartAfter(Duration)
  /// The app's process ends without warning, nothing is closed or flushed, and the app starts again.
  case kill
  /// The app ends, stored files are damaged, and it starts again.
  case damage(Damage, of: DamagedFiles)
  /// Something becomes of requests on their way to the origin, where there is one.
  case requests(Holding)
  /// The calls of a name that were begun return.
  case finish(String)

  /// What a module and its world must be able to do.
  package var requires: Set<Capability> {
    switch self {
    case .advance, .setClock, .restartAfter: [.virtualTime]
    case .restart, .damage, .requests, .finish: []
    case .kill: [.kill]
    }
  }

  /// Whether a run of the app ends, so that what is there afterwards is what was stored.
  package var endsARun: Bool {
    switch self {
    case .advance, .setClock, .requests, .finish: false
    case .restart, .restartAfter, .kill, .damage: true
    }
  }

  public var description: String {
    switch self {
    case .advance(let duration): "\(duration.inWords) pass"
    case .setClock(let duration):
      duration < .zero
        ? "the clock is set back by \((.zero - duration).inWords)" : "the clock is set ahead by \(duration.inWords)"
    case .restart: "the app restarts"
    case .restartAfter(let duration): "the app ends, and starts again \(duration.inWords) later"
    case .kill: "the app is killed and starts again"
    case .damage(let damage, of: .all): "stored copies are \(damage) while the app does not run"
    case .damage(let damage, of: .largest): "the largest stored file is \(damage) while the app does not run"
    case .damage(let damage, of: .others):
      "every stored file but the largest is \(damage) while the app does not run"
    case .requests(let holding): "\(holding)"
    case .finish(let name): "\(name) returns"
    }
  }
}

/// An action that can be what happens in every chapter's world alike.
public protocol WorldAction: ScenarioAction {
  /// The action for such an event.
  static func world(_ event: WorldEvent) -> Self
  /// The event, where the action is one.
  var worldEvent: WorldEvent? { get }
  /// The ids of the plain scenarios that show that what is stored outlives a run.
  static var survival: [String] { get }
}

extension WorldAction {
  public static var survival: [String] { [] }
  public var requires: Set<Capability> { worldEvent?.requires ?? [] }
  public var premises: [String] { worldEvent?.endsARun == true ? Self.survival : [] }

  /// Time passes.
  package static func advance(_ duration: Duration) -> Self { .world(.advance(duration)) }
  /// The clock on the wall is set, without any time passing.
  package static func setClock(by duration: Duration) -> Self { .world(.setClock(by: duration)) }
  /// The app restarts.
  package static var restart: Self { .world(.restart) }
  /// The app ends, and starts again so much later.
  package static func restart(after duration: Duration) -> Self { .world(.restartAfter(duration)) }
  /// The app is killed, and starts again.
  package static var kill: Self { .world(.kill) }
  /// Stored files are damaged while the app does not run.
  package static func damage(_ damage: Damage, of files: DamagedFiles = .all) -> Self {
    .world(.damage(damage, of: files))
  }
  /// Something becomes of requests on their way to the origin.
  package static func requests(_ holding: Holding) -> Self { .world(.requests(holding)) }
  /// The calls of a name that were begun return.
  package static func finish(_ name: String) -> Self { .world(.finish(name)) }
}

/// What becomes of requests on their way to an origin: how overlapping work is tried without luck.
public enum Holding: Hashable, Sendable, CustomStringConvertible {
  /// From now on requests are held.
  case hold
  /// So many are held at once: the scenario goes on when that has come about.
  case awaitHeld(Int)
  /// So many are held at once, or fewer because a client joins requests or makes them one by one: then the step fails, a
  /// moment of real time later.
  case awaitHeldUnlessJoined(Int)
  /// The longest held request is answered.
  case releaseOldest
  /// The newest held request is answered.
  case releaseNewest
  /// All that are held are answered, and no more are held.
  case releaseAll
  /// Later requests are answered at once; those that are held stay.
  case holdNoMore

  public var description: String {
    switch self {
    case .hold: "hold requests"
    case .awaitHeld(let count): "\(count) request\(count == 1 ? " is" : "s are") held"
    case .awaitHeldUnlessJoined(let count): "\(count) requests are held, or fewer that are joined"
    case .releaseOldest: "answer the oldest request"
    case .releaseNewest: "answer the newest request"
    case .releaseAll: "answer every request"
    case .holdNoMore: "hold no more requests"
    }
  }
}

/// One way in which a step may come out.
public struct Outcome<Action: ScenarioAction>: Hashable, Sendable, CustomStringConvertible {
  /// A name for it, recorded where a step allows several.
  public let name: String
  /// What is then observed. Aspects that none of these mention are not judged.
  public let expectations: [Expectation<Action>]

  /// Names a way in which a step may come out.
  package init(_ name: String, _ expectations: Expectation<Action>...) { self.init(name, expectations) }

  /// Names a way in which a step may come out.
  package init(_ name: String, _ expectations: [Expectation<Action>]) {
    self.name = name
    self.expectations = expectations
  }

  /// Whether an observation is this outcome. A failure that no expectation speaks of never is.
  package func matches(_ observation: Observation<Action>) -> Bool {
    let answerIsJudged = expectations.contains { $0.aspect == .answer }
    if !answerIsJudged, observation.isFailure { return false }
    return expectations.allSatisfy { $0.matches(observation) }
  }

  public var description: String {
    expectations.isEmpty ? "no error" : expectations.map(\.description).joined(separator: ", ")
  }
}

/// An action and what must then be observed.
public struct Step<Action: ScenarioAction>: Hashable, Sendable, CustomStringConvertible {
  /// What happens.
  public let action: Action
  /// How it may come out: one outcome, or several where the documents leave a choice.
  public let outcomes: [Outcome<Action>]

  /// A step with one outcome. Without expectations it only has to raise no error.
  package init(_ action: Action, _ expectations: Expectation<Action>...) {
    self.init(action, expectations)
  }

  /// A step with one outcome.
  package init(_ action: Action, _ expectations: [Expectation<Action>]) {
    self.action = action
    self.outcomes = [Outcome("", expectations)]
  }

  /// A step with several allowed outcomes; the first that fits is recorded by its name.
  package init(_ action: Action, oneOf outcomes: [Outcome<Action>]) {
    self.action = action
    self.outcomes = outcomes
  }

  /// The aspects that any outcome speaks of.
  package var judgedAspects: Set<Aspect> {
    outcomes.reduce(into: []) { aspects, outcome in
      for expectation in outcome.expectations { aspects.insert(expectation.aspect) }
    }
  }

  /// What is expected, in words.
  package var expected: String {
    outcomes.map { outcomes.count == 1 ? "\($0)" : "\($0.name): \($0)" }.joined(separator: " | ")
  }

  public var description: String { judgedAspects.isEmpty ? "\(action)" : "\(action) ⇒ \(expected)" }
}

extension Duration {
  /// The duration in words: `24 h`, `4 min 59 s`, `1 ms`.
  package var inWords: String {
    let (seconds, attoseconds) = components
    if seconds == Int64.min { return "the least there is" }
    if seconds == Int64.max { return "the most there is" }
    if self < .zero { return "minus \((.zero - self).inWords)" }
    let parts = [
      (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
      (attoseconds / 1_000_000_000_000_000, "ms"),
    ]
    let text = parts.filter { $0.0 != 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    return text.isEmpty ? "0 s" : text
  }

  package static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
  package static func hours(_ count: Int) -> Duration { .minutes(60 * count) }
  package static func days(_ count: Int) -> Duration { .hours(24 * count) }
}
