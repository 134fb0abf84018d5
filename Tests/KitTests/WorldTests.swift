import CacheSpec
import Foundation
import PaywallRules
import Synchronization
import Testing

@testable import CacheConformance
@testable import PaywallKit

@Suite("Worlds")
struct WorldTests {
  @Test("The clock wakes sleepers by deadline, and those with the same deadline together")
  func clockOrder() async throws {
    let clock = VirtualClock()
    let woken = WorldLog()
    final class Count: Sendable { let value = Mutex(0) }
    let asleep = Count()
    let sleeps: [(String, Int)] = [("late", 30), ("early", 10), ("tie 1", 20), ("tie 2", 20)]
    var tasks: [Task<Void, any Error>] = []
    for (name, seconds) in sleeps {
      tasks.append(
        Task {
          try await clock.sleep(for: .seconds(seconds))
          woken.write("\(name) at \(clock.now.sinceStart)")
          asleep.value.withLock { $0 -= 1 }
        })
      asleep.value.withLock { $0 += 1 }
      // Each sleeps before the next one begins.
      while clock.sleeperCount < tasks.count { await Task.yield() }
    }
    let idle: @Sendable () async -> Void = {
      while clock.sleeperCount < asleep.value.withLock(\.self) { await Task.yield() }
    }
    await clock.advance(by: .seconds(25), whenIdle: idle)
    let lines = woken.take()
    #expect(lines.first == "early at 10.0 seconds")
    // Both wake at the same time, and either may write first.
    #expect(lines.dropFirst().sorted() == ["tie 1 at 20.0 seconds", "tie 2 at 20.0 seconds"])
    #expect(clock.now.sinceStart == .seconds(25))
    await clock.advance(by: .seconds(5), whenIdle: idle)
    #expect(woken.take() == ["late at 30.0 seconds"])
    for task in tasks { try await task.value }
  }

  @Test("The clock wakes all timers with the same deadline before it waits for the module")
  func clockTies() async throws {
    let clock = VirtualClock()
    final class Count: Sendable { let value = Mutex(0) }
    let rounds = Count()
    let timers = (1...2).map { _ in
      Task {
        for round in 1...3 {
          try await clock.sleep(until: VirtualClock.Instant(sinceStart: .seconds(10 * round)))
          rounds.value.withLock { $0 += 1 }
        }
      }
    }
    await clock.sleepers(2)
    // The module is idle once both of its timers have done their due work.
    await clock.advance(by: .seconds(30)) {
      while rounds.value.withLock(\.self) < 2 * Int(clock.now.sinceStart.components.seconds / 10)
        || clock.sleeperCount < 2 && rounds.value.withLock(\.self) < 6
      { await Task.yield() }
    }
    for timer in timers { try await timer.value }
    #expect(rounds.value.withLock(\.self) == 6)
  }

  @Test("Waiting for a sleeper ends when all is idle")
  func noSleeper() async {
    await VirtualClock().sleepers(1) {}
  }

  @Test("A call that sleeps before it retries is woken, and a timer is not, even if it is due by then")
  func wakingSleepers() async throws {
    let world = ModuleWorld()
    let isDue = Mutex(false)
    let timer = Task {
      try await world.clock.sleep(for: .seconds(7200))
      isDue.withLock { $0 = true }
    }
    await world.sleepers(1)
    try await world.pass(.seconds(7197)) { await Task.yield() }
    let answer = try await world.wakingSleepers(after: .milliseconds(50)) {
      try await world.clock.sleep(for: .seconds(2))
      try await world.clock.sleep(for: .seconds(4))
      return "asked again twice"
    }
    #expect(answer == "asked again twice")
    #expect(world.now == ModuleWorld.start.addingTimeInterval(7203))
    #expect(isDue.withLock { !$0 })
    try await world.pass(.zero) { await Task.yield() }
    try await timer.value
  }

  @Test("A timeout is not woken while its answer is on its way")
  func answersOnTheirWay() async throws {
    let world = ModuleWorld()
    final class Count: Sendable { let value = Mutex(0) }
    let timeOuts = Count()
    let answer = try await world.wakingSleepers(after: .milliseconds(50)) {
      for _ in 1...3 {
        try await world.clock.sleep(for: .seconds(2))
        let timeOut = Task {
          try await world.clock.sleep(for: .seconds(10))
          timeOuts.value.withLock { $0 += 1 }
        }
        // Stands for a thread of the module that is slow in real time.
        try await ContinuousClock().sleep(for: .milliseconds(40))
        timeOut.cancel()
      }
      return "answered"
    }
    #expect(answer == "answered")
    #expect(timeOuts.value.withLock(\.self) == 0)
    #expect(world.now == ModuleWorld.start.addingTimeInterval(6))
    try await world.wakingSleepers(after: .milliseconds(50)) { try await world.clock.sleep(for: .seconds(30)) }
    #expect(world.now == ModuleWorld.start.addingTimeInterval(36))
  }

  @Test("The clock stands still while a message is on its way, however often it is looked at meanwhile")
  func messages() {
    var waited = ModuleWorld.Waited()
    (waited.isWaitedFor, waited.messages) = (true, 1)
    func looks(_ count: Int) -> [Duration] {
      (0..<count).compactMap { _ in waited.look(at: VirtualClock.Mark(), isQuiet: true) }
    }
    #expect(looks(10_000) == [])
    waited.messages = 0
    #expect(looks(ModuleWorld.Waited.looks) == [.seconds(5)])
  }

  @Test("A paywall that the origin is still encoding is a message on its way")
  func encoding() async throws {
    let place = Mutex<PaywallWorld?>(nil)
    let underWay = Mutex<[Int]>([])
    let encoding = PaywallEncoding(
      answer: { paywall in
        if let world = place.withLock(\.self)?.world {
          underWay.withLock { $0.append(world.waited.withLock(\.messages)) }
        }
        return paywall.bytes
      }, fallback: { _ in [] })
    let world = PaywallWorld(time: .virtual, encoding: encoding)
    place.withLock { $0 = world }
    world.publish(PaywallVersion(1), on: [.cdn])
    _ = try await world.answer(of: .cdn, for: Placement.onboarding.name)
    #expect(underWay.withLock(\.self) == [1])
    #expect(world.world.waited.withLock(\.messages) == 0)
    place.withLock { $0 = nil }
  }

  @Test("Spared sleepers are not woken, and the clock does not move past their deadline")
  func sparedSleepers() async throws {
    let world = ModuleWorld()
    let timeOut = Task { try await world.clock.sleep(for: .seconds(10)) }
    await world.sleepers(1)
    let retry = Task {
      try await world.wakingSleepers(after: .milliseconds(50), sparing: true) {
        try await world.clock.sleep(for: .seconds(9))
        try await world.clock.sleep(for: .seconds(9))
      }
    }
    await world.sleepers(2)
    while world.now < ModuleWorld.start.addingTimeInterval(9) { try await Task.sleep(for: .milliseconds(5)) }
    // By then the clock has had ample time to notice the second sleep.
    try await Task.sleep(for: .milliseconds(200))
    #expect(world.now == ModuleWorld.start.addingTimeInterval(9))
    try await world.pass(.seconds(9)) { await Task.yield() }
    _ = try await (timeOut.value, retry.value)
  }

  @Test("A cancelled sleeper wakes at once, and a sleep until now returns at once")
  func clockCancellation() async throws {
    let clock = VirtualClock()
    let task = Task { try await clock.sleep(for: .seconds(10)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await clock.sleep(for: .zero)
    #expect(clock.sleeperCount == 0)
  }

  @Test("A task that still sleeps after the app has ended is reported")
  func leftAsleep() async throws {
    let world = ModuleWorld()
    let ended = Task { try await world.clock.sleep(for: .seconds(10)) }
    await world.sleepers(1)
    #expect(world.whatWasLeftAsleep == nil)
    world.noteEnd()
    let running = Task { try await world.clock.sleep(for: .seconds(20)) }
    await world.sleepers(2)
    let words = "the module was closed, and 1 of its tasks still slept on the world's clock"
    #expect(world.whatWasLeftAsleep == words)
    try await world.pass(.seconds(30)) { await Task.yield() }
    #expect(world.whatWasLeftAsleep == words)
    _ = try await (ended.value, running.value)
  }

  @Test("The date follows the clock, and can be set without time passing")
  func dates() async throws {
    let world = ModuleWorld()
    let start = world.now
    try await world.pass(.seconds(86_400)) {}
    #expect(world.now == start.addingTimeInterval(86_400))
    world.setDate(ahead: -3600)
    #expect(world.now == start.addingTimeInterval(82_800))
  }

  @Test("Truncation removes a file's last bytes, or a page of an SQLite database")
  func cut() {
    let database = Array("SQLite format 3\0".utf8) + [0x10, 0x00] + [UInt8](repeating: 0, count: 8174)
    #expect(StorageDamage.shortened.applied(to: database).count == 4096)
    #expect(StorageDamage.shortened.applied(to: Array(database.dropFirst())).count == 8187)
    #expect(StorageDamage.shortened.applied(to: [1, 2]) == [])
  }

  @Test("Storage is kept by name, searched, damaged and wiped")
  func storage() throws {
    final class Kept: InMemoryStorage {
      let bytes = Mutex<[UInt8]>(Array("in memory".utf8))
      func storedCopies() -> [[UInt8]] { [bytes.withLock(\.self)] }
      func damage(_ damage: StorageDamage) { bytes.withLock { $0 = damage.applied(to: $0) } }
      func snapshot() -> any InMemoryStorage { self }
    }
    let storage = ModuleWorld().storage
    let directory = try storage.directory("a")
    try Data("on disk".utf8).write(to: directory.appendingPathComponent("file"))
    let kept = storage.inMemory("b") { Kept() }
    #expect(storage.inMemory("b") { Kept() } === kept)
    #expect(try storage.contains(Array("on disk".utf8)))
    #expect(try storage.contains(Array("in memory".utf8)))
    try storage.damage(.truncated)
    #expect(try !storage.contains(Array("on disk".utf8)))
    #expect(try storage.contains(Array("on ".utf8)))
    #expect(try !storage.contains(Array("in memory".utf8)))
    storage.wipe()
    #expect(!FileManager.default.fileExists(atPath: directory.path))
    #expect(storage.inMemory("b") { Kept() } !== kept)
  }

  @Test("What is locked cannot be read or written, and is there again once it is unlocked, unless it was removed")
  func locked() throws {
    let storage = ModuleWorld().storage
    defer { storage.tearDown() }
    let kept = try storage.directory("a/b").appendingPathComponent("file")
    let removed = try storage.directory("c").appendingPathComponent("file")
    for file in [kept, removed] { try Data("on disk".utf8).write(to: file) }
    try storage.lock()
    #expect(throws: (any Error).self) { try Data(contentsOf: kept) }
    #expect(throws: (any Error).self) { try Data().write(to: kept) }
    #expect(try !storage.contains(Array("on disk".utf8)))
    try FileManager.default.removeItem(at: removed)
    try storage.unlock()
    #expect(try Data(contentsOf: kept) == Data("on disk".utf8))
    #expect(!FileManager.default.fileExists(atPath: removed.path))
  }

  @Test("The index of an SQLite log, which Apple's SQLite leaves behind, is neither counted nor damaged")
  func indexIsNotStored() throws {
    let storage = ModuleWorld().storage
    let database = try storage.directory("a").appendingPathComponent("cache.sqlite").path
    let sizes = [("", 8192), ("-wal", 4128), ("-shm", 32_768)]
    for (ending, size) in sizes { try Data(count: size).write(to: URL(fileURLWithPath: database + ending)) }
    #expect(try storage.byteCount() == 8192 + 4128)
    #expect(try storage.fileCount() == 2)
    func sizesNow() throws -> [Int] {
      try sizes.map { try Data(contentsOf: URL(fileURLWithPath: database + $0.0)).count }
    }
    try storage.damage(.emptied, of: .largest)
    #expect(try sizesNow() == [0, 4128, 32_768])
    try storage.damage(.emptied)
    #expect(try sizesNow() == [0, 0, 32_768])
    // A file of this name without a database beside it is the module's own.
    try Data(count: 7).write(to: storage.directory("b").appendingPathComponent("own-shm"))
    #expect(try storage.byteCount() == 7)
    storage.wipe()
  }

  @Test("After a sudden end, files keep their dates")
  func fileDatesSurvive() throws {
    let world = ModuleWorld()
    defer { world.storage.tearDown() }
    let date = Date(timeIntervalSinceReferenceDate: 1_000_000)
    func file() throws -> String { try world.storage.directory("a").appendingPathComponent("file").path }
    let before = try file()
    #expect(FileManager.default.createFile(atPath: before, contents: nil))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: before)
    try world.leaveBehind {}
    #expect(try file() != before)
    #expect(try FileManager.default.attributesOfItem(atPath: file())[.modificationDate] as? Date == date)
  }

  @Test("A killed app's files are removed with its world")
  func leftFoldersGo() throws {
    let world = ModuleWorld()
    let left = try world.storage.directory("a")
    try world.leaveBehind {}
    world.storage.wipe()
    #expect(FileManager.default.fileExists(atPath: left.path))
    world.storage.tearDown()
    #expect(!FileManager.default.fileExists(atPath: left.path))
  }
}
