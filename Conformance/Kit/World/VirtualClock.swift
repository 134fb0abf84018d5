import Synchronization

/// A clock that moves only when it is told to, so that a day costs microseconds.
///
/// Sleepers wake in the order of their deadlines; those with one deadline in the order in which they went to sleep.
package final class VirtualClock: Clock, Sendable {
  /// A moment, counted from the start of the world.
  package struct Instant: InstantProtocol, Hashable {
    /// The time since the start of the world.
    package let sinceStart: Duration

    package func advanced(by duration: Duration) -> Self { Self(sinceStart: sinceStart + duration) }
    package func duration(to other: Self) -> Duration { other.sinceStart - sinceStart }
    package static func < (one: Self, other: Self) -> Bool { one.sinceStart < other.sinceStart }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(sinceStart: .zero)
    var nextID = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// A clock at the start of its world, or so much later.
  package init(at sinceStart: Duration = .zero) { state.withLock { $0.now = Instant(sinceStart: sinceStart) } }

  /// How many sleep.
  var sleeperCount: Int { state.withLock(\.sleepers.count) }

  package var now: Instant { state.withLock(\.now) }
  package var minimumResolution: Duration { .nanoseconds(1) }

  package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(id: id, deadline: deadline, continuation: continuation)
        let (result, awake) = state.withLock {
          state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
          if state.cancelled.remove(id) != nil { return (.failure(CancellationError()), []) }
          if deadline <= state.now { return (.success(()), []) }
          state.sleepers.append(sleeper)
          let count = state.sleepers.count
          let awake = state.waiting.filter { $0.count <= count }.map(\.continuation)
          state.waiting.removeAll { $0.count <= count }
          return (nil, awake)
        }
        if let result { continuation.resume(with: result) }
        for waiting in awake { waiting.resume() }
      }
    } onCancel: {
      cancel(id)
    }
    state.withLock { _ = $0.cancelled.remove(id) }
  }

  /// Moves the clock, deadline by deadline, and lets the work that each wake-up starts come to rest before the next.
  package func advance(by duration: Duration, whenIdle waitUntilIdle: () async throws -> Void) async rethrows {
    let end = now.advanced(by: duration)
    try await waitUntilIdle()
    while let sleeper = nextSleeper(until: end) {
      sleeper.continuation.resume()
      try await waitUntilIdle()
    }
    try await waitUntilIdle()
  }

  /// Returns once that many sleep at once: work that goes in rounds is at rest when it sleeps until the next one.
  package func sleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let there = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if there { continuation.resume() }
    }
  }

  /// Takes the sleeper with the earliest deadline and moves the clock there; when nobody sleeps till then, moves it to the
  /// end. The one goes with the other: whoever goes to sleep between them would be left behind.
  private func nextSleeper(until end: Instant) -> Sleeper? {
    state.withLock { state in
      guard
        let next = state.sleepers.indices.min(by: { one, other in
          (state.sleepers[one].deadline, state.sleepers[one].id)
            < (state.sleepers[other].deadline, state.sleepers[other].id)
        }), state.sleepers[next].deadline <= end
      else {
        state.now = end
        return nil
      }
      let sleeper = state.sleepers.remove(at: next)
      state.now = max(state.now, sleeper.deadline)
      return sleeper
    }
  }

  private func cancel(_ id: Int) {
    let sleeper: Sleeper? = state.withLock { state in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
