/// The things that a run counts.
enum Count: String, CaseIterable {
  case corruptions, kills
  case acknowledged = "acknowledged steps"
  case right = "right answers"
  case misses, errors
  case wrong = "wrong answers"
  case lost = "lost writes"
  case stuck = "stuck stores"
  case crashes, hangs

  /// Whether a single occurrence fails the run.
  var isFailure: Bool { [.wrong, .lost, .stuck, .crashes, .hangs].contains(self) }
}

/// The counts, and descriptions of the findings.
struct Tally: Equatable {
  private var counts: [Count: Int] = [:]
  private(set) var findings: [String] = []

  subscript(count: Count) -> Int {
    get { counts[count] ?? 0 }
    set { counts[count] = newValue }
  }

  /// Counts something that fails the run, and records its description.
  mutating func find(_ count: Count, _ text: String) {
    self[count] += 1
    findings.append("\(count.rawValue): \(text)")
  }

  /// Counts the verdict on an answer.
  mutating func add(_ verdict: Verdict, _ text: @autoclosure () -> String) {
    switch verdict {
    case .right: self[.right] += 1
    case .miss: self[.misses] += 1
    case .error: self[.errors] += 1
    case .wrong: find(.wrong, text())
    case .lost: find(.lost, text())
    }
  }

  /// Adds the counts of another tally, whose findings were already reported.
  mutating func add(_ other: Tally) {
    for (count, number) in other.counts { self[count] += number }
  }

  /// Whether there are no failures.
  var isClean: Bool { Count.allCases.allSatisfy { !$0.isFailure || self[$0] == 0 } }

  /// The summary line. Right answers, misses, errors and failures are always included, other counts only if not zero.
  var line: String {
    Count.allCases.filter { $0.isFailure || $0 == .misses || $0 == .errors || $0 == .right || self[$0] > 0 }
      .map { "\(self[$0]) \($0.rawValue)" }.joined(separator: ", ")
  }

  /// The counts as a line that is sent between processes.
  var message: String { Count.allCases.map { "\(self[$0])" }.joined(separator: " ") }

  init() {}

  /// Parses a message.
  init?(message: some StringProtocol) {
    let numbers = message.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == Count.allCases.count else { return nil }
    for (count, number) in zip(Count.allCases, numbers) where number > 0 { self[count] = number }
  }
}
