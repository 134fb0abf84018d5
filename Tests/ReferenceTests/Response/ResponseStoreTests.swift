import CacheConformance
import Foundation
import TestSupport
import Testing

@testable import ReferenceCache

@Suite("The reference's store of responses")
struct ResponseStoreTests {
  @Test("Stored responses survive a kill")
  func survivesKilling() throws {
    let file = TemporaryFolders.newURL()
    defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) } }
    for round in 1...5 {
      let writer = try WriterProcess(["write-responses", file.path])
      let told = try #require(try writer.kill(afterLines: round * 20).last)
      let store = try ResponseStore(
        storage: SQLiteStorage(file: file), capacity: ByteCounts(memory: 1 << 24, disk: 1 << 24)
      ) { Date() }
      for number in 1...told {
        let found = try store.storedResponse(for: RequestMessage("http://origin.test/\(number)"))
        #expect(found?.response.body == Array("body \(number)".utf8))
      }
    }
  }

  @Test("The oldest responses are evicted first")
  func evictsTheOldest() throws {
    let capacity = ByteCounts(memory: 3000, disk: 3000)
    let store = try ResponseStore(storage: MemoryStorage(), capacity: capacity) { Date() }
    // Three fit. The first is stored again, which makes it newer than the second.
    for number in [1, 2, 1, 3, 4] {
      let url = "http://origin.test/\(number)"
      try store.store(
        StoredResponse(ResponseMessage(url: url, body: Array(repeating: 1, count: 800))), for: RequestMessage(url))
    }
    let kept = try (1...4).filter { try store.storedResponse(for: RequestMessage("http://origin.test/\($0)")) != nil }
    #expect(kept == [1, 3, 4])
  }

  @Test(
    "Equal URLs written differently share an entry",
    arguments: [
      ("HTTP://Origin.TEST/a", "http://origin.test/a"), ("http://origin.test:80/a", "http://origin.test/a"),
      ("https://origin.test:443", "https://origin.test/"), ("http://origin.test?q", "http://origin.test/?q"),
      ("http://origin.test/caf\u{E9}", "http://origin.test/caf%C3%A9"),
    ])
  func keys(_ one: String, _ other: String) {
    #expect(RequestMessage(one).storeKey == RequestMessage(other).storeKey)
  }
}
