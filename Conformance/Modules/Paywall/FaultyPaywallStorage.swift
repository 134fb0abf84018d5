import ReferenceCache

/// Storage that does something else than it is told.
struct FaultyPaywallStorage: Storage {
  let base: any Storage
  /// The key that is used in place of another.
  var key: @Sendable (String) -> String = { $0 }
  /// Whether a change is made at all.
  var makes: @Sendable (StorageChange) -> Bool = { _ in true }
  /// What a list of everything holds in place of what there is.
  var lists: @Sendable ([(key: String, value: [UInt8])]) -> [(key: String, value: [UInt8])] = { $0 }

  func read(collection: String, key: String) throws(StorageError) -> [UInt8]? {
    try base.read(collection: collection, key: self.key(key))
  }

  func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])] {
    lists(try base.readAll(collection: collection))
  }

  func apply(_ changes: [StorageChange]) throws(StorageError) {
    let made = changes.filter(makes).map { change -> StorageChange in
      switch change {
      case .write(let collection, let key, let value):
        .write(collection: collection, key: self.key(key), value: value)
      case .remove(let collection, let key): .remove(collection: collection, key: self.key(key))
      case .removeAll: change
      }
    }
    try base.apply(made)
  }

  func scrub() throws(StorageError) { try base.scrub() }
  func close() { base.close() }
}
