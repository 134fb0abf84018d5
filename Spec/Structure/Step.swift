/// An action of the world or the app. Each chapter has one small enum, so that steps can be printed, replayed and sent.
public protocol ScenarioAction: Hashable, Sendable, CustomStringConvertible {
  /// The answers to callers.
  associatedtype Answer: ObservedValue
  /// The requests to origins.
  associatedtype Request: ObservedValue
  /// The stored values.
  associatedtype Stored: ObservedValue = Answer
  /// The notifications to listeners, watchers and delegates.
  associatedtype Notification: ObservedValue = NoValue
  /// The logged lines.
  associatedtype LogLine: ObservedValue = NoValue

  /// The chapters whose scenarios consist of these actions. By default, those in the list of all chapters.
  static var chapters: [Chapter<Self>] { get }
  /// The capabilities that this action requires of a module and its world.
  var requires: Set<Capability> { get }
  /// What scenarios of these actions take for granted, the most basic first.
  static var premises: [Premise<Self>] { get }
  /// Draws random runs of these actions for exploring, or nil if none are drawn.
  static var draw: (any Draw<Self>)? { get }
}

extension ScenarioAction {
  public static var chapters: [Chapter<Self>] { Chapters.all.compactMap { $0 as? Chapter<Self> } }
  public static var premises: [Premise<Self>] { [] }
  public static var draw: (any Draw<Self>)? { nil }

  /// The action without its arguments: every load is of the same kind, whatever it loads and with whatever policy.
  package var kind: String { kindOfAction(self) }
}

private func kindOfAction(_ action: Any) -> String {
  let mirror = Mirror(reflecting: action)
  guard mirror.displayStyle == .enum, let child = mirror.children.first else { return "\(action)" }
  let payload = Mirror(reflecting: child.value)
  let isCase = payload.displayStyle == .enum && !payload.children.isEmpty
  return (child.label ?? "") + (isCase ? "." + kindOfAction(child.value) : "")
}

/// What some actions take for granted, and the plain scenario that shows it.
///
/// While that scenario fails, what follows such an action shows nothing about other rules, except about the rules of
/// the premises that are listed before this one. What was observed may show the opposite: where the rule of the premise
/// was kept in every step, and demands something of what is wrong in the last, the failure comes from another.
public struct Premise<Action: ScenarioAction>: Sendable {
  /// The id of the scenario.
  package let scenario: String
  /// Whether some actions, in their order, take it for granted.
  package let isNeeded: @Sendable ([Action]) -> Bool

  private init(_ scenario: String, ofRuns isNeeded: @escaping @Sendable ([Action]) -> Bool) {
    self.scenario = scenario
    self.isNeeded = isNeeded
  }

  /// Makes a premise of the actions for which a closure returns true, whatever comes before them.
  public init(_ scenario: String, by isNeeded: @escaping @Sendable (Action) -> Bool) {
    self.init(scenario, ofRuns: { $0.contains(where: isNeeded) })
  }

  /// A premise of runs for which a closure returns true.
  public static func inRuns(_ scenario: String, where isNeeded: @escaping @Sendable ([Action]) -> Bool) -> Self {
    Self(scenario, ofRuns: isNeeded)
  }
}

extension Premise where Action: WorldAction {
  /// The premise that stored data survives the end of a run of the app, as this scenario shows.
  public static func survival(_ scenario: String) -> Self { Self(scenario) { $0.worldEvent?.endsARun == true } }
}

extension ScenarioAction {
  /// The ids of the scenarios that show what some actions take for granted, in the order of the premises.
  ///
  /// - Parameters:
  ///   - actions: the actions of a run, in their order.
  ///   - rule: the list ends before a premise of this rule, because only more basic premises can block it.
  package static func premises(of actions: [Self], before rule: RuleID?) -> [String] {
    premises.prefix { RuleID(ofScenario: $0.scenario) != rule }.filter { $0.isNeeded(actions) }.map(\.scenario)
  }
}

extension Scenario {
  /// The ids of the scenarios that show what this scenario takes for granted in the last of its first steps.
  ///
  /// - Parameter count: the number of steps, with those of the fixture.
  package func premises(inSteps count: Int) -> [String] {
    let steps = (fixture.steps + steps).prefix(count)
    return premises(of: steps) + (steps.last?.premises ?? [])
  }

  /// The ids of the scenarios that show what its actions take for granted.
  package var premisesOfActions: [String] { premises(of: (fixture.steps + steps)[...]) }

  private func premises(of steps: ArraySlice<Step<Action>>) -> [String] {
    Action.premises(of: steps.map(\.action), before: rule)
  }
}

/// The events that are the same in every chapter's world.
public enum WorldEvent: Hashable, Sendable, CustomStringConvertible {
  /// Time passes.
  case advance(Duration)
  /// The wall clock is set ahead, or back by a negative duration, without any time passing.
  case setClock(by: Duration)
  /// The app ends normally, and starts again with what it stored.
  case restart
  /// The app ends normally, and starts again after a duration.
  case restartAfter(Duration)
  /// The app's process ends without warning, without closing or flushing anything, and the app starts again.
  case kill
  /// The app ends, stored files are damaged, and it starts again.
  case damage(Damage, of: DamagedFiles)
  /// Requests on their way to the origin are held or released, if the chapter has an origin.
  case requests(Holding)
  /// The app no longer wants the pending calls with this name, which return or throw.
  case cancel(String)
  /// The pending calls with this name return.
  case finish(String)

  /// The capabilities that the event requires of a module and its world.
  public var requires: Set<Capability> {
    switch self {
    case .advance, .setClock, .restartAfter: [.virtualTime]
    case .restart, .damage, .requests, .cancel, .finish: []
    case .kill: [.kill]
    }
  }

  /// Whether a run of the app ends, so that only stored values remain.
  public var endsARun: Bool {
    switch self {
    case .advance, .setClock, .requests, .cancel, .finish: false
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
    case .cancel(let name): "cancel \(name)"
    case .finish(let name): "\(name) returns"
    }
  }
}

/// An action that can be one of the events that every chapter's world has.
public protocol WorldAction: ScenarioAction {
  /// The action for an event.
  static func world(_ event: WorldEvent) -> Self
  /// The event, if the action is one.
  var worldEvent: WorldEvent? { get }
}

extension WorldAction {
  public var requires: Set<Capability> { worldEvent?.requires ?? [] }

  /// Time passes.
  public static func advance(_ duration: Duration) -> Self { .world(.advance(duration)) }
  /// The wall clock is set, without any time passing.
  public static func setClock(by duration: Duration) -> Self { .world(.setClock(by: duration)) }
  /// The app restarts.
  public static var restart: Self { .world(.restart) }
  /// The app ends, and starts again after a duration.
  public static func restart(after duration: Duration) -> Self { .world(.restartAfter(duration)) }
  /// The app is killed, and starts again.
  public static var kill: Self { .world(.kill) }
  /// Stored files are damaged while the app does not run.
  public static func damage(_ damage: Damage, of files: DamagedFiles = .all) -> Self {
    .world(.damage(damage, of: files))
  }
  /// Requests on their way to the origin are held, waited for or released.
  public static func requests(_ holding: Holding) -> Self { .world(.requests(holding)) }
  /// The pending calls with this name are cancelled.
  public static func cancelCall(_ name: String) -> Self { .world(.cancel(name)) }
  /// The pending calls with this name return.
  public static func finish(_ name: String) -> Self { .world(.finish(name)) }
}

/// Holding and releasing requests on their way to an origin, so that overlapping work is tested deterministically.
public enum Holding: Hashable, Sendable, CustomStringConvertible {
  /// Requests are held from now on.
  case hold
  /// Waits until this many requests are held at once.
  case awaitHeld(Int)
  /// Waits until this many requests are held at once. If fewer are held, because a client joins requests or makes them
  /// one after another, the step fails after a moment of real time.
  case awaitHeldUnlessJoined(Int)
  /// The request that was held first is answered.
  case releaseOldest
  /// The request that was held last is answered.
  case releaseNewest
  /// All held requests are answered, and no more are held.
  case releaseAll
  /// Later requests are answered at once. Those that are held stay held.
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

/// One possible outcome of a step.
public struct Outcome<Action: ScenarioAction>: Hashable, Sendable, CustomStringConvertible {
  /// Its name, which is recorded if a step allows several.
  public let name: String
  /// The conditions on what is observed. Aspects that no outcome of the step mentions are not judged.
  public let expectations: [Expectation<Action>]

  /// Makes an outcome.
  public init(_ name: String, _ expectations: Expectation<Action>...) { self.init(name, expectations) }

  /// Makes an outcome.
  public init(_ name: String, _ expectations: [Expectation<Action>]) {
    self.name = name
    self.expectations = expectations
  }

  /// Whether an observation is this outcome. A failure never is, unless an expectation is about the answer.
  package func matches(_ observation: Observation<Action>) -> Bool {
    !isUnexpectedFailure(observation) && expectations.allSatisfy { $0.matches(observation) }
  }

  /// The rules whose demands an observation does not meet, each once; nil stands for the rule of the step.
  fileprivate func brokenRules(in observation: Observation<Action>) -> Set<RuleID?> {
    let unmet = expectations.filter { !$0.matches(observation) }.map(\.rule)
    return Set(isUnexpectedFailure(observation) ? unmet + [nil] : unmet)
  }

  private func isUnexpectedFailure(_ observation: Observation<Action>) -> Bool {
    observation.isFailure && !expectations.contains { $0.aspect == .answer }
  }

  public var description: String {
    // An expectation that several rules demand is printed once.
    var phrases: [String] = []
    for phrase in expectations.map(\.description) where !phrases.contains(phrase) { phrases.append(phrase) }
    return phrases.isEmpty ? "no error" : phrases.joined(separator: ", ")
  }
}

/// An action, what must be observed after it, and the rule that demands it.
public struct Step<Action: ScenarioAction>: Hashable, Sendable, CustomStringConvertible {
  /// The action.
  public let action: Action
  /// The allowed outcomes: one, or several if the documents leave a choice; none if nothing is judged.
  public private(set) var outcomes: [Outcome<Action>]
  /// The rule that demands the expectations that name no rule of their own. Nil stands for the rule of the scenario, or
  /// of the fixture's stage, that contains the step.
  package private(set) var rule: RuleID?

  /// The same step, demanded by this rule in whichever scenario it is used.
  public func demanded(by rule: RuleID) -> Self {
    var copy = self
    copy.rule = rule
    return copy
  }

  /// The ids of the scenarios that show what this step takes for granted, beside the premises of its actions.
  package private(set) var premises: [String] = []

  /// The same step, which takes for granted what plain scenarios show: while one of them fails, that explains why this
  /// step's expectations are not met, whatever was observed before.
  ///
  /// - Parameter scenarios: the ids of the scenarios, with their rows.
  public func resting(on scenarios: String...) -> Self {
    var copy = self
    copy.premises += scenarios
    return copy
  }

  /// The same step, which demands more in each of its outcomes.
  func with(_ more: [Expectation<Action>]) -> Self {
    var copy = self
    copy.outcomes = outcomes.map { Outcome($0.name, $0.expectations + more) }
    return copy
  }

  /// Makes a step with one outcome. Without expectations, the only condition is that it raises no error.
  public init(_ action: Action, _ expectations: Expectation<Action>...) {
    self.init(action, expectations)
  }

  /// Makes a step with one outcome.
  public init(_ action: Action, _ expectations: [Expectation<Action>]) {
    self.action = action
    self.outcomes = [Outcome("", expectations)]
  }

  /// Makes a step with several allowed outcomes. The name of the first that matches is recorded.
  public init(_ action: Action, oneOf outcomes: [Outcome<Action>]) {
    self.action = action
    self.outcomes = outcomes
  }

  /// Makes a step of which nothing is judged, not even whether it raises an error.
  public static func unjudged(_ action: Action) -> Self { Self(action, oneOf: []) }

  /// The aspects that its outcomes have expectations for.
  package var judgedAspects: Set<Aspect> {
    outcomes.reduce(into: []) { aspects, outcome in
      for expectation in outcome.expectations { aspects.insert(expectation.aspect) }
    }
  }

  /// The rules that an observation breaks, if it matches none of the outcomes.
  ///
  /// The observation is compared with the outcome by which it breaks the fewest rules, if possible not the rule under
  /// test. Of several such outcomes, the first counts.
  ///
  /// - Parameters:
  ///   - observation: what was observed.
  ///   - rule: the rule of the scenario or of the fixture's stage.
  package func brokenRules(in observation: Observation<Action>, of rule: RuleID) -> Set<RuleID> {
    let broken = outcomes.map { outcome in Set(outcome.brokenRules(in: observation).map { $0 ?? self.rule ?? rule }) }
    let cost = { (rules: Set<RuleID>) in (rules.contains(rule) ? 1 : 0, rules.count) }
    return broken.min { cost($0) < cost($1) } ?? []
  }

  /// The aspects in which an observation differs from an outcome.
  package func unmetAspects(in observation: Observation<Action>) -> Set<Aspect> {
    Set(outcomes.flatMap(\.expectations).filter { !$0.matches(observation) }.map(\.aspect))
      .union(observation.isFailure ? [.answer] : [])
  }

  /// A description of what is expected.
  package var expected: String {
    outcomes.map { outcomes.count == 1 ? "\($0)" : "\($0.name): \($0)" }.joined(separator: " | ")
  }

  public var description: String { judgedAspects.isEmpty ? "\(action)" : "\(action) ⇒ \(expected)" }
}

extension Duration {
  /// The duration in words: `1 d`, `4 min 59 s`, `1 ms`.
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
