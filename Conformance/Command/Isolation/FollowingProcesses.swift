import CacheConformance
import CacheSpec
import Foundation

/// The error when a run does not fit into a message to a child process.
private struct TooManySteps: Error, CustomStringConvertible {
  var description: String { "the run has too many steps for a child process: ask for fewer" }
}

#if os(macOS) || os(Linux)
  /// Child processes that follow runs, each one run at a time. A run that hangs or ends its process is reported like
  /// any other.
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
      _ runs: [DrawnRun<Action>], of chapter: String, _ module: String, isTraced: Bool, telling: BreachToTell?,
      within limit: Duration, until timeIsUp: ContinuousClock.Instant?
    ) async throws -> FollowedRuns {
      let worker =
        if let worker = idle.popLast() { worker } else { try await Worker.start(isolation, in: folder.url) }
      lastKey += 1
      let key = "runs \(lastKey)"
      let text = SavedRuns.text(of: runs, chapter: chapter)
      guard text.utf8.count < LineCutter.longest / 2 else { throw TooManySteps() }
      let seconds = timeIsUp.map { ContinuousClock.now.duration(to: $0).seconds }
      let work = RunsToFollow(module: module, text: text, telling: telling, seconds: seconds)
      worker.judge(key, isTraced: isTraced, within: limit, following: work)
      var deadline = Deadline(limit)
      while true {
        let end: Verdict
        switch await worker.next(within: deadline.timeLeft) {
        case .stepped(key):
          deadline = Deadline(limit)
          continue
        case .followed(key, let followed):
          guard let hung = followed.runs.compactMap(\.end).first else {
            idle.append(worker)
            return followed
          }
          end = hung
        case .began, .stepped, .judged, .followed: continue
        case .ended(let how): end = .crashed(how: how)
        case .timePassed: end = deadline.hung
        }
        worker.end()
        if runs.count == 1 { return FollowedRuns(runs: [FollowedRun(end: end, trace: worker.lastTrace)]) }
        var alone = FollowedRuns()
        for run in runs {
          alone.add(
            try await follow(
              [run], of: chapter, module, isTraced: isTraced, telling: telling, within: limit, until: timeIsUp))
        }
        return alone
      }
    }

    func end() {
      for worker in idle { worker.end() }
      idle = []
      folder.remove()
    }
  }
#endif
