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

/// A world with one origin, and nothing beside.
public final class OriginWorld<Request: Sendable, Answer: Sendable>: ChapterWorld, OneOriginWorld {
  /// Time, storage and log.
  public let world = World()
  package let origin: Origin<Request, Answer>

  /// A fresh world, whose origin answers by a script until a step has it answer by another.
  package init(script: @escaping Origin<Request, Answer>.Script) { origin = Origin(script: script) }

  /// Asks the origin, and waits for its answer.
  ///
  /// - Throws: what stands in the place of an answer: `OriginFailure.noConnection` where it cannot be reached.
  public func ask(_ request: Request) async throws -> Answer { try await origin.ask(request) }
}

/// An app with one module, over one origin: what it is set up with, its world, the module while it runs, and the calls that
/// were begun.
package struct OneModuleApp<Action: ScenarioAction, Setup: Sendable, Place: OneOriginWorld>: Sendable {
  /// What it is set up with when it starts next.
  package fileprivate(set) var setup: Setup
  /// The world that the module is put in.
  package let place: Place
  /// The calls that were begun and not waited for yet.
  package let calls = BegunCalls<Action.Answer>()
  private let open: @Sendable (Setup, Place) async throws -> any ClosableModule
  fileprivate var running: (any ClosableModule)?

  /// An app that has not started.
  ///
  /// - Parameters:
  ///   - setup: what it is set up with, unless a step sets it up otherwise.
  ///   - place: the world that the module is put in.
  ///   - open: opens the module of an app that starts; the world's storage may hold what an earlier start left.
  package init(
    _ setup: Setup, in place: Place, _ open: @escaping @Sendable (Setup, Place) async throws -> any ClosableModule
  ) {
    (self.setup, self.place, self.open) = (setup, place, open)
  }

  /// The same app in another world, where it has not started.
  package func copy(in place: Place) -> Self { Self(setup, in: place, open) }

  /// The module, as what the chapter knows it for.
  ///
  /// - Throws: `WorldFailure` where the app does not run, or has no such module: a slip of the table.
  package func module<Module>(_: Module.Type = Module.self) throws -> Module {
    if let module = running as? Module { return module }
    throw WorldFailure(MissingCall(name: isRunning ? "\(Module.self)" : "app that runs"))
  }

  /// Whether the app runs.
  package var isRunning: Bool { running != nil }

  fileprivate func opened() async throws -> any ClosableModule { try await open(setup, place) }
}

/// The checker of a chapter whose app has one module, over one origin: all but what is the chapter's own.
package protocol OneModuleChecker<Action>: ChapterChecker {
  /// The chapter's actions: named here too, so that they follow from the app.
  associatedtype Action
  /// What the app is set up with.
  associatedtype Setup: Sendable
  /// The chapter's world.
  associatedtype Place: OneOriginWorld where Place.Request == Action.Request

  /// The app.
  var app: OneModuleApp<Action, Setup, Place> { get set }

  /// Forgets what the chapter holds of a module that has ended.
  func forget()
}

extension OneModuleChecker {
  package var world: World { app.place.world }
  package func forget() {}

  /// Sets the app up, and starts it anew.
  package func start(_ setup: Setup) async throws {
    app.setup = setup
    try await restart()
  }

  package func start() async throws { app.running = try await app.opened() }

  package func end() async throws {
    let closing = app.running
    app.running = nil
    try await closing?.close()
    forget()
  }

  package func leaveBehind() -> @Sendable () async -> Void {
    app.place.origin.leaveBehind()
    defer {
      app.running = nil
      forget()
    }
    return { [app] in
      app.place.origin.answerWhatWasLeft()
      try? await app.running?.close()
    }
  }

  package func idleWaiter() -> @Sendable () async throws -> Void {
    { [app] in try await app.running?.waitUntilIdle() }
  }

  package func apply(_ holding: Holding) async throws {
    try await apply(holding, to: app.place.origin, calls: app.calls)
  }
  package func finish(_ name: String) async throws -> [Fact<Action.Answer>]? { try await app.calls.finish(name) }

  package var isHolding: Bool { app.place.origin.isHolding }
  package var heldRequestCount: Int { app.place.origin.heldCount }
  package func takeRequests() -> [Fact<Action.Request>] { app.place.origin.takeRequests().map(Fact.value) }
  package func releaseAll() { app.place.origin.release() }
}
