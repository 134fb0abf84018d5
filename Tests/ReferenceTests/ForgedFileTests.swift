import Foundation
import Testing

@testable import ReferenceCache

@Suite("Forged files with the right checksums")
struct ForgedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: Responses

  private static let request = RequestMessage("http://origin.test/a")
  private static let body: [UInt8] = [1, 2, 3]

  /// A sealed head with these numbers, for this body.
  private static func head(date: Double = 0, length: Int64 = 3, status: Int64 = 200, lines: Int64 = 0) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(date)
    writer.write(length)
    writer.write(Int64(bitPattern: checksum(of: body[...])))
    writer.write("allowed")
    writer.write(request.url)
    writer.write(status)
    for count in [lines, 0, 0] { writer.write(count) }
    return writer.sealed
  }

  private func store(_ head: [UInt8]) throws -> (store: ResponseStore, storage: MemoryStorage) {
    let storage = MemoryStorage()
    let key = Self.request.storeKey
    storage.apply([
      .write(collection: "response.heads", key: key, value: head),
      .write(collection: ResponseStore.bodies, key: key, value: Self.body),
    ])
    return (
      try ResponseStore(storage: storage, capacity: ByteCounts(memory: .max, disk: .max)) { Date() }, storage
    )
  }

  @Test("The head that the forged ones are made of is read")
  func soundHead() throws {
    let (store, storage) = try store(Self.head())
    #expect(try store.storedResponse(for: Self.request)?.response.body == Self.body)
    #expect(storage.values.count == 2)
  }

  /// A head, and what is wrong with it.
  struct ForgedHead: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
  }

  static let forgedHeads =
    [Int64.max, .max - 8, .min, -1].map { ForgedHead(testDescription: "length \($0)", bytes: head(length: $0)) }
    + [Int64.max, .min].map { ForgedHead(testDescription: "\($0) lines", bytes: head(lines: $0)) }
    + [Double.nan, .infinity, -.infinity].map { ForgedHead(testDescription: "date \($0)", bytes: head(date: $0)) }

  @Test("A head with a number that no store writes is gone once the store is open", arguments: forgedHeads)
  func forgedHead(_ head: ForgedHead) throws {
    let (store, storage) = try store(head.bytes)
    #expect(store.usage == ByteCounts(memory: 0, disk: 0))
    #expect(storage.values == [])
    #expect(try store.storedResponse(for: Self.request) == nil)
  }

  @Test("A response whose head has another length than its body is a miss", arguments: [0, 2, 4, 1 << 62] as [Int64])
  func wrongLength(_ length: Int64) throws {
    let (store, storage) = try store(Self.head(length: length))
    #expect(try store.storedResponse(for: Self.request) == nil)
    #expect(store.usage == ByteCounts(memory: 0, disk: 0))
    #expect(storage.values == [])
  }

  @Test(
    "A response of any date and status is served with an age", arguments: [1e300, -1e300, 0], [Int64.max, .min, 200])
  func anyDate(_ date: Double, _ status: Int64) throws {
    let (store, _) = try store(Self.head(date: date, status: status))
    let entry = try #require(try store.entry(for: Self.request))
    for now in [Date.distantFuture, .distantPast, Date(timeIntervalSince1970: .nan)] {
      #expect(entry.served(at: now).fields["Age"].flatMap { Int32($0) } ?? -1 >= 0)
    }
  }

  // MARK: Records

  private static let (record, field) = (RecordKey.queryRoot, FieldKey("list"))
  private static let query = GraphOperation("List", ["list"])

  /// Lists in lists.
  private static func nested(_ levels: Int) -> GraphValue {
    (1..<levels).reduce(into: GraphValue.null) { value, _ in value = [value] }
  }

  /// A stored list of lists, as bytes, of any number of levels.
  private static func bytes(_ levels: Int, ofRecords: Bool) -> [UInt8] {
    var writer = ByteWriter()
    for _ in 1..<levels {
      // `Tag.records`, or `Tag.list`.
      writer.write(Int64(ofRecords ? 8 : 6))
      writer.write(Int64(1))
    }
    writer.write(Int64(0))
    return writer.bytes
  }

  /// Puts bytes with the right checksum where a field of the root is stored.
  private func forge(_ bytes: [UInt8]) throws {
    try SQLiteRecordStore(file: folder.file).close()
    let sealed = SealedEntry.seal(bytes, at: Self.record.bytes, Self.field.bytes)
    try Connection(path: folder.file.path).run(
      "INSERT INTO record_fields (record, field, value) VALUES (?1, ?2, ?3)",
      [Self.record.bytes, Self.field.bytes, sealed])
  }

  @Test("A value of as many levels as are allowed is written, and is read after a restart, on a small stack")
  func deepest() async throws {
    let data: GraphValue = ["list": Self.nested(GraphValue.mostLevels - 1)]
    let cache = client(try SQLiteRecordStore(file: folder.file), server: data)
    try await cache.fetch(Self.query) { _ in }
    await cache.close()
    let file = folder.file
    let found = await withCheckedContinuation { continuation in
      let thread = Thread {
        continuation.resume(
          returning: Result { try SQLiteRecordStore(file: file).value(of: Self.field, in: Self.record) })
      }
      // The stack of a thread on Apple's platforms, other than the first.
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(try found.get() == .scalar(Self.nested(GraphValue.mostLevels - 1)))
    let reopened = client(try SQLiteRecordStore(file: folder.file), server: .null)
    #expect(try await read(Self.query, in: reopened) == data)
  }

  @Test("Data of too many levels is refused when it is stored, and what was there stays", arguments: [true, false])
  func tooDeep(_ inMemory: Bool) async throws {
    let store: any RecordStore = inMemory ? MemoryRecordStore() : try SQLiteRecordStore(file: folder.file)
    let cache = client(store, server: ["list": Self.nested(GraphValue.mostLevels)])
    try store.apply([.write(Self.record, Self.field, .scalar("old"))])
    let error = await #expect(throws: StorageError.self) {
      try await cache.fetch(Self.query, policy: .fetchIgnoringCacheData) { _ in }
    }
    #expect(error?.description.contains("more than \(GraphValue.mostLevels) levels") == true)
    #expect(try await read(Self.query, in: cache) == ["list": "old"])
  }

  /// A value in this many lists.
  private static func lists(_ count: Int, of inner: RecordValue) -> RecordValue {
    (0..<count).reduce(inner) { value, _ in .list([value]) }
  }

  @Test("A value of exactly as many levels as are allowed is read as it was written, and one of more is not written")
  func exactLevels() {
    let reference = RecordValue.reference(RecordKey(given: "a"))
    for (inner, levels) in [(reference, 1), (.scalar(.null), 1), (.scalar(["null"]), 2), (.list([]), 1)] {
      let deepest = Self.lists(GraphValue.mostLevels - levels, of: inner)
      let sealed = deepest.sealed(at: Self.record, Self.field)
      #expect(sealed.flatMap { RecordValue(sealed: $0, at: Self.record, Self.field) } == deepest, "\(inner)")
      #expect(RecordValue.list([deepest]).sealed(at: Self.record, Self.field) == nil, "\(inner)")
    }
  }

  @Test("Lists beside each other are no levels")
  func manyLists() {
    let wide = RecordValue.list(Array(repeating: .list([.scalar("a")]), count: GraphValue.mostLevels * 2))
    let sealed = wide.sealed(at: Self.record, Self.field)
    #expect(sealed.flatMap { RecordValue(sealed: $0, at: Self.record, Self.field) } == wide)
  }

  @Test("A record store refuses what it could not read back")
  func refuses() throws {
    let store = try SQLiteRecordStore(file: folder.file)
    let value = RecordValue.list([.scalar(Self.nested(GraphValue.mostLevels))])
    let error = #expect(throws: StorageError.self) { try store.apply([.write(Self.record, Self.field, value)]) }
    #expect(error?.description.contains("'list' has more than \(GraphValue.mostLevels) levels") == true)
    #expect(try store.keys() == [])
  }

  @Test(
    "A stored value with too many levels is gone once the file is open",
    arguments: [GraphValue.mostLevels + 1, 100_000], [true, false])
  func forgedDepth(_ levels: Int, _ ofRecords: Bool) async throws {
    try forge(Self.bytes(levels, ofRecords: ofRecords))
    let cache = client(try SQLiteRecordStore(file: folder.file), server: ["list": "new"])
    await #expect(throws: CacheMiss.self) { try await read(Self.query, in: cache) }
    try await cache.fetch(Self.query) { _ in }
    #expect(try await read(Self.query, in: cache) == ["list": "new"])
  }

  @Test("A count that no file holds, and a value of an unknown kind, are gone once the file is open")
  func forgedCounts() async throws {
    // A list, an object, records, a text, and a kind that does not exist.
    for (kind, count) in [(6, .max), (7, .min), (8, .max), (5, .max), (5, -1), (99, 0)] as [(Int64, Int64)] {
      var writer = ByteWriter()
      writer.write(kind)
      writer.write(count)
      try forge(writer.bytes)
      let store = try SQLiteRecordStore(file: folder.file)
      #expect(try store.value(of: Self.field, in: Self.record) == nil)
      store.close()
    }
  }

  @Test("Records that have too many levels only together are a miss", arguments: [0, 1, 100])
  func deepTogether(_ tooMany: Int) async throws {
    let store = MemoryRecordStore()
    let next = FieldKey("next")
    // Two objects and a scalar are the other three levels.
    let lists = GraphValue.mostLevels - 3 + tooMany
    store.apply([
      .write(.queryRoot, next, Self.lists(100, of: .reference(RecordKey(given: "a")))),
      .write(RecordKey(given: "a"), next, Self.lists(lists - 100, of: .scalar("end"))),
    ])
    let query = GraphOperation("Next", [GraphField("next", [], ["next"])])
    let cache = client(store, server: .null)
    if tooMany == 0 {
      _ = try await read(query, in: cache)
    } else {
      await #expect(throws: CacheMiss.self) { try await read(query, in: cache) }
    }
  }

  // MARK: Others

  @Test("A date that is not finite counts as damage", arguments: [Double.nan, .infinity, -.infinity])
  func dates(_ date: Double) throws {
    var writer = ByteWriter()
    writer.write(date)
    writer.write(Paywall(placement: "a", version: 1, content: []).bytes)
    #expect(PaywallCacheEntry(bytes: writer.sealed) == nil)
  }

  @Test("A fallback file with forged lengths holds no paywalls")
  func paywalls() {
    let greatest = Int.max
    for lengths in ["\(greatest) \(greatest)", "1 \(greatest)", "-1 1", "\(Int.min) 0", "99999999999999999999 0"] {
      #expect(Paywall.list(bytes: Array("paywall 1 \(lengths)\nabc".utf8)) == nil)
    }
  }
}
