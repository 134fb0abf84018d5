/// Storage that keeps one collection in a storage of its own: damage may reach one of the two and not the other.
struct SplitStorage: CacheStorage {
  let base: any CacheStorage
  /// The name of the collection that is kept apart.
  let collection: String
  let apart: any CacheStorage

  func read(collection: String, key: String) throws(StorageError) -> [UInt8]? {
    try storage(of: collection).read(collection: collection, key: key)
  }

  func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])] {
    try storage(of: collection).readAll(collection: collection)
  }

  func apply(_ changes: [StorageChange]) throws(StorageError) {
    // What an entry refers to is written before the entry.
    try apart.apply(changes.filter { $0.collection == collection })
    try base.apply(changes.filter { $0.collection != collection })
  }

  func scrub() throws(StorageError) {
    try apart.scrub()
    try base.scrub()
  }

  func close() {
    apart.close()
    base.close()
  }

  private func storage(of collection: String) -> any CacheStorage { collection == self.collection ? apart : base }
}

extension StorageChange {
  fileprivate var collection: String {
    switch self {
    case .write(let collection, _, _), .remove(let collection, _), .removeAll(let collection): collection
    }
  }
}
