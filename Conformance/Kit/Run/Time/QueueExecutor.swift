import Dispatch
import Foundation
import CacheSpec
import Synchronization

/// Runs tasks on Dispatch threads outside the global pool, so that a module that blocks one does not delay other scenarios.
///
/// In a process that only follows drawn runs, one thread at a time runs all jobs of the process, in the order in which
/// they came or in an order drawn from a seed. A run then takes the same course each time, and no job waits for a
/// thread to wake.
package final class QueueExecutor: TaskExecutor {
  /// The waiting jobs of a process in which one job runs at a time.
  private struct Line {
    private var jobs: [UnownedJob] = []
    /// How many of `jobs` have been taken.
    private var taken = 0
    /// The number of the job that was taken last, and what it was when the watchdog last looked.
    private var newest = 0
    private var seen = 0
    /// How many threads take jobs: one, or more while jobs block their threads.
    private var threads = 0
    /// Draws which job is taken next; nil to take the first.
    private var order: SeededGenerator?

    /// Whether no job waits.
    var isQuiet: Bool { taken == jobs.count }

    /// From now on, draws the order of jobs from this seed; zero takes them in the order in which they come.
    mutating func order(by schedule: Int) { order = schedule == 0 ? nil : SeededGenerator(schedule, 0) }

    /// Adds a job, and returns whether it needs a thread.
    mutating func add(_ job: UnownedJob) -> Bool {
      jobs.append(job)
      return countThread(if: threads == 0)
    }

    /// Returns whether the waiting jobs need one more thread, because no job has been taken since this was last called.
    mutating func needsAnotherThread() -> Bool {
      defer { seen = newest }
      return countThread(if: newest == seen && taken < jobs.count && threads > 0)
    }

    /// Counts a thread that the caller is to start, if one is needed, and returns whether it is.
    private mutating func countThread(if isNeeded: Bool) -> Bool {
      if isNeeded { threads += 1 }
      return isNeeded
    }

    /// Takes the next job for a thread, or returns nil if the thread is no longer needed.
    ///
    /// - Parameter last: the number of the job that the thread took last, or nil if the thread is new. If other threads
    ///   have taken jobs since, one of them has replaced this thread.
    mutating func next(after last: Int?) -> (job: UnownedJob, number: Int)? {
      if taken == jobs.count || (threads > 1 && (last ?? newest) != newest) {
        threads -= 1
        return nil
      }
      if var random = order {
        jobs.swapAt(taken, Int.random(in: taken..<jobs.count, using: &random))
        order = random
      }
      let job = jobs[taken]
      (taken, newest) = (taken + 1, newest + 1)
      // Jobs that were taken are also removed now and then, because `jobs` may never become empty.
      if taken == jobs.count || taken > 1000 {
        jobs.removeFirst(taken)
        taken = 0
      }
      return (job, newest)
    }
  }

  package static let shared = QueueExecutor()
  private let queue = DispatchQueue(label: "scenarios", attributes: .concurrent)
  private let line = Mutex<Line?>(nil)

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !enqueueSerially(job) { queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) } }
  }

  // MARK: One thread at a time

  /// The type of the runtime's hook for jobs that are to run in the global pool. The hook is a variable of the
  /// runtime's library.
  private typealias Hook = @convention(thin) (UnownedJob, @convention(thin) (UnownedJob) -> Void) -> Void

  /// Makes one thread at a time run all jobs of this process from now on, including those of the global pool if the
  /// runtime has its hook. Jobs that run on the main actor or on an executor of the module's own are not among them.
  package func runSerially() {
    let isFirst = line.withLock { line in
      defer { line = line ?? Line() }
      return line == nil
    }
    guard isFirst else { return }
    if let hook = dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook") {
      hook.assumingMemoryBound(to: Hook?.self).pointee = { job, _ in _ = QueueExecutor.shared.enqueueSerially(job) }
    }
    // A module may block its thread until another job has run. The global pool has another thread for that job.
    let pause = Duration.milliseconds(100)
    _ = Watchdog.shared.watch(after: pause) { [self] in
      if line.withLock({ $0?.needsAnotherThread() }) == true { startThread() }
      return pause
    }
  }

  /// From now on, draws the order of jobs from this seed; zero takes them in the order in which they come. Does nothing
  /// in a process that does not run one job at a time.
  package func order(by schedule: Int) { line.withLock { $0?.order(by: schedule) } }

  /// Whether no job of the process waits for its turn. Also true where jobs do not run one at a time, because it is not
  /// known there.
  var isQuiet: Bool { line.withLock { $0?.isQuiet ?? true } }

  /// Waits until no job of the process waits for its turn. Returns false where jobs do not run one at a time.
  func waitUntilQuiet() async -> Bool {
    // The wait has a limit, because a module may keep yielding until something that comes only after this wait.
    for _ in 0..<10_000 {
      guard let isQuiet = line.withLock({ $0?.isQuiet }) else { return false }
      if isQuiet { break }
      await Task.yield()
    }
    return true
  }

  /// Waits until each job that waits for a thread, here or in the global pool, has had several turns. What is about to
  /// be given up gets them, because on a busy machine it may have had none. Where jobs run one at a time, none waits
  /// for a thread.
  func waitForTurns() async {
    if line.withLock({ $0 != nil }) { return }
    for _ in 0..<16 {
      await Task(executorPreference: self) {}.value
      await Task.detached {}.value
    }
  }

  /// Adds a job to the line, and returns false if there is no line.
  private func enqueueSerially(_ job: UnownedJob) -> Bool {
    guard let needsThread = line.withLock({ $0?.add(job) }) else { return false }
    if needsThread { startThread() }
    return true
  }

  private func startThread() {
    queue.async { [self] in
      var last: Int?
      while let (job, number) = line.withLock({ $0?.next(after: last) }) {
        last = number
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }
}
