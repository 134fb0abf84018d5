import Dispatch
import Foundation
import SeededRandom
import Synchronization

/// Runs tasks on Dispatch threads outside the pool, so that a module that blocks one does not delay other scenarios.
///
/// In a process that only follows drawn runs, one thread at a time runs all of its jobs, in the order in which they came:
/// the same run then takes the same course each time, and no job waits for a thread to wake.
final class QueueExecutor: TaskExecutor {
  /// The jobs of a process that runs one at a time.
  private struct Line {
    private var jobs: [UnownedJob] = []
    /// How many of them have been taken.
    private var taken = 0
    /// How many have been taken in all, and how many that were when the watchdog last looked.
    private var count = 0
    private var seen = 0
    /// How many threads take jobs: one, or more while a job blocks its thread.
    private var threads = 0
    /// Draws which job comes next, or nil if the first does.
    private var order: SeededGenerator?

    /// Whether no job waits.
    var isQuiet: Bool { taken == jobs.count }

    /// Draws the order of jobs from now on by a number, or takes them as they come for zero.
    mutating func order(by schedule: Int) { order = schedule == 0 ? nil : SeededGenerator(schedule, 0) }

    /// Adds a job, and returns whether it needs a thread.
    mutating func add(_ job: UnownedJob) -> Bool {
      jobs.append(job)
      return threads == 0 ? addThread() : false
    }

    /// Returns whether the jobs need one more thread, because none has been taken since this was last called.
    mutating func isBlocked() -> Bool {
      defer { seen = count }
      return count == seen && taken < jobs.count && threads > 0 ? addThread() : false
    }

    private mutating func addThread() -> Bool {
      threads += 1
      return true
    }

    /// Takes the next job for a thread, or returns nil if the thread is no longer needed.
    ///
    /// - Parameter last: the number of the job that the thread took last, or nil if it is new. Another thread took its
    ///   place if it took jobs since.
    mutating func next(after last: Int?) -> (job: UnownedJob, number: Int)? {
      if taken == jobs.count || (threads > 1 && last.map { $0 != count } ?? false) {
        threads -= 1
        return nil
      }
      if var random = order {
        jobs.swapAt(taken, Int.random(in: taken..<jobs.count, using: &random))
        order = random
      }
      let job = jobs[taken]
      (taken, count) = (taken + 1, count + 1)
      // Those that were taken are let go now and then, too, where the line is never empty.
      if taken == jobs.count || taken > 1000 {
        jobs.removeFirst(taken)
        taken = 0
      }
      return (job, count)
    }
  }

  static let shared = QueueExecutor()
  private let queue = DispatchQueue(label: "scenarios", attributes: .concurrent)
  private let line = Mutex<Line?>(nil)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !waitsInLine(job) { queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) } }
  }

  // MARK: One thread at a time

  /// The runtime's hook for jobs that are to run in the global pool, a variable of its library.
  private typealias Hook = @convention(thin) (UnownedJob, @convention(thin) (UnownedJob) -> Void) -> Void

  /// From now on has one thread at a time run all jobs of this process, those of the global pool too where the runtime
  /// has its hook. Jobs that the main actor or an executor of the module's own runs are not among them.
  func runInLine() {
    let isFirst = line.withLock { line in
      defer { line = line ?? Line() }
      return line == nil
    }
    guard isFirst else { return }
    if let hook = dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook") {
      hook.assumingMemoryBound(to: Hook?.self).pointee = { job, _ in _ = QueueExecutor.shared.waitsInLine(job) }
    }
    // A module may block a thread until another job has run, which works in the pool.
    let pause = Duration.milliseconds(100)
    _ = Watchdog.shared.watch(after: pause) { [self] in
      if line.withLock({ $0?.isBlocked() }) == true { addThread() }
      return pause
    }
  }

  /// Draws the order of jobs from now on by a number, or takes them as they come for zero. Without a line it does
  /// nothing.
  func order(by schedule: Int) { line.withLock { $0?.order(by: schedule) } }

  /// Whether no job of the process waits for its turn; true if there is no line, for then it is not known.
  var isQuiet: Bool { line.withLock { $0?.isQuiet ?? true } }

  /// Waits until no job of the process waits for its turn, and returns false if there is no line.
  func waitUntilQuiet() async -> Bool {
    // Not for ever: a module may yield until something happens that the wait keeps from happening.
    for _ in 0..<10_000 {
      guard let isQuiet = line.withLock({ $0?.isQuiet }) else { return false }
      if isQuiet { break }
      await Task.yield()
    }
    return true
  }

  /// Adds a job to the line, and returns false if there is none.
  private func waitsInLine(_ job: UnownedJob) -> Bool {
    guard let needsThread = line.withLock({ $0?.add(job) }) else { return false }
    if needsThread { addThread() }
    return true
  }

  private func addThread() {
    queue.async { [self] in
      var last: Int?
      while let (job, number) = line.withLock({ $0?.next(after: last) }) {
        last = number
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }
}
