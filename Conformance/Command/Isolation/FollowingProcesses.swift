import CacheConformance
import CacheSpec
import Foundation

/// The error when a run does not fit into a message to a child process.
private struct TooManySteps: Error, CustomStringConvertible {
  var description: String { "the run has too many steps for a child process: ask for fewer" }
}

#if os(macOS) || os(Linux)
  /// Child processes that follow runs, each one run at a time, or judge scenarios. A run that hangs or ends its process
  /// is reported like any other.
  actor FollowingProcesses: RunFollower {
    private let isolation: Isolation
    private let folder: RunFolder
    private var idle: [Worker] = []
    private var lastKey = 0

    init(_ isolation: Isolation) throws {
      self.isolation = isolation
      folder = try RunFolder()
    }

    func follow<Action: ScenarioAction>(
      _ runs: [DrawnRun<Action>], of chapter: String, _ module: String, isTraced: Bool, reporting: ReportedBreach?,
      within limit: Duration, until end: EndOfRun?
    ) async throws -> FollowedRuns {
      let text = SavedRuns.text(of: runs, chapter: chapter)
      guard text.utf8.count < LineCutter.longest / 2 else { throw TooManySteps() }
      guard let worker = try await worker(until: end?.cut) else { return FollowedRuns(runs: [.cut]) }
      lastKey += 1
      let key = "runs \(lastKey)"
      let seconds = end.map { ContinuousClock.now.duration(to: $0.afterStep).seconds }
      let work = RunsToFollow(module: module, text: text, reporting: reporting, seconds: seconds)
      worker.judge(key, isTraced: isTraced, within: limit, following: work)
      var (followed, deadline) = (FollowedRuns(), Deadline(limit, until: end?.cut))
      while true {
        switch await worker.next(within: deadline.timeLeft) {
        case .stepped(key): deadline = Deadline(limit, until: end?.cut)
        case .followed(key, let next):
          followed.add(next)
          if next.runs.contains(where: { $0.end != nil }) {
            worker.end()
            return followed
          }
          if followed.runs.count >= runs.count {
            idle.append(worker)
            return followed
          }
          deadline = Deadline(limit, until: end?.cut)
        case .began, .stepped, .judged, .followed: continue
        case .ended(let how):
          worker.end()
          followed.runs.append(FollowedRun(end: .crashed(how: how), trace: worker.lastTrace))
          return followed
        case .timePassed:
          worker.end()
          followed.runs.append(deadline.isCut ? .cut : FollowedRun(end: deadline.hung, trace: worker.lastTrace))
          return followed
        }
      }
    }

    func judge(
      _ planned: PlannedCase, within limit: Duration, until end: ContinuousClock.Instant?
    ) async throws -> ObservedScenario? {
      guard let worker = try await worker(until: end) else { return nil }
      worker.judge(planned.key, within: limit)
      var deadline = Deadline(limit, until: end)
      while true {
        let verdict: Verdict
        switch await worker.next(within: deadline.timeLeft) {
        case .stepped(planned.key):
          deadline.extend()
          continue
        case .judged(planned.key, let verdict, let trace):
          idle.append(worker)
          return ObservedScenario(planned, verdict, trace, taking: deadline.elapsed)
        case .began, .stepped, .judged, .followed: continue
        case .ended(let how): verdict = Machine.verdict(onEnd: how)
        case .timePassed:
          if deadline.isCut {
            worker.end()
            return nil
          }
          verdict = deadline.hung
        }
        worker.end()
        return ObservedScenario(planned, verdict, worker.lastTrace, taking: deadline.elapsed)
      }
    }

    /// A process that is ready, or nil if the time is up before one is.
    private func worker(until end: ContinuousClock.Instant?) async throws -> Worker? {
      if let end, end <= .now { return nil }
      if let worker = idle.popLast() { return worker }
      let left = end.map { ContinuousClock.now.duration(to: $0) } ?? .seconds(30)
      do {
        return try await Worker.start(isolation, in: folder.url, within: min(.seconds(30), left))
      } catch {
        if let end, end <= .now { return nil }
        throw error
      }
    }

    func end() {
      for worker in idle { worker.end() }
      idle = []
      folder.remove()
    }
  }
#endif
