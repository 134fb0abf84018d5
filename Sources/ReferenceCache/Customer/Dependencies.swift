public import Foundation

/// A cache's time, log and source of ids, which would otherwise be global state.
public struct Dependencies: Sendable {
  /// The time since these dependencies were made. Nobody can set it.
  let runningTime: @Sendable () -> Duration
  /// Sleeps until a running time is reached.
  let sleep: @Sendable (_ until: Duration) async throws -> Void
  let now: @Sendable () -> Date
  let log: @Sendable (String) -> Void
  let makeAnonymousID: @Sendable () -> AppUserID

  /// Takes the clock for running time, the date, which a person may set, and the log.
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
