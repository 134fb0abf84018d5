package import CacheSpec

/// A world of a chapter whose app has one origin.
package protocol OneOriginWorld: ChapterWorld {
  /// A request to the origin.
  associatedtype Request: Sendable
  /// An answer of the origin.
  associatedtype Answer: Sendable

  /// The origin.
  var origin: Origin<Request, Answer> { get }
}

/// A world with one origin and nothing else.
public final class OriginWorld<Request: Sendable, Answer: Sendable>: ChapterWorld, OneOriginWorld {
  /// Time, storage and log.
  public let world: ModuleWorld
  package let origin: Origin<Request, Answer>

  /// Creates a world whose origin answers by a script until a step changes the script.
  package init(script: @escaping Origin<Request, Answer>.Script) {
    world = ModuleWorld()
    origin = Origin(script: script)
  }

  /// Creates a stand-in for a world that the kit at the other end of a pipe has made. It asks that world's origin.
  package init(pipedWorld: PipedWorld, ask: @escaping @Sendable (Request) async throws -> Answer) {
    world = ModuleWorld(.piped(pipedWorld))
    origin = Origin(remote: ask)
  }

  /// Makes the origin answer by this script from now on.
  public func answer(by script: @escaping @Sendable (Request) throws -> Answer) { origin.answer(by: script) }

  /// Asks the origin, and waits for its answer.
  ///
  /// - Throws: the failure in place of an answer: `OriginFailure.noConnection` if the origin cannot be reached; or
  ///   `CancellationError` once the task that asks is cancelled.
  public func ask(_ request: Request) async throws -> Answer { try await origin.ask(request) }
}

/// An app with one module and one origin: its setup, its world, the module while it runs, and the begun calls.
package struct OneModuleApp<Action: ScenarioAction, Setup: Sendable, Place: OneOriginWorld>: Sendable {
  /// The setup for the next start.
  package fileprivate(set) var setup: Setup
  /// The world that the module is put in.
  package let place: Place
  /// The calls that were begun and have not been waited for yet.
  package let calls = BegunCalls<Action.Answer>()
  private let open: @Sendable (Setup, Place) async throws -> any ClosableModule
  /// The module, while the app is running.
  package fileprivate(set) var running: (any ClosableModule)?

  /// Creates an app that has not started.
  ///
  /// - Parameters:
  ///   - setup: the setup, unless a step chooses another.
  ///   - place: the world that the module is put in.
  ///   - open: opens the module when the app starts. The world's storage may hold what an earlier run left.
  package init(
    _ setup: Setup, in place: Place, _ open: @escaping @Sendable (Setup, Place) async throws -> any ClosableModule
  ) {
    (self.setup, self.place, self.open) = (setup, place, open)
  }

  /// Returns the same app in another world, where it has not started.
  package func copy(in place: Place) -> Self { Self(setup, in: place, open) }

  /// Returns the module as the type that the chapter expects.
  ///
  /// - Throws: `WorldFailure` if the app is not running or has no such module, which is a mistake in the table.
  package func module<Module>(_: Module.Type = Module.self) throws -> Module {
    if let module = running as? Module { return module }
    throw WorldFailure(MissingCall(name: isRunning ? "\(Module.self)" : "running app"))
  }

  /// Whether the app is running.
  package var isRunning: Bool { running != nil }

  fileprivate func opened() async throws -> any ClosableModule { try await open(setup, place) }
}

/// The checker of a chapter whose app has one module and one origin. A chapter adds only `act`.
package protocol OneModuleChecker<Action>: ChapterChecker {
  /// The chapter's actions, repeated here so that they can be inferred from the app.
  associatedtype Action
  /// The app's setup.
  associatedtype Setup: Sendable
  /// The chapter's world.
  associatedtype Place: OneOriginWorld where Place.Request == Action.Request

  /// The app.
  var app: OneModuleApp<Action, Setup, Place> { get set }

  /// Discards what the chapter keeps of a module that has ended.
  func forget()
}

extension OneModuleChecker {
  package var world: ModuleWorld { app.place.world }
  package func forget() {}

  /// Sets the app up and restarts it.
  package func start(_ setup: Setup) async throws {
    app.setup = setup
    try await restart()
  }

  package func start() async throws { app.running = try await app.opened() }

  package func end() async throws {
    await app.calls.waitUntilUnderWay()
    let closing = app.running
    app.running = nil
    try await closing?.close()
    forget()
  }

  package func leaveBehind() async -> @Sendable () async -> Void {
    await app.calls.leaveBehind()
    app.place.origin.leaveBehind()
    let (module, origin) = (app.running, app.place.origin)
    app.running = nil
    forget()
    return {
      origin.answerWhatWasLeft()
      try? await module?.close()
    }
  }

  package func idleWaiter() -> @Sendable () async throws -> Void {
    { [app] in try await app.running?.waitUntilIdle() }
  }

  package func apply(_ holding: Holding) async throws {
    try await apply(holding, to: app.place.origin, calls: app.calls)
  }
  package func cancelCall(_ name: String) async {
    await app.calls.waitUntilUnderWay()
    app.calls.cancel(name)
  }
  package func finish(_ name: String) async throws -> [Fact<Action.Answer>]? { try await app.calls.finish(name) }

  package var isHolding: Bool { app.place.origin.isHolding }
  package var heldRequestCount: Int { app.place.origin.heldCount }
  package func takeRequests() -> [Fact<Action.Request>] { app.place.origin.takeRequests().map(Fact.value) }
  package func releaseAll() { app.place.origin.release() }
}
