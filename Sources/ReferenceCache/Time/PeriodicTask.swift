import Synchronization

/// Work that is repeated, an interval after it last finished.
final class PeriodicTask: Sendable {
  private struct State {
    var due: Duration
    /// Sleeps until the work is due, does it, and begins the next round. Nil once the work is stopped.
    var round: Task<Void, Never>?
  }

  private let state: Mutex<State>
  private let timer: Stopwatch
  private let interval: Duration

  init(every interval: Duration, on timer: Stopwatch, _ work: @escaping @Sendable () async -> Void) {
    self.timer = timer
    self.interval = interval
    let due = timer.elapsed() + interval
    state = Mutex(State(due: due))
    state.withLock { $0.round = round(due: due, work) }
  }

  /// Waits until all due work has finished.
  func waitUntilIdle() async {
    while let round = state.withLock({ $0.due <= timer.elapsed() ? $0.round : nil }) { await round.value }
  }

  /// Cancels the work that is under way. No more is begun.
  func stop() {
    let round = state.withLock { $0.round.take() }
    round?.cancel()
  }

  private func round(due: Duration, _ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task {
      // Sleeping throws only when the work is stopped.
      guard (try? await timer.sleep(due)) != nil else { return }
      await work()
      state.withLock { state in
        guard state.round != nil else { return }
        state.due = timer.elapsed() + interval
        state.round = round(due: state.due, work)
      }
    }
  }
}
