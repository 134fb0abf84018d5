import CacheSpec
import Foundation
import SeededRandom

#if os(macOS) || os(Linux)
  /// Tests what a killed app leaves: a signal ends the module's process where the app is killed and in the middle of
  /// the change before, and another process continues with what was left.
  final class Killing {
    private let isolation: Isolation
    private let timeLimit: Duration
    private let folder: URL
    /// The process that is killed next.
    private var victim: Worker?
    /// The process in which the app continues. Nothing ends it.
    private var successor: Worker?

    init(_ isolation: Isolation, timeLimit: Duration, in folder: URL) {
      self.isolation = isolation
      self.timeLimit = timeLimit
      self.folder = folder
    }

    deinit {
      victim?.end()
      successor?.end()
    }

    /// When in a scenario the signal comes.
    enum Moment: Sendable {
      /// Between two steps, where the app is killed.
      case betweenSteps
      /// This many microseconds after the change before has begun.
      case inChange(after: Int)

      fileprivate var words: String {
        switch self {
        case .betweenSteps: "a signal had ended the process between two steps"
        case .inChange: "a signal had ended the process in the middle of the last change"
        }
      }
    }

    /// The delay between the start of a change and the signal that is to interrupt it, in microseconds.
    private static let delays = 0..<1500

    /// Returns when to kill a case. The delays are the same in each run, and spread over all cases.
    static func moments(of planned: PlannedCase) -> [Moment] {
      guard planned.isKilled else { return [] }
      guard !planned.keysOfOtherRemains.isEmpty else { return [.betweenSteps] }
      var generator = SeededGenerator(seed: planned.key.utf8.reduce(1) { $0 &* 31 &+ UInt64($1) })
      return [.betweenSteps, .inChange(after: Int.random(in: Self.delays, using: &generator))]
    }

    /// Returns the judgement of a case that is killed at a moment. If no other process could continue, the case is not
    /// killed, and the judgement says why.
    func judgement(of planned: PlannedCase, at moment: Moment) async throws -> Judgement {
      let delay: Int? = if case .inChange(let delay) = moment { delay } else { nil }
      let remains: Remains
      switch try await kill(planned.key, .signal(inChangeAfter: delay)) {
      case .failure(let failed): return failed.judgement
      case .success(let left): remains = left
      }
      var after = try await judgement(of: planned.key, over: remains)
      if after.verdict.kind == .passed { return after }
      for key in delay == nil ? [] : planned.keysOfOtherRemains {
        let otherwise = try await judgement(of: key, over: remains)
        if otherwise.verdict.kind == .passed { return otherwise }
      }
      after.isKilledInEarnest = true
      guard case .violated(let violation) = after.verdict else { return after }
      let expected = violation.expected + (delay == nil ? "" : ", or what was so before the last change")
      let told = Violation(
        expected: expected, actual: "\(violation.actual), once \(moment.words)", of: violation.rules,
        premises: violation.premises)
      return Judgement(verdict: .violated(told), trace: after.trace, isKilledInEarnest: true)
    }

    /// The judgement of a case that no signal ended.
    private struct NotKilled: Error {
      let judgement: Judgement
    }

    /// Returns what is left of a process that judges a case until a signal ends it, or the judgement if no signal did.
    private func kill(_ key: String, _ end: SuddenEnd) async throws -> Result<Remains, NotKilled> {
      let worker = if let victim { victim } else { try await Worker.start(isolation, in: folder) }
      victim = nil
      switch try await ending(of: key, in: worker, end) {
      case .judged(var judgement):
        // The process is still running.
        victim = worker
        if case .nothing(let why) = worker.takeRemains() { judgement.killedByCopy = why }
        judgement.isKilledInEarnest = judgement.verdict.kind != .passed
        return .failure(NotKilled(judgement: judgement))
      case .ended(let how):
        worker.end()
        if let remains = worker.takeRemains(), case .folder = remains { return .success(remains) }
        return .failure(NotKilled(judgement: failed(.crashed(how: how), in: worker)))
      case .hung(let verdict):
        worker.end()
        return .failure(NotKilled(judgement: failed(verdict, in: worker)))
      }
    }

    /// Returns the judgement of a case whose app, when killed, starts over what another process left.
    private func judgement(of key: String, over remains: Remains) async throws -> Judgement {
      let worker = if let successor { successor } else { try await Worker.start(isolation, in: folder) }
      successor = nil
      switch try await ending(of: key, in: worker, .takingOver(remains)) {
      case .judged(let judgement):
        successor = worker
        return judgement
      case .ended(let how):
        worker.end()
        return failed(.crashed(how: how), in: worker)
      case .hung(let verdict):
        worker.end()
        return failed(verdict, in: worker)
      }
    }

    private func failed(_ verdict: Verdict, in worker: Worker) -> Judgement {
      Judgement(verdict: verdict, trace: worker.lastTrace, isKilledInEarnest: true)
    }

    private enum Ending {
      case judged(Judgement)
      case ended(how: String)
      case hung(Verdict)
    }

    /// Has a worker judge a case, and waits until it has done so, has ended, or has reached the time limit.
    private func ending(of key: String, in worker: Worker, _ end: SuddenEnd) async throws -> Ending {
      worker.judge(key, isTraced: true, within: timeLimit, endingBy: end)
      var deadline = Deadline(timeLimit)
      while true {
        switch await worker.next(within: deadline.rest) {
        case .began, .followed: continue
        case .stepped: deadline.putOff()
        case .judged(let judged, let judgement):
          if judged == key { return .judged(judgement) }
        case .ended(let how): return .ended(how: how)
        case .timePassed: return .hung(deadline.hung)
        }
      }
    }
  }
#endif
