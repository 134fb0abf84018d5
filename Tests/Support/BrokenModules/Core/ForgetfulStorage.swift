/// Storage that ignores removals by key, so that removed values are there again the next time it is opened.
struct ForgetfulStorage: Storage {
  let base: any Storage

  func read(collection: String, key: String) throws(StorageError) -> [UInt8]? {
    try base.read(collection: collection, key: key)
  }

  func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])] {
    try base.readAll(collection: collection)
  }

  func apply(_ changes: [StorageChange]) throws(StorageError) {
    try base.apply(changes.filter { if case .remove = $0 { false } else { true } })
  }

  func scrub() throws(StorageError) { try base.scrub() }
  func close() { base.close() }
}
