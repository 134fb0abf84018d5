import CacheSpec

/// One atomic change to a store.
enum Step: Equatable {
  case write([Int])
  case remove([Int])
  case clear
}

/// The endless sequence of changes that a process makes until it is killed. The same seed gives the same changes.
struct StepSequence {
  static let keys = 60
  let seed: Int
  let keysAStep: Int
  /// The keys that are removed along with a key.
  let removed: (Int) -> [Int]

  /// The change with a number, which is also the version of the values it writes.
  func step(_ number: Int) -> Step {
    var generator = SeededGenerator(seed, number)
    let keys = (0..<keysAStep).map { _ in generator.number(below: Self.keys) }
    return switch generator.number(below: 100) {
    case 0..<80: .write(keys)
    case 80..<95: .remove(keys)
    default: .clear
    }
  }

  /// The versions by key after the change with a number.
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

/// What is known about a store whose process was killed.
struct KillLedger {
  let sequence: StepSequence
  /// The versions by key after every acknowledged change.
  private(set) var acknowledged: [Int: Int] = [:]
  /// The versions by key if the change that began, but was not acknowledged, was completed.
  private var begun: [Int: Int]?
  /// The number of the last change that began.
  private(set) var last = 0
  /// The newest acknowledged clearing. No file may contain anything older.
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

  /// Records that the store was removed.
  mutating func startAnew() { settle([:]) }

  /// Records what was read from the store, after it was judged.
  mutating func settle(_ state: [Int: Int]) {
    acknowledged = state
    begun = nil
  }

  /// Judges the contents of a store after the kill.
  func verdicts(on state: [Int: Int]) -> [(verdict: Verdict, text: String)] {
    if state == acknowledged || state == begun { return [(.right, "")] }
    return Set(state.keys).union(acknowledged.keys).sorted().compactMap { key in
      let (found, known) = (state[key], acknowledged[key])
      guard found != known else { return nil }
      // A version newer than the last acknowledged change is a part of a change that was not completed.
      let isLost = known.map { found ?? 0 < $0 } ?? false
      let text = "key \(key) is of version \(found ?? 0) in place of \(known ?? 0); the last change begun is \(last)"
      return (isLost ? .lost : .wrong, text)
    }
  }
}
