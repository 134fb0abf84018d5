import Foundation
import Testing

@testable import ReferenceCache

@Suite("Record files that are damaged, locked or in the wrong place")
struct BadRecordFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A folder in place of the file is a clear error, and is left there")
  func folderInItsPlace() throws {
    try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: false)
    #expect(throws: StorageError.self) { try SQLiteRecordStore(file: folder.file) }
    #expect(FileManager.default.fileExists(atPath: folder.file.path))
  }

  @Test("A missing folder is a clear error")
  func noFolder() {
    let file = folder.url.appendingPathComponent("nowhere/graph.sqlite")
    #expect(throws: StorageError.self) { try SQLiteRecordStore(file: file) }
  }

  @Test("A file that is no database is set aside, and its bytes stay")
  func noDatabase() throws {
    let bytes = Data(repeating: UInt8(ascii: "x"), count: 10_000)
    try bytes.write(to: folder.file)
    #expect(try SQLiteRecordStore(file: folder.file).keys().isEmpty)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file.path + ".unreadable")) == bytes)
  }

  @Test("Another cache's file is a clear error, and is left as it is")
  func anotherCachesFile() throws {
    try SQLiteStorage(file: folder.file).apply([.write(collection: "one", key: "a", value: [1])])
    let error = #expect(throws: StorageError.self) { try SQLiteRecordStore(file: folder.file) }
    #expect(error?.advice.contains("choose another path") == true)
    #expect(try SQLiteStorage(file: folder.file).read(collection: "one", key: "a") == [1])
  }

  @Test("A file cut short is an error or a miss, and never other data", arguments: [10, 30, 50, 70, 99])
  func cutShort(_ percent: Int) async throws {
    let many: GraphValue = ["droids": .list((0..<500).map { ["id": .text("\($0)"), "name": .text("droid \($0)")] })]
    let cache = client(try SQLiteRecordStore(file: folder.file), server: many)
    try await cache.fetch(listDroids) { _ in }
    await cache.close()
    let bytes = try Data(contentsOf: folder.file)
    try bytes.prefix(bytes.count * percent / 100).write(to: folder.file)
    do {
      let reopened = client(try SQLiteRecordStore(file: folder.file), server: .null)
      #expect(try await read(listDroids, in: reopened) == many)
    } catch {
      #expect(error is StorageError || error is CacheMiss, "\(error)")
    }
  }

  @Test("A record whose bytes changed is an error that names it")
  func changedBytes() async throws {
    let cache = client(try SQLiteRecordStore(file: folder.file), server: droids(["2001": "R2-D2"]))
    try await cache.fetch(listDroids) { _ in }
    let connection = try Connection(path: folder.file.path)
    try connection.run("UPDATE record_fields SET value = x'00' WHERE record = x'6b32303031'")
    let error = await #expect(throws: StorageError.self) { try await read(listDroids, in: cache) }
    #expect(error?.description.contains("2001") == true)
    // The error advises to open the file anew.
    await cache.close()
    let reopened = client(try SQLiteRecordStore(file: folder.file), server: droids(["2001": "C-3PO"]))
    await #expect(throws: CacheMiss.self) { try await read(listDroids, in: reopened) }
    try await reopened.fetch(listDroids) { _ in }
    #expect(try await read(listDroids, in: reopened) == droids(["2001": "C-3PO"]))
  }

  @Test("Clearing leaves nothing in any file, and is an error while another process prevents that")
  func clears() async throws {
    let cache = client(try SQLiteRecordStore(file: folder.file, patience: 0), server: droids(["2001": "R2-D2"]))
    try await cache.fetch(listDroids) { _ in }
    let reader = try Connection(path: folder.file.path)
    try reader.run("BEGIN")
    try reader.run("SELECT * FROM record_fields")
    let error = await #expect(throws: StorageError.self) { try await cache.clear() }
    #expect(error?.description.contains("another process reads what was removed") == true)
    await #expect(throws: CacheMiss.self) { try await read(listDroids, in: cache) }
    try reader.run("COMMIT")
    try await cache.clear()
    for file in try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil) {
      #expect(try Data(contentsOf: file).range(of: Data("R2-D2".utf8)) == nil, "\(file)")
    }
  }

  @Test("A file that another process has locked is a clear error, and nothing is lost")
  func locked() async throws {
    let first = client(try SQLiteRecordStore(file: folder.file, patience: 0), server: droids(["2001": "R2-D2"]))
    try await first.fetch(listDroids) { _ in }
    let other = try Connection(path: folder.file.path)
    try other.run("BEGIN IMMEDIATE")
    let second = client(try SQLiteRecordStore(file: folder.file, patience: 0), server: droids(["2002": "C-3PO"]))
    let error = await #expect(throws: StorageError.self) {
      try await second.fetch(listDroids, policy: .fetchIgnoringCacheData) { _ in }
    }
    #expect(error?.advice.contains("another process") == true)
    try other.run("ROLLBACK")
    #expect(try await read(listDroids, in: first) == droids(["2001": "R2-D2"]))
    try await second.fetch(listDroids, policy: .fetchIgnoringCacheData) { _ in }
    #expect(try await read(listDroids, in: first) == droids(["2002": "C-3PO"]))
  }

  @Test("A closed store is a clear error")
  func closed() async throws {
    let cache = client(try SQLiteRecordStore(file: folder.file), server: droids([:]))
    await cache.close()
    await #expect(throws: StorageError.self) { try await cache.clear() }
  }

  #if os(Linux) || os(macOS)
    @Test("A file that may not be written is a clear error, and keeps its contents")
    func readOnly() async throws {
      let cache = client(try SQLiteRecordStore(file: folder.file), server: droids(["1": "R2-D2"]))
      try await cache.fetch(listDroids) { _ in }
      await cache.close()
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.file.path)
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
      defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path) }
      let writer = try WriterProcess(["write-graph-unprivileged", folder.file.path])
      let (status, complaint, _) = try await offThePool { writer.ending() }
      #expect(status == 1)
      #expect(complaint.contains(folder.file.path), "\(complaint)")
      let reopened = client(try SQLiteRecordStore(file: folder.file), server: .null)
      #expect(try await read(listDroids, in: reopened) == droids(["1": "R2-D2"]))
    }
  #endif
}
