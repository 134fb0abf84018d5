/// Draws random runs of a chapter's actions for exploring.
///
/// The next action depends on the actions before it, and on nothing that was observed, so that a seed draws the same
/// run for every module. A draw keeps enough of the past to reach interesting states: which calls have begun, which
/// requests are held, how old a copy is.
public protocol Draw<Action>: Sendable {
  /// The actions of the chapter.
  associatedtype Action: ScenarioAction

  /// The actions that may come next, with their weights. Never empty.
  var choices: [Choice<Action>] { get }
  /// Updates the choices after an action, which was one of them.
  mutating func note(_ action: Action)
}

extension Draw {
  /// Values of which some are drawn seldom, because they take long.
  package static func seldom<Value>(_ few: [Value], among many: [Value]) -> [Value] {
    Array(repeating: many, count: 4).flatMap(\.self) + few
  }

  /// Times of every order of magnitude, none of them round: an age that a cache knows and no document names may lie
  /// between any two of them.
  package static var oddTimes: [Duration] {
    [
      .milliseconds(3), .milliseconds(70), .milliseconds(900), .milliseconds(8_300), .milliseconds(61_700),
      .minutes(13) + .milliseconds(1), .hours(3) + .milliseconds(250), .hours(30), .days(12), .days(32), .days(400),
    ]
  }
}

/// A kind of action that may come next, with the possible values of its parameters.
public struct Choice<Action: ScenarioAction>: Sendable {
  /// Its name, unique within its draw.
  @usableFromInline package let name: String
  /// How often it is drawn, relative to the other choices of the draw.
  @usableFromInline let weight: Int
  /// The number of possible values of each parameter of the action.
  @usableFromInline let sizes: [Int]
  /// Makes the action from the index of each parameter's value.
  @usableFromInline let action: @Sendable ([Int]) -> Action
  /// The names of the choices that it includes.
  private(set) var parts: [String] = []

  /// Makes a choice.
  ///
  /// - Parameters:
  ///   - name: its name, unique within its draw.
  ///   - weight: how often it is drawn, relative to the other choices.
  ///   - values: the values of each parameter, simplest first, because a run is reported with the simplest values that
  ///     still show the breach.
  ///   - action: makes the action.
  // Inlinable, because choices are made at every step, and looking up the types of their values takes longer.
  @inlinable
  public init<each Value: Sendable>(
    _ name: String, _ weight: Int, _ values: repeat [each Value],
    action: @escaping @Sendable (repeat each Value) -> Action
  ) {
    self.name = name
    self.weight = weight
    var sizes: [Int] = []
    for list in repeat each values { sizes.append(list.count) }
    self.sizes = sizes
    self.action = { numbers in
      var next = numbers.makeIterator()
      return action(repeat (each values)[next.next() ?? 0])
    }
  }
}

extension Choice {
  /// The choice, allowed and never drawn.
  package var undrawn: Self { Self(name: name, weight: 0, sizes: sizes, action: action) }

  private init(name: String, weight: Int, sizes: [Int], action: @escaping @Sendable ([Int]) -> Action) {
    (self.name, self.weight, self.sizes, self.action) = (name, weight, sizes, action)
  }

  /// The same choice, which includes what others do: a kill ends a run as a restart does. A run that fails with such a
  /// part in its place does not fail by the rest. The part has the same values, or its simplest.
  package func including(_ parts: String...) -> Self {
    var choice = self
    choice.parts = parts
    return choice
  }
}

/// An action that was drawn: the name of the choice, and the index of the value of each parameter.
package struct DrawnStep: Hashable, Sendable {
  package let choice: String
  package var values: [Int]

  package init(choice: String, values: [Int]) {
    self.choice = choice
    self.values = values
  }
}

/// A run that was drawn.
package struct DrawnRun<Action: ScenarioAction>: Sendable {
  /// The steps that were drawn, in order.
  package private(set) var steps: [DrawnStep] = []
  /// The actions that the steps stand for.
  package private(set) var actions: [Action] = []
  /// The seed for the order of jobs that are ready at the same time; zero keeps the order in which they became ready.
  /// It has an effect only in a process that follows one run at a time.
  package private(set) var schedule = 0
  /// The names of the choices that each step includes.
  private var parts: [[String]] = []
  private let start: any Draw<Action>
  private var draw: any Draw<Action>

  /// A run of no steps.
  package init(_ draw: any Draw<Action>) { (start, self.draw) = (draw, draw) }

  /// Makes the run of these steps, or nil if one of them may not come where it stands.
  package init?(_ draw: any Draw<Action>, _ steps: [DrawnStep], schedule: Int = 0) {
    self.init(draw, possible: steps, schedule: schedule)
    if self.steps.count < steps.count { return nil }
  }

  /// Makes the run of those of these steps that may come where they stand.
  private init(_ draw: any Draw<Action>, possible steps: [DrawnStep], schedule: Int) {
    self.init(draw)
    self.schedule = schedule
    for step in steps {
      guard let choice = self.draw.choices.first(where: { $0.name == step.choice }), choice.has(step.values) else {
        continue
      }
      add(step, choice.action(step.values), choice.parts)
    }
  }

  /// Draws one more step whose action requires none of the lacking capabilities.
  package mutating func drawStep(lacking: Set<Capability>, using random: inout some RandomNumberGenerator) {
    let choices = draw.choices
    // By index, because a copy of a choice for each look at its weight takes as long as making it.
    let weights = choices.indices.reduce(0) { $0 + choices[$1].weight }
    // A choice whose action the module cannot perform is drawn again, because it may have other values.
    for _ in 0..<100 {
      var rest = Int.random(in: 0..<max(1, weights), using: &random)
      let drawn = choices.indices.first { index in
        rest -= choices[index].weight
        return rest < 0
      }
      guard let choice = drawn.map({ choices[$0] }) else { return }
      let values = choice.sizes.map { Int.random(in: 0..<max(1, $0), using: &random) }
      guard choice.has(values) else { continue }
      let action = choice.action(values)
      if action.requires.isDisjoint(with: lacking) {
        return add(DrawnStep(choice: choice.name, values: values), action, choice.parts)
      }
    }
  }

  /// Draws the schedule. Every second run, on average, keeps the order in which jobs become ready.
  package mutating func drawSchedule(using random: inout some RandomNumberGenerator) {
    schedule = max(0, Int.random(in: -999_999...999_999, using: &random))
  }

  private mutating func add(_ step: DrawnStep, _ action: Action, _ parts: [String]) {
    steps.append(step)
    actions.append(action)
    self.parts.append(parts)
    draw.note(action)
  }
}

extension DrawnRun {
  /// The run up to and including this step, counted from 1.
  package func prefix(_ count: Int) -> Self? { with(Array(steps.prefix(count))) }

  private func with(_ steps: [DrawnStep]) -> Self? { Self(start, steps, schedule: schedule) }

  /// The same run with the schedule zero, or nothing if its schedule is zero already.
  package var inOrder: some Sequence<Self> { (schedule == 0 ? nil : Self(start, steps)).map { [$0] } ?? [] }

  /// Shorter runs, each without some consecutive steps: at first without half of all steps, then without one, and in
  /// the end without two that need not be consecutive, as when a network goes and comes back. Later steps are left out
  /// before earlier ones, and with them what may not come without them.
  package var shorter: some Sequence<Self> {
    let sizes = sequence(first: max(1, steps.count / 2)) { $0 > 1 ? $0 / 2 : nil }
    let consecutive = sizes.lazy.flatMap { size in
      stride(from: steps.count - size, through: 0, by: -size).lazy.map { without($0..<$0 + size) }
    }
    // Of a longer run there are too many.
    let pairs = (steps.count > 16 ? 0..<0 : steps.indices).reversed().lazy.flatMap { second in
      (0..<second).reversed().lazy.map { without(second..<second + 1, $0..<$0 + 1) }
    }
    return [AnySequence(consecutive), AnySequence(pairs)].lazy.joined()
  }

  /// The run without some steps: the later ones first.
  private func without(_ ranges: Range<Int>...) -> Self {
    var rest = steps
    for range in ranges { rest.removeSubrange(range) }
    return Self(start, possible: rest, schedule: schedule)
  }

  /// Runs of the same length in which one step does a part of what it did, or one value is simpler.
  package var simpler: some Sequence<Self> {
    let values = steps.indices.lazy.flatMap { step in
      steps[step].values.indices.lazy.flatMap { value in simpler(step, value) }
    }
    return [AnySequence(steps.indices.lazy.flatMap(withParts)), AnySequence(values)].lazy.joined()
  }

  /// Runs without one step, or with a part of one, and the same last action.
  package var withLess: some Sequence<Self> {
    steps.indices.dropLast().lazy.flatMap { [without($0..<$0 + 1)] + withParts(of: $0) }
      .filter { $0.actions.last == actions.last }
  }

  private func withParts(of step: Int) -> [Self] {
    guard !parts[step].isEmpty else { return [] }
    var draw = start
    for action in actions[..<step] { draw.note(action) }
    return draw.choices.filter { parts[step].contains($0.name) }.compactMap { choice in
      var rest = steps
      let values = steps[step].values
      rest[step] = DrawnStep(choice: choice.name, values: choice.has(values) ? values : choice.sizes.map { _ in 0 })
      return with(rest)
    }
  }

  /// Runs in which one value of a step is simpler, the simplest first.
  private func simpler(_ step: Int, _ value: Int) -> [Self] {
    let number = steps[step].values[value]
    let numbers: Set<Int> = [0, number / 2, number - 1]
    return numbers.filter { $0 >= 0 && $0 < number }.sorted().compactMap { number in
      var rest = steps
      rest[step].values[value] = number
      return with(rest)
    }
  }
}

extension Choice {
  /// Whether these are valid indices, one for each parameter.
  fileprivate func has(_ values: [Int]) -> Bool {
    values.count == sizes.count && zip(values, sizes).allSatisfy { (0..<$1).contains($0) }
  }
}
