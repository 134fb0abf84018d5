import CacheConformance
import Foundation
import ReferenceCache

/// Prints the cost of single operations of the reference's graph cache with increasing numbers of records and watchers, and
/// how it grows.
enum Growth {
  static func show() async throws {
    print("ms to open a file, which is checked then")
    for records in [1000, 10_000, 100_000] {
      print(pad("\(records)", 25), number(try opening(records: records), width: 8))
    }
    print("µs an operation (× the cost at 1,000 records and the same number of watchers)")
    print("cache   watchers  records  store all, a record      read one     write one    tell one")
    for kind in ["memory", "sqlite"] {
      for watchers in [1, 1000] {
        var first: [Double] = []
        for records in [1000, 10_000, 100_000] {
          let costs = try await Measured(kind, records: records, watchers: watchers).costs()
          if first.isEmpty { first = costs }
          let columns = zip(costs, first).map { cost, first in
            "\(number(cost, width: 8)) (\(number(cost / first, width: 4)))"
          }
          print(kind, pad("\(watchers)", 9), pad("\(records)", 8), pad(columns.joined(separator: " "), 66))
        }
      }
    }
  }

  /// The milliseconds to open a storage file with records of 300 bytes.
  private static func opening(records: Int) throws -> Double {
    let file = TemporaryFolders.newURL()
    defer { for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + ending) } }
    let storage = try SQLiteStorage(file: file)
    let value = [UInt8](repeating: 1, count: 300)
    try storage.apply((0..<records).map { .write(collection: "one", key: "key \($0)", value: value) })
    storage.close()
    let start = ContinuousClock.now
    try SQLiteStorage(file: file).close()
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
  }

  private static func number(_ value: Double, width: Int) -> String {
    pad(String(format: "%.1f", value), width)
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

/// A cache with a number of records and of watchers, each of which watches one record.
private struct Measured {
  private let cache: GraphCache
  private let file: URL
  private let records: Int
  private let watchers: Int

  private static let list = GraphOperation("ListDroids", [GraphField("droids", [], ["id", "name"])])
  private static let name = GraphFragment("CharacterName", ["id", "name"])

  init(_ kind: String, records: Int, watchers: Int) throws {
    file = TemporaryFolders.newURL()
    let all: GraphValue = ["droids": .list((0..<records).map { Self.droid($0) })]
    cache = GraphCache(
      records: kind == "memory" ? MemoryRecordStore() : try SQLiteRecordStore(file: file),
      keyOf: { object in if case .text(let id) = object["id"] { id } else { nil } },
      send: { query in
        guard case .integer(let id)? = query.arguments.first?.value else { return GraphAnswer(all) }
        return GraphAnswer(["character": Self.droid(Int(id))])
      })
    self.records = records
    self.watchers = watchers
  }

  private static func droid(_ id: Int) -> GraphValue { ["id": .text("\(id)"), "name": .text("droid \(id)")] }

  private static func character(_ id: Int) -> GraphOperation {
    GraphOperation(
      "Character", [GraphField("character", [GraphArgument("id", .integer(Int64(id)))], ["id", "name"])])
  }

  /// The costs of storing everything, per record; of reading one; of writing one that nobody watches; of writing one
  /// that one watcher shows.
  func costs() async throws -> [Double] {
    defer { for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + ending) } }
    let store = try await time(1) { _ in try await cache.fetch(Self.list) { _ in } }
    for id in 0..<watchers { _ = await cache.watch(Self.character(id)) { _ in } }
    await cache.waitUntilIdle()
    let read = try await time(500) { round in
      _ = try await cache.transaction { try $0.read(Self.name, key: key(round)) }
    }
    let write = try await time(500) { round in try await rename(key(records - 1 - round % 500 % records), round) }
    let tell = try await time(500) { round in try await rename(key(round % watchers), round) }
    await cache.close()
    return [store / Double(records), read, write, tell]
  }

  private func key(_ number: Int) -> String { "\(number % records)" }

  private func rename(_ key: String, _ round: Int) async throws {
    try await cache.transaction { transaction in
      try transaction.update(Self.name, key: key) { $0 = ["id": .text(key), "name": .text("round \(round)")] }
    }
  }

  /// The microseconds per round.
  private func time(_ rounds: Int, _ work: (Int) async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    for round in 0..<rounds { try await work(round) }
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return (Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(rounds)
  }
}
