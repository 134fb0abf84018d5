package import CacheSpec
import Foundation

/// Performs the actions of one chapter on one module in one world, and says what it observed.
///
/// It judges nothing: comparing, tracing and verdicts are the kit's, once for all chapters.
package protocol Checker<Action>: Sendable {
  /// The chapter's actions.
  associatedtype Action: ScenarioAction

  /// Performs an action. An error of the module is a fact; what is thrown here is a failure of the world.
  func perform(_ action: Action) async throws -> Observation<Action>

  /// Lets go of the module and its world.
  func tearDown() async

  /// What would be left if the process ended now.
  func remains() async -> Remains
  /// Has the app start over this when it is killed next. An error is a failure of the world.
  func takeOver(_ remains: Remains) async throws
}

extension Checker {
  package func remains() async -> Remains { .nothing(why: "the kit keeps no world for it") }
  package func takeOver(_ remains: Remains) async throws {}
}

/// What the checkers of all chapters do alike: they let time pass, restart the app, wait for what it does in the
/// background, and take what origins, listeners and the log recorded. A chapter's own checker performs its own actions.
package protocol ChapterChecker<Action>: Actor, Checker where Action: WorldAction {
  /// Time, storage and log.
  var world: World { get }

  /// Performs an action that is the chapter's own: what the caller is answered, or nil where nothing is.
  ///
  /// - Throws: The module's error, which is an answer too, or a `WorldFailure`.
  func act(_ action: Action) async throws -> [Fact<Action.Answer>]?
  /// Starts the app over what storage holds.
  func start() async throws
  /// Ends the app in order. One that does not run is left alone.
  func end() async throws
  /// Leaves the app as it is, and forgets it and its requests, as the sudden end of its process does.
  ///
  /// - Returns: What ends it in earnest, once the scenario is over.
  func leaveBehind() -> @Sendable () async -> Void
  /// What waits until the module has no work under way: taken apart from the checker, to be waited for beside it.
  func idleWaiter() -> @Sendable () async throws -> Void

  /// Does something with the requests to the origin.
  func apply(_ holding: Holding) async throws
  /// Waits for the calls of a name that were begun: what they are answered.
  func finish(_ name: String) async throws -> [Fact<Action.Answer>]?

  /// Whether requests are held, or would be: meanwhile nobody waits for the module, and what it asks is seen later.
  var isHolding: Bool { get }
  /// How many requests are held.
  var heldRequestCount: Int { get }
  /// What to say where a call is given up while requests are held; nil for nothing more.
  nonisolated var adviceWhereHeld: String? { get }
  /// Whether an action returns only once the module has done something: then its requests are seen, held or not.
  nonisolated func awaitsModule(_ action: Action) -> Bool
  /// Takes the requests since the last time.
  func takeRequests() -> [Fact<Action.Request>]
  /// Takes what was told since the last time; nil in a chapter in which nobody is told anything.
  func takeNotifications() async -> [Fact<Action.Notification>]?
  /// Takes what was logged since the last time; nil in a chapter without a log.
  func takeLog() -> [Fact<Action.LogLine>]?
  /// What is stored of what the action was about; nil where nothing is looked at.
  func lookAtStorage(after action: Action) async throws -> [Fact<Action.Stored>]?
  /// Answers every held request, and holds no more.
  func releaseAll()
  /// What another process has to know beside the folder to go on in this world: the names that the module has made up,
  /// the ports of its origin.
  func handOver() -> [String]
  /// Has the world be that of another process, which handed this over and has ended.
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

  package func apply(_ holding: Holding) throws { throw WorldFailure(MissingCall(name: "origin that is the only one")) }
  package func finish(_ name: String) throws -> [Fact<Action.Answer>]? { throw WorldFailure(MissingCall(name: name)) }
  package nonisolated func awaitsModule(_ action: Action) -> Bool {
    if case .finish? = action.worldEvent { true } else { false }
  }
  package nonisolated var adviceWhereHeld: String? { nil }
  package func takeNotifications() async -> [Fact<Action.Notification>]? { nil }
  package func takeLog() -> [Fact<Action.LogLine>]? { nil }
  package func lookAtStorage(after action: Action) async throws -> [Fact<Action.Stored>]? { nil }

  package func perform(_ action: Action) async throws -> Observation<Action> {
    let mayWaitForHeld = isHolding
    // A module that waits for what is held may sleep till it gives up.
    var observation = try await waking { try await mayWaitForHeld ? inTime(action) : observe(action) }
    if !isHolding {
      do {
        let wait = idleWaiter()
        try await waking {
          await world.waitForCallsGivenUp()
          try await wait()
        }
      } catch {
        observation.answer = (observation.answer ?? []) + [Fact(failure: error)]
      }
    }
    // What the machine refuses is not the module's fault, though the module may hand it on.
    if let failure = world.storage.failure { throw WorldFailure(failure) }
    if !isHolding || awaitsModule(action) { observation.requests = takeRequests() }
    if observation.notifications == nil { observation.notifications = await takeNotifications() }
    if observation.log == nil { observation.log = takeLog() }
    if let stored = try await lookAtStorage(after: action) {
      observation.stored = stored
      // Looking is no part of the step: what the module asks, tells or logs meanwhile is none of it.
      _ = takeRequests()
      _ = await takeNotifications()
      _ = takeLog()
    }
    return observation
  }

  package func tearDown() async {
    releaseAll()
    // What a module says while it is let go of is no part of the scenario.
    try? await end()
    releaseAll()
    await world.tearDown()
  }

  /// Performs an action while requests are held. A call that waits for a held request is given up after a time limit, and
  /// counts as an error. It is not cancelled, because its work belongs to the module: the first step after which no request is
  /// held waits for it.
  private func inTime(_ action: Action) async throws -> Observation<Action> {
    let call = Task(executorPreference: QueueExecutor.shared) { try await self.observe(action) }
    if let ended = await withTimeLimit(Patience.current, { await call.result }) { return try ended.get() }
    world.giveUp { _ = await call.result }
    let count = heldRequestCount
    let held = count == 1 ? "1 request was held" : "\(count) requests were held"
    let why = count == 0 ? "though nothing that it asked for was held" : "while \(held)"
    let advice = count == 0 ? nil : adviceWhereHeld.map { "; \($0)" }
    return Observation(answer: [.failure("the kit gave the call up: it did not return \(why)\(advice ?? "")")])
  }

  /// Does something that comes to an end, if only the clock goes on where the module sleeps.
  private func waking<Value>(_ work: () async throws -> Value) async throws -> Value {
    try await world.wakingSleepers(after: .seconds(1), sparing: heldRequestCount > 0, work)
  }

  /// Performs an action. An error of the module is what it answers.
  private func observe(_ action: Action) async throws -> Observation<Action> {
    do {
      guard let event = action.worldEvent else { return Observation(answer: try await act(action)) }
      return Observation(answer: try await happen(event))
    } catch let failure as WorldFailure {
      throw failure
    } catch {
      return Observation(failure: error)
    }
  }

  private func happen(_ event: WorldEvent) async throws -> [Fact<Action.Answer>]? {
    switch event {
    case .advance(let duration): try await pass(duration)
    case .setClock(let duration): world.setDate(ahead: duration.seconds)
    case .restart: try await restart()
    case .restartAfter(let duration): try await restart { try await $0.pass(duration) {} }
    case .kill:
      let end = leaveBehind()
      try WorldFailure.catching { try world.leaveBehind(end) }
      try await start()
    case .damage(let damage, let files): try await restart { try $0.storage.damage(damage, of: files) }
    case .requests(let holding): try await apply(holding)
    case .finish(let name): return try await finish(name)
    }
    return nil
  }

  /// Lets time pass. Where no requests are held, the work that it wakes is waited for.
  package func pass(_ duration: Duration) async throws {
    let wait = idleWaiter()
    let isHolding = isHolding
    try await world.pass(duration) { if !isHolding { try await wait() } }
  }

  /// Ends the app, does what happens meanwhile, and starts it again. What is thrown meanwhile is a failure of the world.
  package func restart(meanwhile: (World) async throws -> Void = { _ in }) async throws {
    try await end()
    // A call of the ended run may never return; one that does is waited for, so that it does not reach into the next run.
    _ = await withTimeLimit(Patience.moment) { [world] in await world.waitForCallsGivenUp() }
    do {
      try await meanwhile(world)
    } catch {
      throw WorldFailure(error)
    }
    try await start()
  }

  // MARK: Requests on their way

  /// Does something with the requests to an origin.
  ///
  /// One that is waited for, and never comes, is a failure: it is waited for as long as one can come, until every call that
  /// was begun has returned and the module is idle.
  package func apply<Request, Answer>(
    _ holding: Holding, to origin: Origin<Request, Answer>, calls: BegunCalls<Action.Answer>
  ) async throws {
    await calls.waitUntilUnderWay()
    switch holding {
    case .hold: origin.hold()
    case .awaitHeld(let count):
      let wait = idleWaiter()
      let came = await origin.holdsRequests(count) {
        await calls.waitForAll()
        // A module that cannot become idle says so when the step ends.
        try? await wait()
      }
      if !came { throw MissingRequest() }
    case .awaitHeldUnlessJoined(let count):
      // The calls that were begun cannot return before what is held: only time tells that no more comes.
      let came = await origin.holdsRequests(count) { try? await Task.sleep(for: Patience.moment) }
      if !came { throw MissingRequest() }
    case .releaseOldest: origin.release(1)
    case .releaseNewest: origin.releaseNewest()
    case .releaseAll: origin.release()
    case .holdNoMore: origin.holdNoMore()
    }
  }
}

/// What the machine refuses, or a table asks for that cannot be: never the module's fault.
package struct WorldFailure: Error, CustomStringConvertible {
  private let error: any Error

  /// Takes an error for one of the world.
  package init(_ error: any Error) { self.error = error }

  /// Does something of the world's own.
  package static func catching<Value>(_ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch {
      throw WorldFailure(error)
    }
  }

  package var description: String { "\(error)" }
}

/// A request was waited for until none could come any more.
package struct MissingRequest: Error, CustomStringConvertible {
  package let description = "no such request came"
}

/// What an action is given while requests are held: long for one that does not wait for them.
enum Patience {
  /// Most of what the scenario may take: what is left behind is to be told before the scenario itself is given up.
  @TaskLocal static var current = Patience.within(RunOptions().timeLimit)

  static func within(_ limit: Duration) -> Duration { limit * 3 / 5 }

  /// How long something is waited for, in real time, of which nothing tells that it will not come. Where a module is given
  /// more time, as on a busy machine, this is longer too.
  static var moment: Duration { max(.seconds(1), current / 8) }

  /// Looks again and again until something is so, for a moment at the most, and says whether it is.
  static func waits(until isSo: () -> Bool) async -> Bool {
    let start = ContinuousClock.now
    while !isSo() {
      guard ContinuousClock.now - start < moment else { return isSo() }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return true
  }
}
