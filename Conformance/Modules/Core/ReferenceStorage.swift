import Foundation

extension Backend {
  /// Opens the storage with this name, which may contain the data of an earlier run.
  package func open(_ name: String, in storage: WorldStorage) throws -> any CacheStorage {
    switch self {
    case .memory: storage.inMemory(name) { SimulatedDisk() }.storage
    case .sqlite: try SQLiteStorage(file: storage.directory(name).appendingPathComponent("cache.sqlite"))
    }
  }
}

/// In-memory storage that the world keeps across restarts.
private final class SimulatedDisk: InMemoryStorage {
  let storage: MemoryStorage

  init(_ storage: MemoryStorage = MemoryStorage()) { self.storage = storage }

  func storedCopies() -> [[UInt8]] { storage.values }
  func damage(_ damage: StorageDamage) { storage.changeAll(damage.applied) }
  func snapshot() -> any InMemoryStorage { SimulatedDisk(storage.copy()) }
}
