/// Storage that deviates from what it is asked to do.
struct FaultyPaywallStorage: CacheStorage {
  let base: any CacheStorage
  /// The key that is used in place of another.
  var key: @Sendable (String) -> String = { $0 }
  /// Whether a change is made at all.
  var makes: @Sendable (StorageChange) -> Bool = { _ in true }
  /// The value that is stored in place of another.
  var value: @Sendable (_ key: String, _ value: [UInt8]) -> [UInt8] = { _, value in value }
  /// The value that is read in place of the stored one, or nil to read that.
  var reads: @Sendable (_ key: String) -> [UInt8]? = { _ in nil }
  /// The contents that are listed in place of the actual ones.
  var lists: @Sendable ([(key: String, value: [UInt8])]) -> [(key: String, value: [UInt8])] = { $0 }

  func read(collection: String, key: String) throws(StorageError) -> [UInt8]? {
    if let bytes = reads(key) { return bytes }
    return try base.read(collection: collection, key: self.key(key))
  }

  func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])] {
    lists(try base.readAll(collection: collection))
  }

  func apply(_ changes: [StorageChange]) throws(StorageError) {
    let made = changes.filter(makes).map { change -> StorageChange in
      switch change {
      case .write(let collection, let key, let value):
        .write(collection: collection, key: self.key(key), value: self.value(key, value))
      case .remove(let collection, let key): .remove(collection: collection, key: self.key(key))
      case .removeAll: change
      }
    }
    try base.apply(made)
  }

  func scrub() throws(StorageError) { try base.scrub() }
  func close() { base.close() }
}
