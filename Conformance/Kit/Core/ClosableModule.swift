/// A module that can be waited for and let go of.
public protocol ClosableModule: Sendable {
  /// Waits until the module has no work under way: what it writes, tells or asks behind a call is done.
  ///
  /// Whether a request that is held counts as work is left to the module: nobody waits for one. A timer that sleeps on
  /// `World.clock` until its next round is no work: `World.sleepers` waits until it sleeps. A pause within a round, between
  /// one request and the next, is work.
  func waitUntilIdle() async throws
  /// Lets go of everything, as the end of the app does: what it holds can then be opened again.
  ///
  /// It does not wait for requests under way: the end of an app does not either, and some scenarios hold them meanwhile.
  func close() async throws
}

/// A module in which nothing goes on behind a call, and which holds nothing.
public protocol IdleModule: ClosableModule {}

extension IdleModule {
  public func waitUntilIdle() {}
  public func close() {}
}
