/// An action of the world or the app. Each chapter has one small enum, so that steps can be printed, replayed and sent. It
/// is `indirect`: the tables copy it thousands of times, and the compiler makes a tenth less code of one that is a reference.
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

  /// The chapters whose scenarios consist of these actions, for a module that names none; by default, none.
  static var chapters: [Chapter<Self>] { get }
  /// The capabilities that this action requires of a module and its world.
  var requires: Set<Capability> { get }
  /// The capabilities that it requires in addition where it has to fail; by default, none.
  var requiresToFail: Set<Capability> { get }
  /// Draws random runs of these actions for exploring, or nil if none are drawn.
  static var draw: (any Draw<Self>)? { get }
}

extension ScenarioAction {
  public var requiresToFail: Set<Capability> { [] }
  public static var chapters: [Chapter<Self>] { [] }
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
  package func matches(_ observation: StepObservation<Action>) -> Bool {
    !isUnexpectedFailure(observation) && expectations.allSatisfy { $0.matches(observation) }
  }

  /// The rules whose demands an observation does not meet, each once; nil stands for the rule of the step.
  fileprivate func brokenRules(in observation: StepObservation<Action>) -> Set<RuleID?> {
    let unmet = expectations.filter { !$0.matches(observation) }.map(\.rule)
    return Set(isUnexpectedFailure(observation) ? unmet + [nil] : unmet)
  }

  private func isUnexpectedFailure(_ observation: StepObservation<Action>) -> Bool {
    observation.isFailure && !expectations.contains { $0.aspect == .answer }
  }

  public var description: String {
    // What several rules demand is printed once, and not at all beside a demand that implies it.
    let told = expectations.indices.filter { index in
      !expectations.indices.contains { other in
        other != index && expectations[other].implies(expectations[index])
          && (other < index || !expectations[index].implies(expectations[other]))
      }
    }
    return told.isEmpty ? "no error" : told.map { expectations[$0].description }.joined(separator: ", ")
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
  /// The ids of the scenarios that show what it takes for granted, beside the premises of its action.
  package private(set) var premises: [String] = []
  /// The capabilities that it requires in addition to those of its action.
  package private(set) var needs: Set<Capability> = []

  /// The capabilities that it requires of a module and its world.
  package var requires: Set<Capability> {
    let fails = outcomes.contains { $0.expectations.contains(where: \.isOfFailure) }
    return needs.union(action.requires).union(fails ? action.requiresToFail : [])
  }

  /// The same step, demanded by this rule in whichever scenario it is used.
  public func demanded(by rule: RuleID) -> Self {
    var copy = self
    copy.rule = rule
    return copy
  }

  /// The same step, which takes for granted what plain scenarios show: while one of them fails, that explains why this
  /// step's expectations are not met, whatever was observed before.
  ///
  /// - Parameter scenarios: the ids of the scenarios, with their rows.
  public func premise(_ scenarios: String...) -> Self {
    var copy = self
    copy.premises += scenarios
    return copy
  }

  /// The same step, which requires more of a module than its action does: what it answers, the documents oblige no module
  /// to have. One that answers nothing shows to lack them, though it does not declare that.
  package func needing(_ capabilities: Set<Capability>) -> Self {
    var copy = self
    copy.needs.formUnion(capabilities)
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
  package func brokenRules(in observation: StepObservation<Action>, of rule: RuleID) -> Set<RuleID> {
    nearestOutcome(to: observation, of: rule).map { brokenRules(of: $0, in: observation, of: rule) } ?? []
  }

  /// The outcome by which an observation breaks the fewest rules, if possible not the rule of the scenario.
  func nearestOutcome(to observation: StepObservation<Action>, of rule: RuleID) -> Outcome<Action>? {
    let cost = { (outcome: Outcome<Action>) in
      let rules = brokenRules(of: outcome, in: observation, of: rule)
      let unmet = outcome.expectations.filter { !$0.matches(observation) }
      let farthest = observation.symptoms(unmet: unmet).count { $0.difference != .other }
      return (rules.contains(rule) ? 1 : 0, rules.count, unmet.count, farthest)
    }
    return outcomes.min { cost($0) < cost($1) }
  }

  private func brokenRules(
    of outcome: Outcome<Action>, in observation: StepObservation<Action>, of rule: RuleID
  ) -> Set<RuleID> {
    Set(outcome.brokenRules(in: observation).map { $0 ?? self.rule ?? rule })
  }

  /// A description of what is expected.
  package var expected: String {
    outcomes.map { outcome in
      let phrase = outcome.description
      return outcomes.count == 1 || outcome.name == phrase ? phrase : "\(outcome.name): \(phrase)"
    }.joined(separator: " | ")
  }

  public var description: String { judgedAspects.isEmpty ? "\(action)" : "\(action) ⇒ \(expected)" }
}

extension Int {
  /// The number with a noun: `1 scenario`, `2 scenarios`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
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

  /// The duration as a person says it: `61 s`, `2 h`, `10 days`, or in years if it is longer than one.
  package var spoken: String {
    let (seconds, attoseconds) = components
    let (day, year): (Int64, Int64) = (86_400, 31_557_600)
    if attoseconds != 0, seconds < 60 { return "\(Double(seconds) + Double(attoseconds) / 1e18) s" }
    if attoseconds == 0, (0...600).contains(seconds) { return "\(seconds) s" }
    if seconds >= 365 * day { return Int((Double(seconds) / Double(year)).rounded()).counted("year") }
    if seconds >= 2 * day, seconds % day == 0 { return Int(seconds / day).counted("day") }
    return inWords
  }

  package static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
  package static func hours(_ count: Int) -> Duration { .minutes(60 * count) }
  package static func days(_ count: Int) -> Duration { .hours(24 * count) }
}
