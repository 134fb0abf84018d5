import CacheConformance
import CacheSpec
import Foundation
import Testing

@testable import ReferenceCache

@Suite("Storage")
struct StorageTests {
  private let folder = TemporaryFolders.newURL()
  private var file: URL { folder.appendingPathComponent("cache.sqlite") }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func cleanUp() { try? FileManager.default.removeItem(at: folder) }

  private func backends() throws -> [any CacheStorage] { [MemoryStorage(), try SQLiteStorage(file: file)] }

  @Test("Both backends store, replace and remove values under any key")
  func keeps() throws {
    defer { cleanUp() }
    for storage in try backends() {
      for key in ["a", "", "q'u\"o%t_e", "nul\0byte", "☕️", String(repeating: "k", count: 10_000)] {
        try storage.apply([.write(collection: "one", key: key, value: [1, 0, 2])])
        #expect(try storage.read(collection: "one", key: key) == [1, 0, 2])
        #expect(try storage.read(collection: "two", key: key) == nil)
        try storage.apply([.write(collection: "one", key: key, value: [])])
        let all = try storage.readAll(collection: "one")
        #expect(all.map(\.key) == [key] && all.map(\.value) == [[]])
        try storage.apply([.remove(collection: "one", key: key)])
        #expect(try storage.readAll(collection: "one").isEmpty)
      }
    }
  }

  @Test("Keys are compared by their bytes")
  func keysAreBytes() throws {
    defer { cleanUp() }
    for storage in try backends() {
      for (key, value) in [("caf\u{E9}", [1]), ("cafe\u{301}", [2])] as [(String, [UInt8])] {
        try storage.apply([.write(collection: "one", key: key, value: value)])
      }
      #expect(try storage.read(collection: "one", key: "caf\u{E9}") == [1])
      #expect(try storage.readAll(collection: "one").map(\.value).sorted { $0[0] < $1[0] } == [[1], [2]])
    }
  }

  @Test("Removing all of a collection leaves the others")
  func collections() throws {
    defer { cleanUp() }
    for storage in try backends() {
      try storage.apply([
        .write(collection: "one", key: "a", value: [1]), .write(collection: "two", key: "a", value: [2]),
        .removeAll(collection: "one"),
      ])
      #expect(try storage.readAll(collection: "one").isEmpty)
      #expect(try storage.readAll(collection: "two").map(\.value) == [[2]])
    }
  }

  @Test("After a scrub, no removed bytes are left in any file")
  func scrubs() throws {
    defer { cleanUp() }
    let storage = try SQLiteStorage(file: file)
    let secret = Array("the old user's secret".utf8)
    try storage.apply([.write(collection: "one", key: "a", value: secret)])
    #expect(try filesHold(secret))
    try storage.apply([.remove(collection: "one", key: "a")])
    try storage.scrub()
    #expect(try !filesHold(secret))
  }

  @Test("A file that cannot be opened is a clear error")
  func cannotOpen() throws {
    defer { cleanUp() }
    let error = #expect(throws: StorageError.self) { try SQLiteStorage(file: folder) }
    #expect(
      error?.description
        == "opening \(folder.path) failed: unable to open database file; "
        + "check that the folder exists, and that the file is one and can be written to"
    )
    let missing = folder.appendingPathComponent("no/such/folder/cache.sqlite")
    #expect(throws: StorageError.self) { try SQLiteStorage(file: missing) }
  }

  @Test("A file that is no database is replaced by a clean one, and is set aside until a scrub")
  func noDatabase() throws {
    defer { cleanUp() }
    // It is copied a megabyte at a time.
    let bytes = Data((0..<5 << 19).map { UInt8(truncatingIfNeeded: $0 >> 16 &+ $0) })
    try bytes.write(to: file)
    let storage = try SQLiteStorage(file: file)
    #expect(try storage.readAll(collection: "one").isEmpty)
    try storage.apply([.write(collection: "one", key: "a", value: [1])])
    let aside = folder.appendingPathComponent("cache.sqlite.unreadable")
    #expect(try Data(contentsOf: aside) == bytes)
    try storage.scrub()
    #expect(!FileManager.default.fileExists(atPath: aside.path))
    storage.close()
    #expect(try SQLiteStorage(file: file).read(collection: "one", key: "a") == [1])
  }

  @Test("Another app's database is a clear error, and is left as it is")
  func foreignDatabase() throws {
    defer { cleanUp() }
    let other = try Connection(path: file.path)
    try other.run("CREATE TABLE theirs (a)")
    let before = try Data(contentsOf: file)
    let error = #expect(throws: StorageError.self) { try SQLiteStorage(file: file) }
    #expect(error?.description.contains("another app's database, or another cache's; choose another path") == true)
    #expect(try Data(contentsOf: file) == before)
  }

  @Test(
    "A file of this library that is damaged, or of another version, is replaced by a clean one",
    arguments: [
      "PRAGMA user_version = 99", "CREATE TABLE more (a)",
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE entries (x)'",
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'nonsense'",
    ])
  func ownDamage(_ statements: String) throws {
    defer { cleanUp() }
    let storage = try SQLiteStorage(file: file)
    try storage.apply([.write(collection: "one", key: "a", value: [1])])
    storage.close()
    do {
      let connection = try Connection(path: file.path)
      for statement in statements.split(separator: ";") { try connection.run(String(statement)) }
    }
    let clean = try SQLiteStorage(file: file)
    #expect(try clean.readAll(collection: "one").isEmpty)
    try clean.apply([.write(collection: "one", key: "b", value: [2])])
    clean.close()
    #expect(try SQLiteStorage(file: file).read(collection: "one", key: "b") == [2])
  }

  @Test("Opening notices swapped pages, which put keys out of order, and no later write is lost")
  func swappedPages() throws {
    defer { cleanUp() }
    let value = [UInt8](repeating: 1, count: 100)
    let changes = (0..<400).map { StorageChange.write(collection: "one", key: "\($0)", value: value) }
    let storage = try SQLiteStorage(file: file)
    try storage.apply(changes)
    storage.close()
    var bytes = try Data(contentsOf: file)
    let (one, other) = (Data(bytes[5 * 4096..<6 * 4096]), Data(bytes[8 * 4096..<9 * 4096]))
    bytes.replaceSubrange(5 * 4096..<6 * 4096, with: other)
    bytes.replaceSubrange(8 * 4096..<9 * 4096, with: one)
    try bytes.write(to: file)
    let damaged = try SQLiteStorage(file: file)
    for change in changes { try damaged.apply([change]) }
    damaged.close()
    let reopened = try SQLiteStorage(file: file)
    #expect(try (0..<400).allSatisfy { try reopened.read(collection: "one", key: "\($0)") != nil })
  }

  @Test("A header that makes the file read-only counts as damage, not as a missing permission")
  func readOnlyByItsHeader() throws {
    defer { cleanUp() }
    try SQLiteStorage(file: file).close()
    var bytes = try Data(contentsOf: file)
    bytes[18] = 0xFF
    try bytes.write(to: file)
    let clean = try SQLiteStorage(file: file)
    try clean.apply([.write(collection: "one", key: "a", value: [1])])
    #expect(try clean.read(collection: "one", key: "a") == [1])
  }

  @Test(
    "Whatever is damaged, each value is what was stored, or nothing, and what is written then is there",
    arguments: 1...60)
  func anyDamage(_ seed: Int) throws {
    defer { cleanUp() }
    var random = SeededGenerator(seed)
    let stored = Dictionary(
      uniqueKeysWithValues: (0..<200).map { ("\($0)", Array(repeating: UInt8($0), count: 10 + $0)) })
    let storage = try SQLiteStorage(file: file)
    try storage.apply(stored.map { .write(collection: "one", key: $0.key, value: $0.value) })
    storage.close()
    var bytes = try Data(contentsOf: file)
    for _ in 0...random.number(below: 3) { damage(&bytes, &random) }
    try bytes.write(to: file)
    let damaged = try SQLiteStorage(file: file)
    for (key, value) in try damaged.readAll(collection: "one") { #expect(value == stored[key], "\(key)") }
    for key in stored.keys {
      #expect(try [nil, stored[key]].contains(damaged.read(collection: "one", key: key)), "\(key)")
    }
    for key in stored.keys { try damaged.apply([.write(collection: "one", key: key, value: [1])]) }
    damaged.close()
    #expect(try SQLiteStorage(file: file).readAll(collection: "one").count == stored.count)
  }

  /// Damages a file: a range of bytes or pages, in the file's header or anywhere.
  private func damage(_ bytes: inout Data, _ random: inout SeededGenerator) {
    let page = 4096
    guard bytes.count > page else { return }
    func place(of count: Int) -> Range<Int> {
      let unit = count < page ? 1 : page
      let start = random.number(below: max(1, (bytes.count - count) / unit)) * unit
      return start..<min(bytes.count, start + count)
    }
    let range = place(of: [1, 16, 600, page][random.number(below: 4)])
    let other = place(of: range.count)
    switch random.number(below: 7) {
    case 0: bytes[range.lowerBound] ^= 1 << UInt8(random.number(below: 8))
    case 1: bytes.replaceSubrange(range, with: range.map { _ in UInt8(random.number(below: 256)) })
    case 2: bytes.replaceSubrange(range, with: Data(count: range.count))
    case 3: bytes.replaceSubrange(range, with: Data(bytes[other]))
    case 4: bytes = bytes.prefix(range.lowerBound)
    case 5: bytes.insert(contentsOf: Data(bytes[other]), at: range.lowerBound)
    default: bytes[random.number(below: min(100, bytes.count))] = UInt8(random.number(below: 256))
    }
  }

  @Test(
    "Opening removes an entry that is not what was stored under its key, and keeps the others",
    arguments: [
      "collection = x'7477'", "collection = 'two'", "key = 'a'", "key = 1", "key = x''", "value = 1", "value = x''",
    ])
  func strangers(_ change: String) throws {
    defer { cleanUp() }
    let storage = try SQLiteStorage(file: file)
    for key in ["a", "b"] { try storage.apply([.write(collection: "two", key: key, value: [1])]) }
    storage.close()
    do { try Connection(path: file.path).run("UPDATE entries SET \(change) WHERE key = x'61'") }
    let reopened = try SQLiteStorage(file: file)
    #expect(try reopened.readAll(collection: "two").map(\.key) == ["b"])
    #expect(try Connection(path: file.path).integer("SELECT count(*) FROM entries") == 1)
  }

  @Test("A scrub of empty storage also removes a page that damage added to the file")
  func scrubsStrayPages() throws {
    defer { cleanUp() }
    let secret = Array("the old user's secret".utf8)
    let storage = try SQLiteStorage(file: file)
    try storage.apply([.write(collection: "one", key: "a", value: secret)])
    storage.close()
    var bytes = try Data(contentsOf: file)
    bytes += bytes.suffix(4096)
    try bytes.write(to: file)
    let reopened = try SQLiteStorage(file: file)
    try reopened.apply([.removeAll(collection: "one")])
    try reopened.scrub()
    #expect(try !filesHold(secret))
  }

  @Test("Bytes that were moved to another key read as nothing, in every collection")
  func swappedEntries() throws {
    defer { cleanUp() }
    let storage = try SQLiteStorage(file: file)
    try storage.apply([
      .write(collection: "one", key: "a", value: [1]), .write(collection: "one", key: "b", value: [2]),
      .write(collection: "two", key: "a", value: [3]),
    ])
    let connection = try Connection(path: file.path)
    try connection.run("UPDATE entries SET key = x'63' WHERE key = x'61'")
    #expect(try storage.read(collection: "one", key: "c") == nil)
    #expect(try storage.readAll(collection: "two").isEmpty)
    #expect(try storage.readAll(collection: "one").map(\.key) == ["b"])
  }

  @Test("A scrub is an error while another process reads, and works once the reading has ended")
  func scrubBesideAReader() throws {
    defer { cleanUp() }
    let storage = try SQLiteStorage(file: file, patience: 0)
    let secret = Array("the old user's secret".utf8)
    try storage.apply([.write(collection: "one", key: "a", value: secret)])
    let reader = try Connection(path: file.path)
    try reader.run("BEGIN")
    try reader.run("SELECT * FROM entries")
    try storage.apply([.remove(collection: "one", key: "a")])
    let error = #expect(throws: StorageError.self) { try storage.scrub() }
    #expect(error?.description.contains("another process reads what was removed") == true)
    try reader.run("COMMIT")
    try storage.scrub()
    #expect(try !filesHold(secret))
  }

  @Test("A lock that cannot be made is a clear error")
  func noLock() throws {
    defer { cleanUp() }
    try FileManager.default.createDirectory(atPath: file.path + "-lock", withIntermediateDirectories: true)
    let error = #expect(throws: StorageError.self) { try SQLiteStorage(file: file) }
    #expect(error?.reason.hasPrefix("its lock, \(file.path)-lock, cannot be made: ") == true)
  }

  @Test("A file that another is opening is waited for as long as was asked, and then is a clear error")
  func isBeingOpened() throws {
    defer { cleanUp() }
    try SQLiteStorage(file: file).close()
    let lock = open(file.path + "-lock", O_RDONLY | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX) == 0)
    let error = #expect(throws: StorageError.self) { try SQLiteStorage(file: file, patience: 3) }
    #expect(error?.advice == "another process has locked the file: try again once it is done")
    // It is still waited for when the other gives it up.
    Thread.detachNewThread {
      usleep(20_000)
      close(lock)
    }
    try SQLiteStorage(file: file, patience: 60_000).close()
  }

  @Test("A file that another process has locked is a clear error that says what to do, and nothing is lost")
  func locked() throws {
    defer { cleanUp() }
    let storage = try SQLiteStorage(file: file, patience: 0)
    try storage.apply([.write(collection: "one", key: "a", value: [1])])
    let other = try Connection(path: file.path)
    try other.run("BEGIN IMMEDIATE")
    let error = #expect(throws: StorageError.self) {
      try storage.apply([.write(collection: "one", key: "a", value: [2])])
    }
    #expect(error?.advice == "another process has locked the file: try again once it is done")
    try other.run("ROLLBACK")
    #expect(try storage.read(collection: "one", key: "a") == [1])
  }

  @Test("Reading closed storage is an error")
  func closed() throws {
    defer { cleanUp() }
    let storage = try SQLiteStorage(file: file)
    storage.close()
    #expect(throws: StorageError.self) { try storage.read(collection: "one", key: "a") }
  }

  @Test("Sealed bytes read back, and damaged ones read as nothing")
  func sealing() {
    var writer = ByteWriter()
    writer.write("text")
    writer.write(1.5)
    writer.write(Int64(2))
    writer.write("a")
    writer.write("b")
    let sealed = writer.sealed
    var reader = ByteReader(sealed: sealed)
    #expect(reader?.readText() == "text")
    #expect(reader?.readDouble() == 1.5)
    #expect(reader?.readList { $0.readText() } == ["a", "b"])
    #expect(reader?.readInteger() == nil)
    for end in 0..<sealed.count { #expect((ByteReader(sealed: Array(sealed[..<end])) as ByteReader?) == nil) }
    for index in sealed.indices {
      var damaged = sealed
      damaged[index] ^= 0x20
      #expect(ByteReader(sealed: damaged) == nil)
    }
  }

  private func filesHold(_ bytes: [UInt8]) throws -> Bool {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .contains { try Data(contentsOf: $0).range(of: Data(bytes)) != nil }
  }
}
