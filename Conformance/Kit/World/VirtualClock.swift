import Synchronization

/// A clock that moves only when it is told to, so that a test that lets a day pass takes microseconds.
///
/// Sleepers wake in order of their deadlines. Sleepers with the same deadline wake together, in the order in which they
/// went to sleep.
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
    /// How long the task sleeps in total.
    let length: Duration
    let continuation: CheckedContinuation<Void, any Error>

    var isPause: Bool { length <= VirtualClock.longestPause }
  }

  private struct State {
    var now: Instant
    var nextID = 0
    var sleepers: [Sleeper] = [] {
      didSet { gauge.set(sleepers.count) }
    }
    let gauge: Gauge
    var cancelled: Set<Int> = []

    /// Removes some sleepers, and moves the clock to their deadline.
    mutating func takeSleepers(where wakes: (Sleeper) -> Bool) -> [Sleeper] {
      let woken = sleepers.filter(wakes).sorted { $0.id < $1.id }
      sleepers.removeAll(where: wakes)
      now = woken.map(\.deadline).reduce(now, max)
      return woken
    }
  }

  private let state: Mutex<State>
  private let gauge = Gauge()

  /// Creates a clock at the start of its world, or this much later.
  package init(at sinceStart: Duration = .zero) {
    state = Mutex(State(now: Instant(sinceStart: sinceStart), gauge: gauge))
  }

  /// How many tasks sleep.
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

  /// Moves the clock from deadline to deadline, and waits for the work that each one starts before moving on.
  ///
  /// All sleepers with the same deadline wake before the clock waits for their work. The work of all of them is due,
  /// and a module with two timers is not idle while one of them still sleeps.
  package func advance(by duration: Duration, whenIdle waitUntilIdle: () async throws -> Void) async rethrows {
    let end = now.advanced(by: duration)
    try await waitUntilIdle()
    while let sleepers = nextSleepers(until: end) {
      for sleeper in sleepers { sleeper.continuation.resume() }
      try await waitUntilIdle()
    }
    try await waitUntilIdle()
  }

  /// How many tasks have ever gone to sleep, and how many are asleep. While a mark stays the same, no sleeper comes or
  /// goes.
  struct Mark: Equatable, Sendable {
    /// How many tasks have ever gone to sleep.
    var began = 0
    var asleep = 0
  }

  /// The current mark.
  var mark: Mark { state.withLock { Mark(began: $0.nextID, asleep: $0.sleepers.count) } }

  /// Returns how many tasks went to sleep before a mark and are still asleep.
  func sleeperCount(before mark: Mark) -> Int { state.withLock { $0.sleepers.count { $0.id <= mark.began } } }

  /// The longest sleep that work which is waited for can be in. What sleeps longer is a timer.
  static let longestPause = Duration.seconds(60)

  /// Moves the clock to the earliest deadline of a pause, wakes its sleepers, and returns whether there were any.
  ///
  /// Timers are left asleep, also those that are due by then, until no pause is left: a timer may be late.
  ///
  /// - Parameters:
  ///   - length: the longest sleep that may be ended. The clock does not move past a pause that is longer.
  ///   - mark: sleepers that went to sleep before it are left asleep. The clock does not move past them.
  func wakeNext(sleepingAtMost length: Duration, since mark: Mark) -> Bool {
    let sleepers = state.withLock { state -> [Sleeper] in
      let pauses = state.sleepers.filter(\.isPause)
      let deadline = pauses.map(\.deadline).min() ?? state.now
      guard
        state.sleepers.allSatisfy({
          $0.deadline > deadline || ($0.id > mark.began && ($0.length <= length || !$0.isPause))
        })
      else { return [] }
      return state.takeSleepers { $0.isPause ? $0.deadline == deadline : pauses.isEmpty && $0.deadline <= deadline }
    }
    for sleeper in sleepers { sleeper.continuation.resume() }
    return !sleepers.isEmpty
  }

  /// Waits until this many tasks sleep at once. Periodic work is idle when it sleeps until its next round.
  ///
  /// - Parameter idle: returns when no more tasks will go to sleep; nil if this many are sure to go to sleep.
  package func sleepers(_ count: Int, before idle: (@Sendable () async -> Void)? = nil) async {
    await gauge.reaches(count, before: idle)
  }

  /// Removes the sleepers with the earliest deadline and moves the clock there, or moves the clock to the end if no
  /// deadline comes before it. Both happen at once, because a task that went to sleep in between would be left behind.
  private func nextSleepers(until end: Instant) -> [Sleeper]? {
    state.withLock { state in
      guard let deadline = state.sleepers.map(\.deadline).min(), deadline <= end else {
        state.now = end
        return nil
      }
      return state.takeSleepers { $0.deadline == deadline }
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
