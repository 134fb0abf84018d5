import CacheConformance
import CacheSpecChapters
import Foundation
import ReferenceCache
import CacheConformanceModules
import Synchronization

/// Paywall caches, right and wrong, that can be told apart only when their process ends, not by a copy of their files.
enum KilledPaywalls {
  static let all = [
    module("keeps-on-disk", "is right") { try SQLiteStorage(file: $0.appendingPathComponent("paywalls")) },
    CacheModule(
      "keeps-in-memory", summary: "is right, and has no folder that another process could go on with",
      [PaywallAction.reference(on: .memory)]),
    module("keeps-in-process", "keeps in its process what it says is on the disk") { try ProcessStorage(in: $0) },
  ]

  private static func module(
    _ name: String, _ summary: String, _ open: @escaping @Sendable (URL) throws -> any CacheStorage
  ) -> CacheModule {
    CacheModule(name, summary: summary, [PaywallAction.reference { try open(try $0.directory("paywalls")) }])
  }
}

/// Storage in the memory of the process, of which only a number is written to disk.
private struct ProcessStorage: CacheStorage {
  private static let all = Mutex<[String: MemoryStorage]>([:])
  private let memory: MemoryStorage

  init(in folder: URL) throws {
    let file = folder.appendingPathComponent("number")
    if !FileManager.default.fileExists(atPath: file.path) { try Data(UUID().uuidString.utf8).write(to: file) }
    let number = try String(contentsOf: file, encoding: .utf8)
    memory = Self.all.withLock { all in
      let memory = all[number] ?? MemoryStorage()
      all[number] = memory
      return memory
    }
  }

  func read(collection: String, key: String) -> [UInt8]? { memory.read(collection: collection, key: key) }
  func readAll(collection: String) -> [(key: String, value: [UInt8])] { memory.readAll(collection: collection) }
  func apply(_ changes: [StorageChange]) { memory.apply(changes) }
  func scrub() { memory.scrub() }
  func close() {}
}
