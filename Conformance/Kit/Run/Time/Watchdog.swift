import Dispatch
import Synchronization

/// Checks, from outside the thread pool, on everything in this process that may have to be given up or woken.
///
/// One timer serves all, because most of what is watched ends long before it is due. A watch then costs an entry in a
/// dictionary, whereas a timer of its own would cost the kernel more time than a scenario takes.
final class Watchdog: Sendable {
  static let shared = Watchdog()

  /// Checks on what is watched, and returns the time until the next check; nil to end the watch.
  typealias Look = @Sendable () -> Duration?

  /// Identifies something that is watched, so that the watch can be ended.
  struct Watch: Sendable {
    fileprivate let id: Int
  }

  private struct State {
    var lastID = 0
    var watched: [Int: (due: ContinuousClock.Instant, look: Look)] = [:]
    /// When the timer fires next, or nil if it is not set.
    var wakes: ContinuousClock.Instant?
    let timer = DispatchSource.makeTimerSource(queue: .global())
  }

  private let state = Mutex(State())

  private init() {
    state.withLock { state in
      state.timer.setEventHandler { [self] in lookAround() }
      state.timer.activate()
    }
  }

  /// Watches something: checks on it after this time, and then whenever the last check said so.
  func watch(after pause: Duration, _ look: @escaping Look) -> Watch {
    let due = ContinuousClock.now + pause
    return state.withLock { state in
      state.lastID += 1
      state.watched[state.lastID] = (due, look)
      wake(at: due, &state)
      return Watch(id: state.lastID)
    }
  }

  /// Ends a watch. A check that is under way continues.
  func stopWatching(_ watch: Watch) { state.withLock { _ = $0.watched.removeValue(forKey: watch.id) } }

  private func wake(at due: ContinuousClock.Instant, _ state: inout State) {
    if let wakes = state.wakes, wakes <= due { return }
    state.wakes = due
    state.timer.schedule(deadline: .now() + max(0, ContinuousClock.now.duration(to: due).seconds))
  }

  private func lookAround() {
    let due = state.withLock { state in
      state.wakes = nil
      let now = ContinuousClock.now
      return state.watched.filter { $0.value.due <= now }
    }
    for (id, watched) in due {
      let pause = watched.look()
      state.withLock { state in
        guard let pause, state.watched[id] != nil else { return state.watched[id] = nil }
        state.watched[id]?.due = ContinuousClock.now + pause
      }
    }
    state.withLock { state in
      if let first = state.watched.values.lazy.map(\.due).min() { wake(at: first, &state) }
    }
  }
}
