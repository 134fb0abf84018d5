import Synchronization

/// Storage in memory, kept for as long as the object is.
public final class MemoryStorage: CacheStorage {
  /// Sealed values by the UTF-8 of their keys.
  private typealias Collection = [[UInt8]: [UInt8]]

  private let collections = Mutex<[String: Collection]>([:])

  /// Makes empty storage.
  public init() {}

  public func read(collection: String, key: String) -> [UInt8]? {
    collections.withLock { $0[collection]?[Array(key.utf8)] }
      .flatMap { SealedEntry.open($0, at: Array(collection.utf8), Array(key.utf8)) }
  }

  public func readAll(collection: String) -> [(key: String, value: [UInt8])] {
    (collections.withLock { $0[collection] } ?? [:]).compactMap { bytes, sealed in
      let key = String(decoding: bytes, as: UTF8.self)
      return SealedEntry.open(sealed, at: Array(collection.utf8), Array(key.utf8)).map { (key, $0) }
    }
  }

  public func apply(_ changes: [StorageChange]) {
    collections.withLock { collections in
      for change in changes {
        switch change {
        case .write(let collection, let key, let value):
          collections[collection, default: [:]][Array(key.utf8)] = SealedEntry.seal(
            value, at: Array(collection.utf8), Array(key.utf8))
        case .remove(let collection, let key): collections[collection]?[Array(key.utf8)] = nil
        case .removeAll(let collection): collections[collection] = nil
        }
      }
    }
  }

  /// Does nothing, because removed values leave no traces.
  public func scrub() {}

  /// Does nothing, so that the object can be passed to the next cache.
  public func close() {}

  /// A copy with the current contents.
  public func copy() -> MemoryStorage {
    let copy = MemoryStorage()
    let collections = collections.withLock(\.self)
    copy.collections.withLock { $0 = collections }
    return copy
  }

  /// All values of all collections.
  public var values: [[UInt8]] { collections.withLock { $0.values.flatMap(\.values) } }

  /// Changes every value, as damage to a disk would.
  public func changeAll(_ change: ([UInt8]) -> [UInt8]) {
    collections.withLock { $0 = $0.mapValues { $0.mapValues(change) } }
  }
}
