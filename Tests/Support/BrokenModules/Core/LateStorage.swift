import Synchronization

/// Storage that makes its changes only when it is closed, like a cache that writes when the app ends.
final class LateStorage: CacheStorage {
  private let base: any CacheStorage
  /// The contents after all changes, the pending changes, and the collections that were read.
  private let pending = Mutex<(view: MemoryStorage, changes: [StorageChange], seen: Set<String>)>(
    (MemoryStorage(), [], []))

  init(_ base: any CacheStorage) { self.base = base }

  func read(collection: String, key: String) throws(StorageError) -> [UInt8]? {
    try view(of: collection).read(collection: collection, key: key)
  }

  func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])] {
    try view(of: collection).readAll(collection: collection)
  }

  func apply(_ changes: [StorageChange]) throws(StorageError) {
    for change in changes { try view(of: change.collection).apply([change]) }
    pending.withLock { $0.changes += changes }
  }

  func scrub() {}

  func close() {
    let changes = pending.withLock(\.changes)
    // A change that fails while closing is lost, as in a cache that works like this.
    try? base.apply(changes)
    base.close()
  }

  /// The stored values of a collection with the pending changes applied.
  private func view(of collection: String) throws(StorageError) -> MemoryStorage {
    let (view, isNew) = pending.withLock { ($0.view, $0.seen.insert(collection).inserted) }
    if isNew {
      view.apply(
        try base.readAll(collection: collection).map { .write(collection: collection, key: $0.key, value: $0.value) })
    }
    return view
  }
}

extension StorageChange {
  fileprivate var collection: String {
    switch self {
    case .write(let collection, _, _), .remove(let collection, _), .removeAll(let collection): collection
    }
  }
}
