/// How runs of a chapter's actions are drawn that no one wrote down.
///
/// What may come next depends on what was done before, and on nothing that was observed: a seed draws the same run for
/// every module. A draw knows enough of the past to get somewhere: what has begun, what is held, how old a copy is.
public protocol Draw<Action>: Sendable {
  /// The actions of the chapter.
  associatedtype Action: ScenarioAction

  /// What may come next, each with how often; never empty.
  var choices: [Choice<Action>] { get }
  /// Goes on to what may come after an action, which was one of the choices.
  mutating func note(_ action: Action)
}

/// A kind of action that may come next, with the values that it may carry.
public struct Choice<Action: ScenarioAction>: Sendable {
  /// Which choice of its draw it is.
  let name: String
  /// How often it is drawn, relative to the other choices.
  let weight: Int
  /// How many values each parameter of the action may have.
  let sizes: [Int]
  /// The action, by the number of each parameter's value.
  let action: @Sendable ([Int]) -> Action

  /// Makes a choice.
  ///
  /// - Parameters:
  ///   - name: which choice of its draw it is: a name of its own.
  ///   - weight: how often it is drawn, relative to the other choices.
  ///   - values: the values of each parameter, the simplest first, for a run is told with the simplest values that show
  ///     what it shows.
  ///   - action: makes the action.
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

/// An action that was drawn: the name of the choice, and the number of the value of each parameter.
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
  /// What was drawn, in order.
  package private(set) var steps: [DrawnStep] = []
  /// What it comes to.
  package private(set) var actions: [Action] = []
  /// The number by which the order is drawn in which what is ready at the same time goes on; zero for the order in which
  /// it became so. It has an effect only in a process that follows nothing else.
  package private(set) var schedule = 0
  private let start: any Draw<Action>
  private var draw: any Draw<Action>

  /// A run of no steps.
  package init(_ draw: any Draw<Action>) { (start, self.draw) = (draw, draw) }

  /// Makes the run of these steps, or nil if one of them may not come where it stands.
  package init?(_ draw: any Draw<Action>, _ steps: [DrawnStep], schedule: Int = 0) {
    self.init(draw)
    self.schedule = schedule
    for step in steps {
      guard let choice = self.draw.choices.first(where: { $0.name == step.choice }), choice.has(step.values) else {
        return nil
      }
      add(step, choice.action(step.values))
    }
  }

  /// Draws a step more of those that a module and its world can be asked for.
  package mutating func drawStep(lacking: Set<Capability>, using random: inout some RandomNumberGenerator) {
    // What a module lacks is drawn again: a choice may have other values.
    for _ in 0..<100 {
      let choices = draw.choices
      var rest = Int.random(in: 0..<max(1, choices.reduce(0) { $0 + $1.weight }), using: &random)
      guard
        let choice = choices.first(where: {
          rest -= $0.weight; return rest < 0
        })
      else { return }
      let values = choice.sizes.map { Int.random(in: 0..<max(1, $0), using: &random) }
      guard choice.has(values) else { continue }
      let action = choice.action(values)
      if action.requires.isDisjoint(with: lacking) {
        return add(DrawnStep(choice: choice.name, values: values), action)
      }
    }
  }

  /// Draws the schedule: for every second run the order in which things come.
  package mutating func drawSchedule(using random: inout some RandomNumberGenerator) {
    schedule = max(0, Int.random(in: -999_999...999_999, using: &random))
  }

  private mutating func add(_ step: DrawnStep, _ action: Action) {
    steps.append(step)
    actions.append(action)
    draw.note(action)
  }
}

extension DrawnRun {
  /// The same run to this step, counted from 1.
  package func prefix(_ count: Int) -> Self? { with(Array(steps.prefix(count))) }

  private func with(_ steps: [DrawnStep]) -> Self? { Self(start, steps, schedule: schedule) }

  /// The same run in the order in which things come, or nothing if it has that.
  package var inOrder: some Sequence<Self> { (schedule == 0 ? nil : Self(start, steps)).map { [$0] } ?? [] }

  /// Runs that are shorter by some steps: first by many, then by one, the last ones first.
  package var shorter: some Sequence<Self> {
    let sizes = sequence(first: max(1, steps.count / 2)) { $0 > 1 ? $0 / 2 : nil }
    return sizes.lazy.flatMap { size in
      stride(from: steps.count - size, through: 0, by: -size).lazy.compactMap { first -> Self? in
        var rest = steps
        rest.removeSubrange(first..<first + size)
        return with(rest)
      }
    }
  }

  /// Runs as long, in which one value is simpler.
  package var simpler: some Sequence<Self> {
    steps.indices.lazy.flatMap { step in
      steps[step].values.indices.lazy.flatMap { value in
        let number = steps[step].values[value]
        return Set([0, number / 2, number - 1]).filter { (0..<max(0, number)).contains($0) }.sorted().lazy.compactMap {
          simpler -> Self? in
          var rest = steps
          rest[step].values[value] = simpler
          return with(rest)
        }
      }
    }
  }
}

extension Choice {
  /// Whether there are such values.
  fileprivate func has(_ values: [Int]) -> Bool {
    values.count == sizes.count && zip(values, sizes).allSatisfy { (0..<$1).contains($0) }
  }
}
