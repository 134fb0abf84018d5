public import CacheSpec
import Dispatch
import Synchronization

/// Runs scenarios side by side in this process, each with the time limit.
func runInProcess(_ manifest: [Owed], _ options: RunOptions) async -> ResultsByKey {
  await withTaskGroup(of: (String, ScenarioResult).self) { group in
    var waiting = manifest.makeIterator()
    func start() {
      guard let owed = waiting.next() else { return }
      group.addTask { (owed.key, await run(owed, limit: options.timeLimit)) }
    }
    for _ in 0..<max(1, options.width) { start() }
    var results: ResultsByKey = [:]
    for await (key, result) in group {
      results[key] = result
      start()
    }
    return results
  }
}

private func run(_ owed: Owed, limit: Duration) async -> ScenarioResult {
  let progress = Progress()
  let verdict = await withTimeLimit(limit) { await owed.scenario.judge(progress) }
  return owed.result(verdict ?? .hung(seconds: limit.seconds), progress.trace)
}

/// Runs work off the thread pool, or returns nil once the time limit has passed.
///
/// Work that does not return is left behind, suspended or on a thread of its own: nothing can end it but the end of its
/// process, which is what `--isolated` is for.
public func withTimeLimit<Value: Sendable>(
  _ limit: Duration, _ work: @escaping @Sendable () async -> Value
) async -> Value? {
  await withCheckedContinuation { continuation in
    let first = FirstResult(continuation)
    let task = Task(executorPreference: QueueExecutor.shared) { first.finish(await work()) }
    first.onTimeLimit(limit) { task.cancel() }
  }
}

/// Runs tasks on threads of Dispatch's that are not the pool's: a module that blocks one takes no other scenario's.
private final class QueueExecutor: TaskExecutor {
  static let shared = QueueExecutor()
  private let queue = DispatchQueue(label: "scenarios", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A continuation that is resumed once: by the work, or by the time limit.
private final class FirstResult<Value: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Value?, Never>?
    var timer: (any DispatchSourceTimer)?
  }

  private let state: Mutex<State>

  init(_ continuation: CheckedContinuation<Value?, Never>) { state = Mutex(State(continuation: continuation)) }

  func onTimeLimit(_ limit: Duration, _ abandon: @escaping @Sendable () -> Void) {
    state.withLock { state in
      guard state.continuation != nil else { return }
      let timer = DispatchSource.makeTimerSource(queue: .global())
      timer.setEventHandler { if self.finish(nil) { abandon() } }
      timer.schedule(deadline: .now() + limit.seconds)
      timer.resume()
      state.timer = timer
    }
  }

  @discardableResult
  func finish(_ value: Value?) -> Bool {
    let continuation = state.withLock { state in
      state.timer?.cancel()
      state.timer = nil
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: value)
    return continuation != nil
  }
}

extension Subject {
  /// The result of one scenario in this process, with the time limit and the deviations on record.
  public func result(of scenario: Scenario<Action>, timeLimit: Duration) async -> ScenarioResult {
    let suite = Suite(Chapter(name: "", title: "", rules: Action.rules, scenarios: [scenario]), self)
    return await run(Owed(variant: nil, scenario: suite.cases[0], deviations: deviations), limit: timeLimit)
  }
}
