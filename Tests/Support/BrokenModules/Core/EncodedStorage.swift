/// Storage whose files cannot be searched for text.
struct EncodedStorage: CacheStorage {
  let base: any CacheStorage

  func read(collection: String, key: String) throws(StorageError) -> [UInt8]? {
    try base.read(collection: collection, key: key).map(Self.encoded)
  }

  func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])] {
    try base.readAll(collection: collection).map { ($0.key, Self.encoded($0.value)) }
  }

  func apply(_ changes: [StorageChange]) throws(StorageError) {
    try base.apply(
      changes.map { change in
        if case .write(let collection, let key, let value) = change {
          .write(collection: collection, key: key, value: Self.encoded(value))
        } else {
          change
        }
      })
  }

  func scrub() throws(StorageError) { try base.scrub() }
  func close() { base.close() }

  /// The bytes with some bits inverted. Applied twice, it restores them.
  private static func encoded(_ bytes: [UInt8]) -> [UInt8] { bytes.map { $0 ^ 0x5A } }
}
