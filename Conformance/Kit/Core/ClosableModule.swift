/// A module that can be waited for and let go of.
public protocol ClosableModule: Sendable {
  /// Waits until the module has no work under way.
  func waitUntilIdle() async throws
  /// Lets go of everything, as the end of the app does: what it holds can then be opened again.
  func close() async throws
}
