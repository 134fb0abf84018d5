import Synchronization

/// Work that is repeated, an interval after it last finished.
final class PeriodicTask: Sendable {
  private struct State {
    var due: Duration
    var waiting: [CheckedContinuation<Void, Never>] = []
    var task: Task<Void, Never>?
    var isStopped = false
  }

  private let state: Mutex<State>
  private let timer: Stopwatch
  private let interval: Duration

  init(every interval: Duration, on timer: Stopwatch, _ work: @escaping @Sendable () async -> Void) {
    self.timer = timer
    self.interval = interval
    state = Mutex(State(due: timer.elapsed() + interval))
    let task = Task { await run(work) }
    state.withLock { $0.task = task }
  }

  /// Waits until all due work has finished.
  func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.isStopped || state.due > timer.elapsed() { return true }
        state.waiting.append(continuation)
        return false
      }
      if isIdle { continuation.resume() }
    }
  }

  /// Cancels the work that is under way. No more is begun.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.task?.cancel()
    }
    wakeWaiting()
  }

  private func wakeWaiting() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  private func run(_ work: @Sendable () async -> Void) async {
    while !Task.isCancelled {
      let due = state.withLock(\.due)
      // Sleeping throws only when the task is stopped.
      guard (try? await timer.sleep(due)) != nil else { return }
      await work()
      state.withLock { $0.due = timer.elapsed() + interval }
      wakeWaiting()
    }
  }
}
