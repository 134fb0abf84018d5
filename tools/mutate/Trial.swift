import CacheConformance
import Foundation
import Mutation

/// Holds the copy against scenarios, with one mutant on.
struct Trial: Sendable {
  let worker: Isolation
  let baseline: Baseline
  /// What a scenario may take.
  let timeLimit: Duration
  let folder: URL

  /// How many scenarios run at once: most of what those of a broken module do is wait.
  private static let width = 8

  /// Tries a mutant against the scenarios that reach its place.
  func outcome(of number: Int, _ mutant: Mutant) async throws -> Outcome {
    let cases = baseline.cases(reaching: number, mutant)
    if cases.isEmpty { return .notReached }
    return try await isNoticed(number, by: cases) ? .noticed : .survived
  }

  /// Tries a mutant that is not behind a switch against every scenario.
  func outcomeOfBuild(with mutant: Mutant) async throws -> Outcome {
    try await isNoticed(0, by: baseline.allCases(for: mutant)) ? .noticed : .survived
  }

  /// Whether one of these comes to something else than with no mutant on, or the process ends or hangs.
  private func isNoticed(_ number: Int, by cases: [Case]) async throws -> Bool {
    let own = folder.appendingPathComponent("\(number)")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: own) }
    let worker = try await Worker.start(worker, in: own, environment: [Switchboard.variable: "\(number)"])
    defer { worker.end() }
    var waiting = cases[...]
    var deadlines: [String: ContinuousClock.Instant] = [:]
    while true {
      while deadlines.count < Self.width, let next = waiting.popFirst() {
        worker.judge(next.key, within: timeLimit)
        deadlines[next.key] = .now + timeLimit
      }
      guard let earliest = deadlines.values.min() else { return false }
      switch await worker.next(within: ContinuousClock.now.duration(to: earliest)) {
      case .began, .stepped: continue
      case .judged(let key, let judgement):
        deadlines[key] = nil
        if !baseline.expects(judgement.verdict, of: key) { return true }
      case .ended, .timePassed: return true
      }
    }
  }
}
