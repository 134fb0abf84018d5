import CacheConformance
import CacheSpec
import Foundation

#if os(macOS) || os(Linux)
  /// Tests what a killed app leaves: a signal ends the module's process where the app is killed, and another process
  /// continues with what was left.
  final class KillRunner {
    private let isolation: Isolation
    private let timeLimit: Duration
    private let folder: URL
    /// The process that is to be killed next.
    private var victim: Worker?
    /// The process in which the app continues. No signal ends this one.
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

    /// Returns the result of a case whose app is killed by a signal. If no other process could continue the scenario, a
    /// copy of the storage simulates the kill, and the result says why.
    func result(of planned: PlannedCase) async throws -> ObservedScenario {
      let remains: Remains
      switch try await kill(planned) {
      case .failure(let failed): return failed.result
      case .success(let left): remains = left
      }
      let after = try await result(of: planned, over: remains)
      if after.verdict.kind == .passed { return after }
      guard case .violated(let violation) = after.verdict else {
        return ObservedScenario(planned, after.verdict, after.trace, isKilledBySignal: true)
      }
      let told = Violation(
        expected: violation.expected, actual: "\(violation.actual), once a signal had ended the process",
        violation.evidence)
      return ObservedScenario(planned, .violated(told), after.trace, isKilledBySignal: true)
    }

    /// Carries the result of a case whose process no signal ended.
    private struct NotKilled: Error {
      let result: ObservedScenario
    }

    /// Has a process judge a case until a signal ends it, and returns what is left of the process, or the result if no
    /// signal ended it.
    private func kill(_ planned: PlannedCase) async throws -> Result<Remains, NotKilled> {
      let worker = if let victim { victim } else { try await Worker.start(isolation, in: folder) }
      victim = nil
      let ending = try await ending(of: planned, in: worker, .signal)
      if case .judged(let verdict, let trace) = ending {
        // The process is still running.
        victim = worker
        var result = ObservedScenario(planned, verdict, trace, isKilledBySignal: verdict.kind != .passed)
        if case .nothing(let why) = worker.takeRemains() { result.killedByCopy = why }
        return .failure(NotKilled(result: result))
      }
      worker.end()
      if case .ended = ending, let remains = worker.takeRemains(), case .folder = remains { return .success(remains) }
      return .failure(NotKilled(result: failed(planned, ending, in: worker)))
    }

    /// Returns the result of a case whose app, when killed, starts with what another process left.
    private func result(of planned: PlannedCase, over remains: Remains) async throws -> ObservedScenario {
      let worker = if let successor { successor } else { try await Worker.start(isolation, in: folder) }
      successor = nil
      let ending = try await ending(of: planned, in: worker, .takingOver(remains))
      if case .judged(let verdict, let trace) = ending {
        successor = worker
        return ObservedScenario(planned, verdict, trace)
      }
      worker.end()
      return failed(planned, ending, in: worker)
    }

    private func failed(_ planned: PlannedCase, _ ending: Ending, in worker: Worker) -> ObservedScenario {
      ObservedScenario(planned, ending.verdict, worker.lastTrace, isKilledBySignal: true)
    }

    private enum Ending {
      case judged(Verdict, ScenarioTrace)
      case ended(how: String)
      case hung(Verdict)

      var verdict: Verdict {
        switch self {
        case .judged(let verdict, _), .hung(let verdict): verdict
        case .ended(let how): Machine.verdict(onEnd: how)
        }
      }
    }

    /// Has a worker judge a case, and waits until it has done so, has ended, or has reached the time limit.
    private func ending(of planned: PlannedCase, in worker: Worker, _ end: SuddenEnd) async throws -> Ending {
      worker.judge(planned.key, isTraced: true, within: timeLimit, endingBy: end)
      var deadline = Deadline(timeLimit)
      while true {
        switch await worker.next(within: deadline.timeLeft) {
        case .began, .followed: continue
        case .stepped: deadline.extend()
        case .judged(let judged, let verdict, let trace):
          if judged == planned.key { return .judged(verdict, trace) }
        case .ended(let how): return .ended(how: how)
        case .timePassed: return .hung(deadline.hung)
        }
      }
    }
  }
#endif
