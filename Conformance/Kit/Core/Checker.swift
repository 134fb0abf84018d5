package import CacheSpec
import Foundation

/// Performs the actions of one chapter on one module in one world, and returns what it observed.
///
/// A checker judges nothing. Comparing, tracing and judging are done by the kit, once for all chapters.
package protocol Checker<Action>: Sendable {
  /// The chapter's actions.
  associatedtype Action: ScenarioAction

  /// Performs an action. An error of the module is part of the observation; only a failure of the world is thrown.
  func perform(_ action: Action) async throws -> StepObservation<Action>

  /// Closes the module and removes its world.
  func tearDown() async

  /// If the module is a program that has ended by itself, or has sent something that is no message: how; else nil.
  func breakdown() async -> String?

  /// Returns what else is known about the cause of a failed step, in words, or nil.
  func remark() async -> String?

  /// Returns what would be left if the process ended now.
  func remains() async -> Remains
  /// Makes the app start with what another process left, when it is next killed. An error is a failure of the world.
  func takeOver(_ remains: Remains) async throws
}

extension Checker {
  package func remains() async -> Remains { .nothing(why: "the kit keeps no world for it") }
  package func takeOver(_ remains: Remains) async throws {}
  package func remark() async -> String? { nil }
  package func breakdown() async -> String? { nil }
}

/// What the checkers of all chapters share: they let time pass, restart the app, wait for background work, and collect
/// what origins, listeners and the log recorded. A chapter's own checker performs the chapter's own actions.
package protocol ChapterChecker<Action>: Actor, Checker where Action: WorldAction {
  /// Time, storage and log.
  var world: ModuleWorld { get }

  /// Performs one of the chapter's own actions.
  ///
  /// - Returns: The answer to the caller, or nil if there is none.
  /// - Throws: The module's error, which counts as an answer, or a `WorldFailure`.
  func act(_ action: Action) async throws -> [Fact<Action.Answer>]?
  /// Starts the app with what storage holds.
  func start() async throws
  /// Ends the app normally. Does nothing if it is not running.
  func end() async throws
  /// Abandons the app and its requests as they are, like the sudden end of its process.
  ///
  /// - Returns: A closure that ends the abandoned app, to be called once the scenario is over.
  func leaveBehind() async -> @Sendable () async -> Void
  /// Returns a closure that waits until the module is idle, and that can run concurrently with the checker.
  func idleWaiter() -> @Sendable () async throws -> Void

  /// Holds, releases or waits for requests to the origin.
  func apply(_ holding: Holding) async throws
  /// Cancels the begun calls with this name.
  func cancelCall(_ name: String) async throws
  /// Waits for the begun calls with this name, and returns their answers.
  func finish(_ name: String) async throws -> [Fact<Action.Answer>]?

  /// Whether requests are held, or would be. Steps then do not wait for the module, and observe its requests later.
  var isHolding: Bool { get }
  /// How many requests are held.
  var heldRequestCount: Int { get }
  /// What to add to the error for a call that is given up while requests are held, or nil.
  nonisolated var adviceWhereHeld: String? { get }
  /// Returns whether an action waits for the module, so that its requests are observed even while requests are held.
  nonisolated func awaitsModule(_ action: Action) -> Bool
  /// Returns the requests since this was last called.
  func takeRequests() -> [Fact<Action.Request>]
  /// Returns the notifications since this was last called; nil in a chapter without notifications.
  func takeNotifications() async -> [Fact<Action.Notification>]?
  /// Returns the log lines since this was last called; nil in a chapter without a log.
  func takeLog() -> [Fact<Action.LogLine>]?
  /// Returns what is stored for the subject of the action; nil if storage is not inspected.
  func lookAtStorage(after action: Action) async throws -> [Fact<Action.Stored>]?
  /// Answers every held request, and stops holding requests.
  func releaseAll()
  /// Returns what another process needs in addition to the folder to continue in this world: the names that the module
  /// has made up, or the ports of its origin.
  func handOver() -> [String]
  /// Continues the world of a process that has ended, with what that process handed over.
  func goOn(from handedOver: [String]) throws
}

extension ChapterChecker {
  package func handOver() -> [String] { [] }
  package func goOn(from handedOver: [String]) throws {}

  package func remains() async -> Remains {
    do {
      guard let folder = try world.storage.remains() else {
        return .nothing(why: "what it stores is in memory that stands for a disk")
      }
      return .folder(folder.path, handedOver: handOver())
    } catch {
      return .nothing(why: "its folder cannot be made: \(error)")
    }
  }

  package func takeOver(_ remains: Remains) async throws {
    guard case .folder(let path, let handedOver) = remains else { return }
    try goOn(from: handedOver)
    world.storage.takeOver(URL(fileURLWithPath: path))
  }

  package func remark() async -> String? { world.whatWasLeftAsleep }
  package func breakdown() async -> String? { world.breakdown }

  package func apply(_ holding: Holding) throws { throw WorldFailure(MissingCall(name: "origin that is the only one")) }
  package func cancelCall(_ name: String) throws { throw WorldFailure(MissingCall(name: name)) }
  package func finish(_ name: String) throws -> [Fact<Action.Answer>]? { throw WorldFailure(MissingCall(name: name)) }
  package nonisolated func awaitsModule(_ action: Action) -> Bool {
    if case .finish? = action.worldEvent { true } else { false }
  }
  package nonisolated var adviceWhereHeld: String? { nil }
  package func takeNotifications() async -> [Fact<Action.Notification>]? { nil }
  package func takeLog() -> [Fact<Action.LogLine>]? { nil }
  package func lookAtStorage(after action: Action) async throws -> [Fact<Action.Stored>]? { nil }

  package func perform(_ action: Action) async throws -> StepObservation<Action> {
    let mayWaitForHeld = isHolding
    // A module that waits for a held request may sleep on the clock until it gives up.
    var observation = try await waking { try await mayWaitForHeld ? inTime(action) : observe(action) }
    if !isHolding {
      do {
        ScenarioProgress.begin(afterwards: "wait until the module is idle")
        let wait = idleWaiter()
        try await waking {
          await world.waitForCallsGivenUp()
          try await wait()
          // An ended run of the app may still be working on an answer that came just now, and nothing else waits for
          // that.
          if world.run > 0 { _ = await QueueExecutor.shared.waitUntilQuiet() }
        }
      } catch {
        observation.answer = (observation.answer ?? []) + [Fact(failure: error)]
      }
    }
    // An error of the machine is not the module's fault, even if the module passes it on.
    if let failure = world.storage.failure { throw WorldFailure(failure) }
    if let how = world.breakdown { throw Breakdown(how: how) }
    if !isHolding || awaitsModule(action) { observation.requests = takeRequests() }
    if observation.notifications == nil { observation.notifications = await takeNotifications() }
    if observation.log == nil { observation.log = takeLog() }
    ScenarioProgress.begin(afterwards: "look at what it stores")
    if let stored = try await lookAtStorage(after: action) {
      observation.stored = stored
      // The inspection is not part of the step, so what the module requests, notifies or logs during it is dropped.
      _ = takeRequests()
      _ = await takeNotifications()
      _ = takeLog()
    }
    return observation
  }

  package func tearDown() async {
    releaseAll()
    // An error while the module is being closed is not part of the scenario.
    try? await end()
    releaseAll()
    await world.tearDown()
  }

  /// Performs an action while requests are held. A call that waits for a held request is given up after a time limit,
  /// and counts as an error. It is not cancelled, because its work belongs to the module. The first step after which no
  /// request is held waits for the call to return.
  private func inTime(_ action: Action) async throws -> StepObservation<Action> {
    let call = Task(executorPreference: QueueExecutor.shared) { try await self.observe(action) }
    if let ended = await withTimeLimit(Patience.current, { await call.result }) { return try ended.get() }
    world.giveUp { _ = await call.result }
    let count = heldRequestCount
    let held = "\(count.counted("request")) \(count == 1 ? "was" : "were") held"
    let why = count == 0 ? "though nothing that it asked for was held" : "while \(held)"
    let advice =
      action.worldEvent?.endsARun == true
      ? "what closes a module does not wait for requests, but cancels them" : adviceWhereHeld
    let more = count == 0 ? "" : advice.map { "; \($0)" } ?? ""
    return StepObservation(answer: [.failure("the kit gave the call up: it did not return \(why)\(more)")])
  }

  /// Runs work, and moves the clock on when the module sleeps, because the work may complete only then.
  private func waking<Value>(_ work: () async throws -> Value) async throws -> Value {
    try await world.wakingSleepers(after: .seconds(1), sparing: heldRequestCount > 0, work)
  }

  /// Performs an action. An error of the module is its answer.
  private func observe(_ action: Action) async throws -> StepObservation<Action> {
    do {
      guard let event = action.worldEvent else { return StepObservation(answer: try await act(action)) }
      return StepObservation(answer: try await happen(event))
    } catch let failure as WorldFailure {
      throw failure
    } catch {
      return StepObservation(failure: error)
    }
  }

  private func happen(_ event: WorldEvent) async throws -> [Fact<Action.Answer>]? {
    switch event {
    case .advance(let duration): try await pass(duration)
    case .setClock(let duration): world.setDate(ahead: duration.seconds)
    case .restart: try await restart()
    case .restartAfter(let duration): try await restart { try await $0.pass(duration) {} }
    case .kill:
      let end = await leaveBehind()
      try WorldFailure.catching { try world.leaveBehind(end) }
      try await start()
    case .damage(let damage, let files): try await restart { try $0.storage.damage(damage, of: files) }
    case .restartUnreadable: try await restart { try $0.storage.lock() }
    case .requests(let holding): try await apply(holding)
    case .cancelCall(let name): try await cancelCall(name)
    case .finish(let name): return try await finish(name)
    }
    return nil
  }

  /// Lets time pass, and waits for the work that it triggers. While requests are held, it waits only where jobs run one
  /// at a time, until no job is left to run.
  package func pass(_ duration: Duration) async throws {
    let wait = idleWaiter()
    let isHolding = isHolding
    try await world.pass(duration) {
      if isHolding { _ = await QueueExecutor.shared.waitUntilQuiet() } else { try await wait() }
    }
  }

  /// Ends the app, runs a closure, and starts the app again. An error of the closure is a failure of the world.
  package func restart(meanwhile: (ModuleWorld) async throws -> Void = { _ in }) async throws {
    try await end()
    world.noteEnd()
    // A call of the ended run may never return. If it does, it is waited for, so that it does not affect the next run.
    _ = await withTimeLimit(Patience.moment) { [world] in await world.waitForCallsGivenUp() }
    do {
      try world.storage.unlock()
      try await meanwhile(world)
    } catch {
      throw WorldFailure(error)
    }
    try await start()
  }

  // MARK: Requests in flight

  /// Holds, releases or waits for requests to an origin.
  ///
  /// The step fails if an awaited request never comes. It waits for as long as a request can still come: until every
  /// begun call has returned and the module is idle.
  package func apply<Request, Answer>(
    _ holding: Holding, to origin: Origin<Request, Answer>, calls: BegunCalls<Action.Answer>
  ) async throws {
    await calls.waitUntilUnderWay()
    if holding.answers, let held = origin.heldSince { await calls.waitForOthers(toJoin: held) }
    switch holding {
    case .hold: origin.hold()
    case .awaitHeld(let count):
      let wait = idleWaiter()
      let came = await origin.holdsRequests(count) {
        await calls.waitForAll()
        // A module that cannot become idle throws again when the step ends.
        try? await wait()
      }
      if !came { throw MissingRequest() }
    case .awaitHeldUnlessJoined(let count):
      // The begun calls cannot return while requests are held, so only time shows that no more requests come.
      let came = await origin.holdsRequests(count) { await Patience.pause() }
      if !came { throw MissingRequest() }
    case .releaseOldest: origin.release(1)
    case .releaseNewest: origin.releaseNewest()
    case .releaseAll: origin.release()
    case .holdNoMore: origin.holdNoMore()
    }
  }
}

/// An error of the machine, or of a table that asks for something impossible. It is never the module's fault.
package struct WorldFailure: Error, CustomStringConvertible {
  private let error: any Error

  /// Marks an error as a failure of the world.
  package init(_ error: any Error) { self.error = error }

  /// Runs work of the world, whose errors are failures of the world.
  package static func catching<Value>(_ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch {
      throw WorldFailure(error)
    }
  }

  package var description: String { error.inWords }
}

/// The error when a module is a program, and the program has ended by itself or has sent something that is no message.
struct Breakdown: Error {
  /// How the program ended, or what it sent.
  let how: String
}

/// The error when an awaited request can no longer come.
package struct MissingRequest: Error, CustomStringConvertible {
  package init() {}
  package let description = "no such request came"
}
