import CacheConformance
import CacheVocabulary
import Foundation
import ReferenceCache

/// Where the reference keeps its storage in a world.
protocol ReferenceBackend: Sendable {
  /// Opens the storage of this name, which may hold what an earlier one left.
  static func open(_ name: String, in storage: WorldStorage) throws -> any Storage
}

/// Storage in memory, which the world keeps across a restart.
enum MemoryBackend: ReferenceBackend {
  private final class Kept: KeptInMemory {
    let storage = MemoryStorage()
    func storedCopies() -> [[UInt8]] { storage.values }
    func damage(_ damage: Damage) { storage.changeAll(damage.applied) }
  }

  static func open(_ name: String, in storage: WorldStorage) -> any Storage {
    storage.kept(name) { Kept() }.storage
  }
}

/// A SQLite file in the world's directory.
enum SQLiteBackend: ReferenceBackend {
  static func open(_ name: String, in storage: WorldStorage) throws -> any Storage {
    try SQLiteStorage(file: storage.directory(name).appendingPathComponent("cache.sqlite"))
  }
}
