package import CacheConformance
package import CacheVocabulary
import Foundation
package import ReferenceCache

/// Where the reference keeps its storage in a world.
package protocol ReferenceBackend: Sendable {
  /// Opens the storage of this name, which may hold what an earlier one left.
  static func open(_ name: String, in storage: WorldStorage) throws -> any Storage
  /// The kind of cache that the documents of the normalized chapter call this.
  static var kind: CacheKind { get }
}

/// Storage in memory, which the world keeps across a restart.
package enum MemoryBackend: ReferenceBackend {
  package static var kind: CacheKind { .memory }

  private final class Kept: KeptInMemory {
    let storage = MemoryStorage()
    func storedCopies() -> [[UInt8]] { storage.values }
    func damage(_ damage: Damage) { storage.changeAll(damage.applied) }
  }

  package static func open(_ name: String, in storage: WorldStorage) -> any Storage {
    storage.kept(name) { Kept() }.storage
  }
}

/// A SQLite file in the world's directory.
package enum SQLiteBackend: ReferenceBackend {
  package static var kind: CacheKind { .sqlite }

  package static func open(_ name: String, in storage: WorldStorage) throws -> any Storage {
    try SQLiteStorage(file: storage.directory(name).appendingPathComponent("cache.sqlite"))
  }
}
