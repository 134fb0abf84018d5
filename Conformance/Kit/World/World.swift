public import Foundation
import Synchronization

/// What a module is put in: time, storage and a log, fresh for every scenario.
public final class World: Sendable {
  /// Whose time a world keeps.
  package enum Time: Sendable {
    /// The clock moves when a step says so.
    case virtual
    /// The machine's clock, for modules that cannot be given one.
    case real
  }

  /// What is waited for, while the virtual clock stands.
  private struct Waited {
    var isWaitedFor = false
    /// Those who slept before this are left asleep.
    var spared = VirtualClock.Mark()
    /// What the clock saw last, and how often it has seen just that since.
    var seen = VirtualClock.Mark()
    var timesSeen = 0
    /// Whether the clock had to go on for it once.
    var hadToWake = false
    var watch: Task<Void, any Error>?

    /// How often the clock looks in the time that it is patient for: on a busy machine it comes to look later, too.
    static let looks = 10

    /// Takes what the clock sees, a millisecond after the last time once it had to go on: how long the sleepers may sleep in
    /// all that are to be woken now; nil for none.
    mutating func look(at mark: VirtualClock.Mark) -> Duration? {
      guard isWaitedFor else { return nil }
      timesSeen = mark == seen ? timesSeen + 1 : 0
      seen = mark
      if timesSeen >= (hadToWake ? 250 : Self.looks * 2) { return .seconds(60) }
      if timesSeen >= (hadToWake ? 2 : Self.looks) { return .seconds(5) }
      return nil
    }
  }

  /// The date that virtual worlds start at: midnight, so that a test of whole seconds starts on one.
  static let start = Date(timeIntervalSince1970: 1_704_067_200)

  /// What a restart keeps and a reinstall wipes.
  public let storage: WorldStorage
  /// What the module logs.
  public let log = WorldLog()

  private let currentClock: Mutex<VirtualClock?>
  private let left = Mutex<[@Sendable () async -> Void]>([])
  private let givenUp = Mutex<[@Sendable () async -> Void]>([])
  private let dateOffset = Mutex(TimeInterval(0))
  private let waited = Mutex(Waited())

  /// A fresh world.
  package init(_ time: Time = .virtual) {
    currentClock = Mutex(time == .virtual ? VirtualClock() : nil)
    storage = WorldStorage()
  }

  private var virtualClock: VirtualClock? { currentClock.withLock(\.self) }

  /// The clock to sleep on and to measure running time with. It moves when a step says so, and stands while a call is waited
  /// for: a call that sleeps on it before it tries again is woken, the first time after a second of real time. One that
  /// sleeps for more than a minute is not.
  public var clock: any Clock<Duration> {
    if let virtualClock { virtualClock } else { ContinuousClock() }
  }

  /// The date and time of day, which a person may set.
  public var now: Date {
    let running = virtualClock.map { Self.start.addingTimeInterval($0.now.sinceStart.seconds) } ?? Date()
    return running.addingTimeInterval(dateOffset.withLock(\.self))
  }

  /// Sets the date forward, or back, without any time passing.
  package func setDate(ahead seconds: TimeInterval) { dateOffset.withLock { $0 += seconds } }

  /// Lets time pass, and the work that it wakes come to rest.
  ///
  /// A world on the machine's clock really waits: there is no other way with a module that cannot be given a clock.
  package func pass(_ duration: Duration, whenIdle waitUntilIdle: () async throws -> Void) async throws {
    if let virtualClock {
      try await virtualClock.advance(by: duration, whenIdle: waitUntilIdle)
    } else {
      try await ContinuousClock().sleep(for: duration)
      try await waitUntilIdle()
    }
  }

  /// Does something that comes to an end, though what it does sleeps on the virtual clock, which stands: a module may wait
  /// before it asks again. After so much real time in which nobody comes or goes the clock goes on, from one sleeper to the
  /// next that sleeps a minute at the most; once it had to, it goes on as soon as nobody comes or goes. Who sleeps long may
  /// be there to give up what takes too long, and is waited for longer: an answer that has come may be on its way to the
  /// caller.
  ///
  /// - Parameters:
  ///   - patience: so much real time.
  ///   - sparing: whether those who sleep already are left asleep, and nobody is woken past them: what times out what is
  ///     held.
  ///   - work: what comes to an end.
  package func wakingSleepers<Value>(
    after patience: Duration, sparing: Bool = false, _ work: () async throws -> Value,
    isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> Value {
    guard let virtualClock else { return try await work() }
    beginWaiting(patience, sparing ? virtualClock.mark : VirtualClock.Mark())
    defer { endWaiting() }
    return try await work()
  }

  // Optimized by Swift 6.3 for Linux, an async function that both of these were inlined into would lock, after its `await`,
  // in the name of the thread that it left, and trap.
  @inline(never)
  private func beginWaiting(_ patience: Duration, _ spared: VirtualClock.Mark) {
    waited.withLock { waited in
      (waited.isWaitedFor, waited.spared, waited.timesSeen) = (true, spared, 0)
      // One task a world: most calls return at once.
      waited.watch =
        waited.watch
        ?? Task { [weak self] in
          while let pause = self?.wakeWhoIsWaitedFor(after: patience) { try await Task.sleep(for: pause) }
        }
    }
  }

  @inline(never)
  private func endWaiting() { waited.withLock { $0.isWaitedFor = false } }

  /// Wakes the next sleeper where something has been waited for too long: when that is to be looked at again.
  @inline(never)
  private func wakeWhoIsWaitedFor(after patience: Duration) -> Duration {
    guard let virtualClock else { return patience }
    let mark = virtualClock.mark
    let (length, spared, pause) = waited.withLock { waited in
      let length = waited.look(at: mark)
      return (length, waited.spared, waited.hadToWake ? .milliseconds(1) : patience / Waited.looks)
    }
    if let length, virtualClock.wakeNext(sleepingAtMost: length, since: spared) {
      waited.withLock { ($0.hadToWake, $0.timesSeen) = (true, 0) }
    }
    return pause
  }

  /// Returns once that many sleep on the virtual clock; on the machine's clock at once, where nobody can know.
  ///
  /// - Parameters:
  ///   - count: how many of the module's timers sleep when it has nothing to do.
  ///   - rest: returns when no more will go to sleep, which ends the wait; nil where that many are sure to.
  public func sleepers(_ count: Int, before rest: (@Sendable () async -> Void)? = nil) async {
    await virtualClock?.sleepers(count, before: rest)
  }

  /// Remembers a call that the kit no longer waits for, though it goes on.
  ///
  /// - Parameter call: Returns when the call does.
  package func giveUp(_ call: @escaping @Sendable () async -> Void) { givenUp.withLock { $0.append(call) } }

  /// Waits for the calls that were given up, and forgets them: until they return, their work is half done.
  package func waitForCallsGivenUp() async {
    let calls = givenUp.withLock { givenUp in
      defer { givenUp = [] }
      return givenUp
    }
    for call in calls { await call() }
  }

  /// Goes on as after the sudden end of the app: with the storage as it is at this instant, and a clock on which nobody
  /// sleeps.
  ///
  /// - Parameter end: ends what was left behind, once the scenario is over.
  package func leaveBehind(_ end: @escaping @Sendable () async -> Void) throws {
    left.withLock { $0.append(end) }
    // The process in which these calls would return is gone.
    givenUp.withLock { $0 = [] }
    currentClock.withLock { clock in clock = clock.map { VirtualClock(at: $0.now.sinceStart) } }
    try storage.leaveBehind()
  }

  /// Ends what was left behind, and removes what the world left on the machine.
  package func tearDown() async {
    waited.withLock(\.watch)?.cancel()
    for end in left.withLock(\.self) { await end() }
    storage.tearDown()
  }
}

/// What a chapter puts a module in: a world, and what the chapter has in it.
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

/// Lines in the order in which they were logged.
public final class WorldLog: Sendable {
  private let lines = Mutex<[String]>([])

  /// Logs a line.
  public func write(_ line: String) { lines.withLock { $0.append(line) } }

  /// Takes the lines since the last time.
  package func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
