import SeededRandom

/// One change to a store, all of it or nothing.
enum Step: Equatable {
  case write([Int])
  case remove([Int])
  case clear
}

/// The changes that a process makes until it is killed: the same for the same seed, without end.
struct StepSequence {
  static let keys = 60
  let seed: Int
  let keysAStep: Int
  /// The keys that go when one is removed.
  let removed: (Int) -> [Int]

  /// The change of this number, which is the version of what it writes as well.
  func step(_ number: Int) -> Step {
    var generator = SeededGenerator(seed, number)
    let keys = (0..<keysAStep).map { _ in generator.number(below: Self.keys) }
    return switch generator.number(below: 100) {
    case 0..<80: .write(keys)
    case 80..<95: .remove(keys)
    default: .clear
    }
  }

  /// The versions by key after the change of this number.
  func state(after number: Int, from state: [Int: Int]) -> [Int: Int] {
    var state = state
    switch step(number) {
    case .write(let keys): for key in keys { state[key] = number }
    case .remove(let keys): for key in keys.flatMap(removed) { state[key] = nil }
    case .clear: state = [:]
    }
    return state
  }
}

/// What is known of a store that a process was killed at.
struct KillLedger {
  let sequence: StepSequence
  /// What every acknowledged change has made of it.
  private(set) var acknowledged: [Int: Int] = [:]
  /// What it is if a change that was begun, and not acknowledged, was made.
  private var begun: [Int: Int]?
  /// The last change of all that was begun.
  private(set) var last = 0
  /// The newest acknowledged clearing: nothing older may be in any file.
  private(set) var cleared = 0

  init(_ sequence: StepSequence) { self.sequence = sequence }

  mutating func begin(_ number: Int) {
    last = number
    begun = sequence.state(after: number, from: acknowledged)
  }

  mutating func acknowledge(_ number: Int) {
    acknowledged = sequence.state(after: number, from: acknowledged)
    begun = nil
    if sequence.step(number) == .clear { cleared = number }
  }

  /// The store was removed.
  mutating func startAnew() { settle([:]) }

  /// The store was read, and is one of what it may be.
  mutating func settle(_ state: [Int: Int]) {
    acknowledged = state
    begun = nil
  }

  /// Judges what a store holds after the kill.
  func verdicts(on state: [Int: Int]) -> [(verdict: Verdict, text: String)] {
    if state == acknowledged || state == begun { return [(.right, "")] }
    return Set(state.keys).union(acknowledged.keys).sorted().compactMap { key in
      let (found, known) = (state[key], acknowledged[key])
      guard found != known else { return nil }
      // What is newer than the last acknowledged change is a part of one that was not made whole.
      let isLost = known.map { found ?? 0 < $0 } ?? false
      let text = "key \(key) is of version \(found ?? 0) in place of \(known ?? 0); the last change begun is \(last)"
      return (isLost ? .lost : .wrong, text)
    }
  }
}
