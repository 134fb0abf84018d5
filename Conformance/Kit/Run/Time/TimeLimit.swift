import Dispatch
import Foundation
import Synchronization

/// Runs work outside the thread pool, and returns nil if the time limit passes first.
///
/// Where the threads of the process are busy, work that has had no turn is given more time, at most ten times the limit.
///
/// Work that does not return is abandoned, suspended or on its own thread. Only the end of the process can end it,
/// which is what `--isolated` is for.
///
/// - Parameters:
///   - lastProgress: returns when the work last made progress, from which the time limit counts; nil if it reports none.
///   - onHang: called when the time limit has passed, before the work is cancelled.
package func withTimeLimit<Value: Sendable>(
  _ limit: Duration, since lastProgress: (@Sendable () -> ContinuousClock.Instant)? = nil,
  onHang: (@Sendable () -> Void)? = nil, _ work: @escaping @Sendable () async -> Value
) async -> Value? {
  await withCheckedContinuation { continuation in
    let first = FirstResult(continuation)
    let task = Task(executorPreference: QueueExecutor.shared) { first.finish(await work()) }
    first.onTimeLimit(Deadline(limit), lastProgress, onHang) { task.cancel() }
  }
}

/// Runs work outside the thread pool, and returns nil if the time is up first, however busy the process is.
func withTimeLimit<Value: Sendable>(
  until end: ContinuousClock.Instant?, _ work: @escaping @Sendable () async -> Value
) async -> Value? {
  guard let end else { return await work() }
  return await withCheckedContinuation { continuation in
    let first = FirstResult(continuation)
    let task = Task(executorPreference: QueueExecutor.shared) { first.finish(await work()) }
    let left = max(.zero, ContinuousClock.now.duration(to: end))
    first.onTimeLimit(Deadline(left, until: end), nil, nil) { task.cancel() }
  }
}

/// A continuation that is resumed once, by the work or by the time limit.
private final class FirstResult<Value: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Value?, Never>?
    var watch: Watchdog.Watch?
    /// Whether the work has had its turns since the limit passed; nil if the limit has not passed.
    var hadTurns: Bool?
  }

  private let state: Mutex<State>

  init(_ continuation: CheckedContinuation<Value?, Never>) { state = Mutex(State(continuation: continuation)) }

  func onTimeLimit(
    _ deadline: Deadline, _ lastProgress: (@Sendable () -> ContinuousClock.Instant)?, _ onHang: (@Sendable () -> Void)?,
    _ abandon: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      guard state.continuation != nil else { return }
      state.watch = Watchdog.shared.watch(after: deadline.timeLeft) { [self] in
        var deadline = deadline
        if let lastProgress { deadline.extend(since: lastProgress()) }
        if !deadline.hasPassed {
          self.state.withLock { $0.hadTurns = nil }
          return deadline.timeLeft
        }
        if !deadline.isOverdue, !giveTurns() { return .milliseconds(5) }
        onHang?()
        if finish(nil) { abandon() }
        return nil
      }
    }
  }

  /// Sees to it that the work gets its turns, now that the limit has passed, and returns whether it has had them.
  private func giveTurns() -> Bool {
    let had = state.withLock { state in
      defer { state.hadTurns = state.hadTurns ?? false }
      return state.hadTurns
    }
    if had == nil {
      Task {
        await QueueExecutor.shared.waitForTurns()
        state.withLock { if $0.hadTurns != nil { $0.hadTurns = true } }
      }
    }
    return had ?? false
  }

  @discardableResult
  func finish(_ value: Value?) -> Bool {
    let (continuation, watch) = state.withLock { state in
      defer { (state.continuation, state.watch) = (nil, nil) }
      return (state.continuation, state.watch)
    }
    if let watch { Watchdog.shared.stopWatching(watch) }
    continuation?.resume(returning: value)
    return continuation != nil
  }
}
