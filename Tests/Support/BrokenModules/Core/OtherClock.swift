/// A clock with a reading that differs from the clock on which it sleeps.
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
    try await sleep(until: deadline, on: base)
  }

  private func sleep(until deadline: Instant, on base: some Clock<Duration>) async throws {
    while true {
      // The base is read first: if it moves in the meantime, the sleep is too short, which is harmless, and not too
      // long.
      let start = base.now
      let left = deadline.time - read()
      guard left > .zero else { return }
      try await base.sleep(until: start.advanced(by: left), tolerance: nil)
    }
  }
}

/// Returns a closure that measures the time since this call, whatever date is set meanwhile.
func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
