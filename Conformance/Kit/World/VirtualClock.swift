import Synchronization

/// A clock that moves only when it is told to, so that a day costs microseconds.
///
/// Sleepers wake in the order of their deadlines; those with one deadline together, in the order in which they went to
/// sleep.
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
    /// How long it sleeps in all.
    let length: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now: Instant
    var nextID = 0
    var sleepers: [Sleeper] = [] {
      didSet { gauge.set(sleepers.count) }
    }
    let gauge: Gauge
    var cancelled: Set<Int> = []

    /// Takes who sleeps till a deadline, and moves the clock there.
    mutating func takeSleepers(till deadline: Instant) -> [Sleeper] {
      let woken = sleepers.filter { $0.deadline == deadline }.sorted { $0.id < $1.id }
      sleepers.removeAll { $0.deadline == deadline }
      now = max(now, deadline)
      return woken
    }
  }

  private let state: Mutex<State>
  private let gauge = Gauge()

  /// A clock at the start of its world, or so much later.
  package init(at sinceStart: Duration = .zero) {
    state = Mutex(State(now: Instant(sinceStart: sinceStart), gauge: gauge))
  }

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
        let result = state.withLock { state -> Result<Void, any Error>? in
          let length = state.now.duration(to: deadline)
          let sleeper = Sleeper(id: id, deadline: deadline, length: length, continuation: continuation)
          if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers.append(sleeper)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      cancel(id)
    }
    state.withLock { _ = $0.cancelled.remove(id) }
  }

  /// Moves the clock, deadline by deadline, and lets the work that each deadline starts come to rest before the next.
  ///
  /// All who sleep till one deadline wake before the work is waited for: what is due then is due for all of them, and a
  /// module with two timers is not idle while one of them still sleeps.
  package func advance(by duration: Duration, whenIdle waitUntilIdle: () async throws -> Void) async rethrows {
    let end = now.advanced(by: duration)
    try await waitUntilIdle()
    while let sleepers = nextSleepers(until: end) {
      for sleeper in sleepers { sleeper.continuation.resume() }
      try await waitUntilIdle()
    }
    try await waitUntilIdle()
  }

  /// Who has gone to sleep so far, and who sleeps: where it stays the same, nobody comes or goes.
  struct Mark: Equatable, Sendable {
    /// How many have ever gone to sleep.
    var began = 0
    var asleep = 0
  }

  /// What the clock sees of those who sleep on it.
  var mark: Mark { state.withLock { Mark(began: $0.nextID, asleep: $0.sleepers.count) } }

  /// Moves the clock to the earliest deadline, and wakes who sleeps till then: whether any did.
  ///
  /// - Parameters:
  ///   - length: nobody is woken who sleeps longer than this in all, nor past one.
  ///   - mark: those who slept before it sleep on, and nobody is woken past them.
  func wakeNext(sleepingAtMost length: Duration, since mark: Mark) -> Bool {
    let sleepers = state.withLock { state -> [Sleeper] in
      guard let deadline = state.sleepers.map(\.deadline).min(),
        state.sleepers.allSatisfy({ $0.deadline > deadline || ($0.id > mark.began && $0.length <= length) })
      else { return [] }
      return state.takeSleepers(till: deadline)
    }
    for sleeper in sleepers { sleeper.continuation.resume() }
    return !sleepers.isEmpty
  }

  /// Returns once that many sleep at once: work that goes in rounds is at rest when it sleeps until the next one.
  ///
  /// - Parameter rest: returns when nobody will go to sleep any more; nil where that many are sure to.
  package func sleepers(_ count: Int, before rest: (@Sendable () async -> Void)? = nil) async {
    await gauge.reaches(count, before: rest)
  }

  /// Takes the sleepers with the earliest deadline and moves the clock there; when nobody sleeps till then, moves it to
  /// the end. The one goes with the other: whoever goes to sleep between them would be left behind.
  private func nextSleepers(until end: Instant) -> [Sleeper]? {
    state.withLock { state in
      guard let deadline = state.sleepers.map(\.deadline).min(), deadline <= end else {
        state.now = end
        return nil
      }
      return state.takeSleepers(till: deadline)
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
