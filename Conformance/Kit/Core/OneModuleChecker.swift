package import CacheSpec

/// The world of a chapter whose app has one origin.
package protocol OneOriginWorld: ChapterWorld {
  /// What the origin is asked.
  associatedtype Request: Sendable
  /// What it answers with.
  associatedtype Answer: Sendable

  /// The origin.
  var origin: Origin<Request, Answer> { get }
}

/// The checker of a chapter whose app has one module, over one origin: all but what is the chapter's own.
package protocol OneModuleChecker<Action>: ChapterChecker {
  /// The chapter's world.
  associatedtype Place: OneOriginWorld where Place.Request == Action.Request

  /// The world that the module is put in.
  nonisolated var place: Place { get }
  /// The module, while the app runs.
  var running: (any ClosableModule)? { get set }

  /// Forgets what the chapter holds of a module that has ended.
  func forget()
}

extension OneModuleChecker {
  package nonisolated var world: World { place.world }
  package func forget() {}

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
    forget()
  }

  package func leaveBehind() -> @Sendable () async -> Void {
    place.origin.leaveBehind()
    defer {
      running = nil
      forget()
    }
    return { [running, place] in
      place.origin.answerWhatWasLeft()
      try? await running?.close()
    }
  }

  package func idleWaiter() -> @Sendable () async throws -> Void {
    { [running] in try await running?.waitUntilIdle() }
  }

  package var isHolding: Bool { place.origin.isHolding }
  package var heldRequestCount: Int { place.origin.heldCount }
  package func takeRequests() -> [Fact<Action.Request>] { place.origin.takeRequests().map(Fact.value) }
  package func releaseAll() { place.origin.release() }
}
