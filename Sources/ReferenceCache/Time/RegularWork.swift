import Synchronization

/// Work that is done again and again, an interval after it was last finished.
final class RegularWork: Sendable {
  private struct State {
    var due: Duration
    var settling: [CheckedContinuation<Void, Never>] = []
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

  /// Returns once no work that is due is unfinished.
  func settle() async {
    await withCheckedContinuation { continuation in
      let isAtRest = state.withLock { state in
        if state.isStopped || state.due > timer.elapsed() { return true }
        state.settling.append(continuation)
        return false
      }
      if isAtRest { continuation.resume() }
    }
  }

  /// No more work is begun.
  func stop() {
    let settling = state.withLock { state in
      state.isStopped = true
      state.task?.cancel()
      defer { state.settling = [] }
      return state.settling
    }
    for continuation in settling { continuation.resume() }
  }

  private func run(_ work: @Sendable () async -> Void) async {
    while !Task.isCancelled {
      let due = state.withLock(\.due)
      // Sleeping throws only when the work is stopped.
      guard (try? await timer.sleep(due)) != nil else { return }
      await work()
      let settling = state.withLock { state in
        state.due = timer.elapsed() + interval
        defer { state.settling = [] }
        return state.settling
      }
      for continuation in settling { continuation.resume() }
    }
  }
}
