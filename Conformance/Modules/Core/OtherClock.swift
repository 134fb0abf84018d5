/// A clock that reads otherwise than the one on which it sleeps.
struct OtherClock: Clock {
  struct Instant: InstantProtocol {
    let time: Duration

    func advanced(by duration: Duration) -> Self { Self(time: time + duration) }
    func duration(to other: Self) -> Duration { other.time - time }
    static func < (one: Self, other: Self) -> Bool { one.time < other.time }
  }

  let base: any Clock<Duration>
  let read: @Sendable () -> Duration

  var now: Instant { Instant(time: read()) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await base.sleep(for: max(.zero, deadline.time - read()))
  }
}

/// The time since now, which no one can set.
func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
