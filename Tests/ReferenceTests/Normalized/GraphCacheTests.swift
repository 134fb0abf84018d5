import Foundation
import Synchronization
import Testing

@testable import ReferenceCache

@Suite("The graph cache, beyond the scenarios")
struct GraphCacheTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func stores() throws -> [any RecordStore] { [MemoryRecordStore(), try SQLiteRecordStore(file: folder.file)] }

  @Test("An answer with twenty thousand records is cached and read back")
  func manyRecords() async throws {
    let many: GraphValue = ["droids": .list((0..<20_000).map { ["id": .text("\($0)"), "name": .text("droid")] })]
    for store in try stores() {
      try await offThePool {
        let cache = client(store, server: many)
        try await cache.fetch(listDroids) { _ in }
        #expect(try await read(listDroids, in: cache) == many)
        #expect(try store.keys().count == 20_001)
      }
    }
  }

  @Test("Keys are compared byte by byte: keys that only look alike are different")
  func keysThatLookAlike() async throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    for store in try stores() {
      let cache = client(store, server: droids([composed: "one", decomposed: "two"]))
      try await cache.fetch(listDroids) { _ in }
      try await cache.transaction { $0.removeObject(for: composed) }
      await #expect(throws: CacheMiss.self) {
        try await cache.transaction { _ = try $0.read(characterName, key: composed) }
      }
      let other = try await cache.transaction { try $0.read(characterName, key: decomposed) }
      #expect(other["name"] == "two")
    }
  }

  @Test("A server that uses the root's name for an id does not replace the root")
  func idLikeTheRoot() async throws {
    for store in try stores() {
      let cache = client(store, server: droids(["QUERY_ROOT": "rooty", "QUERY_ROOT.droids": "pathy"]))
      try await cache.fetch(listDroids) { _ in }
      #expect(try await read(listDroids, in: cache) == droids(["QUERY_ROOT": "rooty", "QUERY_ROOT.droids": "pathy"]))
    }
  }

  @Test("Objects without keys are read and removed by their paths")
  func paths() async throws {
    let cache = GraphCache(send: { _ in GraphAnswer(droids(["1": "R2-D2"])) })
    try await cache.fetch(listDroids) { _ in }
    let found = try await cache.transaction { try $0.read(characterName, key: "QUERY_ROOT.droids.0") }
    #expect(found["name"] == "R2-D2")
    try await cache.transaction { $0.removeObject(for: "QUERY_ROOT.droids.0") }
    await #expect(throws: CacheMiss.self) { try await read(listDroids, in: cache) }
  }

  @Test("A key that is the key of no object, and no path to one, is reported as the key of an object")
  func missingKey() async throws {
    let cache = client(MemoryRecordStore(), server: .null)
    let error = await #expect(throws: CacheMiss.self) {
      try await cache.transaction { _ = try $0.read(characterName, key: "1") }
    }
    #expect(error?.record == RecordKey(given: "1"))
  }

  @Test("An answer is not stored whose caller has cancelled, even if the server has not noticed")
  func cancelled() async throws {
    let store = MemoryRecordStore()
    let cache = GraphCache(
      records: store,
      send: { _ in
        withUnsafeCurrentTask { $0?.cancel() }
        return GraphAnswer(droids(["1": "R2-D2"]))
      })
    let fetching = Task { try await cache.fetch(listDroids) { _ in } }
    await #expect(throws: CancellationError.self) { try await fetching.value }
    #expect(store.keys().isEmpty)
  }

  @Test("An answer that lacks a requested field is a miss when it is read from the cache")
  func answerOfAnotherShape() async throws {
    for data: GraphValue in [[:], ["droids": 7], ["droids": [["id": "1"]]], [1, 2], .null] {
      let cache = client(MemoryRecordStore(), server: data)
      try await cache.fetch(listDroids) { _ in }
      await #expect(throws: CacheMiss.self, "\(data)") { try await read(listDroids, in: cache) }
    }
  }

  @Test("Changing one of ten thousand records reads and writes only that record")
  func touchedOnly() async throws {
    let store = CountingStore()
    let many: GraphValue = ["droids": .list((0..<10_000).map { ["id": .text("\($0)"), "name": "droid"] })]
    let cache = client(store, server: many)
    try await cache.fetch(listDroids) { _ in }
    store.reset()
    try await cache.transaction { transaction in
      try transaction.update(characterName, key: "77") { $0 = ["id": "77", "name": "renamed"] }
    }
    #expect(store.reads == 4)
    #expect(store.writes == 1)
  }

  @Test("Values of every kind are read from bytes as they were written")
  func coding() throws {
    let values: [RecordValue] = [
      .scalar(.null), .scalar(true), .scalar(false), .scalar(.integer(.min)), .scalar(-0.0), .scalar("\0"),
      .scalar([[], [1, .null]]), .scalar(["a": ["b": []]]), .list([.list([]), .reference(RecordKey(given: "x"))]),
    ]
    let (record, field) = (RecordKey(given: "r"), FieldKey(bytes: Array("f".utf8)))
    for value in values {
      let sealed = try #require(value.sealed(at: record, field))
      #expect(RecordValue(sealed: sealed, at: record, field) == value)
      #expect(RecordValue(sealed: sealed, at: RecordKey(given: "other"), field) == nil)
      #expect(RecordValue(sealed: sealed, at: record, FieldKey(bytes: Array("g".utf8))) == nil)
      for index in sealed.indices {
        var damaged = sealed
        damaged[index] ^= 1
        #expect(RecordValue(sealed: damaged, at: record, field) == nil)
      }
    }
  }
}

/// Counts the accesses to a store.
private final class CountingStore: RecordStore {
  private let base = MemoryRecordStore()
  private let counts = Mutex((reads: 0, writes: 0))

  var reads: Int { counts.withLock(\.reads) }
  var writes: Int { counts.withLock(\.writes) }
  func reset() { counts.withLock { $0 = (0, 0) } }

  func value(of field: FieldKey, in record: RecordKey) -> RecordValue? {
    counts.withLock { $0.reads += 1 }
    return base.value(of: field, in: record)
  }
  func fields(of record: RecordKey) -> [FieldKey: RecordValue] {
    counts.withLock { $0.reads += 1 }
    return base.fields(of: record)
  }
  func keys() -> [RecordKey] { base.keys() }
  func apply(_ changes: [RecordChange]) {
    counts.withLock { $0.writes += changes.count }
    base.apply(changes)
  }
  func removeAll() { base.removeAll() }
  func close() {}
}
