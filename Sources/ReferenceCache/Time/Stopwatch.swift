import Foundation

/// A clock whose moments are counted from when the stopwatch was made, whatever the clock's own type of them is.
struct Stopwatch: Sendable {
  /// The time since then.
  let elapsed: @Sendable () -> Duration
  /// Sleeps until so much time since then has passed.
  let sleep: @Sendable (_ until: Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: TimeInterval { TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18 }
}
