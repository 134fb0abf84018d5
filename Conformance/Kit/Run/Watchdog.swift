import Dispatch
import Synchronization

/// Looks, from outside the thread pool, after everything in this process that may have to be given up or woken.
///
/// One timer serves all, because most of what it looks after is over long before it is due: such a watch costs an entry
/// in a dictionary, where a timer of its own costs the kernel more than a scenario takes.
final class Watchdog: Sendable {
  static let shared = Watchdog()

  /// Looks at what is watched, and returns when to look again; nil if there is no more to look after.
  typealias Look = @Sendable () -> Duration?

  /// What is looked after, until it is let go.
  struct Watch: Sendable {
    fileprivate let id: Int
  }

  private struct State {
    var lastID = 0
    var watched: [Int: (due: ContinuousClock.Instant, look: Look)] = [:]
    /// When the timer fires next, or nil if it is at rest.
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

  /// Looks after something: first after this time, then whenever the look says so.
  func watch(after pause: Duration, _ look: @escaping Look) -> Watch {
    let due = ContinuousClock.now + pause
    return state.withLock { state in
      state.lastID += 1
      state.watched[state.lastID] = (due, look)
      wake(at: due, &state)
      return Watch(id: state.lastID)
    }
  }

  /// Looks after it no more. A look that is under way goes on.
  func letGo(_ watch: Watch) { state.withLock { _ = $0.watched.removeValue(forKey: watch.id) } }

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
