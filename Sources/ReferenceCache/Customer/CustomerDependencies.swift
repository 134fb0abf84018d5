public import Foundation

/// A cache's time, log and source of ids, which would otherwise be global state.
public struct CustomerDependencies: Sendable {
  /// The running time, which nobody can set.
  let stopwatch: Stopwatch
  let now: @Sendable () -> Date
  let log: @Sendable (String) -> Void
  let makeAnonymousID: @Sendable () -> AppUserID

  /// Takes the clock for running time, the date, which a person may set, and the log.
  public init(
    clock: any Clock<Duration>, now: @escaping @Sendable () -> Date, log: @escaping @Sendable (String) -> Void,
    makeAnonymousID: @escaping @Sendable () -> AppUserID = { AppUserID("anonymous-\(UUID().uuidString)") }
  ) {
    stopwatch = Stopwatch(clock)
    self.now = now
    self.log = log
    self.makeAnonymousID = makeAnonymousID
  }
}
