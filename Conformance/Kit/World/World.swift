public import Foundation
import Synchronization

/// The world that a module is put in: time, storage and a log, fresh for every scenario.
public final class World: Sendable {
  /// The kind of time in a world.
  package enum Time: Sendable {
    /// The clock moves when a step says so.
    case virtual
    /// The machine's clock, for modules that cannot be given one.
    case real
    /// That of the world that the kit at the other end of a pipe has made.
    case elsewhere(WorldElsewhere)
  }

  /// What the world knows of a call that is waited for while the virtual clock stands still.
  private struct Waited {
    var isWaitedFor = false
    /// Sleepers from before this mark are left asleep.
    var spared = VirtualClock.Mark()
    /// What the clock showed last, and how many times it has shown the same since.
    var seen = VirtualClock.Mark()
    var timesSeen = 0
    /// Whether the clock has already had to move for a call.
    var hadToWake = false
    var watch: Watchdog.Watch?
    /// Checks the clock, once the watchdog has come.
    var checks: Task<Void, any Error>?

    /// How many checks of the clock make up the patience. On a busy machine, the checks come later too.
    static let looks = 10

    /// Records what the clock shows, and returns the longest sleep that is to be woken now, or nil for none. The checks
    /// are a millisecond apart once the clock has had to move.
    ///
    /// - Parameter isQuiet: whether no job is known to wait for its turn.
    mutating func look(at mark: VirtualClock.Mark, isQuiet: Bool) -> Duration? {
      guard isWaitedFor else { return nil }
      timesSeen = mark == seen && isQuiet ? timesSeen + 1 : 0
      seen = mark
      if timesSeen >= (hadToWake ? 250 : Self.looks * 2) { return .seconds(60) }
      if timesSeen >= (hadToWake ? 2 : Self.looks) { return .seconds(5) }
      return nil
    }
  }

  /// The date at which virtual worlds start: midnight, so that a test of whole seconds starts on one.
  static let start = Date(timeIntervalSince1970: 1_704_067_200)

  /// The storage, which a restart keeps and a reinstall wipes.
  public let storage: WorldStorage
  /// The module's log.
  public let log = WorldLog()

  private let currentClock: Mutex<VirtualClock?>
  /// The world that this one stands for, if the kit is at the other end of a pipe.
  let elsewhere: WorldElsewhere?
  private let left = Mutex<[@Sendable () async -> Void]>([])
  private let givenUp = Mutex<[@Sendable () async -> Void]>([])
  private let dateOffset = Mutex(TimeInterval(0))
  private let waited = Mutex(Waited())
  /// How many times the app has ended, in any way, and how many times suddenly.
  private let ends = Mutex((all: 0, sudden: 0))
  /// What belongs to the world, by type.
  private let companions = Mutex<[ObjectIdentifier: any Sendable]>([:])
  /// How the program that the module is ended by itself, or nil.
  private let brokeDown = Mutex<String?>(nil)
  /// When the app last ended normally, and how many of its tasks slept on.
  private let ended = Mutex((at: VirtualClock.Mark(), leftAsleep: 0))

  /// Creates a fresh world.
  package init(_ time: Time = .virtual) {
    if case .virtual = time { currentClock = Mutex(VirtualClock()) } else { currentClock = Mutex(nil) }
    elsewhere = if case .elsewhere(let world) = time { world } else { nil }
    storage = WorldStorage()
  }

  private var virtualClock: VirtualClock? { currentClock.withLock(\.self) }

  /// The clock to sleep on and to measure elapsed time with. It moves when a step says so, and stands still while a
  /// call is waited for. A call that sleeps on it before it retries is woken, the first time after a second of real
  /// time, unless it sleeps for more than a minute.
  public var clock: any Clock<Duration> {
    if let virtualClock { virtualClock } else { elsewhere?.clock ?? ContinuousClock() }
  }

  /// The date and time of day, which a person may change.
  public var now: Date {
    let running =
      virtualClock.map { Self.start.addingTimeInterval($0.now.sinceStart.seconds) } ?? elsewhere?.now ?? Date()
    return running.addingTimeInterval(dateOffset.withLock(\.self))
  }

  /// Sets the date forward, or back, without any time passing.
  package func setDate(ahead seconds: TimeInterval) { dateOffset.withLock { $0 += seconds } }

  /// Lets time pass, and waits for the work that it triggers.
  ///
  /// A world on the machine's clock actually waits: there is no other way with a module that cannot be given a clock.
  package func pass(_ duration: Duration, whenIdle waitUntilIdle: () async throws -> Void) async throws {
    if let virtualClock {
      // Those who were left asleep may wake up.
      _ = whatWasLeftAsleep
      try await virtualClock.advance(by: duration, whenIdle: waitUntilIdle)
    } else {
      try await ContinuousClock().sleep(for: duration)
      try await waitUntilIdle()
    }
  }

  /// Runs work that has to complete although it may sleep on the virtual clock, which stands still: a module may pause
  /// before it retries. If no sleeper comes or goes for a while, the clock moves to the next sleeper that sleeps for a
  /// minute at most. Once it has had to, it moves on as soon as no sleeper comes or goes. Longer sleeps are given more
  /// time, because they may be timeouts, and an answer that has arrived may be on its way to the caller.
  ///
  /// - Parameters:
  ///   - patience: how long to wait, in real time, before the clock first moves.
  ///   - sparing: whether to leave those asleep who already sleep, and not to move the clock past them, because they
  ///     may time out what is held.
  ///   - work: the work to run.
  package func wakingSleepers<Value>(
    after patience: Duration, sparing: Bool = false, _ work: () async throws -> Value,
    isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> Value {
    guard let virtualClock else { return try await work() }
    beginWaiting(patience, sparing ? virtualClock.mark : VirtualClock.Mark())
    defer { endWaiting() }
    return try await work()
  }

  // If Swift 6.3 for Linux inlines both of these into an async function, the optimized code locks, after its `await`,
  // in the name of the thread that it left, and traps.
  @inline(never)
  private func beginWaiting(_ patience: Duration, _ spared: VirtualClock.Mark) {
    waited.withLock { waited in
      (waited.isWaitedFor, waited.spared, waited.timesSeen) = (true, spared, 0)
      // Once a world, because most calls return at once, and most worlds end before the first check.
      waited.watch =
        waited.watch
        ?? Watchdog.shared.watch(after: patience / Waited.looks) { [weak self] in
          self?.beginChecks(after: patience)
          return nil
        }
    }
  }

  /// Begins to check the clock: in the thread pool, so that the checks come later where it is busy.
  private func beginChecks(after patience: Duration) {
    let checks = Task { [weak self] in
      while let pause = self?.wakeWhoIsWaitedFor(after: patience) { try await Task.sleep(for: pause) }
    }
    waited.withLock { $0.checks = checks }
  }

  @inline(never)
  private func endWaiting() { waited.withLock { $0.isWaitedFor = false } }

  /// Wakes the next sleeper if a call has been waited for too long, and returns the time until the next check.
  @inline(never)
  private func wakeWhoIsWaitedFor(after patience: Duration) -> Duration {
    guard let virtualClock else { return patience }
    let (mark, isQuiet) = (virtualClock.mark, QueueExecutor.shared.isQuiet)
    let (length, spared, pause) = waited.withLock { waited in
      let length = waited.look(at: mark, isQuiet: isQuiet)
      return (length, waited.spared, waited.hadToWake ? .milliseconds(1) : patience / Waited.looks)
    }
    if let length, virtualClock.wakeNext(sleepingAtMost: length, since: spared) {
      waited.withLock { ($0.hadToWake, $0.timesSeen) = (true, 0) }
    }
    return pause
  }

  /// Returns once this many tasks sleep on the virtual clock; on the machine's clock at once, because nobody can know.
  ///
  /// - Parameters:
  ///   - count: how many of the module's timers sleep when it has nothing to do.
  ///   - rest: returns when no more will go to sleep, which ends the wait; nil if that many are sure to.
  public func sleepers(_ count: Int, before rest: (@Sendable () async -> Void)? = nil) async {
    await virtualClock?.sleepers(count, before: rest)
    await elsewhere?.sleepers(count, before: rest)
  }

  /// Which run of the app this is, from 0: for what a module keeps in its process and a later run must not find.
  package var run: Int { ends.withLock(\.all) }

  /// How many times the app has ended suddenly.
  var suddenEnds: Int { ends.withLock(\.sudden) }

  /// How the program that the module is ended by itself, or nil.
  var breakdown: String? { brokeDown.withLock(\.self) }

  /// Notes that the program that the module is has ended by itself, or says what is no message.
  func noteBreakdown(_ how: String) { brokeDown.withLock { $0 = $0 ?? how } }

  /// How much time has passed on the virtual clock, or nil if there is none.
  var elapsed: Duration? { virtualClock?.now.sinceStart }

  /// Sleeps until so much time has passed on the virtual clock, if there is one.
  func sleep(until elapsed: Duration) async throws {
    try await virtualClock?.sleep(until: VirtualClock.Instant(sinceStart: elapsed))
  }

  /// The object of its type that belongs to the world, made when it is first asked for.
  func shared<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
    companions.withLock { companions in
      if let object = companions[ObjectIdentifier(Object.self)] as? Object { return object }
      let object = make()
      companions[ObjectIdentifier(Object.self)] = object
      return object
    }
  }

  /// Logs a line.
  func write(toLog line: String) {
    if let elsewhere { elsewhere.conversation.tell("log", ["line": line.json]) } else { log.write(line) }
  }

  /// Does something when the scenario is over.
  func atEnd(_ end: @escaping @Sendable () async -> Void) { left.withLock { $0.append(end) } }

  /// Notes that the app has ended normally, after which none of its tasks may sleep.
  package func noteEnd() {
    ends.withLock { $0.all += 1 }
    guard let virtualClock else { return }
    let mark = virtualClock.mark
    ended.withLock { $0.at = mark }
  }

  /// What an app that has ended left asleep, in words, or nil.
  package var whatWasLeftAsleep: String? {
    guard let virtualClock else { return nil }
    let count = ended.withLock { ended in
      ended.leftAsleep = max(ended.leftAsleep, virtualClock.sleeperCount(before: ended.at))
      return ended.leftAsleep
    }
    return count == 0
      ? nil
      : "the module was closed, and \(count) of its tasks still slept on the world's clock"
  }

  /// Remembers a call that is still running but that the kit no longer waits for.
  ///
  /// - Parameter call: Returns when the call does.
  package func giveUp(_ call: @escaping @Sendable () async -> Void) { givenUp.withLock { $0.append(call) } }

  /// Waits for the calls that were given up, and forgets them. Until they return, their work is only half done.
  package func waitForCallsGivenUp() async {
    let calls = givenUp.withLock { givenUp in
      defer { givenUp = [] }
      return givenUp
    }
    for call in calls { await call() }
  }

  /// Continues as after the sudden end of the app, with the storage as it is now and a clock without sleepers.
  ///
  /// - Parameter end: ends the abandoned app, once the scenario is over.
  package func leaveBehind(_ end: @escaping @Sendable () async -> Void) throws {
    left.withLock { $0.append(end) }
    // The process in which these calls would return no longer exists.
    givenUp.withLock { $0 = [] }
    currentClock.withLock { clock in clock = clock.map { VirtualClock(at: $0.now.sinceStart) } }
    ended.withLock { $0.at = VirtualClock.Mark() }
    ends.withLock { $0 = ($0.all + 1, $0.sudden + 1) }
    try storage.leaveBehind()
  }

  /// Ends the abandoned apps, and removes what the world left on the machine.
  package func tearDown() async {
    let (watch, checks) = waited.withLock { ($0.watch, $0.checks) }
    if let watch { Watchdog.shared.letGo(watch) }
    checks?.cancel()
    let ends = left.withLock { left in
      defer { left = [] }
      return left
    }
    for end in ends { await end() }
    companions.withLock { $0 = [:] }
    storage.tearDown()
  }
}

/// The world of a chapter: a `World`, and what the chapter adds to it.
public protocol ChapterWorld: AnyObject, Sendable {
  /// Time, storage and log.
  var world: World { get }
}

extension ChapterWorld {
  /// The date and time of day.
  public var now: Date { world.now }
  /// The clock.
  public var clock: any Clock<Duration> { world.clock }
}

extension Duration {
  /// The duration in seconds.
  public var seconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}

/// The log lines, in order.
public final class WorldLog: Sendable {
  private let lines = Mutex<[String]>([])

  /// Logs a line.
  public func write(_ line: String) { lines.withLock { $0.append(line) } }

  /// Returns the lines since this was last called.
  package func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
