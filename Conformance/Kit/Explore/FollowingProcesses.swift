import CacheSpec
import Foundation

/// A drawn run that a worker is to hold against the models.
struct RunToFollow: Codable, Sendable {
  /// The full name of the module.
  let module: String
  /// The name of the first of the chapters whose actions the run has.
  let chapter: String
  /// What was drawn.
  let steps: [DrawnStep]
}

#if os(macOS) || os(Linux)
  /// Child processes that follow runs, one at a time each: a run that ends its process, or hangs, is told like any other.
  actor FollowingProcesses {
    private let isolation: Isolation
    private let folder: RunFolder
    private var idle: [Worker] = []
    private var lastKey = 0

    init(_ isolation: Isolation) throws {
      self.isolation = isolation
      folder = try RunFolder()
    }

    /// Follows a run in a process that follows nothing else meanwhile.
    ///
    /// - Parameter isTraced: whether the run tells what was observed if it does not come to its end.
    func follow(_ run: RunToFollow, isTraced: Bool, within limit: Duration) async throws -> FollowedRun {
      let worker =
        if let worker = idle.popLast() { worker } else { try await Worker.start(isolation, in: folder.url) }
      lastKey += 1
      let key = "run \(lastKey)"
      worker.judge(key, isTraced: isTraced, within: limit, following: run)
      var deadline = Deadline(limit)
      while true {
        switch await worker.next(within: deadline.rest) {
        case .stepped(key): deadline.putOff()
        case .followed(key, let followed):
          // A process that hung in the background of its run is not asked again.
          if followed.end == nil { idle.append(worker) } else { worker.end() }
          return followed
        case .began, .stepped, .judged, .followed: continue
        case .ended(let how): return FollowedRun(end: .crashed(how: how), trace: worker.lastTrace)
        case .timePassed:
          worker.end()
          return FollowedRun(end: deadline.hung, trace: worker.lastTrace)
        }
      }
    }

    /// Ends the processes.
    func end() {
      for worker in idle { worker.end() }
      idle = []
      folder.remove()
    }
  }
#endif
