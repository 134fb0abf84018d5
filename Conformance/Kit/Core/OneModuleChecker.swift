package import CacheSpec

/// A module that can be waited for and let go of.
public protocol ClosableModule: Sendable {
  /// Waits until the module has no work under way.
  func waitUntilIdle() async throws
  /// Lets go of everything, as the end of the app does.
  func close() async throws
}

/// The checker of a chapter whose app has one module, over one origin: all but what is the chapter's own.
package protocol OneModuleChecker<Action>: ChapterChecker {
  /// What the origin answers with.
  associatedtype OriginAnswer: Sendable

  /// The module, while the app runs.
  var running: (any ClosableModule)? { get set }
  /// The origin.
  nonisolated var origin: Origin<Action.Request, OriginAnswer> { get }
}

extension OneModuleChecker {
  /// The module, as what the chapter knows it for.
  ///
  /// - Throws: `MissingCall` where the app does not run: a slip of the table.
  package func module<Module>(_: Module.Type) throws -> Module {
    guard let module = running as? Module else { throw MissingCall(name: "app that runs") }
    return module
  }

  package func end() async throws {
    let closing = running
    running = nil
    try await closing?.close()
  }

  package func leaveBehind() -> @Sendable () async -> Void {
    origin.leaveBehind()
    defer { running = nil }
    return { [running, origin] in
      origin.answerWhatWasLeft()
      try? await running?.close()
    }
  }

  package func idleWaiter() -> @Sendable () async throws -> Void {
    { [running] in try await running?.waitUntilIdle() }
  }

  package var isHolding: Bool { origin.isHolding }
  package func takeRequests() -> [Fact<Action.Request>] { origin.takeRequests().map(Fact.value) }
  package func releaseAll() { origin.release() }
}
