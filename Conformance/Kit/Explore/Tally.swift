import CacheSpec

/// Adds up the results of the runs so far.
actor Tally {
  struct Sum: Sendable {
    var runs = 0
    var steps = 0
    /// The faults, each with the first run that shows it and the number of runs that do.
    var faults: [FollowedRun.Fault: (run: Int, count: Int)] = [:]
    var kinds: [String: Int] = [:]
    var pairs: Set<[String]> = []
    var coverage = ModelCoverage()
    var failures: [String: (run: Int, count: Int)] = [:]
  }

  private var next: Int
  private let last: Int
  private(set) var sum = Sum()

  init(from first: Int, to last: Int) { (next, self.last) = (first, last) }

  /// Returns the numbers of the runs to begin, or none if there are no more.
  ///
  /// - Parameters:
  ///   - count: how many to begin at most.
  ///   - isEnding: whether to begin no more runs once a fault is found.
  func begin(_ count: Int, isEnding: Bool) -> Range<Int> {
    if isEnding, !sum.faults.isEmpty { return next..<next }
    let first = next
    next = max(first, min(first + count, last + 1))
    return first..<next
  }

  /// Forgets the faults, because they could not be seen again, and returns whether there were any.
  func passOverFaults() -> Bool {
    defer { sum.faults = [:] }
    return !sum.faults.isEmpty
  }

  /// Adds runs with the kinds of their steps, and returns how many runs and how many different faults there are so far.
  func add(_ numbers: Range<Int>, _ kinds: [[String]], _ followed: FollowedRuns) -> (runs: Int, broken: Int) {
    for (number, (kinds, run)) in zip(numbers, zip(kinds, followed.runs)) {
      add(number, kinds.prefix(run.steps), run)
    }
    sum.coverage.add(followed.coverage)
    return (sum.runs, sum.faults.count)
  }

  private func add(_ number: Int, _ kinds: some Collection<String>, _ run: FollowedRun) {
    sum.runs += 1
    sum.steps += kinds.count
    for fault in run.faults.keys { note(number, &sum.faults[fault]) }
    if let failure = run.failure { note(number, &sum.failures[failure]) }
    for kind in kinds { sum.kinds[kind, default: 0] += 1 }
    for (one, next) in zip(kinds, kinds.dropFirst()) { sum.pairs.insert([one, next]) }
  }

  private func note(_ number: Int, _ noted: inout (run: Int, count: Int)?) {
    noted = (min(noted?.run ?? number, number), (noted?.count ?? 0) + 1)
  }
}
