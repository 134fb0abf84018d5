import CacheSpec

/// Adds up the results of the runs so far.
actor Tally {
  /// Where a fault was seen.
  struct Sighting: Sendable {
    /// The first run that shows it.
    var run: Int
    /// How many of that run's steps were drawn and followed.
    var steps: (drawn: Int, followed: Int)
    /// The number of runs that show it.
    var count: Int
  }

  struct Sum: Sendable {
    var runs = 0
    var steps = 0
    var faults: [Fault: Sighting] = [:]
    var kinds: [String: Int] = [:]
    var pairs: Set<[String]> = []
    var coverage = ModelCoverage()
    var failures: [String: (run: Int, count: Int)] = [:]
    /// The first run that was given up in the middle of a step because the time was up, or nil.
    var cut: Int?
  }

  /// The numbers of the runs that have not begun, or nil if there are no more.
  private var rest: ClosedRange<Int>?
  private(set) var sum = Sum()

  init(from first: Int, to last: Int) { rest = first <= last ? first...last : nil }

  /// Returns the numbers of the runs to begin, or nil if there are no more.
  ///
  /// - Parameters:
  ///   - count: how many to begin at most.
  ///   - isEnding: whether to begin no more runs once a fault is found.
  func begin(_ count: Int, isEnding: Bool) -> ClosedRange<Int>? {
    guard let numbers = rest, !isEnding || sum.faults.isEmpty else { return nil }
    let (first, last) = (numbers.lowerBound, numbers.upperBound)
    // Subtracted rather than added, because the last number may be the greatest there is.
    let isAll = last - first < count
    rest = isAll ? nil : first + count...last
    return isAll ? numbers : first...first + count - 1
  }

  /// How many different faults of this kind there are.
  func countFaults(where isMeant: @Sendable (Fault) -> Bool) -> Int { sum.faults.keys.count(where: isMeant) }

  /// Forgets the faults, because they could not be seen again, and returns whether there were any.
  func passOverFaults() -> Bool {
    defer { sum.faults = [:] }
    return !sum.faults.isEmpty
  }

  /// Adds runs with the kinds of their steps, and returns how many runs and how many different faults there are so far.
  func add(_ numbers: some Sequence<Int>, _ kinds: [[String]], _ followed: FollowedRuns) -> (runs: Int, broken: Int) {
    for (number, (kinds, run)) in zip(numbers, zip(kinds, followed.runs)) {
      add(number, kinds, run)
    }
    sum.coverage.add(followed.coverage)
    return (sum.runs, sum.faults.count)
  }

  private func add(_ number: Int, _ drawn: [String], _ run: FollowedRun) {
    if run.isCut { sum.cut = min(sum.cut ?? number, number) }
    // The time was up before the run had begun, or while it was in a step.
    if run.steps == 0, run.fault == nil, run.failure == nil { return }
    let kinds = drawn.prefix(run.steps)
    // Where a run ended its process is not known unless it was traced.
    let steps = (drawn: drawn.count, followed: run.end == nil ? run.steps : drawn.count)
    sum.runs += 1
    sum.steps += kinds.count
    if let fault = run.fault {
      var noted = sum.faults[fault] ?? Sighting(run: number, steps: steps, count: 0)
      if number < noted.run { (noted.run, noted.steps) = (number, steps) }
      noted.count += 1
      sum.faults[fault] = noted
    }
    if let failure = run.failure {
      let noted = sum.failures[failure] ?? (number, 0)
      sum.failures[failure] = (min(noted.run, number), noted.count + 1)
    }
    for kind in kinds { sum.kinds[kind, default: 0] += 1 }
    for (one, next) in zip(kinds, kinds.dropFirst()) { sum.pairs.insert([one, next]) }
  }
}
