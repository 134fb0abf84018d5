import Synchronization

/// Storage that is written to later than the call, and before it is next read.
final class DeferredStorage: Storage {
  private let base: any Storage
  private let isSoon: Bool
  private let pending = Mutex<[StorageChange]>([])

  /// Writes to a storage in the background soon after the call, or else when it has to.
  init(_ base: any Storage, soon isSoon: Bool) { (self.base, self.isSoon) = (base, isSoon) }

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
    // What could not be written is lost, as it is in such a cache.
    try? flush()
    base.close()
  }

  /// Writes all that waits.
  func flush() throws(StorageError) {
    try pending.withLock { pending throws(StorageError) in
      defer { pending = [] }
      if !pending.isEmpty { try base.apply(pending) }
    }
  }
}
