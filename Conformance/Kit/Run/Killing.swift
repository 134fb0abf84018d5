import CacheSpec
import Foundation
import SeededRandom

#if os(macOS) || os(Linux)
  /// Holds what a killed app leaves against the scenarios in earnest: a signal ends the process that the module is in, where
  /// the app is killed and in the middle of the change before, and another process goes on over what that one left.
  final class Killing {
    private let isolation: Isolation
    private let timeLimit: Duration
    private let folder: URL
    /// The process in which the app goes on: nothing ends it.
    private var successor: Worker?
    /// The variants, with their chapters, of which no process can go on with what another left.
    private var lost: Set<String> = []

    init(_ isolation: Isolation, timeLimit: Duration, in folder: URL) {
      self.isolation = isolation
      self.timeLimit = timeLimit
      self.folder = folder
    }

    deinit { successor?.end() }

    /// Where in a scenario the signal comes.
    enum Moment: Sendable {
      /// Between two steps, where the app is killed.
      case betweenSteps
      /// So many microseconds after the change before has begun.
      case inChange(after: Int)

      fileprivate var words: String {
        switch self {
        case .betweenSteps: "a signal had ended the process between two steps"
        case .inChange: "a signal had ended the process in the middle of the last change"
        }
      }
    }

    /// How much later than its beginning the signal comes that is to meet a change half-way, in microseconds.
    private static let delays = 0..<1500

    /// When a case is killed: the same each time, and spread over all of them.
    static func moments(of planned: PlannedCase) -> [Moment] {
      guard planned.isKilled else { return [] }
      guard planned.keyWithoutLastChange != nil else { return [.betweenSteps] }
      var generator = SeededGenerator(seed: planned.key.utf8.reduce(1) { $0 &* 31 &+ UInt64($1) })
      return [.betweenSteps, .inChange(after: Int.random(in: Self.delays, using: &generator))]
    }

    /// What a case comes to when it is killed then, or nil where no other process can go on: the module keeps what it stores
    /// in memory that stands for a disk, or its world has an origin over loopback, which has another address there.
    func judgement(of planned: PlannedCase, at moment: Moment) async throws -> Judgement? {
      let kind = "\(planned.variant ?? "") \(planned.scenario.rule.id.chapter)"
      if lost.contains(kind) { return nil }
      let delay: Int? = if case .inChange(let delay) = moment { delay } else { nil }
      guard let remains = try await remains(of: planned.key, .signal(inChangeAfter: delay)) else {
        lost.insert(kind)
        return nil
      }
      let after = try await judgement(of: planned.key, over: remains)
      if after.verdict.kind == .passed { return after }
      if delay != nil, let key = planned.keyWithoutLastChange {
        let before = try await judgement(of: key, over: remains)
        if before.verdict.kind == .passed { return before }
      }
      guard case .violated(let violation) = after.verdict else { return after }
      let expected = violation.expected + (delay == nil ? "" : ", or what was so before the last change")
      let told = Violation(expected: expected, actual: "\(violation.actual), once \(moment.words)")
      return Judgement(verdict: .violated(told), trace: after.trace, isKilledInEarnest: true)
    }

    /// What is left of a process that judges a case until a signal ends it; nil where none does.
    private func remains(of key: String, _ end: SuddenEnd) async throws -> Remains? {
      let worker = try await Worker.start(isolation, in: folder)
      defer { worker.end() }
      worker.judge(key, isTraced: false, within: timeLimit, endingBy: end)
      let deadline = ContinuousClock.now + timeLimit
      while true {
        switch await worker.next(within: ContinuousClock.now.duration(to: deadline)) {
        case .began, .stepped: continue
        case .ended: return worker.remains
        case .judged, .timePassed: return nil
        }
      }
    }

    /// What a case comes to where the app, when it is killed, starts over what another process left.
    private func judgement(of key: String, over remains: Remains) async throws -> Judgement {
      let worker = if let successor { successor } else { try await Worker.start(isolation, in: folder) }
      successor = worker
      worker.judge(key, isTraced: true, within: timeLimit, endingBy: .takingOver(remains))
      let deadline = ContinuousClock.now + timeLimit
      while true {
        switch await worker.next(within: ContinuousClock.now.duration(to: deadline)) {
        case .began, .stepped: continue
        case .judged(let judged, let judgement):
          if judged == key { return judgement }
        case .ended(let how): return failure(.crashed(how: how), of: worker)
        case .timePassed: return failure(.hung(seconds: timeLimit.seconds), of: worker)
        }
      }
    }

    private func failure(_ verdict: Verdict, of worker: Worker) -> Judgement {
      defer {
        worker.end()
        successor = nil
      }
      return Judgement(verdict: verdict, trace: worker.lastTrace, isKilledInEarnest: true)
    }
  }
#endif
