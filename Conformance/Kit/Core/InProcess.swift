public import CacheSpec
import Dispatch
import Foundation
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
  let (verdict, trace) = await owed.scenario.verdict(within: limit)
  return owed.result(verdict, trace)
}

extension Case {
  /// Runs the scenario in this process, with a time limit that begins when there is room for it.
  public func verdict(within limit: Duration) async -> (Verdict, Trace) {
    let progress = Progress()
    let verdict = await Lanes.shared.run { await withTimeLimit(limit) { await judge(progress) } }
    return (verdict ?? .hung(seconds: limit.seconds), progress.trace)
  }
}

/// Lets so many scenarios of this process run at once. Swift Testing starts all the cases of a test together: without
/// this, the time limit of each would count the time that it waits for a processor.
private final class Lanes: Sendable {
  static let shared = Lanes(2 * max(2, ProcessInfo.processInfo.activeProcessorCount))

  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  func run<Value: Sendable>(_ work: () async -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free == 0 {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
    let value = await work()
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
    return value
  }
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
