import CacheConformance
import CacheConformanceCommand
import Foundation

/// Runs scenarios on the instrumented reference, with one mutant after another active.
///
/// A process is reused for the next mutant if the previous one left nothing under way.
final class Trial {
  let isolation: Isolation
  let baseline: Baseline
  /// The time limit of a scenario.
  let timeLimit: Duration
  private let folder: URL
  private let board: Board
  private var worker: Worker?

  /// The number of concurrent scenarios. It is high, because those of a broken module mostly wait.
  private static let width = 8
  /// How long to wait for the other scenarios under way once a mutant is noticed.
  private static let patience = Duration.milliseconds(200)

  /// - Parameter folder: where workers may put temporary files. The caller removes it.
  init(_ isolation: Isolation, _ baseline: Baseline, timeLimit: Duration, in folder: URL) throws {
    self.isolation = isolation
    self.baseline = baseline
    self.timeLimit = timeLimit
    self.folder = folder
    board = try Board(in: folder)
  }

  deinit { worker?.end() }

  /// Tries a mutant on the scenarios that reach its place.
  func outcome(of number: Int, _ mutant: Mutant) async throws -> Outcome {
    let cases = baseline.cases(reaching: number, mutant)
    if cases.isEmpty { return .notReached }
    let isReachedOnce = baseline.isReachedOnce(number)
    if isReachedOnce { endWorker() }
    try board.choose(number)
    defer { if isReachedOnce { endWorker() } }
    return try await outcome(by: cases, reachedOnce: isReachedOnce)
  }

  /// Tries a mutant without a switch on every scenario.
  func outcomeOfBuild(with mutant: Mutant) async throws -> Outcome {
    endWorker()
    try board.choose(0)
    defer { endWorker() }
    return try await outcome(by: baseline.allCases(for: mutant))
  }

  private func endWorker() {
    worker?.end()
    worker = nil
  }

  /// Tries cases until one does not pass, or the process ends. One that passes and records another outcome than without
  /// a mutant is noted. A case has to do so twice, because once may be by chance, as on a busy machine.
  private func outcome(by cases: [Case], reachedOnce: Bool = false) async throws -> Outcome {
    var waiting = cases[...]
    var outcome = Outcome.survived
    while true {
      switch try await firstNotice(by: &waiting) {
      case nil: return outcome
      case .theEnd: return .noticed
      case .case(let suspect, _):
        if reachedOnce { endWorker() }
        var alone = [suspect][...]
        switch try await firstNotice(by: &alone, within: timeLimit * 2) {
        case nil: break
        case .case(_, hasPassed: true): outcome = .recorded
        case .case, .theEnd: return .noticed
        }
      }
    }
  }

  /// What notices a mutant.
  private enum Notice {
    /// A case with an unexpected verdict, or without a verdict in time.
    case `case`(Case, hasPassed: Bool)
    /// The process ended.
    case theEnd
  }

  /// Runs cases until one notices the mutant, and removes from the list those that are not to be run again.
  private func firstNotice(by waiting: inout ArraySlice<Case>, within limit: Duration? = nil) async throws -> Notice? {
    let limit = limit ?? timeLimit
    let worker =
      if let worker { worker } else {
        try await Worker.start(board.shared(with: isolation), in: folder)
      }
    self.worker = worker
    var underWay: [String: (case: Case, deadline: ContinuousClock.Instant)] = [:]
    while true {
      while underWay.count < Self.width, let next = waiting.popFirst() {
        worker.judge(next.key, within: limit)
        underWay[next.key] = (next, .now + limit)
      }
      guard let earliest = underWay.values.min(by: { $0.deadline < $1.deadline }) else { return nil }
      switch await worker.next(within: ContinuousClock.now.duration(to: earliest.deadline)) {
      case .began, .stepped, .followed: continue
      case .judged(let key, let verdict, _):
        guard let judged = underWay.removeValue(forKey: key), !baseline.expects(verdict, of: key) else { continue }
        waiting += underWay.values.map(\.case)
        if await !ends(Set(underWay.keys), in: worker) { endWorker() }
        return .case(judged.case, hasPassed: verdict.kind == .passed)
      case .timePassed:
        underWay[earliest.case.key] = nil
        waiting += underWay.values.map(\.case)
        endWorker()
        return .case(earliest.case, hasPassed: false)
      case .ended:
        endWorker()
        return .theEnd
      }
    }
  }

  /// Waits for the cases that are under way, and returns whether all of them have ended in time.
  private func ends(_ keys: Set<String>, in worker: Worker) async -> Bool {
    var underWay = keys
    let deadline = ContinuousClock.now + Self.patience
    while !underWay.isEmpty {
      switch await worker.next(within: ContinuousClock.now.duration(to: deadline)) {
      case .began, .stepped, .followed: continue
      case .judged(let key, _, _): underWay.remove(key)
      case .ended, .timePassed: return false
      }
    }
    return true
  }
}
