public import Foundation

/// Time, a log and a source of ids: what a cache would else take from global state.
public struct Dependencies: Sendable {
  /// The time since these dependencies were made, which no one can set.
  let runningTime: @Sendable () -> Duration
  /// Sleeps until a running time.
  let sleep: @Sendable (_ until: Duration) async throws -> Void
  let now: @Sendable () -> Date
  let log: @Sendable (String) -> Void
  let makeAnonymousID: @Sendable () -> AppUserID

  /// Takes the clock for running time, the date that a person may set, and where lines are logged.
  public init(
    clock: any Clock<Duration>, now: @escaping @Sendable () -> Date, log: @escaping @Sendable (String) -> Void,
    makeAnonymousID: @escaping @Sendable () -> AppUserID = { AppUserID("anonymous-\(UUID().uuidString)") }
  ) {
    let stopwatch = Stopwatch(clock)
    runningTime = stopwatch.elapsed
    sleep = stopwatch.sleep
    self.now = now
    self.log = log
    self.makeAnonymousID = makeAnonymousID
  }
}
