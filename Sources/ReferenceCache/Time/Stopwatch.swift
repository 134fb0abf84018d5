import Foundation

/// A clock that counts from when it was made, whatever the instant type of the underlying clock.
struct Stopwatch: Sendable {
  /// The time since it was made.
  let elapsed: @Sendable () -> Duration
  /// Sleeps until a time since it was made is reached.
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
