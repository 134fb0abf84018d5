import Synchronization

/// Storage that defers writes, at most until the next read.
final class DeferredStorage: CacheStorage {
  private let base: any CacheStorage
  private let isSoon: Bool
  private let pending = Mutex<[StorageChange]>([])

  /// Defers writes to a storage: until shortly after the call if `soon` is true, else until they are needed.
  init(_ base: any CacheStorage, soon isSoon: Bool) { (self.base, self.isSoon) = (base, isSoon) }

  func read(collection: String, key: String) throws(StorageError) -> [UInt8]? {
    try flush()
    return try base.read(collection: collection, key: key)
  }

  func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])] {
    try flush()
    return try base.readAll(collection: collection)
  }

  func apply(_ changes: [StorageChange]) {
    pending.withLock { $0 += changes }
    if isSoon { Task { try? flush() } }
  }

  func scrub() throws(StorageError) {
    try flush()
    try base.scrub()
  }

  func close() {
    // A change that cannot be written is lost, as in a cache that works like this.
    try? flush()
    base.close()
  }

  /// Writes all pending changes.
  func flush() throws(StorageError) {
    try pending.withLock { pending throws(StorageError) in
      defer { pending = [] }
      if !pending.isEmpty { try base.apply(pending) }
    }
  }
}
