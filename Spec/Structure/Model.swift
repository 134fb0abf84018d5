/// What some rules of a chapter allow, as a function of what has happened.
///
/// A model keeps only the state that its rules need, and judges only the aspects that its rules are about: whose data
/// is shown, for example, or how old it may be. A chapter may have several; their breaches are joined, their states
/// are independent. A model is written from the statements of the rules and knows no implementation.
public protocol Model<Action>: Sendable {
  /// The actions of the chapter.
  associatedtype Action: ScenarioAction
  /// The part of the past that the rules depend on.
  associatedtype State: Hashable, Sendable

  /// The state of a world in which nothing has happened.
  var start: State { get }
  /// The same for a module that lacks some capabilities, of which less may be demanded. By default, it makes no
  /// difference.
  func start(lacking: Set<Capability>) -> State
  /// Returns every way in which a run may continue with an action. There are several where the documents leave a
  /// choice, or where the observations so far do not show what has happened.
  func continuations(of state: State, on action: Action) -> [Continuation<Action, State>]
}

extension Model {
  public func start(lacking: Set<Capability>) -> State { start }
}

/// One way in which a run may continue with an action.
public struct Continuation<Action: ScenarioAction, State: Hashable & Sendable>: Sendable {
  /// The conditions on what is observed, each with the rule that demands it. An aspect that could not be observed is
  /// not judged.
  let expectations: [Expectation<Action>]
  /// The state after the action, which may depend on what was observed.
  let state: @Sendable (StepObservation<Action>) -> State

  /// Makes a continuation.
  ///
  /// - Parameters:
  ///   - state: the state after the action.
  ///   - expectations: the conditions on what is observed, each with the rule that demands it.
  public init(to state: State, _ expectations: [Expectation<Action>] = []) {
    self.init(expectations) { _ in state }
  }

  /// Makes a continuation whose state depends on what is observed.
  public init(_ expectations: [Expectation<Action>], to state: @escaping @Sendable (StepObservation<Action>) -> State) {
    self.expectations = expectations
    self.state = state
  }
}

extension Continuation {
  /// The same continuation with more expectations.
  public func adding(_ more: [Expectation<Action>]) -> Self { Self(expectations + more, to: state) }

  /// A continuation with other expectations, to the state that a change makes of this one's.
  public func replacing(
    _ expectations: [Expectation<Action>], to change: @escaping @Sendable (State, StepObservation<Action>) -> State
  ) -> Self {
    Self(expectations) { change(state($0), $0) }
  }
}

/// Behaviour of a module that a model does not allow.
public struct Breach: Hashable, Sendable, CustomStringConvertible {
  /// The rules whose demands were not met.
  public let rules: Set<RuleID>
  /// What they demand.
  public let expected: String
  /// What was observed instead.
  public let actual: String

  public var description: String {
    "\(rules.sorted().map(\.text).joined(separator: ", ")): expected \(expected), actual \(actual)"
  }
}

/// A model of any type, ready to follow runs.
///
/// A chapter wraps its models where their types are known, so that the code that follows them is specialized for each
/// type.
public struct AnyModel<Action: ScenarioAction>: Sendable {
  fileprivate typealias Follower = (Action, StepObservation<Action>) -> FollowedStep<Action>

  fileprivate let follower: @Sendable (_ lacking: Set<Capability>) -> Follower

  /// Makes a model ready to follow runs.
  public init(_ model: some Model<Action>) {
    follower = { lacking in
      var states = StateSet(model, lacking)
      return { states.take($0, $1) }
    }
  }
}

/// The models of a chapter while they follow a run. Each keeps all states that agree with what was observed so far. It
/// cannot be copied, because a copy would share the states of the models.
package struct ModelRun<Action: ScenarioAction>: ~Copyable {
  private var followers: [AnyModel<Action>.Follower]
  private let continuesAfterBreach: Bool
  /// The unmet expectations of each breach in the last step.
  package private(set) var unmet: [[Expectation<Action>]] = []
  /// The unmet expectations of other ways that the last step missed by as little.
  package private(set) var unmetOtherwise: [Expectation<Action>] = []
  /// How much has been judged so far, or nil if that is not counted.
  package private(set) var coverage: ModelCoverage?

  /// Starts at the beginning of a run.
  ///
  /// - Parameters:
  ///   - models: the models that follow the run.
  ///   - lacking: what the module lacks.
  ///   - continuesAfterBreach: whether a model that found a breach goes on from the nearest continuation that it allows, so that it
  ///     finds later breaches too. False for exploring, because the state that the model assumes then may be wrong.
  ///   - isCounting: whether what is judged is counted.
  package init(
    _ models: [AnyModel<Action>], lacking: Set<Capability> = [], continuesAfterBreach: Bool = false,
    isCounting: Bool = false
  ) {
    followers = models.map { $0.follower(lacking) }
    self.continuesAfterBreach = continuesAfterBreach
    coverage = isCounting ? ModelCoverage() : nil
  }

  /// Judges an observation, and goes on to the states after the action.
  ///
  /// - Returns: the breaches, in the order of the models. Unless it goes on, a model judges nothing after its first
  ///   breach, because its state is then unknown.
  package mutating func take(_ action: Action, _ observation: StepObservation<Action>) -> [Breach] {
    var breaches: [Breach] = []
    (unmet, unmetOtherwise) = ([], [])
    var judged: Set<Aspect> = []
    for index in followers.indices.reversed() {
      let step = followers[index](action, observation)
      if let breach = step.breach {
        breaches.insert(breach, at: 0)
        unmet.insert(step.unmet, at: 0)
        unmetOtherwise += step.unmetOtherwise
        if !continuesAfterBreach { followers.remove(at: index) }
      }
      if coverage != nil {
        let expectations = step.unmet.isEmpty ? step.met : step.unmet
        for expectation in expectations { judged.insert(expectation.aspect) }
        coverage?.note(expectations.map { $0.rule }, states: step.states)
      }
    }
    coverage?.note(judged, of: Aspect.allCases.filter(observation.has))
    return breaches
  }
}

/// How much of the observed runs the models have judged.
package struct ModelCoverage: Sendable, Codable {
  /// How many steps each rule was judged in.
  package private(set) var rules: [RuleID: Int] = [:]
  /// How many aspects of steps were observed.
  package private(set) var observedAspects = 0
  /// How many of the observed aspects a rule judged.
  package private(set) var judgedAspects = 0
  /// The largest number of states that a model was in at once.
  package private(set) var mostStates = 0
  private var states = 0
  private var followed = 0

  package init() {}

  /// The average number of states that a model was in at once.
  package var averageStates: Double { followed == 0 ? 0 : Double(states) / Double(followed) }

  fileprivate mutating func note(_ judged: [RuleID?], states count: Int) {
    for (index, rule) in judged.enumerated() {
      if let rule, !judged[..<index].contains(rule) { rules[rule, default: 0] += 1 }
    }
    (mostStates, states, followed) = (max(mostStates, count), states + count, followed + 1)
  }

  fileprivate mutating func note(_ judged: Set<Aspect>, of observed: [Aspect]) {
    observedAspects += observed.count
    judgedAspects += observed.count(where: judged.contains)
  }

  /// Adds the counts of other runs.
  package mutating func add(_ other: Self) {
    rules.merge(other.rules, uniquingKeysWith: +)
    observedAspects += other.observedAspects
    judgedAspects += other.judgedAspects
    mostStates = max(mostStates, other.mostStates)
    (states, followed) = (states + other.states, followed + other.followed)
  }
}

/// The result of following a model through one step.
private struct FollowedStep<Action: ScenarioAction> {
  /// The breach, or nil if the model allows the step.
  var breach: Breach?
  /// The expectations that were met, and those that were not.
  var met: [Expectation<Action>]
  var unmet: [Expectation<Action>]
  /// The expectations of other ways that were missed by as little.
  var unmetOtherwise: [Expectation<Action>] = []
  /// How many states agree with what was observed.
  var states: Int
}

/// A model in more states than this, or with more ways to go on from them, judges nothing more of a run: it hardly knows
/// what has happened, and following its states takes seconds a step, in which the module would seem to hang.
private let mostFollowed = (states: 32, ways: 256)

/// The states of a model that agree with what was observed.
private struct StateSet<Followed: Model> {
  let model: Followed
  private var states: [Followed.State]

  init(_ model: Followed, _ lacking: Set<Capability>) {
    self.model = model
    states = [model.start(lacking: lacking)]
  }

  // Closures rather than key paths, because exploring spends most of its time here, and a generic key path is made anew
  // at each use.
  mutating func take(
    _ action: Followed.Action, _ observation: StepObservation<Followed.Action>
  ) -> FollowedStep<Followed.Action> {
    var next: [Followed.State] = []
    var met: [Expectation<Followed.Action>] = []
    var unmet: [(expectations: [Expectation<Followed.Action>], way: Continuation<Followed.Action, Followed.State>)] = []
    for state in states {
      for continuation in model.continuations(of: state, on: action) {
        let judged = continuation.expectations.filter { observation.has($0.aspect) }
        if judged.allSatisfy({ $0.matches(observation) }) {
          next.append(continuation.state(observation))
          met += judged
        } else {
          unmet.append((judged.filter { !$0.matches(observation) }, continuation))
        }
      }
      if next.count + unmet.count > mostFollowed.ways {
        states = []
        return FollowedStep(breach: nil, met: [], unmet: [], states: next.count)
      }
    }
    states = next.once
    if !states.isEmpty {
      let count = states.count
      if count > mostFollowed.states { states = [] }
      return FollowedStep(breach: nil, met: met, unmet: [], states: count)
    }
    // The nearest continuation says what was expected; descriptions break ties. States from a set come in another order
    // in each run, and a report must not depend on that order.
    let breaches = unmet.map { expectations, _ in
      Breach(
        rules: Set(expectations.compactMap { $0.rule }),
        expected: Outcome("", expectations).description,
        actual: observation.description(of: Set(expectations.map { $0.aspect })))
    }
    let cost = { (index: Int) in (unmet[index].expectations.count, breaches[index].description) }
    let nearest = breaches.indices.filter { !breaches[$0].rules.isEmpty }.min { cost($0) < cost($1) }
    states = nearest.map { [unmet[$0].way.state(observation)] } ?? []
    let missed = nearest.map { unmet[$0].expectations } ?? []
    let judged = nearest.map { unmet[$0].way.expectations.filter { observation.has($0.aspect) } } ?? []
    let otherwise = unmet.lazy.map(\.expectations).filter { $0.count == missed.count && $0 != missed }.joined()
    return FollowedStep(
      breach: nearest.map { breaches[$0] }, met: judged.filter { !missed.contains($0) }, unmet: missed,
      unmetOtherwise: Array(otherwise), states: 0)
  }
}

extension Array where Element: Hashable {
  /// The elements without duplicates. Up to eight states are compared rather than hashed, because they share most of
  /// their storage.
  fileprivate var once: [Element] {
    if count > 8 { return Array(Set(self)) }
    return reduce(into: []) { once, element in if !once.contains(element) { once.append(element) } }
  }
}
