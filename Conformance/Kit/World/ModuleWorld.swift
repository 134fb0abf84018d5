public import Foundation
import Synchronization

/// The world that a module is put in: time, storage and a log, fresh for every scenario.
public final class ModuleWorld: Sendable {
  /// The kind of time in a world.
  package enum Time: Sendable {
    /// The clock moves when a step says so.
    case virtual
    /// The machine's clock, for modules that cannot be given one.
    case real
    /// The time of the world that the kit at the other end of a pipe has made.
    case piped(PipedWorld)
  }

  /// The state of the wait for a call that may sleep on the virtual clock, which stands still meanwhile. Tests read it.
  struct Waited {
    var isWaitedFor = false
    /// Sleepers that went to sleep before this mark are left asleep.
    var spared = VirtualClock.Mark()
    /// The clock's mark at the last check, and how many checks since have found the same mark.
    var seen = VirtualClock.Mark()
    var timesSeen = 0
    /// Whether the clock has already had to move for a call.
    var hadToWake = false
    var watch: Watchdog.Watch?
    /// How many checks must find nothing new before the clock first moves to a sleep of more than five seconds.
    var looksBeforeTimeOut = Self.looks * 2
    /// How many messages the kit is writing, reading or making.
    var messages = 0
    /// Until when a program may be busy with the messages that went to and fro.
    var busyUntil = ContinuousClock.now
    /// The task that checks the clock; nil until the watchdog has started it.
    var checks: Task<Void, any Error>?

    /// How many checks of the clock must find nothing new before it moves for the first time. On a busy machine, the
    /// checks come later too.
    static let looks = 10

    /// Records the clock's mark, and returns the longest sleep that is to be woken now, or nil to wake none. Once the
    /// clock has had to move, the checks are a millisecond apart. A module that the kit owes a message, which may take
    /// long where the processor is busy, does not wait for the clock.
    ///
    /// - Parameter isQuiet: whether, as far as is known, no job waits for its turn.
    mutating func look(at mark: VirtualClock.Mark, isQuiet: Bool) -> Duration? {
      guard isWaitedFor else { return nil }
      timesSeen = mark == seen && isQuiet && messages == 0 ? timesSeen + 1 : 0
      seen = mark
      if timesSeen >= (hadToWake ? 250 : looksBeforeTimeOut) { return .seconds(60) }
      if timesSeen >= (hadToWake ? 2 : Self.looks) { return .seconds(5) }
      return nil
    }
  }

  /// The date at which virtual worlds start. It is midnight, so that a test that counts whole seconds starts on a whole
  /// second.
  static let start = Date(timeIntervalSince1970: 1_704_067_200)

  /// The storage, which a restart keeps and a reinstall wipes.
  public let storage: WorldStorage
  /// The module's log.
  public let log = WorldLog()

  private let currentClock: Mutex<VirtualClock?>
  /// The world for which this one is a stand-in, if the kit is at the other end of a pipe.
  package let pipedWorld: PipedWorld?
  private let left = Mutex<[@Sendable () async -> Void]>([])
  private let givenUp = Mutex<[@Sendable () async -> Void]>([])
  private let dateOffset = Mutex(TimeInterval(0))
  let waited = Mutex(Waited())
  /// How many times the app has ended in any way, and how many times it has ended suddenly.
  private let ends = Mutex((all: 0, sudden: 0))
  /// The objects that belong to the world, by type.
  private let companions = Mutex<[ObjectIdentifier: any Sendable]>([:])
  /// If the module is a program: how the program ended by itself, or nil.
  private let brokeDown = Mutex<String?>(nil)
  /// When the app last ended normally, and how many of its tasks were left asleep.
  private let ended = Mutex((at: VirtualClock.Mark(), leftAsleep: 0))

  /// Creates a fresh world.
  package init(_ time: Time = .virtual) {
    if case .virtual = time { currentClock = Mutex(VirtualClock()) } else { currentClock = Mutex(nil) }
    pipedWorld = if case .piped(let world) = time { world } else { nil }
    storage = WorldStorage()
  }

  private var virtualClock: VirtualClock? { currentClock.withLock(\.self) }

  /// The clock to sleep on and to measure elapsed time with. It moves when a step says so, and stands still while a
  /// call is waited for. A call that sleeps on it before a retry is woken, unless it sleeps for more than a minute. The
  /// first time, this takes a second of real time.
  public var clock: any Clock<Duration> {
    if let virtualClock { virtualClock } else { pipedWorld?.clock ?? ContinuousClock() }
  }

  /// The date and time of day, which a person may change.
  public var now: Date {
    let running =
      virtualClock.map { Self.start.addingTimeInterval($0.now.sinceStart.seconds) } ?? pipedWorld?.now ?? Date()
    return running.addingTimeInterval(dateOffset.withLock(\.self))
  }

  /// Sets the date forward, or back, without any time passing.
  package func setDate(ahead seconds: TimeInterval) { dateOffset.withLock { $0 += seconds } }

  /// Lets time pass, and waits for the work that it triggers.
  ///
  /// A world on the machine's clock actually waits, because there is no other way with a module that cannot be given a
  /// clock.
  package func pass(_ duration: Duration, whenIdle waitUntilIdle: () async throws -> Void) async throws {
    if let virtualClock {
      // Checked now, because the tasks that were left asleep may wake up while time passes.
      _ = whatWasLeftAsleep
      try await virtualClock.advance(by: duration, whenIdle: waitUntilIdle)
    } else {
      try await ContinuousClock().sleep(for: duration)
      try await waitUntilIdle()
    }
  }

  /// Runs work that has to complete although it may sleep on the virtual clock, which stands still: a module may pause
  /// before it retries. If no sleeper comes or goes for a while, the clock moves to the next sleeper, if that sleeps
  /// for a minute at most. Once the clock has had to move, it moves again as soon as no sleeper comes or goes. Longer
  /// sleeps are given more time, because they may be timeouts, and an answer that has arrived may be on its way to the
  /// caller.
  ///
  /// - Parameters:
  ///   - patience: how long to wait, in real time, before the clock first moves.
  ///   - sparing: whether to leave the present sleepers asleep, and not to move the clock past them, because they may
  ///     be timeouts of held requests.
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

  /// Notes that the kit begins to make, write or read a message to or from the module, which is not taken to be waiting
  /// for the clock meanwhile.
  package func beginMessage() { waited.withLock { $0.messages += 1 } }

  /// Notes that the message is made, written or read. Until a program can be expected to have read or written this many
  /// bytes of it, a slow one on a busy machine included, it is not taken to be waiting for the clock.
  package func endMessage(of bytes: Int = 0) {
    let work = Duration.microseconds(4 * bytes)
    waited.withLock { ($0.messages, $0.busyUntil) = ($0.messages - 1, max($0.busyUntil, .now) + work) }
  }

  // Not inlined: if Swift 6.3 for Linux inlines both of these functions into an async function, the optimized code
  // locks, after its `await`, in the name of the thread that it left, and traps.
  @inline(never)
  private func beginWaiting(_ patience: Duration, _ spared: VirtualClock.Mark) {
    waited.withLock { waited in
      (waited.isWaitedFor, waited.spared, waited.timesSeen) = (true, spared, 0)
      // A longer time limit, as for a busy machine, gives an answer longer too.
      waited.looksBeforeTimeOut = Waited.looks * max(2, Int(Patience.current / patience) / 4)
      // One watch for each world, because most calls return at once, and most worlds end before the first check.
      waited.watch =
        waited.watch
        ?? Watchdog.shared.watch(after: patience / Waited.looks) { [weak self] in
          self?.beginChecks(after: patience)
          return nil
        }
    }
  }

  /// Begins to check the clock. The checks run in the thread pool, so that they come later where the pool is busy.
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
      let length = waited.look(at: mark, isQuiet: isQuiet && waited.busyUntil <= .now)
      return (length, waited.spared, waited.hadToWake ? .milliseconds(1) : patience / Waited.looks)
    }
    if let length, virtualClock.wakeNext(sleepingAtMost: length, since: spared) {
      waited.withLock { ($0.hadToWake, $0.timesSeen) = (true, 0) }
    }
    return pause
  }

  /// Waits until this many tasks sleep on the virtual clock. On the machine's clock it returns at once, because
  /// sleepers cannot be counted there.
  ///
  /// - Parameters:
  ///   - count: how many of the module's timers sleep when it has nothing to do.
  ///   - idle: returns when no more tasks will go to sleep, which ends the wait; nil if this many are sure to go to
  ///     sleep.
  public func sleepers(_ count: Int, before idle: (@Sendable () async -> Void)? = nil) async {
    await virtualClock?.sleepers(count, before: idle)
    await pipedWorld?.sleepers(count, before: idle)
  }

  /// The number of this run of the app, from 0. It marks what a module keeps in its process and a later run must not
  /// find.
  package var run: Int { ends.withLock(\.all) }

  /// How many times the app has ended suddenly.
  var suddenEnds: Int { ends.withLock(\.sudden) }

  /// If the module is a program: how the program ended by itself or what it sent that is no message; else nil.
  var breakdown: String? { brokeDown.withLock(\.self) }

  /// Notes that the program that implements the module has ended by itself, or has sent something that is no message.
  func noteBreakdown(_ how: String) { brokeDown.withLock { $0 = $0 ?? how } }

  /// How much time has passed on the virtual clock, or nil if there is none.
  var elapsed: Duration? { virtualClock?.now.sinceStart }

  /// Sleeps until the virtual clock, if there is one, shows this much elapsed time.
  func sleep(until elapsed: Duration) async throws {
    try await virtualClock?.sleep(until: VirtualClock.Instant(sinceStart: elapsed))
  }

  /// Returns the world's only object of this type, and makes it when it is first asked for.
  package func shared<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
    companions.withLock { companions in
      if let object = companions[ObjectIdentifier(Object.self)] as? Object { return object }
      let object = make()
      companions[ObjectIdentifier(Object.self)] = object
      return object
    }
  }

  /// Logs a line.
  package func write(toLog line: String) {
    if let pipedWorld { pipedWorld.conversation.tell(EveryProgram.log, line) } else { log.write(line) }
  }

  /// Registers a closure to run when the scenario is over.
  func atEnd(_ end: @escaping @Sendable () async -> Void) { left.withLock { $0.append(end) } }

  /// Notes that the app has ended normally. None of its tasks may sleep after that.
  package func noteEnd() {
    ends.withLock { $0.all += 1 }
    guard let virtualClock else { return }
    let mark = virtualClock.mark
    ended.withLock { $0.at = mark }
  }

  /// Describes how many tasks an app that has ended left asleep; nil if none.
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
    if let watch { Watchdog.shared.stopWatching(watch) }
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

/// The world of a chapter: a `ModuleWorld`, and what the chapter adds to it.
public protocol ChapterWorld: AnyObject, Sendable {
  /// Time, storage and log.
  var world: ModuleWorld { get }
}

extension ChapterWorld {
  /// The date and time of day.
  public var now: Date { world.now }
  /// The clock.
  public var clock: any Clock<Duration> { world.clock }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: TimeInterval {
    // `components` traps on more seconds than `Int64` holds, which a sum of two durations may have.
    let (seconds, attoseconds) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
    return TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
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
