/// A module that can be waited for and closed.
public protocol ClosableModule: Sendable {
  /// Waits until the module has no work in progress: each write, notification and request that outlasts a call is done.
  ///
  /// Whether a held request counts as work is up to the module, because nothing waits for one. A timer that sleeps on
  /// `ModuleWorld.clock` until its next round is not work: `ModuleWorld.sleepers` waits until it sleeps. A pause within a round,
  /// between two requests, is work. So is a time-out that sleeps on that clock, and it must not be taken for the timer:
  /// 'Adapting a cache' shows how to tell them apart, under 'Idleness'.
  func waitUntilIdle() async throws
  /// Releases everything, as the end of the app does, so that its storage can be opened again, and ends whatever sleeps
  /// on the world's clock: timers, time-outs, pauses before a retry. A task that was left asleep would wake up in the
  /// next run of the app, and would be counted among that run's sleepers.
  ///
  /// It does not wait for requests in flight. The end of an app does not wait for them either, and some scenarios hold
  /// requests at that moment.
  func close() async throws
}

/// A module that does no work outside its calls, never sleeps on the world's clock and holds no resources.
public protocol IdleModule: ClosableModule {}

extension IdleModule {
  public func waitUntilIdle() {}
  public func close() {}
}
